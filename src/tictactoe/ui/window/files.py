"""A question over the game: under which name to save it, or which saved game to load."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from tictactoe.match.record import path_of, would_replace
from tictactoe.rules import BadInput
from tictactoe.ui.choices import SAVE_AS, sentence
from tictactoe.ui.window import paint
from tictactoe.ui.window.game_screen import GameScreen
from tictactoe.ui.window.measure import unit
from tictactoe.ui.window.widgets import Button, Field, columns, press

ENTER = (pygame.K_RETURN, pygame.K_KP_ENTER)


class Files:
    """Asks for a file's name. What goes wrong is said here, and the question stays."""

    def __init__(self, verb: str, table: GameScreen, done: Callable[[], None]) -> None:
        self.message: str | None = None
        self._verb = verb
        self._table = table
        self._done = done
        self._name = Field(str(table.file or SAVE_AS))
        self._warned: Path | None = None
        """The file that a person has been told would be replaced."""

    @property
    def status(self) -> str:
        return self.message or f"{self._verb.capitalize()} the game: name of the file?"

    def buttons(self, area: Rect) -> Sequence[Button]:
        line = unit(area)
        left, right = columns(_inside(area).move(0, 5 * line), 2, line)
        return [
            Button(left, f"{self._verb.capitalize()} (Enter)", self._go, strong=True),
            Button(right, "Back (Esc)", self._done, key=pygame.K_ESCAPE),
        ]

    def click(self, at: tuple[int, int], area: Rect) -> None:
        press(self.buttons(area), at)

    def key(self, event: Event, area: Rect) -> None:  # noqa: ARG002  all keys mean the same at all sizes
        if event.key == pygame.K_ESCAPE:
            self._done()
        elif event.key in ENTER:
            self._go()
        elif event.key == pygame.K_BACKSPACE:
            self._name.rub_out()

    def type(self, text: str) -> None:
        self._name.type(text)

    def draw(self, surface: Surface, mouse: tuple[int, int]) -> None:
        self._table.draw(surface, (-1, -1))
        paint.dim(surface)
        area = surface.get_rect()
        line = unit(area)
        inside = _inside(area)
        frame = Rect(inside.left - line, inside.top - 3 * line, inside.width + 2 * line, 11 * line)
        paint.box(surface, frame, paint.PAPER, paint.INK, 2)
        paint.write(surface, f"{self._verb.capitalize()} the game: name of the file?", inside.move(0, -2 * line), line)
        self._name.draw(surface, inside, line, focused=True)
        below = Rect(inside.left, inside.bottom + line // 3, inside.width, round(2.6 * line))
        paint.paragraph(surface, self.message or "", below, line, paint.RED)
        for button in self.buttons(area):
            button.draw(surface, line, button.rect.collidepoint(mouse))

    def _go(self) -> None:
        host = self._table.host
        try:
            path = path_of(self._name.text.strip() or SAVE_AS)
            if self._verb == "save" and path not in (self._warned, self._table.file) and would_replace(path):
                self._warned = path
                self.message = f"{path.name} already exists: press Enter once more to replace it."
                return
            (host.save if self._verb == "save" else host.load)(path)
        except BadInput as error:
            self.message = sentence(error)
            return
        said = f"Saved as {path.resolve()}." if self._verb == "save" else f"Loaded {path.name}."
        self._table.say(said)
        self._table.file = path
        self._done()


def _inside(area: Rect) -> Rect:
    line = unit(area)
    width = max(1, min(area.width - 4 * line, 32 * line))
    return Rect(area.centerx - width // 2, area.centery - 2 * line, width, 2 * line)
