"""Levels: each looks as far ahead as it says, and throws honest dice between the moves it is content with."""

from __future__ import annotations

import random
from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

import oracle
from extent import usually
from strategies import played, seeds
from tictactoe.match import (
    LEVELS,
    PERFECT,
    STRONG,
    Player,
    Session,
    best_level,
    choice,
    offered,
    player,
    require_level,
)
from tictactoe.match.levels import content, look_ahead, throw
from tictactoe.match.odds import odds
from tictactoe.rules import (
    BadInput,
    Cell,
    Game,
    Mark,
    O,
    Position,
    X,
    format_cell,
    format_game,
    format_moves,
    format_position,
    parse_cell,
    parse_position,
)
from tictactoe.search import Budget, Solver

THREE = Game(3, 3, 3)
SOLVER = Solver(THREE)
UNFINISHED = [(board, turn) for board, turn in oracle.reachable(3, 3, 3) if not oracle.over(board, 3)]
WIDER = [Game(4, 4, 3), Game(3, 5, 3), Game(5, 5, 4)]


def best_foreseen(game: Game, board: str, turn: str, plies: int) -> tuple[Cell, ...]:
    return tuple(row * game.cols + col for row, col in oracle.best_foreseen(board, turn, game.k, plies))


@pytest.mark.parametrize("plies", range(5))
def test_looking_ahead_finds_the_best_moves_in_sight(plies: int) -> None:
    """On every position of 3×3: the quickest win, else what loses latest, against a plain minimax of that depth."""
    assert len(UNFINISHED) == 4520
    for board, turn in UNFINISHED:
        found = look_ahead(THREE, parse_position(THREE, board), plies)
        assert found == best_foreseen(THREE, board, turn, plies), board


def check_every_depth(game: Game, position: Position) -> None:
    """As deep as the plain minimax takes no time: all five depths unless the board is nearly empty and large."""
    board = format_position(game, position)
    empty = board.count(".")
    for plies in range(5 if empty <= 15 else 4 if empty <= 20 else 3):
        assert look_ahead(game, position, plies) == best_foreseen(game, board, position.turn, plies), board


@given(played(st.sampled_from(WIDER)))
def test_looking_ahead_on_wider_boards(case: tuple[Game, tuple[Cell, ...], Position]) -> None:
    game, _, position = case
    if not game.outcome(position):
        check_every_depth(game, position)


@pytest.mark.parametrize("game", WIDER, ids=format_game)
@pytest.mark.parametrize("seed", range(4))
def test_looking_ahead_in_games_of_good_players(game: Game, seed: int) -> None:
    """Their positions are full of threats and forks, which those of careless ones are not."""
    wary = player(LEVELS["wary"], Solver(game), seed)
    position = Position()
    while not game.outcome(position):
        check_every_depth(game, position)
        position = position.play(wary(position))


SEEN_AND_MISSED = [
    ("random", "XX./OO./...", "c1 c2 a3 b3 c3"),
    ("hasty", "XX./OO./...", "c1"),
    ("hasty", "X../OO./..X", "b1 c1 c2 a3 b3"),
    ("careful", "X../OO./..X", "c2"),
    ("careful", "XO./.X./..O", "c1 a2 c2 a3 b3"),
    ("cunning", "XO./.X./..O", "a2 a3"),
    ("cunning", "X../.O./..X", "b1 c1 a2 c2 a3 b3"),
    ("wary", "X../.O./..X", "b1 a2 c2 b3"),
    ("wary", "XO./.../...", "c1 a2 b2 c2 a3 b3 c3"),
]


@pytest.mark.parametrize(("name", "board", "moves"), SEEN_AND_MISSED)
def test_what_each_level_sees_and_what_it_misses(name: str, board: str, moves: str) -> None:
    """What the levels say of themselves: what one misses, the next one sees."""
    assert format_moves(THREE, content(LEVELS[name], SOLVER, parse_position(THREE, board))) == moves


@pytest.mark.parametrize("name", LEVELS)
def test_the_same_seed_and_position_give_the_same_move(name: str) -> None:
    """Whatever was asked before: one player is asked in order, another in reverse, a third only once."""
    positions = [parse_position(THREE, board) for board, _ in UNFINISHED[::20]]
    asked, asked_backwards = player(LEVELS[name], SOLVER, 5), player(LEVELS[name], SOLVER, 5)
    moves = [asked(position) for position in positions]
    assert moves == [asked_backwards(position) for position in reversed(positions)][::-1]
    assert moves == [player(LEVELS[name], Solver(THREE), 5)(position) for position in positions]


