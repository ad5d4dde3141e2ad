"""The game tree: exact scores at every node, the lecture's labels, what a folded move stands for, what is left out."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

import oracle
from extent import ALL, sample, usually
from tictactoe.rules import BadInput, Game, O, Position, X, format_moves, format_position, parse_position
from tictactoe.search import Answer, Budget, Solver
from tictactoe.study.tree import Limits, Node, follow, grow, is_max, label_of, value_for_x

THREE = Game(3, 3, 3)
SOLVER = Solver(THREE)


def check_node(node: Node) -> None:
    """The score is the oracle's, and so are the moves that count as best."""
    board, turn = format_position(THREE, node.position), node.position.turn
    value, plies = oracle.score(board, turn, 3)
    assert (node.answer.value, node.answer.plies or 0) == (value, plies), board
    assert value_for_x(node) == (value if turn == "X" else -value)
    for child in node.children:
        assert child.move is not None
        row, col = divmod(child.move, 3)
        assert format_position(THREE, child.position) == oracle.place(board, row, col, turn)
        assert child.best == (oracle.move_score(board, row, col, turn, 3) == (value, plies)), board


def test_scores_around_every_reachable_position() -> None:
    """With all moves, and with symmetric ones folded: then each stands for moves whose boards are images of its own."""
    for board, turn in sample(oracle.reachable(3, 3, 3), 1_000):
        position = parse_position(THREE, board)
        root, folded = (grow(SOLVER, position, Limits(1, fold=fold)) for fold in (False, True))
        blanks = [] if oracle.over(board, 3) else [3 * row + col for row, col in oracle.blanks(board)]
        assert [child.move for child in root.children] == blanks
        assert [child.same for child in root.children] == [(cell,) for cell in blanks]
        assert sorted(cell for child in folded.children for cell in child.same) == blanks
        for child in folded.children:
            images = {images_of(oracle.place(board, *divmod(cell, 3), turn)) for cell in child.same}
            assert len(images) == 1
        assert len({images_of(format_position(THREE, child.position)) for child in folded.children}) == len(
            folded.children
        )
        for tree in (root, folded):
            assert tree.left_out == 0
            assert tree.chosen
            assert sum(child.chosen for child in tree.children) == bool(blanks)
            assert all(child.best for child in tree.children if child.chosen)
            check_node(tree)
            for child in tree.children:
                check_node(child)


def images_of(board: str) -> frozenset[str]:
    """The board turned and mirrored in all ways, by writing its rows down in other orders."""
    found = set()
    rows = oracle.rows_of(board)
    for _ in range(4):
        rows = ["".join(column) for column in zip(*reversed(rows), strict=True)]
        found |= {"/".join(rows), "/".join(reversed(rows))}
    return frozenset(found)


def test_the_whole_tree_folded(data: Path) -> None:
    """Every node counted as often as the moves on its way stand for gives the whole tree, ply by ply."""
    plies = usually(6, 9)
    root = grow(SOLVER, Position(), Limits(plies, fold=True), most=10**6)
    counted: Counter[int] = Counter()
    todo, nodes = [(0, 1, root)], 0
    while todo:
        depth, times, node = todo.pop()
        counted[depth] += times
        nodes += 1
        assert node.left_out == 0 or depth == plies < 9
        check_node(node)
        todo += [(depth + 1, times * len(child.same), child) for child in node.children]
    whole = json.loads((data / "counts.json").read_text())["3,3,3"]["nodes"]
    assert [counted[depth] for depth in range(plies + 1)] == whole[: plies + 1]
    assert nodes == sum(1 for _ in root.walk())
    assert not ALL or nodes == json.loads((data / "study.json").read_text())["folded_nodes"]


LECTURE = [
    ("", "X../.../... .X./.../... ..X/.../... .../X../... .../.X./... .../..X/... .../.../X.. .../.../.X. .../.../..X"),
    ("a5", "O../.X./... .O./.X./... ..O/.X./... .../OX./... .../.XO/... .../.X./O.. .../.X./.O. .../.X./..O"),
    ("a5 b3", "X.O/.X./... .XO/.X./... ..O/XX./... ..O/.XX/... ..O/.X./X.. ..O/.X./.X. ..O/.X./..X"),
    ("a5 b3 c6", "O.O/.X./.X. .OO/.X./.X. ..O/OX./.X. ..O/.XO/.X. ..O/.X./OX. ..O/.X./.XO"),
    ("a5 b3 c6 d3", "X.O/OX./.X. .XO/OX./.X. ..O/OXX/.X. ..O/OX./XX. ..O/OX./.XX"),
]


