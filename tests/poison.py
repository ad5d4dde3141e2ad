"""What breaks whoever works with it: here, where the process that thinks can find it too."""

from __future__ import annotations


class TooMuch(int):
    """A number that there is not enough memory to write down."""

    def __format__(self, spec: str) -> str:
        raise MemoryError
