"""What both widgets are made of."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from html import escape
from typing import Any

from ipywidgets import HTML, Button, ButtonStyle, GridBox, Layout, VBox

from tictactoe.draw.palette import LIGHT
from tictactoe.rules import Cell, Game, O, Position, X, cells_of, format_cell
from tictactoe.rules.notation import LETTERS

SMALLEST, LARGEST, ALL = 30, 64, 440
"""Pixels: the side of a cell, and about how wide a board is."""
EDGE = 24
MARKED = {"": f"1px solid {LIGHT.rule}", "last": f"2px dashed {LIGHT.ink}", "line": f"4px solid {LIGHT.ink}"}
"""The frame of a cell; the last move and a line that has won are told by it, not by a colour."""
BEST = f"3px double {LIGHT.ink}"
BLANK = "\u00a0"
"""What a button with nothing on it says: the browser's side keeps the old text if the new one is empty."""


class Shown(VBox):
    """Widgets one below the other, and what is shown instead of them where no Python runs."""

    def __init__(self, children: Sequence[Any], still: Callable[[], str]) -> None:
        """`still` makes HTML of how it stands just now."""
        super().__init__(children)
        self._still = still

    def _repr_mimebundle_(self, **options: Any) -> dict[str, Any]:
        bundle: dict[str, Any] = super()._repr_mimebundle_(**options)
        return {**bundle, "text/html": self._still()}


class Grid:
    """A board of buttons, one for each cell, with the letters of the columns and the numbers of the rows."""

    def __init__(self, game: Game, clicked: Callable[[Cell], None]) -> None:
        self._game = game
        size = max(SMALLEST, min(LARGEST, ALL // max(game.rows, game.cols)))
        square = {"width": f"{size}px", "height": f"{size}px", "margin": "0", "padding": "0"}
        self._layouts = {kind: Layout(border=frame, **square) for kind, frame in {**MARKED, "best": BEST}.items()}
        colours = {X: LIGHT.x, O: LIGHT.o, "": LIGHT.ink}
        self._styles = {
            (mark, gold): ButtonStyle(
                button_color=LIGHT.gold if gold else LIGHT.box,
                text_color=colour,
                font_size=f"{size // 2 if mark else max(10, size // 4)}px",
                font_weight="bold",
            )
            for mark, colour in colours.items()
            for gold in (False, True)
        }
        self.buttons = {cell: Button() for cell in game.cells}
        for cell, button in self.buttons.items():
            button.on_click(lambda _, cell=cell: clicked(cell))
        bare = Layout(margin="0")
        cells: list[Any] = [HTML(layout=bare), *(HTML(_name(LETTERS[col]), layout=bare) for col in range(game.cols))]
        for cell, button in self.buttons.items():
            if cell % game.cols == 0:
                cells.append(HTML(_name(str(cell // game.cols + 1), size), layout=bare))
            cells.append(button)
        columns = f"{EDGE}px repeat({game.cols}, {size}px)"
        self.box = GridBox(cells, layout=Layout(grid_template_columns=columns, grid_gap="2px", overflow="visible"))

    def show(
        self,
        position: Position,
        last: Cell | None = None,
        labels: Mapping[Cell, str] | None = None,
        best: Sequence[Cell] = (),
    ) -> None:
        """Show a position; `labels` are written into empty cells, and those that are `best` have a double frame."""
        line = {cell for filled in self._game.winning_lines(position) for cell in cells_of(filled)}
        for cell, button in self.buttons.items():
            mark = X if position.x >> cell & 1 else O if position.o >> cell & 1 else ""
            label = "" if mark else (labels or {}).get(cell, "")
            kind = "line" if cell in line else "last" if cell == last else "best" if cell in best else ""
            button.description = mark or label or BLANK
            button.tooltip = f"{format_cell(self._game, cell)}: {mark or label or 'empty'}"
            button.style = self._styles[mark, kind in ("line", "best")]
            button.layout = self._layouts[kind]


def said(text: str) -> str:
    """A sentence that changes, which a screen reader says when it does."""
    return f'<div role="status" aria-live="polite">{escape(text)}</div>'


def _name(text: str, height: int = 0) -> str:
    middle = f"line-height:{height}px;" if height else ""
    return f'<div style="{middle}text-align:center">{text}</div>'
