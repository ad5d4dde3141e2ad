"""Say what an agent is worth: how well it plays, the worst that can happen to it, its odds.

AGENT is MODULE:CALLABLE, or FILE.py:CALLABLE. What it is shown and answers
follows one of these conventions:

\b
  board       agent(Board) -> "b2", or (row, col) from 0
  lists       agent([["X", None, "O"], ...]) -> (row, col)
  gymnasium   agent(observation, action mask) -> action
  pettingzoo  agent({"observation": ..., "action_mask": ...}) -> action
  open_spiel  a Bot, a Policy, or a function of a game that makes one

On boards of up to 12 cells it is asked about every position, and all is exact.
On larger ones it plays games, and what comes of them has an error bar.

The agent runs in this process and may do whatever you may. For programs that
others have written there is `tictactoe check`, which locks them in.
"""

from __future__ import annotations

import re
import sys
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import click

from tictactoe.adapters.agents import CONVENTIONS, as_player, blaming, load_agent
from tictactoe.adapters.watching import watch_over
from tictactoe.draw.curve import draw_curve
from tictactoe.draw.data import envelope
from tictactoe.draw.evaluation import draw_checkpoints, draw_evaluation, draw_sample, evaluation_data, points_of
from tictactoe.draw.text import numbered
from tictactoe.match.evaluation import Agent, Evaluation, can_be_enumerated, evaluate, exact_levels
from tictactoe.match.levels import LEVELS, Level, require_level
from tictactoe.match.record import LARGEST_SEED
from tictactoe.match.sampling import GAMES, Sample, sample, usual_levels
from tictactoe.match.session import SIDES
from tictactoe.rules import BadInput, Game, format_game, quote
from tictactoe.ui.arguments import GAME, JSON, NEW_FILE, Seconds, WholeNumber, make_solver
from tictactoe.ui.one_line import OneLineCommand
from tictactoe.ui.output import print_json, write
from tictactoe.ui.status_line import StatusLine

PLAYED = {side.name: side.people for side in SIDES.values() if side.people}
BOTH = next(name for name, people in PLAYED.items() if len(people) > 1)
PATIENCE = 10.0
MOST_GAMES = 1_000_000


@click.command("evaluate", cls=OneLineCommand, help=__doc__)
@click.argument("agent")
@click.option("--game", type=GAME, default="3,3,3", show_default=True, help="Which game.")
@click.option("--convention", type=click.Choice([*CONVENTIONS]), help="[default: open_spiel for its bots, else board]")
@click.option("--side", type=click.Choice([*PLAYED]), default=BOTH, show_default=True, help="What the agent plays.")
@click.option(
    "--level",
    "levels",
    multiple=True,
    type=click.Choice([*LEVELS]),
    metavar="NAME",
    help="Only against this; repeatable.",
)
@click.option(
    "--games",
    type=WholeNumber(2, MOST_GAMES),
    default=GAMES,
    show_default=True,
    help="Against each level, on a larger board.",
)
@click.option("--seed", type=WholeNumber(0, LARGEST_SEED), default=0, show_default=True, help="For the levels' dice.")
@click.option("--seconds", type=Seconds(), default=1.0, show_default=True, help="For a move of a level that searches.")
@click.option("--patience", type=Seconds(least=1), default=PATIENCE, show_default=True, help="Seconds for an answer.")
@click.option(
    "--checkpoints",
    type=click.Path(path_type=Path, exists=True),
    metavar="FOLDER|FILE",
    help="AGENT is a function that makes an agent of a file's path: evaluate that of every file here, or of this one.",
)
@click.option("--output", type=NEW_FILE, help="Draw the learning curve of a folder, as SVG.")
@JSON
def command(
    agent: str,
    game: Game,
    convention: str | None,
    side: str,
    levels: tuple[str, ...],
    games: int,
    seed: int,
    seconds: float,
    patience: float,
    checkpoints: Path | None,
    output: Path | None,
    as_json: bool,
) -> None:
    is_curve = checkpoints is not None and checkpoints.is_dir()
    if output is not None:
        _require_picture(output, is_curve)
    marks, chosen, solver = PLAYED[side], _chosen(game, levels), make_solver(game)

    def judge(player: Agent) -> Evaluation | Sample:
        if can_be_enumerated(game):
            found = evaluate(player, game, marks, chosen, solver)
            if not found.positions:
                raise BadInput(f"the first move ends {format_game(game)}, so an agent that is O would never move")
            return found
        return sample(player, game, games, marks, chosen, seed, seconds, solver)

    line = StatusLine()

    def worth(name: str, made: Any) -> Evaluation | Sample:
        def tell(asked: int) -> None:
            line.write(f"{name}: asked {numbered(asked, 'time')} (Ctrl-C stops)")

        try:
            player = as_player(made, game, convention)
            return watch_over(judge, player, game, patience, tell)
        except BadInput as error:
            raise BadInput(f"{name}: {error}" if checkpoints else str(error)) from None
        finally:
            line.clear()

    with redirect_stdout(sys.stderr):  # what an agent prints is not our answer
        loaded = load_agent(agent)
        if checkpoints is None:
            found = {agent: worth(agent, loaded)}
        else:
            files = {_shown(path.name): path for path in _files(checkpoints)}
            found = {name: worth(name, _restored(loaded, path)) for name, path in files.items()}
    if as_json:
        print_json(envelope("evaluate", game, None, {"agents": [evaluation_data(*each) for each in found.items()]}))
    elif is_curve:
        click.echo(draw_checkpoints(agent, game, found))
    else:
        [(name, each)] = found.items()
        click.echo(draw_evaluation(name, each) if isinstance(each, Evaluation) else draw_sample(name, each))
    if output is not None:
        title, points = points_of(agent, game, found)
        write(draw_curve(title, points), output, f"The learning curve is in {output}.")


def _chosen(game: Game, names: tuple[str, ...]) -> tuple[Level, ...]:
    if names:
        return tuple(require_level(game, name) for name in dict.fromkeys(names))
    return exact_levels(game) if can_be_enumerated(game) else usual_levels(game)


def _require_picture(output: Path, is_curve: bool) -> None:
    if not is_curve:
        raise BadInput("--output draws a learning curve: say with --checkpoints which folder it is of")
    if output.suffix.lower() not in ("", ".svg"):
        raise BadInput(f"the learning curve is drawn as SVG: {quote(str(output))} should end in .svg")


def _shown(name: str) -> str:
    """The name of a file, in quotes if there is in it what would break a line or a picture."""
    return name if name.isprintable() else quote(name)


def _files(folder: Path) -> list[Path]:
    """The files of a folder, in the order of the numbers in their names; a file is one by itself."""
    if not folder.is_dir():
        return [folder]
    found = [path for path in folder.iterdir() if path.is_file() and not path.name.startswith(".")]
    if not found:
        raise BadInput(f"there are no files in {quote(str(folder))}, but each checkpoint should be one")
    return sorted(found, key=lambda path: ([int(number) for number in re.findall(r"\d+", path.stem)], path.name))


def _restored(loader: Any, path: Path) -> Any:
    if not callable(loader):
        raise BadInput(f"the agent is {quote(loader)}, but should be a function that makes an agent of a file's path")
    with blaming(f"{quote(path.name)} cannot be loaded"):
        return loader(path)
