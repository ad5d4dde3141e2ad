"""Mutants of a program: one operator or one constant changed at a time; and, independently of the judge, which differ.

`differs` runs a program in a process of its own and compares it with the contract directly, on every reachable
position: it shares no code with the checker.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

SWAPS: dict[type[ast.AST], list[type[ast.AST]]] = {
    ast.Eq: [ast.NotEq],
    ast.NotEq: [ast.Eq],
    ast.Is: [ast.IsNot],
    ast.IsNot: [ast.Is],
    ast.In: [ast.NotIn],
    ast.NotIn: [ast.In],
    ast.Lt: [ast.LtE, ast.GtE],
    ast.Gt: [ast.GtE, ast.LtE],
    ast.Add: [ast.Sub],
    ast.Sub: [ast.Add],
    ast.USub: [ast.UAdd],
    ast.Or: [ast.And],
    ast.And: [ast.Or],
}


class Mutant(NamedTuple):
    what: str
    text: str


def mutants(source: str) -> Iterator[Mutant]:
    """All of them, in the order of the program."""
    total = sum(1 for _ in _changes(ast.parse(source)))
    for number in range(total):
        tree = ast.parse(source)
        what = list(_changes(tree))[number]
        for change in _alternatives(what):
            fresh = ast.parse(source)
            node, field, at = list(_changes(fresh))[number]
            _put(node, field, at, change)
            text = ast.unparse(fresh)
            yield Mutant(f"line {getattr(node, 'lineno', 0)}: {_named(what)} to {_shown(change)}", text)


Change = tuple[ast.AST, str, int]


def _changes(tree: ast.AST) -> Iterator[Change]:
    """Where something can be changed: a node, the field of it, and which of a list."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            yield from ((node, "ops", at) for at, op in enumerate(node.ops) if type(op) in SWAPS)
        elif isinstance(node, ast.BinOp | ast.BoolOp | ast.AugAssign | ast.UnaryOp) and type(node.op) in SWAPS:
            yield node, "op", -1
        elif isinstance(node, ast.Constant) and not _is_docstring(tree, node):
            yield node, "value", -1
        elif isinstance(node, ast.Name) and node.id in ("max", "min"):
            yield node, "id", -1


def _is_docstring(tree: ast.AST, node: ast.Constant) -> bool:
    return any(isinstance(other, ast.Expr) and other.value is node for other in ast.walk(tree))


def _alternatives(change: Change) -> list[object]:
    node, field, at = change
    if isinstance(node, ast.Constant):
        return _constants(node.value)
    if isinstance(node, ast.Name):
        return ["min" if node.id == "max" else "max"]
    op = getattr(node, field)[at] if at >= 0 else getattr(node, field)
    return [kind() for kind in SWAPS[type(op)]]


def _constants(value: object) -> list[object]:
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1, value - 1]
    if isinstance(value, str):
        return [value + "!"]
    return [0] if value is None else []


def _put(node: ast.AST, field: str, at: int, change: object) -> None:
    if at >= 0:
        getattr(node, field)[at] = change
    else:
        setattr(node, field, change)


def _named(change: Change) -> str:
    node, field, at = change
    found = getattr(node, field)[at] if at >= 0 else getattr(node, field)
    return _shown(found)


def _shown(found: object) -> str:
    return type(found).__name__ if isinstance(found, ast.AST) else repr(found)


CONTRACT = r"""
import sys, types

module = types.ModuleType("mutant")
module.__dict__["__name__"] = "mutant"
exec(compile(open(sys.argv[1], encoding="utf-8").read(), "mutant", "exec"), module.__dict__)
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
value_of = {}

def won(cells):
    return next((cells[a] for a, b, c in LINES if cells[a] and cells[a] == cells[b] == cells[c]), None)

def turn(cells):
    return "XO"[(9 - cells.count(None)) % 2]

def after(cells, at):
    return cells[:at] + (turn(cells),) + cells[at + 1 :]

def value(cells):
    if cells not in value_of:
        winner = won(cells)
        free = [at for at in range(9) if not cells[at]]
        if winner or not free:
            value_of[cells] = {"X": 1, "O": -1, None: 0}[winner]
        else:
            value_of[cells] = (max if turn(cells) == "X" else min)([value(after(cells, at)) for at in free])
    return value_of[cells]

def board(cells):
    return [list(cells[0:3]), list(cells[3:6]), list(cells[6:9])]

def same(found, expected):
    return type(found) is type(expected) and found == expected

def call(name, cells, *more):
    given = board(cells)
    found = getattr(module, name)(given, *more)
    assert given == board(cells), name
    return found

value((None,) * 9)
for _ in range(2):
    assert same(module.initial_state(), board((None,) * 9)), "initial_state"
for cells in value_of:
    over = won(cells) is not None or None not in cells
    assert same(call("winner", cells), won(cells)), "winner"
    assert same(call("terminal", cells), over), "terminal"
    if over:
        assert same(call("utility", cells), value(cells)), "utility"
        assert call("minimax", cells) is None, "minimax"
        continue
    free = [at for at in range(9) if not cells[at]]
    assert call("player", cells) == turn(cells), "player"
    assert set(call("actions", cells)) == {divmod(at, 3) for at in free}, "actions"
    move = call("minimax", cells)
    assert type(move) is tuple and [type(part) for part in move] == [int, int], "minimax"
    assert move in {divmod(at, 3) for at in free}, "minimax"
    assert value(after(cells, move[0] * 3 + move[1])) == value(cells), "minimax"
    for at in range(9):
        if at in free:
            assert same(call("result", cells, divmod(at, 3)), board(after(cells, at))), "result"
    taken = [divmod(at, 3) for at in range(9) if at not in free]
    for action in [*taken, (3, 0), (0, 3), (-1, 0), (0, -1), (-3, -3), (3, 3)]:
        try:
            call("result", cells, action)
        except Exception as error:
            assert not isinstance(error, (AssertionError, RecursionError)), "result"
        else:
            raise AssertionError("result")
"""


def differs(text: str, folder: Path, seconds: float = 30) -> bool:
    """Whether a program breaks the contract on a reachable position or an invalid action."""
    program, contract = folder / "mutant.py", folder / "contract.py"
    program.write_text(text, encoding="utf-8")
    contract.write_text(CONTRACT, encoding="utf-8")
    try:
        done = subprocess.run([sys.executable, contract, program], capture_output=True, timeout=seconds, check=False)
    except subprocess.TimeoutExpired:
        return True
    return done.returncode != 0
