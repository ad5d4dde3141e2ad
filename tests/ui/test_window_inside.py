"""The window from inside, on a display that is not there: what is drawn, and what its events come to."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from types import SimpleNamespace

import pygame
import pytest
from pygame import Color, Rect, Surface
from pygame.event import Event

from patience import PATIENCE
from tictactoe.draw.palette import DARK, LIGHT, PALETTES
from tictactoe.match import PERFECT, PERSON, Session
from tictactoe.match.record import load, save
from tictactoe.rules import Game, Position, cells_of, format_moves, parse_cell, parse_moves
from tictactoe.search import Analysis, Answer, Solver
from tictactoe.ui import playing
from tictactoe.ui.choices import BOARDS, board_name
from tictactoe.ui.start import Start
from tictactoe.ui.window import app, paint
from tictactoe.ui.window.board import Places, places
from tictactoe.ui.window.files import Files
from tictactoe.ui.window.game_screen import GameScreen
from tictactoe.ui.window.measure import unit
from tictactoe.ui.window.menu import Menu
from tictactoe.ui.window.paint import Canvas
from tictactoe.ui.window.review_screen import ReviewScreen

THREE = Game(3, 3, 3)
LARGE = Game(19, 19, 5)


@pytest.fixture(scope="module", autouse=True)
def nowhere() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SDL_VIDEODRIVER", "dummy")
        app.open_display()
        yield
        pygame.quit()


class Person:
    """Somebody at a window, whose deeds are put among its events."""

    def __init__(self, window: app.Window) -> None:
        self.window = window
        window.step()

    @property
    def session(self) -> Session:
        return self.window.host.session

    @property
    def moves(self) -> str:
        return format_moves(self.session.game, self.session.moves)

    @property
    def status(self) -> str:
        return self.window.screen.status

    @property
    def area(self) -> Rect:
        return self.window._area

    def does(self, *events: Event) -> None:
        for event in events:
            pygame.event.post(event)
        self.window.step()

    def press(self, *keys: int) -> None:
        for key in keys:
            self.does(Event(pygame.KEYDOWN, key=key, mod=0, unicode=""))

    def write(self, text: str) -> None:
        key = Event(pygame.KEYDOWN, key=pygame.K_UNKNOWN, mod=0, unicode="")
        self.does(*(event for letter in text for event in (key, Event(pygame.TEXTINPUT, text=letter))))

    def click(self, at: tuple[int, int]) -> None:
        self.does(Event(pygame.MOUSEBUTTONDOWN, button=1, pos=at))

    def click_cell(self, name: str) -> None:
        game = self.session.game
        self.click(places(self.area, game).rect(parse_cell(game, name)).center)

    def click_button(self, label: str) -> None:
        [button] = [button for button in self.window.screen.buttons(self.area) if button.label.startswith(label)]
        self.click(button.rect.center)

    def drop(self, path: Path) -> None:
        self.does(Event(pygame.DROPFILE, file=str(path)))

    def name_file(self, key: int, name: str) -> None:
        """Open the question for a file and answer it."""
        self.press(key)
        assert isinstance(self.window.screen, Files)
        self.write(name)
        self.press(pygame.K_RETURN)

    def wait(self, happened: Callable[[], bool]) -> None:
        limit = monotonic() + PATIENCE
        while not happened():
            assert monotonic() < limit
            self.window.step()

    def wait_for_turn(self) -> None:
        self.wait(lambda: self.window.host.waits_for_person)


@contextmanager
def at_window(
    session: Session, chosen: bool = True, last: Session | None = None, theme: str | None = "light"
) -> Iterator[Person]:
    window = app.Window(Start(session, chosen, last, theme))
    pygame.event.clear()
    try:
        yield Person(window)
    finally:
        window.close()


def two_people(moves: str = "", game: Game = THREE) -> Session:
    return Session(game, parse_moves(game, moves))


def drawn(window: app.Window, size: tuple[int, int] = (900, 640)) -> tuple[Surface, Places]:
    """The screen in front on a surface of this size, and where things are on it."""
    surface = Surface(size)
    window.screen.draw(Canvas(surface, PALETTES[window.theme]), (-1, -1))
    return surface, places(surface.get_rect(), window.host.session.game)


def is_blank(surface: Surface, rect: Rect) -> bool:
    paper = pygame.mask.from_threshold(surface.subsurface(rect), LIGHT.paper, (1, 1, 1, 255))
    return paper.count() == rect.width * rect.height


def has(surface: Surface, rect: Rect, colour: str) -> bool:
    """Whether there is a pixel of just this colour."""
    found = pygame.mask.from_threshold(surface.subsurface(rect), colour, (1, 1, 1, 255))
    return found.count() > 0


@pytest.mark.parametrize("name", ["X", "O"])
def test_marks_of_all_sizes_fill_their_square(name: str) -> None:
    for size in range(1, 61):
        mark = paint.mark(name, size, LIGHT)
        assert mark.get_size() == (size, size)
        filled = mark.get_bounding_rect()
        assert min(filled.size) >= size * 0.7
        if size > 6:
            assert (mark.get_at((size // 2, size // 2)).a > 0) == (name == "X")


@pytest.mark.parametrize(("rows", "cols", "k"), [(1, 1, 1), (3, 3, 3), (7, 7, 5), (19, 19, 5)])
def test_windows_of_all_sizes_show_the_board(rows: int, cols: int, k: int) -> None:
    """All of it, as long as there is a pixel for each cell, and the panel beside it where there is room."""
    game = Game(rows, cols, k)
    known = Analysis(Answer(0, 0), {cell: Answer(-1, cell % 3 - 1) for cell in game.cells}, 0)
    sides = [*range(1, 60), *range(60, 401, 10)]
    sizes = [pair for side in sides for pair in ((side, side), (side, 400), (400, side), (side, 1), (1, side))]
    with at_window(Session(game)) as person:
        table = person.window.table
        person.press(pygame.K_LEFT)
        for state in ("hint", "stone"):
            person.window.host.analysis = known if state == "hint" and k < 5 else None
            if state == "stone":
                person.window.host.play(0)
            for width, height in sizes:
                surface, where = drawn(person.window, (width, height))
                if width >= cols and height >= rows:
                    assert surface.get_rect().contains(where.cells)
                    assert not is_blank(surface, where.cells)
                if where.panel:
                    assert where.side >= 14
                    assert not where.panel.colliderect(where.cells)
                    assert surface.get_rect().contains(where.panel)
        shell = person.window
        menus = [
            Menu(person.session, shell, lambda _: None, lambda: None, True, last) for last in (None, person.session)
        ]
        asked = [Files(verb, table, table, lambda _: None, lambda _: None) for verb in ("save", "load")]
        screens: list[Menu | Files] = [*menus, *asked]
        for screen in screens:
            for size in sizes[::3]:
                screen.draw(Canvas(Surface(size), LIGHT), (0, 0))


@pytest.mark.parametrize(
    "moves", ["a2 a1 b2 b1 a3 c1", "a1 b1 a2 b2 c3 b3", "a2 a1 b1 b2 a3 c3", "a1 c1 a2 b2 c3 a3", "a1 b2 c1"]
)
def test_a_line_that_wins_is_struck_through(moves: str) -> None:
    """O is empty in the middle, so that the line is seen there; what is not on it stays as it was."""
    with at_window(two_people(moves)) as person:
        surface, where = drawn(person.window)
        position = person.session.position
        line = sum(THREE.winning_lines(position))
        assert len(cells_of(line)) == (0 if moves == "a1 b2 c1" else 3)
        for cell in cells_of(position.o):
            rect = where.rect(cell)
            middle = surface.get_at(rect.center)
            assert has(surface, rect, LIGHT.gold) == bool(line >> cell & 1)
            assert (middle.r < 120) == bool(line >> cell & 1)
        for cell in cells_of(THREE.board & ~line):
            assert not has(surface, where.rect(cell).inflate(-10, -10), LIGHT.gold)


def test_a_line_of_one_is_not_struck_through() -> None:
    with at_window(two_people("a1", Game(1, 1, 1))) as person:
        surface, where = drawn(person.window)
        assert surface.get_at(where.rect(0).center) == Color(LIGHT.x)


def written(surface: Surface, window: app.Window, patch: pytest.MonkeyPatch) -> list[tuple[str, Rect]]:
    """What is written where when the screen is drawn on a surface."""
    texts: list[tuple[str, Rect]] = []
    write = paint.write

    def noting(onto: Canvas, text: str, at: Rect, size: int, colour: str | None = None, align: str = "left") -> None:
        texts.append((text, at))
        write(onto, text, at, size, colour, align)

    patch.setattr(paint, "write", noting)
    window.screen.draw(Canvas(surface, LIGHT), (-1, -1))
    return texts


def is_framed(surface: Surface, rect: Rect) -> bool:
    """Whether there is a line a little inside the left side of a cell."""
    return has(surface, Rect(rect.left + max(2, rect.width // 24), rect.centery, rect.width // 8, 1), LIGHT.ink)


@pytest.mark.parametrize("size", [(900, 640), (160, 160)])
def test_a_hint_is_a_shape_a_word_and_a_frame(size: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    session = two_people("a1 c3")
    analysis = Solver(THREE).analyze(session.position)
    with at_window(session) as person:
        person.window.host.analysis = analysis
        surface = Surface(size)
        texts = written(surface, person.window, monkeypatch)
        where = places(surface.get_rect(), THREE)
        said = {text for text, at in texts if where.cells.contains(at)}
        assert said == {"win in 5", "draw", "loss in 6"}
        best = {cell for cell, answer in analysis.moves.items() if str(answer) == "win in 5"}
        assert 0 < len(best) < len(analysis.moves)
        for cell, answer in analysis.moves.items():
            rect = where.rect(cell)
            above = Rect(rect.left + rect.width // 4, rect.top + rect.height // 5, rect.width // 2, rect.height // 3)
            for value, colour in ((1, LIGHT.x), (0, LIGHT.ink), (-1, LIGHT.o)):
                assert has(surface, above, colour) == (answer.value == value)
            assert is_framed(surface, rect) == (cell in best)
        for cell in session.moves:
            assert not is_framed(surface, where.rect(cell))


def test_where_words_do_not_fit_a_hint_is_short(monkeypatch: pytest.MonkeyPatch) -> None:
    """In all cells alike."""
    answers = (Answer(1, 1, 13), Answer(-1, 0), Answer(0, 0), Answer(-1, -1, 4))
    with at_window(two_people()) as person:
        person.window.host.analysis = Analysis(answers[0], {cell: answers[cell % 4] for cell in THREE.cells}, 0)
        surface = Surface((120, 120))
        said = {text for text, _ in written(surface, person.window, monkeypatch)}
        assert said == {"+13", "=-", "=", "-4"}


def test_a_hint_grows_and_what_is_there_stays_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the size of the window; of what is not known yet nothing is said."""
    unknown, win = Answer(-1, 1), Answer(1, 1)
    grown = [
        Analysis(win, {cell: win if cell == 4 else unknown for cell in THREE.cells}, 4),
        Analysis(win, {cell: win if cell == 4 else Answer(-1, 0) for cell in THREE.cells}, 4),
    ]
    with at_window(two_people()) as person:
        host = person.window.host
        for side in range(120, 700, 20):
            surface = Surface((side, side))
            where = places(surface.get_rect(), THREE)
            said = []
            for host._thinker.so_far, host.analysis in ((grown[0], None), (grown[1], None), (None, grown[1])):
                with monkeypatch.context() as patch:
                    texts = written(surface, person.window, patch)
                said.append({where.cell(at.center): text for text, at in texts if where.cells.contains(at)})
                assert is_framed(surface, where.rect(4)) or where.side < 40
            assert said[0].keys() <= {4}
            assert said[0].items() <= said[1].items()
            assert said[1] == said[2]


