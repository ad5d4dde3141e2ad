"""What the JSON looks like, part by part: that of the commands, and of the API that answers with the same parts.

The functions that make it are checked against these types; docs/schema.json and the API's description are made from
them. A docstring describes a part, a Note what a type cannot say.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, NamedTuple, TypeAlias, TypedDict

from tictactoe.rules import Mark
from tictactoe.search.answer import Statement, Variant


class Note(NamedTuple):
    """What is to be said of a value besides its type."""

    text: str = ""
    name: str = ""
    """A part that has a name is described once."""
    pattern: str = ""
    least: float | None = None
    most: float | None = None
    among: tuple[object, ...] = ()


GameName: TypeAlias = Annotated[
    str, Note("Rows, columns and how many in a row win.", "GameName", "^[0-9]+,[0-9]+,[0-9]+$")
]
PositionText: TypeAlias = Annotated[
    str, Note("Row by row; a point is an empty cell.", "PositionText", "^[XO.]+(/[XO.]+)*$")
]
CellName: TypeAlias = Annotated[str, Note("Column letter, row number from the top.", "CellName", "^[a-s][0-9]+$")]
Moves: TypeAlias = Annotated[str, Note("Cells one after the other, such as b2 a1.")]
Count: TypeAlias = Annotated[int, Note(least=0)]
Seconds: TypeAlias = Annotated[float, Note(least=0)]
Part: TypeAlias = Annotated[float, Note(least=0, most=1)]
Value: TypeAlias = Annotated[int, Note(among=(-1, 0, 1))]
Fraction: TypeAlias = Annotated[str, Note("Exact, such as 1/8.", "Fraction", "^[0-9]+(/[0-9]+)?$")]


class Score(TypedDict):
    """For the player to move. `value` is null if it is not known, `plies` if the distance is not, or in a draw."""

    value: Value | None
    plies: Count | None
    text: str
    kind: Statement


class Outcome(TypedDict):
    """How the game ended: `winner` is null in a draw."""

    winner: Mark | None
    lines: list[list[CellName]]


class Board(TypedDict):
    """A position as the rules see it. `outcome` is null while the game goes on."""

    game: GameName
    position: PositionText
    turn: Mark
    outcome: Outcome | None


class MoveScore(TypedDict):
    """What a move is worth to the player who makes it."""

    move: CellName
    score: Score
    best: bool


class Analysis(Board):
    """The score of a position and of every move."""

    score: Score
    words: Annotated[str, Note("The score with the players named.")]
    choice: Annotated[
        CellName | None, Note("The move of a perfect player, or the one judged best; null once the game has ended.")
    ]
    choice_is: Annotated[
        Literal["proven", "judged"] | None,
        Note("Whether the choice is proven to be as good as any, or judged; null if there is none."),
    ]
    advice: Annotated[str, Note("The choice in a sentence; empty if there is none.")]
    moves: Annotated[list[MoveScore], Note("Every legal move, in reading order.")]


class Claim(TypedDict):
    """One thing that is so."""

    kind: str
    cells: list[CellName]
    text: str


class Reasons(TypedDict):
    """What one move does, and what it is worth."""

    move: CellName
    score: Score
    text: str
    claims: list[Claim]


class Explanation(Analysis):
    """What every move does and why, best first."""

    claims: Annotated[list[Claim], Note("What is to be seen before the move.")]
    reasons: list[Reasons]


class Fact(TypedDict):
    """One thing that a search has established; `wins` is null if it was left open."""

    attacker: Mark
    game: Variant
    wins: bool | None
    reason: str
    nodes: Count


class Solution(TypedDict):
    """The value of a position, and how it was found. It lies from `low` to `high`."""

    turn: Mark
    score: Score
    low: Value
    high: Value
    line: Annotated[list[CellName], Note("A line of play that shows a win.")]
    facts: list[Fact]
    nodes: Count
    seconds: Seconds
    memory: Annotated[int, Note("The size of the table, in bytes; 0 if none was needed.", least=0)]
    cached: bool


class Step(TypedDict):
    """One step of a search; `why` is a cutoff's inequality. -2 and 2 are bounds beyond every value."""

    kind: Literal["enter", "leaf", "known", "better", "cutoff", "leave"]
    path: list[CellName]
    position: PositionText
    turn: Mark
    alpha: int
    beta: int
    value: int | None
    move: CellName | None
    why: str | None


class Summary(TypedDict):
    """What a search has done. `value` is null if it was not run to its end, `nodes` has one number for each depth,
    `known` are answers from a table.
    """

    value: Value | None
    steps: Count
    nodes: list[Count]
    leaves: Count
    known: Count
    cutoffs: Count


class Trace(TypedDict):
    """The first steps of a search, as many as were asked for, and what the whole search comes to."""

    algorithm: str
    steps: list[Step]
    summary: Summary


class Comparison(TypedDict):
    """What each of the searches does on one position."""

    algorithms: dict[str, Summary]


class Endings(TypedDict, total=False):
    """How many, by winner; who never wins is left out."""

    X: Count
    O: Count  # noqa: E741  the mark
    draw: Count


class Counts(TypedDict):
    """How many positions and games there are. `nodes` and `classes_by_ply` have one number for each ply."""

    game: GameName
    positions: Count
    classes: Count
    finished: Endings
    finished_classes: Endings
    games: Endings
    games_classes: Count | None
    nodes: list[Count]
    classes_by_ply: list[Count]


