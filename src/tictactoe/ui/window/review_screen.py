"""Looking back at a game in the window: the position before each mistake, and the better move asked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame
from pygame import Rect
from pygame.event import Event

from tictactoe.rules import BadInput
from tictactoe.ui.choices import sentence
from tictactoe.ui.reviewing import Reviewing
from tictactoe.ui.window import paint
from tictactoe.ui.window.board import draw_board, places
from tictactoe.ui.window.cursor import ARROWS, Cursor
from tictactoe.ui.window.game_screen import PLAY_KEYS, button_places, draw_waiting
from tictactoe.ui.window.measure import unit
from tictactoe.ui.window.paint import Canvas
from tictactoe.ui.window.shell import Shell, looks
from tictactoe.ui.window.widgets import Button, press, press_key

NARROW_LINES, BROAD_LINES = 9, 4
"""For what is said, in a panel that is not so broad, and in one that is."""
BROAD = 20


class ReviewScreen:
    """Each mistake of the game as a question; the game itself stays as it is."""

    def __init__(self, reviewing: Reviewing, shell: Shell, leave: Callable[[], None]) -> None:
        self.reviewing = reviewing
        self._shell = shell
        self._leave = leave
        self._refusal = ""
        self._cursor = Cursor()

    @property
    def status(self) -> str:
        self.reviewing.poll()
        return self._refusal or self.reviewing.text

    def say(self, text: str) -> None:
        """Show this until something else is done."""
        self._refusal = text

    def click(self, at: tuple[int, int], area: Rect) -> None:
        if press(self.buttons(area), at):
            return
        cell = places(area, self.reviewing.session.game).cell(at)
        if cell is not None:
            self._cursor.hide()
            self._attempt(lambda: self.reviewing.play(cell))

    def key(self, event: Event, area: Rect) -> None:
        game = self.reviewing.session.game
        if event.key in ARROWS:
            self._cursor.step(game, event.key)
        elif event.key not in PLAY_KEYS:
            press_key(self.buttons(area), event.key)
        elif (cursor := self._cursor.on(game)) is None:
            self._cursor.appear(game)
        else:
            self._attempt(lambda: self.reviewing.play(cursor))

    def type(self, text: str) -> None:
        """Letters are keys here."""

    def buttons(self, area: Rect) -> Sequence[Button]:
        reviewing = self.reviewing
        last = len(reviewing.lessons) - 1
        wanted: list[tuple[str, int, Callable[[], None], bool]] = [
            ("Tell me (A)", pygame.K_a, reviewing.tell, reviewing.can_try),
            ("Back (Esc)", pygame.K_ESCAPE, self._close, True),
            ("Earlier (B)", pygame.K_b, lambda: self._step(-1), reviewing.at > 0),
            ("Next (N)", pygame.K_n, lambda: self._step(1), reviewing.at < last),
            *looks(self._shell),
        ]
        rects = button_places(area, places(area, reviewing.session.game).panel, len(wanted))
        is_next = not reviewing.can_try and reviewing.at < last
        return [
            Button(rect, label, do, key, enabled, strong=key == (pygame.K_n if is_next else pygame.K_a) and enabled)
            for rect, (label, key, do, enabled) in zip(rects, wanted, strict=True)
        ]

    def draw(self, canvas: Canvas, mouse: tuple[int, int]) -> None:
        self.reviewing.poll()
        area, session = canvas.area, self.reviewing.session
        canvas.surface.fill(canvas.colours.paper)
        where = places(area, session.game)
        pointed_at = where.cell(mouse) if self.reviewing.can_try else None
        draw_board(canvas, where, session, self.reviewing.analysis, self._cursor.on(session.game), pointed_at)
        if where.panel:
            buttons = self.buttons(area)
            for button in buttons:
                button.draw(canvas, unit(area), button.rect.collidepoint(mouse))
            line = unit(area)
            inside = where.panel.inflate(-2 * line, -2 * line)
            inside.height = min(button.rect.top for button in buttons) - line // 2 - inside.top
            self._draw_panel(canvas, inside, line)

    def _draw_panel(self, canvas: Canvas, inside: Rect, line: int) -> None:
        heading = Rect(inside.left, inside.top, inside.width, round(1.4 * line))
        paint.write(canvas, "Looking back", heading, round(1.25 * line))
        said = Rect(inside.left, heading.bottom + line // 2, inside.width, 0)
        lines = NARROW_LINES if inside.width < BROAD * line else BROAD_LINES
        said.height = round(line * lines * 0.95) + 1
        said.height = max(line, min(said.height, inside.bottom - said.top))
        paint.paragraph(canvas, self.status, said, line, canvas.colours.o if self._refusal else None)
        if self.reviewing.review is None and not self.reviewing.problem:
            draw_waiting(canvas, Rect(inside.left, said.top + 2 * line, inside.width, max(3, line // 3)))
        top = said.bottom + line // 3
        self._draw_values(canvas, Rect(inside.left, top, inside.width, inside.bottom - top), line)

    def _draw_values(self, canvas: Canvas, at: Rect, line: int) -> None:
        """How the value went, a line for each move; if there is not room for all, those around the one asked about."""
        height = round(line * 1.2)
        rows = self.reviewing.rows()
        room = max(0, at.height // height)
        asked = next((number for number, (is_asked, _) in enumerate(rows) if is_asked), len(rows))
        first = max(0, min(len(rows) - room, asked - room // 2))
        for place, (is_asked, row) in enumerate(rows[first : first + room]):
            strip = Rect(at.left, at.top + place * height, at.width, height)
            if is_asked:
                paint.box(canvas, strip, canvas.colours.gold)
            for column, text in zip((0.4, 2.2, 5, 10.3), row, strict=True):
                paint.write(canvas, text, strip.move(round(column * line), 0), line)

    def _step(self, by: int) -> None:
        self._refusal = ""
        self.reviewing.step(by)

    def _attempt(self, do: Callable[[], None]) -> None:
        self._refusal = ""
        try:
            do()
        except BadInput as error:
            self._refusal = sentence(error)

    def _close(self) -> None:
        self.reviewing.close()
        self._leave()
