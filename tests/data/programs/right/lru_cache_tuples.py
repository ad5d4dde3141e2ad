from functools import lru_cache
from typing import List, Optional, Set, Tuple

X = "X"
O = "O"
EMPTY = None

Cell = Optional[str]
Board = List[List[Cell]]


def initial_state() -> Board:
    return [[EMPTY, EMPTY, EMPTY], [EMPTY, EMPTY, EMPTY], [EMPTY, EMPTY, EMPTY]]


def player(board: Board) -> str:
    return _turn(_freeze(board))


def actions(board: Board) -> Set[Tuple[int, int]]:
    return {divmod(k, 3) for k, cell in enumerate(_freeze(board)) if cell is EMPTY}


def result(board: Board, action: Tuple[int, int]) -> Board:
    row, col = action
    if not 0 <= row < 3 or not 0 <= col < 3:
        raise ValueError(f"{action} is not on the board")
    cells = _freeze(board)
    if cells[3 * row + col] is not EMPTY:
        raise ValueError(f"{action} is taken")
    after = _play(cells, 3 * row + col)
    return [list(after[0:3]), list(after[3:6]), list(after[6:9])]


def winner(board: Board) -> Optional[str]:
    return _won(_freeze(board))


def terminal(board: Board) -> bool:
    cells = _freeze(board)
    return _won(cells) is not None or EMPTY not in cells


def utility(board: Board) -> int:
    return {X: 1, O: -1}.get(winner(board), 0)


def minimax(board: Board) -> Optional[Tuple[int, int]]:
    if terminal(board):
        return None
    _, move = _solve(_freeze(board))
    return divmod(move, 3)


# ---- the same game on flat tuples, which can be cached ----

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def _freeze(board):
    return tuple(cell for row in board for cell in row)


def _turn(cells):
    return O if cells.count(X) > cells.count(O) else X


def _play(cells, k):
    return cells[:k] + (_turn(cells),) + cells[k + 1:]


@lru_cache(maxsize=None)
def _won(cells):
    for a, b, c in LINES:
        if cells[a] is not EMPTY and cells[a] == cells[b] == cells[c]:
            return cells[a]
    return None


@lru_cache(maxsize=None)
def _solve(cells):
    if _won(cells):
        return (1 if _won(cells) == X else -1), None
    if EMPTY not in cells:
        return 0, None
    options = [(_solve(_play(cells, k))[0], k) for k in range(9) if cells[k] is EMPTY]
    return max(options) if _turn(cells) == X else min(options)
