"""What others have published of k-in-a-row games: values to compare with, each with its source."""

from __future__ import annotations

from tictactoe.rules import Game

HERIK = "van den Herik, Uiterwijk, van Rijswijck 2002"
CHARATSIDIS = "Charatsidis 2017"
HSU = "Hsu et al. 2020"


def published(game: Game) -> tuple[str, str] | None:
    """The value that the literature gives, and where; None if we know of none."""
    small, large, k = min(game.rows, game.cols), max(game.rows, game.cols), game.k
    if k > large:
        return "draw", "elementary"
    if k == 3:
        return ("draw", "elementary") if small < 3 or large == 3 else ("win", "elementary")
    if k == 4 and small == 4:
        return (
            ("draw", HERIK)
            if large <= 7
            else ("draw", CHARATSIDIS)
            if large == 8
            else ("win", CHARATSIDIS)
            if large <= 10
            else None
        )
    if k == 4 and (small, large) in ((5, 5), (5, 6)):
        return ("draw", HERIK) if large == 5 else ("win", CHARATSIDIS)
    if k in (5, 6) and large <= 8:
        return "draw", HSU if k == 5 else f"follows from k = 5, {HSU}"
    return None
