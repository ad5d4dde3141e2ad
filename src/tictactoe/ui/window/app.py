"""The window itself: opens it, passes events to the screen in front, and draws up to sixty times a second.

The loop never waits for a search: the host thinks in another process.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from time import perf_counter

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
os.environ.setdefault("SDL_WINDOWS_DPI_AWARENESS", "permonitorv2")
os.environ.setdefault("SDL_VIDEO_X11_WMCLASS", "tictactoe")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
if sys.platform.startswith("linux"):
    os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")  # with it, the window is opened, closed and opened again

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from tictactoe.draw.palette import PALETTES
from tictactoe.match import PERSON, Session
from tictactoe.match.host import Host
from tictactoe.rules import BadInput
from tictactoe.ui.choices import sentence
from tictactoe.ui.leaving import Interrupted
from tictactoe.ui.reviewing import Reviewing
from tictactoe.ui.start import Start
from tictactoe.ui.system_theme import ThemeWatch
from tictactoe.ui.window import paint
from tictactoe.ui.window.files import Files
from tictactoe.ui.window.game_screen import GameScreen
from tictactoe.ui.window.menu import Menu
from tictactoe.ui.window.paint import Canvas
from tictactoe.ui.window.review_screen import ReviewScreen
from tictactoe.ui.window.shell import other_theme

SIZE = (900, 640)
LIGHT = "light"
FRAMES_A_SECOND = 60
UNSEEN = ("offscreen", "dummy")


class NoDisplay(Exception):
    """There is no screen that a person would see."""


class Window:
    """One window with one game. `screen` is what is in front: the menu, the game, or a question over it."""

    def __init__(self, start: Start) -> None:
        self._window = _open(SIZE)
        self._watch = ThemeWatch() if start.theme is None else None
        self._theme = start.theme
        """What a person has chosen; None: what the system is set to."""
        self.is_full_screen = False
        session = start.session if start.chosen else start.session._replace(x=PERSON, o=PERSON)
        self.host = Host(session, start.seconds, engine=start.engine)
        self.table = GameScreen(self.host, self)
        self.screen: Menu | GameScreen | Files | ReviewScreen = self.table
        self.open = True
        self.longest_gap = 0.0
        """Seconds between the two frames that were furthest apart."""
        self.frames = 0
        self._drawn: float | None = None
        self._drawn_in = ""
        """The theme of the frame that is seen."""
        self._begun = start.chosen
        self._swallow = False
        self._window.set_icon(paint.mark("X", 64, PALETTES[LIGHT]))
        self._clock = pygame.time.Clock()
        if not start.chosen:
            self.screen = Menu(start.session, self, self._start, self._leave_menu, first=True, last=start.last)

    def run(self) -> Session:
        """Until the window is closed; Ctrl-C where it was started closes it too, and is passed on as Interrupted."""
        try:
            while self.open:
                self.step()
        except KeyboardInterrupt:
            raise Interrupted(self.host.session) from None
        return self.host.session

    def step(self) -> None:
        """One turn of the loop: what a person did, what the computer found out, and a frame if there is news."""
        news = False
        for event in pygame.event.get():
            self._take(event)
            news = True
        news |= self.host.poll()
        news |= self.theme != self._drawn_in
        is_waiting = self.host.thinking or self.host.hinting or self.host.on_errand
        if news or is_waiting or self._drawn is None:
            self._draw()
        self._clock.tick(FRAMES_A_SECOND)

    def close(self) -> None:
        self._window.destroy()
        self.host.close()

    @property
    def theme(self) -> str:
        """The one that was chosen, or else the system's; light, if it has none."""
        return self._theme or (self._watch and self._watch.theme) or LIGHT

    def show_menu(self) -> None:
        self.screen = Menu(self.host.session, self, self._start, self._leave_menu, first=False)

    def show_files(self, verb: str) -> None:
        behind = self.screen
        do = self.host.save if verb == "save" else self._load

        def leave(is_done: bool) -> None:
            self.screen = self.table if is_done else behind

        self.screen = Files(verb, self.table, behind, do, leave)

    def show_review(self) -> None:
        self.screen = ReviewScreen(Reviewing(self.host), self, self._show_table)

    def change_theme(self) -> None:
        self._theme = other_theme(self.theme)

    def change_size(self) -> None:
        self.is_full_screen = not self.is_full_screen
        if self.is_full_screen:
            self._window.set_fullscreen(desktop=True)
        else:
            self._window.set_windowed()

    def _start(self, session: Session) -> None:
        self.host.start(session, forget=not self._begun)
        self._begun = True
        self.table = GameScreen(self.host, self)
        self._show_table()

    def _load(self, path: Path) -> None:
        self.host.load(path, forget=not self._begun)
        self._begun = True

    def _show_table(self) -> None:
        self.screen = self.table

    def _leave_menu(self) -> None:
        """Back to the game, or, if none has begun, out."""
        if self._begun:
            self._show_table()
        else:
            self.open = False

    def _take(self, event: Event) -> None:
        if event.type in (pygame.QUIT, pygame.WINDOWCLOSE):
            self.open = False
        elif event.type == pygame.MOUSEMOTION:
            self.table.point()
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self.screen.click(self._pixel(event.pos), self._area)
        elif event.type == pygame.WINDOWFOCUSGAINED and self._watch:
            self._watch.look_again()
        elif event.type == pygame.MOUSEWHEEL and isinstance(self.screen, Files):
            self.screen.step(-event.y)
        elif event.type == pygame.KEYDOWN and event.key == pygame.K_F11:
            self.change_size()
        elif event.type == pygame.KEYDOWN:
            before = self.screen
            self.screen.key(event, self._area)
            self._swallow = self.screen is not before  # the letter of the key that opened a field is not typed into it
        elif event.type == pygame.TEXTINPUT and not self._swallow:
            self.screen.type(event.text)
        elif event.type == pygame.DROPFILE:
            self._drop(Path(event.file))

    def _drop(self, path: Path) -> None:
        """A file was dropped on the window: load it, or say why not where the person is."""
        try:
            self._load(path)
        except BadInput as error:
            if isinstance(self.screen, GameScreen | ReviewScreen):
                self.screen.say(sentence(error))
            else:
                self.screen.message = sentence(error)
            return
        self.table.file = path
        self._show_table()

    @property
    def _surface(self) -> Surface:
        return self._window.get_surface()

    @property
    def _area(self) -> Rect:
        return self._surface.get_rect()

    def _pixel(self, at: tuple[int, int]) -> tuple[int, int]:
        """Where the mouse is on the surface, which has more pixels than the window on a dense screen."""
        wide, high = self._window.size
        area = self._area
        return at[0] * area.width // max(1, wide), at[1] * area.height // max(1, high)

    def _draw(self) -> None:
        self._drawn_in = self.theme
        self.screen.draw(Canvas(self._surface, PALETTES[self._drawn_in]), self._pixel(pygame.mouse.get_pos()))
        self._window.title = f"{self.screen.status} - Tic-tac-toe"
        self._window.flip()
        now = perf_counter()
        if self._drawn is not None:
            self.longest_gap = max(self.longest_gap, now - self._drawn)
        self._drawn = now
        self.frames += 1


