"""What the JSON looks like, part by part: that of the commands, and of the API that answers with the same parts.

The functions that make it are checked against these types; docs/schema.json and the API's description are made from
them. A docstring describes a part, an About what a type cannot say.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, NamedTuple, TypeAlias, TypedDict

from tictactoe.rules import Mark
from tictactoe.rules.results import Result
from tictactoe.search.answer import Statement, Variant
from tictactoe.study.bounds import Relation


class About(NamedTuple):
    """What is to be said of a value besides its type."""

    text: str = ""
    name: str = ""
    """A part that has a name is described once."""
    pattern: str = ""
    least: float | None = None
    most: float | None = None
    among: tuple[object, ...] = ()


GameName: TypeAlias = Annotated[
    str, About("Rows, columns and how many in a row win.", "GameName", "^[0-9]+,[0-9]+,[0-9]+$")
]
PositionText: TypeAlias = Annotated[
    str, About("Row by row; a point is an empty cell.", "PositionText", "^[XO.]+(/[XO.]+)*$")
]
CellName: TypeAlias = Annotated[str, About("Column letter, row number from the top.", "CellName", "^[a-s][0-9]+$")]
MovesText: TypeAlias = Annotated[str, About("Cells one after the other, such as b2 a1.")]
Count: TypeAlias = Annotated[int, About(least=0)]
Duration: TypeAlias = Annotated[float, About(least=0)]
Share: TypeAlias = Annotated[float, About(least=0, most=1)]
ValueNumber: TypeAlias = Annotated[int, About(among=(-1, 0, 1))]
ExactPart: TypeAlias = Annotated[str, About("Exact, such as 1/8.", "ExactPart", "^[0-9]+(/[0-9]+)?$")]


class ScoreData(TypedDict):
    """For the player to move. `value` is null if it is not known, `plies` if the distance is not, or in a draw."""

    value: ValueNumber | None
    plies: Count | None
    text: str
    kind: Statement


class OutcomeData(TypedDict):
    """How the game ended: `winner` is null in a draw."""

    winner: Mark | None
    lines: list[list[CellName]]


class BoardData(TypedDict):
    """A position as the rules see it. `outcome` is null while the game goes on."""

    game: GameName
    position: PositionText
    turn: Mark
    outcome: OutcomeData | None


class MoveScoreData(TypedDict):
    """What a move is worth to the player who makes it."""

    move: CellName
    score: ScoreData
    best: bool


class AnalysisData(BoardData):
    """The score of a position and of every move."""

    score: ScoreData
    words: Annotated[str, About("The score with the players named.")]
    choice: Annotated[
        CellName | None, About("The move of a perfect player, or the one judged best; null once the game has ended.")
    ]
    choice_is: Annotated[
        Literal["proven", "judged"] | None,
        About("Whether the choice is proven to be as good as any, or judged; null if there is none."),
    ]
    advice: Annotated[str, About("The choice in a sentence; empty if there is none.")]
    moves: Annotated[list[MoveScoreData], About("Every legal move, in reading order.")]


class ClaimData(TypedDict):
    """One thing that is so."""

    kind: str
    cells: list[CellName]
    text: str


class ReasonsData(TypedDict):
    """What one move does, and what it is worth."""

    move: CellName
    score: ScoreData
    text: str
    claims: list[ClaimData]


class ExplanationData(AnalysisData):
    """What every move does and why, best first."""

    claims: Annotated[list[ClaimData], About("What is to be seen before the move.")]
    reasons: list[ReasonsData]


class FactData(TypedDict):
    """One thing that a search has established; `wins` is null if it was left open."""

    attacker: Mark
    game: Variant
    wins: bool | None
    reason: str
    nodes: Count


class SolutionData(TypedDict):
    """The value of a position, and how it was found. It lies from `low` to `high`."""

    turn: Mark
    score: ScoreData
    low: ValueNumber
    high: ValueNumber
    line: Annotated[list[CellName], About("A line of play that shows a win.")]
    facts: list[FactData]
    nodes: Count
    seconds: Duration
    memory: Annotated[int, About("The size of the table, in bytes; 0 if none was needed.", least=0)]
    cached: bool


class StepData(TypedDict):
    """One step of a search. `relation` says how the exact value stands to `value`, as far as the search can know:
    equal, at least or at most; `reason` says why that is only a bound. A cutoff has its inequality, `why`, and the
    moves that it leaves `untried`. An alpha or beta of -2 or 2 is beyond every value.
    """

    kind: Literal["enter", "leaf", "known", "better", "cutoff", "leave"]
    path: list[CellName]
    position: PositionText
    turn: Mark
    alpha: int
    beta: int
    value: int | None
    relation: Relation | None
    reason: str
    move: CellName | None
    why: str | None
    untried: list[CellName]


class SummaryData(TypedDict):
    """What a search has done. `value` is null if it was not run to its end, `nodes` has one number for each depth,
    `known` are answers from a table.
    """

    value: ValueNumber | None
    steps: Count
    nodes: list[Count]
    leaves: Count
    known: Count
    cutoffs: Count


class TraceData(TypedDict):
    """The first steps of a search, as many as were asked for, and what the whole search comes to."""

    algorithm: str
    steps: list[StepData]
    summary: SummaryData


class ComparisonData(TypedDict):
    """What each of the searches does on one position."""

    algorithms: dict[str, SummaryData]


class EndingsData(TypedDict, total=False):
    """How many, by winner; who never wins is left out."""

    X: Count
    O: Count  # noqa: E741  the mark
    draw: Count


class CountsData(TypedDict):
    """How many positions and games there are. `nodes` and `classes_by_ply` have one number for each ply."""

    game: GameName
    positions: Count
    classes: Count
    finished: EndingsData
    finished_classes: EndingsData
    games: EndingsData
    games_classes: Count | None
    nodes: list[Count]
    classes_by_ply: list[Count]


class LevelData(TypedDict):
    """A level, what it does and misses, and how many plies it looks ahead: null if to the end."""

    name: str
    manner: str
    plies: Count | None


class OddsData(TypedDict):
    """What comes of one level as X against one as O."""

    x: str
    o: str
    x_wins: ExactPart
    draw: ExactPart
    o_wins: ExactPart


class LevelsData(TypedDict):
    """The levels, and the odds of each as X against each as O."""

    levels: list[LevelData]
    odds: list[OddsData]


class PlayedGameData(TypedDict):
    """A game of a match."""

    first: Annotated[Mark, About("What the first of the players played.")]
    moves: MovesText
    winner: Mark | None
    reason: Annotated[str | None, About("What a player did wrong that lost the game before its end.")]


class StandingData(TypedDict):
    """The first player's games."""

    games: Count
    won: Count
    drawn: Count
    lost: Count


