"""The widgets for notebooks: what a person presses, as the browser says it, and what is shown then."""

from __future__ import annotations

import sys

import pytest

from tictactoe import Board
from tictactoe.adapters import notebook
from tictactoe.adapters.needs import NotInstalled
from tictactoe.adapters.notebook import play, step
from tictactoe.adapters.notebook.pieces import BLANK
from tictactoe.adapters.notebook.playing import PlayWidget
from tictactoe.rules import BadInput, Game, parse_cell
from tictactoe.search import Budget, Solver
from tictactoe.search.textbook import ALGORITHMS

TTT = Game(3, 3, 3)


def press(widget: PlayWidget, name: str) -> None:
    widget.grid.buttons[parse_cell(widget.session.game, name)].click()


def status(widget: PlayWidget | notebook.StepWidget) -> str:
    return str(widget.status.value).partition(">")[2].removesuffix("</div>")


def cells(widget: PlayWidget) -> str:
    """What stands on the buttons: something on each, because the browser does not take away what becomes nothing."""
    assert all(button.description for button in widget.grid.buttons.values())
    return " ".join(button.description.replace(BLANK, ".") for button in widget.grid.buttons.values())


def test_a_game_is_played_to_its_end() -> None:
    game = play()
    assert status(game) == "X to move."
    while not game.board.is_over:
        assert game.board.turn == "X"
        press(game, game.board.moves[-1])
    assert game.board.winner in ("O", None)
    assert status(game).startswith(("O has won", "The game is a draw"))
    assert cells(game).replace(" ", "") == game.board.text.replace("/", "")
    assert (game.hint.disabled, game.undo.disabled) == (True, False)


def test_every_game_against_the_perfect_level_is_not_lost_to_it() -> None:
    """The widget keeps step with the session, whatever is pressed."""

    def go_on(game: PlayWidget) -> None:
        for move in game.board.moves:
            press(game, move)
            assert cells(game).replace(" ", "") == game.board.text.replace("/", "")
            assert game.board.winner != "X"
            if not game.board.is_over:
                go_on(game)
            game.undo.click()

    go_on(play("X.O/OX./...", side="o"))


def test_the_last_move_and_a_line_are_framed() -> None:
    game = play("XX./OO./...", side="both")
    press(game, "c1")
    frames = {name: game.grid.buttons[parse_cell(TTT, name)].layout.border_top for name in ("a1", "b1", "c1", "a2")}
    assert frames["a1"] == frames["b1"] == frames["c1"] != frames["a2"]
    assert status(game) == "X has won: a1 b1 c1."
    game.undo.click()
    press(game, "c3")
    assert game.grid.buttons[8].layout.border_top not in frames.values()


def test_a_hint_says_what_every_move_is_worth_until_the_next_one() -> None:
    game = play(".O./.X./...", side="both")
    game.hint.click()
    assert cells(game) == "+5 O +5 +5 X +5 +5 = +5"
    assert game.grid.buttons[0].tooltip == "a1: +5"
    assert status(game) == "A perfect player takes a1. X to move: X wins in 5."
    press(game, "b3")
    assert cells(game) == ". O . . X . . X ."


def test_what_cannot_be_played_is_said_and_changes_nothing() -> None:
    game = play(side="both")
    press(game, "b2")
    before = game.board
    press(game, "b2")
    assert status(game) == "b2 is taken by X; the empty cells are a1 b1 c1 a2 c2 a3 b3 c3."
    assert game.board == before
    press(game, "a1")
    assert status(game) == "O played a1. X to move."


def test_nobody_moves_for_a_level_that_was_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    game = play(level="perfect")
    with monkeypatch.context() as patched:
        patched.setattr("tictactoe.adapters.notebook.playing.player", interrupted)
        with pytest.raises(KeyboardInterrupt):
            press(game, "b2")
    assert (game.board.text, game.board.turn) == (".../.X./...", "O")
    press(game, "c3")
    assert game.board.history[:3] == ("b2", Board(".../.X./...").best_move(), "c3")


def test_another_side_or_level_begins_anew() -> None:
    game = play()
    press(game, "b2")
    game.side.value = "o"
    assert (len(game.board.history), game.board.turn) == (1, "O")
    game.level.value = "random"
    assert (game.session.x, game.session.o) == ("random", "person")
    game.side.value = "both"
    assert (game.board, game.session.people) == (Board(), ("X", "O"))
    press(game, "a1")
    game.new.click()
    assert game.board == Board()


