"""Pictures as SVG: a board, and a tree of boards, for a screen, a page or a printer. No script, no outside file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import NamedTuple

from tictactoe.draw.palette import LIGHT, WHITE
from tictactoe.draw.text import describe_position
from tictactoe.rules import Cell, Game, Position, cells_of, format_cell, format_game, format_position
from tictactoe.rules.notation import LETTERS
from tictactoe.study.tree import Node, is_max, value_for_x

STYLE = (
    f".ttt text{{font-family:system-ui,'Helvetica Neue',Arial,sans-serif;fill:{LIGHT.ink}}}"
    f".ttt .label{{font-weight:700}}.ttt .faint{{fill:{LIGHT.faint}}}"
)
"""Only for what is inside such a picture: a page or a notebook around it keeps its own."""
BOARD = 54
"""The side of a board in a tree; a larger board has smaller cells."""
GAP = 18
TEXT = 12
LEVEL_GAP = 64
MARGIN = 16
SIDE = 58
"""Room for the names of the levels, on the left."""


class Note(NamedTuple):
    """What is written in an empty cell: one word above the other. A best move has a frame, the choice a heavy one.

    A choice that is judged stands in a diamond.
    """

    words: str
    best: bool = False
    chosen: bool = False
    is_judged: bool = False


def draw_board_svg(
    game: Game, position: Position, last: Cell | None = None, notes: Mapping[Cell, Note] | None = None
) -> str:
    """One board as a picture of its own, with the letters of its columns and the numbers of its rows."""
    cell = max(34, min(72, 432 // max(game.rows, game.cols)))
    side, tall, edge = cell * game.cols, cell * game.rows, MARGIN + TEXT
    parts = list(board(game, position, edge, edge, side, last))
    middles = [edge + (number + 0.5) * cell for number in range(max(game.rows, game.cols))]
    parts += [svg_text(middles[col], edge - 7, TEXT, "faint", LETTERS[col]) for col in range(game.cols)]
    parts += [svg_text(edge - 12, middles[row] + TEXT / 3, TEXT, "faint", str(row + 1)) for row in range(game.rows)]
    for number, note in (notes or {}).items():
        row, col = divmod(number, game.cols)
        parts += _note(note, edge + col * cell, edge + row * cell, cell)
    return picture(side + edge + MARGIN, tall + edge + MARGIN, describe_position(game, position), "".join(parts))


def _note(note: Note, x: float, y: float, cell: float) -> Iterator[str]:
    size = min(TEXT + 1.0, cell / 3.6)
    above, _, below = note.words.partition(" ")
    middle = y + cell / 2 + (0 if below else size / 3)
    kind = "label" if note.best or note.is_judged else "faint"
    for number, words in enumerate(filter(None, (above, below))):
        yield svg_text(x + cell / 2, middle - 0.2 * size * bool(below) + number * size * 1.2, size, kind, words)
    if note.best:
        yield _frame(x + 3, y + 3, cell - 6, cell - 6, 2.4 if note.chosen else 1)
    if note.is_judged:
        yield _diamond(x + cell / 2, y + cell / 2, cell / 2 - 2)


def draw_tree_svg(game: Game, root: Node, title: str) -> str:
    """The tree from top to bottom: boards with labels and values, levels named MAX and MIN, best play thick.

    A board whose game goes on below but is not shown says how many moves were left out.
    """
    return draw_trees_svg(game, [root], title)


def draw_map_svg(game: Game, root: Node, title: str) -> str:
    """A map of perfect play: one tree under the other, one for each of the first moves that there are to answer."""
    trunk = root
    while len(trunk.children) == 1:
        trunk = trunk.children[0]
    return draw_trees_svg(game, [trunk._replace(children=(child,)) for child in trunk.children] or [root], title)


def draw_trees_svg(game: Game, roots: Sequence[Node], title: str) -> str:
    """Trees one under the other."""
    drawn, width, top = [], 0.0, 0.0
    for root in roots:
        tree_width, tree_height, parts = _tree(game, root)
        drawn.append(f'<g transform="translate(0 {top:g})">{"".join(parts)}</g>')
        width, top = max(width, tree_width), top + tree_height
    return picture(width, top, title, "".join(drawn))


def _tree(game: Game, root: Node) -> tuple[float, float, list[str]]:
    """How wide and high a tree is, and its parts."""
    height = BOARD * game.rows // game.cols
    level = height + LEVEL_GAP
    placed = list(_place(root))
    depth = max(place.depth for place in placed)
    where = {id(place.node): (SIDE + MARGIN + place.x, float(MARGIN + TEXT + place.depth * level)) for place in placed}
    parts = list(_levels(root, depth, level, height))
    for place in placed:
        parts += _branches(where, place.node, height)
    for place in placed:
        parts += _node(game, place.node, *where[id(place.node)], height)
    width = SIDE + 2 * MARGIN + max(place.x for place in placed) + BOARD
    return width, 2 * MARGIN + TEXT + (depth + 1) * level - LEVEL_GAP + 3 * TEXT, parts


def board(game: Game, position: Position, x: float, y: float, side: float, last: Cell | None = None) -> Iterator[str]:
    """The parts of a board whose top left corner is at x, y: grid, stones, the winning line, the last move's cell."""
    cell = side / game.cols
    tall = cell * game.rows
    yield f'<rect x="{x:g}" y="{y:g}" width="{side:g}" height="{tall:g}" fill="{WHITE}"/>'
    winning = 0
    for line in game.winning_lines(position):
        winning |= line
    tinted = dict.fromkeys(cells_of(winning), LIGHT.gold)
    if last is not None:
        tinted.setdefault(last, LIGHT.soft)
    for number, colour in tinted.items():
        row, col = divmod(number, game.cols)
        place = f'x="{x + col * cell:g}" y="{y + row * cell:g}" width="{cell:g}" height="{cell:g}"'
        yield f'<rect {place} fill="{colour}"/>'
    grid = "".join(f"M{x + col * cell:g} {y:g}v{tall:g}" for col in range(1, game.cols))
    grid += "".join(f"M{x:g} {y + row * cell:g}h{side:g}" for row in range(1, game.rows))
    if grid:
        yield f'<path d="{grid}" stroke="{LIGHT.ink}" stroke-width="{max(0.6, cell / 22):g}" fill="none"/>'
    for number in cells_of(position.taken):
        row, col = divmod(number, game.cols)
        yield _stone("X" if position.x >> number & 1 else "O", x + (col + 0.5) * cell, y + (row + 0.5) * cell, cell)


