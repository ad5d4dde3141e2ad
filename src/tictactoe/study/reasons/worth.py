"""What a move is worth in words, by itself and beside the other moves: what is proven, and what is not known."""

from __future__ import annotations

from typing import Literal

from tictactoe.rules import Cell, Game, Mark
from tictactoe.search import Analysis, Answer
from tictactoe.search.answer import OPEN
from tictactoe.study.reasons.claims import MOST_NAMED, Claim, names, number, plies


def worth(game: Game, mover: Mark, cell: Cell, analysis: Analysis) -> list[Claim]:
    """What a move is worth, and what the others are if that is more or less."""
    answer = analysis.moves[cell]
    return [own_worth(mover, answer), *_only(cell, analysis), *_less(game, mover, cell, analysis)]


def own_worth(mover: Mark, answer: Answer) -> Claim:
    """What a move is worth to the player who makes it."""
    if answer.value is None:
        return Claim("unknown", (), OPEN[answer.low, answer.high].sentence.format(player=mover))
    if answer.value == 0:
        return Claim("draws", (), "With best play it is a draw.")
    verb: Literal["wins", "loses"] = "wins" if answer.value > 0 else "loses"
    if answer.plies is None:
        return Claim(verb, (), f"Proven: {mover} {verb}; in how many plies is not known.")
    return Claim(verb, (), f"{mover} {verb} in {plies(answer.plies)}.")


def is_given_away(cell: Cell, analysis: Analysis) -> bool:
    """Whether it is proven that the position is worth more than the move."""
    return _floor(analysis) > analysis.moves[cell].high


def _floor(analysis: Analysis) -> int:
    """The least that the position is worth, by its own answer or by that of a move."""
    return max([analysis.answer.low, *(answer.low for answer in analysis.moves.values())])


def _only(cell: Cell, analysis: Analysis) -> list[Claim]:
    """Whether all other moves are proven to be worth less, or all are lost."""
    own = analysis.moves[cell].low
    others = [answer.high for found, answer in analysis.moves.items() if found != cell]
    if others and analysis.moves[cell].high == max(others) == -1:
        return [Claim("lost", (), "Every other move loses too.")]
    if not others or max(others) >= own:
        return []
    return [Claim("only", (), "Any other move loses." if max(others) < 0 else "Any other move gives away the win.")]


def _less(game: Game, mover: Mark, cell: Cell, analysis: Analysis) -> list[Claim]:
    """What is given away, and by which moves it would be kept; else, which moves of the same value are quicker."""
    answer, floor = analysis.moves[cell], _floor(analysis)
    if is_given_away(cell, analysis):
        keeps = tuple(found for found, other in analysis.moves.items() if other.low >= floor)
        sure = floor == 1 or any(analysis.moves[found].value == 0 for found in keeps) or analysis.answer.value == 0
        lost = "the win" if floor == 1 else "the draw" if sure else "at least a draw"
        which = f", which {_either(game, keeps, analysis)} would keep" if keeps else ""
        return [Claim("gives away", keeps, f"That gives away {lost}{which}.")]
    if not answer.value or answer.plies is None:
        return []
    best = max((other for other in analysis.moves.values() if _compares(other, answer)), key=lambda other: other.rank)
    if best.plies is None or best.plies == answer.plies:
        return []
    quicker = tuple(found for found, other in analysis.moves.items() if other.rank == best.rank)
    verb, until = ("win sooner", "in") if answer.value > 0 else ("hold out longer", "for")
    text = f"{mover} would {verb} with {_either(game, quicker, analysis)}, {until} {plies(best.plies)}."
    return [Claim("slower", quicker, text)]


def _compares(one: Answer, other: Answer) -> bool:
    return one.value == other.value and one.plies is not None


def _either(game: Game, cells: tuple[Cell, ...], analysis: Analysis) -> str:
    """Moves other than the one that is spoken of."""
    if 1 < len(cells) == len(analysis.moves) - 1:
        return "any other move"
    return f"{number(len(cells))} other moves" if len(cells) > MOST_NAMED else names(game, cells, "or")
