"""The host: a person's wishes, the computer's moves and the hints, with a real process that thinks."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest

from patience import PATIENCE
from tictactoe.match import LEVELS, PERFECT, PERSON, Session, player
from tictactoe.match.host import Host, require_players
from tictactoe.match.record import LARGEST_SEED, load, save
from tictactoe.rules import BadInput, Game, O, Position, parse_moves
from tictactoe.search import Analysis, Solver

THREE = Game(3, 3, 3)
HARD = Session(Game(8, 8, 5), x=PERFECT)
"""A game whose first move takes the computer minutes, if nobody stops it."""


@contextmanager
def hosting(session: Session, seconds: float = 600, pace: float = 0) -> Iterator[Host]:
    host = Host(session, seconds, pace)
    try:
        yield host
    finally:
        host.close()


def wait(host: Host, happened: Callable[[], bool]) -> None:
    """Poll until it has happened. The limit is for a program that hangs: nothing here takes as long."""
    limit = monotonic() + PATIENCE
    while not happened():
        assert monotonic() < limit
        host.poll()
        sleep(0.005)


def wait_for_person(host: Host) -> None:
    wait(host, lambda: host.waits_for_person or host.session.outcome is not None)


def wait_for_search(host: Host) -> None:
    """Until the computer is in the midst of it."""
    wait(host, lambda: host.progress is not None and host.progress.nodes > 0)


def worker(host: Host) -> int:
    """The number of the process that thinks."""
    assert host._thinker._worker is not None
    assert host._thinker._worker.process.pid is not None
    return host._thinker._worker.process.pid


def cells(moves: str, game: Game = THREE) -> tuple[int, ...]:
    return parse_moves(game, moves)


@pytest.mark.parametrize("level", LEVELS)
def test_the_computer_opens_and_answers(level: str) -> None:
    with hosting(Session(THREE, x=level, seed=7)) as host:
        assert host.thinking
        assert not host.waits_for_person
        wait_for_person(host)
        assert not host.thinking
        expected = Session(THREE, x=level, seed=7)
        move = player(LEVELS[level], Solver(THREE), 7)
        expected = expected.play(move(expected.position))
        assert host.session == expected
        expected = expected.play(THREE.moves(expected.position)[0])
        host.play(expected.moves[-1])
        assert (host.session, host.thinking) == (expected, True)
        wait_for_person(host)
        assert host.session == expected.play(move(expected.position))


def test_poll_says_whether_there_is_anything_new() -> None:
    with hosting(Session(THREE, o="careful")) as host:
        assert not host.poll()
        host.play(4)
        wait(host, host.poll)
        assert len(host.session.moves) == 2
        assert not host.poll()


def test_two_people_need_nobody_to_think() -> None:
    with hosting(Session(THREE)) as host:
        for cell in cells("a1 a2 b1 b2 c1"):
            assert host.waits_for_person
            host.play(cell)
            assert not host.thinking
        assert host.session.outcome
        assert not host.waits_for_person
        with pytest.raises(BadInput, match="the game is over"):
            host.play(8)


def test_computer_against_computer_plays_to_the_end() -> None:
    with hosting(Session(THREE, x=PERFECT, o="wary", seed=3)) as host:
        wait(host, lambda: host.session.outcome is not None)
        assert not host.thinking
        assert not host.poll()
        with pytest.raises(BadInput, match="no person plays in this game"):
            host.session.undo().resign()


def test_a_watched_game_keeps_its_pace() -> None:
    """What is drawn while it waits does not change."""
    watched = Session(THREE, x="random", o="random")
    with hosting(watched, pace=0.3) as host:
        wait(host, lambda: len(host.session.moves) == 1)
        began = monotonic()
        wait(host, lambda: len(host.session.moves) == 4)
        assert monotonic() - began > 0.8
    with hosting(watched, pace=PATIENCE) as host:
        assert not host.poll()
        assert not host.poll(seconds=0.1)
        assert host.session == watched


def test_people_do_not_wait_for_a_pace() -> None:
    host = Host(Session(THREE, x="random"), pace=600)
    try:
        wait_for_person(host)
        host.play(THREE.moves(host.session.position)[0])
        wait_for_person(host)
        assert len(host.session.moves) == 3
    finally:
        host.close()


def test_a_move_and_a_hint_take_no_longer_than_they_may() -> None:
    """But for what is loaded or compiled for the first of them."""
    with hosting(HARD, seconds=0.2) as host:
        for cell in (0, 1):
            wait_for_person(host)  # without a budget this would take longer than anybody waits
            host.hint()
            wait(host, lambda: host.analysis is not None)
            host.play(cell)


def test_a_person_does_not_move_for_the_computer() -> None:
    with hosting(HARD) as host:
        wishes: list[tuple[Callable[[], None], str]] = [
            (lambda: host.play(0), "it is X's turn, which the computer plays"),
            (host.hint, "no hint: it is the computer's turn"),
            (host.undo, "there is no move of yours to take back"),
            (host.redo, "there is no move to play again"),
        ]
        for wish, sentence in wishes:
            with pytest.raises(BadInput, match=sentence):
                wish()
            assert host.session == HARD
            assert host.thinking


def test_bad_moves_change_nothing() -> None:
    with hosting(Session(THREE, cells("b2 a1"), o="careful")) as host:
        before = host.session
        for cell in (4, 9, -1):
            with pytest.raises(BadInput):
                host.play(cell)
        assert host.session == before
        assert host.waits_for_person


def test_a_new_game_does_not_wait_for_a_hard_one() -> None:
    with hosting(HARD) as host:
        wait_for_search(host)
        host.start(Session(THREE, x="hasty", seed=2))
        assert host.progress is None
        wait_for_person(host)
        assert len(host.session.moves) == 1
        assert host.session.game == THREE


def test_undo_while_the_computer_thinks() -> None:
    """The move that was being thought about never comes."""
    game = HARD.game
    with hosting(Session(game, o=PERFECT)) as host:
        host.play(0)
        wait_for_search(host)
        host.undo()
        assert (host.session.moves, host.session.undone) == ((), (0,))
        assert not host.thinking
        assert host.waits_for_person
        host.play(35)
        assert host.thinking
        assert host.session.undone == ()
        host.undo()
        host.redo()
        assert host.session.moves == (35,)
        assert host.thinking


def test_undo_and_redo_take_the_computers_moves_along() -> None:
    with hosting(Session(THREE, o=PERFECT)) as host:
        host.play(4)
        wait_for_person(host)
        both = host.session
        host.undo()
        assert host.session.moves == ()
        host.redo()
        assert host.session == both
        assert not host.thinking
        host.undo()
        host.play(4)
        wait_for_person(host)
        assert host.session == both


def test_resigning_while_the_computer_thinks() -> None:
    with hosting(HARD) as host:
        wait_for_search(host)
        host.resign()
        assert host.session.resigned == O
        assert not host.thinking
        for wish in (host.resign, host.hint):
            with pytest.raises(BadInput, match="the game is over"):
                wish()
        host.undo()
        assert host.session == HARD
        assert host.thinking


def test_again_is_another_game_for_the_same_players() -> None:
    with hosting(Session(THREE, cells("b2 a1"), PERSON, "random", seed=1)) as host:
        seeds = set()
        for _ in range(5):
            host.again()
            assert host.session._replace(seed=0) == Session(THREE, x=PERSON, o="random")
            seeds.add(host.session.seed)
        assert len(seeds) > 1
        assert all(0 <= seed <= LARGEST_SEED for seed in seeds)


def test_a_hint_comes_and_is_put_away() -> None:
    with hosting(Session(THREE, cells("a1 b1"), o="careful")) as host:
        host.hint()
        assert host.hinting
        assert not host.thinking
        wait(host, lambda: host.analysis is not None)
        assert host.analysis == Solver(THREE).analyze(host.session.position)
        assert not host.hinting
        host.hint()
        assert host.analysis is None
        assert not host.hinting
        host.hint()
        wait(host, lambda: host.analysis is not None)
        host.play(4)
        assert host.analysis is None
        assert host.thinking


def test_on_a_board_that_nobody_has_solved_a_hint_is_judged() -> None:
    with hosting(Session(Game(15, 15, 5), (112, 96)), seconds=0.5) as host:
        assert host.can_hint
        host.hint()
        wait(host, lambda: host.so_far is not None)
        wait(host, lambda: host.analysis is not None)
        assert host.analysis is not None
        assert host.analysis.told == (host.analysis.choice,)
        assert not host.analysis.is_proven


def test_a_hint_on_its_way_is_put_away() -> None:
    with hosting(HARD._replace(x=PERSON)) as host:
        host.hint()
        wait_for_search(host)
        assert host.hinting
        host.hint()
        assert not host.hinting
        assert host.progress is None
        host.hint()
        assert host.hinting
        host.play(0)
        assert not host.hinting
        assert not host.poll()
        assert host.analysis is None


def test_a_hint_is_there_before_all_of_it_is_known() -> None:
    with hosting(Session(Game(6, 6, 4))) as host:
        host.hint()
        assert host.so_far is None
        wait(host, lambda: host.so_far is not None and bool(host.so_far.best))
        assert host.hinting
        assert host.analysis is None
        found = host.so_far
        assert found is not None
        assert str(found.moves[14]) == "win"
        host.hint()
        assert host.so_far is None
        assert not host.hinting
        host.hint()
        wait(host, lambda: host.so_far is not None)
        host.play(0)
        assert host.so_far is None


def test_a_hint_whose_process_has_died_says_nothing_more() -> None:
    with hosting(Session(Game(6, 6, 4))) as host:
        host.hint()
        wait(host, lambda: host.so_far is not None)
        os.kill(worker(host), signal.SIGKILL)
        wait(host, lambda: host.problem is not None)
        assert (host.so_far, host.analysis, host.hinting) == (None, None, False)


def test_news_of_a_hint_is_news() -> None:
    """Whoever draws only what has changed is told."""
    with hosting(Session(Game(6, 6, 4))) as host:
        host.hint()
        before = None
        for _ in range(1000):
            has_changed = host.poll(seconds=600)
            assert has_changed or host.so_far == before
            before = host.so_far
            if before and before.best:
                break
        assert before


@pytest.mark.usefixtures("without_compiled")
def test_a_hint_that_needs_what_is_not_installed_is_refused() -> None:
    with hosting(Session(Game(9, 9, 5), o="careful")) as host:
        assert not host.can_hint
        with pytest.raises(BadInput, match="no hint: 9,9,5 needs the compiled solver: install it with "):
            host.hint()
        assert not host.hinting
        host.play(40)
        wait_for_person(host)
        assert len(host.session.moves) == 2


def test_the_game_goes_on_when_the_thinking_process_is_killed() -> None:
    with hosting(Session(HARD.game, (0,), o=PERFECT)) as host:
        wait_for_search(host)
        os.kill(worker(host), signal.SIGKILL)
        wait(host, lambda: host.problem is not None)
        assert host.problem == "the search has ended before its time; it may have run out of memory"
        assert not host.thinking
        host.undo()
        assert host.problem is None
        host.play(1)
        wait_for_search(host)
        host.start(Session(THREE, o=PERFECT))
        host.play(4)
        wait_for_person(host)
        assert len(host.session.moves) == 2


def test_a_hint_that_failed_can_be_asked_for_again() -> None:
    with hosting(HARD._replace(x=PERSON)) as host:
        host.hint()
        wait_for_search(host)
        os.kill(worker(host), signal.SIGKILL)
        wait(host, lambda: host.problem is not None)
        host.hint()
        assert host.problem is None
        assert host.hinting


OTHER = Session(Game(4, 4, 4), (5,), o="careful")


def leave_for_another(host: Host, way: str, path: Path) -> Session:
    """Begin another game; as what it begins."""
    if way == "again":
        host.again()
    elif way == "start":
        host.start(OTHER)
    else:
        save(OTHER, path)
        host.load(path)
    return host.session


@pytest.mark.parametrize("way", ["again", "start", "load"])
def test_leaving_a_game_can_be_undone_once(way: str, tmp_path: Path) -> None:
    """First the moves of the new game are taken back, then that it was begun at all."""
    left = Session(THREE, cells("b2 a1 c1 a3"), o="careful", seed=4)
    with hosting(left) as host:
        begun = leave_for_another(host, way, tmp_path / "game.txt")
        assert begun not in (left, left.undo())
        for _ in begun.moves:
            assert host.can_undo
            host.undo()
            assert host.session.game == begun.game
            assert host.session.moves == ()
        assert host.can_undo
        host.undo()
        assert host.session == left
        for moves in ("b2 a1", ""):
            assert host.can_undo
            host.undo()
            assert host.session.moves == cells(moves)
        assert not host.can_undo
        with pytest.raises(BadInput, match="there is no move of yours to take back"):
            host.undo()


def test_only_a_game_that_was_being_played_can_be_come_back_to() -> None:
    middle = Session(THREE, cells("b2 a1"))
    over = Session(THREE, cells("a1 a2 b1 b2 c1"))
    with hosting(middle) as host:
        host.again()
        host.again()
        host.undo()
        assert host.session == middle  # the one in between had no moves
        host.start(over)
        host.again()
        assert not host.can_undo
        host.start(middle)
        host.start(Session(THREE), forget=True)
        assert not host.can_undo


def test_what_can_be_done_now() -> None:
    with hosting(Session(THREE, x="careful")) as host:
        assert (host.can_undo, host.can_hint) == (False, False)
        wait_for_person(host)
        assert (host.can_undo, host.can_hint) == (False, True)
        host.play(THREE.moves(host.session.position)[0])
        assert (host.can_undo, host.can_hint) == (True, False)
        host.resign()
        assert (host.can_undo, host.can_hint) == (True, False)


def test_saving_and_loading(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    with hosting(Session(THREE, cells("b2 a1"), o="careful", seed=4)) as host:
        saved = host.session
        host.save(path)
        assert load(path) == saved
        host.play(8)
        host.load(path)
        assert host.session == saved
        assert not host.thinking
        (tmp_path / "nonsense").write_text("nonsense", encoding="utf-8")
        for name in ("nonsense", "missing"):
            with pytest.raises(BadInput, match="cannot be loaded"):
                host.load(tmp_path / name)
        with pytest.raises(BadInput, match="cannot be saved"):
            host.save(tmp_path)
        assert host.session == saved


@pytest.mark.usefixtures("without_compiled")
def test_a_game_that_somebody_cannot_play_is_not_begun() -> None:
    with pytest.raises(BadInput, match="the perfect player cannot play here"):
        Host(Session(Game(9, 9, 5), o=PERFECT))
    with pytest.raises(BadInput, match="there is no level 'nobody'"):
        require_players(Session(THREE, x="nobody"))
    with hosting(Session(THREE)) as host:
        with pytest.raises(BadInput, match="the perfect player cannot play here"):
            host.start(Session(Game(9, 9, 5), x=PERFECT))
        assert host.session == Session(THREE)


@pytest.mark.parametrize("seconds", [float("nan"), -1, "5"])
def test_what_is_no_length_of_time_is_refused(seconds: Any) -> None:
    with pytest.raises(BadInput, match=r"seconds is .* but should be a number from 0 up"):
        Host(Session(THREE), seconds)


def test_a_game_that_needs_no_thinking_starts_no_process() -> None:
    with hosting(Session(THREE, o="careful")) as host:
        assert not host.poll(seconds=600)  # there is nothing to wait for
        assert host._thinker._worker is None
        host.play(4)
        assert worker(host)


def test_news_can_be_waited_for() -> None:
    with hosting(Session(THREE, x="careful")) as host:
        assert host.poll(seconds=600)
        assert len(host.session.moves) == 1
        host.hint()
        assert host.poll(seconds=600)
        assert host.analysis


def test_a_pace_is_waited_for_no_longer_than_asked() -> None:
    host = Host(Session(THREE, x="random", o="random"), pace=600)
    try:
        assert not host.poll(seconds=0.01)
        assert host.session.moves == ()
    finally:
        host.close()


def test_what_may_take_long_is_said_beforehand() -> None:
    with hosting(HARD._replace(x=PERSON, o=PERFECT)) as host:
        assert not host.takes_long
        host.hint()
        assert host.takes_long
        host.play(0)
        assert host.takes_long
        host.start(Session(HARD.game, x="careful"))
        assert host.thinking
        assert not host.takes_long


def test_closing_leaves_no_process() -> None:
    with hosting(HARD) as host:
        wait_for_search(host)
        process = worker(host)
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)


def test_a_watched_game_is_paused_and_goes_on() -> None:
    """While it stands still nobody moves; taking back and playing again walk through it."""
    with hosting(Session(Game(5, 5, 4), x="careful", o="careful", seed=3)) as host:
        wait(host, lambda: len(host.session.moves) >= 3)
        host.pause()
        assert (host.paused, host.thinking, host.can_pause) == (True, False, True)
        stood = host.session
        for _ in range(20):
            assert not host.poll(0.01)
        assert host.session == stood
        host.undo()
        assert (host.session, host.paused, host.thinking) == (stood.undo(), True, False)
        host.redo()
        assert (host.session, host.paused) == (stood, True)
        host.pause()
        assert (host.paused, host.thinking) == (False, True)
        wait(host, lambda: host.session.outcome is not None)
        assert host.session.moves[: len(stood.moves)] == stood.moves


def test_another_game_is_not_paused() -> None:
    watched = Session(THREE, x="careful", o="careful")
    with hosting(watched) as host:
        host.pause()
        host.again()
        assert (host.paused, host.thinking) == (False, True)
        host.pause()
        host.start(Session(THREE, x="careful"))
        assert (host.paused, host.thinking) == (False, True)
    with hosting(Session(THREE, cells("b2"), o="careful")) as host:
        host.start(watched)
        host.pause()
        host.undo()  # back to the game that was left, in which it is the computer's turn
        assert (host.paused, host.thinking) == (False, True)


@pytest.mark.parametrize(
    ("session", "said"),
    [
        (Session(THREE, o="careful"), "only a game that the computer plays alone can be paused"),
        (Session(THREE), "only a game that the computer plays alone can be paused"),
        (
            Session(THREE, cells("a1 a2 b1 b2 c1"), "careful", "careful"),
            "there is nothing to pause: the game is over",
        ),
    ],
)
def test_what_cannot_be_paused(session: Session, said: str) -> None:
    with hosting(session) as host:
        assert not host.can_pause
        with pytest.raises(BadInput, match=said):
            host.pause()
        assert not host.paused


VALUES_OF_MOVES = partial(Solver.analyze, position=Position())


def test_an_errand_is_run_beside_the_game_and_put_away_by_the_next_deed() -> None:
    with hosting(Session(THREE)) as host:
        host.send(VALUES_OF_MOVES)
        assert host.on_errand
        assert not host.hinting
        assert not host.thinking
        wait(host, lambda: not host.on_errand)
        assert isinstance(host.found, Analysis)
        assert {answer.value for answer in host.found.moves.values()} == {0}
        host.play(4)
        assert host.found is None
        host.send(VALUES_OF_MOVES)
        host.recall()
        assert not host.on_errand
        host.hint()
        wait(host, lambda: host.analysis is not None)
        assert host.found is None


def test_an_errand_does_not_take_the_computers_turn_away() -> None:
    with hosting(HARD) as host:
        with pytest.raises(BadInput, match="about to move"):
            host.send(VALUES_OF_MOVES)
        assert host.thinking
