"""Analyses as they grow: what is concluded, what is asked, in which order, and that nothing is said that is not so."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import NoReturn, TypeAlias

import pytest

from extent import usually
from tictactoe.rules import (
    Cell,
    Game,
    Mark,
    O,
    Position,
    X,
    format_cell,
    parse_cell,
    parse_position,
    symmetries,
    transform,
)
from tictactoe.search import Analysis, Answer, Budget, Learner, Solver, solver_for
from tictactoe.search.analysis import SHARE, analyses
from tictactoe.search.promise import by_promise
from tictactoe.search.proof.questions import Proofs
from tictactoe.search.table import Table
from tictactoe.search.threats.chosen import StrongMove

FIVE = Game(5, 5, 4)
WIN, DRAW, LOSS = Answer(1, 1), Answer(0, 0), Answer(-1, -1)


Moves: TypeAlias = Callable[[Position, Mark], tuple[Answer, int]]
"""After a move: what it is worth to the one who made it, and how many nodes it takes to know whether this side wins."""


class Told:
    """A learner that knows what it is told, at the price of some nodes, and writes down what it is asked."""

    name = "told"
    gives_distance = False
    nodes = 0
    memory = 0
    saves_as = "told"

    def __init__(self, position: Position, answer: Answer, moves: Moves) -> None:
        self._position = position
        self._answer = answer
        self._moves = moves
        self._spent: dict[tuple[Position, Mark], int] = {}
        self.asked: list[tuple[Position, Mark]] = []

    def covers(self, position: Position) -> bool:  # noqa: ARG002
        return True

    def answer(self, position: Position, budget: Budget) -> Answer:
        assert position == self._position
        if nodes := budget.next_slice():
            budget.spent(nodes, "answering")
        return self._answer

    def ask(self, position: Position, attacker: Mark, budget: Budget) -> bool | None:
        question = position, attacker
        self.asked.append(question)
        answer, price = self._moves(*question)
        while (paid := self._spent.get(question, 0)) < price and (nodes := budget.next_slice()):
            self._spent[question] = paid + nodes
            budget.spent(nodes, "asking")
        if paid < price:
            return None
        return answer.value == (1 if attacker == self._position.turn else -1)

    def close(self) -> None:
        pass

    def prove(self, *_: object) -> NoReturn:
        raise NotImplementedError

    def save(self, path: Path) -> NoReturn:
        raise NotImplementedError

    def load(self, path: Path) -> NoReturn:
        raise NotImplementedError


def told(answer: Answer, moves: Moves, position: Position = Position()) -> Told:
    learner = Told(position, answer, moves)
    assert isinstance(learner, Learner)
    return learner


def groups(game: Game, position: Position) -> int:
    """How many moves there are that are not the same turned or mirrored."""
    every = symmetries(game)
    return len({min(transform(position.play(cell), one) for one in every) for cell in game.moves(position)})


def test_the_first_move_of_a_line_that_wins_is_not_searched() -> None:
    learner = told(WIN._replace(line=(12, 6, 0)), lambda *_: (DRAW, 10**9))
    analysis = Solver(FIVE, backends=[learner]).analyze(Position(), Budget(nodes=100))
    assert (analysis.answer.value, analysis.choice, analysis.best) == (1, 12, (12,))
    assert analysis.moves[12] == WIN
    assert {str(answer) for cell, answer in analysis.moves.items() if cell != 12} == {"not known"}
    assert Position().play(12) not in {position for position, _ in learner.asked}


def test_if_the_position_is_lost_no_move_is_searched() -> None:
    learner = told(LOSS, lambda *_: (LOSS, 1))
    analysis = Solver(FIVE, backends=[learner]).analyze(Position())
    assert set(analysis.moves.values()) == {LOSS}
    assert analysis.best == tuple(FIVE.cells)
    assert analysis.choice == 12
    assert learner.asked == []


def test_in_a_drawn_position_no_move_is_asked_whether_it_wins() -> None:
    learner = told(DRAW, lambda *_: (DRAW, 1))
    analysis = Solver(FIVE, backends=[learner]).analyze(Position())
    assert set(analysis.moves.values()) == {DRAW}
    assert {attacker for _, attacker in learner.asked} == {O}


def test_a_move_that_wins_is_not_asked_whether_it_loses() -> None:
    learner = told(Answer(-1, 1), lambda *_: (WIN, 1))
    assert Solver(FIVE, backends=[learner]).analyze(Position()).answer == WIN
    assert {attacker for _, attacker in learner.asked} == {X}


def test_symmetric_moves_are_asked_about_once() -> None:
    learner = told(DRAW, lambda *_: (DRAW, 1))
    Solver(FIVE, backends=[learner]).analyze(Position())
    assert len(learner.asked) == groups(FIVE, Position()) == 6


def test_moves_are_asked_about_in_the_order_of_promise() -> None:
    position = parse_position(FIVE, "X..../.O.../..X../...../.....")
    learner = told(DRAW, lambda *_: (DRAW, 1), position)
    Solver(FIVE, backends=[learner]).analyze(position)
    asked = [after for after, _ in learner.asked]
    assert asked == [position.play(cell) for cell in by_promise(FIVE, position) if position.play(cell) in asked]


def test_what_all_moves_but_one_are_not_worth_the_last_is() -> None:
    learner = told(Answer(0, 1), lambda after, _: (LOSS, 1) if not after.x >> 12 & 1 else (DRAW, 10**9))
    analysis = Solver(FIVE, backends=[learner]).analyze(Position(), Budget(nodes=10 * SHARE))
    assert str(analysis.moves[12]) == "draw or win"
    assert analysis.moves[0] == LOSS
    assert (str(analysis.answer), analysis.choice, analysis.best) == ("draw or win", 12, ())


@pytest.mark.parametrize("answer", [Answer(-1, 1), Answer(0, 1), DRAW])
def test_a_hard_move_does_not_keep_the_others_waiting(answer: Answer) -> None:
    hard = Position().play(by_promise(FIVE, Position())[0])
    learner = told(answer, lambda after, _: (DRAW, 10**12 if after == hard else SHARE))
    analysis = Solver(FIVE, backends=[learner]).analyze(Position(), Budget(nodes=100 * SHARE))
    open_moves = [cell for cell, found in analysis.moves.items() if found.value is None]
    assert open_moves == [by_promise(FIVE, Position())[0]]


def test_a_draw_is_not_called_best_while_another_move_may_win() -> None:
    hard = Position().play(12)
    learner = told(Answer(0, 1), lambda after, _: (DRAW, 10**12 if after == hard else 1))
    analysis = Solver(FIVE, backends=[learner]).analyze(Position(), Budget(nodes=100 * SHARE))
    assert str(analysis.answer) == "draw or win"
    assert analysis.best == ()
    assert analysis.moves[analysis.choice or 0] == DRAW


class Vague:
    """A backend of somebody's own that never says more than this, and learns nothing."""

    name = "vague"
    gives_distance = False

    def __init__(self) -> None:
        self.nodes = 0

    def covers(self, position: Position) -> bool:  # noqa: ARG002
        return True

    def answer(self, position: Position, budget: Budget) -> Answer:  # noqa: ARG002
        self.nodes += 1
        return Answer(0, 1)