@pytest.mark.parametrize(("walk", "boards"), LECTURE)
def test_the_lectures_figure(walk: str, boards: str) -> None:
    """Its rows of boards under their labels, and the walk through them."""
    position = Position()
    for cell in follow(THREE, position, walk):
        position = position.play(cell)
    root = grow(SOLVER, position, Limits(1))
    assert [format_position(THREE, child.position) for child in root.children] == boards.split()
    letter = "abcde"[len(walk.split())]
    assert [child.label for child in root.children] == [f"{letter}{i + 1}" for i in range(len(boards.split()))]


def test_the_lectures_walk() -> None:
    """X b2, O c1, X b3, O a2, X b1: node for node down one tree, and X has won."""
    assert format_moves(THREE, follow(THREE, Position(), "a5 b3 c6 d3 e2")) == "b2 c1 b3 a2 b1"
    assert follow(THREE, Position(), "A5  b3\nC6") == follow(THREE, Position(), "a5 b3 c6")
    assert follow(THREE, Position(), "") == ()
    position = parse_position(THREE, "..O/.X./...")
    node = grow(SOLVER, position, Limits(3))
    for label, words in [("c6", "draw"), ("d3", "X wins in 1"), ("e2", "X has won")]:
        [node] = [child for child in node.children if child.label == label]
        assert node.answer.named(node.position.turn) == words
    assert format_position(THREE, node.position) == ".XO/OX./.X."


@pytest.mark.parametrize(
    ("walk", "sentence"),
    [
        ("a0", "there is no move labelled 'a0' here: the labels are a1 to a9"),
        ("a10", "there is no move labelled 'a10' here: the labels are a1 to a9"),
        ("b1", "there is no move labelled 'b1' here: the labels are a1 to a9"),
        ("a5 b9", "there is no move labelled 'b9' here: the labels are b1 to b8"),
        ("a5 b3 c6 d3 e2 f1", "there is no move labelled 'f1' here: the game is over"),
        ("a1 b1 c1 d2 e1 f2 g2 h1 i2", "there is no move labelled 'i2' here: the only label is i1"),
        ("a5 " + "x" * 1000, f"there is no move labelled '{'x' * 48}'… here: the labels are b1 to b8"),
        ("5", "there is no move labelled '5' here: the labels are a1 to a9"),
    ],
)
def test_labels_that_there_are_not(walk: str, sentence: str) -> None:
    with pytest.raises(BadInput) as error:
        follow(THREE, Position(), walk)
    assert str(error.value) == sentence


def test_a_letter_that_becomes_k_when_it_is_made_small_is_no_k() -> None:
    """The sign of the kelvin, at the eleventh ply of a larger board."""
    game = Game(4, 4, 4)
    position = Position()
    for cell in (0, 1, 2, 3, 4, 5, 6, 7, 9, 8):
        position = position.play(cell)
    assert follow(game, position, "K1") == follow(game, position, "k1")
    with pytest.raises(BadInput, match="there is no move labelled"):
        follow(game, position, "\N{KELVIN SIGN}1")


def test_every_label_is_found_again() -> None:
    for board, turn in sample(oracle.reachable(3, 3, 3), 1_000):
        if not oracle.over(board, 3):
            for child in grow(SOLVER, parse_position(THREE, board), Limits(1, fold=turn == "X")).children:
                assert follow(THREE, parse_position(THREE, board), child.label) == (child.move,)


def test_plies_after_the_26th_have_two_letters() -> None:
    game = Game(6, 6, 5)
    assert label_of(Position(), 35) == "a36"
    for stones, label in [(25, "z1"), (26, "aa1"), (27, "ab1"), (35, "aj1")]:
        assert label_of(Position.of((1 << stones) - 1, 0), 0) == label
    full = parse_position(game, "XXOOXX/OOXXOO/XXOOXX/OOXXOO/XX..../......")
    assert follow(game, full, "aa2 ab1") == (27, 26)