class TimesData(TypedDict):
    """How long a player took, in seconds."""

    player: str
    moves: Count
    seconds: Duration
    longest: Duration
    overrun: Duration


class MatchData(TypedDict):
    """What came of a match between two engines or levels. `share` is the first's part of the points; with 95 %
    certainty it lies from `low` to `high`.
    """

    players: list[str]
    seconds: Annotated[float, About("For a move.", least=0)]
    seed: Count
    games: list[PlayedGameData]
    as_x: StandingData
    as_o: StandingData
    all: StandingData
    share: Share
    low: Share
    high: Share
    times: list[TimesData]


class AgainstData(TypedDict):
    """How likely each end is against a level, or its part of the games; `games` is null if nothing was played."""

    level: str
    mark: Mark
    games: Count | None
    wins: ExactPart
    draw: ExactPart
    loses: ExactPart


class AgentData(TypedDict):
    """What an agent is worth. If `exact` is false, it was not asked about every position, and the numbers are those of
    the games that it played.
    """

    agent: Annotated[str, About("How it was named, or the file of the checkpoint.")]
    exact: bool
    marks: Annotated[list[Mark], About("What it played.")]
    positions: Annotated[int, About("In which it was to move, and of which the scores are known.", least=0)]
    kept: Annotated[int, About("Of these, those in which its move keeps the value.", least=0)]
    quickest: Annotated[int | None, About("Those in which no move is better; null if it was not asked about all.")]
    illegal: Annotated[int, About("Answers that are no legal move.", least=0)]
    percent: Annotated[float | None, About("Of the positions, those in which its move keeps the value.")]
    error: Annotated[float | None, About("How far that may be wrong to either side, with a certainty of 95 %.")]
    worst: Annotated[Result, About("The worst that can happen to it, or that did.")]
    side: Annotated[Mark, About("What it plays when that happens.")]
    line: Annotated[str, About("The moves that lead there.")]
    against: list[AgainstData]


