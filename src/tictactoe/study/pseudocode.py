"""The textbook searches as a lecture writes them on the board, and which line each step stands on.

A line that takes a step ends with a bar and the step's kind; where two have the same kind, X's turn comes first.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from tictactoe.rules import Game, Position
from tictactoe.search import textbook
from tictactoe.search.textbook import Algorithm, Search

MINIMAX = """
minimax(s):                            | enter
  if s is over: return its value       | leaf
  if X is to move:
    best ← −∞
    for each move m:
      v ← minimax(s after m)
      if v > best: best ← v            | better
  else:
    best ← ∞
    for each move m:
      v ← minimax(s after m)
      if v < best: best ← v            | better
  return best                          | leave
"""

ALPHABETA = """
alphabeta(s, α, β):                    | enter
  if s is over: return its value       | leaf
  if X is to move:
    best ← −∞
    for each move m:
      v ← alphabeta(s after m, α, β)
      if v > best: best ← v            | better
      if best ≥ β: leave the loop      | cutoff
      α ← max(α, best)
  else:
    best ← ∞
    for each move m:
      v ← alphabeta(s after m, α, β)
      if v < best: best ← v            | better
      if best ≤ α: leave the loop      | cutoff
      β ← min(β, best)
  return best                          | leave
"""

TABLE = """
search(s, α, β):                       | enter
  if s is over: return its value       | leaf
  low, high ← table[s], else −∞, ∞
  if low = high or low ≥ β or high ≤ α:
    return high if high ≤ α else low   | known
  α, β ← max(α, low), min(β, high)
  a, b ← α, β
  if X is to move:
    best ← −∞
    for each move m:
      v ← search(s after m, α, β)
      if v > best: best ← v            | better
      if best ≥ β: leave the loop      | cutoff
      α ← max(α, best)
  else:
    best ← ∞
    for each move m:
      v ← search(s after m, α, β)
      if v < best: best ← v            | better
      if best ≤ α: leave the loop      | cutoff
      β ← min(β, best)
  if best > a: low ← best
  if best < b: high ← best
  table[s] ← low, high
  return best                          | leave
"""

TWIN = "\n  t ← s, or its twin that stands for it"
SYMMETRY = TABLE.replace("\n  low,", f"{TWIN}\n  low,", 1).replace("table[s]", "table[t]")
TEXTS: dict[Callable[[Game, Position], Search], str] = {
    textbook.minimax: MINIMAX,
    textbook.alphabeta: ALPHABETA,
    textbook.alphabeta_table: TABLE,
    textbook.alphabeta_symmetry: SYMMETRY,
}


class Pseudocode(NamedTuple):
    """The lines, and for each kind of step the numbers, from 0, of those that take it: X's turn first, then O's."""

    lines: tuple[str, ...]
    marks: dict[str, list[int]]


def pseudocode_of(algorithm: Algorithm) -> Pseudocode:
    """What a lecture would write of this search."""
    marks: dict[str, list[int]] = {}
    lines = []
    for number, line in enumerate(TEXTS[algorithm.search].strip("\n").splitlines()):
        text, _, kind = line.partition("|")
        lines.append(text.rstrip())
        if kind:
            marks.setdefault(kind.strip(), []).append(number)
    return Pseudocode(tuple(lines), marks)
