"""Running some functions at the same time, such that none is still at work, or yet to begin, when this is left.

Ctrl-C can come at any moment, also while a thread is being started: whoever started it does not know then whether it
runs. So the threads are started by one that Ctrl-C does not reach, and what it shares with the one that waits is only
ever set, never taken back: whatever is interrupted can be done again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import Event, Thread
from time import sleep
from typing import Generic, TypeVar

Result = TypeVar("Result")
MOMENT = 0.001


class _Round(Generic[Result]):
    def __init__(self) -> None:
        self.has_begun = self.is_given_up = self.is_over = False
        self.over = Event()
        self.found: list[Result] = []
        self.failed: BaseException | None = None


def run_together(functions: Sequence[Callable[[], Result]], stop: Callable[[], None]) -> list[Result]:
    """What each of them returns, in their order; or what one of them raises.

    `stop` makes them all end soon. It is called if one cannot be started, or fails, or the wait is interrupted.
    """
    now: _Round[Result] = _Round()
    try:
        Thread(target=_conduct, args=(now, functions, stop), daemon=True).start()
        now.over.wait()
    except BaseException as error:
        _give_up(now, stop)
        if isinstance(error.__context__, KeyboardInterrupt):  # it came while a lock of the wait was being let go
            raise error.__context__ from None
        raise
    if now.failed is not None:
        raise now.failed
    return now.found


def _give_up(now: _Round[Result], stop: Callable[[], None]) -> None:
    """Return once nothing is at work and nothing will begin, however often this is interrupted."""
    while True:
        try:
            now.is_given_up = True
            while now.has_begun and not now.is_over:  # what begins after this sees that it has been given up
                stop()
                sleep(MOMENT)
            return
        except BaseException:  # noqa: S112  the first interruption is raised when all have ended
            continue


def _conduct(now: _Round[Result], functions: Sequence[Callable[[], Result]], stop: Callable[[], None]) -> None:
    now.has_begun = True
    if not now.is_given_up:
        results: dict[int, Result] = {}

        def run(number: int) -> None:
            try:
                results[number] = functions[number]()
            except BaseException as error:
                now.failed = error
                stop()

        others = []
        try:
            for number in range(1, len(functions)):
                others.append(Thread(target=run, args=(number,), daemon=True))
                others[-1].start()
            run(0)
        except BaseException as error:  # there is no room for another thread
            now.failed = error
            stop()
        for other in others:
            if other.ident is not None:  # it was started
                other.join()
        now.found = [results[number] for number in sorted(results)]
    now.is_over = True
    now.over.set()
