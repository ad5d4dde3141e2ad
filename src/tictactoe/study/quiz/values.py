"""What is each position worth? The value of every node that is no end."""

from __future__ import annotations

from collections import Counter
from random import Random

from tictactoe.rules import Game, X
from tictactoe.study.quiz.kinds import Blank, QuizKind, QuizReply, paths
from tictactoe.study.tree import Node, value_for_x

LETTERS = {1: "X", 0: "D", -1: "O"}
FEWEST, MOST = 3, 12
"""Blanks in a tree."""


def ask_values(_game: Game, root: Node, _chance: Random) -> tuple[Blank, ...]:
    """Fair if no value is that of more than two thirds of the nodes."""
    inner = [(path, node) for path, node in paths(root) if node.children]
    common = Counter(value_for_x(node) for _, node in inner).most_common(1)[0][1]
    if not FEWEST <= len(inner) <= MOST or 3 * common > 2 * len(inner):
        return ()
    return tuple(
        Blank(
            path,
            node.position.turn,
            LETTERS[_worth(node)],
            f"{_rule(node, hides=True)}.",
            _reason(node),
        )
        for path, node in inner
    )


def _worth(node: Node) -> int:
    return value_for_x(node) or 0


def _reason(node: Node) -> str:
    return f"{_rule(node)}: {_worth(node)}."


def _rule(node: Node, hides: bool = False) -> str:
    """Which of the values below a node its player takes; those that are asked for are left out, if they are to be."""
    turn, size = node.position.turn, "largest" if node.position.turn == X else "smallest"
    below = [(child.label, "?" if hides and child.children else _worth(child)) for child in node.children]
    listed = ", ".join(f"{label} = {value}" for label, value in below)
    return f"{turn} moves here and takes the {size} of {listed}"


VALUES = QuizKind(
    "values",
    "the values of the nodes",
    "What is each position worth with best play: 1 if X wins, 0 for a draw, -1 if O wins?",
    (QuizReply("O", "-1 O wins"), QuizReply("D", "0 draw"), QuizReply("X", "1 X wins")),
    tells_which=True,
    ask=ask_values,
)
