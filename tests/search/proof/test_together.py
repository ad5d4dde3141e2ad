"""Functions that run together: none outlives the call, whenever it is interrupted."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable

import pytest

from tictactoe.rules import Game, Position
from tictactoe.search.proof.prover import Prover
from tictactoe.search.proof.together import run_together

WON = Game(5, 6, 4)


def test_gives_all_that_was_found() -> None:
    assert run_together([lambda: 1, lambda: 2, lambda: 3], lambda: None) == [1, 2, 3]


def test_raises_what_one_of_them_raises_when_the_others_have_ended() -> None:
    stopped, ended = threading.Event(), threading.Event()

    def wait() -> None:
        stopped.wait()
        ended.set()

    def fail() -> None:
        raise ValueError("no")

    for functions in ([wait, fail], [fail, wait]):
        stopped.clear()
        ended.clear()
        with pytest.raises(ValueError, match="no"):
            run_together(functions, stopped.set)
        assert ended.is_set()


@pytest.fixture
def starting(monkeypatch: pytest.MonkeyPatch) -> Callable[[BaseException | None, int], None]:
    """Let the start of a thread raise: of the first, which does run then, or of a later one, which does not."""
    start = threading.Thread.start
    what: list[tuple[BaseException, int]] = []
    count = 0

    def start_and_raise(thread: threading.Thread) -> None:
        nonlocal count
        if not what:
            return start(thread)
        error, which = what[0]
        count += 1
        if which == 0:  # as Ctrl-C that comes while the thread's first steps are waited for
            start(thread)
        if count > which:
            what.clear()
            raise error
        return None if which == 0 else start(thread)

    def arrange(error: BaseException | None, which: int) -> None:
        nonlocal count
        count = 0
        what[:] = [(error, which)] if error else []

    monkeypatch.setattr(threading.Thread, "start", start_and_raise)
    return arrange


@pytest.mark.parametrize(("error", "which"), [(KeyboardInterrupt(), 0), (RuntimeError("no room"), 2)])
def test_a_search_whose_threads_were_not_all_started_does_no_harm(
    starting: Callable[[BaseException | None, int], None], error: BaseException, which: int
) -> None:
    for _ in range(20):
        prover = Prover(WON, "X", "real", memory=2**22, workers=3)
        for _ in range(3):
            prover.ask(Position(), 100)
            starting(error, which)
            with pytest.raises(type(error)):
                prover.ask(Position(), 4000)
        assert prover.ask(Position(), 10**9).wins is True


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="the system has no timer of this kind")
@pytest.mark.parametrize("workers", [2, 8])
def test_ctrl_c_at_any_moment_does_no_harm(workers: int) -> None:
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    interrupted = 0
    try:
        for number in range(30):
            prover = Prover(WON, "X", "real", memory=2**22, workers=workers)
            for step in range(4):
                try:
                    signal.setitimer(signal.ITIMER_REAL, 1e-5 * (1 + (7 * number + 13 * step) % 100))
                    prover.ask(Position(), 100)
                    signal.setitimer(signal.ITIMER_REAL, 0)
                except KeyboardInterrupt:
                    interrupted += 1
            assert prover.ask(Position(), 10**9).wins is True
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert interrupted
