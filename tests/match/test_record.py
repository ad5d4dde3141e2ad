"""Saved games: what is written can be read back, and whatever else is read is refused in a sentence."""

from __future__ import annotations

import os
import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strategies import sessions, small_games
from tictactoe.match import LEVELS, PERSON, Session
from tictactoe.match.record import MOST_BYTES, format_session, load, parse_session, save
from tictactoe.rules import BadInput, Game, parse_position

THREE = Game(3, 3, 3)
SAVED = """\
tictactoe 1
game 3,3,3
x person
o careful
seed 1742
moves b2 a1 c3
undone a3
resigned X
position O../.X./..X
"""
SESSION = Session(THREE, (4, 0, 8), PERSON, "careful", 1742, (6,), "X")
LARGE = Session(Game(19, 19, 5), tuple(range(0, 361, 7)), "wary", PERSON, 10**9, (1,))


def require_possible(session: Session) -> None:
    """Every move was legal when it was made, and so were those taken back; the players and the end are possible."""
    again = Session(session.game, start=session.start)
    for cell in session.moves + session.undone:
        again = again.play(cell)
    assert {session.x, session.o} <= {PERSON, *LEVELS}
    assert 0 <= session.seed <= 10**9
    if session.resigned:
        assert session._replace(resigned=None).resign() == session
    assert parse_session(format_session(session)) == session


def test_a_saved_game_is_readable() -> None:
    assert format_session(SESSION) == SAVED
    assert parse_session(SAVED) == SESSION
    assert format_session(Session(Game(1, 2, 2))).splitlines()[5:] == ["moves", "position .."]


def test_a_game_that_began_from_a_position_says_so() -> None:
    begun = parse_position(THREE, "X../.O./...")
    text = format_session(Session(THREE, (8,), start=begun))
    assert "\nseed 0\nstart X../.O./...\nmoves c3\nposition X../.O./..X\n" in text
    assert parse_session(text).start == begun
    for wrong, said in (("XX./.../...", "X has 2 and O has 0"), ("X./..", "has 2 rows")):
        with pytest.raises(BadInput, match=said):
            parse_session(text.replace("start X../.O./...", f"start {wrong}"))


@given(sessions())
def test_what_is_written_is_read_back(session: Session) -> None:
    require_possible(session)


