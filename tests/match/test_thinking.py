"""Thinking in another process: a real one, which is asked, interrupted, stopped and killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic, sleep

import pytest

from console import hear_signals
from patience import PATIENCE
from poison import TooMuch, without_compiled
from tictactoe.match import LEVELS, PERFECT, STRONG, Played, choice
from tictactoe.match.thinking import COMPILING, GRACE, Refusal, Request, Response, Thinker
from tictactoe.rules import Cell, Game, Position
from tictactoe.search import Analysis, Progress, Solver

THREE = Game(3, 3, 3)
HARD = Request(Game(8, 8, 5), Position(), PERFECT, seconds=600)
"""What keeps the process busy for minutes, unless it is told to stop."""
GROWING = Request(Game(6, 6, 4), Position(), seconds=600)
"""A hint of which the winning moves are known soon, and the others after minutes."""


@pytest.fixture
def thinker() -> Iterator[Thinker]:
    thinker = Thinker()
    yield thinker
    thinker.close()


def wait(happened: Callable[[], bool]) -> None:
    """Until it has happened. The limit is for a program that hangs: nothing here takes as long, compiling included."""
    limit = monotonic() + PATIENCE
    while not happened():
        assert monotonic() < limit
        sleep(0.005)


def answer(thinker: Thinker) -> Response:
    replies: list[Response | None] = []

    def answered() -> bool:
        replies.append(thinker.reply())
        return replies[-1] is not None

    wait(answered)
    assert replies[-1] is not None
    return replies[-1]


def moved(thinker: Thinker) -> Cell:
    """The cell of the move that is answered."""
    found = answer(thinker)
    assert isinstance(found, Played)
    return found.cell


def be_busy(thinker: Thinker) -> None:
    """Ask something hard and wait until it is being searched."""

    def searching() -> bool:
        assert thinker.reply() is None
        return thinker.progress is not None and thinker.progress.nodes > 0

    thinker.ask(HARD)
    wait(searching)


def worker(thinker: Thinker) -> int:
    """The number of the process."""
    assert thinker._worker is not None
    assert thinker._worker.process.pid is not None
    return thinker._worker.process.pid


def only_empty(cell: Cell) -> Request:
    """A question with one answer, by which it is recognised: a board of which no other cell is empty."""
    game = Game(1, 9, 9)
    others = [other for other in game.cells if other != cell]
    position = Position(sum(1 << other for other in others[::2]), sum(1 << other for other in others[1::2]))
    return Request(game, position, "random")


@pytest.mark.parametrize("name", LEVELS)
def test_a_move_is_the_one_that_the_level_makes(name: str, thinker: Thinker) -> None:
    assert not thinker.busy
    for seed in range(5):
        position = Position().play(seed)
        thinker.ask(Request(THREE, position, name, seed))
        assert thinker.busy
        found, expected = answer(thinker), choice(LEVELS[name], Solver(THREE), position, seed)
        assert isinstance(found, Played)
        assert (found.cell, found.claim(position.turn)) == (expected.cell, expected.claim(position.turn))
        assert not thinker.busy
        assert thinker.reply() is None


def test_a_hint_takes_longer_where_something_can_be_proven() -> None:
    assert Request(Game(8, 8, 5), Position()).time == LEVELS[PERFECT].seconds == 10
    assert Request(Game(9, 9, 5), Position()).time == 3
    assert Request(Game(9, 9, 5), Position(), seconds=7).time == 7


def test_without_a_level_the_answer_is_the_value_of_every_move(thinker: Thinker) -> None:
    thinker.ask(Request(THREE, Position()))
    assert answer(thinker) == Solver(THREE).analyze(Position())


def test_what_is_known_of_the_moves_comes_before_the_answer(thinker: Thinker) -> None:
    def has_best() -> bool:
        assert thinker.reply() is None
        return thinker.so_far is not None and bool(thinker.so_far.best)

    thinker.ask(GROWING)
    assert thinker.so_far is None
    wait(has_best)
    found = thinker.so_far
    assert found is not None
    assert str(found.answer) == str(found.moves[14]) == "win"
    assert any(answer.value is None for answer in found.moves.values())
    thinker.ask(only_empty(3))
    assert thinker.so_far is None
    assert moved(thinker) == 3
    assert thinker.so_far is None


def test_an_answer_that_is_there_at_once_is_not_told_twice(thinker: Thinker) -> None:
    thinker.ask(Request(THREE, Position()))
    assert thinker._worker is not None
    assert isinstance(thinker._worker.receive()[1], Analysis)


def test_the_board_may_change_from_question_to_question(thinker: Thinker) -> None:
    for game in (THREE, Game(2, 2, 2), Game(4, 4, 4), THREE):
        thinker.ask(Request(game, Position()))
        found = answer(thinker)
        assert isinstance(found, Analysis)
        assert list(found.moves) == list(game.cells)


def test_only_the_latest_question_is_answered(thinker: Thinker) -> None:
    """Many are asked at once, and some of the answers are there before the next one is asked."""
    for _ in range(20):
        for cell in range(9):
            thinker.ask(only_empty(cell))
            sleep(0.001 * (cell % 3))
        assert moved(thinker) == 8
        assert thinker.reply() is None


def test_answers_to_cancelled_questions_never_arrive(thinker: Thinker) -> None:
    for pause in (0, 0.01, 0.1):
        thinker.ask(only_empty(2))
        sleep(pause)
        thinker.cancel()
        assert not thinker.busy
        assert thinker.reply() is None
    thinker.ask(only_empty(5))
    assert moved(thinker) == 5
    assert thinker.reply() is None


def test_progress_is_told_and_forgotten(thinker: Thinker) -> None:
    be_busy(thinker)
    assert thinker.progress is not None
    assert thinker.progress.doing
    thinker.cancel()
    assert thinker.progress is None
    thinker.ask(only_empty(3))
    assert moved(thinker) == 3
    assert thinker.progress is None


def test_a_hard_question_makes_way_for_the_next(thinker: Thinker) -> None:
    be_busy(thinker)
    thinker.ask(Request(THREE, Position(), PERFECT))
    assert moved(thinker) == Solver(THREE).best_move(Position())


def test_a_hard_question_ends_when_its_time_is_up(thinker: Thinker) -> None:
    thinker.ask(HARD._replace(seconds=0.2))
    assert moved(thinker) in HARD.game.cells
    thinker.ask(HARD._replace(seconds=0.2, level=None))
    found = answer(thinker)
    assert isinstance(found, Analysis)
    assert list(found.moves) == list(HARD.game.cells)


@pytest.mark.parametrize("size", [(9, 9, 5), (19, 19, 6)])
def test_a_large_board_is_thought_about_for_as_long_as_there_is_time(
    thinker: Thinker, size: tuple[int, int, int]
) -> None:
    game = Game(*size)
    thinker.ask(Request(game, Position(), PERFECT, seconds=0.2))
    assert moved(thinker) in game.cells
    thinker.ask(Request(game, Position().play(0), seconds=0.2))
    found = answer(thinker)
    assert isinstance(found, Analysis)
    assert len(found.moves) == len(game.cells) - 1


def test_what_cannot_be_answered_is_refused_in_a_sentence() -> None:
    thinker = Thinker(without_compiled)
    for question, sentence in (
        (Request(Game(9, 9, 5), Position()), "9,9,5 needs the compiled solver: install it with "),
        (
            Request(Game(9, 9, 5), Position(), PERFECT),
            "the perfect player cannot play here, but the level wary can: 9,9,5",
        ),
        (Request(THREE, Position(), "nobody"), "there is no level 'nobody'"),
    ):
        thinker.ask(question)
        refused = answer(thinker)
        assert isinstance(refused, Refusal)
        assert refused.reason.startswith(sentence)
    thinker.ask(only_empty(0))
    assert moved(thinker) == 0
    thinker.close()


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        (Request(THREE, Position(), "random", TooMuch()), "there is not enough memory to think about this board"),
        (
            Request(THREE, Position(0b111, 0b11000), "random"),
            "the search has failed: the game is over: there is no move to make",
        ),
    ],
)
def test_what_goes_wrong_in_the_search_is_said_in_a_sentence(question: Request, reason: str, thinker: Thinker) -> None:
    """And the process that it went wrong in thinks on."""
    thinker.ask(question)
    first = worker(thinker)
    assert answer(thinker) == Refusal(reason)
    thinker.ask(only_empty(4))
    assert moved(thinker) == 4
    assert worker(thinker) == first


def test_a_search_that_must_be_compiled_first_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not if there is nothing to compile for it. Nobody waits for the compiling here."""
    monkeypatch.setenv("TICTACTOE_CACHE", str(tmp_path))
    thinker = Thinker()
    try:
        for question in (Request(THREE, Position()), Request(Game(4, 4, 4), Position(), "wary")):
            thinker.ask(question)
            assert thinker._worker is not None
            _, first = thinker._worker.receive()
            assert not isinstance(first, Progress)
        thinker.ask(Request(Game(4, 4, 4), Position(), PERFECT))
        wait(lambda: thinker.reply() is None and thinker.progress is not None)
        assert thinker.progress is not None
        assert thinker.progress == COMPILING
    finally:
        thinker.close()


