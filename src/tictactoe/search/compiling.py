"""Being told that something is about to be compiled, which takes long and happens once for each installation."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

COMPILING = "compiling a part of the search, which happens once and takes up to a minute"

_tell: ContextVar[Callable[[], None] | None] = ContextVar("tell", default=None)


@contextmanager
def when_compiling(tell: Callable[[], None]) -> Iterator[None]:
    """In here, `tell` is called before anything is compiled in this thread, once; not if everything is only loaded."""
    token = _tell.set(tell)
    try:
        yield
    finally:
        _tell.reset(token)


def tell_compiling() -> None:
    """Whoever compiles calls this first."""
    if tell := _tell.get():
        _tell.set(None)
        tell()
