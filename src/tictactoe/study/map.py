"""The map of perfect play: what to do against everything the opponent may do, symmetry folded."""

from __future__ import annotations

from tictactoe.rules import BadInput, Game, Mark, Position
from tictactoe.search import Solver, solver_for
from tictactoe.study.tree import Node, children

MOST_EMPTY = 9
"""With so many, no map has more than a few thousand nodes; nobody could look at a larger one."""
START = Position()


def perfect_map(game: Game, side: Mark, solver: Solver | None = None, position: Position = START) -> Node:
    """The tree in which `side` makes one perfect move and the opponent all of theirs; BadInput if it is too large."""
    if len(game.empties(position)) > MOST_EMPTY:
        raise BadInput(
            f"a map of {game.rows} x {game.cols} has too many nodes to see: the most is {MOST_EMPTY} empty cells"
        )
    solver = solver or solver_for(game)
    root = Node(position, solver.solve(position), best=True, chosen=True)
    return _mapped(solver, root, side)


def _mapped(solver: Solver, node: Node, side: Mark) -> Node:
    if solver.game.outcome(node.position):
        return node
    analysis = solver.analyze(node.position)
    below = children(solver, node._replace(chosen=True), True, analysis)
    if node.position.turn == side:
        shown = [child for child in below if child.move == analysis.choice]
    else:
        shown = [child._replace(chosen=False) for child in below]
    grown = tuple(_mapped(solver, child, side) for child in shown)
    return node._replace(children=grown)
