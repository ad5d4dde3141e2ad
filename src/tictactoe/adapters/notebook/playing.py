"""A board to play on: against a level, or two people, with hints."""

from __future__ import annotations

from collections.abc import Callable

from ipywidgets import HTML, Button, Dropdown, HBox

from tictactoe.adapters.notebook.pieces import Grid, Shown, said
from tictactoe.board import Board
from tictactoe.draw.svg import draw_board_svg
from tictactoe.draw.text import describe_choice, describe_outcome
from tictactoe.match import DEFAULT_SIDE, PERSON, SIDES, Session, best_level, offered, player, require_level, seated
from tictactoe.rules import BadInput, Cell, Game, format_cell, opponent
from tictactoe.search import Analysis, Budget, Solver
from tictactoe.search.budget import require_seconds
from tictactoe.search.solver import require_solver

SECONDS = 5.0
"""For a move or a hint, unless more is given: the notebook waits for it."""


def play(
    board: Board | Game | str | None = None,
    side: str = DEFAULT_SIDE,
    level: str | None = None,
    seed: int = 0,
    seconds: float | None = SECONDS,
    solver: Solver | None = None,
) -> PlayWidget:
    """A board to play on: click a cell, or move to it with Tab and press the space bar.

    It begins with a `Board`, or what one is made from. `side` is x, o, or both, for two people; `level` is who plays
    the rest, the best there is for the game if it is left out. `seconds` is for a move of those levels that search.
    """
    start = Board(board)
    name = level or best_level(start.game).name
    session = seated(start.game, side, require_level(start.game, name).name, seed, start=start.position)
    return PlayWidget(session, name, require_seconds(seconds), require_solver(start.game, solver))


class PlayWidget(Shown):
    """One game, and those that are begun after it on the same board."""

    def __init__(self, session: Session, level: str, seconds: float | None, solver: Solver) -> None:
        self.session = session
        """The game as it stands."""
        self._seconds = seconds
        self._solver = solver
        self._analysis: Analysis | None = None
        self._note = ""
        self.grid = Grid(session.game, self._clicked)
        sides = [(side.title, side.name) for side in SIDES.values() if side.people]
        self.side = Dropdown(options=sides, value=session.side.name, description="You play")
        names = [level.name for level in offered(session.game)]
        self.level = Dropdown(options=names, value=level, description="Against")
        self.hint, self.undo, self.new = (Button(description=name) for name in ("Hint", "Undo", "New game"))
        for button, work in ((self.hint, self._give_hint), (self.undo, self._undo), (self.new, self._begin)):
            button.on_click(lambda _, work=work: self._do(work))
        for choice in (self.side, self.level):
            choice.observe(lambda _: self._do(self._begin), names="value")
        self.status = HTML()
        rows = [self.grid.box, self.status, HBox([self.hint, self.undo, self.new]), HBox([self.side, self.level])]
        super().__init__(rows, self._picture)
        self._do(self._reply)

    @property
    def board(self) -> Board:
        """The board as it stands, with the moves that led there."""
        moves = (format_cell(self.session.game, cell) for cell in self.session.moves)
        return Board(self.session.start, game=self.session.game).play(*moves)

    def _clicked(self, cell: Cell) -> None:
        self._do(lambda: self._play(cell))

    def _do(self, work: Callable[[], None]) -> None:
        """Do something and show what came of it; what cannot be done is said instead."""
        self._analysis, self._note = None, ""
        try:
            work()
        except BadInput as error:
            self._note = f"{error}."
        self._show()

    def _play(self, cell: Cell) -> None:
        self._reply()  # if the last one was interrupted: nobody moves in its place
        self.session = self.session.play(cell)
        self._reply()

    def _reply(self) -> None:
        """The computer moves, while it is its turn."""
        while not self.session.outcome and self.session.mover != PERSON:
            self._note = f"{self.session.turn} is thinking…"
            self._show()
            level = require_level(self.session.game, self.session.mover)
            move = player(level, self._solver, self.session.seed, self._budget)(self.session.position)
            self._note = ""
            self.session = self.session.play(move)

    def _budget(self) -> Budget:
        return Budget(self._seconds)

    def _give_hint(self) -> None:
        if self.session.outcome:
            raise BadInput("the game is over: there is no move to hint at")
        self._note = "Working out a hint…"
        self._show()
        self._note = ""
        self._analysis = self._solver.analyze(self.session.position, self._budget())

    def _undo(self) -> None:
        earlier = self.session.undo()
        if earlier == self.session:
            raise BadInput("there is no move to take back")
        self.session = earlier

    def _begin(self) -> None:
        last = self.session
        self.session = seated(last.game, self.side.value, self.level.value, last.seed + 1, start=last.start)
        self._reply()

    def _show(self) -> None:
        known = self._analysis
        labels = {cell: known.short(cell) for cell in known.told} if known else {}
        self.grid.show(self.session.position, self._last, labels, known.marked if known else ())
        self.undo.disabled = self.session.undo() == self.session
        self.hint.disabled = self.session.outcome is not None
        self.status.value = said(self._words())

    @property
    def _last(self) -> Cell | None:
        return self.session.moves[-1] if self.session.moves else None

    def _words(self) -> str:
        session = self.session
        if self._note:
            return self._note
        if outcome := session.outcome:
            return describe_outcome(session.game, session.position, outcome)
        if self._analysis:
            worth = self._analysis.answer.named(session.turn)
            return f"{describe_choice(session.game, self._analysis)} {session.turn} to move: {worth}."
        played = (
            "" if self._last is None else f"{opponent(session.turn)} played {format_cell(session.game, self._last)}. "
        )
        return f"{played}{session.turn} to move."

    def _picture(self) -> str:
        return f"{draw_board_svg(self.session.game, self.session.position, self._last)}<p>{self._words()}</p>"