def test_the_chosen_line_is_perfect_play_to_the_end() -> None:
    for board in (".../.../...", "X../.../...", "X../.O./..X", ".../.../..X"):
        position = parse_position(THREE, board)
        node, here = grow(SOLVER, position, Limits(9, 3)), position
        while node.children:
            [node] = [child for child in node.children if child.chosen]
            assert node.best
            assert node.move is not None
            assert node.move == SOLVER.best_move(here)
            here = here.play(node.move)
        assert oracle.over(format_position(THREE, node.position), 3)


def test_what_is_not_shown_is_counted() -> None:
    root = grow(SOLVER, Position(), Limits(2, width=3))
    assert (len(root.children), root.left_out) == (3, 6)
    for child in root.children:
        assert (len(child.children), child.left_out) == (3, 5)
        assert {(below.children, below.left_out) for below in child.children} == {((), 7)}
    folded = grow(SOLVER, Position(), Limits(1, width=2, fold=True))
    assert len(folded.children) == 2
    assert folded.left_out == 9 - sum(len(child.same) for child in folded.children)
    assert grow(SOLVER, Position(), Limits(0)).left_out == 9
    over = grow(SOLVER, parse_position(THREE, "XXX/OO./..."), Limits(3))
    assert (over.children, over.left_out) == ((), 0)


def test_a_narrow_tree_shows_the_best_moves() -> None:
    """At every position and width: nothing left out is better than what is shown, and the choice is shown."""
    for board, turn in sample(oracle.reachable(3, 3, 3), 1_000):
        for width in (1, 2):
            root = grow(SOLVER, parse_position(THREE, board), Limits(1, width))
            shown = [oracle.move_score(board, *divmod(child.move or 0, 3), turn, 3) for child in root.children]
            others = [oracle.move_score(board, *at, turn, 3) for at in oracle.blanks(board)] if shown else []
            for score in shown:
                others.remove(score)
            if shown and others:
                assert min(map(preference, shown)) >= max(map(preference, others)), board
            assert [child.chosen for child in root.children].count(True) == bool(shown)
            assert [child.label for child in root.children] == sorted(child.label for child in root.children)


def preference(score: tuple[int, int]) -> tuple[int, int]:
    return score[0], -score[0] * score[1]


def test_a_tree_that_is_too_large_is_refused() -> None:
    with pytest.raises(BadInput) as error:
        grow(SOLVER, Position(), Limits(9))
    assert str(error.value) == "the tree has more than 20,000 nodes: ask for less depth or width, or fold symmetry"
    with pytest.raises(BadInput, match=r"^the tree has more than 80 nodes: ask for less depth or width$"):
        grow(SOLVER, Position(), Limits(9, fold=True), most=80)
    assert sum(1 for _ in grow(SOLVER, Position(), Limits(2), most=81).walk()) == 82
    with pytest.raises(BadInput, match="more than 80 nodes"):
        grow(SOLVER, Position(), Limits(2), most=80)


def test_scores_that_are_not_known() -> None:
    """A node without a value has none for X either, and is not called best."""
    game = Game(7, 7, 5)
    root = grow(Solver(game), Position(), Limits(1, fold=True), Budget(nodes=1))
    assert {value_for_x(child) for child in root.children} == {None}
    assert not any(child.best for child in root.children)
    assert sum(len(child.same) for child in root.children) == 49


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (Answer(1, 1, 3), "X wins in 3"),
        (Answer(-1, -1, 4), "O wins in 4"),
        (Answer(-1, -1, 0), "O has won"),
        (Answer(1, 1), "X wins"),
        (Answer(-1, -1), "O wins"),
        (Answer(0, 0), "draw"),
        (Answer(-1, 1), "not known"),
        (Answer(0, 1), "X does not lose"),
        (Answer(-1, 0), "X does not win"),
    ],
)
def test_an_answer_by_name(answer: Answer, words: str) -> None:
    assert answer.named(X) == words
    turned = words.translate(str.maketrans("XO", "OX"))
    assert answer.named(O) == turned
    assert is_max(Position())
    assert not is_max(Position().play(0))


def test_walk_comes_to_each_node_before_those_below_it() -> None:
    root = grow(SOLVER, parse_position(THREE, "XO./OX./..."), Limits(2))
    assert [(depth, node.label) for depth, node in root.walk()][:5] == [
        (0, ""), (1, "e1"), (2, "f1"), (2, "f2"), (2, "f3")
    ]  # fmt: skip
