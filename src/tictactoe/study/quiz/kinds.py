"""What a quiz is made of: a tree, blanks in it, and for each blank the replies to choose from."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import NamedTuple

from tictactoe.rules import Game, Mark
from tictactoe.study.trace import NodePath
from tictactoe.study.tree import Node


class QuizReply(NamedTuple):
    """One of the answers that may be given, written as one capital letter."""

    letter: str
    title: str


class Blank(NamedTuple):
    """One thing to fill in."""

    path: NodePath
    """The node that is asked about, as the moves that lead to it."""
    mover: Mark
    """Whose choice the answer turns on."""
    right: str
    """The letter of the right reply."""
    hint: str
    """How to find it; it gives no other blank's answer away."""
    reason: str
    """Why it is right."""


BlankMaker = Callable[[Game, Node, Random], tuple[Blank, ...]]


class QuizKind(NamedTuple):
    """A kind of quiz."""

    name: str
    title: str
    task: str
    replies: tuple[QuizReply, ...]
    tells_which: bool
    """Whether the first try is told which replies are wrong; where there are only two, that would be the answer."""
    ask: BlankMaker
    """What to ask about a tree, in the order in which it is walked; nothing if the tree makes no fair quiz."""


class Quiz(NamedTuple):
    """A tree with blanks. The values of its ends are given, those of its other nodes are to be found."""

    kind: QuizKind
    seed: int
    game: Game
    root: Node
    blanks: tuple[Blank, ...]


def paths(root: Node) -> Iterator[tuple[NodePath, Node]]:
    """All nodes with the moves that lead to them, each before those below it."""
    todo: list[tuple[NodePath, Node]] = [((), root)]
    while todo:
        path, node = todo.pop()
        yield path, node
        todo += [((*path, child.move), child) for child in reversed(node.children) if child.move is not None]
