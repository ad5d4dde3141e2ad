"""What does alpha-beta never try? Some branches of a tree, as many that are tried as are not."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from tictactoe.rules import DRAW, O_WINS, X_WINS, Game, Outcome, Position, X, opponent
from tictactoe.search.textbook import HIGHEST, LOWEST, Step, alphabeta
from tictactoe.study.quiz.kinds import Blank, QuizKind, QuizReply, paths
from tictactoe.study.trace import Moment, NodePath, moments
from tictactoe.study.tree import Node, value_for_x

TRIED, NEVER = "T", "N"
FEWEST, MOST = 2, 4
"""Branches of either sort in a tree."""
OUTCOMES = {1: X_WINS, 0: DRAW, -1: O_WINS}


class Adjudged(Game):
    """A game that ends where a tree does, as it would end with best play."""

    ends: Mapping[Position, Outcome]

    @classmethod
    def of(cls, game: Game, root: Node) -> Adjudged:
        made = cls(*game)
        ends = {node.position: OUTCOMES[value_for_x(node) or 0] for _, node in paths(root) if not node.children}
        made.__dict__["ends"] = ends
        return made

    def outcome(self, position: Position) -> Outcome | None:
        return self.ends.get(position)


def ask_cutoffs(game: Game, root: Node, chance: Random) -> tuple[Blank, ...]:
    """Fair if as many are tried as never are, so that saying the same of all gains nothing.

    At least half of what is tried is where something might have been cut off: no move at the root, and no first move.
    """
    steps = list(moments(alphabeta(Adjudged.of(game, root), root.position)))
    visited = {path for step, path in steps if step.kind == "enter"}
    nodes = dict(paths(root))
    branches = [path for path in nodes if path and path[:-1] in visited]
    never = [path for path in branches if path not in visited]
    tried = [path for path in branches if path in visited]
    doubtful = [path for path in tried if len(path) > 1 and nodes[path[:-1]].children[0].move != path[-1]]
    number = min(len(never), len(tried), 2 * len(doubtful), MOST)
    if number < FEWEST:
        return ()
    for some in (never, tried, doubtful):
        chance.shuffle(some)
    others = [path for path in tried if path not in doubtful]
    asked = {*never[:number], *(doubtful + others)[:number]}
    cuts = {path: step for step, path in steps if step.kind == "cutoff"}
    return tuple(_blank(nodes[path[:-1]], path, steps, cuts) for path in branches if path in asked)


def _blank(parent: Node, path: NodePath, steps: list[Moment], cuts: Mapping[NodePath, Step]) -> Blank:
    enter = next(step for step, where in steps if step.kind == "enter" and where == path[:-1])
    turn, name = parent.position.turn, f"at {parent.label}" if parent.label else "at the root"
    word, sign, limit = ("beta", "≥", enter.beta) if turn == X else ("alpha", "≤", enter.alpha)
    hint = (
        f"The search comes to {parent.label or 'the root'} ({turn} to move) with alpha {_bound(enter.alpha)} and beta "
        f"{_bound(enter.beta)}. It leaves as soon as the value of a move there is {sign} {word}."
    )
    if not any(where == path for _, where in steps):
        reason = (
            f"It is cut off: {cuts[path[:-1]].inequality}, so {opponent(turn)}, who has as much elsewhere, "
            "gains nothing by coming here."
        )
        return Blank(path, turn, NEVER, hint, reason)
    found = _best_before(path, steps)
    if found is None:
        reason = f"It is tried: it is the first move {name}, and nothing is known there before."
    elif abs(limit) > 1:
        reason = f"It is tried: {word} is {_bound(limit)} {name}, so no value makes the search leave."
    else:
        other = "<" if turn == X else ">"
        reason = f"It is tried: the best found {name} before it, {found}, is {other} {word} {limit}."
    return Blank(path, turn, TRIED, hint, reason)


def _best_before(path: NodePath, steps: list[Moment]) -> int | None:
    """The best value that a node had when the search came to its child."""
    best = None
    for step, where in steps:
        if step.kind == "better" and where == path[:-1]:
            best = step.value
        if step.kind == "enter" and where == path:
            break
    return best


def _bound(value: int) -> str:
    return "-∞" if value <= LOWEST else "∞" if value >= HIGHEST else str(value)


CUTOFFS = QuizKind(
    "cutoffs",
    "what alpha-beta never tries",
    "Alpha-beta tries the moves from left to right. Which of these branches does it try, and which does it never try?",
    (QuizReply(TRIED, "tried"), QuizReply(NEVER, "never tried")),
    tells_which=False,
    ask=ask_cutoffs,
)
