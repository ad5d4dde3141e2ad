"""A tree as text, as a page of its own, and for Graphviz."""

from __future__ import annotations

import json
from html import escape

from tictactoe.draw.data import envelope, node_data
from tictactoe.draw.palette import LIGHT, WHITE
from tictactoe.draw.svg import board, draw_map_svg, draw_tree_svg, move_name, value_text
from tictactoe.draw.text import describe_game
from tictactoe.rules import Game, format_position
from tictactoe.study.tree import Node, is_max

FORMATS = ("text", "svg", "html", "dot", "json")


def draw_tree(game: Game, root: Node, form: str, title: str, is_map: bool = False) -> str:
    """The tree in one of the FORMATS; the picture of a map is cut into trees that lie below each other."""
    if form == "svg":
        return (draw_map_svg if is_map else draw_tree_svg)(game, root, title)
    if form == "html":
        return _page(game, root, title)
    if form == "dot":
        return _dot(game, root, title)
    if form == "json":
        kind = "map" if is_map else "tree"
        return json.dumps(envelope(kind, game, root.position, {"tree": node_data(game, root)}), indent=2) + "\n"
    return draw_tree_text(game, root)


def draw_tree_text(game: Game, root: Node) -> str:
    """An indented tree with little boards. `*` marks a best move, `**` the line of best play."""
    lines = []
    for depth, node in root.walk():
        lines += _text_node(game, node, "    " * depth)
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _text_node(game: Game, node: Node, indent: str) -> list[str]:
    rows = format_position(game, node.position).split("/")
    said = [_caption(game, node), node.answer.named(node.position.turn)]
    if not game.outcome(node.position):
        said[1] += f", {'MAX' if is_max(node.position) else 'MIN'}: {node.position.turn} moves"
    if node.left_out and not game.outcome(node.position):
        said.append(f"{node.left_out} {'move' if node.left_out == 1 else 'moves'} not shown")
    height = max(len(rows), len(said))
    rows += [" " * game.cols] * (height - len(rows))
    said += [""] * (height - len(said))
    return [f"{indent}{' '.join(row)}   {text}" for row, text in zip(rows, said, strict=True)] + [""]


def _caption(game: Game, node: Node) -> str:
    if node.move is None:
        return "start"
    star = "" if not node.best else " **" if node.chosen else " *"
    times = f" x{len(node.same)}" if len(node.same) > 1 else ""
    return f"{node.label}: {move_name(game, node)}{times}{star}"


PAGE = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{title}</title>
<style>
body {{ font: 16px/1.4 system-ui, sans-serif; color: {ink}; background: {paper}; margin: 1.5rem; }}
ul {{ list-style: none; margin: 0; padding-left: 1.6rem; border-left: 2px solid {soft}; }}
li {{ margin: .35rem 0; }}
summary {{ cursor: pointer; }}
.node {{ display: inline-flex; gap: .8rem; align-items: center; vertical-align: middle; }}
.chosen > .node, .chosen > details > summary .node {{ font-weight: 700; }}
.best > .node b::after, .best > details > summary b::after {{ content: " best"; font-weight: 400; font-style: italic; }}
small {{ color: {faint}; }}
@media print {{ body {{ background: {white}; }} }}
</style>
</head>
<body>
<h1>{title}</h1>
<p>Each line is a move: its label, who moves where, and the value for X, which MAX makes large and MIN small.
Bold is the line of best play.</p>
{tree}
</body>
</html>
"""


def _page(game: Game, root: Node, title: str) -> str:
    """One file that needs nothing else: every node can be folded, by mouse or keyboard."""
    tree = f"<ul>{_item(game, root, 0)}</ul>"
    return PAGE.format(title=escape(title), tree=tree, white=WHITE, **LIGHT._asdict())


def _item(game: Game, node: Node, depth: int) -> str:
    side = 48 if game.cols < 8 else 96
    high = side * game.rows // game.cols
    picture = "".join(board(game, node.position, 0, 0, side, node.move))
    drawn = (
        f'<svg width="{side}" height="{high}" viewBox="0 0 {side} {high}" role="img" '
        f'aria-label="{format_position(game, node.position)}">{picture}</svg>'
    )
    times = f" ×{len(node.same)}" if len(node.same) > 1 else ""
    level = "" if game.outcome(node.position) else f" · {'MAX' if is_max(node.position) else 'MIN'}"
    name = f"{node.label} {move_name(game, node)}{times}" if node.move is not None else "start"
    left = f"<small>{node.left_out} more not shown</small>" if node.left_out and not game.outcome(node.position) else ""
    words = node.answer.named(node.position.turn)
    said = f"<span class=node>{drawn}<span><b>{name}</b><br>{value_text(node)}: {words}{level} {left}</span></span>"
    kinds = " ".join(
        kind for kind, holds in (("best", node.best and node.move is not None), ("chosen", node.chosen)) if holds
    )
    if not node.children:
        return f'<li class="{kinds}">{said}</li>'
    below = "".join(_item(game, child, depth + 1) for child in node.children)
    opened = " open" if depth == 0 or node.chosen else ""
    return f'<li class="{kinds}"><details{opened}><summary>{said}</summary><ul>{below}</ul></details></li>'


def _dot(game: Game, root: Node, title: str) -> str:
    """For Graphviz: a box for MAX, an ellipse for MIN, the line of best play thick."""
    lines = [f"// {title}: {describe_game(game)}", "digraph tree {", '  node [fontname="monospace"];']
    numbers: dict[int, int] = {}
    for number, (_, node) in enumerate(root.walk()):
        numbers[id(node)] = number
        rows = "\\n".join(format_position(game, node.position).split("/"))
        name = f"{node.label}\\n" if node.label else ""
        shape = "plaintext" if game.outcome(node.position) else "box" if is_max(node.position) else "ellipse"
        lines.append(f'  n{number} [shape={shape}, label="{name}{rows}\\n{node.answer.named(node.position.turn)}"];')
    for _, node in root.walk():
        for child in node.children:
            width = 3 if child.chosen else 1
            times = f', label="×{len(child.same)}"' if len(child.same) > 1 else ""
            lines.append(f"  n{numbers[id(node)]} -> n{numbers[id(child)]} [penwidth={width}{times}];")
    return "\n".join([*lines, "}"]) + "\n"
