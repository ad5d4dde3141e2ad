"""The first screen: who you are, on which board, against whom."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from tictactoe.match import LEVELS, Session, seated
from tictactoe.match.host import new_seed, require_players
from tictactoe.rules import BadInput, Game, format_game, parse_game
from tictactoe.ui.choices import BOARDS, level_of, sentence, side_titles
from tictactoe.ui.window import paint
from tictactoe.ui.window.measure import unit
from tictactoe.ui.window.widgets import Button, Field, columns, press

OTHER = "other"
ROWS = ("side", "board", "level", "play")
HEADINGS = {"side": "You play", "board": "Board (how many in a row win, if not all)", "level": "The computer"}


class Menu:
    """Choices in rows: up and down change the row, left and right the choice, Enter plays."""

    def __init__(
        self, session: Session, play: Callable[[Session], None], leave: Callable[[], None], first: bool
    ) -> None:
        """`first`: no game is being played yet, and `session` is what was asked for."""
        self.message: str | None = None
        self._play = play
        self._leave = leave
        self._first = first
        self._row = ROWS.index("play")
        known = session.game in BOARDS
        self._options = {
            "side": side_titles(),
            "board": {**{format_game(game): _board_name(game) for game in BOARDS}, OTHER: "other…"},
            "level": {name: name for name in LEVELS},
        }
        self._chosen = {
            "side": session.side.name,
            "board": format_game(session.game) if known else OTHER,
            "level": level_of(session),
        }
        self._typed = Field(format_game(session.game) if not known else "6,6,4")
        self._begun = session if first else None
        """The game whose moves go on if its board is chosen."""

    @property
    def status(self) -> str:
        return self.message or "Choose a game."

    def buttons(self, area: Rect) -> Sequence[Button]:
        line = unit(area)
        found = []
        for number, name in enumerate(ROWS[:-1]):
            options = self._options[name]
            rects = columns(_row_place(area, number), len(options), line // 2)
            for rect, (value, label) in zip(rects, options.items(), strict=True):
                found.append(
                    Button(
                        rect,
                        label,
                        lambda name=name, value=value: self._choose(name, value),  # type: ignore[misc]
                        chosen=self._chosen[name] == value,
                        enabled=name != "level" or self._chosen["side"] != "both",
                        focused=self._row == number and self._chosen[name] == value,
                    )
                )
        foot = columns(_foot(area), 2, line)
        go, back = ("Play", "Quit") if self._first else ("New game", "Back")
        on_play = self._row == len(ROWS) - 1
        found.append(Button(foot[0], f"{go} (Enter)", self._start, strong=True, focused=on_play))
        found.append(Button(foot[1], f"{back} (Esc)", self._leave))
        return found

    def click(self, at: tuple[int, int], area: Rect) -> None:
        self.message = None
        press(self.buttons(area), at)

    def key(self, event: Event, area: Rect) -> None:  # noqa: ARG002  all keys mean the same at all sizes
        self.message = None
        name = ROWS[self._row]
        if event.key == pygame.K_ESCAPE:
            self._leave()
        elif event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            self._start()
        elif event.key == pygame.K_BACKSPACE and self._is_typing:
            self._typed.rub_out()
        elif event.key in (pygame.K_UP, pygame.K_DOWN, pygame.K_TAB):
            back = event.key == pygame.K_UP or event.mod & pygame.KMOD_SHIFT
            self._row = (self._row + (-1 if back else 1)) % len(ROWS)
        elif event.key in (pygame.K_LEFT, pygame.K_RIGHT) and name in self._options:
            values = list(self._options[name])
            at = values.index(self._chosen[name]) + (1 if event.key == pygame.K_RIGHT else -1)
            self._choose(name, values[at % len(values)])
        elif event.key == pygame.K_SPACE and name == "play":
            self._start()

    def type(self, text: str) -> None:
        if self._is_typing and text.strip():
            self._typed.type(text.strip())

    def draw(self, surface: Surface, mouse: tuple[int, int]) -> None:
        area = surface.get_rect()
        line = unit(area)
        surface.fill(paint.PAPER)
        top = _row_place(area, 0).top - 5 * line
        name = Rect(0, top, area.width, 3 * line)
        paint.write(surface, "Tic-tac-toe", name, round(2.6 * line), paint.INK, "centre")
        for number, row in enumerate(ROWS[:-1]):
            place = _row_place(area, number)
            paint.write(surface, HEADINGS[row], place.move(0, -round(1.6 * line)), line, paint.FAINT)
        for button in self.buttons(area):
            button.draw(surface, line, button.rect.collidepoint(mouse))
        board = _row_place(area, 1)
        if self._is_typing:
            field = Rect(board.left, board.bottom + line // 3, board.width, round(1.6 * line))
            halves = columns(field, 2, line)
            paint.write(surface, "rows,columns,k:", halves[0], line, paint.FAINT, "right")
            self._typed.draw(surface, halves[1], line, focused=True)
        levels = _row_place(area, 2)
        manner = LEVELS[self._chosen["level"]].manner if self._chosen["side"] != "both" else "Two people take turns."
        below = Rect(levels.left, levels.bottom + line // 2, levels.width, 2 * line)
        paint.paragraph(surface, self.message or manner, below, line, paint.RED if self.message else paint.INK)

    @property
    def _is_typing(self) -> bool:
        return self._chosen["board"] == OTHER

    def _choose(self, name: str, value: str) -> None:
        self._chosen[name] = value
        self._row = ROWS.index(name)

    def _start(self) -> None:
        chosen = self._chosen
        try:
            game = parse_game(self._typed.text.replace(" ", "")) if self._is_typing else parse_game(chosen["board"])
            session = seated(game, chosen["side"], chosen["level"], new_seed())
            if self._begun and game == self._begun.game:
                session = session._replace(start=self._begun.start, moves=self._begun.moves, seed=self._begun.seed)
            require_players(session)
        except BadInput as error:
            self.message = sentence(error)
            return
        self._play(session)


def _board_name(game: Game) -> str:
    size = f"{game.rows}×{game.cols}"
    return size if game.k == min(game.rows, game.cols) else f"{size} ({game.k})"


def _row_place(area: Rect, number: int) -> Rect:
    line = unit(area)
    width = min(area.width - 2 * line, 44 * line)
    top = area.centery - round(6.5 * line) + round(number * 5.8 * line)
    return Rect(area.centerx - width // 2, top, width, 2 * line)


def _foot(area: Rect) -> Rect:
    line = unit(area)
    last = _row_place(area, 2)
    width = min(last.width, 22 * line)
    return Rect(area.centerx - width // 2, last.bottom + round(2.6 * line), width, round(2.4 * line))
