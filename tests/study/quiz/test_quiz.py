"""Quizzes: right answers by other means, every colour and depth, something to think about in each."""

from __future__ import annotations

import re
from collections import Counter

import pytest

import oracle
from quizzes import SEEDS, all_of
from tictactoe.rules import BadInput, format_position
from tictactoe.study.quiz import KINDS, Quiz, make, paths
from tictactoe.study.trace import NodePath
from tictactoe.study.tree import Node, value_for_x

PINNED = [
    (".X./.X./OOX", "DDXXX"),
    (".../.XX/.OO", "XOXOO"),
    ("..O/OXX/X..", "TTTTNNNN"),
    ("XOO/.X./...", "NTTTNN"),
]
LETTER = {1: "X", 0: "D", -1: "O"}


def boards(quiz: Quiz) -> dict[NodePath, tuple[str, str]]:
    """The board of each node and who moves there, played out in text; the tree has all moves of a node or none."""
    found: dict[NodePath, tuple[str, str]] = {
        (): (format_position(quiz.game, quiz.root.position), str(quiz.root.position.turn))
    }
    for path, node in paths(quiz.root):
        board, turn = found[path]
        assert format_position(quiz.game, node.position) == board
        if node.children:
            assert [divmod(child.move or 0, 3) for child in node.children] == oracle.blanks(board)
            assert not oracle.over(board, 3)
        for child in node.children:
            at = child.move or 0
            found[*path, at] = oracle.place(board, *divmod(at, 3), turn), oracle.OTHER[turn]
    return found


def for_x(board: str, turn: str) -> int:
    value = oracle.score(board, turn, 3)[0]
    return value if turn == "X" else -value


@pytest.mark.parametrize("seed", SEEDS[::5])
def test_values(seed: int) -> None:
    """All nodes with children are asked about, and the value of each is what minimax says."""
    quiz = all_of("values")[seed]
    nodes, where = dict(paths(quiz.root)), boards(quiz)
    assert [blank.path for blank in quiz.blanks] == [path for path, node in nodes.items() if node.children]
    for blank in quiz.blanks:
        board, turn = where[blank.path]
        answer = for_x(board, turn)
        assert (blank.right, blank.mover) == (LETTER[answer], turn)
        children = nodes[blank.path].children
        below = [for_x(*where[*blank.path, child.move or 0]) for child in children]
        word = "largest" if turn == "X" else "smallest"
        listed = ", ".join(f"{child.label} = {value}" for child, value in zip(children, below, strict=True))
        assert blank.reason == f"{turn} moves here and takes the {word} of {listed}: {answer}."
        hidden = [re.escape(f"{child.label} = ?") for child in children if child.children]
        assert len(re.findall("|".join(hidden) or "never", blank.hint)) == len(hidden)


def visited(node: Node, low: int, high: int, path: NodePath, found: dict[NodePath, tuple[int, int]]) -> int:
    """Alpha-beta as negamax, for the player to move; each node it comes to is noted with its window."""
    found[path] = low, high
    if not node.children:
        value = value_for_x(node) or 0
        return value if node.position.turn == "X" else -value
    best = -2
    for child in node.children:
        best = max(best, -visited(child, -high, -max(low, best), (*path, child.move or 0), found))
        if best >= high:
            break
    return best


@pytest.mark.parametrize("seed", SEEDS[::5])
def test_cutoffs(seed: int) -> None:
    """What is never tried is what another alpha-beta never tries; nothing below it is asked about."""
    quiz = all_of("cutoffs")[seed]
    where = boards(quiz)
    found: dict[NodePath, tuple[int, int]] = {}
    visited(quiz.root, -2, 2, (), found)
    for blank in quiz.blanks:
        parent = blank.path[:-1]
        assert parent in found
        assert blank.right == ("T" if blank.path in found else "N")
        assert blank.mover == where[parent][1]
        low, high = found[parent]
        bound = high if blank.mover == "X" else -high
        if blank.right == "N":
            value, sign, limit, who = re.findall(r"value (-?\d) ([≥≤]) \w+ (-?\d), so ([XO])", blank.reason)[0]
            assert who == oracle.OTHER[blank.mover]
            assert (sign, int(limit)) == ("≥" if blank.mover == "X" else "≤", bound)
            assert int(value) >= bound if sign == "≥" else int(value) <= bound
        elif told := re.search(r"before it, (-?\d), is ([<>]) \w+ (-?\d)\.", blank.reason):
            assert int(told[3]) == bound
            assert int(told[1]) < bound if told[2] == "<" else int(told[1]) > bound
        else:
            assert "first move" in blank.reason or abs(bound) == 2
        alpha, beta = (low, high) if blank.mover == "X" else (-high, -low)
        said = {"-∞": -2, "∞": 2, "-1": -1, "0": 0, "1": 1}
        assert [said[text] for text in re.findall(r"(?:alpha|beta) (-?[∞\d])", blank.hint)] == [alpha, beta]


@pytest.mark.parametrize("kind", KINDS)
def test_every_colour_and_depth_appears_and_no_quiz_is_trivial(kind: str) -> None:
    seen: Counter[tuple[str, int]] = Counter()
    right: Counter[str] = Counter()
    roots: Counter[int] = Counter()
    for quiz in all_of(kind):
        depth = max(depth for depth, _ in quiz.root.walk())
        seen[str(quiz.root.position.turn), depth] += 1
        roots[value_for_x(quiz.root) or 0] += 1
        letters = Counter(blank.right for blank in quiz.blanks)
        right += letters
        assert len(letters) > 1
        assert len(quiz.blanks) >= 3
        assert 3 * max(letters.values()) <= 2 * len(quiz.blanks)
        assert sum(not node.children for _, node in quiz.root.walk()) <= 14
    assert set(seen) == {(turn, depth) for turn in "XO" for depth in (2, 3, 4)}
    assert min(seen.values()) > len(SEEDS) // 8
    assert min(roots.values()) > len(SEEDS) // 5
    assert min(right.values()) * (len(right) + 1) > sum(right.values())
    if kind == "cutoffs":
        assert right["T"] == right["N"]


def test_a_sheet_has_every_colour_and_depth() -> None:
    for kind in KINDS:
        six = [make(kind, seed) for seed in range(700, 706)]
        assert {(quiz.root.position.turn, max(depth for depth, _ in quiz.root.walk())) for quiz in six} == {
            (turn, depth) for turn in "XO" for depth in (2, 3, 4)
        }


def test_a_seed_is_a_quiz_for_ever() -> None:
    """A seed that somebody has noted must give the same quiz in later versions, and a code the same points."""
    made = [make(kind, seed) for kind in KINDS for seed in (1, 704)]
    assert [
        (format_position(quiz.game, quiz.root.position), "".join(blank.right for blank in quiz.blanks)) for quiz in made
    ] == PINNED


def test_there_is_no_other_kind() -> None:
    with pytest.raises(BadInput, match=r"^there is no quiz 'sums': the kinds are values, cutoffs$"):
        make("sums", 3)
