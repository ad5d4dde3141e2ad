"""Exercises: a small tree with something to fill in, made from a seed, and marked with the reason."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from random import Random
from typing import NamedTuple

from tictactoe.rules import BadInput, Game, Position, X, format_cell, opponent, quote
from tictactoe.search import Solver, solver_for
from tictactoe.search.textbook import Step, alphabeta
from tictactoe.study.trace import NodePath, moments
from tictactoe.study.tree import Limits, Node, grow, value_for_x


class QuizKind(NamedTuple):
    """A kind of quiz."""

    name: str
    title: str
    task: str
    is_ticked: bool
    """Whether an answer is yes or no: 1 or 0. Else it is a value for X."""


VALUES = QuizKind(
    "values",
    "the values of the nodes",
    "What is each position worth with best play: 1 if X wins, 0 for a draw, -1 if O wins?",
    is_ticked=False,
)
CUTOFFS = QuizKind(
    "cutoffs",
    "what alpha-beta never tries",
    "Alpha-beta tries the moves from left to right. Tick the branches that it never tries.",
    is_ticked=True,
)
KINDS = {kind.name: kind for kind in (VALUES, CUTOFFS)}
THREE = Game(3, 3, 3)
EMPTY_CELLS = 3
"""So the tree has at most 16 nodes."""
FEWEST_BLANKS = 3
WHY_TRIED = "It is tried: when its turn comes, nothing found so far makes it pointless."


class Quiz(NamedTuple):
    """A tree, and the right answer for every node that is asked about.

    The answer is a value for X, or, of what is ticked, 1 for yes and 0 for no.
    """

    kind: QuizKind
    seed: int
    root: Node
    answers: Mapping[NodePath, int]
    reasons: Mapping[NodePath, str]


class Marked(NamedTuple):
    """One answer, judged."""

    path: NodePath
    given: int | None
    right: int
    reason: str


def make(kind: str, seed: int, solver: Solver | None = None) -> Quiz:
    """The quiz of this kind and seed: always the same one; BadInput if there is no such kind."""
    solver = solver or solver_for(THREE)
    if kind not in KINDS:
        raise BadInput(f"there is no quiz {quote(kind)}: the kinds are {', '.join(KINDS)}")
    positions = _positions(KINDS[kind], solver)
    position = Random(f"{kind} {seed}").choice(positions)  # noqa: S311  a quiz, not a secret
    return _quiz(KINDS[kind], seed, position, solver)


def mark(quiz: Quiz, given: Mapping[NodePath, int]) -> list[Marked]:
    """Every answer judged, in the order in which the tree is walked; what was left blank is not right."""
    for path in given:
        if path not in quiz.answers:
            names = " ".join(format_cell(THREE, cell) for cell in path) or "the root"
            raise BadInput(f"{names} is not asked about in this quiz")
    return [Marked(path, given.get(path), right, quiz.reasons[path]) for path, right in quiz.answers.items()]


def paths(root: Node) -> Iterator[tuple[NodePath, Node]]:
    """All nodes with the moves that lead to them, each before those below it."""
    todo: list[tuple[NodePath, Node]] = [((), root)]
    while todo:
        path, node = todo.pop()
        yield path, node
        todo += [((*path, child.move), child) for child in reversed(node.children) if child.move is not None]


def _quiz(kind: QuizKind, seed: int, position: Position, solver: Solver) -> Quiz:
    root = grow(solver, position, Limits(EMPTY_CELLS))
    nodes = dict(paths(root))
    if kind == VALUES:
        answers = {path: value_for_x(node) or 0 for path, node in nodes.items() if node.children}
        return Quiz(kind, seed, root, answers, {path: _why_value(nodes[path]) for path in answers})
    steps = list(moments(alphabeta(THREE, position)))
    visited = {path for step, path in steps if step.kind == "enter"}
    cut = {path: step for step, path in steps if step.kind == "cutoff"}
    answers, reasons = {}, {}
    for path in nodes:
        if path and path[:-1] in visited:  # what is below a branch that was cut off is not asked about
            answers[path] = int(path not in visited)
            reasons[path] = WHY_TRIED if path in visited else _why_cut(nodes[path[:-1]], cut[path[:-1]])
    return Quiz(kind, seed, root, answers, reasons)


@lru_cache(maxsize=2)
def _positions(kind: QuizKind, solver: Solver) -> list[Position]:
    """The positions that make a good quiz: not all of one value, something to cut off."""
    found, seen, todo = [], {Position()}, [Position()]
    while todo:
        position = todo.pop()
        if len(THREE.empties(position)) == EMPTY_CELLS:
            if not THREE.outcome(position) and _makes_a_quiz(kind, solver, position):
                found.append(position)
            continue
        for cell in THREE.moves(position):
            child = position.play(cell)
            if child not in seen:
                seen.add(child)
                todo.append(child)
    return sorted(found)


def _makes_a_quiz(kind: QuizKind, solver: Solver, position: Position) -> bool:
    values = {answer.value for answer in solver.analyze(position).moves.values()}
    if len(values) < 2:
        return False
    quiz = _quiz(kind, 0, position, solver)
    return len(quiz.answers) >= FEWEST_BLANKS and len(set(quiz.answers.values())) > 1


def _why_value(node: Node) -> str:
    values = ", ".join(str(value_for_x(child)) for child in node.children)
    if node.position.turn == X:
        return f"X moves here and takes the largest of {values}: {value_for_x(node)}."
    return f"O moves here and takes the smallest of {values}: {value_for_x(node)}."


def _why_cut(parent: Node, cutoff: Step) -> str:
    who = opponent(parent.position.turn)
    return f"It is cut off: {cutoff.inequality}, so {who}, who has as much elsewhere, gains nothing by coming here."
