"""What a player is worth: exactly on small boards, where everything is played out, and by games on larger ones."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache

import pytest

import oracle
from tictactoe.match import LEVELS, player
from tictactoe.match.evaluation import Evaluation, evaluate
from tictactoe.match.odds import Odds, odds
from tictactoe.match.sampling import Sample, SampledGame, sample
from tictactoe.rules import BadInput, Cell, Game, Mark, O, Position, X, format_game, format_position
from tictactoe.search import Solver, solver_for

THREE = Game(3, 3, 3)
SMALL = [THREE, Game(2, 4, 3), Game(1, 1, 1), Game(3, 2, 2)]


def first_cell(game: Game) -> Callable[[Position], Cell]:
    return lambda position: game.moves(position)[0]


def replay(found: Evaluation, answers: dict[Position, object]) -> str:
    """The result of the line for the player, once it is sure that the player's moves in it are its own."""
    position = Position()
    for cell in found.line:
        assert cell in found.game.moves(position)
        if position.turn == found.side:
            assert answers[position] == cell
        position = position.play(cell)
    outcome = found.game.outcome(position)
    if outcome is None:
        assert position.turn == found.side
        return "illegal"
    return "draw" if outcome.winner is None else "win" if outcome.winner == found.side else "loss"


@pytest.mark.parametrize("name", LEVELS)
def test_a_level_is_worth_what_the_oracle_finds(name: str) -> None:
    plays = player(LEVELS[name], Solver(THREE), seed=7)
    answers: dict[Position, object] = {}

    def noted(position: Position) -> Cell:
        answers[position] = cell = plays(position)
        return cell

    found = evaluate(noted, levels=[LEVELS["perfect"]])
    assert (found.positions, found.illegal, found.fault) == (4520, 0, None)
    assert replay(found, answers) == found.worst
    kept = quickest = 0
    for position, cell in answers.items():
        board, turn = format_position(THREE, position), position.turn
        best, made = oracle.score(board, turn, 3), oracle.move_score(board, *divmod(int(str(cell)), 3), turn, 3)
        quickest += made == best
        kept += oracle.value(board, turn, 3) == -after_value(board, int(str(cell)), turn)
    assert (found.kept, found.quickest) == (kept, quickest)
    if name == "perfect":
        assert (found.kept, found.quickest, found.worst) == (4520, 4520, "draw")
        assert found.odds["perfect", X] == Odds(*map(Fraction, (0, 1, 0)))
    if name in ("random", "hasty"):
        assert found.percent < 100
        assert found.worst == "loss"


def after_value(board: str, cell: int, turn: str) -> int:
    other = oracle.OTHER[turn]
    after = oracle.place(board, *divmod(cell, 3), turn)
    if oracle.has_row(after, turn, 3):
        return -1
    return 0 if "." not in after else oracle.value(after, other, 3)


@pytest.mark.parametrize("game", SMALL, ids=format_game)
@pytest.mark.parametrize("mark", [X, O])
def test_the_odds_are_those_of_a_level_that_plays_so(game: Game, mark: Mark) -> None:
    """The perfect player throws no dice: as a player it has the odds of the level, which are tested elsewhere."""
    found = evaluate(player(LEVELS["perfect"], solver_for(game)), game, (mark,)).odds
    for level in LEVELS.values():
        pair = (LEVELS["perfect"], level) if mark == X else (level, LEVELS["perfect"])
        assert found[level.name, mark] == odds(game, *pair)


@pytest.mark.parametrize("game", SMALL, ids=format_game)
def test_the_worst_is_the_worst_of_all_games(game: Game) -> None:
    """Played out one by one, each game from its beginning, for a player that is wrong in many ways."""

    def strange(position: Position) -> object:
        cells = game.empties(position)
        return 99 if position.x % 7 == 5 else cells[position.o % len(cells)]

    order = ("illegal", "loss", "draw", "win")

    def all_ends(position: Position, mark: Mark, plies: int) -> list[tuple[int, int]]:
        if outcome := game.outcome(position):
            result = "draw" if outcome.winner is None else "win" if outcome.winner == mark else "loss"
            return [(order.index(result), plies)]
        if position.turn == mark:
            move = strange(position)
            if move == 99:
                return [(0, plies)]
            return all_ends(position.play(int(str(move))), mark, plies + 1)
        return [end for cell in game.moves(position) for end in all_ends(position.play(cell), mark, plies + 1)]

    for mark in (X, O):
        found = evaluate(strange, game, (mark,), levels=[])
        assert (order.index(found.worst), len(found.line)) == min(all_ends(Position(), mark, 0))
        assert found.side == mark


def test_whoever_takes_the_first_cell_can_be_beaten_at_once() -> None:
    found = evaluate(first_cell(THREE))
    assert found.worst == "loss"
    assert 20 < found.percent < 80
    assert len(found.line) == 5
    assert found.odds["perfect", O] == Odds(*map(Fraction, (1, 0, 0)))
    assert set(found.odds) == {(name, mark) for name in LEVELS for mark in (X, O)}


