"""Learners' programs: a right one, quick and slow, and a class of all kinds, for measuring how long checking takes."""

from __future__ import annotations

QUICK = """\
from copy import deepcopy
from functools import lru_cache

X, O, EMPTY = "X", "O", None


def initial_state():
    return [[EMPTY] * 3 for _ in range(3)]


def player(board):
    marks = sum(board, [])
    return X if marks.count(X) == marks.count(O) else O


def actions(board):
    return {(row, col) for row in range(3) for col in range(3) if board[row][col] is EMPTY}


def result(board, action):
    if action not in actions(board):
        raise ValueError(f"{action} is not possible")
    after = deepcopy(board)
    after[action[0]][action[1]] = player(board)
    return after


def winner(board):
    lines = [*board, *map(list, zip(*board)), [board[i][i] for i in range(3)], [board[i][2 - i] for i in range(3)]]
    return next((mark for mark in (X, O) if [mark] * 3 in lines), None)


def terminal(board):
    return winner(board) is not None or not actions(board)


def utility(board):
    return {X: 1, O: -1, None: 0}[winner(board)]


@lru_cache(maxsize=None)
def value(rows):
    board = [list(row) for row in rows]
    if terminal(board):
        return utility(board)
    values = [value(tuple(map(tuple, result(board, action)))) for action in actions(board)]
    return max(values) if player(board) == X else min(values)


def minimax(board):
    if terminal(board):
        return None
    best = max if player(board) == X else min
    return best(actions(board), key=lambda action: value(tuple(map(tuple, result(board, action)))))
"""
PLAIN = QUICK.replace("@lru_cache(maxsize=None)\n", "")
"""The same as learners write it first: it remembers nothing, and copies the board at every move."""


def _instead(old: str, new: str) -> str:
    if old not in QUICK:
        raise ValueError(f"the quick program has no {old!r}")
    return QUICK.replace(old, new)


CLASSMATES: dict[str, tuple[str, str]] = {
    "quick": (QUICK, "right"),
    "slow": (PLAIN, "right"),
    "talkative": (_instead("def terminal(board):\n", "def terminal(board):\n    print(board)\n"), "right"),
    "blind to a diagonal": (_instead(", [board[i][2 - i] for i in range(3)]]", "]"), "wrong"),
    "always X's turn": (_instead("return X if marks.count(X) == marks.count(O) else O", "return X"), "wrong"),
    "changes its board": (_instead("deepcopy(board)", "board"), "wrong"),
    "hangs": (_instead("def utility(board):\n", "def utility(board):\n    while True:\n        pass\n"), "wrong"),
    "ends": (_instead("def utility(board):\n", "def utility(board):\n    import os\n    os._exit(0)\n"), "wrong"),
    "hungry": (_instead("def utility(board):\n", "def utility(board):\n    return [0] * 10**10\n"), "wrong"),
    "does not load": ("raise SystemExit\n", "not judged"),
}
"""Programs of a class, right, wrong, slow and hostile, and what is to be said of each."""
