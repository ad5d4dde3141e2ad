"""A textbook search, to be stepped through forwards and backwards."""

from __future__ import annotations

from collections import Counter
from html import escape

from ipywidgets import HTML, Button, Dropdown, HBox, IntSlider, Layout

from tictactoe.adapters.notebook.pieces import Shown, said
from tictactoe.board import Board
from tictactoe.draw.notebook import SIDE_BY_SIDE
from tictactoe.draw.search import draw_steps
from tictactoe.draw.svg import draw_board_svg
from tictactoe.draw.text import numbered
from tictactoe.rules import BadInput, Game, quote, whole_number
from tictactoe.search.textbook import ALGORITHMS, require_algorithm
from tictactoe.study.bounds import Insight
from tictactoe.study.trace import require_traceable, trace

MOST = 20_000
"""Steps that are kept: nobody steps through more."""
AROUND = 6
"""Steps that are shown before the one at hand, and after it."""


def step(board: Board | Game | str | None = None, algorithm: str = "alphabeta", at: int = 1) -> StepWidget:
    """A search of this board, a step at a time: the board it is at, what it does there, what it has done so far.

    The algorithms are minimax, alphabeta, table and symmetry; a board has at most nine empty cells. It begins `at` a
    step, the first if that is left out.
    """
    start = Board(board)
    require_traceable(start.game, start.position)
    widget = StepWidget(start, require_algorithm(algorithm).name)
    number, most = whole_number(at), widget.slider.max
    if number is None or not 1 <= number <= most:
        raise BadInput(f"at is {quote(at)}, but this search has the steps 1 to {most:,}")
    widget.slider.value = number
    return widget


class StepWidget(Shown):
    """A search, and the step that it is at."""

    def __init__(self, board: Board, algorithm: str) -> None:
        self._board = board
        self._steps: list[Insight] = []
        self._lines: list[str] = []
        self._all = 0
        names = [(each.title, each.name) for each in ALGORITHMS.values()]
        self.algorithm = Dropdown(options=names, value=algorithm, description="Search")
        self.slider = IntSlider(1, 1, 1, description="Step", layout=Layout(width="36em"))
        self.back, self.next = Button(description="Back"), Button(description="Next")
        self.back.on_click(lambda _: self._go(-1))
        self.next.on_click(lambda _: self._go(1))
        self.status, self.view = HTML(), HTML()
        self.algorithm.observe(lambda _: self._run(), names="value")
        self.slider.observe(lambda _: self._show(), names="value")
        rows = [HBox([self.algorithm, self.back, self.next]), self.slider, self.status, self.view]
        super().__init__(rows, lambda: self.view.value + self.status.value)
        self._run()

    @property
    def insight(self) -> Insight:
        """The step that is shown, and the moves that lead to the position where it is taken."""
        number: int = self.slider.value
        return self._steps[number - 1]

    def _run(self) -> None:
        """Run the search to its end, and begin with its first step."""
        game, position = self._board.game, self._board.position
        self._steps, summary = trace(game, position, require_algorithm(self.algorithm.value), MOST)
        self._lines = [*draw_steps(game, self._steps)]
        self._all = summary.steps
        self.slider.value = 1
        self.slider.max = len(self._steps)
        self._show()

    def _go(self, by: int) -> None:
        self.slider.value = max(1, min(len(self._steps), self.slider.value + by))

    def _show(self) -> None:
        number, insight = self.slider.value, self.insight
        kinds = Counter(each.step.kind for each in self._steps[:number])
        counts = [numbered(kinds["enter"], "node"), numbered(kinds["cutoff"], "cutoff")]
        kept = "" if self._all == len(self._steps) else f" (of these {len(self._steps):,} are kept)"
        here = f"Step {number:,} of {self._all:,}{kept}: {self._lines[number - 1].strip()}."
        self.status.value = said(f"{here} So far {', '.join(counts)}.")
        self.back.disabled, self.next.disabled = number == 1, number == len(self._steps)
        drawn = draw_board_svg(self._board.game, insight.step.position, insight.path[-1] if insight.path else None)
        self.view.value = f'<div style="{SIDE_BY_SIDE}"><div>{drawn}</div>{self._listing(number - 1)}</div>'

    def _listing(self, at: int) -> str:
        """The steps around this one, which is marked."""
        shown = []
        for place in range(max(0, at - AROUND), min(len(self._lines), at + AROUND + 1)):
            line = escape(self._lines[place])
            shown.append(f"<b>▶ {line}</b>" if place == at else f"  {line}")
        text = "\n".join(shown)
        return f'<pre style="line-height:1.4;margin:0">{text}</pre>'
