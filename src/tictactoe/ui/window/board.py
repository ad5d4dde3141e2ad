"""The board in the window: where its cells are, and how they are drawn."""

from __future__ import annotations

from typing import NamedTuple

import pygame
from pygame import Rect, Vector2

from tictactoe.match import Session
from tictactoe.rules import Cell, Game, cells_of
from tictactoe.rules.notation import LETTERS
from tictactoe.search import Analysis
from tictactoe.search.answer import OPEN
from tictactoe.ui.window import paint
from tictactoe.ui.window.measure import unit
from tictactoe.ui.window.paint import Canvas

SMALLEST_SIDE, SMALLEST_CELL = 220, 14
"""If a side of the window, or a cell of the board beside the panel, would be smaller, the board is shown alone."""
NAMES, EDGE = 1.6, 0.7
"""Lines of text that stay free around the board: for the names of its rows and columns, and where there are none."""
JUDGED = "judged"
FEW = 5
"""With more rows or columns the lines step back, so that the stones stand out."""
LEAST_WIDTH, MOST_WIDTH = 16, 22
"""Of a panel beside the board, in lines."""
MOST_HEIGHT = 26
"""Of a panel below it; what it needs at least follows from how many buttons stand side by side."""


class Places(NamedTuple):
    """Where things are in a window of some size."""

    game: Game
    cells: Rect
    side: int
    """Of one cell."""
    panel: Rect | None
    """None if the window is too small for more than the board."""

    def rect(self, cell: Cell) -> Rect:
        row, col = divmod(cell, self.game.cols)
        return Rect(self.cells.left + col * self.side, self.cells.top + row * self.side, self.side, self.side)

    def cell(self, at: tuple[int, int]) -> Cell | None:
        """The cell at a point; None beside the board."""
        if not self.cells.collidepoint(at):
            return None
        row, col = (at[1] - self.cells.top) // self.side, (at[0] - self.cells.left) // self.side
        return row * self.game.cols + col


def places(area: Rect, game: Game) -> Places:
    """The board as large as it can be, with the panel beside it or below it, wherever that leaves more room for it."""
    alone = _places(area, game, None, 0)
    if min(area.size) < SMALLEST_SIDE:
        return alone
    line = unit(area)
    frame = round((NAMES + EDGE) * line)
    across = (area.height - frame) * game.cols // game.rows + frame
    width = _between(LEAST_WIDTH * line, area.width - across, MOST_WIDTH * line)
    down = (area.width - frame) * game.rows // game.cols + frame
    height = _between(_least_height(area.width, line), area.height - down, MOST_HEIGHT * line)
    panels = (
        Rect(area.right - width, area.top, width, area.height),
        Rect(area.left, area.bottom - height, area.width, height),
    )
    found = max((_places(area, game, panel, line) for panel in panels), key=lambda each: each.side)
    return found if found.side >= SMALLEST_CELL else alone


def button_columns(width: int, line: int) -> int:
    """How many buttons stand side by side in a panel of this width."""
    return 4 if width > 25 * line else 2


def _least_height(width: int, line: int) -> int:
    """What a panel needs for all that is in it, but for the list of moves."""
    return (16 if button_columns(width, line) == 4 else 21) * line


def _between(least: int, wanted: int, most: int) -> int:
    return max(least, min(most, wanted))


