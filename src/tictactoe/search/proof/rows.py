"""Rows of a table on their way from one process to another (see `kernels/hashtable.py` for what is in one)."""

from __future__ import annotations

from typing import Any

import numpy as np

from tictactoe.search.kernels.hashtable import BITS_8, BITS_32, LOW_8, LOW_32, MORE_WORDS, NUMBERS, SETS, WORK, ZONE


def is_decided(rows: Any) -> Any:
    """For each row, whether it says who wins."""
    numbers = rows[:, NUMBERS - MORE_WORDS]
    return (numbers & LOW_32 == 0) | (numbers >> BITS_32 == 0)


def by_weight(rows: Any) -> Any:
    """Those that say who wins after those that do not, and what took more work after what took less."""
    return rows[np.lexsort((rows[:, WORK - MORE_WORDS] >> BITS_8, is_decided(rows)))]


def took(rows: Any, work: int) -> Any:
    """For each row, whether it took so much work."""
    return rows[:, WORK - MORE_WORDS] >> BITS_8 >= work


def last_of_each(rows: Any) -> Any:
    """Of the rows of each position the last, in their order."""
    keys = rows[:, : (rows.shape[1] - MORE_WORDS) // SETS * ZONE]
    kinds = rows[:, WORK - MORE_WORDS, np.newaxis] & LOW_8
    _, from_the_end = np.unique(np.hstack([keys, kinds])[::-1], axis=0, return_index=True)
    return rows[np.sort(len(rows) - 1 - from_the_end)]
