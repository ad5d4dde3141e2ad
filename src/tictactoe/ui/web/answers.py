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


class QuizNodeData(TypedDict):
    """A position in the tree of a quiz: a node in which what is to be found out is left out."""

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
    children: list[QuizNodeData]


class BlankData(TypedDict):
    """One thing to fill in: what is asked of the node that a path leads to, and how to find it."""

    path: MovesText
    mover: Annotated[Mark, About("Whose choice the answer turns on.")]
    hint: str


class QuizData(TypedDict):
    """A small tree with blanks to fill in. The ends of the tree have values."""

    kind: str
    seed: Count
    game: GameName
    tree: QuizNodeData
    blanks: list[BlankData]


class MarkedBlankData(TypedDict):
    """One blank, judged. Null is what is not told while there is another try."""

    path: MovesText
    is_right: bool | None
    has_hint: bool
    is_at_once: Annotated[bool | None, About("Whether it was right at the first try, without a hint.")]
    answer: Annotated[str | None, About("The letter of the right answer.")]
    reason: str | None


class MarksData(TypedDict):
    """A quiz, judged: how many answers are right, the points, and the most that there are."""

    right: Count
    points: Count
    most: Count
    is_settled: Annotated[bool, About("Whether there is nothing left to try.")]
    blanks: list[MarkedBlankData]


class QuizNameData(TypedDict):
    """What a quiz is asked for by."""

    kind: str
    seed: Count


class SheetData(TypedDict):
    """Quizzes that are the same for everybody who asks for this kind, seed and number."""

    kind: str
    seed: Count
    number: Count
    quizzes: list[QuizNameData]


class PointsData(TypedDict):
    """Points, and the most that there are."""

    points: Count
    most: Count


class HandedData(PointsData):
    """A sheet that was handed in, judged."""

    sheet: SheetData
    name: str
    work: Annotated[list[str], About("What was filled in, quiz by quiz.")]
    quizzes: list[PointsData]
    code: Annotated[str, About("All this as a code to be handed in.")]


class GuessData(TypedDict):
    """What the next step of a search may be."""

    name: str
    title: str


class NextStepData(TypedDict):
    """What comes next in a search? The guesses to choose from, and a hint."""

    guesses: list[GuessData]
    hint: str


class MarkedStepData(TypedDict):
    """Whether a guess is right, the name of the one that is, and why."""

    is_right: bool
    answer: str
    reason: str


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


class QuizReplyData(TypedDict):
    """One of the answers to choose from, written as one letter; a small one if a hint was asked for."""

    letter: str
    title: str


class QuizKindData(ChoiceData):
    """A kind of quiz."""

    task: str
    tells_which: Annotated[bool, About("Whether the first try is told which answers are wrong.")]
    replies: list[QuizReplyData]


class DefaultsData(TypedDict):
    """What holds unless something is chosen."""

    game: GameName
    side: str
    level: str
    algorithm: str
    example: PositionText
    quiz: str
    sheet: str


class MostData(TypedDict):
    """Steps of a search that one answer has at most, the furthest that is shown; quizzes that a sheet has at most, and
    the last seed of a sheet.
    """

    steps: Count
    furthest_step: Count
    quizzes: Count
    sheet: Count


class ChoicesData(TypedDict):
    """What there is to choose from."""

    boards: list[ChoiceData]
    sides: list[SideData]
    levels: list[LevelChoiceData]
    algorithms: list[SearchData]
    examples: Annotated[list[ChoiceData], About("Positions of 3 x 3 whose search is worth stepping through.")]
    quizzes: list[QuizKindData]
    sheets: Annotated[list[ChoiceData], About("The kinds of sheet.")]
    code: Annotated[str, About("What every result code begins with.")]
    defaults: DefaultsData
    limits: MostData


class ReadyData(TypedDict):
    """Whether everything is loaded, so that no question waits for that; and the version that answers."""

    ready: bool
    version: str