@pytest.mark.parametrize("way", [signal.SIGKILL, signal.SIGTERM, signal.SIGSEGV])
def test_a_process_that_dies_is_replaced(way: signal.Signals, thinker: Thinker) -> None:
    be_busy(thinker)
    first = worker(thinker)
    os.kill(first, way)
    refused = answer(thinker)
    assert isinstance(refused, Refusal)
    assert refused.reason.startswith("the search has ended before its time")
    assert not thinker.busy
    assert thinker.progress is None
    thinker.ask(only_empty(7))
    assert moved(thinker) == 7
    assert worker(thinker) != first


def test_a_process_that_dies_while_idle_is_replaced_without_a_word(thinker: Thinker) -> None:
    thinker.ask(only_empty(4))
    assert moved(thinker) == 4
    first = worker(thinker)
    os.kill(first, signal.SIGKILL)

    def noticed() -> bool:
        assert thinker.reply() is None
        return thinker._worker is None

    wait(noticed)
    assert thinker.reply() is None
    thinker.ask(only_empty(6))
    assert moved(thinker) == 6
    assert worker(thinker) != first


def test_a_process_that_does_not_listen_is_replaced(thinker: Thinker) -> None:
    be_busy(thinker)
    first = worker(thinker)
    os.kill(first, signal.SIGSTOP)
    thinker.ask(only_empty(1))
    assert moved(thinker) == 1
    assert worker(thinker) != first
    require_gone(first)


