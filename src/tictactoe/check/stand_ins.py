"""The exercise's rules in its own shapes: nested lists and sets.

They stand in for a program's functions that are wrong, to see whether those that call them are right. They are loaded
into the process of the program for that and nothing else, by path: this module imports nothing.
"""

X, O, EMPTY = "X", "O", None  # noqa: E741  the exercise's names
Rows = list[list[str | None]]


def player(board: Rows) -> str:
    marks = [mark for row in board for mark in row]
    return X if marks.count(X) == marks.count(O) else O


def actions(board: Rows) -> set[tuple[int, int]]:
    return {(row, col) for row in range(3) for col in range(3) if board[row][col] is EMPTY}


def result(board: Rows, action: tuple[int, int]) -> Rows:
    row, col = action
    if row not in range(3) or col not in range(3) or board[row][col] is not EMPTY:
        raise ValueError(f"{action} is not a legal action")
    after = [line[:] for line in board]
    after[row][col] = player(board)
    return after


def winner(board: Rows) -> str | None:
    lines = [*board, *zip(*board, strict=True), [board[i][i] for i in range(3)], [board[i][2 - i] for i in range(3)]]
    for mark in (X, O):
        if any(all(cell == mark for cell in line) for line in lines):
            return mark
    return None


def terminal(board: Rows) -> bool:
    return winner(board) is not None or not actions(board)


def utility(board: Rows) -> int:
    return {X: 1, O: -1, None: 0}[winner(board)]
