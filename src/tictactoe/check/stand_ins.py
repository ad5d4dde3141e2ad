"""The exercise's rules in its own shapes: nested lists and sets.

They stand in for a program's functions, to see whether those that call them are right, and are quick, so that a slow
search ends. They are loaded into the process of the program for that and nothing else, by path: this module imports
nothing.
"""

X, O, EMPTY = "X", "O", None  # noqa: E741  the exercise's names
Grid = list[list[str | None]]
_CELLS = [(row, col) for row in range(3) for col in range(3)]
_LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
_winners: dict[tuple[str | None, ...], str | None] = {}


def player(board: Grid) -> str:
    marks = (*board[0], *board[1], *board[2])
    return X if marks.count(X) == marks.count(O) else O


def actions(board: Grid) -> set[tuple[int, int]]:
    marks = (*board[0], *board[1], *board[2])
    return {cell for cell, mark in zip(_CELLS, marks, strict=True) if mark is EMPTY}


def result(board: Grid, action: tuple[int, int]) -> Grid:
    if action not in _CELLS or board[action[0]][action[1]] is not EMPTY:
        raise ValueError(f"{action} is not a legal action")
    after = [row[:] for row in board]
    after[action[0]][action[1]] = player(board)
    return after


def winner(board: Grid) -> str | None:
    marks = (*board[0], *board[1], *board[2])
    if marks not in _winners:
        full = {marks[a] for a, b, c in _LINES if marks[a] == marks[b] == marks[c]}
        _winners[marks] = X if X in full else O if O in full else None
    return _winners[marks]


def terminal(board: Grid) -> bool:
    return winner(board) is not None or EMPTY not in (*board[0], *board[1], *board[2])


def utility(board: Grid) -> int:
    return {X: 1, O: -1, None: 0}[winner(board)]
