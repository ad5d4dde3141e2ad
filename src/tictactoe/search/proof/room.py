"""Room for a table of which perhaps little will be used."""

from __future__ import annotations

import ctypes
import mmap
from collections.abc import Iterator
from typing import Any

import numpy as np


def cleared(rows: int, words: int) -> Any:
    """An array of words that are all 0; MemoryError if there is no room. What is not touched takes no memory, nor time.

    numpy asks for huge pages, of which each is cleared whole when one word of it is touched: the first thousand rows
    of a large table would take as long as a million nodes.
    """
    try:
        memory = mmap.mmap(-1, rows * words * 8)
    except (OSError, OverflowError) as error:
        raise MemoryError(f"there is no room for {rows:,} rows") from error
    if hasattr(mmap, "MADV_NOHUGEPAGE"):
        memory.madvise(mmap.MADV_NOHUGEPAGE)
    return np.frombuffer(memory, np.uint64).reshape(rows, words)


def touched(table: Any, block: int) -> Iterator[Any]:
    """The rows of a cleared array that may be other than 0, out of so many at a time.

    To read what was never touched would take memory for it. The system knows what was; where it does not say, all rows
    are given.
    """
    rows, width = table.shape
    pages = _pages_in_memory(table)
    for start in range(0, rows, block):
        part = table[start : start + block]
        if pages is None:
            yield part
        else:
            ends = np.arange(start + 1, start + 1 + len(part)) * width * 8 - 1
            yield part[pages[ends // mmap.PAGESIZE] & 1 == 1]


def _pages_in_memory(table: Any) -> Any:
    """For each page of an array whether it is in memory, in the lowest bit; None if that cannot be known."""
    start, size = table.ctypes.data, table.nbytes
    pages = np.zeros(-(-size // mmap.PAGESIZE), np.uint8)
    try:
        mincore = ctypes.CDLL(None).mincore
    except (AttributeError, OSError, TypeError):
        return None
    arguments = ctypes.c_void_p(start), ctypes.c_size_t(size), ctypes.c_void_p(pages.ctypes.data)
    return pages if start % mmap.PAGESIZE == 0 and mincore(*arguments) == 0 else None