class Level(TypedDict):
    """A level, what it does and misses, and how many plies it looks ahead: null if to the end."""

    name: str
    manner: str
    plies: Count | None


class Odds(TypedDict):
    """What comes of one level as X against one as O."""

    x: str
    o: str
    x_wins: Fraction
    draw: Fraction
    o_wins: Fraction


class Levels(TypedDict):
    """The levels, and the odds of each as X against each as O."""

    levels: list[Level]
    odds: list[Odds]


class PlayedGame(TypedDict):
    """A game of a match."""

    first: Annotated[Mark, Note("What the first of the players played.")]
    moves: Moves
    winner: Mark | None
    reason: Annotated[str | None, Note("What a player did wrong that lost the game before its end.")]


class Standing(TypedDict):
    """The first player's games."""

    games: Count
    won: Count
    drawn: Count
    lost: Count


class Times(TypedDict):
    """How long a player took, in seconds."""

    player: str
    moves: Count
    seconds: Seconds
    longest: Seconds
    overrun: Seconds


class Match(TypedDict):
    """What came of a match between two engines or levels. `share` is the first's part of the points; with 95 %
    certainty it lies from `low` to `high`.
    """

    players: list[str]
    seconds: Annotated[float, Note("For a move.", least=0)]
    seed: Count
    games: list[PlayedGame]
    as_x: Standing
    as_o: Standing
    all: Standing
    share: Part
    low: Part
    high: Part
    times: list[Times]


class Node(TypedDict):
    """A position in a tree. `value` is X's; `same` are the moves that a folded node stands for."""

    label: str
    move: CellName | None
    same: list[CellName]
    position: PositionText
    turn: Mark
    over: bool
    value: Value | None
    words: str
    score: Score
    best: bool
    chosen: bool
    left_out: Count
    children: list[Node]


class Tree(TypedDict):
    """The game tree below a position."""

    tree: Node


class Map(Tree):
    """Perfect play against everything the opponent may do."""


class Fault(TypedDict):
    """The smallest board that shows what is wrong."""

    board: Any
    action: Any
    call: str
    returned: str | None
    raised: str | None
    changed: Annotated[bool, Note("Whether the board that it was given is changed.")]
    altered: Annotated[bool, Note("Whether what it returned the time before is changed.")]
    right: Any
    degree: str


class Verdict(TypedDict):
    """What is to be said of one function."""

    function: str
    status: str
    asked: Count
    total: Count
    wrong: Count
    degree: str | None
    causes: list[str]
    note: str | None
    misled_by: list[str]
    fault: Fault | None


Beaten = TypedDict(
    "Beaten", {"games": Count, "lost": Count, "unknown": Count, "as": str | None, "moves": Moves | None}
)  # `as` is no name in Python
Beaten.__doc__ = "Games that it lost against perfect play, and the shortest of them."


class Report(TypedDict):
    """What checking one program found."""

    program: str
    right: bool
    outcome: str
    degree: str | None
    counted_as_wrong: list[str]
    to_blame: list[str]
    headline: str
    stopped: str | None
    functions: list[Verdict]
    beaten: Beaten | None
    first_move_seconds: Seconds | None
    printed: str | None
    printed_bytes: Count
    guards: list[str]
    not_guarded: list[str]
    seconds: Seconds


class Reports(TypedDict):
    """What checking programs found, one report each, in the order of the programs."""

    reports: list[Report]


class Line(TypedDict):
    """The moves made, and those taken back, the next one first."""

    moves: Moves
    undone: Moves


class Offered(TypedDict):
    """A level that is offered for a game."""

    name: str
    manner: str


class Session(Board, Line):
    """A game being played. `mover` is the level whose turn it is, null if a person moves or nobody does; `people`
    are the marks that people play. `undo` and `redo` are what they lead to, null if there is nothing to undo or
    redo.
    """

    mover: str | None
    people: list[Mark]
    levels: Annotated[list[Offered], Note("Those offered for this game, the best last.")]
    undo: Line | None
    redo: Line | None


class Played(TypedDict):
    """A move of a game; null where it begins. `better` are the moves that would have kept what a mistake gave away."""

    move: CellName | None
    player: Mark | None
    mistake: bool
    better: list[CellName]


class Standpoint(TypedDict):
    """How a game stands with perfect play from here on. `value` is X's."""

    value: Value | None
    words: str
    score: Score


class Ply(Played, Standpoint):
    """A move of a game, and how it stands after it; first the beginning, without a move. `value` is X's; `better`
    are the moves that would have kept what a mistake gave away.
    """


class Review(TypedDict):
    """The beginning of a game, then every move."""

    moves: list[Ply]


COMMANDS: dict[str, type] = {
    "analyze": Analysis,
    "solve": Solution,
    "explain": Explanation,
    "trace": Trace,
    "compare": Comparison,
    "tree": Tree,
    "map": Map,
    "count": Counts,
    "levels": Levels,
    "match": Match,
    "check": Reports,
}
"""What each command with `--json` prints, in its envelope."""
WHOLE_GAME = ("count", "levels", "match", "check")
"""Those whose answer is about a game rather than one of its positions."""
