"""A question in front of another screen: under which name to save the game, or which saved game to load."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from time import localtime, strftime
from typing import Protocol

import pygame
from pygame import Rect
from pygame.event import Event

from tictactoe.match.record import path_of, would_replace
from tictactoe.match.saved import SavedGame, saved_games
from tictactoe.rules import BadInput
from tictactoe.ui.choices import SAVE_AS, sentence, summary
from tictactoe.ui.window import paint
from tictactoe.ui.window.game_screen import GameScreen
from tictactoe.ui.window.measure import unit
from tictactoe.ui.window.paint import Canvas
from tictactoe.ui.window.widgets import Button, Field, columns, press

ENTER = (pygame.K_RETURN, pygame.K_KP_ENTER)
STEPS = {pygame.K_UP: -1, pygame.K_DOWN: 1, pygame.K_PAGEUP: -5, pygame.K_PAGEDOWN: 5}
ROW = 1.7
"""Lines of text that a saved game takes in the list."""
REST = 11
"""And all that is around the list."""


class Drawn(Protocol):
    """A screen that can be behind the question."""

    def draw(self, canvas: Canvas, mouse: tuple[int, int]) -> None: ...


class Files:
    """Asks for a file's name; to load one, shows those there are. What goes wrong is said, and the question stays."""

    def __init__(
        self, verb: str, table: GameScreen, behind: Drawn, do: Callable[[Path], None], leave: Callable[[bool], None]
    ) -> None:
        """`do` saves or loads, as `verb` says; `leave` is told whether it has."""
        self.message: str | None = None
        self._verb = verb
        self._table = table
        self._behind = behind
        self._do = do
        self._leave = leave
        folder = table.file.parent if table.file else Path()
        self._saved = saved_games(folder) if verb == "load" else ()
        self._name = Field(str(table.file or next((str(each.path) for each in self._saved), SAVE_AS)))
        self._warned: Path | None = None
        """The file that a person has been told would be replaced."""

    @property
    def status(self) -> str:
        if self.message:
            return self.message
        at = self._at
        return self._question if at is None else f"{self._question} {_described(self._saved[at])}"

    @property
    def _question(self) -> str:
        return "Load the game: which one?" if self._saved else f"{self._verb.capitalize()} the game: name of the file?"

    @property
    def _at(self) -> int | None:
        """Which of the saved games is named; None if it is another file."""
        names = [str(each.path) for each in self._saved]
        return names.index(self._name.text) if self._name.text in names else None

    def buttons(self, area: Rect) -> Sequence[Button]:
        line = unit(area)
        frame = self._frame(area)
        foot = Rect(frame.left + line, frame.bottom - 3 * line, frame.width - 2 * line, 2 * line)
        left, right = columns(foot, 2, line)
        return [
            Button(left, f"{self._verb.capitalize()} (Enter)", self._go, strong=True),
            Button(right, "Back (Esc)", lambda: self._leave(False), key=pygame.K_ESCAPE),
            *(Button(rect, each.path.name, self._chooser(each)) for rect, each in self._rows(area)),
        ]

    def click(self, at: tuple[int, int], area: Rect) -> None:
        press(self.buttons(area), at)

    def key(self, event: Event, area: Rect) -> None:  # noqa: ARG002  all keys mean the same at all sizes
        if event.key == pygame.K_ESCAPE:
            self._leave(False)
        elif event.key in ENTER:
            self._go()
        elif event.key == pygame.K_BACKSPACE:
            self._name.rub_out()
        elif event.key in STEPS:
            self.step(STEPS[event.key])

    def step(self, by: int) -> None:
        """Choose another one of the saved games, so much further down the list."""
        if self._saved:
            at = self._at
            new = max(0, min(len(self._saved) - 1, at + by)) if at is not None else 0
            self._choose(self._saved[new])

    def type(self, text: str) -> None:
        self._name.type(text)

    def draw(self, canvas: Canvas, mouse: tuple[int, int]) -> None:
        self._behind.draw(canvas, (-1, -1))
        paint.dim(canvas)
        area = canvas.area
        line = unit(area)
        frame = self._frame(area)
        paint.box(canvas, frame, canvas.colours.paper, canvas.colours.ink, 2)
        inside = Rect(frame.left + line, frame.top + line, frame.width - 2 * line, 2 * line)
        paint.write(canvas, self._question, inside.move(0, -line // 2), line)
        field = inside.move(0, 2 * line)
        self._name.draw(canvas, field, line, focused=True)
        below = Rect(inside.left, field.bottom + line // 3, inside.width, 2 * line)
        more = "Type a name, or choose one with the arrow keys." if self._saved else ""
        colour = canvas.colours.o if self.message else canvas.colours.faint
        paint.paragraph(canvas, self.message or more, below, line, colour)
        for button in self.buttons(area)[:2]:
            button.draw(canvas, line, button.rect.collidepoint(mouse))
        for rect, each in self._rows(area):
            chosen = self._at is not None and self._saved[self._at] == each
            _draw_row(canvas, rect, each, line, chosen, rect.collidepoint(mouse))

    def _frame(self, area: Rect) -> Rect:
        line = unit(area)
        width = max(1, min(area.width - 2 * line, (44 if self._saved else 34) * line))
        height = REST * line + round(self._shown_rows(area) * ROW * line)
        frame = Rect(0, 0, width, height)
        frame.center = area.center
        return frame

    def _shown_rows(self, area: Rect) -> int:
        line = unit(area)
        return max(0, min(len(self._saved), int((area.height - (REST + 2) * line) / (ROW * line))))

    def _rows(self, area: Rect) -> list[tuple[Rect, SavedGame]]:
        """The saved games in sight, and where: the chosen one is among them."""
        line = unit(area)
        count = self._shown_rows(area)
        first = max(0, min((self._at or 0) - count // 2, len(self._saved) - count))
        frame = self._frame(area)
        top, height = frame.top + round(7.4 * line), round(ROW * line)
        return [
            (Rect(frame.left + line, top + place * height, frame.width - 2 * line, height - 2), each)
            for place, each in enumerate(self._saved[first : first + count])
        ]

    def _chooser(self, game: SavedGame) -> Callable[[], None]:
        """What a click does: the first chooses, and one on what is chosen loads."""

        def choose() -> None:
            if self._at is not None and self._saved[self._at] == game:
                self._go()
            else:
                self._choose(game)

        return choose

    def _choose(self, game: SavedGame) -> None:
        self.message = None
        self._name = Field(str(game.path))

    def _go(self) -> None:
        saves = self._verb == "save"
        try:
            path = path_of(self._name.text.strip() or SAVE_AS)
            if saves and path not in (self._warned, self._table.file) and would_replace(path):
                self._warned = path
                self.message = f"{path.name} already exists: press Enter once more to replace it."
                return
            self._do(path)
        except BadInput as error:
            self.message = sentence(error)
            return
        self._table.say(f"Saved as {path.resolve()}." if saves else f"Loaded {path.name}.")
        self._table.file = path
        self._leave(True)


def _described(game: SavedGame) -> str:
    return f"{game.path.name}: {summary(game.session)}."


def _draw_row(canvas: Canvas, rect: Rect, game: SavedGame, line: int, chosen: bool, hovered: bool) -> None:
    """A saved game: its file, what is in it and when it was saved. The chosen one is filled, with a dot before it."""
    colours = canvas.colours
    paint.box(canvas, rect, colours.ink if chosen else colours.box if hovered else colours.card)
    when = strftime("%Y-%m-%d %H:%M", localtime(game.when))
    inside = rect.inflate(-line, 0)
    roomy = inside.width > 34 * line
    name = Rect(inside.left, inside.top, inside.width * 3 // 10, inside.height)
    right = paint.width_of(when, line) if roomy else 0
    rest = Rect(name.right + line // 2, inside.top, inside.right - right - name.right - line, inside.height)
    colour = colours.box if chosen else colours.ink
    paint.write(canvas, f"• {game.path.name}" if chosen else game.path.name, name, line, colour)
    paint.write(canvas, summary(game.session), rest, line, colour)
    if roomy:
        paint.write(canvas, when, inside, line, colour, "right")