def test_a_backend_that_learns_nothing_is_asked_once() -> None:
    vague = Vague()
    analysis = Solver(FIVE, backends=[vague]).analyze(Position())
    assert vague.nodes == 1 + groups(FIVE, Position())
    assert {str(answer) for answer in analysis.moves.values()} == {"draw or loss"}


def test_a_backend_that_learns_nothing_is_asked_once_while_others_learn() -> None:
    class Covering(Vague):
        def covers(self, position: Position) -> bool:
            return bool(position.taken) and position != Position().play(12)

    vague, learner = Covering(), told(Answer(0, 1), lambda *_: (DRAW, 10**9))
    Solver(FIVE, backends=[vague, learner]).analyze(Position(), Budget(nodes=100 * SHARE))
    assert len(learner.asked) > 4
    assert vague.nodes == groups(FIVE, Position()) - 1


def test_what_is_known_is_not_asked_again() -> None:
    learner = told(Answer(0, 1), lambda _, attacker: (DRAW, 1 if attacker == O else 10 * SHARE))
    analysis = Solver(FIVE, backends=[learner]).analyze(Position())
    assert set(analysis.moves.values()) == {DRAW}
    asked = [attacker for _, attacker in learner.asked]
    assert asked.count(O) == groups(FIVE, Position()) < asked.count(X)


def test_one_move_tells_no_more_of_a_position_than_it_can() -> None:
    for answer, expected in ((WIN, "win"), (DRAW, "draw or win"), (LOSS, "not known")):
        learner = told(Answer(-1, 1), lambda *_, answer=answer: (answer, 1))
        analysis = Solver(FIVE, backends=[learner]).analyze(Position(), Budget(nodes=SHARE), only=7)
        assert analysis.moves == {7: answer}
        assert str(analysis.answer) == expected


