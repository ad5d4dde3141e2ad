"""A search as text: its steps, its summary, several of them side by side."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from tictactoe.draw.text import draw_table
from tictactoe.rules import Game, format_cell, format_moves, format_position
from tictactoe.search.textbook import HIGHEST, LOWEST
from tictactoe.study.bounds import Insight
from tictactoe.study.trace import Summary


def draw_steps(game: Game, insights: Iterable[Insight]) -> Iterator[str]:
    """One line for each step, indented by depth. What is only a bound is written with ≥ or ≤, and why."""
    for insight in insights:
        step = insight.step
        indent = "  " * len(insight.path)
        where = format_moves(game, insight.path[-1:]) or "start"
        bounds = f"alpha {_bound(step.alpha)}, beta {_bound(step.beta)}"
        position = format_position(game, step.position)
        if step.kind == "enter":
            yield f"{indent}{where}: enter {position}, {step.position.turn} to move, {bounds}"
        elif step.kind == "leaf":
            yield f"{indent}{where}: the game is over, {_value(insight)}"
        elif step.kind == "known":
            yield f"{indent}{where}: the table has it, {_value(insight)}"
        elif step.kind == "better":
            yield f"{indent}{where}: {_cell(game, step.move)} is better, {_value(insight)}"
        elif step.kind == "cutoff":
            yield f"{indent}{where}: cutoff after {_cell(game, step.move)}: {step.inequality}"
        else:
            yield f"{indent}{where}: leave, {_value(insight)}"


def _value(insight: Insight) -> str:
    if insight.relation == "=":
        return f"value {insight.step.value}"
    return f"value {insight.relation} {insight.step.value} ({insight.reason})"


def draw_summary(summary: Summary) -> str:
    """The counts of a search, and its nodes by depth."""
    named = (
        ("steps", summary.steps),
        ("nodes", sum(summary.nodes)),
        ("leaves", summary.leaves),
        ("cutoffs", summary.cutoffs),
        ("table hits", summary.known),
    )
    counts = [["value", str(summary.value)], *([name, f"{count:,}"] for name, count in named)]
    depths = [["depth", "nodes"], *([str(depth), f"{nodes:,}"] for depth, nodes in enumerate(summary.nodes))]
    right = frozenset({0, 1})
    return f"{draw_table(counts, right=frozenset({1}))}\n\n{draw_table(depths, right=right)}"


def draw_comparison(summaries: Mapping[str, Summary]) -> str:
    """The algorithms side by side; the time is for comparing within this run."""
    rows = [["algorithm", "value", "nodes", "leaves", "cutoffs", "table hits", "time"]]
    for name, summary in summaries.items():
        counts = (sum(summary.nodes), summary.leaves, summary.cutoffs, summary.known)
        rows.append(
            [name, str(summary.value), *(f"{count:,}" for count in counts), f"{summary.seconds * 1000:,.1f} ms"]
        )
    return draw_table(rows, right=frozenset(range(1, 7)))


def _bound(value: int) -> str:
    """-2 and 2, beyond every value, say that nothing is known yet."""
    return "-inf" if value == LOWEST else "inf" if value == HIGHEST else str(value)


def _cell(game: Game, cell: int | None) -> str:
    return "" if cell is None else format_cell(game, cell)
