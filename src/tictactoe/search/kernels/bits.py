"""Words of 64 bits: the operations that Python and numba have no name for, and sets that take several words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from tictactoe.search.kernels.compiled import compiled

NONE = np.uint64(0)
ONE = np.uint64(1)
CELL = np.array([1 << cell for cell in range(64)], dtype=np.uint64)
"""The word of each single cell."""


@intrinsic
def _count_cells(_typing: Any, _word: Any) -> Any:
    """How many cells are in a word."""

    def code(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.uint64), code


@intrinsic
def _first_cell(_typing: Any, _word: Any) -> Any:
    """The number of the lowest cell in a word that is not empty."""

    def code(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.uint64), code


count_cells: Callable[[Any], Any] = _count_cells
first_cell: Callable[[Any], Any] = _first_cell


@compiled()
def has(cells, cell):
    """Whether a set of words has this member."""
    return cells[cell >> 6] & CELL[cell & 63] != NONE


@compiled()
def is_empty(cells):
    """Whether a set of words has no member."""
    together = NONE
    for i in range(cells.shape[0]):
        together |= cells[i]
    return together == NONE


@compiled()
def set_all(numbers, number):
    for i in range(numbers.shape[0]):
        numbers[i] = number


@compiled()
def copy(target, source):
    for i in range(target.shape[0]):
        target[i] = source[i]