def _stone(mark: str, x: float, y: float, cell: float) -> str:
    arm, width = cell * 0.28, max(1.0, cell / 9)
    if mark == "X":
        path = f"M{x - arm:g} {y - arm:g}l{2 * arm:g} {2 * arm:g}m0 {-2 * arm:g}l{-2 * arm:g} {2 * arm:g}"
        return f'<path d="{path}" stroke="{LIGHT.x}" stroke-width="{width:g}" stroke-linecap="round" fill="none"/>'
    return f'<circle cx="{x:g}" cy="{y:g}" r="{arm:g}" stroke="{LIGHT.o}" stroke-width="{width:g}" fill="none"/>'


class _Place(NamedTuple):
    node: Node
    depth: int
    x: float


def _place(root: Node) -> Iterator[_Place]:
    """Where each node stands: leaves side by side, every other node over the middle of its children."""
    next_x = 0.0

    def place(node: Node, depth: int) -> tuple[float, list[_Place]]:
        nonlocal next_x
        if not node.children:
            x, next_x = next_x, next_x + BOARD + GAP
            return x, [_Place(node, depth, x)]
        below = [place(child, depth + 1) for child in node.children]
        x = (below[0][0] + below[-1][0]) / 2
        return x, [_Place(node, depth, x), *(found for _, placed in below for found in placed)]

    yield from place(root, 0)[1]


def _levels(root: Node, depth: int, level: int, height: int) -> Iterator[str]:
    """The names of the levels: who moves, and whether that one makes the value large or small."""
    turn = is_max(root.position)
    for number in range(depth + 1):
        x_moves = turn == (number % 2 == 0)
        y = MARGIN + TEXT + number * level + height / 2
        name, who = ("MAX", "X moves") if x_moves else ("MIN", "O moves")
        yield f'<text x="{MARGIN}" y="{y:g}" font-size="{TEXT}" class="label">{name}</text>'
        yield f'<text x="{MARGIN}" y="{y + TEXT + 1:g}" font-size="{TEXT - 2}" class="faint">{who}</text>'


