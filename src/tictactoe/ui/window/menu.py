"""The first screen: who you are, on which board, against whom; or the last game, or a saved one."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame
from pygame import Rect
from pygame.event import Event

from tictactoe.match import Session
from tictactoe.match.host import new_seed
from tictactoe.rules import BadInput
from tictactoe.ui.choices import board_name, last_title, levels_for, once_more, sentence
from tictactoe.ui.window import paint
from tictactoe.ui.window.menu_layout import MenuLayout, lay_out
from tictactoe.ui.window.paint import Canvas
from tictactoe.ui.window.shell import Shell, looks
from tictactoe.ui.window.widgets import Button, Field, columns, press
from tictactoe.ui.wish import OTHER, Wish, menu_rows, wish_of

ENTER = (pygame.K_RETURN, pygame.K_KP_ENTER)
HEADINGS = {"side": "You play", "board": "Board (how many in a row win, if not all)", "level": "The computer"}


class Menu:
    """Choices in rows: up and down change the row, left and right the choice, Enter plays."""

    def __init__(
        self,
        session: Session,
        shell: Shell,
        play: Callable[[Session], None],
        leave: Callable[[], None],
        first: bool,
        last: Session | None = None,
    ) -> None:
        """`first`: no game is being played yet, and `session` is what was asked for; `last` is offered again."""
        self.message: str | None = None
        self._shell = shell
        self._play = play
        self._leave = leave
        self._first = first
        self._last = last
        self._rows = (*HEADINGS, "play", *(["last"] if last else []))
        self._row = self._rows.index("play")
        wish = wish_of(session)
        self._options = menu_rows(board_name, "other…")
        self._chosen = {"side": wish.side, "board": wish.named_board, "level": wish.level}
        """The level is the one that was wanted; which one plays, the board has a say in."""
        self._typed = Field(wish.board if wish.named_board == OTHER else "6,6,4")
        self._begun = session if first else None
        """The game whose moves go on if its board is chosen."""

    @property
    def status(self) -> str:
        return self.message or "Choose a game."

    def buttons(self, area: Rect) -> Sequence[Button]:
        layout = self._layout(area)
        wish, focus = self._wish, self._rows[self._row]
        refused = levels_for(wish.game)
        in_force = {**self._chosen, "level": wish.level_in_force}
        found = []
        for name, options in self._options.items():
            for rect, (value, label) in zip(layout.choices[name], options.items(), strict=True):
                found.append(
                    Button(
                        rect,
                        label,
                        lambda name=name, value=value: self._choose(name, value),  # type: ignore[misc]
                        chosen=in_force[name] == value,
                        enabled=name != "level" or not (wish.is_for_two or refused[value]),
                        focused=focus == name and in_force[name] == value,
                    )
                )
        go, back = ("Play", "Quit") if self._first else ("New game", "Back")
        left, right = columns(layout.foot, 2, layout.line)
        found.append(Button(left, f"{go} (Enter)", self._start, strong=True, focused=focus == "play"))
        found.append(Button(right, f"{back} (Esc)", self._leave))
        if self._last:
            label = f"{last_title(self._last)} (G)"
            found.append(Button(layout.last, label, self._once_more, pygame.K_g, focused=focus == "last"))
        tools = [("Saved games (L)", pygame.K_l, lambda: self._shell.show_files("load"), True), *looks(self._shell)]
        for rect, (label, key, do, enabled) in zip(columns(layout.tools, 3, layout.line // 2), tools, strict=True):
            found.append(Button(rect, label, do, key, enabled))
        return found

    def click(self, at: tuple[int, int], area: Rect) -> None:
        self.message = None
        press(self.buttons(area), at)

    def key(self, event: Event, area: Rect) -> None:
        self.message = None
        name = self._rows[self._row]
        if event.key == pygame.K_ESCAPE:
            self._leave()
        elif event.key in ENTER or (event.key == pygame.K_SPACE and name not in self._options):
            (self._once_more if name == "last" else self._start)()
        elif event.key == pygame.K_BACKSPACE and self._is_typing:
            self._typed.rub_out()
        elif event.key in (pygame.K_UP, pygame.K_DOWN, pygame.K_TAB):
            back = event.key == pygame.K_UP or event.mod & pygame.KMOD_SHIFT
            self._row = (self._row + (-1 if back else 1)) % len(self._rows)
        elif event.key in (pygame.K_LEFT, pygame.K_RIGHT) and name in self._options:
            self._step(name, 1 if event.key == pygame.K_RIGHT else -1)
        elif not self._is_typing:
            for button in self.buttons(area):
                if button.key == event.key:
                    button.do()

    def type(self, text: str) -> None:
        if self._is_typing and text.strip():
            self._typed.type(text.strip())

    def draw(self, canvas: Canvas, mouse: tuple[int, int]) -> None:
        layout = self._layout(canvas.area)
        line, colours = layout.line, canvas.colours
        canvas.surface.fill(colours.paper)
        paint.write(canvas, "Tic-tac-toe", layout.title, round(2.6 * line), None, "centre")
        for name, place in layout.headings.items():
            paint.write(canvas, HEADINGS[name], place, line, colours.faint)
        for button in self.buttons(canvas.area):
            button.draw(canvas, line, button.rect.collidepoint(mouse))
        if self._is_typing:
            left, right = columns(layout.field, 2, line)
            paint.write(canvas, "rows,columns,k:", left, line, colours.faint, "right")
            self._typed.draw(canvas, right, line, focused=True)
        paint.paragraph(
            canvas, self.message or self._wish.manner, layout.manner, line, colours.o if self.message else None
        )

    def _layout(self, area: Rect) -> MenuLayout:
        labels = {name: list(options.values()) for name, options in self._options.items()}
        return lay_out(area, labels, has_last=self._last is not None)

    @property
    def _is_typing(self) -> bool:
        return self._chosen["board"] == OTHER

    @property
    def _wish(self) -> Wish:
        board = self._typed.text if self._is_typing else self._chosen["board"]
        return Wish(self._chosen["side"], board, self._chosen["level"])

    def _step(self, name: str, by: int) -> None:
        """The next choice in a row; of the levels, the next that can play this game."""
        refused = levels_for(self._wish.game) if name == "level" else {}
        values = [value for value in self._options[name] if not refused.get(value)]
        now = self._wish.level_in_force if name == "level" else self._chosen[name]
        self._choose(name, values[(values.index(now) + by) % len(values)])

    def _choose(self, name: str, value: str) -> None:
        self._chosen[name] = value
        self._row = self._rows.index(name)

    def _start(self) -> None:
        try:
            session = self._wish.session(self._begun)
        except BadInput as error:
            self.message = sentence(error)
            return
        self._play(session)

    def _once_more(self) -> None:
        if self._last:
            self._play(once_more(self._last, new_seed()))
