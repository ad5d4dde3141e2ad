"""A match as text and as data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tictactoe.draw import shapes
from tictactoe.draw.text import draw_table, numbered
from tictactoe.match.contest import PlayedGame
from tictactoe.match.tally import Standing, clocks, overrun, standing
from tictactoe.rules import Mark, O, X, format_moves

MOST_REASONS = 5
"""So many ways of failing are named."""
LONGEST_NAME = 40


def draw_match(names: tuple[str, str], played: Sequence[PlayedGame], seconds: float) -> str:
    """What the first has made of the games against the second, as X and as O, and how long both took."""
    names = _short(names[0]), _short(names[1])
    whole = standing(played)
    low, high = whole.bar
    rows = [["", "games", "won", "drawn", "lost", "points"]]
    for title, found in (("as X", _as(X, played)), ("as O", _as(O, played)), ("all", whole)):
        points = _percent(found.share) if found.games else ""
        rows.append([title, *(str(number) for number in (found.games, *found)), points])
    lines = [
        f"{names[0]} against {names[1]}:",
        "",
        draw_table(rows, right=frozenset(range(1, 6))),
        "",
        f"{names[0]} has {_percent(whole.share)} of the points; 95 % certain: {_percent(low)} to {_percent(high)}.",
        *_failures(played),
        *_times(names, played, seconds),
    ]
    return "\n".join(lines)


def remark(number: int, names: tuple[str, str], game: PlayedGame) -> str:
    """Who played a game of a match and who won it, in a line."""
    x, o = names if game.mark == X else names[::-1]
    result = "a draw" if game.winner is None else f"{game.winner} wins"
    why = f" ({game.reason})" if game.reason else ""
    return f"game {number}: X is {x}, O is {o}: {result}{why}"


def match_data(names: tuple[str, str], played: Sequence[PlayedGame], seconds: float, seed: int) -> shapes.MatchData:
    whole = standing(played)
    low, high = whole.bar
    timed = zip(names, clocks(played), strict=True)
    return {
        "players": list(names),
        "seconds": seconds,
        "seed": seed,
        "games": [_game_data(game) for game in played],
        "as_x": _standing_data(_as(X, played)),
        "as_o": _standing_data(_as(O, played)),
        "all": _standing_data(whole),
        "share": whole.share,
        "low": low,
        "high": high,
        "times": [
            {
                "player": name,
                "moves": clock.moves,
                "seconds": clock.seconds,
                "longest": clock.longest,
                "overrun": overrun(clock, seconds),
            }
            for name, clock in timed
        ],
    }


def _game_data(game: PlayedGame) -> shapes.PlayedGameData:
    return {
        "first": game.mark,
        "moves": format_moves(game.session.game, game.session.moves),
        "winner": game.winner,
        "reason": game.reason or None,
    }


def _standing_data(found: Standing) -> shapes.StandingData:
    return {"games": found.games, "won": found.won, "drawn": found.drawn, "lost": found.lost}


def _short(name: str) -> str:
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"


def _as(mark: Mark, played: Sequence[PlayedGame]) -> Standing:
    return standing(game for game in played if game.mark == mark)


def _failures(played: Sequence[PlayedGame]) -> list[str]:
    """The games that ended before their end, each reason once with how often it came."""
    counts = Counter(game.reason for game in played if game.reason)
    lines = [f"Lost {numbered(number, 'game')}: {reason}." for reason, number in counts.most_common(MOST_REASONS)]
    more = sum(counts.values()) - sum(number for _, number in counts.most_common(MOST_REASONS))
    return [*lines, *([f"Lost {numbered(more, 'game')} in other ways; the log has them."] if more else [])]


def _times(names: tuple[str, str], played: Sequence[PlayedGame], seconds: float) -> list[str]:
    found = []
    for name, clock in zip(names, clocks(played), strict=True):
        if clock.moves:
            late = overrun(clock, seconds)
            said = f"{_milliseconds(late)} over the time" if late else "never over the time"
            mean = _milliseconds(clock.seconds / clock.moves)
            longest = _milliseconds(clock.longest)
            found.append(f"{name}: {clock.moves:,} moves of {mean} on average, the longest {longest}: {said}.")
    return found


def _milliseconds(seconds: float) -> str:
    return f"{1000 * seconds:,.1f} ms"


def _percent(part: float) -> str:
    return f"{100 * part:.1f} %"