@given(st.lists(st.integers(0, 80), min_size=1, unique=True), seeds, played())
def test_the_dice_see_the_seed_and_the_stones_only(
    cells: list[Cell], seed: int, case: tuple[Game, tuple[Cell, ...], Position]
) -> None:
    """Not whose turn it is, not what was thrown before, and not Python's own dice, which they leave alone."""
    *_, position = case
    thrown = throw(cells, seed, position)
    assert thrown in cells
    random.seed(seed)
    others = random.getstate()
    assert thrown == throw(cells, seed, position._replace(turn=X)) == throw(cells, seed, position._replace(turn=O))
    assert random.getstate() == others


def test_different_seeds_and_stones_throw_differently() -> None:
    opened = {player(LEVELS["random"], SOLVER, seed)(Position()) for seed in range(200)}
    assert opened == set(THREE.cells)
    alike = [
        (1, Position(23, 4)),
        (12, Position(3, 4)),
        (1, Position(2, 34)),
        (1, Position(4, 23)),
        (2, Position(23, 4)),
    ]
    assert len({throw(range(10**9), seed, position) for seed, position in alike}) == len(alike)


def test_a_seed_is_a_game_for_ever() -> None:
    """A saved seed must give the same dice in later versions, of this program and of Python."""
    session = Session(THREE, x="random", o="careful", seed=1742)
    while not session.outcome:
        session = session.play(player(LEVELS[session.mover], SOLVER, session.seed)(session.position))
    assert format_moves(THREE, session.moves) == "c2 b2 a3 a1 b1 c3"


def play(x: Player, o: Player) -> Mark | None:
    position = Position()
    while not (outcome := THREE.outcome(position)):
        position = position.play((x if position.turn == X else o)(position))
    return outcome.winner


@pytest.mark.parametrize("side", [X, O])
@pytest.mark.parametrize("name", LEVELS)
def test_games_against_random_come_out_as_the_odds_say(name: str, side: Mark) -> None:
    """Every game with a seed of its own: each result as often as its odds, within five sigma."""
    games = usually(500, 5_000)
    level, chance = LEVELS[name], LEVELS["random"]
    results: dict[Mark | None, int] = {X: 0, None: 0, O: 0}
    for seed in range(games):
        players = player(level, SOLVER, seed), player(chance, SOLVER, seed)
        results[play(*players) if side == X else play(*reversed(players))] += 1
    expected = odds(THREE, level, chance, SOLVER) if side == X else odds(THREE, chance, level, SOLVER)
    for came, chance_of_it in zip(results.values(), expected, strict=True):
        p = float(chance_of_it)
        assert abs(came - games * p) <= 5 * sqrt(games * p * (1 - p)), (results, expected)
    if name == PERFECT:
        assert results[O if side == X else X] == 0


def test_the_perfect_player_never_loses() -> None:
    """Against every possible opponent, as X and as O: all replies are followed, only the player's moves are chosen."""
    perfect = player(LEVELS[PERFECT], SOLVER)
    for seat in "XO":
        games = {"X": 0, "O": 0, None: 0}
        todo = [Position()]
        while todo:
            position = todo.pop()
            if outcome := THREE.outcome(position):
                games[outcome.winner] += 1
            elif position.turn == seat:
                todo.append(position.play(perfect(position)))
            else:
                todo += [position.play(cell) for cell in THREE.moves(position)]
        assert games["O" if seat == "X" else "X"] == 0
        assert games[seat] > games[None] > 0


def test_every_move_of_the_perfect_player_is_optimal() -> None:
    """At every position that can arise, also those that it would have avoided: the quickest win, the slowest loss."""
    perfect = player(LEVELS[PERFECT], SOLVER, seed=3)
    for board, turn in UNFINISHED:
        cell = perfect(parse_position(THREE, board))
        assert oracle.move_score(board, *divmod(cell, 3), turn, 3) == oracle.score(board, turn, 3), board


@pytest.mark.parametrize("name", LEVELS)
def test_a_finished_game_has_no_move_to_make(name: str) -> None:
    with pytest.raises(ValueError, match="the game is over: there is no move to make"):
        player(LEVELS[name], SOLVER)(Position(0b111, 0b11000))


def test_every_level_plays_every_board() -> None:
    for size in ((3, 3, 3), (8, 8, 5), (9, 9, 5), (19, 19, 5)):
        for name, level in LEVELS.items():
            assert require_level(Game(*size), name) == level