def test_old_news_does_not_make_a_process_look_as_if_it_listened(thinker: Thinker) -> None:
    """An answer to the question before last, and how far the last one had come, are still in the pipe."""
    thinker.ask(only_empty(2))
    assert thinker._worker is not None
    wait(thinker._worker.pipe.poll)
    thinker.ask(HARD)
    sleep(2)
    first = worker(thinker)
    os.kill(first, signal.SIGSTOP)
    thinker.ask(only_empty(1))
    asked = monotonic()
    while worker(thinker) == first:
        assert thinker.reply() is None
        assert monotonic() - asked < PATIENCE
        sleep(0.01)
    assert moved(thinker) == 1


def test_asking_again_and_again_does_not_put_off_the_replacing(thinker: Thinker) -> None:
    be_busy(thinker)
    first = worker(thinker)
    os.kill(first, signal.SIGSTOP)
    began = monotonic()
    while worker(thinker) == first:
        assert monotonic() - began < PATIENCE
        thinker.ask(only_empty(1))
        assert thinker.reply() is None
        sleep(GRACE / 5)
    assert monotonic() - began >= GRACE
    assert moved(thinker) == 1


def test_a_process_that_listens_is_kept(thinker: Thinker) -> None:
    """Also if the next question comes long after the last was given up, and takes its time."""
    thinker.ask(only_empty(1))
    assert moved(thinker) == 1
    first = worker(thinker)
    be_busy(thinker)
    thinker.cancel()
    resume = monotonic() + 1.5 * GRACE
    wait(lambda: thinker.reply() is None and thinker._void_since is None and monotonic() > resume)
    be_busy(thinker)
    assert worker(thinker) == first