def test_on_a_large_board_it_takes_no_longer_than_it_may() -> None:
    spent: list[Budget] = []

    class Watched(Solver):
        def analyze(self, *arguments: object, **more: object) -> object:  # type: ignore[override]
            spent.extend(each for each in arguments if isinstance(each, Budget))
            return super().analyze(*arguments, **more)  # type: ignore[arg-type]

    game = play("6,6,5", level="careful", seconds=0, solver=Watched(Game(6, 6, 5)))
    press(game, "c3")
    game.hint.click()
    assert [budget.has_more for budget in spent] == [False]
    assert status(game).startswith(("Judged best, but not proven: ", "A perfect player takes "))


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ({"board": "XX./.../..."}, "cannot arise in play"),
        ({"side": "none of them"}, "there is no side"),
        ({"level": "genius"}, "there is no level 'genius'"),
        ({"seconds": "long"}, "seconds is 'long'"),
        ({"board": "4,4,4", "solver": Solver(TTT)}, "the solver is one of 3,3,3"),
    ],
)
def test_what_no_game_can_be_made_of_is_refused(arguments: dict[str, object], why: str) -> None:
    with pytest.raises(BadInput, match=why):
        play(**arguments)  # type: ignore[arg-type]


def test_what_a_level_lacks_is_said_on_the_widget(monkeypatch: pytest.MonkeyPatch) -> None:
    game = play("4,4,4", level="careful")
    monkeypatch.setattr("tictactoe.search.limits.is_installed", lambda: False)
    game.level.value = "perfect"
    press(game, "b2")
    assert status(game).startswith("the perfect player cannot play here")


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_a_search_is_stepped_through_from_its_first_step_to_its_last(algorithm: str) -> None:
    search = step("XXO/.OX/..O", algorithm)
    assert (search.back.disabled, search.next.disabled) == (True, False)
    seen = [search.insight]
    while not search.next.disabled:
        search.next.click()
        seen.append(search.insight)
        assert f"Step {len(seen)} of {search.slider.max}: " in status(search)
        assert "▶" in search.view.value
    assert (seen[0].step.kind, seen[-1].step.kind, seen[-1].step.value) == ("enter", "leave", 0)
    search.back.click()
    assert search.insight == seen[-2]
    search.slider.value = 1
    assert search.insight == seen[0]


def test_another_algorithm_begins_at_its_first_step() -> None:
    search = step("XX./.OX/..O", "minimax")
    most = search.slider.max
    search.slider.value = most
    search.algorithm.value = "alphabeta"
    assert (search.slider.value, search.insight.path) == (1, ())
    assert search.slider.max < most


def test_of_a_long_search_the_beginning_is_kept() -> None:
    search = step()
    assert search.slider.max == 20_000
    assert "(of these 20,000 are kept)" in status(search)
    with pytest.raises(BadInput, match="has 16 empty cells"):
        step("4,4,4")
    with pytest.raises(BadInput, match="there is no algorithm"):
        step(algorithm="magic")


def test_it_may_begin_at_any_step() -> None:
    assert step("XXO/.OX/..O", at=36).insight.step.kind == "cutoff"
    assert step("XXO/.OX/..O", at=38).next.disabled
    for at in (0, 39, "3", True):
        with pytest.raises(BadInput, match="but this search has the steps 1 to 38"):
            step("XXO/.OX/..O", at=at)  # type: ignore[arg-type]


def test_where_no_python_runs_a_picture_stands_in_its_place() -> None:
    game, search = play("XXX/OO./...", side="both"), step("XXO/.OX/..O")
    for widget, words in ((game, "X has won: a1 b1 c1."), (search, "Step 1 of ")):
        shown = widget._repr_mimebundle_()
        assert "application/vnd.jupyter.widget-view+json" in shown
        assert "<svg" in shown["text/html"]
        assert words in shown["text/html"]
        assert "script" not in shown["text/html"]


def test_without_ipywidgets_a_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("tictactoe.adapters.notebook")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "ipywidgets", None)
    with pytest.raises(
        NotInstalled, match=r"a board to play on in a notebook needs ipywidgets: install it .*notebook\]"
    ):
        __import__("tictactoe.adapters.notebook")
