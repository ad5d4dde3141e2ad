"""How quickly learners are served: our many games at once against one environment after the other, and labels against
OpenSpiel's solver.

All in one run, in turn, in processor time of this process: what else the machine does matters little then.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib.util import find_spec
from time import process_time
from typing import Any

from tictactoe.draw.text import draw_table
from tictactoe.install import install_command
from tictactoe.rules import Game, format_game
from tictactoe.search.limits import is_installed

GAMES_AT_ONCE = 4096
SECONDS = 1.0
"""Of processor time for each measurement, a third of it in each of three rounds."""
ROUNDS = 3
LABELLED = Game(4, 4, 4)


def report(seconds: float = SECONDS, at_once: int = GAMES_AT_ONCE, labelled: Game = LABELLED) -> Iterator[str]:
    """Steps a second of each kind of environment, and positions labelled a second; nothing of what is not installed."""
    if not is_installed() or not (find_spec("gymnasium") and find_spec("pettingzoo")):
        yield f"Environments for learners are measured where they are installed: {install_command('rl')}"
        return
    yield "Steps a second with random legal actions, on 3,3,3, in processor time:"
    makers: dict[str, Callable[[], Callable[[], int]]] = {
        "tictactoe_v3 of PettingZoo": _zoo,
        "our environment in Gymnasium's SyncVectorEnv, 16 games": _one_by_one,
        f"our vector environment, {at_once:,} games": lambda: _at_once(at_once, scores=False),
        f"the same with the score of every action, {at_once:,} games": lambda: _at_once(at_once, scores=True),
    }
    steps = {name: make() for name, make in makers.items()}
    found = dict.fromkeys(steps, 0.0)
    for _ in range(ROUNDS):
        for name, step in steps.items():
            found[name] = max(found[name], _rate(step, seconds / ROUNDS))
    slowest = found["tictactoe_v3 of PettingZoo"]
    rows = [["", "steps a second", "ratio"]]
    rows += [[name, f"{rate:,.0f}", f"{rate / slowest:,.1f}"] for name, rate in found.items()]
    yield draw_table(rows, right=frozenset({1, 2}))
    if find_spec("pyspiel"):
        yield ""
        yield from _labels(labelled, seconds)


def _zoo() -> Callable[[], int]:
    """One step of PettingZoo's own environment, in its usual wrappers."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of the way in which it is imported
        from pettingzoo.classic import tictactoe_v3
    env: Any = tictactoe_v3.env()
    env.reset()

    def step() -> int:
        if not env.agents:
            env.reset()
        seen, _, over, cut, _ = env.last()
        agent = env.agent_selection
        env.step(None if over or cut else env.action_space(agent).sample(seen["action_mask"]))
        return not (over or cut)

    return step


def _one_by_one() -> Callable[[], int]:
    """Our environment for one, many times over, as Gymnasium does it."""
    import gymnasium

    from tictactoe.adapters.gymnasium import NAME

    number = 16
    envs: Any = gymnasium.make_vec(NAME, num_envs=number, vectorization_mode="sync", side="both")
    masks = [envs.reset(seed=1)[1]["action_mask"]]

    def step() -> int:
        space = envs.single_action_space
        played = masks[0].any(axis=1)  # the others are begun anew, whatever the action
        actions = [space.sample(mask if mask.any() else None) for mask in masks[0]]
        masks[0] = envs.step(actions)[4]["action_mask"]
        return int(played.sum())

    return step


def _at_once(number: int, scores: bool) -> Callable[[], int]:
    from tictactoe.adapters.vector import BoardVectorEnv

    envs = BoardVectorEnv(number, side="both", scores=scores)
    envs.reset(seed=1)

    def step() -> int:
        envs.step(envs.random_actions())
        return number

    return step


def _rate(step: Callable[[], int], seconds: float) -> float:
    """Steps in a second of processor time."""
    step()  # what is loaded by the first costs nothing
    done, start = 0, process_time()
    while (spent := process_time() - start) < seconds or not done:
        done += step()
    return done / spent


def _labels(game: Game, seconds: float) -> Iterator[str]:
    """Every position with its value and best moves; and as many as OpenSpiel's solver labels in the same time."""
    from tictactoe.search.labels import Positions

    next(iter(Positions(Game(2, 5, 3))))  # compiles it
    start = process_time()
    ours = sum(len(labels.indexes) for labels in Positions(game))
    spent = process_time() - start
    theirs, their_seconds = _solve_with_open_spiel(game, max(spent, seconds))
    rates = ours / spent, theirs / their_seconds
    name = format_game(game)
    yield f"Labelling positions of {name} with their values and best moves, in processor time:"
    rows = [
        ["", "positions", "time", "a second", "ratio"],
        ["OpenSpiel's MinimaxSolver", f"{theirs:,}", f"{their_seconds:.1f} s", f"{rates[1]:,.0f}", "1.0"],
        ["ours, all there are", f"{ours:,}", f"{spent:.1f} s", f"{rates[0]:,.0f}", f"{rates[0] / rates[1]:,.1f}"],
    ]
    yield draw_table(rows, right=frozenset({1, 2, 3, 4}))


class OutOfTimeError(Exception):
    """The solver of somebody else, which knows no budget, is stopped by this."""


def _solve_with_open_spiel(game: Game, seconds: float) -> tuple[int, float]:
    """How many positions it has labelled in so much time, or in less if it is done."""
    from open_spiel.python.algorithms.minimax_solver import MinimaxSolver

    from tictactoe.adapters.open_spiel import load_game

    solver: Any = MinimaxSolver(str(load_game(game)))
    make, start = solver._create_table, process_time()

    def within(state: Any) -> Any:
        if process_time() - start > seconds:
            raise OutOfTimeError
        return make(state)

    solver._create_table = within
    with suppress(OutOfTimeError):
        solver.solve()
    return len(solver._table), process_time() - start
