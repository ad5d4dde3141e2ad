"""Let two engines or levels play a match, each opening twice with the sides exchanged.

An ENGINE is a level (see `tictactoe levels`), or in quotes the command of a program that speaks the Gomocup protocol,
such as 'tictactoe engine'.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from itertools import cycle
from pathlib import Path

import click

from tictactoe.draw.contest import draw_match, match_data, remark
from tictactoe.draw.data import envelope
from tictactoe.match.contest import PlayedGame, contestant, play_match
from tictactoe.match.engines import GRACE
from tictactoe.match.log import format_logged
from tictactoe.match.openings import random_openings, read_openings, usual_stones
from tictactoe.match.record import LARGEST_SEED
from tictactoe.match.tally import standing
from tictactoe.rules import BadInput, Game, quote
from tictactoe.ui.arguments import GAME, JSON, NEW_FILE, Seconds, WholeNumber
from tictactoe.ui.one_line import OneLineCommand
from tictactoe.ui.output import print_json
from tictactoe.ui.signals import ToldToEnd, leave, told_to_end
from tictactoe.ui.status_line import StatusLine

MOST_GAMES = 100_000
LONGEST_SECONDS = 86_400


@click.command("match", cls=OneLineCommand, help=__doc__)
@click.argument("first", metavar="ENGINE")
@click.argument("second", metavar="ENGINE")
@click.option("--games", type=WholeNumber(1, MOST_GAMES), default=20, show_default=True, help="How many games.")
@click.option("--game", type=GAME, default="15,15,5", show_default=True, help="Which game.")
@click.option("--seconds", type=Seconds(), default=1.0, show_default=True, help="Time for a move.")
@click.option("--grace", type=Seconds(), default=GRACE, show_default=True, help="After so much more a game is lost.")
@click.option("--seed", type=WholeNumber(0, LARGEST_SEED), default=0, show_default=True, help="For dice and openings.")
@click.option("--stones", type=WholeNumber(0), help="Random stones in an opening.  [default: 4, fewer on small boards]")
@click.option(
    "--openings", type=click.Path(path_type=Path), help="Openings from a file, a line of moves each, in turn."
)
@click.option("--log", "log", type=NEW_FILE, help="Write the games to a file: `tictactoe play --load FILE --number 1`.")
@JSON
def command(
    first: str,
    second: str,
    games: int,
    game: Game,
    seconds: float,
    grace: float,
    seed: int,
    stones: int | None,
    openings: Path | None,
    log: Path | None,
    as_json: bool,
) -> None:
    for option, value in (("--seconds", seconds), ("--grace", grace)):
        if value > LONGEST_SECONDS:
            raise BadInput(f"{option} {value:g} is no time for a move: give one from 0 to {LONGEST_SECONDS:,}")
    if openings is not None and stones is not None:
        raise BadInput("--openings and --stones both say how games begin: give one of them")
    begun = (
        random_openings(game, usual_stones(game) if stones is None else stones, seed)
        if openings is None
        else cycle(read_openings(game, openings))
    )
    names = (first, second)
    played: list[PlayedGame] = []

    def show() -> None:
        if as_json:
            print_json(envelope("match", game, None, match_data(names, played, seconds, seed)))
        elif played:
            click.echo(draw_match(names, played, seconds))

    try:
        with told_to_end(), ExitStack() as stack:
            players = (contestant(first, game, grace), contestant(second, game, grace))
            for player in players:
                stack.enter_context(closing(player))
            write, line = stack.enter_context(_logging(log)), _Line(names, games, played)
            stack.callback(line.clear)
            for found in play_match(game, players, begun, games, seconds, seed, line.watch):
                played.append(found)
                write(format_logged(found.session, remark(len(played), names, found)))
    except ToldToEnd as told:
        with suppress(OSError):  # the terminal may have gone
            click.echo(f"Stopped after {len(played)} of {games} games.", err=True)
            show()
        leave(told)
    except BadInput:
        if played:
            show()
        raise
    show()


class _Line(StatusLine):
    """How far the match has come."""

    def __init__(self, names: tuple[str, str], games: int, played: list[PlayedGame]) -> None:
        super().__init__()
        self._names = names
        self._games = games
        self._played = played

    def watch(self, number: int, move: int) -> None:
        found = standing(self._played)
        so_far = f"{found.won} won, {found.drawn} drawn, {found.lost} lost"
        self.write(f"game {number + 1} of {self._games}, move {move + 1}; {self._names[0]}: {so_far} (Ctrl-C stops)")


@contextmanager
def _logging(path: Path | None) -> Iterator[Callable[[str], None]]:
    """What writes to the log, each game at once, so that a match that is stopped is in it as far as it went."""
    if path is None:
        yield lambda _: None
        return
    try:
        file = path.open("w", encoding="utf-8", newline="\n")
    except OSError as error:
        raise BadInput(f"the log {quote(str(path))} cannot be written: {error.strerror}") from None
    with file:

        def write(text: str) -> None:
            try:
                file.write(text)
                file.flush()
            except OSError as error:
                raise BadInput(f"the log {quote(str(path))} cannot be written: {error.strerror}") from None

        yield write
