"""Anybody's agent as a player: every convention, what is no agent, and agents that raise or never answer."""

from __future__ import annotations

import sys
import threading
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tictactoe.adapters.agents import CONVENTIONS, as_player, load_agent
from tictactoe.adapters.open_spiel import LevelBot, LevelPolicy, load_game
from tictactoe.adapters.watching import watch_over
from tictactoe.board import Board
from tictactoe.classic import minimax
from tictactoe.draw.evaluation import answered
from tictactoe.match.evaluation import Agent, evaluate
from tictactoe.rules import BadInput, Game, Position, parse_position

THREE = Game(3, 3, 3)
WIDE = Game(2, 4, 3)


def first_on_board(board: Board) -> str:
    return board.moves[0]


def first_in_lists(board: list[list[str | None]]) -> tuple[int, int]:
    return next((r, c) for r, row in enumerate(board) for c, mark in enumerate(row) if mark is None)


def first_allowed(observation: Any, mask: Any) -> Any:
    assert observation.shape[2] == 2
    assert observation.sum() + mask.sum() == len(mask)
    own, others = observation[:, :, 0].sum(), observation[:, :, 1].sum()
    assert own == others or own + 1 == others  # it is the agent's turn
    return mask.argmax()


def first_seen(observation: dict[str, Any]) -> Any:
    return np.array(first_allowed(observation["observation"], observation["action_mask"]))


FIRST = {
    "board": first_on_board,
    "lists": first_in_lists,
    "gymnasium": first_allowed,
    "pettingzoo": first_seen,
    "open_spiel": lambda game: FirstBot(game),
}


class FirstBot:
    """As OpenSpiel's bots are."""

    def __init__(self, game: Any) -> None:
        self.game = game

    def restart_at(self, state: Any) -> None:
        assert str(state.get_game()) == str(self.game)

    def step(self, state: Any) -> int:
        return state.legal_actions()[0]  # type: ignore[no-any-return]


@pytest.mark.parametrize("game", [THREE, WIDE], ids=str)
@pytest.mark.parametrize("convention", CONVENTIONS)
def test_the_same_agent_is_worth_the_same_by_every_convention(game: Game, convention: str) -> None:
    expected = evaluate(lambda position: game.moves(position)[0], game)
    assert evaluate(as_player(FIRST[convention], game, convention), game) == expected


def test_bots_and_policies_are_known_without_a_word() -> None:
    position = parse_position(THREE, "X.O/.X./..O")
    for agent in (LevelBot(load_game()), LevelPolicy(load_game())):
        assert as_player(agent, THREE)(position) == 5
        assert as_player(lambda _, agent=agent: agent, THREE, "open_spiel")(position) == 5
    assert as_player(LevelBot, THREE)(position) == 5  # a class makes one of a game too
    assert as_player(minimax, THREE, "lists")(position) == 5
    assert as_player(Board.best_move, THREE)(position) == 5


@pytest.mark.parametrize(
    ("answer", "cell"),
    [("b2", 4), ("B2", 4), ((1, 2), 5), ([1, 2], 5), ((np.int64(2), 0), 6)],
)
def test_a_cell_is_named_in_more_than_one_way(answer: Any, cell: int) -> None:
    assert as_player(lambda _: answer, THREE)(Position()) == cell


@pytest.mark.parametrize("answer", ["z9", "", (3, 0), (0, -1), (1, 1, 1), (True, 0), None, 4, 4.0, {}, np.zeros(3)])
def test_what_is_no_cell_stays_no_cell(answer: Any) -> None:
    """A number by itself too: it is not what an agent of this convention is to answer."""
    found = evaluate(as_player(lambda _: answer, THREE), levels=[])
    assert found.illegal == 4520


@pytest.mark.parametrize("answer", [9, -1, 1.5, None, "b2", np.zeros(2), np.float64(4), True])
def test_what_is_no_action_stays_none(answer: Any) -> None:
    for convention in ("gymnasium", "pettingzoo"):
        found = evaluate(as_player(lambda *_: answer, THREE, convention), levels=[])
        assert found.illegal == 4520


