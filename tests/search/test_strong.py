"""Strong tables: every score against the oracle, every count against the plain one."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import reduce
from typing import Any

import numpy as np
import pytest

from extent import sample, usually
from oracle import reachable, score
from tictactoe.rules import BadInput, Game, Position, parse_moves, parse_position
from tictactoe.search import Answer, Budget, Progress, Solver, filling, memory, strong
from tictactoe.search.census import plain_census
from tictactoe.search.strong import StrongTable
from tictactoe.search.strong_census import strong_census

SIZES = [(rows, cols, k) for rows in range(1, 5) for cols in range(1, 5) for k in range(1, 5) if rows * cols <= 9]


@pytest.mark.parametrize("size", SIZES)
def test_every_position_of_every_small_game(size: tuple[int, int, int]) -> None:
    game = Game(*size)
    table = StrongTable(game)
    for board, _ in reachable(*size):
        position = parse_position(game, board)
        found = table.answer(position, Budget())
        assert (found.value, found.plies or 0) == score(board, position.turn, game.k), board


def test_scores_on_a_larger_board_are_the_oracles() -> None:
    game = usually(Game(2, 5, 3), Game(3, 4, 3))
    table = StrongTable(game)
    for board, _ in sample(reachable(*game), 2_000):
        position = parse_position(game, board)
        found = table.answer(position, Budget())
        assert (found.value, found.plies or 0) == score(board, position.turn, 3), board


@pytest.mark.parametrize("size", [(3, 3, 3), (2, 4, 2), (1, 5, 3), (3, 3, 4), (2, 2, 1)])
def test_both_ways_to_count_agree(size: tuple[int, int, int]) -> None:
    game = Game(*size)
    plain, strong = plain_census(game), strong_census(game)
    assert strong == plain._replace(games_classes=None)


def test_known_scores() -> None:
    assert str(StrongTable(Game(4, 4, 3)).answer(Position(), Budget())) == "win in 5"
    assert str(StrongTable(Game(4, 4, 4)).answer(Position(), Budget())) == "draw"


def filled(game: Game) -> Any:
    table = StrongTable(game)
    assert table.fill()
    return table._scores


@pytest.mark.parametrize("size", [(2, 4, 3), (3, 3, 3), (1, 5, 2), (1, 1, 1)])
@pytest.mark.parametrize("entries", [1, 7, 81, 1000])
def test_the_slices_do_not_matter(size: tuple[int, int, int], entries: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether they end in the midst of a half of the digits, or several halves are in one."""
    whole = filled(Game(*size))
    monkeypatch.setattr(filling, "SLICE", entries)
    assert np.array_equal(filled(Game(*size)), whole)


@pytest.fixture
def long(monkeypatch: pytest.MonkeyPatch) -> Game:
    """A game whose table takes long, in slices of 1,000 of its 19,683 entries."""
    monkeypatch.setattr(strong, "STRONG_CELLS", 8)
    monkeypatch.setattr(filling, "SLICE", 1_000)
    return Game(3, 3, 3)


def test_a_long_fill_is_watched_and_ends_with_its_budget_and_is_gone_on_from(long: Game) -> None:
    seen: list[Progress] = []
    table = StrongTable(long)
    assert table.answer(Position(), Budget(0)) == Answer(-1, 1)
    assert table.answer(Position(), Budget(nodes=5_000, watch=seen.append)) == Answer(-1, 1)
    assert (seen[-1].doing, seen[-1].nodes) == ("filling the table: 25%,", 5_000)
    assert table.nodes == 0
    seen.clear()
    assert str(table.answer(Position(), Budget(watch=seen.append))) == "draw"
    assert (seen[-1].doing, seen[-1].nodes) == ("filling the table: 100%,", 14_683)
    assert table.nodes == 19_683
    assert np.array_equal(table._scores, filled(long))


