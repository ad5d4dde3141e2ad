"""What an adapter needs: the library of the world that it is a door to."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from tictactoe.rules import BadInput


class NotInstalled(BadInput, ImportError):
    """A library is not there. The message is one sentence, with the command that installs it."""


@contextmanager
def needing(what: str, library: str, extra: str) -> Iterator[None]:
    """In here a library is imported, which `what` needs and an extra brings; NotInstalled if that cannot be."""
    try:
        yield
    except ModuleNotFoundError:
        from tictactoe.install import install_command

        raise NotInstalled(f"{what} needs {library}: install it with {install_command(extra)}") from None