def test_what_is_no_agent_is_refused() -> None:
    with pytest.raises(BadInput, match="the agent is 3, but should be a function"):
        as_player(3, THREE)
    with pytest.raises(BadInput, match="there is no convention 'chess': they are board, lists, gymnasium"):
        as_player(first_on_board, THREE, "chess")
    with pytest.raises(BadInput, match="the agent is 3, but should be a Bot, a Policy"):
        as_player(3, THREE, "open_spiel")
    with pytest.raises(BadInput, match="which is neither a Bot nor a Policy"):
        as_player(lambda _: 4, THREE, "open_spiel")
    with pytest.raises(BadInput, match="no agent was made: ZeroDivisionError"):
        as_player(lambda _: 1 // 0, THREE, "open_spiel")
    with pytest.raises(BadInput, match="no agent was made: SystemExit: 1"):
        as_player(lambda _: sys.exit(1), THREE, "open_spiel")
    with pytest.raises(BadInput, match="the agent cannot be looked at: LookupError: restart_at"):
        as_player(Closed(), THREE)
    assert as_player(Closed("__signature__"), THREE)(Position()) == 0


class Closed:
    """It lacks something, and says so in its own way."""

    def __init__(self, what: str = "restart_at") -> None:
        self.what = what

    def __getattr__(self, name: str) -> Any:
        if name == self.what:
            raise LookupError(name)
        raise AttributeError(name)

    def __call__(self, board: Board) -> str:
        return board.moves[0]


def test_an_answer_that_is_no_cell_is_shown_as_it_was() -> None:
    for answer, shown in ((None, "None"), (4, "4"), ("z9", "'z9'"), (10**5000, "a int")):
        assert answered(THREE, as_player(lambda _, answer=answer: answer, THREE)(Position())) == shown
    assert answered(THREE, 4) == "b2, which is taken"


def test_an_agent_is_found_in_a_module_or_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.path", ["/nowhere"])
    monkeypatch.chdir(tmp_path)
    (tmp_path / "own_agents.py").write_text("import helper_of_mine\nclass Agents:\n    best = len\n", encoding="utf-8")
    (tmp_path / "helper_of_mine.py").write_text("", encoding="utf-8")
    assert load_agent("own_agents:Agents.best") is len
    folder = tmp_path / "deeper"
    folder.mkdir()
    (folder / "numpy.py").write_text("import beside\nagent = beside.agent\n", encoding="utf-8")
    (folder / "beside.py").write_text("agent = max\n", encoding="utf-8")
    assert load_agent(f"{folder / 'numpy.py'}:agent") is max
    assert np.__name__ == "numpy"


BROKEN = {
    "broken": "1 / 0",
    "leaves": "raise SystemExit(3)",
    "unread": "def (",
    "cancels": "raise GeneratorExit",
    "closed": "def __getattr__(name):\n    raise (LookupError if name == 'agent' else AttributeError)(repr(name))\n",
}


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("nowhere", "should be written MODULE:CALLABLE, such as learner.py:choose"),
        (":agent", "should be written MODULE:CALLABLE"),
        ("nowhere:", "should be written MODULE:CALLABLE"),
        ("nowhere_at_all:agent", "'nowhere_at_all' cannot be imported: ModuleNotFoundError"),
        ("nowhere.py:agent", "'nowhere.py' is not there"),
        ("math:agent", "there is no 'agent' in 'math'"),
        ("broken.py:agent", "'broken.py' cannot be imported: ZeroDivisionError: "),
        ("leaves.py:agent", "'leaves.py' cannot be imported: SystemExit: 3"),
        ("unread.py:agent", "'unread.py' cannot be imported: SyntaxError"),
        ("cancels.py:agent", "'cancels.py' cannot be imported: GeneratorExit"),
        ("closed.py:agent", "'agent' cannot be had of 'closed.py': LookupError: 'agent'"),
    ],
)
def test_an_agent_that_cannot_be_loaded_is_one_sentence(
    where: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in BROKEN.items():
        (tmp_path / f"{name}.py").write_text(text, encoding="utf-8")
    with pytest.raises(BadInput) as refused:
        load_agent(where)
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)


def asked_once(player: Agent) -> object:
    return player(Position())


def test_what_an_agent_raises_is_one_sentence() -> None:
    class Odd(BaseException):
        def __str__(self) -> str:
            raise ValueError

    def fail(error: BaseException, _: Position) -> Any:
        raise error

    for error, said in (
        (ValueError("a\nb"), "ValueError: a b"),
        (SystemExit(2), "SystemExit: 2"),
        (KeyError(), "KeyError"),
        (Odd(), "Odd"),
        (KeyboardInterrupt(), "KeyboardInterrupt"),
    ):
        with pytest.raises(BadInput, match=rf"the agent failed at \.\.\./\.\.\./\.\.\.: it raised {said}$"):
            watch_over(asked_once, partial(fail, error), THREE, 60)
    assert watch_over(asked_once, lambda _: 3, THREE, 60) == 3


def test_an_agent_that_never_answers_is_one_sentence() -> None:
    release = threading.Event()
    with pytest.raises(BadInput, match=r"the agent has not answered at \.\.\./\.\.\./\.\.\. within 0\.2 s"):
        watch_over(asked_once, lambda _: release.wait(), THREE, 0.2)
    release.set()


def test_one_that_takes_its_time_is_waited_for() -> None:
    """As long as it answers: patience is for one question."""
    told: list[int] = []
    release = threading.Event()

    def work(player: Agent) -> int:
        return sum(player(Position()) is True for _ in range(3))

    def tell(asked: int) -> None:
        told.append(asked)
        if asked:  # before, the thread may not have begun
            release.set()

    assert watch_over(work, lambda _: release.wait(), THREE, 600, tell) == 3
    assert next(filter(None, told)) == 1
