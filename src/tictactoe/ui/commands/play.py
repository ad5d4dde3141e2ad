"""Play against the computer, or two people, in a window or in the terminal.

Without --ui the game fills an interactive terminal, and asks line by line in a pipe or a simple terminal.
"""

from __future__ import annotations

from pathlib import Path

import click

from tictactoe.draw.palette import PALETTES
from tictactoe.match import LEVELS, PERSON, SIDES
from tictactoe.match.record import LARGEST_SEED
from tictactoe.rules import BadInput, Game
from tictactoe.ui import playing
from tictactoe.ui.arguments import GAME, Seconds, WholeNumber
from tictactoe.ui.one_line import INTERRUPTED, OneLineCommand
from tictactoe.ui.output import show_what_can_be_shown
from tictactoe.ui.signals import KILLING, ToldToEnd, leave, told_to_end

UIS = ("auto", "window", "terminal", "plain")
SYSTEM = "system"
SIDE = click.Choice([*SIDES], case_sensitive=False)
LEVEL = click.Choice([*LEVELS], case_sensitive=False)
SEAT = click.Choice([PERSON, *LEVELS], case_sensitive=False)


@click.command("play", cls=OneLineCommand, help=__doc__)
@click.option("--ui", type=click.Choice(UIS), default="auto", show_default=True, help="Where to play.")
@click.option("--as", "side", type=SIDE, help="Your side; both: two people, none: watch.")
@click.option("--level", type=LEVEL, help="How well the computer plays: see `tictactoe levels`.  [default: the best]")
@click.option("--x", "x", type=SEAT, help="Who plays X: person, or a level.")
@click.option("--o", "o", type=SEAT, help="Who plays O: person, or a level.")
@click.option("--game", type=GAME, help="The game to play.  [default: 3,3,3]")
@click.option("--position", help="Begin from this position, such as X.O/.../...")
@click.option("--moves", help="Go on from these moves, such as 'b2 a1'.")
@click.option("--seed", type=WholeNumber(0, LARGEST_SEED), help="Replay the computer's dice.")
@click.option("--seconds", type=Seconds(), help="Time for a move of the computer.  [default: the level's own]")
@click.option("--against", metavar="COMMAND", help="Play against another program, by the Gomocup protocol.")
@click.option("--load", "path", type=click.Path(path_type=Path), help="Go on with a game that was saved.")
@click.option("--number", type=WholeNumber(1), help="Which game, of those in the log of a match.")
@click.option(
    "--theme",
    type=click.Choice([SYSTEM, *PALETTES]),
    default=SYSTEM,
    show_default=True,
    envvar="TICTACTOE_THEME",
    help="Colours of the window and the terminal; $TICTACTOE_THEME says it too.",
)
def command(
    ui: str,
    side: str | None,
    level: str | None,
    x: str | None,
    o: str | None,
    game: Game | None,
    position: str | None,
    moves: str | None,
    seed: int | None,
    seconds: float | None,
    against: str | None,
    path: Path | None,
    number: int | None,
    theme: str,
) -> None:
    show_what_can_be_shown()  # runner.py begins here
    asked = playing.Asked(side, level, x, o, game, position, moves, seed, against)
    if number is not None and path is None:
        raise BadInput("--number says which game of a log: name that with --load")
    start = playing.load_session(path, asked, number) if path else playing.make_session(asked)
    start = start._replace(seconds=seconds, theme=None if theme == SYSTEM else theme)
    if start.engine is None:
        end = playing.play(ui, start)
    else:
        try:
            with told_to_end(KILLING):  # so that the other program is ended too
                end = playing.play(ui, start)
        except ToldToEnd as told:
            leave(told)
    for line in playing.farewell(end.session, start.engine):
        click.echo(line)
    if end.is_interrupted:
        raise click.exceptions.Exit(INTERRUPTED)