def test_ctrl_c_is_not_for_the_one_who_thinks(thinker: Thinker) -> None:
    be_busy(thinker)
    os.kill(worker(thinker), signal.SIGINT)
    before = thinker.progress

    def goes_on() -> bool:
        assert thinker.reply() is None
        return thinker.progress != before

    wait(goes_on)


def require_gone(process: int) -> None:
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)


@pytest.mark.parametrize("busy", [False, True])
def test_closing_leaves_no_process(busy: bool) -> None:
    thinker = Thinker()
    thinker.ask(only_empty(1))
    assert moved(thinker) == 1
    if busy:
        be_busy(thinker)
    process = worker(thinker)
    thinker.close()
    assert not thinker.busy
    require_gone(process)
    thinker.close()


def test_nothing_is_started_before_there_is_a_question(thinker: Thinker) -> None:
    assert thinker.reply() is None
    assert thinker.reply(seconds=600) is None
    thinker.cancel()
    assert thinker._worker is None
    thinker.ask(only_empty(3))
    assert moved(thinker) == 3


def test_a_reply_can_be_waited_for(thinker: Thinker) -> None:
    """Until anything is said, not longer; without a question, not at all."""
    thinker.ask(only_empty(3))
    found = thinker.reply(seconds=600)
    assert isinstance(found, Played)
    assert found.cell == 3
    assert thinker.reply(seconds=600) is None
    thinker.ask(HARD)
    assert thinker.reply(seconds=600) is None
    assert thinker.progress is not None


def test_a_process_that_dies_is_not_waited_for(thinker: Thinker) -> None:
    be_busy(thinker)
    os.kill(worker(thinker), signal.SIGKILL)
    for _ in range(1000):  # what it has said before comes first
        if thinker.reply(seconds=600):
            break
    assert not thinker.busy


@pytest.mark.parametrize(
    ("question", "is_long"),
    [
        (Request(THREE, Position()), False),
        (Request(THREE, Position(), PERFECT), False),
        (Request(Game(4, 4, 4), Position()), True),
        (Request(Game(4, 4, 4), Position(), PERFECT), True),
        (Request(Game(4, 4, 4), Position(), "wary"), False),
        (Request(Game(9, 9, 5), Position(), STRONG), False),
        (Request(Game(9, 9, 5), Position(), STRONG, seconds=20), True),
        (Request(Game(9, 9, 5), Position(), "random"), False),
    ],
)
def test_only_a_search_may_take_long(question: Request, is_long: bool) -> None:
    assert question.is_long == is_long


def test_ctrl_c_is_not_for_a_process_that_is_about_to_start() -> None:
    """A terminal sends it to all there are, at any moment; one that has not yet got far must not complain."""
    code = (
        "import os\n"
        "from tictactoe.match.thinking import Request, Thinker\n"
        "from tictactoe.rules import Game, Position\n"
        "if __name__ == '__main__':\n"
        "    thinker = Thinker()\n"
        "    thinker.ask(Request(Game(3, 3, 3), Position(), 'perfect'))\n"
        "    os.kill(thinker._worker.process.pid, 2)\n"
        "    print(thinker.reply(600).cell)\n"
        "    thinker.close()\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, preexec_fn=hear_signals)
    assert (done.returncode, done.stdout, done.stderr) == (0, "0\n", "")
