"""The door for programmers and notebooks: `Board`, one value that plays, analyses, explains and draws itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias, final

from tictactoe.draw.svg import draw_board_svg
from tictactoe.draw.text import draw_board
from tictactoe.match import STRONG, player, require_level
from tictactoe.rules import (
    BadInput,
    Cell,
    Game,
    Mark,
    O,
    Outcome,
    Position,
    X,
    canonical,
    format_cell,
    format_game,
    format_position,
    parse_cell,
    quote,
    require_move,
    whole_number,
)
from tictactoe.rules.grid import RowCol, read_rowcol
from tictactoe.rules.notation import require_text
from tictactoe.rules.start import DEFAULT, read_start
from tictactoe.search import Answer, Budget, Solver
from tictactoe.search.budget import DEFAULT_SECONDS
from tictactoe.search.solver import require_solver
from tictactoe.study.map import perfect_map
from tictactoe.study.reasons import explain_move, explain_moves
from tictactoe.study.tree import Limits, grow
from tictactoe.views import AnalysisView, ExplanationView, TreeView

Move: TypeAlias = str | RowCol
"""A cell to play: its name, such as `b2`, or its row and column from 0."""
Grid: TypeAlias = list[list[str | None]]
"""The course's and the lecture's boards."""


@final
class Board:
    """A game and a position in it that can arise in play. It cannot be changed: every move makes a new board.

    >>> from tictactoe import Board
    >>> board = Board().play("b2", "a1")
    >>> print(board)
         a   b   c
      1  O |   |
        ---+---+---
      2    | X |
        ---+---+---
      3    |   |
    >>> board
    Board('O../.X./...')

    It is made from nothing, a game, a position, or a list of lists:

    >>> Board("4,4,3")
    Board('4,4,3')
    >>> Board("X.../..../..../....", game="4,4,3").moves[:4]
    ('b1', 'c1', 'd1', 'a2')
    >>> Board([["X", None, None], [None, "O", None], [None, None, None]])
    Board('X../.O./...')

    Boards of the same game and position are equal, however they were reached.
    """

    __slots__ = {
        "game": "The rules: `Game(3, 3, 3)`.",
        "history": "The moves by which `play` came here, such as `('b2', 'a1')`; equality does not look at it.",
        "position": "Who holds which cells, and whose turn it is.",
    }
    game: Game
    position: Position
    history: tuple[str, ...]

    def __new__(
        cls, start: Board | Game | Position | Grid | str | None = None, game: Game | str | None = None
    ) -> Board:
        """`start` is a game, a position as text, as a list of rows or as a `Position`, or a board; nothing: 3,3,3.

        A square position that does not name its `game` is one of N in a row on N by N. A position that cannot arise
        in play is refused.
        """
        if isinstance(start, Board) and (game is None or read_start(game, None)[0] == start.game):
            return start
        return cls._of(*read_start(start.text if isinstance(start, Board) else start, game))

    @classmethod
    def _of(cls, game: Game, position: Position, history: tuple[str, ...] = ()) -> Board:
        """A board that is known to be legal."""
        board = super().__new__(cls)
        for name, value in (("game", game), ("position", position), ("history", history)):
            object.__setattr__(board, name, value)
        return board

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Board cannot be changed: make a new one instead of setting {name!r}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a Board cannot be changed: {name!r} stays")

    def __reduce__(self) -> tuple[Callable[..., Board], tuple[Game, Position, tuple[str, ...]]]:
        return Board._of, (self.game, self.position, self.history)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return (self.game, self.position) == (other.game, other.position)

    def __hash__(self) -> int:
        return hash((self.game, self.position))

    @property
    def text(self) -> str:
        """The position row by row.

        >>> Board().play("b2", "a1").text
        'O../.X./...'
        """
        return format_position(self.game, self.position)

    def to_lists(self, blank: str | None = None) -> Grid:
        """The position as the course's list of lists; with `blank=" "`, as the lecture's.

        >>> Board("X.O/.X./..O").to_lists()
        [['X', None, 'O'], [None, 'X', None], [None, None, 'O']]
        """
        return [[blank if mark == "." else mark for mark in row] for row in self.text.split("/")]

    def __getitem__(self, cell: Move) -> Mark | None:
        """Who holds a cell: X, O, or None if it is empty.

        >>> board = Board("X.O/.X./..O")
        >>> board["c1"], board["b1"], board[1, 1]
        ('O', None, 'X')
        """
        bit = 1 << self._cell(cell)
        return X if self.position.x & bit else O if self.position.o & bit else None

    @property
    def turn(self) -> Mark:
        """Whose turn it is, X or O; on a finished board, who would be next.

        >>> Board("X../.../...").turn
        'O'
        """
        return self.position.turn

    @property
    def moves(self) -> tuple[str, ...]:
        """The legal moves in reading order; none once the game has ended.

        >>> Board("XO./.X./..O").moves
        ('c1', 'a2', 'c2', 'a3', 'b3')
        """
        return tuple(format_cell(self.game, cell) for cell in self.game.moves(self.position))

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on.

        >>> Board("XXX/OO./...").outcome
        Outcome(winner='X')
        """
        return self.game.outcome(self.position)

    @property
    def winner(self) -> Mark | None:
        """Who has won; None if nobody has.

        >>> Board("XXX/OO./...").winner
        'X'
        """
        return self.outcome.winner if self.outcome else None

    @property
    def is_over(self) -> bool:
        """Whether the game has ended.

        >>> Board("XXX/OO./...").is_over
        True
        """
        return self.outcome is not None

    def play(self, *moves: Move) -> Board:
        """The board after these moves, by turns; BadInput if one of them is not legal. A text may name several.

        >>> Board().play("b2").play((0, 0)) == Board().play("b2", "a1") == Board().play("b2 a1")
        True
        >>> Board().play("b2", "b2")
        Traceback (most recent call last):
        tictactoe.rules.errors.BadInput: b2 is taken by X; the empty cells are a1 b1 c1 a2 c2 a3 b3 c3
        """
        position, history = self.position, self.history
        for move in _each(moves):
            cell = require_move(self.game, position, self._cell(move))
            position, history = position.play(cell), (*history, format_cell(self.game, cell))
        return Board._of(self.game, position, history)

    def undo(self, moves: int = 1) -> Board:
        """The board before the last moves of its history; BadInput if it has not as many.

        >>> Board().play("b2", "a1").undo()
        Board('.../.X./...')
        >>> Board().play("b2", "a1").undo(2)
        Board()
        """
        number = _count("moves", moves, 0)
        if number > len(self.history):
            raise BadInput(f"{self!r} has a history of {len(self.history)}: {number} cannot be taken back")
        kept = len(self.history) - number
        rest = ~sum(1 << parse_cell(self.game, name) for name in self.history[kept:])
        return Board._of(self.game, Position.of(self.position.x & rest, self.position.o & rest), self.history[:kept])

    def positions(self, fold: bool = False) -> Iterator[Board]:
        """This board and all that can follow it, ply by ply, each once; with `fold`, one for all its mirror images.

        >>> sum(1 for board in Board().positions())
        5478
        >>> sum(board.winner == "X" for board in Board().positions(fold=True))
        91
        """
        ply = [self.position]
        while ply:
            following: dict[Position, Position] = {}
            for position in ply:
                yield Board._of(self.game, position)
                for cell in self.game.moves(position):
                    after = position.play(cell)
                    following.setdefault(canonical(self.game, after) if fold else after, after)
            ply = list(following.values())

    def playout(
        self,
        x: str | Callable[[Board], Move] = "perfect",
        o: str | Callable[[Board], Move] = "perfect",
        seed: int = 0,
        seconds: float | None = DEFAULT_SECONDS,
        solver: Solver | None = None,
    ) -> Board:
        """The board when two players have played to the end: levels (`tictactoe levels` lists them), or callables.

        A callable is shown a board and names a move. The same seed makes the levels' dice fall the same; `seconds` is
        for one move of the perfect player, and of the strong one, who takes no more than its usual second.

        >>> end = Board().playout(x="random", o="perfect", seed=1)
        >>> end.winner, " ".join(end.history)
        ('O', 'a1 b2 b3 a2 b1 c2')
        >>> Board().playout(x=lambda board: board.moves[0]).history[:3]
        ('a1', 'b2', 'b1')
        """
        asked, dice = require_solver(self.game, solver), _count("seed", seed, 0)
        players = {
            mark: who if callable(who) else self._level(who, dice, seconds, asked) for mark, who in ((X, x), (O, o))
        }
        board = self
        while not board.is_over:
            board = board.play(players[board.turn](board))
        return board

    def solve(self, seconds: float | None = DEFAULT_SECONDS, solver: Solver | None = None) -> Answer:
        """What the position is worth to the player to move: a score, or what is known of it after so many seconds.

        >>> print(Board(".O./.X./...").solve())
        win in 5
        """
        return require_solver(self.game, solver).solve(self.position, Budget(seconds))

    def analyze(self, seconds: float | None = DEFAULT_SECONDS, solver: Solver | None = None) -> AnalysisView:
        """The score of every move. Printed, it is a table; in a notebook, a board with a score in each cell.

        >>> Board("XX./OO./...").analyze()
             a   b   c
          1  X | X |
            ---+---+---
          2  O | O |
            ---+---+---
          3    |   |
        <BLANKLINE>
        3 in a row on 3 x 3, X to move: win in 1
        <BLANKLINE>
          move  score
          c1    win in 1   best
          c2    draw
          a3    loss in 2
          b3    loss in 2
          c3    loss in 2
        <BLANKLINE>
        A perfect player takes c1.
        """
        return AnalysisView(
            self.game, self.position, require_solver(self.game, solver).analyze(self.position, Budget(seconds))
        )

    def best_moves(self, seconds: float | None = DEFAULT_SECONDS, solver: Solver | None = None) -> tuple[str, ...]:
        """The moves that no other is better than, in reading order; none where that is not known.

        >>> Board(".O./.X./...").best_moves()
        ('a1', 'c1', 'a2', 'c2', 'a3', 'c3')
        """
        return self.analyze(seconds, solver).best_moves

    def best_move(self, seconds: float | None = DEFAULT_SECONDS, solver: Solver | None = None) -> str | None:
        """The move that a perfect player makes; None once the game has ended.

        >>> Board("X../.../...").best_move()
        'b2'
        """
        cell = require_solver(self.game, solver).best_move(self.position, Budget(seconds))
        return None if cell is None else format_cell(self.game, cell)

    def explain(
        self, move: Move | None = None, seconds: float | None = DEFAULT_SECONDS, solver: Solver | None = None
    ) -> ExplanationView:
        """What each move does and why, in words; or what one move does.

        >>> Board("X.O/.X./..O").explain("b1")
             a   b   c
          1  X |   | O
            ---+---+---
          2    | X |
            ---+---+---
          3    |   | O
        <BLANKLINE>
        3 in a row on 3 x 3, X to move: draw.
        O threatens to complete c1 c2 c3 with c2.
        <BLANKLINE>
          b1  Leaves O free to complete c1 c2 c3 with c2. X loses in 2 plies. That gives away the draw,
              which c2 would keep.
        """
        asked, budget = require_solver(self.game, solver), Budget(seconds)
        if move is None:
            found = explain_moves(asked, self.position, budget)
        else:
            cell = require_move(self.game, self.position, self._cell(move))
            found = explain_move(asked, self.position, cell, budget)
        return ExplanationView(self.game, self.position, *found)

    def tree(
        self,
        depth: int = 1,
        width: int | None = None,
        fold: bool = False,
        seconds: float | None = DEFAULT_SECONDS,
        solver: Solver | None = None,
    ) -> TreeView:
        """The game tree `depth` plies deep; `width` moves of each position, the best; with `fold`, symmetry folded.

        >>> Board("XOX/XOO/O.X").tree()
        X O X   start
        X O O   draw, MAX: X moves
        O . X
        <BLANKLINE>
            X O X   i1: X b3 **
            X O O   draw
            O X X
        """
        limits = Limits(_count("depth", depth, 0), None if width is None else _count("width", width, 1), bool(fold))
        root = grow(require_solver(self.game, solver), self.position, limits, Budget(seconds))
        return TreeView(self.game, root, f"Game tree of {self.text}")

    def map(self, side: str, solver: Solver | None = None) -> TreeView:
        """Perfect play of X or O from here against everything the opponent may do, symmetry folded.

        >>> root = Board().map("O").root
        >>> [len(child.same) for child in root.children]
        [4, 4, 1]
        """
        mark: Mark | None = X if side in ("X", "x") else O if side in ("O", "o") else None
        if mark is None:
            raise BadInput(f"side is {quote(side)}, but should be 'X' or 'O'")
        root = perfect_map(self.game, mark, require_solver(self.game, solver), self.position)
        where = f" from {self.text}" if self.position.taken else ""
        return TreeView(self.game, root, f"Perfect play as {mark} in {format_game(self.game)}{where}", is_map=True)

    def __str__(self) -> str:
        return draw_board(self.game, self.position)

    def __repr__(self) -> str:
        if not self.position.taken:
            return "Board()" if self.game == DEFAULT else f"Board({format_game(self.game)!r})"
        named = "" if self.game == Game.square(self.game.rows) else f", game={format_game(self.game)!r}"
        return f"Board({self.text!r}{named})"

    def _repr_svg_(self) -> str:
        last = parse_cell(self.game, self.history[-1]) if self.history else None
        return draw_board_svg(self.game, self.position, last)

    def _cell(self, move: object) -> Cell:
        if isinstance(move, tuple):
            row, col = read_rowcol(move, self.game, "move")
            return row * self.game.cols + col
        if not isinstance(move, str):
            raise BadInput(f"move {quote(move)} should be the name of a cell such as 'b2', or its (row, col) from 0")
        return parse_cell(self.game, move)

    def _level(self, name: str, seed: int, seconds: float | None, solver: Solver) -> Callable[[Board], Move]:
        level = require_level(self.game, require_text(name, "level", "careful"))
        usual = level.seconds if level.name == STRONG else None
        time = usual if seconds is None else min(seconds, usual or seconds)
        choose = player(level, solver, seed, lambda: Budget(time))
        return lambda board: format_cell(board.game, choose(board.position))


def _each(moves: tuple[Move, ...]) -> Iterator[Move]:
    """The moves one by one: a text with spaces names several."""
    for move in moves:
        yield from (move.split() or [move]) if isinstance(move, str) else [move]


def _count(name: str, value: object, least: int) -> int:
    number = whole_number(value)
    if number is None or number < least:
        raise BadInput(f"{name} is {quote(value)}, but should be a whole number from {least} up")
    return number
