"""The exercise's rules in its own shapes: nested lists and sets.

They stand in for a program's functions, to see whether those that call them are right, and are quick, so that a slow
search ends. They are loaded into the process of the program for that and nothing else, by path, each alone: none uses
another, so that nobody who has been given one finds the others with it. This module imports nothing.

A program may call its own functions in ways of its own: what they are given beyond the exercise is left aside, and a
board of tuples stays one.
"""

X, O, EMPTY = "X", "O", None  # noqa: E741  the exercise's names
Grid = list[list[str | None]]
_CELLS = [(row, col) for row in range(3) for col in range(3)]
_LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
_known: dict[tuple[str | None, ...], str | int | bool | None] = {}
"""What this one function has answered before."""


def player(board: Grid, *_: object, **__: object) -> str:
    marks = (*board[0], *board[1], *board[2])
    return X if marks.count(X) == marks.count(O) else O


def actions(board: Grid, *_: object, **__: object) -> set[tuple[int, int]]:
    marks = (*board[0], *board[1], *board[2])
    return {cell for cell, mark in zip(_CELLS, marks, strict=True) if mark is EMPTY}


def result(board: Grid, action: tuple[int, int], *_: object, **__: object) -> Grid:
    if action not in _CELLS or board[action[0]][action[1]] is not EMPTY:
        raise ValueError(f"{action} is not a legal action")
    after = [[*row] for row in board]
    marks = (*board[0], *board[1], *board[2])
    after[action[0]][action[1]] = X if marks.count(X) == marks.count(O) else O
    return after if type(board) is list else tuple(map(tuple, after))  # type: ignore[return-value]


def winner(board: Grid, *_: object, **__: object) -> str | None:
    marks = (*board[0], *board[1], *board[2])
    if marks not in _known:
        full = {marks[a] for a, b, c in _LINES if marks[a] == marks[b] == marks[c]}
        _known[marks] = X if X in full else O if O in full else None
    return _known[marks]  # type: ignore[return-value]


def terminal(board: Grid, *_: object, **__: object) -> bool:
    marks = (*board[0], *board[1], *board[2])
    if marks not in _known:
        is_won = any(marks[a] == marks[b] == marks[c] is not EMPTY for a, b, c in _LINES)
        _known[marks] = is_won or EMPTY not in marks
    return _known[marks]  # type: ignore[return-value]


def utility(board: Grid, *_: object, **__: object) -> int:
    marks = (*board[0], *board[1], *board[2])
    if marks not in _known:
        full = {marks[a] for a, b, c in _LINES if marks[a] == marks[b] == marks[c]}
        _known[marks] = 1 if X in full else -1 if O in full else 0
    return _known[marks]  # type: ignore[return-value]
