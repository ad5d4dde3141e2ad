"""A long solve on the command line: what is being done, how to stop it, and what is kept for the next time."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from time import monotonic
from types import FrameType
from typing import TYPE_CHECKING, TypeVar

from tictactoe.rules import BadInput, Game, Position, format_game, format_position
from tictactoe.search import Answer, Budget, Solver
from tictactoe.search.budget import Progress
from tictactoe.search.limits import require_solvable
from tictactoe.ui.status_line import StatusLine

if TYPE_CHECKING:
    from tictactoe.search.cache import Cache
    from tictactoe.search.proof.parts import Written

Result = TypeVar("Result")
SHOW_AFTER, SHOW_EVERY, SAVE_EVERY = 1.0, 0.25, 30.0
SAVE_SHARE = 20
"""Of the time no more than this part goes into saving: a table of gigabytes takes seconds."""
LONGEST_NAME = 100
"""A position that takes more characters than this is known by its hash where files are named: 255 bytes is the most."""


class Solving:
    """One piece of work for a solver: it says on standard error what it does, and stops at Ctrl-C."""

    def __init__(
        self, solver: Solver, position: Position, seconds: float | None = None, nodes: int | None = None
    ) -> None:
        self.solver = solver
        self.position = position
        self.is_long = not solver.gives_distance(position)
        """Whether this takes a search that may be long, rather than a table."""
        self.budget = Budget(seconds, nodes, self._watch, self._note)
        self.so_far = ""
        """What is known already, to be shown before what is being done."""
        self.is_saved = False
        """Whether there is something to resume from."""
        self.is_resumed = False
        """Whether this has begun with what an earlier run had saved."""
        self._save_path: Path | None = None
        self._kept_said = False
        self._shown = monotonic()
        self._save_at = self._shown + SAVE_EVERY
        self._line = StatusLine()

    def run(self, work: Callable[[Position, Budget], Result]) -> Result:
        """Do some work of the solver's on the position, stoppable and with its progress shown."""
        with self._stoppable():
            result = work(self.position, self.budget)
        self._line.clear()
        return result

    def run_and_save(self, resume: bool | None) -> Answer:
        """Solve, saving what is learned until there is an answer.

        It begins with what was saved before, if that is asked; with None, if there is any.
        """
        if self.is_long:
            require_solvable(self.solver.game)
            self._save_path = _save_path(self.solver.game, self.position, self.solver.saves_as)
            if resume or (resume is None and self._save_path.exists()):
                with self.budget.paused():
                    self._take_up(self._save_path)
        try:
            answer = self.run(self.solver.solve)
        except BadInput:  # a cluster that is gone takes nothing with it that has been found
            self._save()
            raise
        if answer.value is None:
            self._save()
            self.is_saved = self._save_path is not None and self._save_path.exists()
        elif self._save_path is not None:
            self._save_path.unlink(missing_ok=True)
        return answer

    def prove(self, answer: Answer, path: Path, given: Iterable[Path] = ()) -> Written:
        """Write a proof of what was found. Ctrl-C ends this at once."""
        if answer.value is not None:
            self._save_path = None  # there is nothing to go on from
        try:
            return self.solver.prove(self.position, answer, path, self.budget, given)
        except KeyboardInterrupt:
            self._note("the proof was not written")
            raise
        finally:
            self._line.clear()

    def _take_up(self, path: Path) -> None:
        """Go on from what was saved; a file that cannot be used is said to be, and matters no more than none."""
        if not path.exists():
            note("there is nothing saved to go on from: starting anew")
            return
        try:
            note(f"going on from {self.solver.load(path):,} positions saved before")
            self.is_resumed = True
        except BadInput as error:
            note(f"{error}: starting anew")

    @contextmanager
    def _stoppable(self) -> Iterator[None]:
        """Ctrl-C ends the search at its next look at the clock; before the first one, and the second time, at once."""

        def stop(number: int, frame: FrameType | None) -> None:
            if self.budget.nodes == 0 or not self.budget.has_more:
                signal.default_int_handler(number, frame)
            self.budget.cancel()

        before = signal.signal(signal.SIGINT, stop)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)

    def _watch(self, progress: Progress) -> None:
        now = monotonic()
        if now > self._save_at:
            self._save()
            saved = monotonic()
            self._save_at = saved + max(SAVE_EVERY, SAVE_SHARE * (saved - now))
        if progress.seconds > SHOW_AFTER and now - self._shown > SHOW_EVERY:
            self._shown = now
            rate = progress.nodes / progress.seconds
            done = f"{progress.nodes:,} nodes, {rate:,.0f}/s, {progress.seconds:.0f} s"
            self._line.write(f"{self.so_far}{done} (Ctrl-C stops): {progress.doing}")  # the longest last: it is cut

    def _note(self, text: str) -> None:
        self._line.clear()
        note(text)

    def _save(self) -> None:
        if self._save_path is None:
            return
        try:
            written = self.solver.save(self._save_path)
            if not written and not self._kept_said:
                self._kept_said = True
                self._note(
                    "an earlier run has saved more than this one has found; that is kept, for --resume to go on from"
                )
        except BadInput as error:
            self._note(f"what was found so far could not be saved: {error}")
            self._save_path = None  # say it once


def _save_path(game: Game, position: Position, kind: str) -> Path:
    from tictactoe.search.places import cache_folder

    name = format_position(game, position).replace("/", "_")
    if len(name) > LONGEST_NAME:
        name = sha256(name.encode()).hexdigest()
    return cache_folder() / f"{format_game(game)} {name}.{kind}"


def note(text: str) -> None:
    """Say something on standard error, if that is open."""
    if sys.stderr:
        sys.stderr.write(f"note: {text}\n")
        sys.stderr.flush()


def cached_answer(game: Game, position: Position) -> Answer | None:
    """What an earlier run found, if the cache can be read."""
    from tictactoe.search.cache import Unusable

    try:
        return _cache().get(game, position)
    except Unusable as error:
        note(f"the cache is not used: {error}")
        return None


def keep(game: Game, position: Position, answer: Answer) -> None:
    """Keep a finished answer for the next time, if the cache can be written."""
    from tictactoe.search.cache import Unusable

    with suppress(Unusable):  # it was said when the cache was read
        _cache().put(game, position, answer)


def _cache() -> Cache:
    from tictactoe.search.cache import Cache
    from tictactoe.search.places import cache_folder

    return Cache(cache_folder() / "answers.sqlite")
