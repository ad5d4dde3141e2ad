"""Room for a table of which perhaps little will be used."""

from __future__ import annotations

import mmap
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