def test_backends_that_contradict_each_other_do_no_harm() -> None:
    class Contrary(Vague):
        def answer(self, position: Position, budget: Budget) -> Answer:  # noqa: ARG002
            return LOSS if position.taken else DRAW

    analysis = Solver(FIVE, backends=[Contrary()]).analyze(Position())
    assert (str(analysis.answer), str(analysis.moves[12])) == ("draw", "draw or loss")


@pytest.mark.parametrize("budget", [Budget(0), Budget(nodes=0), Budget(nodes=1)])
def test_a_line_that_can_be_completed_is_seen_with_nothing_to_spend(budget: Budget) -> None:
    game = Game(8, 8, 5)
    position = parse_position(game, "XXXX..../OOO....O/" + "/".join(["........"] * 6))
    first, *_ = Solver(game).analyses(position, budget)
    assert str(first.answer) == str(first.moves[4]) == "win in 1"
    assert (first.choice, first.best) == (4, (4,))


def random_position(game: Game, rng: random.Random) -> Position:
    """Where some random moves lead, before anybody has won."""
    while True:
        position = Position()
        for cell in rng.sample(game.cells, rng.randint(0, len(game.cells) - 2)):
            position = position.play(cell)
        if not game.outcome(position):
            return position


def pairs(one: Analysis, other: Analysis) -> list[tuple[Answer, Answer]]:
    """What both say of the position and of every move."""
    return [(one.answer, other.answer), *zip(one.moves.values(), other.moves.values(), strict=True)]


def require_sound(analysis: Analysis, exact: Analysis) -> None:
    """Nothing is said that is not so, and the headline says what the list says."""
    assert list(analysis.moves) == list(exact.moves)
    for found, right in pairs(analysis, exact):
        assert found.low <= (right.value or 0) <= found.high
        assert found.plies in (None, right.plies)
    assert analysis.answer.low >= max(found.low for found in analysis.moves.values())
    assert analysis.answer.high >= max(found.high for found in analysis.moves.values())
    for cell in analysis.best:
        assert exact.moves[cell].value == exact.answer.value
    assert analysis.choice in (analysis.best or analysis.moves)


@pytest.mark.parametrize("size", [(3, 5, 3), (4, 4, 3), (4, 4, 4)])
def test_every_analysis_on_the_way_is_sound_and_says_more_than_the_one_before(size: tuple[int, int, int]) -> None:
    game, rng = Game(*size), random.Random(str(size))
    searching = Solver(game, backends=[Proofs(game, 2**26), Table(game)])
    for _ in range(usually(150, 3_000)):
        position = random_position(game, rng)
        exact = solver_for(game).analyze(position)
        budget = Budget(nodes=rng.choice([0, 1, 30, 300, 3_000]))
        grown = list(searching.analyses(position, budget))
        for analysis in grown:
            require_sound(analysis, exact)
        for before, after in pairwise(grown):
            assert before != after
            assert all(a.low <= b.low <= b.high <= a.high for a, b in pairs(before, after))
            assert before.choice not in before.best or before.choice == after.choice or after.choice in after.best
        whole = searching.analyze(position)
        assert [found.value for found in whole.moves.values()] == [found.value for found in exact.moves.values()]
        assert whole.answer.value == exact.answer.value
        assert searching.decide(position).move in {
            cell for cell, found in exact.moves.items() if found.value == exact.answer.value
        }


def test_a_win_is_shown_as_soon_as_the_position_is_solved() -> None:
    """On a board whose other moves take far longer."""
    game = Game(6, 6, 4)
    for analysis in Solver(game).analyses(Position()):
        if analysis.answer.value is not None:
            break
    first = analysis.answer.line[0]
    assert str(analysis.answer) == str(analysis.moves[first]) == "win"
    assert analysis.choice in analysis.best
    assert first in analysis.best
    assert {str(answer) for cell, answer in analysis.moves.items() if cell not in analysis.best} == {"not known"}


def test_the_choice_that_was_best_stays_while_others_are_found() -> None:
    game = Game(6, 6, 4)
    position = Position().play(14).play(15)
    choices = {found.choice for found in Solver(game).analyses(position, Budget(nodes=60_000)) if found.best}
    assert len(choices) == 1


class Judging:
    """A judge that says what it is told, and writes down what it is given."""

    def __init__(self, cell: Cell, proven: Answer | None = None) -> None:
        self._said = StrongMove(cell, proven, 0.5, 1, 0, (cell,))
        self.nodes: list[int] = []

    def __call__(self, position: Position, budget: Budget) -> StrongMove:  # noqa: ARG002
        self.nodes.append(0)
        while nodes := budget.next_slice():
            self.nodes[-1] += nodes
            budget.spent(nodes, "judging")
        return self._said