class AgentsData(TypedDict):
    """What agents are worth: one, or those of a learner's checkpoints."""

    agents: list[AgentData]


class NodeData(TypedDict):
    """A position in a tree. `value` is X's; `same` are the moves that a folded node stands for."""

    label: str
    move: CellName | None
    same: list[CellName]
    position: PositionText
    turn: Mark
    over: bool
    value: ValueNumber | None
    words: str
    score: ScoreData
    best: bool
    chosen: bool
    left_out: Count
    children: list[NodeData]


class TreeData(TypedDict):
    """The game tree below a position."""

    tree: NodeData


class MapData(TreeData):
    """Perfect play against everything the opponent may do."""


class FaultData(TypedDict):
    """The smallest board that shows what is wrong."""

    board: Any
    action: Any
    call: str
    returned: str | None
    raised: str | None
    changed: Annotated[bool, About("Whether the board that it was given is changed.")]
    altered: Annotated[bool, About("Whether what it returned the time before is changed.")]
    right: Any
    degree: str


class VerdictData(TypedDict):
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
    fault: FaultData | None


BeatenData = TypedDict(
    "BeatenData", {"games": Count, "lost": Count, "unknown": Count, "as": str | None, "moves": MovesText | None}
)  # `as` is no name in Python
BeatenData.__doc__ = "Games that it lost against perfect play, and the shortest of them."


class ReportData(TypedDict):
    """What checking one program found."""

    program: str
    right: bool
    outcome: str
    degree: str | None
    counted_as_wrong: list[str]
    to_blame: list[str]
    headline: str
    stopped: str | None
    functions: list[VerdictData]
    beaten: BeatenData | None
    first_move_seconds: Duration | None
    printed: str | None
    printed_bytes: Count
    guards: list[str]
    not_guarded: list[str]
    seconds: Duration


class ReportsData(TypedDict):
    """What checking programs found, one report each, in the order of the programs."""

    reports: list[ReportData]


class LineData(TypedDict):
    """The moves made, and those taken back, the next one first."""

    moves: MovesText
    undone: MovesText


class OfferedData(TypedDict):
    """A level that is offered for a game."""

    name: str
    manner: str


class SessionData(BoardData, LineData):
    """A game being played. `mover` is the level whose turn it is, null if a person moves or nobody does; `people`
    are the marks that people play. `undo` and `redo` are what they lead to, null if there is nothing to undo or
    redo.
    """

    mover: str | None
    people: list[Mark]
    levels: Annotated[list[OfferedData], About("Those offered for this game, the best last.")]
    undo: LineData | None
    redo: LineData | None


class PlayedData(TypedDict):
    """A move of a game; null where it begins. `better` are the moves that would have kept what a mistake gave away."""

    move: CellName | None
    player: Mark | None
    mistake: bool
    better: list[CellName]


class StandpointData(TypedDict):
    """How a game stands with perfect play from here on. `value` is X's."""

    value: ValueNumber | None
    words: str
    score: ScoreData


class PlyData(PlayedData, StandpointData):
    """A move of a game, and how it stands after it; first the beginning, without a move. `value` is X's; `better`
    are the moves that would have kept what a mistake gave away.
    """


class ReviewData(TypedDict):
    """The beginning of a game, then every move."""

    moves: list[PlyData]


class LessonData(BoardData):
    """A mistake of a game as it is asked about: the position before it, and what is to be said now."""

    number: Annotated[int, About("Which move of the game the mistake is, from 1.")]
    text: str
    found: Annotated[bool, About("Whether the last cell tried keeps what was given away.")]
    over: Annotated[bool, About("Whether the better move has been found, or is told.")]
    moves: Annotated[
        list[MoveScoreData],
        About("Those that have been tried; when the lesson is over, also the better ones, and the one that was made."),
    ]


COMMANDS: dict[str, type] = {
    "analyze": AnalysisData,
    "solve": SolutionData,
    "explain": ExplanationData,
    "trace": TraceData,
    "compare": ComparisonData,
    "tree": TreeData,
    "map": MapData,
    "count": CountsData,
    "levels": LevelsData,
    "match": MatchData,
    "evaluate": AgentsData,
    "check": ReportsData,
}
"""What each command with `--json` prints, in its envelope."""
WHOLE_GAME = ("count", "levels", "match", "evaluate", "check")
"""Those whose answer is about a game rather than one of its positions."""
