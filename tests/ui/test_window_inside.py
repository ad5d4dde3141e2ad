"""The window from inside, on a display that is not there: what is drawn, and what its events come to."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from types import SimpleNamespace

import pygame
import pytest
from pygame import Color, Rect, Surface
from pygame.event import Event

from patience import PATIENCE
from tictactoe.match import PERFECT, PERSON, Session
from tictactoe.match.record import load, save
from tictactoe.rules import Game, Position, cells_of, format_moves, parse_cell, parse_moves
from tictactoe.search import Analysis, Answer, Solver
from tictactoe.ui import playing
from tictactoe.ui.window import app, paint
from tictactoe.ui.window.board import Places, places
from tictactoe.ui.window.files import Files
from tictactoe.ui.window.game_screen import GameScreen
from tictactoe.ui.window.menu import Menu

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

    def wait_for_turn(self) -> None:
        limit = monotonic() + PATIENCE
        while not self.window.host.waits_for_person:
            assert monotonic() < limit
            self.window.step()


@contextmanager
def at_window(session: Session, chosen: bool = True) -> Iterator[Person]:
    window = app.Window(session, chosen)
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
    window.screen.draw(surface, (-1, -1))
    return surface, places(surface.get_rect(), window.host.session.game)


def is_blank(surface: Surface, rect: Rect) -> bool:
    paper = pygame.mask.from_threshold(surface.subsurface(rect), paint.PAPER, (1, 1, 1, 255))
    return paper.count() == rect.width * rect.height


def has(surface: Surface, rect: Rect, colour: Color) -> bool:
    """Whether there is a pixel of just this colour."""
    found = pygame.mask.from_threshold(surface.subsurface(rect), colour, (1, 1, 1, 255))
    return found.count() > 0


@pytest.mark.parametrize("name", ["X", "O"])
def test_marks_of_all_sizes_fill_their_square(name: str) -> None:
    for size in range(1, 61):
        mark = paint.mark(name, size)
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
        for screen in (Menu(person.session, lambda _: None, lambda: None, True), Files("save", table, lambda: None)):
            for size in sizes[::3]:
                screen.draw(Surface(size), (0, 0))


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
            assert has(surface, rect, paint.GOLD) == bool(line >> cell & 1)
            assert (middle.r < 120) == bool(line >> cell & 1)
        for cell in cells_of(THREE.board & ~line):
            assert not has(surface, where.rect(cell).inflate(-10, -10), paint.GOLD)


def test_a_line_of_one_is_not_struck_through() -> None:
    with at_window(two_people("a1", Game(1, 1, 1))) as person:
        surface, where = drawn(person.window)
        assert surface.get_at(where.rect(0).center) == paint.BLUE


def written(surface: Surface, window: app.Window, patch: pytest.MonkeyPatch) -> list[tuple[str, Rect]]:
    """What is written where when the screen is drawn on a surface."""
    texts: list[tuple[str, Rect]] = []
    write = paint.write

    def noting(onto: Surface, text: str, at: Rect, size: int, colour: Color = paint.INK, align: str = "left") -> None:
        texts.append((text, at))
        write(onto, text, at, size, colour, align)

    patch.setattr(paint, "write", noting)
    window.screen.draw(surface, (-1, -1))
    return texts


def is_framed(surface: Surface, rect: Rect) -> bool:
    """Whether there is a line a little inside the left side of a cell."""
    return has(surface, Rect(rect.left + max(2, rect.width // 24), rect.centery, rect.width // 8, 1), paint.INK)


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
            for value, colour in ((1, paint.BLUE), (0, paint.INK), (-1, paint.RED)):
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


def test_a_loss_points_down_and_what_is_not_known_is_a_ring() -> None:
    surface, rect = shown_value(Answer(-1, -1, 4), Answer(-1, -1, 2))
    assert has(surface, rect, paint.RED)
    assert is_framed(surface, rect)
    surface, rect = shown_value(Answer(-1, 1), Answer(-1, -1, 2))
    assert has(surface, rect, paint.FAINT)
    assert not is_framed(surface, rect)
    up, down = paint.shape(1, 20), paint.shape(-1, 20)
    assert up.get_at((2, 16)).a > 200 > 20 > up.get_at((2, 3)).a
    assert down.get_at((2, 3)).a > 200 > 20 > down.get_at((2, 16)).a


def test_where_all_moves_are_alike_none_is_framed() -> None:
    with at_window(two_people()) as person:
        person.window.host.analysis = Solver(THREE).analyze(Position())
        surface, where = drawn(person.window)
        assert not any(is_framed(surface, where.rect(cell)) for cell in THREE.cells)


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
        assert not has(surface, beside, paint.BLUE)
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
        assert buttons_that_do_nothing(person) == {"Hint", "Resign", "Redo"}
    with at_window(Session(LARGE, x="wary", o="wary")) as person:
        assert buttons_that_do_nothing(person) == {"Hint", "Resign", "Undo", "Redo"}
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
