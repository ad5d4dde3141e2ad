"""The board in the window: where its cells are, and how they are drawn."""

from __future__ import annotations

from typing import NamedTuple

import pygame
from pygame import Rect, Surface, Vector2

from tictactoe.match.host import Host
from tictactoe.rules import Cell, Game, cells_of
from tictactoe.rules.notation import LETTERS
from tictactoe.search import Analysis
from tictactoe.search.answer import OPEN
from tictactoe.ui.window import paint
from tictactoe.ui.window.measure import unit

SMALLEST_SIDE, SMALLEST_CELL = 200, 14
"""If a side of the window, or a cell of the board beside the panel, would be smaller, the board is shown alone."""


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
    """The board as large as it can be, with the panel beside it, or below it in an upright window."""
    line = unit(area)
    panel, rest = None, area
    if min(area.size) >= SMALLEST_SIDE:
        if area.width >= area.height:
            width = max(16 * line, min(22 * line, area.width - area.height))
            panel = Rect(area.right - width, area.top, width, area.height)
            rest = Rect(area.left, area.top, area.width - width, area.height)
        else:
            height = max(17 * line, min(24 * line, area.height - area.width))
            panel = Rect(area.left, area.bottom - height, area.width, height)
            rest = Rect(area.left, area.top, area.width, area.height - height)
    side = _cell_side(rest, game, 2 * line if panel else 0)
    if panel and side < SMALLEST_CELL:
        panel, rest, side = None, area, _cell_side(area, game, 0)
    cells = Rect(0, 0, side * game.cols, side * game.rows)
    cells.center = rest.center
    return Places(game, cells, side, panel)


def _cell_side(room: Rect, game: Game, margin: int) -> int:
    return max(1, min((room.width - 2 * margin) // game.cols, (room.height - 2 * margin) // game.rows))


def draw_board(surface: Surface, where: Places, host: Host, cursor: Cell | None, pointed_at: Cell | None) -> None:
    """The board of the game that is being played, with what was asked for and where the person is."""
    session = host.session
    game, position = session.game, session.position
    line = unit(surface.get_rect())
    winning = game.winning_lines(position)
    hint = host.analysis or host.so_far
    for cell in game.cells:
        if any(cells >> cell & 1 for cells in winning):
            pygame.draw.rect(surface, paint.GOLD, where.rect(cell))
        elif session.moves and cell == session.moves[-1]:
            pygame.draw.rect(surface, paint.SOFT, where.rect(cell))
            pygame.draw.circle(surface, paint.INK, _corner(where, cell), max(1, where.side // 22))
    _draw_grid(surface, where, line)
    if where.panel:
        _draw_names(surface, where, line)
    for cell in game.cells:
        if position.taken >> cell & 1:
            _draw_mark(surface, where, cell, "X" if position.x >> cell & 1 else "O")
        elif hint and cell in hint.moves:
            _draw_value(surface, where.rect(cell), hint, cell, is_choice=len(hint.best) < len(game.moves(position)))
        elif cell == pointed_at and host.waits_for_person:
            _draw_mark(surface, where, cell, session.turn, alpha=70)
    for cells in winning:
        middles = [Vector2(where.rect(cell).center) for cell in cells_of(cells)]
        paint.strike(surface, middles[0], middles[-1], max(2, where.side // 12))
    if cursor is not None:
        inside = where.rect(cursor).inflate(-where.side // 16, -where.side // 16)
        pygame.draw.rect(surface, paint.BLUE, inside, max(3, line // 4))


def _corner(where: Places, cell: Cell) -> tuple[int, int]:
    """Where the dot that marks the last move is."""
    rect, inset = where.rect(cell), where.side // 8
    return rect.right - inset, rect.top + inset


def _draw_mark(surface: Surface, where: Places, cell: Cell, name: str, alpha: int = 255) -> None:
    drawn = paint.mark(name, max(1, round(where.side * 0.62)), alpha)
    surface.blit(drawn, drawn.get_rect(center=where.rect(cell).center))


def _draw_grid(surface: Surface, where: Places, line: int) -> None:
    width = max(1, min(line // 5, where.side // 24))
    cells = where.cells
    if 1 in (where.game.rows, where.game.cols):  # a single row has no other outline
        pygame.draw.rect(surface, paint.INK, cells, width)
    for col in range(1, where.game.cols):
        x = cells.left + col * where.side
        pygame.draw.line(surface, paint.INK, (x, cells.top), (x, cells.bottom - 1), width)
    for row in range(1, where.game.rows):
        y = cells.top + row * where.side
        pygame.draw.line(surface, paint.INK, (cells.left, y), (cells.right - 1, y), width)


def _draw_names(surface: Surface, where: Places, line: int) -> None:
    """Column letters above the board and row numbers beside it."""
    size = min(line, where.side)
    for col in range(where.game.cols):
        at = Rect(where.cells.left + col * where.side, where.cells.top - round(line * 1.4), where.side, line)
        paint.write(surface, LETTERS[col], at, size, paint.FAINT, "centre")
    for row in range(where.game.rows):
        at = Rect(where.cells.left - 2 * line, where.cells.top + row * where.side, 2 * line, where.side)
        paint.write(surface, str(row + 1), at, size, paint.FAINT, "centre")


def _draw_value(surface: Surface, rect: Rect, analysis: Analysis, cell: Cell, is_choice: bool) -> None:
    """A move's value: its shape, its text if there is room, and a frame if no move is better and some are worse."""
    answer = analysis.moves[cell]
    glyph = paint.shape(answer.value, max(4, rect.width // 4))
    surface.blit(glyph, glyph.get_rect(center=(rect.centerx, rect.centery - rect.height // 8)))
    if rect.width >= 24:
        words = Rect(rect.left, rect.centery + rect.height // 12, rect.width, rect.height // 3)
        size = min(rect.height // 3, max(14, rect.width // 6))
        texts = {str(found) for found in analysis.moves.values()}
        if any(found.kind != "exact with distance" for found in analysis.moves.values()):
            texts |= {words.text for words in OPEN.values()}  # so that they do not change when another is found out
        roomy = all(paint.width_of(text, size) < rect.width for text in texts)
        paint.write(surface, str(answer) if roomy else answer.short, words, size, paint.INK, "centre")
    if is_choice and cell in analysis.best:
        inside = rect.inflate(-rect.width // 8, -rect.height // 8)
        paint.box(surface, inside, None, paint.INK, max(1, rect.width // 40))
