"""Data sets as arrays of numpy in one file, which `numpy.load` reads."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, BinaryIO, Final, NamedTuple
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from tictactoe.install import install_command
from tictactoe.rules import BadInput, Game
from tictactoe.search.kernels.entries import LONGEST
from tictactoe.search.labels import Labels, Positions

if TYPE_CHECKING:
    from numpy.typing import NDArray

LONG_AGO = (1980, 1, 1, 0, 0, 0)
"""The earliest time that a zip file can say: the same data make the same file."""


def require_numpy() -> None:
    """BadInput, with the command that installs it, if there is none."""
    if not find_spec("numpy"):
        raise BadInput(f"an npz file needs numpy: install it with {install_command('solve')}")


def write_npz(positions: Positions, file: BinaryIO) -> None:
    """An array for each column. The positions are gone through once for each, so that no column is held in memory."""
    from numpy.lib.format import write_array_header_1_0

    count = sum(len(block.indexes) for block in positions)
    with ZipFile(file, "w") as archive:
        for name, array in ARRAYS.items():
            info = ZipInfo(f"{name}.npy", LONG_AGO)
            info.compress_type = ZIP_DEFLATED
            shape = (count, positions.game.rows, positions.game.cols) if array.is_board else (count,)
            with archive.open(info, "w", force_zip64=True) as member:
                write_array_header_1_0(member, {"descr": array.dtype, "fortran_order": False, "shape": shape})
                for block in positions:
                    member.write(array.make(positions.game, block).astype(array.dtype).tobytes())


def _board(game: Game, block: Labels) -> NDArray[Any]:
    import numpy as np

    digits = np.array(block.indexes, np.int64)[:, None] // 3 ** np.array(game.cells, np.int64) % 3
    return np.where(digits == 2, -1, digits)


def _turn(game: Game, block: Labels) -> NDArray[Any]:
    ahead: NDArray[Any] = _board(game, block).sum(axis=1)
    return 1 - 2 * ahead


def _value(_: Game, block: Labels) -> NDArray[Any]:
    import numpy as np

    return np.sign(block.entries)


def _distance(_: Game, block: Labels) -> NDArray[Any]:
    import numpy as np

    entries = np.array(block.entries, np.int64)
    return np.where(entries == 0, -1, LONGEST - abs(entries))


def _best(game: Game, block: Labels) -> NDArray[Any]:
    import numpy as np

    return np.array(block.best, np.int64)[:, None] >> np.array(game.cells, np.int64) & 1


def _images(_: Game, block: Labels) -> NDArray[Any]:
    import numpy as np

    return np.array(block.images)


class Array(NamedTuple):
    """A column."""

    means: str
    dtype: str
    is_board: bool
    """Whether it has a number for each cell."""
    make: Callable[[Game, Labels], NDArray[Any]]


ARRAYS: Final = {
    "board": Array("for each cell 1 for X, -1 for O, 0 if it is empty", "|i1", True, _board),
    "turn": Array(
        "whose turn it is: 1 for X, -1 for O; once the game has ended, who would be next", "|i1", False, _turn
    ),
    "value": Array(
        "what perfect play makes of it for the one to move: 1 a win, 0 a draw, -1 a loss", "|i1", False, _value
    ),
    "distance": Array(
        "plies to the end when the winner hurries and the loser delays; -1 for a draw", "|i1", False, _distance
    ),
    "best": Array("for each cell whether no move is better than the one there", "|b1", True, _best),
    "images": Array("how many different positions this one is when it is turned and mirrored", "|u1", False, _images),
}