def _open(size: tuple[int, int]) -> pygame.Window:
    try:
        return pygame.Window("Tic-tac-toe", size, resizable=True, allow_high_dpi=True)
    except pygame.error:
        raise NoDisplay from None


def run(start: Start) -> Session:
    """Play in a window until it is closed; NoDisplay if nobody would see it."""
    open_display()
    try:
        window = Window(start)
        try:
            return window.run()
        finally:
            window.close()
    finally:
        pygame.quit()


def is_pygame_ce() -> bool:
    """Whether it is pygame-ce, and not the older pygame, that is installed under that name."""
    return hasattr(pygame, "Window")


def open_display() -> None:
    """Begin with pygame. Without a display SDL would draw where nobody looks, so that is looked for first."""
    if "SDL_VIDEODRIVER" not in os.environ and sys.platform.startswith("linux"):
        if "WAYLAND_DISPLAY" not in os.environ and "DISPLAY" not in os.environ:
            raise NoDisplay
        if "WAYLAND_DISPLAY" not in os.environ:
            os.environ["SDL_VIDEODRIVER"] = "x11"
    asked = os.environ.get("SDL_VIDEODRIVER")
    try:
        pygame.display.init()
    except pygame.error:
        raise NoDisplay from None
    pygame.font.init()
    pygame.key.set_repeat(400, 40)
    paint.forget()
    if pygame.display.get_driver() in UNSEEN and asked not in UNSEEN:
        raise NoDisplay
