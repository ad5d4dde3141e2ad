"""What the API answers besides the parts that the commands print too: the types of its JSON."""

from __future__ import annotations

from typing import Annotated, TypedDict

from tictactoe.draw.shapes import (
    CellName,
    Count,
    GameName,
    Moves,
    Note,
    Offered,
    PositionText,
    Score,
    Step,
    Summary,
    Value,
)
from tictactoe.rules import Mark

Answers = Annotated[int, Note("A value, X's; of what is ticked, 1 for yes and 0 for no.", among=(-1, 0, 1))]


class Error(TypedDict):
    """What was wrong, in a sentence."""

    detail: str


class Busy(Error):
    """Why it takes longer, in a sentence, and how many questions will be answered before."""

    ahead: Count


class Steps(TypedDict):
    """Steps of a search, from the step `skip` on. `summary` counts up to the last of them; it has a value if that is
    the end.
    """

    algorithm: str
    skip: Count
    steps: list[Step]
    ended: bool
    summary: Summary


class Code(TypedDict):
    """The text of a search. `marks` has for each kind of step the lines, from 0, that it stands on: in X's turn,
    then O's.
    """

    algorithm: str
    lines: list[str]
    marks: dict[str, list[int]]


class Reply(TypedDict):
    """The move of a level, and whether it says that it is proven or judged."""

    move: CellName
    level: str
    claim: str


class BlankNode(TypedDict):
    """A position in the tree of a quiz: a node in which what is asked for is left out."""

    label: str
    move: CellName | None
    same: list[CellName]
    position: PositionText
    turn: Mark
    over: bool
    value: Value | None
    words: str
    score: Score | None
    best: bool
    chosen: bool
    left_out: Count
    children: list[BlankNode]


class Quiz(TypedDict):
    """A small tree with something to fill in. `asked` are the nodes, each as the moves that lead to it."""

    kind: str
    seed: Count
    tree: BlankNode
    asked: list[Moves]


class Marked(TypedDict):
    """One answer, judged: what was given (null if nothing), what is right, and why."""

    path: Moves
    given: Answers | None
    right: Answers
    reason: str


class Sheet(TypedDict):
    """The answers to a quiz judged: how many are right, of how many."""

    right: Count
    asked: Count
    marks: list[Marked]


class Choice(TypedDict):
    """Something to choose: the name by which the API takes it, and the title that people read."""

    name: str
    title: str


class Side(Choice):
    """What a person may choose to play."""

    people: Annotated[list[Mark], Note("The marks that people play; a level plays the others.")]


class Level(Choice, Offered):
    """How well a computer player plays."""


class Search(Choice):
    """A textbook search."""

    manner: str
    has_bounds: bool


class QuizKind(Choice):
    """A kind of quiz."""

    task: str
    is_ticked: Annotated[bool, Note("Whether an answer is yes or no: 1 or 0. Else it is a value, X's.")]


class Defaults(TypedDict):
    """What holds unless something is chosen."""

    game: GameName
    side: str
    level: str
    algorithm: str
    quiz: str


class Most(TypedDict):
    """Steps of a search that one answer has at most, and the furthest that is shown."""

    steps: Count
    furthest_step: Count


class Choices(TypedDict):
    """What there is to choose from."""

    boards: list[Choice]
    sides: list[Side]
    levels: list[Level]
    algorithms: list[Search]
    quizzes: list[QuizKind]
    defaults: Defaults
    limits: Most


class Ready(TypedDict):
    """Whether everything is loaded, so that no question waits for that; and the version that answers."""

    ready: bool
    version: str
