"""What a `Board` answers with: values that say themselves in text (`str`), and show themselves in a notebook.

A view at a prompt shows its text, as `print` does. Cells are named, as a person writes them: `b2`.
"""

from __future__ import annotations

from os import PathLike, fspath
from typing import TYPE_CHECKING, NamedTuple

from tictactoe.draw.explain import draw_explanation
from tictactoe.draw.notebook import analysis_html, explanation_html
from tictactoe.draw.text import draw_analysis
from tictactoe.draw.tree import FORMATS, draw_tree
from tictactoe.rules import BadInput, Game, Position, format_cell, quote
from tictactoe.search import Analysis, Answer
from tictactoe.search.budget import require_seconds
from tictactoe.study.reasons import Claim, Reasons, explain_position
from tictactoe.study.tree import Node

if TYPE_CHECKING:
    from tictactoe.check import Report


class AnalysisView(NamedTuple):
    """The score of every move of a position.

    >>> from tictactoe import Board
    >>> view = Board("X.O/.X./..O").analyze()
    >>> print(view.answer, view.choice, view.moves["b1"])
    draw c2 loss in 2
    """

    game: Game
    position: Position
    analysis: Analysis

    @property
    def answer(self) -> Answer:
        """What the position is worth to the player to move.

        >>> from tictactoe import Board
        >>> Board(".O./.X./...").analyze().answer.plies
        5
        """
        return self.analysis.answer

    @property
    def moves(self) -> dict[str, Answer]:
        """What each legal move is worth to the player who makes it, in reading order.

        >>> from tictactoe import Board
        >>> {move: str(answer) for move, answer in Board("XX./OO./...").analyze().moves.items()}
        {'c1': 'win in 1', 'c2': 'draw', 'a3': 'loss in 2', 'b3': 'loss in 2', 'c3': 'loss in 2'}
        """
        return {format_cell(self.game, cell): answer for cell, answer in self.analysis.moves.items()}

    @property
    def best_moves(self) -> tuple[str, ...]:
        """The moves that no other is better than, in reading order; none where that is not known.

        >>> from tictactoe import Board
        >>> Board("X../.../...").analyze().best_moves
        ('b2',)
        """
        return tuple(format_cell(self.game, cell) for cell in self.analysis.best)

    @property
    def choice(self) -> str | None:
        """The move that a perfect player makes, or, where none is proven to be best, the one that is judged best.

        None once the game has ended.

        >>> from tictactoe import Board
        >>> Board("XXX/OO./...").analyze().choice is None
        True
        """
        return None if self.analysis.choice is None else format_cell(self.game, self.analysis.choice)

    def __str__(self) -> str:
        return draw_analysis(self.game, self.position, self.analysis)

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        return analysis_html(self.game, self.position, self.analysis)


class ExplanationView(NamedTuple):
    """What moves do and why, in words.

    >>> from tictactoe import Board
    >>> for claim in Board("X.O/.X./..O").explain("c2").moves["c2"].claims:
    ...     print(claim.text)
    Stops O from completing c1 c2 c3.
    Threatens to complete a2 b2 c2, so O must play a2.
    With best play it is a draw.
    Any other move loses.
    """

    game: Game
    position: Position
    analysis: Analysis
    reasons: tuple[Reasons, ...]
    """For each move that was asked about, best first."""

    @property
    def answer(self) -> Answer:
        """What the position is worth to the player to move.

        >>> from tictactoe import Board
        >>> print(Board("X.O/.X./..O").explain().answer)
        draw
        """
        return self.analysis.answer

    @property
    def moves(self) -> dict[str, Reasons]:
        """The reasons for each move that was asked about, best first.

        >>> from tictactoe import Board
        >>> list(Board("X.O/.X./..O").explain().moves)
        ['c2', 'b1', 'a2', 'a3', 'b3']
        """
        return {format_cell(self.game, found.move): found for found in self.reasons}

    @property
    def claims(self) -> tuple[Claim, ...]:
        """What is to be seen on the board before the move.

        >>> from tictactoe import Board
        >>> [claim.text for claim in Board("X.O/.X./..O").explain().claims]
        ['O threatens to complete c1 c2 c3 with c2.']
        """
        return explain_position(self.game, self.position)

    def __str__(self) -> str:
        return draw_explanation(self.game, self.position, self.analysis, self.reasons)

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        return explanation_html(self.game, self.position, self.analysis, self.reasons)


class TreeView(NamedTuple):
    """A game tree, or a map of perfect play.

    >>> from tictactoe import Board
    >>> view = Board("XX./OO./...").tree(depth=1, width=1)
    >>> [child.label for child in view.root.children]
    ['e1']
    """

    game: Game
    root: Node
    title: str
    is_map: bool = False

    def draw(self, form: str = "text") -> str:
        """The tree as text, svg, html (a page whose nodes unfold), dot (for Graphviz) or json.

        >>> from tictactoe import Board
        >>> Board().tree().draw("dot").splitlines()[0]
        '// Game tree of .../.../...: 3 in a row on 3 x 3'
        """
        if form not in FORMATS:
            raise BadInput(f"a tree cannot be drawn as {quote(form)}: the formats are {', '.join(FORMATS)}")
        return draw_tree(self.game, self.root, form, self.title, self.is_map)

    def __str__(self) -> str:
        return self.draw().rstrip("\n")

    def __repr__(self) -> str:
        return str(self)

    def _repr_svg_(self) -> str:
        return self.draw("svg")


class ReportView(NamedTuple):
    """What checking a program found. `check_program` makes one; `ReportView(report)` shows a report that is there.

    >>> from pathlib import Path
    >>> from tictactoe.check import Report
    >>> from tictactoe.views import ReportView
    >>> print(ReportView(Report(Path("tictactoe.py"), (), stopped="there is a syntax error")))
    tictactoe.py: It could not be judged: there is a syntax error.
    <BLANKLINE>
      function    questions  wrong
    """

    report: Report

    def __str__(self) -> str:
        from tictactoe.draw.report.text import draw_report

        return draw_report(self.report).rstrip("\n")

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        from tictactoe.draw.report.html import report_html

        return report_html(self.report)


def check_program(path: str | PathLike[str], seconds: float | None = None) -> ReportView:
    """Check somebody's `tictactoe.py` over all positions, within about so many seconds, in a process of its own.

    >>> from tictactoe import check_program
    >>> check_program("no-such-file.py")
    Traceback (most recent call last):
    tictactoe.rules.errors.BadInput: the program 'no-such-file.py' is not there
    """
    from pathlib import Path

    from tictactoe.check import check_file

    if not isinstance(path, str | PathLike):
        raise BadInput(f"the program {quote(path)} should be the path of a file")
    seconds = require_seconds(seconds)
    if not Path(path).is_file():
        found = "is a folder, not a file" if Path(path).is_dir() else "is not there"
        raise BadInput(f"the program {quote(fspath(path))} {found}")
    return ReportView(check_file(Path(path)) if seconds is None else check_file(Path(path), seconds=seconds))