def test_who_watches_may_stop_a_fill(long: Game) -> None:
    budget = Budget(watch=lambda progress: budget.cancel() if progress.nodes > 3_000 else None)
    table = StrongTable(long)
    assert table.answer(Position(), budget) == Answer(-1, 1)
    assert budget.nodes == 4_000


def test_a_quick_fill_costs_nothing_and_ends_only_if_it_is_cancelled() -> None:
    game = Game(2, 4, 3)
    spent, cancelled = Budget(0, nodes=0), Budget()
    cancelled.cancel()
    table = StrongTable(game)
    assert table.answer(Position(), cancelled) == Answer(-1, 1)
    assert table.nodes == 0
    assert table.answer(Position(), spent).value == 0
    assert spent.nodes == 0


def test_threads_fill_one_table_together(long: Game) -> None:
    table = StrongTable(long)
    budgets = [Budget() for _ in range(5)]
    with ThreadPoolExecutor(5) as pool:
        answers = list(pool.map(lambda budget: table.answer(Position(), budget), budgets))
    assert {str(answer) for answer in answers} == {"draw"}
    assert sum(budget.nodes for budget in budgets) == 19_683
    assert np.array_equal(table._scores, filled(long))


def test_a_table_that_is_too_large_is_refused_before_it_is_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "available_memory", lambda: 2 * 10**9)
    seen: list[Progress] = []
    for game, said in (
        (Game(5, 5, 4), r"^a strong table of 5,5,4 would take 3\^25 bytes: the most is 3\^21$"),
        (Game(4, 5, 4), r"^a strong table of 4,5,4 takes 3\.5 GB of memory, but only 2\.0 GB are available$"),
    ):
        with pytest.raises(BadInput, match=said):
            StrongTable(game).answer(Position(), Budget(watch=seen.append))
    assert seen == []


def test_memory_that_cannot_be_had_after_all_is_said_to_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "available_memory", lambda: None)

    empty = np.empty

    def refuse(size: int, kind: type) -> object:
        if size > 10**9:
            raise MemoryError
        return empty(size, kind)

    monkeypatch.setattr(np, "empty", refuse)
    with pytest.raises(BadInput, match=r"^a strong table of 4,5,4 takes 3\.5 GB of memory, which cannot be had$"):
        StrongTable(Game(4, 5, 4)).fill()


def test_late_positions_of_large_boards_need_no_table() -> None:
    """Plain Python is quicker than to fill one for them."""
    large, small = Game(5, 5, 4), Game(4, 4, 4)
    late = parse_position(large, "XOXOX/OXOXO/XOX../...../.....")
    early = parse_position(large, "XOXOX/OXOXO/XO.../...../.....")
    assert (StrongTable(large).covers(late), StrongTable(large).covers(early)) == (False, True)
    assert StrongTable(small).covers(parse_position(small, "XO../..../..../...."))


@pytest.mark.parametrize("moves", ["", "a1", "b2 c3 a1"])
def test_a_draw_that_is_seen_at_once_fills_no_table(moves: str) -> None:
    game = Game(4, 4, 4)
    position = reduce(Position.play, parse_moves(game, moves), Position())
    solver = Solver(game, fresh=True)
    analysis = solver.analyze(position)
    assert {str(answer) for answer in [analysis.answer, *analysis.moves.values()]} == {"draw"}
    assert analysis.is_proven
    assert solver.backends[0].nodes == 0
    assert analysis.choice == Solver(game, strong=True).analyze(position).choice


def test_where_somebody_wins_the_distance_is_known() -> None:
    solver = Solver(Game(4, 4, 3), fresh=True)
    assert str(solver.solve(Position())) == "win in 5"
    assert solver.backends[0].nodes == 3**16
    fork = parse_position(Game(4, 4, 4), "XXX./OOO./..../....")
    assert {str(answer) for answer in Solver(Game(4, 4, 4)).analyze(fork).moves.values()} >= {"win in 1", "loss in 2"}