@given(session=sessions())
def test_a_saved_session_is_loaded_as_it_was(session: Session, tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.getbasetemp() / "a game with spaces, and ünïcode.txt"
    save(session, path)
    assert load(path) == session
    assert not list(path.parent.glob("*.part"))


@given(sessions(small_games))
def test_every_file_cut_short_is_refused(session: Session) -> None:
    text = format_session(session)
    assert parse_session(text[:-1]) == session
    for end in range(len(text) - 1):
        with pytest.raises(BadInput):
            parse_session(text[:end])


def test_a_large_game_cut_short_is_refused() -> None:
    text = format_session(LARGE)
    assert parse_session(text[:-1]) == LARGE
    for end in [*range(0, len(text) - 1, 7), len(text) - 2]:
        with pytest.raises(BadInput):
            parse_session(text[:end])


def require_refused_or_possible(text: str) -> None:
    try:
        session = parse_session(text)
    except BadInput as error:
        assert "\n" not in str(error)
        assert len(str(error)) < 400
    else:
        require_possible(session)


def test_every_change_of_one_character_is_refused_or_makes_another_game() -> None:
    """Each character in turn is left out, and replaced and preceded by each that could mean something, or upset us."""
    for at in range(len(SAVED)):
        require_refused_or_possible(SAVED[:at] + SAVED[at + 1 :])
        for other in "0179abcXxOo.,/- \n\t\0'%é½²\u2028\ud800":
            require_refused_or_possible(SAVED[:at] + other + SAVED[at + 1 :])
            require_refused_or_possible(SAVED[:at] + other + SAVED[at:])


@given(sessions(small_games), st.data(), st.characters() | st.sampled_from("0123456789abcdefXxOo.,/ \n"))
def test_any_change_of_one_character_is_refused_or_makes_another_game(
    session: Session, data: st.DataObject, other: str
) -> None:
    text = format_session(session)
    at = data.draw(st.integers(0, len(text) - 1))
    skip = data.draw(st.integers(0, 1))
    require_refused_or_possible(text[:at] + other + text[at + skip :])


@given(st.text() | st.lists(st.sampled_from(SAVED.splitlines()) | st.text()).map("\n".join))
def test_any_text_at_all_is_refused_or_makes_a_game(text: str) -> None:
    require_refused_or_possible(text)
    require_refused_or_possible(f"tictactoe 1\n{text}")


WRONG = [
    ("position O../.X./..X", "position O../.X./...", "the moves lead to O../.X./..X, but the position is given as"),
    ("position O../.X./..X", "position nonsense", "but the position is given as 'nonsense'"),
    (
        "tictactoe 1",
        "tictactoe 2",
        "a saved game begins with the line 'tictactoe 1', but",
    ),
    ("game 3,3,3", "game 3,3", "game '3,3' has 2 parts"),
    ("game 3,3,3", "game 20,3,3", "rows is 20"),
    ("game 3,3,3", "", "the game was not saved whole: there is no line for game"),
    ("game 3,3,3", "games 3,3,3", "line 2 begins with 'games', but should with one of game, x, o"),
    ("x person", "x nobody", "x is 'nobody', but should be one of person, random, hasty"),
    ("x person", "x person\nx person", "line 4 says x once more"),
    ("x person", "x random", "no person plays in this game: there is nobody to resign"),
    ("seed 1742", "seed -1", "seed is '-1', but should be a whole number from 0 to 1000000000"),
    ("seed 1742", "seed 1000000001", "seed is '1000000001'"),
    ("seed 1742", "seed ²", "seed is '²'"),
    ("moves b2 a1 c3", "moves b2 b2 c3", "move 2: b2 is taken by X"),
    ("moves b2 a1 c3", "moves b2 a1 z3", "move 3: cell 'z3'"),
    ("undone a3", "undone a1", "move 4: a1 is taken by O"),
    ("resigned X", "resigned Z", "resigned is 'Z', but should be X or O"),
    ("resigned X", "resigned O", "resigned is O, but only X could resign then"),
    (
        "moves b2 a1 c3\nundone a3",
        "moves b2 a1 c3 a2 b1 c2 b3",
        "resigned is X, but the moves end the game",
    ),
]


@pytest.mark.parametrize(("right", "wrong", "sentence"), WRONG, ids=[wrong[:30] for _, wrong, _ in WRONG])
def test_what_is_wrong_is_said(right: str, wrong: str, sentence: str, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text(SAVED.replace(right, wrong), encoding="utf-8")
    with pytest.raises(BadInput) as refused:
        load(path)
    assert " cannot be loaded: " in str(refused.value)
    assert sentence in str(refused.value)


def test_what_does_no_harm_is_read() -> None:
    """Other line ends, empty lines, spaces, small letters, and the lines in another order."""
    assert parse_session(SAVED.replace("\n", "\r\n")) == SESSION
    assert parse_session(SAVED.replace("\n", " \n\n  ")) == SESSION
    assert parse_session(SAVED.replace("b2 a1 c3", "B2  A1  C3").replace("O../.X./..X", "o../.x./..x")) == SESSION
    first, *lines = SAVED.splitlines()
    assert parse_session("\n".join([first, *reversed(lines)])) == SESSION


def test_files_that_are_no_saved_games(tmp_path: Path) -> None:
    (tmp_path / "binary").write_bytes(b"tictactoe 1\n\xff\xfe")
    (tmp_path / "long").write_text(SAVED + "\n" * MOST_BYTES, encoding="utf-8")
    (tmp_path / "endless").symlink_to("/dev/zero")
    (tmp_path / "empty").touch()
    for name, sentence in (
        ("binary", "it is not text"),
        ("long", "it is too long for a saved game"),
        ("endless", "it is too long for a saved game"),
        ("empty", "a saved game begins with the line 'tictactoe 1', but this begins with ''"),
        (".", "Is a directory"),
        ("missing", "No such file or directory"),
        ("empty/game.txt", "Not a directory"),
        ("a\0b", "embedded null byte"),
        ("n" * 300, "File name too long"),
    ):
        with pytest.raises(BadInput, match=f"cannot be loaded: {sentence}"):
            load(tmp_path / name)


def everything_in(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text(encoding="utf-8") for path in folder.iterdir() if path.is_file()}


def test_saving_replaces_the_file_that_was_there(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text("something else", encoding="utf-8")
    save(SESSION, path)
    assert everything_in(tmp_path) == {"game.txt": SAVED}


def test_places_where_nothing_can_be_saved(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_text("here before", encoding="utf-8")
    (tmp_path / "device").symlink_to("/dev/null")
    before = everything_in(tmp_path)
    for path, sentence in (
        (tmp_path / "folder", "it is not a file"),
        (tmp_path / "device", "it is not a file"),
        (tmp_path / "missing" / "game.txt", "No such file or directory"),
        (tmp_path / "file" / "game.txt", "Not a directory"),
        (tmp_path / "a\0b", "embedded null byte"),
        (tmp_path / ("n" * 300), "File name too long"),
        (Path(), "it is not a file"),
        (Path("/"), "it is not a file"),
        (Path(".."), "it is not a file"),
    ):
        with pytest.raises(BadInput, match=f"the game cannot be saved as .*: {sentence}"):
            save(SESSION, path)
    assert everything_in(tmp_path) == before
    assert not any((tmp_path / "folder").iterdir())


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_may_not_be_written_in(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text(SAVED, encoding="utf-8")
    tmp_path.chmod(0o555)
    try:
        with pytest.raises(BadInput, match=r"the game cannot be saved as .*: Permission denied"):
            save(Session(THREE), path)
        assert everything_in(tmp_path) == {"game.txt": SAVED}
    finally:
        tmp_path.chmod(0o755)


@contextmanager
def little_room(bytes_left: int) -> Iterator[None]:
    """While this lasts no file may grow beyond so many bytes, as on a disk that is nearly full."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (bytes_left, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.mark.parametrize("bytes_left", [0, 10, len(SAVED) - 1])
def test_a_disk_without_room_leaves_the_file_as_it_was(bytes_left: int, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    save(SESSION, path)
    with little_room(bytes_left), pytest.raises(BadInput, match=r"the game cannot be saved as .*: File too large"):
        save(SESSION._replace(seed=9999), path)
    assert everything_in(tmp_path) == {"game.txt": SAVED}
    assert load(path) == SESSION