@pytest.mark.usefixtures("without_compiled")
def test_levels_that_cannot_play_say_why() -> None:
    for name in ("", "Perfect", "person", "x" * 1000):
        with pytest.raises(BadInput, match=r"there is no level '.*: the levels are random, hasty, careful, cunning"):
            require_level(THREE, name)
    with pytest.raises(
        BadInput, match="the perfect player cannot play here, but the level wary can: 9,9,5 needs the compiled solver"
    ):
        require_level(Game(9, 9, 5), PERFECT)
    with pytest.raises(BadInput, match="the strong player cannot play here, but the level wary can: 9,9,5 needs"):
        require_level(Game(9, 9, 5), STRONG)
    for name, level in LEVELS.items():
        if level.plies is not None:
            assert require_level(Game(19, 19, 5), name) == level
    assert [require_level(THREE, name).name for name in (STRONG, PERFECT)] == [STRONG, PERFECT]


def test_the_perfect_player_is_offered_where_boards_can_be_solved() -> None:
    for size, best in (((3, 3, 3), PERFECT), ((4, 4, 4), PERFECT), ((8, 8, 5), PERFECT), ((15, 15, 5), STRONG)):
        game = Game(*size)
        assert best_level(game).name == best
        assert [level.name for level in offered(game)] == [*LEVELS][: [*LEVELS].index(best) + 1]
    assert [level.name for level in offered()] == [*LEVELS]


def test_what_is_said_of_the_perfect_player_is_so_on_that_board() -> None:
    perfect, careful = LEVELS[PERFECT], LEVELS["careful"]
    assert perfect.manner_in(THREE) == perfect.manner_in(Game(4, 4, 4)) == "Never gives away a draw or a win."
    assert perfect.manner_in(Game(5, 5, 4)) == perfect.manner_in(Game(8, 8, 5)) == perfect.manner
    assert careful.manner_in(Game(8, 8, 5)) == careful.manner


def test_a_move_says_whether_it_is_proven_or_judged() -> None:
    known = choice(LEVELS[PERFECT], SOLVER, Position())
    assert (known.claim(X), known.is_judged) == ("proven: draw", False)
    fork = parse_position(THREE, "X.X/.O./..O")
    assert choice(LEVELS[STRONG], SOLVER, fork).claim(X) == "proven: X wins in 1"
    assert choice(LEVELS["wary"], SOLVER, fork).claim(X) == ""
    large = Solver(Game(15, 15, 5))
    judged = choice(LEVELS[STRONG], large, Position().play(112), budget=Budget(nodes=1_000))
    assert (judged.answer, judged.claim(O)) == (None, "judged")


def test_the_perfect_player_of_a_large_board_plays_what_is_proven_and_else_a_strong_move() -> None:
    game = Game(6, 6, 4)
    proven = choice(LEVELS[PERFECT], Solver(game), Position(), budget=Budget(nodes=200_000))
    assert proven.claim(X) == "proven: X wins"
    game = Game(8, 8, 5)
    position = Position().play(27)
    judged = choice(LEVELS[PERFECT], Solver(game), position, budget=Budget(nodes=2_000))
    assert judged.is_judged
    assert judged.cell == Solver(game).analyze(position, Budget(nodes=2_000)).choice


@pytest.mark.parametrize("name", [name for name, level in LEVELS.items() if level.plies is not None])
def test_the_others_play_on_boards_of_any_size(name: str) -> None:
    """They look at no more than they say, so that a move on the largest boards takes no time worth waiting for."""
    game = Game(15, 15, 5)
    move = player(LEVELS[name], Solver(game), seed=1)
    session = Session(game)
    for _ in range(8):
        session = session.play(move(session.position))
    assert len(session.moves) == 8


def test_on_a_large_board_levels_stay_near_the_stones() -> None:
    game = Game(15, 15, 5)
    solver = Solver(game)
    stone = Position().play(parse_cell(game, "c3"))
    for level in LEVELS.values():
        if level.plies is None:
            continue
        first, second = content(level, solver, Position()), content(level, solver, stone)
        if level.plies == 0:
            assert (len(first), len(second)) == (225, 224)
        else:
            assert {format_cell(game, cell) for cell in first} == {f"{c}{r}" for c in "fghij" for r in range(6, 11)}
            assert {format_cell(game, cell) for cell in second} == {
                f"{c}{r}" for c in "abcde" for r in range(1, 6) if (c, r) != ("c", 3)
            }