def test_a_move_that_is_none_is_the_worst_of_all_and_loses() -> None:
    found = evaluate(lambda _: 4)
    assert (found.worst, found.line, found.side) == ("illegal", (4,), O)
    assert found.illegal > 1000
    assert found.fault == (Position().play(4), 4)
    assert found.odds["random", O] == Odds(*map(Fraction, (1, 0, 0)))
    for nothing in (9, -1, "b2", None, 1.0, True, [4]):
        found = evaluate(lambda _, answer=nothing: answer, levels=[])  # type: ignore[misc]
        assert (found.illegal, found.kept, found.line) == (4520, 0, ())
        assert found.fault == (Position(), nothing)


def test_one_side_is_asked_about_its_own_positions_only() -> None:
    asked = []

    def noted(position: Position) -> Cell:
        asked.append(position)
        return THREE.moves(position)[0]

    found = evaluate(noted, marks=(O,), levels=[LEVELS["hasty"]])
    assert {position.turn for position in asked} == {O}
    assert len(asked) == len(set(asked)) == found.positions == 2097
    assert (found.side, [*found.odds]) == (O, [("hasty", O)])


def test_what_a_player_raises_is_its_own() -> None:
    with pytest.raises(ZeroDivisionError):
        evaluate(lambda _: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        sample(lambda _: 1 // 0, Game(4, 4, 4))


def test_what_is_too_large_or_of_another_game_is_refused() -> None:
    with pytest.raises(BadInput, match="4,4,4 has too many positions to show all: that is done with 12 cells"):
        evaluate(first_cell(Game(4, 4, 4)), Game(4, 4, 4))
    with pytest.raises(BadInput, match="the level strong searches on 2,5,3, so its odds cannot be worked out"):
        evaluate(first_cell(Game(2, 5, 3)), Game(2, 5, 3), levels=[LEVELS["strong"]])
    assert "strong" not in {name for name, _ in evaluate(first_cell(Game(2, 5, 3)), Game(2, 5, 3)).odds}
    with pytest.raises(BadInput, match="a solver of 4,4,4 cannot judge players of 3,3,3"):
        evaluate(first_cell(THREE), solver=Solver(Game(4, 4, 4)))


FOUR = Game(3, 5, 3)


@cache
def sampled() -> Sample:
    return sample(first_cell(FOUR), FOUR, games=20)


def test_a_sample_is_of_games_that_can_be_played_again() -> None:
    found = sampled()
    assert found == sample(first_cell(FOUR), FOUR, games=20)
    assert found != sample(first_cell(FOUR), FOUR, games=20, seed=100)
    assert len(found.games) == 20 * 5
    assert found.different <= len(found.games)
    for game in found.games:
        position = Position()
        for cell in game.line:
            assert cell in FOUR.moves(position)
            assert position.turn != game.mark or cell == FOUR.moves(position)[0]
            position = position.play(cell)
        assert FOUR.outcome(position)
        assert game.judged == sum(number % 2 == (game.mark == O) for number in range(len(game.line)))
        assert 0 <= game.kept <= game.judged
    for level in ("random", "wary"):
        as_x = found.against(level, X)
        assert as_x.games == 10
        assert as_x.lost == sum((each.level, each.mark, each.result) == (level, X, "loss") for each in found.games)


def test_the_error_is_that_of_a_ratio_over_games() -> None:
    def made(*counts: tuple[int, int]) -> Sample:
        games = (SampledGame("wary", X, "draw", (), judged, kept) for judged, kept in counts)
        return Sample(FOUR, (X,), tuple(games))

    assert made((4, 2), (4, 2), (4, 2)).error == 0
    assert made((4, 4), (4, 0)).error == pytest.approx(98)  # 1.96 times half of all
    assert made((4, 4)).error == 100
    assert (made().percent, made().error) == (None, 100)
    assert made((2, 1), (8, 8)).percent == 90
    many, few = made(*[(4, 4), (4, 2)] * 50), made(*[(4, 4), (4, 2)] * 2)
    assert many.error < few.error / 4


def test_the_error_bar_holds_what_is_known_exactly() -> None:
    """On 3×3 both can be asked: the odds are exact, and the share of points in a sample is near."""
    found = sample(first_cell(THREE), THREE, games=400, levels=[LEVELS["random"]])
    exact = evaluate(first_cell(THREE), levels=[LEVELS["random"]]).odds
    for mark in (X, O):
        won, drawn, _ = exact["random", mark] if mark == X else exact["random", mark][::-1]
        low, high = found.against("random", mark).bar
        assert low < won + drawn * Fraction(1, 2) < high


def test_a_sample_ends_a_game_at_what_is_no_move() -> None:
    game = Game(15, 15, 5)
    found = sample(lambda _: 0, game, games=4, levels=[LEVELS["careful"]])
    assert found.worst.result == "illegal"
    assert {each.result for each in found.games} == {"illegal"}
    assert found.against("careful", X).lost == 2
    position, answer = found.games[0].fault or (None, None)
    assert position
    assert position.taken & 1
    assert answer == 0
    assert (found.judged, found.percent) == (0, None)
