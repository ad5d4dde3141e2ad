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
    """The rows of a cleared array that may be other than 0, about so many at a time.

    To read what was never touched would take memory for it. The system knows what was; where it does not say, all rows
    are given.
    """
    size, page = 8 * table.shape[1], mmap.PAGESIZE
    pages = _pages_in_memory(table)
    if pages is None:
        for start in range(0, len(table), block):
            yield table[start : start + block]
        return
    in_a_page = page // size + 1
    for some in np.array_split(pages, -(-len(pages) * in_a_page // block) or 1):
        rows = (some * page // size)[:, np.newaxis] + np.arange(in_a_page)
        ends_there = ((rows + 1) * size - 1) // page == some[:, np.newaxis]
        yield table[rows[ends_there & (rows < len(table))]]


def _pages_in_memory(table: Any) -> Any:
    """The numbers of the pages of an array that are in memory; None if that cannot be known."""
    start, size = table.ctypes.data, table.nbytes
    pages = np.zeros(-(-size // mmap.PAGESIZE), np.uint8)
    try:
        mincore = ctypes.CDLL(None).mincore
    except (AttributeError, OSError, TypeError):
        return None
    arguments = ctypes.c_void_p(start), ctypes.c_size_t(size), ctypes.c_void_p(pages.ctypes.data)
    if start % mmap.PAGESIZE or mincore(*arguments):
        return None
    return np.flatnonzero(pages & 1)
