"""Positions, scores and counts as plain text, in ASCII, for any font whose characters are equally wide."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from textwrap import fill
from typing import TYPE_CHECKING

from tictactoe.rules import (
    Cell,
    Game,
    Mark,
    O,
    Outcome,
    Position,
    X,
    cells_of,
    format_cell,
    format_moves,
    format_position,
    opponent,
)
from tictactoe.rules.notation import LETTERS
from tictactoe.search import Analysis, Answer, Fact
from tictactoe.search.answer import OPEN
from tictactoe.search.census import Census

if TYPE_CHECKING:
    from tictactoe.study.review import Review

WIDTH = 100
"""How wide text is if nobody says."""


def draw_board(game: Game, position: Position, labels: Mapping[Cell, str] | None = None) -> str:
    """The board with its row numbers and column letters. Winning stones are in brackets; labels go in empty cells."""
    labels = labels or {}
    width = max([3, *(len(label) + 2 for label in labels.values())])
    winning = 0
    for line in game.winning_lines(position):
        winning |= line

    def content(cell: Cell) -> str:
        mark = "X" if position.x >> cell & 1 else "O" if position.o >> cell & 1 else labels.get(cell, "")
        return f"[{mark}]" if winning >> cell & 1 else mark

    margin = " " * 4
    header = margin + " ".join(letter.center(width) for letter in LETTERS[: game.cols])
    rule = margin + "+".join("-" * width for _ in range(game.cols))
    rows = []
    for row in range(game.rows):
        cells = game.cells[row * game.cols : (row + 1) * game.cols]
        rows.append(f"{row + 1:>3} " + "|".join(content(cell).center(width) for cell in cells))
    drawn = "\n".join([header, f"\n{rule}\n".join(rows)])
    return "\n".join(line.rstrip() for line in drawn.splitlines())


def describe_game(game: Game) -> str:
    return f"{game.k} in a row on {game.rows} x {game.cols}"


def describe_outcome(game: Game, position: Position, outcome: Outcome) -> str:
    if outcome.winner is None:
        return "The game is a draw."
    lines = " and ".join(format_moves(game, cells_of(line)) for line in game.winning_lines(position))
    return f"{outcome.winner} has won: {lines}."


def describe_position(game: Game, position: Position) -> str:
    """The board in a sentence, for those who hear it."""
    outcome = game.outcome(position)
    what = describe_outcome(game, position, outcome) if outcome else f"{position.turn} to move."
    return f"{describe_game(game)}: {format_position(game, position)}. {what}"


def draw_analysis(game: Game, position: Position, analysis: Analysis) -> str:
    """The board, the score of the position, and the score of every legal move, best first."""
    parts = [draw_board(game, position), ""]
    if outcome := game.outcome(position):
        return "\n".join([*parts, describe_outcome(game, position, outcome)])
    parts.append(f"{describe_game(game)}, {position.turn} to move: {analysis.answer}")
    return "\n".join([*parts, "", draw_moves(game, analysis)])


def draw_solution(game: Game, position: Position, answer: Answer, seconds: float, cached: bool, memory: int) -> str:
    """What was found, how it was shown, and what it took; `memory` is the size of the table, in bytes."""
    parts = [] if position == Position() else [draw_board(game, position), ""]
    parts.append(f"{describe_game(game)}, {position.turn} to move: {answer}")
    if answer.line:
        whose = "" if answer.low > 0 else f" for {opponent(position.turn)}"
        parts.append(f"One way{whose} to win: {format_moves(game, answer.line)}")
    parts += [f"  {describe_fact(fact)}" for fact in answer.facts]
    if not position.taken and answer.facts and answer.value == 0:
        parts.append("  O cannot win from the empty board: X could play as O would, with a stone to spare")
    how = "from an earlier run" if cached else f"in {seconds:.2f} s"
    how += f", with a table of {max(1, memory >> 20):,} MB" if memory else ""
    parts.append(f"{numbered(answer.nodes, 'node')}, {how}")
    return "\n".join(parts)


def describe_fact(fact: Fact) -> str:
    """One thing that was established, in words."""
    other = "O" if fact.attacker == "X" else "X"
    how = {
        "lines": "no line is left to complete",
        "potential": "too few lines are left, by their potential",
        "pairing": f"{other} answers in pairs",
        "search": "by search",
        "threats": f"{other} wins by threats",
    }[fact.reason]
    counted = f" if {other}'s lines do not count" if fact.game == "weak" else ""
    if fact.wins is None:
        return f"not found out whether {fact.attacker} wins{counted} ({numbered(fact.nodes, 'node')})"
    if fact.wins:
        by = " by threats" if fact.reason == "threats" else ""
        return f"{fact.attacker} wins{counted}{by} ({numbered(fact.nodes, 'node')})"
    even = f" even if {other}'s lines do not count" if fact.game == "weak" else ""
    return f"{fact.attacker} cannot win{even}: {how} ({numbered(fact.nodes, 'node')})"


def draw_moves(game: Game, analysis: Analysis) -> str:
    """A table of the moves, best first; the ones as good as the best are marked, and the choice among them is named."""
    rows = [["move", "score", ""], *move_rows(game, analysis)]
    return "\n\n".join(filter(None, [draw_table(rows), describe_choice(game, analysis)]))


def move_rows(game: Game, analysis: Analysis) -> list[list[str]]:
    """Each move, what it is worth and how it stands beside the others, best first; one row for all that are unknown."""
    told = analysis.told
    rows = [[format_cell(game, cell), str(analysis.moves[cell]), analysis.standing(cell)] for cell in told]
    if others := len(analysis.moves) - len(told):
        rows.append([numbered(others, "other"), OPEN[-1, 1].text, ""])
    return rows


def describe_choice(game: Game, analysis: Analysis) -> str:
    """The move to make, and whether that is proven; empty if there is none."""
    if analysis.choice is None:
        return ""
    name = format_cell(game, analysis.choice)
    return f"A perfect player takes {name}." if analysis.is_proven else f"Judged best, but not proven: {name}."


def review_rows(game: Game, review: Review) -> list[list[str]]:
    """The beginning and every move: its number, who made it, what is left with best play, a mistake."""
    rows = [["", "start", review.answer.named(review.start.turn), ""]]
    for count, ply in enumerate(review.plies, 1):
        name, words = f"{ply.player} {format_cell(game, ply.move)}", ply.answer.named(ply.position.turn)
        rows.append([str(count), name, words, "mistake" if ply.mistake else ""])
    return rows


def numbered(count: int, what: str) -> str:
    """So many of something."""
    return f"{count:,} {what}{'' if count == 1 else 's'}"


def flow(text: str, width: int, indent: str = "") -> str:
    """A paragraph, so wide at most; what has no space in it, such as a path or an option, stays whole."""
    return fill(
        text, width, initial_indent=indent, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )


def draw_table(rows: Sequence[Sequence[str]], right: frozenset[int] = frozenset()) -> str:
    """Columns aligned; those numbered in `right` to the right."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = [
            text.rjust(width) if column in right else text.ljust(width)
            for column, (text, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  " + "  ".join(cells).rstrip())
    return "\n".join(lines)


def draw_census(game: Game, census: Census) -> str:
    """Two tables: positions and games by how they end, and the game tree ply by ply."""
    kinds: tuple[Mark | None, ...] = (X, O, None)
    endings = [["", "all", "X wins", "O wins", "draws"]]
    for name, counts in (
        ("games", census.games),
        ("finished positions", census.finished),
        ("  up to symmetry", census.finished_classes),
    ):
        endings.append([name, f"{sum(counts.values()):,}", *(f"{counts.get(kind, 0):,}" for kind in kinds)])
    if census.games_classes is not None:
        endings.insert(2, ["  up to symmetry", f"{census.games_classes:,}", "", "", ""])
    endings.append(["all positions", f"{census.positions:,}", "", "", ""])
    endings.append(["  up to symmetry", f"{census.classes:,}", "", "", ""])
    plies = [["ply", "nodes of the game tree", "positions up to symmetry"]]
    plies += [
        [str(ply), f"{nodes:,}", f"{classes:,}"]
        for ply, (nodes, classes) in enumerate(zip(census.nodes, census.classes_by_ply, strict=True))
    ]
    plies.append(["all", f"{sum(census.nodes):,}", f"{census.classes:,}"])
    return "\n".join(
        [
            f"{describe_game(game)}",
            "",
            draw_table(endings, right=frozenset({1, 2, 3, 4})),
            "",
            draw_table(plies, right=frozenset({0, 1, 2})),
        ]
    )