def shown_value(answer: Answer, other: Answer) -> tuple[Surface, Rect]:
    """A cell with this hint on a board where another cell has the other."""
    game = Game(1, 2, 2)
    with at_window(Session(game)) as person:
        person.window.host.analysis = Analysis(answer, {0: answer, 1: other}, 0)
        surface, where = drawn(person.window)
        return surface, where.rect(0)


def test_a_loss_points_down_and_what_is_judged_is_in_a_diamond() -> None:
    surface, rect = shown_value(Answer(-1, -1, 4), Answer(-1, -1, 2))
    assert has(surface, rect, LIGHT.o)
    assert is_framed(surface, rect)
    for judged in (Answer(-1, 1), Answer(0, 1)):
        surface, rect = shown_value(judged, Answer(-1, -1, 2))
        above = Rect(rect.left + rect.width // 4, rect.top + max(2, rect.height // 24), 1, rect.height // 8)
        assert not has(surface, above, LIGHT.ink)  # where a frame would be
        for corner in ((0.06, 0.5), (0.94, 0.5), (0.5, 0.06), (0.5, 0.94)):
            x, y = (round(rect.left + corner[0] * rect.width), round(rect.top + corner[1] * rect.height))
            assert has(surface, Rect(x - 3, y - 3, 7, 7), LIGHT.ink)
        assert not has(surface, rect, LIGHT.x)


@pytest.mark.parametrize(("up", "down"), [((1, 1), (-1, -1)), ((0, 1), (-1, 0))])
def test_shapes_point_up_and_down_and_are_open_for_bounds(up: tuple[int, int], down: tuple[int, int]) -> None:
    upwards, downwards = paint.shape(up, 20, LIGHT), paint.shape(down, 20, LIGHT)
    assert upwards.get_at((2, 16)).a > 100 > 20 > upwards.get_at((2, 3)).a
    assert downwards.get_at((2, 3)).a > 100 > 20 > downwards.get_at((2, 16)).a
    is_filled = up[0] == up[1]
    assert (upwards.get_at((10, 12)).a > 200) == (downwards.get_at((10, 8)).a > 200) == is_filled


def test_where_all_moves_are_alike_the_choice_is_framed_alone() -> None:
    with at_window(two_people()) as person:
        person.window.host.analysis = found = Solver(THREE).analyze(Position())
        surface, where = drawn(person.window)
        assert [cell for cell in THREE.cells if is_framed(surface, where.rect(cell))] == [found.choice]


@pytest.mark.parametrize("chosen", [True, False])
def test_a_file_is_dropped_on_the_window(chosen: bool, tmp_path: Path) -> None:
    """Over the game it says what is wrong like anything else; over the menu, there."""
    good, bad = tmp_path / "good.txt", tmp_path / "bad.txt"
    save(Session(Game(4, 4, 4), (5, 6), o="careful"), good)
    bad.write_text("dear diary", encoding="utf-8")
    with at_window(two_people("b2"), chosen) as person:
        person.drop(bad)
        assert "bad.txt' cannot be loaded: a saved game begins with the line 'tictactoe 1'" in person.status
        assert isinstance(person.window.screen, GameScreen if chosen else Menu)
        assert person.moves == "b2"
        person.drop(tmp_path / "missing")
        assert "missing' cannot be loaded: No such file or directory." in person.status
        person.drop(good)
        assert isinstance(person.window.screen, GameScreen)
        assert person.session == load(good)
        assert person.status == "O played c2. Your move: you play X."
        person.click_button("Undo")
        assert person.window.host.can_undo == chosen  # a game that was only offered is not come back to


def test_escape_on_the_first_menu_leaves_and_on_later_ones_goes_back() -> None:
    with at_window(two_people(), chosen=False) as person:
        person.press(pygame.K_ESCAPE)
        assert not person.window.open
    with at_window(two_people(), chosen=False) as person:
        person.press(pygame.K_RETURN, pygame.K_ESCAPE)
        assert person.status == "Choose a game."
        person.press(pygame.K_ESCAPE)
        assert person.window.open
        assert isinstance(person.window.screen, GameScreen)


def test_a_file_is_not_replaced_unasked(tmp_path: Path) -> None:
    """Unless the same game was saved there before; and where it is saved is said."""
    path = tmp_path / "diary.txt"
    path.write_text("dear diary", encoding="utf-8")
    with at_window(two_people("b2")) as person:
        person.name_file(pygame.K_s, str(path))
        assert person.status == "diary.txt already exists: press Enter once more to replace it."
        person.press(pygame.K_ESCAPE)
        assert path.read_text(encoding="utf-8") == "dear diary"
        person.name_file(pygame.K_s, str(path))
        person.press(pygame.K_RETURN)
        assert person.status == f"Saved as {path}."
        assert load(path) == person.session
        person.click_cell("a1")
        person.press(pygame.K_s, pygame.K_RETURN)
        assert person.status == f"Saved as {path}."
        assert load(path) == person.session
        person.press(pygame.K_n)
        person.name_file(pygame.K_s, str(path))
        assert person.status == "diary.txt already exists: press Enter once more to replace it."


@pytest.mark.parametrize("name", ["~nosuch/x", "é" * 300])
def test_names_that_cannot_be_files_are_refused(name: str) -> None:
    with at_window(two_people("b2")) as person:
        for key in (pygame.K_s, pygame.K_l):
            person.name_file(key, name)
            assert isinstance(person.window.screen, Files)
            said = "There is no home folder for '~nosuch/x'." if "~" in name else "File name too long."
            assert person.status.endswith(said)
            person.press(pygame.K_ESCAPE)
        assert person.status == "O's move."


@pytest.mark.parametrize("way", ["load", "drop", "menu", "undo"])
def test_the_cursor_does_not_stay_where_there_is_no_board_any_more(way: str, tmp_path: Path) -> None:
    path = tmp_path / "small.txt"
    save(two_people("a1"), path)
    with at_window(two_people("a1") if way == "undo" else two_people(game=LARGE)) as person:
        if way == "undo":
            person.window.host.start(Session(LARGE))
        person.press(pygame.K_RIGHT, pygame.K_DOWN, pygame.K_DOWN)
        if way == "load":
            person.name_file(pygame.K_l, str(path))
        elif way == "drop":
            person.drop(path)
        elif way == "menu":
            person.press(pygame.K_ESCAPE)
            person.click_button("3×3")
            person.press(pygame.K_RETURN)
        else:
            person.press(pygame.K_u)
        assert person.session.game == THREE
        surface, where = drawn(person.window)
        beside = Rect(0, where.cells.bottom + 1, where.cells.right, surface.get_height() - where.cells.bottom - 1)
        assert not has(surface, beside, LIGHT.x)
        before = person.session
        person.press(pygame.K_RETURN)  # shows where the keyboard is now
        assert person.session == before
        person.press(pygame.K_RETURN)
        assert person.session == before.play(4)


def buttons_that_do_nothing(person: Person) -> set[str]:
    """The names of those that are not enabled, after all of them were tried by mouse and by key."""
    found = set()
    before, screen = person.session, person.window.screen
    for button in screen.buttons(person.area):
        if not button.enabled:
            person.click(button.rect.center)
            person.press(button.key or 0)
            assert (person.session, person.window.screen) == (before, screen)
            assert not person.window.host.hinting
            found.add(button.label.partition(" ")[0])
    return found


def test_what_cannot_be_done_cannot_be_pressed() -> None:
    with at_window(two_people()) as person:
        assert buttons_that_do_nothing(person) == {"Undo", "Redo"}
        person.click_cell("a1")
        assert buttons_that_do_nothing(person) == {"Redo"}
        person.click_button("Undo")
        assert buttons_that_do_nothing(person) == {"Undo"}
        person.click_button("Resign")
        assert buttons_that_do_nothing(person) == {"Hint", "Redo", "Review"}  # no move has been made
    with at_window(Session(LARGE, x="wary", o="wary")) as person:
        assert buttons_that_do_nothing(person) == {"Hint", "Undo", "Redo"}
    with at_window(two_people(), chosen=False) as person:
        assert "perfect" in buttons_that_do_nothing(person)  # two people need no level


def test_on_a_dense_screen_a_click_is_where_it_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """There the surface has more pixels than the window has points, in which clicks are told."""
    with at_window(two_people()) as person:
        surface = Surface((1800, 960))
        dense = SimpleNamespace(size=(900, 640), get_surface=lambda: surface, flip=lambda: None, title="")
        monkeypatch.setattr(person.window, "_window", dense)
        for name in ("a1", "c3", "b2"):
            at = places(surface.get_rect(), THREE).rect(parse_cell(THREE, name)).center
            person.click((at[0] // 2, at[1] * 2 // 3))
        assert person.moves == "a1 c3 b2"
        monkeypatch.undo()


def test_moves_and_dice_survive_the_first_menu() -> None:
    start = playing.make_session(playing.Asked(moves="b2 a1", seed=77, level="careful"))
    with at_window(start.session, start.chosen) as person:
        assert isinstance(person.window.screen, Menu)
        person.press(pygame.K_RETURN)
        assert person.session == Session(THREE, parse_moves(THREE, "b2 a1"), PERSON, "careful", 77)
        person.press(pygame.K_u)
        assert person.moves == ""
        assert not person.window.host.can_undo  # what was only offered is not come back to
    with at_window(start.session, start.chosen) as person:
        person.click_button("4×4")
        person.press(pygame.K_RETURN)
        assert (person.session.game, person.session.moves) == (Game(4, 4, 4), ())
        assert not person.window.host.can_undo


def test_a_note_is_gone_when_the_game_goes_on() -> None:
    with at_window(two_people("b2")) as person:
        person.click_cell("b2")
        assert person.status.startswith("b2 is taken by X")
        person.window.step()
        assert person.status.startswith("b2 is taken by X")
        person.click_cell("a1")
        assert person.status == "X's move."
    with at_window(Session(THREE, x=PERFECT)) as person:
        person.click_cell("b2")
        assert person.status == "It is X's turn, which the computer plays."
        person.wait_for_turn()
        assert person.status == "X played a1 (proven: draw). Your move: you play O."


def test_leaving_a_game_by_mistake_is_undone_by_a_click() -> None:
    with at_window(two_people("b2 a1")) as person:
        person.click_button("New")
        assert person.moves == ""
        person.click_button("Undo")
        assert person.moves == "b2 a1"


def test_a_click_after_the_end_leaves_the_result_in_sight(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was refused is said after it; so is what was done, such as saving."""
    result = "You win. X has won: a1 b1 c1."
    with at_window(Session(THREE, parse_moves(THREE, "a1 a2 b1 b2 c1"), o="careful")) as person:
        assert person.status == result
        for cell, why in (("c3", "c3 cannot be played"), ("a1", "a1 cannot be played")):
            person.click_cell(cell)
            assert person.status == f"{result} {why}: the game is over."
        surface = Surface((900, 640))
        with monkeypatch.context() as patch:
            texts = [text for text, _ in written(surface, person.window, patch)]
        assert any(text.startswith(result) for text in texts)
        person.window.table.say("Saved as game.txt.")
        assert person.status == f"{result} Saved as game.txt."
        person.press(pygame.K_u)
        assert person.status == "Your move: you play X." or person.status.startswith("O played")


@pytest.mark.parametrize("game", [THREE, Game(7, 7, 5), Game(15, 15, 5), LARGE, Game(3, 12, 3), Game(12, 3, 3)])
@pytest.mark.parametrize("size", [(420, 360), (900, 640), (1366, 768), (1920, 1080), (500, 800), (700, 700)])
def test_the_board_uses_the_room_there_is(game: Game, size: tuple[int, int]) -> None:
    """No cell could be a pixel larger, whichever side the panel, at its smallest, is on."""
    (width, height), line = size, unit(Rect((0, 0), size))
    names = round(1.6 * line) + round(0.7 * line)
    below = (16 if width > 25 * line else 21) * line
    beside = min((width - 16 * line - names) // game.cols, (height - names) // game.rows)
    above = min((width - names) // game.cols, (height - below - names) // game.rows)
    found = places(Rect((0, 0), size), game)
    if max(beside, above) < 14:
        assert found.panel is None
        assert found.side == min(width // game.cols, height // game.rows)
    else:
        assert found.side == max(beside, above)
        if game.rows == game.cols and size == (1920, 1080):
            assert found.cells.height > 0.9 * height


def pixel(person: Person, at: tuple[int, int] = (1, 1)) -> Color:
    """What is seen there, on the window itself."""
    return person.window._surface.get_at(at)


def test_the_theme_changes_with_a_key_and_a_click() -> None:
    light, dark = (Color(palette.paper) for palette in (LIGHT, DARK))
    with at_window(two_people("b2")) as person:
        assert pixel(person) == light
        person.press(pygame.K_t)
        assert pixel(person) == dark
        middle = places(person.area, THREE).rect(4).center
        assert pixel(person, middle) == Color(DARK.x)
        person.click_button("Light")
        assert pixel(person) == light
        person.press(pygame.K_ESCAPE, pygame.K_t)
        assert isinstance(person.window.screen, Menu)
        assert pixel(person) == dark
        person.press(pygame.K_ESCAPE, pygame.K_l, pygame.K_t)
        assert isinstance(person.window.screen, Files)
        assert pixel(person) == dark  # where names are typed, t is a letter


def test_in_the_menu_letters_are_typed_where_a_board_is_typed() -> None:
    with at_window(two_people(), chosen=False, last=two_people("b2")) as person:
        person.click_button("other")
        person.write("tlg")
        person.press(pygame.K_t, pygame.K_l, pygame.K_g)
        assert isinstance(person.window.screen, Menu)
        assert person.window.theme == "light"
        person.press(pygame.K_RETURN)
        assert person.status.startswith("Game 'tlg' has 1 part")


def test_the_theme_follows_the_system_until_a_person_chooses(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is looked up again when the window comes to the front."""
    system = ["dark"]
    monkeypatch.setattr("tictactoe.ui.system_theme.system_theme", lambda: system[-1])
    with at_window(two_people(), theme=None) as person:
        assert pixel(person) == Color(DARK.paper)
        system.append("light")
        person.does(Event(pygame.WINDOWFOCUSGAINED))
        person.wait(lambda: pixel(person) == Color(LIGHT.paper))
        person.press(pygame.K_t)
        assert pixel(person) == Color(DARK.paper)
        person.does(Event(pygame.WINDOWFOCUSGAINED))
        watch = person.window._watch
        assert watch is not None
        person.wait(lambda: watch._look is not None and not watch._look.is_alive())
        assert pixel(person) == Color(DARK.paper)


def test_f11_fills_the_screen_and_back() -> None:
    with at_window(two_people("b2")) as person:
        person.press(pygame.K_F11)
        assert person.window.is_full_screen
        assert person.area.size == pygame.display.get_desktop_sizes()[0]
        person.click_cell("a1")
        person.press(pygame.K_l, pygame.K_F11)
        assert isinstance(person.window.screen, Files)
        assert person.area.size == app.SIZE
        person.press(pygame.K_ESCAPE)
        person.click_button("Full screen")
        assert person.window.is_full_screen
        person.click_button("Window")
        assert not person.window.is_full_screen
        assert person.moves == "b2 a1"


@pytest.mark.parametrize("way", ["key", "space", "button"])
def test_a_watched_game_is_paused_and_goes_on(way: str) -> None:
    def pause() -> None:
        if way == "button":
            person.click_button("Go on" if person.window.host.paused else "Pause")
        else:
            person.press(pygame.K_p if way == "key" else pygame.K_SPACE)

    with at_window(Session(Game(7, 7, 5), x="random", o="careful")) as person:
        person.window.host._pace = 0
        person.wait(lambda: len(person.session.moves) > 2)
        pause()
        stood = person.session
        assert person.status == f"Paused. The next move is {stood.turn}'s ({stood.mover})."
        person.press(pygame.K_u)
        assert person.session == stood.undo()
        person.press(pygame.K_r)
        assert person.session == stood
        pause()
        person.wait(lambda: len(person.session.moves) > len(stood.moves))
        assert person.session.moves[: len(stood.moves)] == stood.moves


def test_the_last_game_is_gone_on_with_or_played_once_more() -> None:
    begun = Session(Game(4, 4, 4), (5, 6), o="careful", seed=7)
    with at_window(two_people(), chosen=False, last=begun) as person:
        person.press(pygame.K_g)
        assert person.session == begun
        assert not person.window.host.can_undo or person.session.undo() != person.session
        person.press(pygame.K_u, pygame.K_ESCAPE)
        assert not any("(G)" in button.label for button in person.window.screen.buttons(person.area))
    with at_window(two_people(), chosen=False, last=two_people("a1 a2 b1 b2 c1")) as person:
        person.click_button("Once more: 3×3, two people, ended (G)")
        assert (person.session.moves, person.status) == ((), "X's move.")
    with at_window(two_people(), chosen=False, last=begun) as person:
        person.press(pygame.K_DOWN, pygame.K_SPACE)  # with the arrow keys too
        assert person.session == begun


def saved_there(folder: Path, count: int) -> list[str]:
    """So many games saved in a folder: their names, the latest first."""
    names = [f"game {number}.txt" for number in range(count)]
    for number, name in enumerate(names):
        save(two_people("b2 a1 c3 a2 a3"[: 2 + 3 * (number % 5)]), folder / name)
        os.utime(folder / name, (10_000 - number, 10_000 - number))
    return names


def test_a_saved_game_is_chosen_from_a_list(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names = saved_there(tmp_path, 40)
    with at_window(two_people("c1")) as person:
        person.press(pygame.K_l)
        assert person.status == "Load the game: which one? game 0.txt: 3×3, two people, 1 move."
        person.press(pygame.K_UP, *[pygame.K_DOWN] * 17)
        assert person.status == "Load the game: which one? game 17.txt: 3×3, two people, 3 moves."
        seen = [button.label for button in person.window.screen.buttons(person.area)[2:]]
        assert names[17] in seen
        assert 5 < len(seen) < 40
        person.press(pygame.K_PAGEDOWN, pygame.K_PAGEUP, pygame.K_RETURN)
        assert person.status == "Loaded game 17.txt."
        assert person.moves == "b2 a1 c3"
        person.press(pygame.K_l)
        person.does(Event(pygame.MOUSEWHEEL, y=-1, x=0))
        assert "game 18.txt" in person.status
        person.click_button("game 16.txt")
        assert isinstance(person.window.screen, Files)
        person.click_button("game 16.txt")  # what is chosen is loaded
        assert person.status == "Loaded game 16.txt."


def test_a_name_is_typed_all_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    saved_there(tmp_path, 3)
    save(two_people("c3 c1"), tmp_path / "mine")
    with at_window(two_people("c1")) as person:
        person.press(pygame.K_l)
        person.write("min")
        assert person.status == "Load the game: which one?"
        person.press(pygame.K_RETURN)
        assert "No such file" in person.status
        person.press(pygame.K_DOWN)
        assert person.status.startswith("Load the game: which one? mine: ")
        person.write("mine")
        person.press(pygame.K_RETURN)
        assert person.moves == "c3 c1"


def test_a_saved_game_is_the_first_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was only offered is not come back to; and who leaves the list is in the menu again."""
    monkeypatch.chdir(tmp_path)
    saved_there(tmp_path, 2)
    with at_window(two_people("b2"), chosen=False) as person:
        person.press(pygame.K_l, pygame.K_ESCAPE)
        assert isinstance(person.window.screen, Menu)
        person.click_button("Saved games")
        person.press(pygame.K_DOWN, pygame.K_RETURN)
        assert isinstance(person.window.screen, GameScreen)
        assert person.moves == "b2 a1"
        person.press(pygame.K_u, pygame.K_u)
        assert not person.window.host.can_undo


@pytest.mark.usefixtures("without_compiled")
def test_a_board_that_is_chosen_is_played_by_a_level_that_can(monkeypatch: pytest.MonkeyPatch) -> None:
    """A level that cannot play is not to be pressed, says why if it was wanted, and is back where it can."""
    for game in BOARDS[1:]:
        with at_window(Session(THREE, o=PERFECT), chosen=False) as person:
            person.click_button(board_name(game))
            assert "perfect" in buttons_that_do_nothing(person)
            with monkeypatch.context() as patch:
                said = " ".join(text for text, _ in written(Surface((1920, 1080)), person.window, patch))
            assert "wary: Stops forks too" in said
            assert "The perfect player cannot play here" in said
            person.press(pygame.K_RETURN)
            assert (person.session.game, person.session.o) == (game, "wary")
    with at_window(Session(THREE, o=PERFECT), chosen=False) as person:
        person.click_button("19×19")
        person.click_button("3×3")
        person.press(pygame.K_RETURN)
        assert person.session.o == PERFECT
    with at_window(Session(THREE, o=PERFECT), chosen=False) as person:
        person.click_button("7×7")
        person.press(pygame.K_DOWN, pygame.K_RIGHT, pygame.K_RETURN)  # the next one after wary that can play
        assert person.session.o == "random"


@pytest.mark.parametrize("size", [(900, 640), (500, 800), (420, 360), (1920, 1080)])
@pytest.mark.parametrize("last", [None, two_people("b2")])
def test_nothing_in_the_menu_is_in_the_way_of_anything_else(size: tuple[int, int], last: Session | None) -> None:
    with at_window(two_people(), chosen=False, last=last) as person:
        area = Rect((0, 0), size)
        rects = [button.rect for button in person.window.screen.buttons(area)]
        assert all(area.contains(rect) for rect in rects)
        assert all(rect.collidelist(rects[:number]) == -1 for number, rect in enumerate(rects))


def test_a_finished_game_is_looked_back_at() -> None:
    """The position before a mistake, and the better move asked for before it is told; the game stays as it is."""
    with at_window(two_people("b2 b1 a1 c1 c3")) as person:
        person.press(pygame.K_v)
        screen = person.window.screen
        assert isinstance(screen, ReviewScreen)
        person.wait(lambda: screen.reviewing.review is not None)
        assert person.status == "Move 2: O played b1, which gave away the draw. What would have kept it?"
        assert screen.reviewing.session.moves == parse_moves(THREE, "b2")
        person.click_cell("c2")
        assert person.status.startswith("After c2 X wins in 5")
        person.click_cell("b2")
        assert person.status.startswith("b2 is taken by X")
        person.press(pygame.K_UP, pygame.K_UP, pygame.K_LEFT, pygame.K_RETURN)  # a1
        assert person.status.startswith("Right: a1 keeps the draw")
        surface, _ = drawn(person.window)
        panel = {tuple(surface.get_at((x, y))) for x in range(600, 900, 3) for y in range(0, 640, 3)}
        assert tuple(Color(LIGHT.gold)) in panel  # the move that is asked about, among the values
        person.click_button("Back")
        assert isinstance(person.window.screen, GameScreen)
        assert person.moves == "b2 b1 a1 c1 c3"
        person.click_button("Review")
        again = person.window.screen
        assert isinstance(again, ReviewScreen)
        person.wait(lambda: again.reviewing.review is not None)
        person.click_button("Tell me")
        assert person.status.startswith("The draw is kept by a1, c1, a3 and c3. b1: ")
        person.press(pygame.K_ESCAPE)
        assert isinstance(person.window.screen, GameScreen)
