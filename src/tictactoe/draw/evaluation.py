"""What a player is worth, as text and as data: exactly, or by a sample of games."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction

from tictactoe.draw import shapes
from tictactoe.draw.curve import Point
from tictactoe.draw.levels import format_percent
from tictactoe.draw.text import draw_table, numbered
from tictactoe.match.evaluation import Evaluation
from tictactoe.match.odds import Odds
from tictactoe.match.sampling import Sample
from tictactoe.rules import (
    BadInput,
    Cell,
    Game,
    Mark,
    Position,
    X,
    format_cell,
    format_game,
    format_moves,
    format_position,
    quote,
    whole_number,
)
from tictactoe.rules.results import Result

UNBEATEN: tuple[Result, ...] = ("draw", "win")
HAPPENS: dict[Result, str] = {
    "illegal": "it makes no legal move",
    "loss": "it loses",
    "draw": "it draws",
    "win": "it wins",
}


def draw_evaluation(name: str, found: Evaluation) -> str:
    """Of all positions, how many it answers well; the worst that can happen to it; the odds against each level."""
    rows = [
        ["keeps the value", f"{found.kept:,}", share(found.kept, found.positions)],
        ["no move is better", f"{found.quickest:,}", share(found.quickest, found.positions)],
        ["no legal move", f"{found.illegal:,}", share(found.illegal, found.positions)],
    ]
    as_whom = "" if len(found.marks) > 1 else f" with {found.marks[0]} to move"
    lines = [
        f"{name} on {format_game(found.game)}, {_shown(found.positions)}{as_whom}:",
        "",
        draw_table(rows, right=frozenset({1, 2})),
        "",
        *_faults(found.game, found.fault),
        f"The worst that can happen: {_game(found.game, found.worst, found.side, found.line)}.",
        *_odds(found),
    ]
    return "\n".join(lines)


def _shown(positions: int) -> str:
    return f"shown all {positions:,} unfinished positions" if positions > 1 else "shown its only unfinished position"


def _odds(found: Evaluation) -> list[str]:
    levels = list(dict.fromkeys(level for level, _ in found.odds))
    if not levels:
        return []
    rows = [["", *(f"as {mark}" for mark in found.marks)]]
    rows += [
        [level, *("/".join(map(format_percent, of_player(found.odds[level, mark], mark))) for mark in found.marks)]
        for level in levels
    ]
    right = frozenset(range(1, len(rows[0])))
    return ["", "It wins / draws / loses against each level, in percent:", "", draw_table(rows, right)]


def draw_sample(name: str, found: Sample) -> str:
    """What came of the games, with how sure that is."""
    rows = [["", "", "games", "won", "drawn", "lost", "points", "95 % certain"]]
    for level in dict.fromkeys(game.level for game in found.games):
        for mark in found.marks:
            standing = found.against(level, mark)
            low, high = standing.bar
            numbers = map(str, (standing.games, *standing))
            certain = f"{100 * low:.1f} to {100 * high:.1f} %"
            rows.append([level, f"as {mark}", *numbers, f"{100 * standing.share:.1f} %", certain])
    fault = next((game.fault for game in found.games if game.fault), None)
    worst = found.worst
    lines = [
        f"{name} on {format_game(found.game)}, {numbered(len(found.games), 'game')}, {found.different:,} different:",
        "",
        draw_table(rows, right=frozenset(range(2, 8))),
        "",
    ]
    if found.percent is not None:
        sure = f"{found.percent:.1f} %, ± {found.error:.1f} with a certainty of 95 %"
        lines.append(f"{found.kept:,} of its {found.judged:,} moves keep the value: {sure}.")
    lines += _faults(found.game, fault)
    lines.append(f"The worst of these games: {_game(found.game, worst.result, worst.mark, worst.line)}.")
    return "\n".join(lines)


def share(part: int, whole: int) -> str:
    """In percent, with a decimal; only none is 0 and only all is 100."""
    if part in (0, whole):
        return f"{100 * part // whole:.1f} %"
    return f"{min(99.9, max(0.1, 100 * part / whole)):.1f} %"


def of_player(odds: Odds, mark: Mark) -> tuple[Fraction, Fraction, Fraction]:
    """How likely it is that whoever plays this mark wins, draws and loses."""
    return (odds.x_wins, odds.draw, odds.o_wins) if mark == X else (odds.o_wins, odds.draw, odds.x_wins)


def _faults(game: Game, fault: tuple[Position, object] | None) -> list[str]:
    if fault is None:
        return []
    position, answer = fault
    return [f"At {format_position(game, position)}, for one, it answers {answered(game, answer)}.", ""]


def answered(game: Game, answer: object) -> str:
    """What came in the place of a move: a cell by its name, if it is one."""
    cell = whole_number(answer)
    return f"{format_cell(game, cell)}, which is taken" if cell in game.cells else quote(answer)  # type: ignore[arg-type]


def _game(game: Game, result: Result, mark: Mark, line: Sequence[Cell]) -> str:
    moves = f" after {format_moves(game, tuple(line))}" if line else ""
    return f"playing {mark}, {HAPPENS[result]}{moves}"


def draw_checkpoints(name: str, game: Game, found: Mapping[str, Evaluation | Sample]) -> str:
    """One row for each checkpoint of a learner."""
    rows = [["checkpoint", "keeps the value", "no legal move", "worst"]]
    for file, each in found.items():
        if isinstance(each, Evaluation):
            percent, illegal = share(each.kept, each.positions), f"{each.illegal:,}"
            worst: Result = each.worst
        else:
            percent = "" if each.percent is None else f"{each.percent:.1f} ± {each.error:.1f} %"
            illegal = f"{sum(one.result == 'illegal' for one in each.games):,}"
            worst = each.worst.result
        rows.append([file, percent, illegal, worst])
    return (
        f"{name} on {format_game(game)}, {numbered(len(found), 'checkpoint')}:\n\n{draw_table(rows, frozenset({1, 2}))}"
    )


def points_of(name: str, game: Game, found: Mapping[str, Evaluation | Sample]) -> tuple[str, list[Point]]:
    """What a learning curve shows of checkpoints, and its title.

    From left to right they stand by the last number in the name of each, or one after the other if some have none.
    """
    numbers = [re.findall(r"\d+", file.rpartition(".")[0] or file) for file in found]
    has_numbers = all(numbers)
    points = []
    for place, (file, each) in enumerate(found.items(), 1):
        at = float(numbers[place - 1][-1]) if has_numbers else float(place)
        if isinstance(each, Evaluation):
            points.append(Point(file, at, each.percent, 0.0, each.worst in UNBEATEN))
        elif each.percent is None:
            raise BadInput(
                f"of {format_game(game)} it is not known which moves keep the value, so no curve can be drawn"
            )
        else:
            points.append(Point(file, at, each.percent, each.error, each.worst.result in UNBEATEN))
    return f"{name} on {format_game(game)}", points


def evaluation_data(name: str, found: Evaluation | Sample) -> shapes.AgentData:
    """`exact` says which of the two it is: what a sample leaves open is null."""
    if isinstance(found, Evaluation):
        return {
            "agent": name,
            "exact": True,
            "marks": list(found.marks),
            "positions": found.positions,
            "kept": found.kept,
            "quickest": found.quickest,
            "illegal": found.illegal,
            "percent": found.percent,
            "error": 0.0,
            "worst": found.worst,
            "side": found.side,
            "line": format_moves(found.game, found.line),
            "against": [
                _against(level, mark, None, of_player(odds, mark)) for (level, mark), odds in found.odds.items()
            ],
        }
    worst = found.worst
    return {
        "agent": name,
        "exact": False,
        "marks": list(found.marks),
        "positions": found.judged,
        "kept": found.kept,
        "quickest": None,
        "illegal": sum(game.result == "illegal" for game in found.games),
        "percent": found.percent,
        "error": found.error if found.judged else None,
        "worst": worst.result,
        "side": worst.mark,
        "line": format_moves(found.game, worst.line),
        "against": [
            _against(level, mark, standing.games, [Fraction(part, standing.games) for part in standing])
            for level, mark in dict.fromkeys((game.level, game.mark) for game in found.games)
            for standing in [found.against(level, mark)]
        ],
    }


def _against(level: str, mark: Mark, games: int | None, parts: Sequence[Fraction]) -> shapes.AgainstData:
    wins, draw, loses = map(str, parts)
    return {"level": level, "mark": mark, "games": games, "wins": wins, "draw": draw, "loses": loses}
