"""How much work may be done: until a time, for a number of nodes, while somebody watches."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import RLock
from time import monotonic
from typing import NamedTuple

from tictactoe.rules import BadInput, quote, whole_number

SLICE = 4_000
"""Nodes searched between two looks at the clock: well under a second's work."""


DEFAULT_SECONDS = 60.0
"""For one question about a hard board, unless more is asked for."""


def require_seconds(value: object) -> float | None:
    """A length of time; None is no limit. BadInput if it is neither."""
    if value is None:
        return None
    try:
        seconds = -1.0 if isinstance(value, bool | str | bytes) else float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        seconds = -1.0
    if not seconds >= 0:  # which a number that is none is not
        raise BadInput(f"seconds is {quote(value)}, but should be a number from 0 up, or None for no limit")
    return seconds


def _require_nodes(value: object) -> int | None:
    """A number of nodes; None is no limit. BadInput if it is neither."""
    nodes = None if value is None else whole_number(value)
    if value is not None and (nodes is None or nodes < 0):
        raise BadInput(f"nodes is {quote(value)}, but should be a whole number from 0 up, or None for no limit")
    return nodes


def require_budget(value: object) -> Budget:
    """A budget; None is one without limits. BadInput if it is neither."""
    if value is None:
        return Budget()
    if not isinstance(value, Budget):
        raise BadInput(f"{quote(value)} should be a budget such as Budget(seconds=10), or None for no limit")
    return value


class Progress(NamedTuple):
    """What is being done just now."""

    doing: str
    nodes: int
    seconds: float


class Budget:
    """A budget being spent. Nothing set means no limit."""

    def __init__(
        self,
        seconds: float | None = None,
        nodes: int | None = None,
        watch: Callable[[Progress], None] | None = None,
        note: Callable[[str], None] | None = None,
    ) -> None:
        """`watch` is told what is being done, and `note` of what is odd but does not matter to the answer."""
        self._began = monotonic()
        self._seconds = require_seconds(seconds)
        self._most = _require_nodes(nodes)
        self._watch = watch
        self._note = note
        self.nodes = 0
        self._promised = 0
        """Nodes that shares have been told to search and have not said to be spent."""
        self._cancelled = False
        self.lock = RLock()
        """Held while shares tell what they have spent."""

    @contextmanager
    def paused(self) -> Iterator[None]:
        """What is done in here costs nothing of the time."""
        start = monotonic()
        try:
            yield
        finally:
            self._began += monotonic() - start

    def cancel(self) -> None:
        """Spend nothing more; what has been found so far is kept."""
        self._cancelled = True

    @property
    def is_cancelled(self) -> bool:
        return self._cancelled

    @property
    def seconds(self) -> float:
        return monotonic() - self._began

    @property
    def has_more(self) -> bool:
        """Whether there is anything left to spend."""
        return self._left() > 0

    @property
    def nodes_left(self) -> int | None:
        """How many nodes may be searched before the limit of nodes is reached; None if there is none."""
        return None if self._most is None else max(0, self._most - self.nodes - self._promised)

    def next_slice(self) -> int:
        """How many nodes to search next; 0 if there is nothing left to spend."""
        return min(SLICE, self._left())

    def _left(self) -> int:
        """How many nodes may still be searched: a slice at least, where there is no limit."""
        if self._cancelled or (self._seconds is not None and self.seconds >= self._seconds):
            return 0
        return SLICE if (left := self.nodes_left) is None else left

    def share(self, nodes: int | None = None, about: str = "") -> Budget:
        """So many nodes of this budget at most, for one of several at work; `about` says what it is for.

        It counts its own nodes; what is spent of it is spent here, and it ends when this does.
        """
        return _Share(self, nodes, about)

    def spent(self, nodes: int, doing: str) -> None:
        self.nodes += nodes
        if self._watch:
            self._watch(Progress(doing, self.nodes, self.seconds))

    def note(self, sentence: str) -> None:
        """Say something odd to whoever waits, if somebody listens: a sentence without its full stop."""
        if self._note:
            self._note(sentence)


class _Share(Budget):
    def __init__(self, whole: Budget, nodes: int | None, about: str) -> None:
        super().__init__(nodes=nodes)
        self._whole = whole
        self._about = about
        self._promise = 0
        """Of what the whole has promised, this one's part."""

    @contextmanager
    def paused(self) -> Iterator[None]:
        with self._whole.paused():
            yield

    def cancel(self) -> None:
        self._whole.cancel()

    @property
    def is_cancelled(self) -> bool:
        return self._whole.is_cancelled

    @property
    def seconds(self) -> float:
        return self._whole.seconds

    def next_slice(self) -> int:
        """The whole promises it to this one alone, so that all together spend no more than there is."""
        with self._whole.lock:
            self._take_back()
            self._promise = super().next_slice()
            self._whole._promised += self._promise
            return self._promise

    @property
    def nodes_left(self) -> int | None:
        mine, whole = super().nodes_left, self._whole.nodes_left
        if whole is None:
            return mine
        whole += self._promise  # which was promised to this one
        return whole if mine is None else min(mine, whole)

    def _take_back(self) -> None:
        self._whole._promised -= self._promise
        self._promise = 0

    def _left(self) -> int:
        return min(super()._left(), self._whole._left())

    def spent(self, nodes: int, doing: str) -> None:
        with self._whole.lock:  # one share at a time tells what it has spent
            self._take_back()
            super().spent(nodes, doing)
            self._whole.spent(nodes, f"{self._about}{doing}")

    def note(self, sentence: str) -> None:
        with self._whole.lock:
            self._whole.note(sentence)
