"""The board that a person plays on: shows the picture, moves the cursor, and says which cell was chosen."""

from __future__ import annotations

from itertools import groupby
from typing import ClassVar

from rich.segment import Segment
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from tictactoe.match import PERSON, Session
from tictactoe.rules import Cell, opponent
from tictactoe.search import Analysis
from tictactoe.ui.terminal.picture import LEFT, TOP, Shape, Tile, View, draw, shape_for


class BoardWidget(Widget, can_focus=True):
    """Shows a session. If even its smallest picture is too large, shows the part of it that holds the cursor."""

    ALLOW_SELECT = False
    COMPONENT_CLASSES: ClassVar[set[str]] = {
        f"board--{part}" for part in ("grid", "label", "here", "x", "o", "won", "last", "cursor", "value", "best")
    }
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "step(-1, 0)", show=False),
        Binding("down", "step(1, 0)", show=False),
        Binding("left", "step(0, -1)", show=False),
        Binding("right", "step(0, 1)", show=False),
        Binding("enter", "choose", show=False),
    ]

    class Chosen(Message):
        """A cell was clicked, or Enter pressed on it."""

        def __init__(self, cell: Cell) -> None:
            super().__init__()
            self.cell = cell

    class Stepped(Message):
        """The cursor is on another cell."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.analysis: Analysis | None = None
        self.cursor = _middle(session)
        self._look: Cell | None = None
        """The computer's last move, until the person looks elsewhere: it is in sight, rather than the cursor."""
        self._from = (0, 0)
        """The first column and line of the picture, behind its names, that is shown."""
        self._tiles: list[list[Tile]] = []
        self._drawn_for: Size | None = None

    @property
    def shape(self) -> Shape:
        return shape_for(self.session.game, self.size.width, self.size.height)

    def show(self, session: Session, analysis: Analysis | None) -> None:
        if session.game != self.session.game:
            self.cursor = _middle(session)
        if session != self.session:
            self._look = _reply(session)
        self.session = session
        self.analysis = analysis
        self._redraw()

    def place_of(self, cell: Cell) -> tuple[int, int]:
        """Column and line, in this widget, of the middle of a cell that is in sight."""
        self._draw()
        column, line = self.shape.corner(self.session.game, cell)
        left, top = self._margin()
        return (
            left + column - self._from[0] + self.shape.width // 2,
            top + line - self._from[1] + self.shape.height // 2,
        )

    def render_line(self, y: int) -> Strip:
        self._draw()
        left, top = self._margin()
        line = y - top
        if not 0 <= line < len(self._tiles):
            return Strip.blank(self.size.width, self.rich_style)
        if line >= TOP:
            line += self._from[1]
        if line >= len(self._tiles):
            return Strip.blank(self.size.width, self.rich_style)
        tiles = self._tiles[line][:LEFT] + self._tiles[line][LEFT + self._from[0] :]
        segments = [Segment(" " * left, self.rich_style)]
        for part, group in groupby(tiles, key=lambda tile: tile[1]):
            text = "".join(character for character, _ in group)
            segments.append(Segment(text, self.get_component_rich_style(f"board--{part}")))
        return Strip(segments).adjust_cell_length(self.size.width, self.rich_style)

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self.refresh()

    def on_click(self, event: events.Click) -> None:
        self._draw()
        left, top = self._margin()
        column, line = event.x - left, event.y - top
        if column < LEFT or line < TOP:
            return
        cell = self.shape.cell_at(self.session.game, column + self._from[0], line + self._from[1])
        if cell is not None:
            self._step_to(cell)
            self.post_message(self.Chosen(cell))

    def action_step(self, down: int, right: int) -> None:
        game = self.session.game
        row, col = divmod(self.cursor, game.cols)
        row, col = min(max(row + down, 0), game.rows - 1), min(max(col + right, 0), game.cols - 1)
        self._step_to(row * game.cols + col)

    def action_choose(self) -> None:
        self.post_message(self.Chosen(self.cursor))

    def _step_to(self, cell: Cell) -> None:
        if cell != self.cursor or self._look is not None:
            self.cursor = cell
            self._look = None
            self._redraw()
            self.post_message(self.Stepped())

    def _redraw(self) -> None:
        self._drawn_for = None
        self.refresh()

    def _draw(self) -> None:
        """Bring the picture up to date: when it is looked at, since only then its size is known."""
        if self._drawn_for != self.size:
            self._drawn_for = self.size
            self._tiles = draw(self._view(), self.shape)
            self._from = self._window()

    def _view(self) -> View:
        session, analysis = self.session, self.analysis
        winning = 0
        for line in session.game.winning_lines(session.position):
            winning |= line
        return View(
            session.game,
            session.position,
            self.cursor,
            session.moves[-1] if session.moves else None,
            winning,
            {cell: analysis.short(cell) for cell in analysis.told} if analysis else {},
            sum(1 << cell for cell in analysis.marked) if analysis else 0,
        )

    def _margin(self) -> tuple[int, int]:
        """Where the picture begins: it is in the middle if there is room."""
        across, down = self.shape.size(self.session.game)
        return max(0, (self.size.width - across) // 2), max(0, (self.size.height - down) // 2)

    def _window(self) -> tuple[int, int]:
        """Scroll as little as will do for the cursor's cell to be seen; and the computer's reply, even if it is not."""
        shape, game = self.shape, self.session.game
        across, down = shape.size(game)
        left, top = self._from
        for cell in (self.cursor, *([] if self._look is None else [self._look])):
            column, line = shape.corner(game, cell)
            left = _scroll(left, column - LEFT, shape.width, across - LEFT, self.size.width - LEFT)
            top = _scroll(top, line - TOP, shape.height, down - TOP, self.size.height - TOP)
        return left, top


def _scroll(now: int, wanted: int, long: int, whole: int, seen: int) -> int:
    """Where to begin so that `long` from `wanted` on is seen, and nothing beyond the `whole`."""
    first = min(now, wanted)
    first = max(first, min(wanted, wanted + long - seen))
    return max(0, min(first, whole - max(seen, 0)))


def _middle(session: Session) -> Cell:
    rows, cols, _ = session.game
    return rows // 2 * cols + cols // 2


def _reply(session: Session) -> Cell | None:
    """The last move, if the computer made it."""
    is_reply = session.moves and session.seat(opponent(session.turn)) != PERSON
    return session.moves[-1] if is_reply else None
