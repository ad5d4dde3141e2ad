"""The screen of a game: the board, who plays, how it stands, the moves so far and the buttons."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from time import monotonic

import pygame
from pygame import Rect
from pygame.event import Event

from tictactoe.draw.text import describe_game
from tictactoe.match import Session
from tictactoe.match.host import Host
from tictactoe.rules import BadInput, Mark, O, X
from tictactoe.ui.choices import after_the_end, move_names, player_name, sentence, status
from tictactoe.ui.window import paint
from tictactoe.ui.window.board import button_columns, draw_board, places
from tictactoe.ui.window.cursor import ARROWS, Cursor
from tictactoe.ui.window.measure import unit
from tictactoe.ui.window.paint import Canvas
from tictactoe.ui.window.shell import Shell, looks
from tictactoe.ui.window.widgets import Button, columns, press, press_key

PLAY_KEYS = (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE)
STATUS_LINES = 4


class GameScreen:
    """A game in the window. What a person does goes to the host; what the host has is drawn."""

    def __init__(self, host: Host, shell: Shell) -> None:
        self.host = host
        self._shell = shell
        self._note: tuple[Session, str] | None = None
        """What came of the last thing that was done; of interest until the game goes on."""
        self.file: Path | None = None
        """Where this game was saved or loaded from: it may be replaced without asking."""
        self._refused = False
        self._cursor = Cursor()
        self._pointing = True
        """Whether the mouse was used last: only then does it show where it is."""

    @property
    def status(self) -> str:
        session = self.host.session
        return after_the_end(session, self._note[1]) if self._note and self._note[0] == session else status(self.host)

    def say(self, text: str) -> None:
        """Show this until the game goes on."""
        self._note, self._refused = (self.host.session, text), False

    def attempt(self, do: Callable[[], None]) -> None:
        """Do it, or say why not."""
        self._note = None
        try:
            do()
        except BadInput as error:
            self.say(sentence(error))
            self._refused = True

    def click(self, at: tuple[int, int], area: Rect) -> None:
        if press(self.buttons(area), at):
            return
        cell = places(area, self.host.session.game).cell(at)
        if cell is not None:
            self._cursor.hide()
            self.attempt(lambda: self.host.play(cell))

    def key(self, event: Event, area: Rect) -> None:
        self._pointing = False
        game = self.host.session.game
        if event.key in ARROWS:
            self._cursor.step(game, event.key)
        elif event.key == pygame.K_SPACE and self.host.can_pause:
            self.attempt(self.host.pause)
        elif event.key not in PLAY_KEYS:
            press_key(self.buttons(area), event.key)
        elif self.host.session.outcome:
            self.attempt(self._again)
        elif (cursor := self._cursor.on(game)) is None:
            self._cursor.appear(game)
        else:
            self.attempt(lambda: self.host.play(cursor))

    def type(self, text: str) -> None:
        """Letters are keys here."""

    def buttons(self, area: Rect) -> Sequence[Button]:
        session, host = self.host.session, self.host
        over = session.outcome is not None
        hint = "Hide hint" if host.analysis or host.hinting else "Hint"
        pause = "Go on" if host.paused else "Pause"
        wanted: list[tuple[str, int, Callable[[], None], bool]] = [
            (f"{hint} (H)", pygame.K_h, lambda: self.attempt(host.hint), host.can_hint),
            ("Review (V)", pygame.K_v, lambda: self.attempt(self._shell.show_review), bool(session.moves))
            if over
            else ("Resign (G)", pygame.K_g, lambda: self.attempt(host.resign), True)
            if session.people
            else (f"{pause} (P)", pygame.K_p, lambda: self.attempt(host.pause), host.can_pause),
            ("Undo (U)", pygame.K_u, lambda: self.attempt(host.undo), host.can_undo),
            ("Redo (R)", pygame.K_r, lambda: self.attempt(host.redo), session.redo() != session),
            ("Save (S)", pygame.K_s, lambda: self._shell.show_files("save"), True),
            ("Load (L)", pygame.K_l, lambda: self._shell.show_files("load"), True),
            ("Again (N)" if over else "New (N)", pygame.K_n, lambda: self.attempt(self._again), True),
            ("Menu (Esc)", pygame.K_ESCAPE, self._shell.show_menu, True),
            *looks(self._shell),
        ]
        rects = button_places(area, places(area, session.game).panel, len(wanted))
        return [
            Button(rect, label, do, key, enabled, strong=over and key == pygame.K_n)
            for rect, (label, key, do, enabled) in zip(rects, wanted, strict=True)
        ]

    def draw(self, canvas: Canvas, mouse: tuple[int, int]) -> None:
        area = canvas.area
        canvas.surface.fill(canvas.colours.paper)
        where = places(area, self.host.session.game)
        host = self.host
        pointed_at = where.cell(mouse) if self._pointing and host.waits_for_person else None
        hint = host.analysis or host.so_far
        draw_board(canvas, where, host.session, hint, self._cursor.on(where.game), pointed_at)
        if where.panel:
            buttons = self.buttons(area)
            for button in buttons:
                button.draw(canvas, unit(area), button.rect.collidepoint(mouse))
            line = unit(area)
            inside = where.panel.inflate(-2 * line, -2 * line)
            inside.height = min(button.rect.top for button in buttons) - line // 2 - inside.top
            self._draw_panel(canvas, inside, line)

    def _draw_panel(self, canvas: Canvas, inside: Rect, line: int) -> None:
        session = self.host.session
        heading = Rect(inside.left, inside.top, inside.width, round(1.4 * line))
        paint.write(canvas, describe_game(session.game), heading, round(1.25 * line))
        seats = Rect(inside.left, heading.bottom + line // 2, inside.width, 2 * line)
        marks: tuple[Mark, ...] = (X, O)
        for mark, at in zip(marks, columns(seats, 2, line // 2), strict=True):
            _draw_seat(canvas, session, mark, at, line)
        said = Rect(inside.left, seats.bottom + line // 2, inside.width, round(line * STATUS_LINES * 0.95) + 1)
        said.height = max(line, min(said.height, inside.bottom - said.top))
        refused = self._refused and self._note and not session.outcome
        paint.paragraph(canvas, self.status, said, line, canvas.colours.o if refused else None)
        waiting = Rect(inside.left, said.bottom + line // 3, inside.width, max(3, line // 3))
        if (self.host.thinking or self.host.hinting) and waiting.bottom <= inside.bottom:
            draw_waiting(canvas, waiting)
        top = waiting.bottom + line // 2
        _draw_moves(canvas, session, Rect(inside.left, top, inside.width, inside.bottom - top), line)

    def point(self) -> None:
        """The mouse has moved: it shows where it is again."""
        self._pointing = True

    def _again(self) -> None:
        self.host.again()
        self.file = None


def button_places(area: Rect, panel: Rect | None, count: int) -> list[Rect]:
    """Two columns at the foot of the panel, four if it is broad; where there is no panel they are out of sight."""
    if panel is None:
        return [Rect(-1, -1, 0, 0)] * count
    line = unit(area)
    across = button_columns(panel.width, line)
    height, gap = round(1.8 * line), round(0.4 * line)
    rows = -(-count // across)
    top = panel.bottom - line - rows * height - (rows - 1) * gap
    found: list[Rect] = []
    for row in range(rows):
        strip = Rect(panel.left + line, top + row * (height + gap), panel.width - 2 * line, height)
        found += columns(strip, across, gap)
    return found[:count]


def _draw_seat(canvas: Canvas, session: Session, mark: Mark, at: Rect, line: int) -> None:
    """Who plays a side; the side to move has a heavy frame."""
    colours, moves = canvas.colours, not session.outcome and session.turn == mark
    paint.box(canvas, at, colours.box if moves else None, colours.ink if moves else colours.rule, 3 if moves else 1)
    glyph = paint.mark(mark, line, colours)
    canvas.surface.blit(glyph, glyph.get_rect(midleft=(at.left + line // 2, at.centery)))
    name = Rect(at.left + 2 * line, at.top, at.width - round(2.4 * line), at.height)
    paint.write(canvas, player_name(session, mark), name, line)


def draw_waiting(canvas: Canvas, at: Rect) -> None:
    """A bar that runs to and fro while something is being worked out."""
    paint.box(canvas, at, canvas.colours.card)
    phase = monotonic() % 2
    way = phase if phase < 1 else 2 - phase
    left = at.left + round(way * at.width * 0.75)
    paint.box(canvas, Rect(left, at.top, max(1, at.width // 4), at.height), canvas.colours.x)


def _draw_moves(canvas: Canvas, session: Session, at: Rect, line: int) -> None:
    """The moves in pairs; if there is not room for all of them, the latest."""
    height = round(line * 1.2)
    rows = max(0, at.height // height)
    names = move_names(session)
    pairs = [(number // 2 + 1, names[number : number + 2]) for number in range(0, len(names), 2)]
    for place, (number, pair) in enumerate(pairs[len(pairs) - min(rows, len(pairs)) :]):
        strip = Rect(at.left, at.top + place * height, at.width, height)
        paint.write(canvas, f"{number}.", strip, line, canvas.colours.faint)
        for column, name in enumerate(pair):
            there = Rect(strip.left + line * (3 + 5 * column), strip.top, 5 * line, height)
            paint.write(canvas, f"{'XO'[column]} {name}", there, line)
