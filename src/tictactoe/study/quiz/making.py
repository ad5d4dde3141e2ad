"""A quiz from a seed: a small tree whose root has the colour, depth and value that the seed asks for."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import NamedTuple

from tictactoe.rules import BadInput, Game, Position, quote
from tictactoe.search import Solver, SolverMaker, solver_for
from tictactoe.study.quiz.cutoffs import CUTOFFS
from tictactoe.study.quiz.kinds import Quiz, paths
from tictactoe.study.quiz.values import VALUES
from tictactoe.study.trace import NodePath
from tictactoe.study.tree import Limits, Node, grow, value_for_x

KINDS = {kind.name: kind for kind in (VALUES, CUTOFFS)}
THREE = Game(3, 3, 3)
MOST_ENDS = 14
"""As many as can be looked over."""
CYCLE = 100
"""The frames begin anew with every so many seeds, so that a sheet begins with a small tree."""


class Frame(NamedTuple):
    """How large a tree is. Who moves at its root follows from the number of empty cells."""

    empty: int
    depth: int
    values: tuple[int, ...] = (-1, 0, 1)
    """Of the root. Two plies from the end, a value that all moves have would leave nothing to be found out."""


FRAMES = (
    Frame(3, 2, (0, 1)),  # MAX
    Frame(4, 2, (-1, 0)),  # MIN
    Frame(4, 3),  # MIN
    Frame(3, 3),  # MAX
    Frame(5, 4),  # MAX
    Frame(4, 4),  # MIN
)
"""Both colours in every depth; and in every depth also among every second, as in a sheet of two kinds in turn."""


@lru_cache(maxsize=256)
def make(kind: str, seed: int, make_solver: SolverMaker = solver_for) -> Quiz:
    """The quiz of this kind and seed: always the same one; BadInput if there is no such kind."""
    if kind not in KINDS:
        raise BadInput(f"there is no quiz {quote(kind)}: the kinds are {', '.join(KINDS)}")
    which, chance = KINDS[kind], Random(f"{kind} {seed}")  # noqa: S311  a quiz, not a secret
    frame, solver = FRAMES[seed % CYCLE % len(FRAMES)], make_solver(THREE)
    value = frame.values[chance.randrange(len(frame.values))]
    while True:
        position = _position(frame, chance)
        if not THREE.outcome(position) and value_for_x(Node(position, solver.solve(position))) == value:
            root = _tree(solver, position, frame.depth, chance)
            if root and (blanks := which.ask(THREE, root, chance)):
                return Quiz(which, seed, THREE, root, blanks)


def _position(frame: Frame, chance: Random) -> Position:
    """Stones in any places. While nobody has a line, they can have been put there in some order."""
    cells = [*THREE.cells]
    chance.shuffle(cells)
    stones = len(cells) - frame.empty
    x = (stones + 1) // 2
    return Position.of(sum(1 << cell for cell in cells[:x]), sum(1 << cell for cell in cells[x:stones]))


def _tree(solver: Solver, position: Position, depth: int, chance: Random) -> Node | None:
    """A tree of this depth with few ends, as not every node is looked into; None if the game is over sooner."""
    whole = grow(solver, position, Limits(depth))
    nodes = dict(paths(whole))
    deepest = [path for path in nodes if len(path) == depth]
    if not deepest:
        return None
    down = deepest[chance.randrange(len(deepest))]
    opened = {down[:ply] for ply in range(depth)}
    ends = 1 + sum(len(nodes[path].children) - 1 for path in opened)
    while more := [
        path
        for path, node in nodes.items()
        if node.children and path[:-1] in opened and path not in opened and ends + len(node.children) - 1 <= MOST_ENDS
    ]:
        path = more[chance.randrange(len(more))]
        opened.add(path)
        ends += len(nodes[path].children) - 1
    return _cut_back(whole, (), opened)


def _cut_back(node: Node, path: NodePath, opened: set[NodePath]) -> Node:
    """The tree with the children of those nodes only that were looked into."""
    if path not in opened:
        return node._replace(children=(), left_out=len(node.children))
    children = tuple(_cut_back(child, (*path, child.move or 0), opened) for child in node.children)
    return node._replace(children=children)