def _places(area: Rect, game: Game, panel: Rect | None, line: int) -> Places:
    """The board in what a panel leaves of the area, with room for its names; without one, in all of it."""
    names, edge = (round(NAMES * line), round(EDGE * line)) if panel else (0, 0)
    beside = panel is not None and panel.height == area.height
    right, bottom = (panel.left, area.bottom) if panel and beside else (area.right, panel.top if panel else area.bottom)
    left, top = area.left + names, area.top + names
    room = Rect(left, top, max(0, right - edge - left), max(0, bottom - edge - top))
    side = max(1, min(room.width // game.cols, room.height // game.rows))
    cells = Rect(0, 0, side * game.cols, side * game.rows)
    cells.center = room.center
    return Places(game, cells, side, panel)


def draw_board(
    canvas: Canvas,
    where: Places,
    session: Session,
    hint: Analysis | None,
    cursor: Cell | None,
    pointed_at: Cell | None,
) -> None:
    """The board of a game, with what is told of its moves and where the person is; `pointed_at`: where one may play."""
    game, position = session.game, session.position
    line = unit(canvas.area)
    winning = game.winning_lines(position)
    told, marked = (hint.told, hint.marked) if hint else ((), ())
    for cell in game.cells:
        if any(cells >> cell & 1 for cells in winning):
            pygame.draw.rect(canvas.surface, canvas.colours.gold, where.rect(cell))
        elif session.moves and cell == session.moves[-1]:
            pygame.draw.rect(canvas.surface, canvas.colours.soft, where.rect(cell))
            pygame.draw.circle(canvas.surface, canvas.colours.ink, *_dot(where, cell))
    _draw_grid(canvas, where, line)
    if where.panel:
        _draw_names(canvas, where, line)
    for cell in game.cells:
        if position.taken >> cell & 1:
            _draw_mark(canvas, where, cell, "X" if position.x >> cell & 1 else "O")
        elif cell in told and hint:
            _draw_value(canvas, where.rect(cell), hint, cell, is_marked=cell in marked)
        elif cell == pointed_at:
            _draw_mark(canvas, where, cell, session.turn, alpha=70)
    for cells in winning:
        middles = [Vector2(where.rect(cell).center) for cell in cells_of(cells)]
        paint.strike(canvas, middles[0], middles[-1], max(2, where.side // 12))
    if cursor is not None:
        inside = where.rect(cursor).inflate(-where.side // 16, -where.side // 16)
        pygame.draw.rect(canvas.surface, canvas.colours.x, inside, max(3, line // 4))


def _dot(where: Places, cell: Cell) -> tuple[tuple[int, int], int]:
    """Middle and radius of the dot that marks the last move, in a corner of its cell; small cells have it too."""
    rect = where.rect(cell)
    radius = max(1, min(max(3, where.side // 22), where.side // 6))
    inset = max(radius + 1, where.side // 8)
    return (rect.right - inset, rect.top + inset), radius


def _draw_mark(canvas: Canvas, where: Places, cell: Cell, name: str, alpha: int = 255) -> None:
    drawn = paint.mark(name, max(1, round(where.side * 0.62)), canvas.colours, alpha)
    canvas.surface.blit(drawn, drawn.get_rect(center=where.rect(cell).center))


def _draw_grid(canvas: Canvas, where: Places, line: int) -> None:
    width = max(1, min(line // 5, where.side // 24))
    cells = where.cells
    colour = canvas.colours.ink if max(where.game[:2]) <= FEW else canvas.colours.rule
    if 1 in (where.game.rows, where.game.cols):  # a single row has no other outline
        pygame.draw.rect(canvas.surface, colour, cells, width)
    for col in range(1, where.game.cols):
        x = cells.left + col * where.side
        pygame.draw.line(canvas.surface, colour, (x, cells.top), (x, cells.bottom - 1), width)
    for row in range(1, where.game.rows):
        y = cells.top + row * where.side
        pygame.draw.line(canvas.surface, colour, (cells.left, y), (cells.right - 1, y), width)


def _draw_names(canvas: Canvas, where: Places, line: int) -> None:
    """Column letters above the board and row numbers beside it."""
    size = min(line, where.side)
    for col in range(where.game.cols):
        at = Rect(where.cells.left + col * where.side, where.cells.top - round(line * 1.4), where.side, line)
        paint.write(canvas, LETTERS[col], at, size, canvas.colours.faint, "centre")
    for row in range(where.game.rows):
        at = Rect(
            where.cells.left - round(NAMES * line), where.cells.top + row * where.side, round(NAMES * line), where.side
        )
        paint.write(canvas, str(row + 1), at, size, canvas.colours.faint, "centre")


def _draw_value(canvas: Canvas, rect: Rect, analysis: Analysis, cell: Cell, is_marked: bool) -> None:
    """A move's value: its shape, its text if there is room, and a frame if it is one to make.

    A diamond is around what is judged best; if nothing is known of it, that is all there is.
    """
    answer, is_judged = analysis.moves[cell], analysis.standing(cell) == "judged"
    is_known = answer.kind != "unknown"
    if is_known:
        glyph = paint.shape((answer.low, answer.high), max(4, rect.width // 4), canvas.colours)
        canvas.surface.blit(glyph, glyph.get_rect(center=(rect.centerx, rect.centery - rect.height // 8)))
    if is_judged:
        paint.diamond(canvas, rect)
        size = max(14, rect.width // 6)
        if not is_known and paint.width_of(JUDGED, size) < rect.width * 3 // 4:
            paint.write(canvas, JUDGED, rect, size, canvas.colours.ink, "centre")
    if rect.width >= 24 and is_known:
        words = Rect(rect.left, rect.centery + rect.height // 12, rect.width, rect.height // 3)
        size = min(rect.height // 3, max(14, rect.width // 6))
        texts = {str(analysis.moves[told]) for told in analysis.told}
        if any(found.kind != "exact with distance" for found in analysis.moves.values()):
            texts |= {words.text for words in OPEN.values()}  # so that they do not change when another is found out
        roomy = all(paint.width_of(text, size) < rect.width for text in texts)
        paint.write(canvas, str(answer) if roomy else answer.short, words, size, canvas.colours.ink, "centre")
    if is_marked and not is_judged:
        inside = rect.inflate(-rect.width // 8, -rect.height // 8)
        paint.box(canvas, inside, None, canvas.colours.ink, max(1, rect.width // 40))
