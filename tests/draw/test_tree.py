"""Trees as text, pictures, pages and graphs: every node is there, and what is drawn can be read by a machine."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ElementTree

import pytest

from tictactoe.draw.svg import draw_board_svg
from tictactoe.draw.tree import FORMATS, draw_tree
from tictactoe.rules import Game, Mark, O, Position, X, format_position, parse_position
from tictactoe.search import Solver
from tictactoe.study.map import perfect_map
from tictactoe.study.tree import Limits, Node, grow

THREE = Game(3, 3, 3)
SVG = "{http://www.w3.org/2000/svg}"


def tree(text: str, depth: int, fold: bool = False) -> Node:
    return grow(Solver(THREE), parse_position(THREE, text), Limits(depth, None, fold))


def nodes_of(root: Node) -> list[Node]:
    return [node for _, node in root.walk()]


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("text", [".../.../...", "X.O/.X./..O", "XXX/OO./..."])
def test_every_format_shows_every_node(form: str, text: str) -> None:
    root = tree(text, 2, fold=True)
    drawn = draw_tree(THREE, root, form, "A title & more")
    labels = [node.label for node in nodes_of(root) if node.label]
    if form == "json":
        assert json.loads(drawn)["position"] == text
        assert drawn.count('"label"') == len(nodes_of(root))
    else:
        assert len(re.findall(r"\b[a-i]\d\b(?=[:× ]|\\n|<)", drawn)) >= len(labels)
    for label in set(labels):
        assert label in drawn


def test_the_picture_has_a_board_and_a_value_for_every_node() -> None:
    root = tree("X.O/.X./..O", 2)
    picture = ElementTree.fromstring(draw_tree(THREE, root, "svg", "A title & more"))  # noqa: S314  we wrote it
    assert picture.findtext(f"{SVG}title") == "A title & more"
    groups = [group for group in picture.iter(f"{SVG}g") if group.find(f"{SVG}title") is not None]
    assert len(groups) == len(nodes_of(root))
    for group, node in zip(groups, nodes_of(root), strict=False):
        assert format_position(THREE, node.position) in (group.findtext(f"{SVG}title") or "")
    stones = sum(node.position.taken.bit_count() for node in nodes_of(root))
    circles = len(list(picture.iter(f"{SVG}circle")))
    crosses = sum(path.get("stroke-linecap") == "round" for path in picture.iter(f"{SVG}path"))
    assert circles + crosses == stones
    texts = [text.text for text in picture.iter(f"{SVG}text")]
    assert {"MAX", "MIN", "X moves", "O moves"} <= set(texts)


def test_no_two_boards_of_a_picture_overlap() -> None:
    picture = ElementTree.fromstring(draw_tree(THREE, tree(".../.../...", 2), "svg", ""))  # noqa: S314
    boards = []
    for group in picture.iter(f"{SVG}g"):
        if group.find(f"{SVG}title") is not None:
            first = group.find(f"{SVG}rect")
            assert first is not None
            boards.append(tuple(float(first.get(name) or 0) for name in ("x", "y", "width", "height")))
    assert len(set(boards)) == len(boards) == 82
    width, height = (float(picture.get(name) or 0) for name in ("width", "height"))
    for x, y, wide, high in boards:
        assert x >= 0
        assert x + wide <= width
        assert y + high <= height
        assert not any(other != (x, y, wide, high) and abs(other[0] - x) < wide and other[1] == y for other in boards)


def test_the_line_of_best_play_is_thick() -> None:
    root = tree(".../.../...", 2, fold=True)
    picture = draw_tree(THREE, root, "svg", "")
    assert picture.count('stroke-width="3.5"') == 2
    text = draw_tree(THREE, root, "text", "")
    assert text.count("**") == 2


def test_the_tree_as_text_is_the_lectures() -> None:
    assert draw_tree(THREE, tree("..O/OX./.X.", 1), "text", "").startswith(
        ". . O   start\nO X .   X wins in 1, MAX: X moves\n. X .\n\n    X . O   e1: X a1\n"
    )


def test_a_page_needs_nothing_else() -> None:
    page = draw_tree(THREE, tree(".../.../...", 1), "html", "<b>&")
    assert "<title>&lt;b&gt;&amp;</title>" in page
    assert not re.search(r"(src|href)=", page)
    assert page.count("<svg") == 10


def test_a_graph_is_closed() -> None:
    graph = draw_tree(THREE, tree("X.O/.X./..O", 2), "dot", "t")
    nodes = set(re.findall(r"^  (n\d+) \[", graph, re.MULTILINE))
    edges = re.findall(r"^  (n\d+) -> (n\d+) ", graph, re.MULTILINE)
    assert len(edges) == len(nodes) - 1
    assert {end for edge in edges for end in edge} == nodes


def test_a_map_is_cut_into_trees_that_fit_below_each_other() -> None:
    sides: list[tuple[Mark, int]] = [(X, 5), (O, 3)]
    for side, trees in sides:
        picture = draw_tree(THREE, perfect_map(THREE, side), "svg", "Map", is_map=True)
        assert picture.count("<g transform=") == trees
        ElementTree.fromstring(picture)  # noqa: S314


def test_a_board_alone() -> None:
    for game in (Game(1, 1, 1), Game(2, 5, 2), THREE, Game(19, 19, 5)):
        ElementTree.fromstring(draw_board_svg(game, Position().play(0)))  # noqa: S314