def _branches(where: dict[int, tuple[float, float]], node: Node, height: int) -> Iterator[str]:
    x, y = where[id(node)]
    foot = y + height + (3.3 if node.left_out else 2.4) * TEXT
    for child in node.children:
        to_x, to_y = where[id(child)]
        start, end = (x + BOARD / 2, foot), (to_x + BOARD / 2, to_y - 1.5 * TEXT)
        width = 3.5 if child.chosen else 1.6 if child.best else 0.8
        yield (
            f'<path d="M{start[0]:g} {start[1]:g}L{end[0]:g} {end[1]:g}" stroke="{LIGHT.ink}" '
            f'stroke-width="{width}" fill="none"/>'
        )


def _node(game: Game, node: Node, x: float, y: float, height: int) -> Iterator[str]:
    """A board, its label above and its value below. A best move has a frame, a heavy one on the line of best play."""
    words = node.answer.named(node.position.turn)
    yield f"<g><title>{escape(_spoken(game, node.position))}: {escape(words)}</title>"
    yield from board(game, node.position, x, y, BOARD, node.move)
    middle, foot = x + BOARD / 2, y + height
    if node.move is not None:
        times = f" ×{len(node.same)}" if len(node.same) > 1 else ""
        yield svg_text(middle, y - 5, TEXT - 1, "label", f"{node.label}{times}")
        if node.best:
            yield _frame(x - 3, y - 3, BOARD + 6, height + 6, 2.4 if node.chosen else 1)
    yield svg_text(middle, foot + TEXT + 1, TEXT, "label", value_text(node))
    yield svg_text(middle, foot + 2 * TEXT, TEXT - 3, "faint", words)
    if node.left_out and not game.outcome(node.position):
        yield svg_text(middle, foot + 3 * TEXT, TEXT - 3, "faint", f"{node.left_out} more")
    yield "</g>"


def value_text(node: Node) -> str:
    """X's value with its sign; what is known only as a bound has ≤ or ≥ before it, and what is not known is a ?."""
    value = value_for_x(node)
    if value is not None:
        return f"{value:+d}" if value else "0"
    answer = node.answer
    low, high = (answer.low, answer.high) if is_max(node.position) else (-answer.high, -answer.low)
    return {(0, 1): "≥ 0", (-1, 0): "≤ 0"}.get((low, high), "?")


def svg_text(x: float, y: float, size: float, kind: str, text: str) -> str:
    place = f'x="{x:g}" y="{y:g}" font-size="{size:g}" text-anchor="middle"'
    return f'<text {place} class="{kind}">{escape(text)}</text>'


def _frame(x: float, y: float, width: float, height: float, line: float) -> str:
    place = f'x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"'
    return f'<rect {place} rx="3" fill="none" stroke="{LIGHT.ink}" stroke-width="{line:g}"/>'


def _diamond(x: float, y: float, half: float) -> str:
    corners = f"{x:g},{y - half:g} {x + half:g},{y:g} {x:g},{y + half:g} {x - half:g},{y:g}"
    return f'<polygon points="{corners}" fill="none" stroke="{LIGHT.ink}" stroke-width="1.6" stroke-dasharray="4 3"/>'


def _spoken(game: Game, position: Position) -> str:
    return f"{format_game(game)}: {format_position(game, position)}"


def picture(width: float, height: float, title: str, body: str) -> str:
    size = f'width="{width:g}" height="{height:g}" viewBox="0 0 {width:g} {height:g}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="ttt" {size} role="img">'
        f"<title>{escape(title)}</title><style>{STYLE}</style>"
        f'<rect width="100%" height="100%" rx="6" fill="{WHITE}"/>{body}</svg>\n'
    )


def draw_icon_svg() -> str:
    """An X and an O on paper, for the tab of a browser."""
    paper = f'<rect width="64" height="64" rx="12" fill="{LIGHT.paper}"/>'
    stones = _stone("X", 19, 19, 34) + _stone("O", 45, 45, 34)
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">{paper}{stones}</svg>\n'


def move_name(game: Game, node: Node) -> str:
    """Who moved and where, for a caption."""
    if node.move is None:
        return ""
    return f"{'O' if node.position.turn == 'X' else 'X'} {format_cell(game, node.move)}"
