"""The game tree of a position, as far as one wants to see it: exact scores, labels as in the lecture, symmetry folded.

A node's label is the letter of its ply and its number among its parent's moves in reading order: a5 is the fifth of the
first moves, b3 the third reply to it. Moves left out keep their numbers, so a label means the same in every tree.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tictactoe.rules import BadInput, Cell, Game, Position, X, canonical, quote
from tictactoe.search import Analysis, Answer, Budget, Solver

MOST_NODES = 20_000
"""What can be drawn at all; nobody looks at more."""


class Node(NamedTuple):
    """One position of the tree and what is shown below it."""

    position: Position
    answer: Answer
    """For the player to move here."""
    label: str = ""
    move: Cell | None = None
    """The move that led here; None at the root."""
    same: tuple[Cell, ...] = ()
    """All the moves that this one stands for, itself included, if symmetric ones are folded."""
    best: bool = False
    """Whether no other move of the parent is better for the player who makes it."""
    chosen: bool = False
    """Whether it is on the line that perfect players take from the root."""
    children: tuple[Node, ...] = ()
    left_out: int = 0
    """Moves that are not shown below this node."""

    def walk(self) -> Iterator[tuple[int, Node]]:
        """All nodes with their depth, each before those below it."""
        todo = [(0, self)]
        while todo:
            depth, node = todo.pop()
            yield depth, node
            todo += [(depth + 1, child) for child in reversed(node.children)]


class Limits(NamedTuple):
    """How much of a tree is wanted."""

    depth: int = 2
    width: int | None = None
    """Show so many moves at each node, the best ones; None: all of them."""
    fold: bool = False
    """Show one move for all that are the same turned or mirrored."""


def grow(
    solver: Solver, position: Position, limits: Limits, budget: Budget | None = None, most: int = MOST_NODES
) -> Node:
    """The tree below a position; BadInput if it has more than `most` nodes."""
    room = _Room(most, limits.fold)
    budget = budget or Budget()
    analysis = solver.analyze(position, budget)
    root = Node(position, analysis.answer, best=True, chosen=True)
    return _with_children(solver, root, limits, budget, room, analysis)


def children(solver: Solver, parent: Node, fold: bool, analysis: Analysis) -> list[Node]:
    """The nodes after each move, in reading order; with `fold`, one for all that are the same turned or mirrored."""
    game, position = solver.game, parent.position
    cells = list(analysis.moves)
    groups: dict[object, list[Cell]] = {}
    for cell in cells:
        groups.setdefault(canonical(game, position.play(cell)) if fold else cell, []).append(cell)
    best = analysis.best
    found = []
    for same in groups.values():
        first = next((cell for cell in same if cell == analysis.choice), same[0])
        answer = analysis.moves[first]
        found.append(
            Node(
                position.play(first),
                answer.after_move(),
                label_of(position, cells.index(first)),
                first,
                tuple(same),
                best=first in best,
                chosen=parent.chosen and first == analysis.choice and analysis.is_proven,
            )
        )
    return found


def label_of(position: Position, index: int) -> str:
    """The label of a position's move: the ply's letter, and the move's number from 1."""
    letters, ply = "", position.taken.bit_count() + 1
    while ply:
        ply, letter = divmod(ply - 1, 26)
        letters = chr(ord("a") + letter) + letters
    return f"{letters}{index + 1}"


def follow(game: Game, position: Position, labels: str) -> tuple[Cell, ...]:
    """The moves that a walk such as `a5 b3 c6` stands for; BadInput if there is no such move."""
    moves = []
    for label in labels.split():
        cells = game.moves(position)
        named = {label_of(position, index): cell for index, cell in enumerate(cells)}
        if not label.isascii() or label.lower() not in named:  # some letters are k only when they are made small
            raise BadInput(f"there is no move labelled {quote(label)} here: {_labels_in_words([*named])}")
        moves.append(named[label.lower()])
        position = position.play(moves[-1])
    return tuple(moves)


def _labels_in_words(labels: list[str]) -> str:
    if not labels:
        return "the game is over"
    return f"the only label is {labels[0]}" if len(labels) == 1 else f"the labels are {labels[0]} to {labels[-1]}"


def is_max(position: Position) -> bool:
    """Whether it is the turn of the player who makes the value as large as possible."""
    return position.turn == X


def value_for_x(node: Node) -> int | None:
    """1 if X wins, -1 if O does, 0 for a draw; None if it is not known."""
    value = node.answer.value
    return value if value is None or node.position.turn == X else -value


class _Room:
    """How many nodes may still be made."""

    def __init__(self, nodes: int, fold: bool) -> None:
        self._most = self._left = nodes
        self._fold = fold

    def take(self, nodes: int) -> None:
        self._left -= nodes
        if self._left < 0:
            less = "less depth or width" + ("" if self._fold else ", or fold symmetry")
            raise BadInput(f"the tree has more than {self._most:,} nodes: ask for {less}")


def _with_children(
    solver: Solver, node: Node, limits: Limits, budget: Budget, room: _Room, analysis: Analysis | None = None
) -> Node:
    moves = len(solver.game.moves(node.position))
    if limits.depth == 0 or not moves:
        return node._replace(left_out=moves)
    below = children(solver, node, limits.fold, analysis or solver.analyze(node.position, budget))
    shown = below
    if limits.width is not None and len(below) > limits.width:
        ranked = sorted(below, key=lambda child: (child.chosen, child.answer.before_move().rank), reverse=True)
        wanted = {child.label for child in ranked[: limits.width]}
        shown = [child for child in below if child.label in wanted]
    room.take(len(shown))
    deeper = limits._replace(depth=limits.depth - 1)
    grown = tuple(_with_children(solver, child, deeper, budget, room) for child in shown)
    return node._replace(children=grown, left_out=moves - sum(len(child.same) for child in shown))