def judged_by(judge: Judging, learner: Told, budget: Budget, only: Cell | None = None) -> list[Analysis]:
    return list(analyses(FIVE, Position(), lambda _: learner, budget, only, judge))


def test_where_nothing_is_proven_the_choice_is_judged() -> None:
    judge = Judging(7)
    *_, last = judged_by(judge, told(Answer(-1, 1), lambda *_: (DRAW, 10**9)), Budget(nodes=10**6))
    assert (last.choice, last.is_proven, last.best) == (7, False, ())
    assert (last.standing(7), last.standing(0), last.short(7)) == ("judged", "", "~")
    assert last.told == last.marked == (7,)
    assert last.ranked[0] == 7


def test_judging_takes_longer_each_time_and_a_fair_part_of_the_budget() -> None:
    judge = Judging(7)
    judged_by(judge, told(Answer(-1, 1), lambda *_: (DRAW, 10**9)), Budget(nodes=10**6))
    assert judge.nodes[:4] == [1_000, 4_000, 16_000, 64_000]
    assert 0.5 < sum(judge.nodes) / 10**6 < 0.98


def test_the_same_up_to_symmetry_is_the_same_choice() -> None:
    for corner in (0, 4, 20, 24):
        *_, last = judged_by(Judging(corner), told(Answer(-1, 1), lambda *_: (DRAW, 10**9)), Budget(nodes=10**5))
        assert last.choice == 0


def test_what_is_known_to_be_worse_is_not_the_choice_whoever_judges_it_best() -> None:
    learner = told(Answer(-1, 1), lambda after, _: (LOSS, 1) if after == Position().play(7) else (DRAW, 10**9))
    *_, last = judged_by(Judging(7), learner, Budget(nodes=10**5))
    assert last.moves[7] == LOSS
    assert last.choice == by_promise(FIVE, Position())[0]


def test_a_choice_that_has_a_bound_says_it() -> None:
    learner = told(Answer(0, 1), lambda _, attacker: (DRAW, 1 if attacker == O else 10**9))
    *_, last = judged_by(Judging(7), learner, Budget(nodes=10**5))
    assert (last.standing(7), last.short(7), str(last.moves[7])) == ("judged", "~=+", "draw or win")


@pytest.mark.parametrize("proven", [WIN._replace(line=(7, 0, 1)), DRAW, LOSS])
def test_what_a_judge_has_proven_holds_for_the_position_and_the_move(proven: Answer) -> None:
    *_, last = judged_by(Judging(7, proven), told(Answer(-1, 1), lambda *_: (DRAW, 10**9)), Budget(nodes=10**5))
    assert (last.answer.value, last.moves[7].low) == (proven.value, proven.low)
    assert last.choice == 7
    assert last.is_proven


def test_nobody_judges_what_is_proven_or_asked_about_alone_or_without_a_budget() -> None:
    for learner, budget, only in (
        (told(WIN._replace(line=(12, 6, 0)), lambda *_: (DRAW, 10**9)), Budget(nodes=10**5), None),
        (told(Answer(-1, 1), lambda *_: (DRAW, 10**9)), Budget(nodes=10**5), 3),
        (told(Answer(-1, 1), lambda *_: (DRAW, 10**9)), Budget(nodes=0), None),
    ):
        judge = Judging(7)
        *_, last = judged_by(judge, learner, budget, only)
        assert judge.nodes == []
        assert last.choice is not None


def test_in_a_lost_position_the_choice_is_the_one_that_is_judged_to_hold_out() -> None:
    grown = judged_by(Judging(7), told(LOSS, lambda *_: (LOSS, 1)), Budget(nodes=10**5))
    assert [found.choice for found in grown if found.best] == [7]


def test_a_solver_judges_on_boards_that_nobody_has_solved() -> None:
    """The move that stops an open three, where no proof comes in time."""
    game = Game(15, 15, 5)
    x, o = (sum(1 << parse_cell(game, name) for name in names.split()) for names in ("g8 h8 i8", "b2 n14"))
    analysis = Solver(game).analyze(Position.of(x=x, o=o), Budget(nodes=30_000))
    assert analysis.choice is not None
    assert format_cell(game, analysis.choice) in ("e8", "f8", "j8", "k8")


def test_what_is_being_asked_is_said_with_the_move() -> None:
    doing: set[str] = set()
    budget = Budget(nodes=5_000, watch=lambda progress: doing.add(progress.doing))
    Solver(Game(6, 6, 4)).analyze(Position(), budget)
    assert "c3: can X win if only its lines count?" in doing
    assert "can X win if only its lines count?" in doing
