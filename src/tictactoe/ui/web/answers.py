"""What the API answers besides the parts that the commands print too: the types of its JSON."""

from __future__ import annotations

from typing import Annotated, TypedDict

from tictactoe.draw.shapes import (
    About,
    CellName,
    Count,
    GameName,
    MovesText,
    OfferedData,
    PositionText,
    ScoreData,
    StepData,
    SummaryData,
    ValueNumber,
)
from tictactoe.rules import Mark

AnswerNumber = Annotated[int, About("A value, X's; of what is ticked, 1 for yes and 0 for no.", among=(-1, 0, 1))]


class ErrorData(TypedDict):
    """What was wrong, in a sentence."""

    detail: str


class BusyData(ErrorData):
    """Why it takes longer, in a sentence, and how many questions will be answered before."""

    ahead: Count


class StepsData(TypedDict):
    """Steps of a search, from the step `skip` on. `summary` counts up to the last of them; it has a value if that is
    the end.
    """

    algorithm: str
    skip: Count
    steps: list[StepData]
    ended: bool
    summary: SummaryData


class TextData(TypedDict):
    """A text of a search. `marks` has for each kind of step the lines, from 0, that it stands on: in X's turn,
    then O's.
    """

    lines: list[str]
    marks: dict[str, list[int]]


class CodeData(TextData):
    """The text of a search as it runs, and as a lecture writes it."""

    algorithm: str
    pseudocode: TextData


class ReplyData(TypedDict):
    """The move of a level, and whether it says that it is proven or judged."""

    move: CellName
    level: str
    claim: str


class BlankNodeData(TypedDict):
    """A position in the tree of a quiz: a node in which what is asked for is left out."""

    label: str
    move: CellName | None
    same: list[CellName]
    position: PositionText
    turn: Mark
    over: bool
    value: ValueNumber | None
    words: str
    score: ScoreData | None
    best: bool
    chosen: bool
    left_out: Count
    children: list[BlankNodeData]


class QuizData(TypedDict):
    """A small tree with something to fill in. `asked` are the nodes, each as the moves that lead to it."""

    kind: str
    seed: Count
    tree: BlankNodeData
    asked: list[MovesText]


class MarkedData(TypedDict):
    """One answer, judged: what was given (null if nothing), what is right, and why."""

    path: MovesText
    given: AnswerNumber | None
    right: AnswerNumber
    reason: str


class SheetData(TypedDict):
    """The answers to a quiz judged: how many are right, of how many."""

    right: Count
    asked: Count
    marks: list[MarkedData]


class ChoiceData(TypedDict):
    """Something to choose: the name by which the API takes it, and the title that people read."""

    name: str
    title: str


class SideData(ChoiceData):
    """What a person may choose to play."""

    people: Annotated[list[Mark], About("The marks that people play; a level plays the others.")]


class LevelChoiceData(ChoiceData, OfferedData):
    """How well a computer player plays."""


class SearchData(ChoiceData):
    """A textbook search."""

    manner: str
    has_bounds: bool


class QuizKindData(ChoiceData):
    """A kind of quiz."""

    task: str
    is_ticked: Annotated[bool, About("Whether an answer is yes or no: 1 or 0. Else it is a value, X's.")]


class DefaultsData(TypedDict):
    """What holds unless something is chosen."""

    game: GameName
    side: str
    level: str
    algorithm: str
    example: PositionText
    quiz: str


class MostData(TypedDict):
    """Steps of a search that one answer has at most, and the furthest that is shown."""

    steps: Count
    furthest_step: Count


class ChoicesData(TypedDict):
    """What there is to choose from."""

    boards: list[ChoiceData]
    sides: list[SideData]
    levels: list[LevelChoiceData]
    algorithms: list[SearchData]
    examples: Annotated[list[ChoiceData], About("Positions of 3 x 3 whose search is worth stepping through.")]
    quizzes: list[QuizKindData]
    defaults: DefaultsData
    limits: MostData


class ReadyData(TypedDict):
    """Whether everything is loaded, so that no question waits for that; and the version that answers."""

    ready: bool
    version: str
