"""The full-screen game, played by keyboard and mouse on a screen that is not there."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from textual.events import Key, Paste
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import Button, Input, Static

from contrast import contrast
from patience import PATIENCE
from tictactoe.draw.palette import PALETTES
from tictactoe.match import Session, seated
from tictactoe.match.host import Host
from tictactoe.match.record import save
from tictactoe.rules import Game, format_moves, parse_cell, parse_moves
from tictactoe.search import Analysis, Answer
from tictactoe.ui.choices import BOARDS
from tictactoe.ui.start import Start
from tictactoe.ui.terminal.app import GameApp
from tictactoe.ui.terminal.board import BoardWidget
from tictactoe.ui.terminal.choice import Choice
from tictactoe.ui.terminal.dialogs import Help
from tictactoe.ui.terminal.file_name import FileName
from tictactoe.ui.terminal.keys import Keys
from tictactoe.ui.terminal.new_game import NewGame
from tictactoe.ui.terminal.review import LookBack

CLASSIC = Game(3, 3, 3)


class Player:
    """A person at the screen."""

    def __init__(self, app: GameApp, pilot: Pilot[None]) -> None:
        self.app = app
        self.pilot = pilot

    @property
    def session(self) -> Session:
        return self.app.host.session

    @property
    def moves(self) -> str:
        return format_moves(self.session.game, self.session.moves)

    @property
    def status(self) -> str:
        return str(self.app.status.content)

    @property
    def complaint(self) -> str:
        return str(self.app.screen.query_one("#complaint", Static).content)

    @property
    def drawn(self) -> str:
        board = self.app.board
        return "\n".join(board.render_line(line).text for line in range(board.size.height))

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def type(self, text: str) -> None:
        """Write this in the field that has the focus, instead of what is there."""
        field = self.app.focused
        assert isinstance(field, Input)
        field.clear()
        field.post_message(Paste(text))
        await self.pilot.pause()
        assert field.value == text

    async def play(self, name: str) -> None:
        """Go to a cell with the arrow keys and play there."""
        board, cols = self.app.board, self.session.game.cols
        down, right = (
            there - here
            for there, here in zip(
                divmod(parse_cell(self.session.game, name), cols), divmod(board.cursor, cols), strict=True
            )
        )
        steps = ["down" if down > 0 else "up"] * abs(down) + ["right" if right > 0 else "left"] * abs(right)
        await self.press(*steps, "enter")

    async def click(self, name: str) -> None:
        where = self.app.board.place_of(parse_cell(self.session.game, name))
        await self.pilot.click(BoardWidget, offset=where)
        await self.pilot.pause()

    async def until(self, met: Callable[[], bool], seconds: float = PATIENCE) -> None:
        deadline = monotonic() + seconds
        while not met():
            assert monotonic() < deadline, f"in vain; moves {self.moves!r}, status {self.status!r}"
            await self.pilot.pause(0.02)

    async def turn(self) -> None:
        """Wait until the computer has moved."""
        await self.until(lambda: not self.app.host.thinking)


@asynccontextmanager
async def playing(
    session: Session,
    chosen: bool = True,
    size: tuple[int, int] = (80, 24),
    seconds: float = 5,
    last: Session | None = None,
    theme: str = "dark",
) -> AsyncIterator[Player]:
    host = Host(session, seconds, pace=0)
    try:
        app = GameApp(host, Start(session, chosen, last, theme))
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            yield Player(app, pilot)
    finally:
        host.close()


def run(story: Coroutine[Any, Any, None]) -> None:
    asyncio.run(story)


def two_people(moves: str = "", game: Game = CLASSIC) -> Session:
    return seated(game, "both", moves=parse_moves(game, moves))


def test_a_drawn_game_against_the_perfect_player_by_keyboard() -> None:
    async def story() -> None:
        async with playing(seated(CLASSIC, "x")) as player:
            assert player.status == "Your move: you play X."
            for cell in ("b2", "c1", "a2", "b1"):
                await player.play(cell)
                await player.turn()
            await player.play("c3")
            assert player.moves == "b2 a1 c1 a3 a2 c2 b1 b3 c3"
            assert player.status == "The game is a draw. Press n to play again, v to review, u to take back."
            for key in ("enter", "space"):
                await player.press(key)
                assert player.status.startswith("The game is a draw. c3 cannot be played: the game is over. Press n")
            await player.press("h")
            assert player.status.startswith("The game is a draw. No hint: the game is over. ")
            await player.press("g")
            assert player.status.startswith("The game is a draw. The game is over: there is nothing to resign. ")
            await player.press("n")
            assert (player.moves, player.status) == ("", "Your move: you play X.")

    run(story())


def test_a_blunder_loses_and_undo_after_the_end_takes_it_back() -> None:
    async def story() -> None:
        async with playing(seated(CLASSIC, "o")) as player:
            await player.turn()
            assert "1 a1" in str(player.app.moves.content)
            await player.play("b1")
            await player.turn()
            await player.play("c3")
            await player.turn()
            assert player.moves == "a1 b1 a2 c3 a3"
            assert player.status.startswith("You lose. X has won: a1 a2 a3. Press n")
            assert player.drawn.count("┌") > 3
            await player.press("u")
            assert player.moves == "a1 b1 a2"
            assert player.status == "X played a2. Your move: you play O."
            await player.press("r")
            assert player.moves == "a1 b1 a2 c3 a3"
            await player.press("r")
            assert player.status.startswith("You lose. X has won: a1 a2 a3. There is no move to play again.")
            await player.press("u", "u", "u")
            assert player.status == "There is no move of yours to take back. X played a1. Your move: you play O."
            assert player.moves == "a1"

    run(story())


def test_two_people_by_mouse() -> None:
    async def story() -> None:
        async with playing(two_people(), size=(120, 40)) as player:
            assert player.status == "X's move."
            for cell in ("a1", "a2", "b1"):
                await player.click(cell)
            assert (player.moves, player.status) == ("a1 a2 b1", "O's move.")
            await player.click("a1")
            assert player.status.startswith("a1 is taken by X; the empty cells are c1 b2 c2 a3 b3 c3. O's move.")
            for place in ((0, 0), (1, 10), (85, 30), (40, 35)):
                await player.pilot.click(BoardWidget, offset=place)
            assert player.moves == "a1 a2 b1"
            await player.click("b2")
            await player.click("c1")
            assert player.status.startswith("X has won: a1 b1 c1.")
            await player.click("c3")
            assert player.status.startswith("X has won: a1 b1 c1. c3 cannot be played: the game is over.")
            assert player.moves == "a1 a2 b1 b2 c1"

    run(story())


def test_a_hint_is_shown_and_put_away() -> None:
    async def story() -> None:
        async with playing(two_people("a1 b1")) as player:
            assert str(player.app.values.content) == ""
            await player.press("h")
            await player.until(lambda: player.app.host.analysis is not None)
            await player.until(lambda: bool(str(player.app.values.content)))
            table = str(player.app.values.content).splitlines()
            assert table[2] == "[b]a2  win in 5  best[/b]"
            assert table[-1] == "c3  draw"
            assert player.status == "Hint: a2, win in 5. X's move."
            assert player.drawn.count("+5") == 3
            await player.press("h")
            assert str(player.app.values.content) == ""
            assert "+5" not in player.drawn
            assert player.status == "X's move."

    run(story())


@pytest.mark.parametrize("size", [(120, 40), (80, 24), (40, 20)])
def test_what_is_judged_is_a_sign_of_its_own(size: tuple[int, int]) -> None:
    game, unknown = Game(15, 15, 5), Answer(-1, 1)

    async def story() -> None:
        async with playing(two_people("h8", game=game), size=size) as player:
            moves = {cell: Answer(-1, -1, 2) if cell == 110 else unknown for cell in game.cells if cell != 112}
            player.app.host.analysis = Analysis(unknown, moves, 111)
            player.app._show()
            await player.pilot.pause()
            assert player.drawn.count("~") == 1
            assert player.drawn.count("-2") == 1
            assert "?" not in player.drawn
            assert str(player.app.values.content).splitlines()[2:] == [
                "[b]g8  not known  judged[/b]",
                "f8  loss in 2",
                "222 others not known",
            ]
            assert player.status.startswith("Hint: g8, judged best but not proven. O's move.")

    run(story())


def test_a_hint_grows_on_the_board_and_is_listed_when_it_is_whole() -> None:
    """In a list that is sorted, moves would change their places."""

    async def story() -> None:
        async with playing(two_people(game=Game(6, 6, 4)), size=(110, 40), seconds=PATIENCE) as player:
            await player.press("h")
            await player.until(lambda: player.drawn.count("+") >= 4)
            assert player.app.host.hinting
            assert player.status.startswith("Hint: c3, win. Working out the other moves…")
            assert "?" not in player.drawn
            assert str(player.app.values.content) == ""
            await player.press("h")
            assert "+" not in player.drawn
            assert player.status == "X's move."

    run(story())


def test_a_new_game_while_the_computer_thinks() -> None:
    async def story() -> None:
        async with playing(seated(Game(8, 8, 5), "x"), seconds=PATIENCE) as player:
            await player.play("a1")
            assert player.status.startswith("O (perfect) is thinking…")
            await player.until(lambda: " positions, " in player.status)
            await player.click("c3")
            assert player.status.startswith("It is O's turn, which the computer plays. O (perfect) is thinking…")
            await player.press("h")
            assert player.status.startswith("No hint: it is the computer's turn. ")
            await player.press("n")
            assert (player.moves, player.status) == ("", "Your move: you play X.")
            await player.press("o", "tab", *["up"] * len(BOARDS), "enter")
            assert player.session.game == CLASSIC
            await player.play("b2")
            await player.turn()
            assert player.moves == "b2 a1"

    run(story())


def test_giving_up_and_thinking_better_of_it() -> None:
    async def story() -> None:
        async with playing(two_people("b2")) as player:
            await player.press("g")
            assert player.status.startswith("O has resigned: X wins. Press n to play again")
            await player.play("a1")
            assert player.status.startswith("O has resigned: X wins. The game is over: O has resigned. ")
            await player.press("u")
            assert player.status == "O's move."

    run(story())


def test_saving_and_loading(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    async def story() -> None:
        async with playing(two_people("b2 a1")) as player:
            await player.press("s")
            assert isinstance(player.app.screen, FileName)
            await player.press("enter")
            assert player.status == f"The game is in {tmp_path / 'tictactoe.txt'}. X's move."
            await player.press("n")
            await player.press("l", "enter")
            assert player.moves == "b2 a1"
            assert player.status == "This is the game of tictactoe.txt. X's move."

    run(story())
    assert (tmp_path / "tictactoe.txt").read_text().startswith("tictactoe 1\n")


def test_a_file_is_not_replaced_unasked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "tictactoe.txt").write_text("dear diary")

    async def story() -> None:
        async with playing(two_people("b2")) as player:
            await player.press("s", "enter")
            assert "already exists" in player.complaint
            await player.press("escape")
            assert (tmp_path / "tictactoe.txt").read_text() == "dear diary"
            await player.press("s", "enter", "enter")
            assert player.status.startswith(f"The game is in {tmp_path / 'tictactoe.txt'}.")
            await player.press("s")
            await player.type("no/such/folder")
            await player.press("enter")
            assert "cannot be saved" in player.complaint

    run(story())


@pytest.mark.parametrize("name", ["~nosuch/x", "é" * 300])
def test_names_that_cannot_be_files_are_refused(name: str) -> None:
    async def story() -> None:
        async with playing(two_people("b2"), size=(120, 40)) as player:
            for key in ("s", "l"):
                await player.press(key)
                await player.type(name)
                await player.press("enter")
                said = "There is no home folder for '~nosuch/x'." if "~" in name else "File name too long."
                assert player.complaint.endswith(said)
                await player.press("escape")

    run(story())


@pytest.mark.parametrize("keys", [("enter", "enter"), ("enter", "escape"), ("escape", "escape"), ("escape", "enter")])
@pytest.mark.parametrize("dialog", ["o", "s", "l", "question_mark"])
def test_keys_in_quick_succession_close_a_dialog_once(
    dialog: str, keys: tuple[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second comes before the dialog has gone."""
    monkeypatch.chdir(tmp_path)
    if dialog == "l":
        save(two_people("c3 a1"), tmp_path / "tictactoe.txt")

    async def story() -> None:
        async with playing(two_people("b2")) as player:
            await player.press(dialog)
            assert isinstance(player.app.screen, NewGame | FileName | Help)
            for key in keys:
                player.app.post_message(Key(key, "\r" if key == "enter" else None))
            await player.pilot.pause(0.1)
            assert player.app.is_running
            assert player.app.focused is player.app.board
            if player.moves != "b2":
                await player.press(*["u"] * (1 + len(player.session.moves)))
            assert player.moves == "b2"

    run(story())


def test_a_truncated_file_is_refused_and_the_game_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "cut"
    file.write_text("tictactoe 1\ngame 3,3,3\nx person\n")

    async def story() -> None:
        async with playing(two_people("b2"), size=(120, 40)) as player:
            await player.press("l")
            await player.type(str(file))
            await player.press("enter")
            assert "the game was not saved whole: there is no line for o, seed, moves, position." in player.complaint
            field = player.app.focused
            assert isinstance(field, Input)
            assert field.value == str(file)
            await player.press("backspace")
            assert player.complaint == ""
            await player.press("enter")
            assert "No such file" in player.complaint
            await player.press("escape")
            await player.play("a1")
            assert player.moves == "b2 a1"

    run(story())


def test_another_board_is_typed() -> None:
    async def story() -> None:
        async with playing(seated(CLASSIC, "x")) as player:
            await player.press("o", "down", "down", "tab", "up")
            assert player.app.screen.query_one("#board", Choice).chosen == "other"
            await player.press("tab")
            for bad, why in (
                ("3x3", "Game '3x3' has 1 part, but should be rows,columns,k such as 3,3,3."),
                ("99,1,1", "Game '99,1,1': rows is 99, but should be a whole number from 1 to 19."),
                ("", "Game '' has 1 part"),
            ):
                await player.type(bad)
                await player.press("enter")
                assert player.complaint.startswith(why)
                assert player.app.screen.query_one("#typed", Input).value == bad
            await player.type("4,4,3")
            assert player.complaint == ""
            await player.press("enter")
            assert player.session.game == Game(4, 4, 3)
            assert player.status == "X's move."
            await player.play("d4")
            assert player.moves == "d4"

    run(story())


@pytest.mark.usefixtures("without_compiled")
def test_the_levels_say_how_they_play_and_what_they_cannot() -> None:
    """A level that cannot play the board is not chosen, says why, and is back where it can."""

    async def story() -> None:
        async with playing(seated(CLASSIC, "o", "careful")) as player:
            await player.press("o")
            manner = player.app.screen.query_one("#manner", Static)
            level = player.app.screen.query_one("#level", Choice)
            assert str(manner.content) == "careful: Completes a line, stops yours, and misses forks."
            await player.press("right", "right", *["down"] * 4)
            assert str(manner.content) == "perfect: Never gives away a draw or a win."
            await player.press("right")
            await player.type("9,9,5")
            assert level.chosen == "wary"
            assert "(–) perfect" in str(level.render())
            assert str(manner.content).startswith(
                "wary: Stops forks too, and sees no plan longer than two moves each. The"
            )
            assert "perfect player cannot play here, but the level wary can: 9,9,5 needs the compiled" in str(
                manner.content
            )
            await player.type("3,3,3")
            assert level.chosen == "perfect"
            await player.type("9,9,")
            assert level.chosen == "perfect"  # of what is not a game nothing is said before it is played
            await player.type("9,9,5")
            await player.press("shift+tab", "down")
            assert level.chosen == "random"  # the next one after wary that can play
            await player.press("enter")
            assert (player.session.game, player.session.x) == (Game(9, 9, 5), "random")
            await player.turn()
            assert len(player.session.moves) == 1

    run(story())


@pytest.mark.usefixtures("without_compiled")
def test_a_board_that_is_chosen_is_played_by_a_level_that_can() -> None:
    async def story() -> None:
        for steps, game in enumerate(BOARDS[1:], 1):
            async with playing(seated(CLASSIC, "o")) as player:
                await player.press("o", "right", *["down"] * steps, "enter")
                assert (player.session.game, player.session.x) == (game, "wary")

    run(story())


@pytest.mark.parametrize("key", ["space", "enter", "click"])
def test_another_board_is_asked_for(key: str) -> None:
    """What stands in the field is marked, so that what is typed takes its place."""

    async def story() -> None:
        async with playing(two_people()) as player:
            await player.press("o", "right")
            if key == "click":
                await player.pilot.click("#board", offset=(3, 1 + len(BOARDS)))
                await player.pilot.pause()
            else:
                await player.press("up", key)
            typed = player.app.focused
            assert isinstance(typed, Input)
            await player.press("5", ",", "6", ",", "4")
            assert typed.value == "5,6,4"
            await player.press("shift+tab")
            assert isinstance(player.app.focused, Choice)
            if key == "space":
                await player.press("space")
                assert isinstance(player.app.focused, Input)
            await player.press("enter")
            assert player.session.game == Game(5, 6, 4)

    run(story())


def test_escape_leaves_the_game_as_it_was() -> None:
    async def story() -> None:
        async with playing(two_people("b2")) as player:
            for key in ("o", "s", "l", "question_mark"):
                await player.press(key)
                assert isinstance(player.app.screen, NewGame | FileName | Help)
                await player.press("escape")
                assert player.moves == "b2"
                assert player.app.focused is player.app.board

    run(story())


def test_who_plays_is_asked_first_if_it_was_not_said() -> None:
    async def story() -> None:
        session = seated(CLASSIC, "x", moves=parse_moves(CLASSIC, "b2 a1"))
        async with playing(session, chosen=False) as player:
            assert isinstance(player.app.screen, NewGame)
            await player.press("down", "down", "enter")
            assert (player.moves, player.status) == ("b2 a1", "X's move.")
            await player.press("u", "u")
            assert player.moves == ""
            assert not player.app.host.can_undo  # what was only offered is not come back to
            await player.press("enter", "o", "enter", "u")
            assert player.moves == "b2"

    run(story())


def test_what_was_offered_is_played_if_nothing_else_is_chosen() -> None:
    async def story() -> None:
        async with playing(two_people("b2"), chosen=False) as player:
            await player.press("escape")
            assert player.moves == "b2"
            await player.press("o", "enter", "u")
            assert player.moves == "b2"

    run(story())


def test_the_options_by_mouse() -> None:
    async def story() -> None:
        async with playing(two_people()) as player:
            await player.press("o")
            await player.pilot.click("#seat", offset=(3, 4))
            await player.pilot.click("#board", offset=(3, 2))
            await player.pilot.click("#level", offset=(3, 1))
            await player.pilot.click("#start")
            await player.pilot.pause()
            session = player.session
            assert (session.game, session.x, session.o) == (Game(4, 4, 4), "random", "random")

    run(story())


def test_computer_against_computer() -> None:

    async def story() -> None:
        async with playing(Session(CLASSIC, x="perfect", o="perfect")) as player:
            await player.until(lambda: player.session.outcome is not None)
            assert player.status.startswith("The game is a draw.")
            await player.press("g")
            await player.press("enter")
            assert player.status.startswith("The game is a draw. b2 cannot be played: the game is over.")

    run(story())


@pytest.mark.parametrize("key", ["p", "space"])
def test_a_watched_game_is_paused(key: str) -> None:
    """Its keys are those that mean something in it."""

    async def story() -> None:
        async with playing(Session(Game(19, 19, 19), x="random", o="random")) as player:
            await player.until(lambda: len(player.session.moves) > 2)
            assert "Pause" in player.app.keys.render().plain
            assert "Give up" not in player.app.keys.render().plain
            await player.press(key)
            stood = player.session
            assert player.status == f"Paused. The next move is {stood.turn}'s (random)."
            assert "Go on" in player.app.keys.render().plain
            await player.press("u")
            assert player.session == stood.undo()
            assert player.status.startswith("Paused.")
            await player.press("r", key)
            await player.until(lambda: len(player.session.moves) > len(stood.moves) + 2)
            assert player.session.moves[: len(stood.moves)] == stood.moves
            await player.press("n", "o", "up", "enter")
            assert "Give up" in player.app.keys.render().plain
            await player.press("p")
            assert player.status.startswith("Only a game that the computer plays alone can be paused.")

    run(story())


def test_the_last_game_is_gone_on_with_or_played_once_more() -> None:
    async def story() -> None:
        begun = seated(Game(4, 4, 4), "x", "careful", 7, parse_moves(Game(4, 4, 4), "b2 a1"))
        async with playing(seated(CLASSIC, "x"), chosen=False, last=begun) as player:
            assert "Go on: 4×4, you X against careful, 2 moves (g)" in str(
                player.app.screen.query_one("#last", Button).label
            )
            await player.press("g")
            assert player.session == begun
            assert player.status == "O played a1. Your move: you play X."
            assert not player.app.host.session.undo().moves
            await player.press("o")
            assert not player.app.screen.query("#last")  # by now there is a game
        over = two_people("a1 a2 b1 b2 c1")
        async with playing(seated(CLASSIC, "x"), chosen=False, last=over) as player:
            assert "Once more: 3×3, two people, ended (g)" in str(player.app.screen.query_one("#last", Button).label)
            await player.pilot.click("#last")
            await player.pilot.pause()
            assert player.session == Session(CLASSIC, seed=player.session.seed)
            assert player.status == "X's move."
        async with playing(seated(CLASSIC, "x"), chosen=False) as player:
            await player.press("g")
            assert isinstance(player.app.screen, NewGame)

    run(story())


def saved_there(folder: Path, count: int) -> list[str]:
    """So many games saved in a folder: their names, the latest first."""
    names = [f"game {number}.txt" for number in range(count)]
    for number, name in enumerate(names):
        save(two_people("b2 a1 c3 a2 a3"[: 2 + 3 * (number % 5)]), folder / name)
        os.utime(folder / name, (10_000 - number, 10_000 - number))
    return names


@pytest.mark.parametrize("size", [(80, 24), (60, 20), (30, 12)])
def test_a_saved_game_is_chosen_from_a_list(
    size: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    names = saved_there(tmp_path, 30)

    async def story() -> None:
        async with playing(two_people("c1"), size=size) as player:
            await player.press("l")
            choice = player.app.screen.query_one("#saved", Choice)
            typed = player.app.screen.query_one("#typed", Input)
            assert player.app.focused is choice
            assert (choice.chosen, typed.value) == (names[0], names[0])
            await player.press(*["down"] * 17)
            assert (choice.chosen, typed.value) == (names[17], names[17])
            room = player.app.screen.query_one("#saved-scroll")
            await player.until(lambda: room.scroll_offset.y <= choice.line < room.scroll_offset.y + room.size.height)
            await player.press("enter")
            assert player.moves == "b2 a1 c3"
            assert player.status.startswith("This is the game of game 17.txt.")

    run(story())


def test_a_name_is_typed_all_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first letter takes the keyboard from the list to the field."""
    monkeypatch.chdir(tmp_path)
    saved_there(tmp_path, 3)
    save(two_people("c3 c1"), tmp_path / "mine")

    async def story() -> None:
        async with playing(two_people("c1")) as player:
            await player.press("l", "m", "i", "n")
            choice = player.app.screen.query_one("#saved", Choice)
            assert "(•)" not in str(choice.render())
            await player.press("enter")
            assert "No such file" in player.complaint
            await player.press("e")
            assert "(•) mine" in str(choice.render())
            await player.press("enter")
            assert player.moves == "c3 c1"

    run(story())


def test_a_saved_game_is_the_first_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    saved_there(tmp_path, 2)

    async def story() -> None:
        async with playing(seated(CLASSIC, "x"), chosen=False) as player:
            await player.press("l", "escape")
            assert isinstance(player.app.screen, NewGame)
            await player.press("l", "down", "enter")
            assert player.app.focused is player.app.board
            assert player.moves == "b2 a1"
            assert player.status == "This is the game of game 1.txt. X's move."
            await player.press("u", "u")
            assert not player.app.host.can_undo  # what was only offered is not come back to

    run(story())


@pytest.mark.parametrize("size", [(24, 15), (60, 16), (20, 8)])
def test_the_computers_reply_is_in_sight(size: tuple[int, int]) -> None:
    """Wherever it is; and the cursor again when it is moved."""
    large = Game(19, 19, 5)

    async def story() -> None:
        async with playing(seated(large, "x", "random", seed=1), size=size) as player:
            for corner in ((-19, -19), (19, 19), (-19, 19)):
                player.app.board.action_step(*corner)
                await player.press("enter")
                await player.turn()
                await player.pilot.pause()
                mark = "•O"
                assert mark in player.drawn, player.drawn
                await player.press("up", "down")
                assert ">" in player.drawn

    run(story())


@pytest.mark.parametrize("size", [(80, 24), (60, 20), (30, 12), (30, 8)])
def test_the_result_stays_in_sight(size: tuple[int, int]) -> None:
    async def story() -> None:
        async with playing(two_people("a1 a2 b1 b2 c1"), size=size) as player:
            await player.click("c3")
            seen = player.app.status.render_line(0).text.strip()
            assert seen.startswith("X has won: a1 b1 c1.")

    run(story())


SIZES = ((5, 3), (1, 1), (20, 6), (20, 10), (40, 15), (200, 60), (80, 24))


@pytest.mark.parametrize("game", [CLASSIC, Game(7, 7, 5), Game(19, 19, 5)])
def test_any_size_of_terminal(game: Game) -> None:
    async def story() -> None:
        async with playing(two_people(game=game), size=SIZES[0]) as player:
            board = player.app.board
            for number, size in enumerate(SIZES):
                await player.pilot.resize_terminal(*size)
                for down, right in ((-19, 0), (0, -19), (19, 0), (0, 19)):
                    board.action_step(down, right)
                    if board.size.width >= 5 and board.size.height >= 2:
                        assert ">" in player.drawn or "╔" in player.drawn
                assert board.cursor == game.cells[-1]
                await player.press("n", "enter")
                assert len(player.session.moves) == 1
                await player.press("osl?"[number % 4].replace("?", "question_mark"), "escape")

    run(story())


def test_a_click_on_a_scrolled_board_plays_what_is_seen_there() -> None:
    async def story() -> None:
        async with playing(two_people(game=Game(19, 19, 5)), size=(24, 15)) as player:
            player.app.board.action_step(9, 9)
            assert "19" in player.drawn.splitlines()[-1]
            await player.click("r19")
            assert player.moves == "r19"

    run(story())


def test_a_larger_board_has_the_largest_cells_there_is_room_for() -> None:
    async def story() -> None:
        async with playing(seated(Game(7, 7, 5), "x"), size=(120, 40)) as player:
            assert player.app.board.shape.width == 7
            assert str(player.app.players.content).startswith("5 in a row on 7 x 7")
            await player.play("d5")
            await player.turn()
            assert len(player.session.moves) == 2
            assert "▀▄ ▄▀" in player.drawn
            assert "█   █" in player.drawn
            await player.pilot.resize_terminal(80, 24)
            await player.pilot.pause()
            assert player.app.board.shape.width == 5

    run(story())


def test_all_keys_are_shown_where_there_is_room_and_can_be_clicked() -> None:
    async def story() -> None:
        async with playing(two_people("b2")) as player:
            keys = player.app.query_one(Keys)
            assert sum(map(len, keys.lines())) == 13
            assert len(keys.lines()) == 2
            line = keys.render_line(0).text
            await player.pilot.click(Keys, offset=(line.index("Undo"), 0))
            await player.until(lambda: player.moves == "")
            await player.pilot.resize_terminal(20, 10)
            await player.pilot.pause()
            assert [[key.label for key in line] for line in keys.lines()] == [["Help", "Quit"]]

    run(story())


def many_colours(patch: pytest.MonkeyPatch) -> None:
    """A terminal that can show every colour."""
    patch.delenv("NO_COLOR", raising=False)
    patch.setenv("TERM", "xterm-256color")
    patch.setenv("COLORTERM", "truecolor")


def contrasts(screen: Screen[Any]) -> Iterator[tuple[float, str]]:
    """Every piece of text in the front of a screen, with the contrast in which it is shown."""
    shown = screen.query_one("#dialog").region if screen.query("#dialog") else screen.region
    for y, strip in enumerate(screen._compositor.render_strips()):
        if not shown.y <= y < shown.bottom:
            continue
        for text, style, _ in strip.crop(shown.x, shown.right):
            if text.strip() and style and style.color and style.bgcolor:
                pair = [style.color.get_truecolor(), style.bgcolor.get_truecolor(foreground=False)]
                assert not style.dim
                yield contrast(*(triplet.hex for triplet in pair)), text


@pytest.mark.parametrize("theme", PALETTES)
def test_everything_can_be_read(theme: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In both themes, as it is drawn: a game with a hint, its end, and every dialog with its complaints."""
    many_colours(monkeypatch)
    monkeypatch.chdir(tmp_path)
    saved_there(tmp_path, 12)

    async def story() -> None:
        async def look(player: Player, least: int) -> None:
            await player.pilot.pause()
            assert player.app.theme == theme
            found = list(contrasts(player.app.screen))
            assert len(found) >= least
            assert min(found) >= (4.5, "")

        async with playing(two_people("a1 b1"), theme=theme, last=two_people("b2"), chosen=False) as player:
            await look(player, 20)
            await player.press("tab", "tab")
            await look(player, 20)
            await player.type("9")
            await player.press("enter")
            assert player.complaint
            await look(player, 20)
            for _ in range(5):
                await player.press("tab")
                await look(player, 20)
            await player.press("escape", "h")
            await player.until(lambda: bool(str(player.app.values.content)))
            await look(player, 20)
            for cell in ("a2", "b2", "a3"):
                await player.play(cell)
                await look(player, 20)
            assert player.session.outcome
            for key in ("l", "s", "question_mark"):
                await player.press(key)
                await look(player, 5)
                await player.press("tab")
                await look(player, 5)
                await player.press("escape")
        async with playing(two_people("j10", Game(19, 19, 5)), theme=theme, size=(60, 20)) as player:
            await look(player, 20)

    run(story())


@pytest.mark.parametrize(("system", "first"), [("light", "light"), ("dark", "dark"), (None, "dark")])
def test_the_first_theme_is_the_systems(system: str | None, first: str, monkeypatch: pytest.MonkeyPatch) -> None:
    many_colours(monkeypatch)
    monkeypatch.setattr("tictactoe.ui.terminal.app.system_theme", lambda: system)

    async def story() -> None:
        host = Host(two_people())
        app = GameApp(host, Start(host.session))
        async with app.run_test() as pilot:
            await pilot.pause()
            assert app.theme == first
        host.close()

    run(story())


def test_themes_go_round(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)

    async def story() -> None:
        async with playing(two_people()) as player:
            first, seen = player.app.theme, []
            for _ in range(10):
                await player.press("t")
                seen.append(player.app.theme)
                assert player.status == f"Colours: {player.app.theme}. X's move."
                if seen[-1] == first:
                    break
            assert seen[-1] == first
            assert "ansi-light" in seen

    run(story())


def test_x_and_o_have_the_colours_of_the_palette(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a terminal has few colours, those of the theme, which differ too."""
    monkeypatch.delenv("NO_COLOR", raising=False)

    async def story() -> None:
        async with playing(two_people()) as player:
            board = player.app.board
            for theme in (*PALETTES, "ansi-dark", "ansi-light"):
                player.app.theme = theme
                await player.pilot.pause()
                x, o = (board.get_component_styles(f"board--{mark}").color for mark in ("x", "o"))
                assert x != o
                if theme in PALETTES:
                    assert (x.hex.lower(), o.hex.lower()) == (PALETTES[theme].x, PALETTES[theme].o)

    run(story())


@pytest.mark.parametrize("key", ["q", "ctrl+q", "ctrl+c"])
def test_leaving(key: str) -> None:
    async def story() -> None:
        async with playing(two_people("b2")) as player:
            await player.press(key)
            assert not player.app.is_running
            assert player.app.return_code == 0

    run(story())


def test_leaving_from_a_dialog() -> None:
    async def story() -> None:
        async with playing(two_people("b2"), chosen=False) as player:
            await player.press("ctrl+q")
            assert not player.app.is_running

    run(story())


def test_a_finished_game_is_looked_back_at() -> None:
    """The position before a mistake, the values beside it, and the better move asked for before it is told."""

    async def story() -> None:
        async with playing(two_people("b2 b1 a1 c1 c3")) as player:
            await player.press("v")
            screen = player.app.screen
            assert isinstance(screen, LookBack)
            await player.until(lambda: screen.reviewing.review is not None and bool(screen.reviewing.lessons))
            await player.until(lambda: "Move 2: O played b1" in str(screen.status.content))
            assert screen.board.session.moves == parse_moves(CLASSIC, "b2")
            assert "> 2 O b1  X wins in 5 mistake" in str(screen.rows.content)
            await player.press("right", "enter")  # c2
            assert "After c2 X wins in 5" in str(screen.status.content)
            assert "-6" in "\n".join(screen.board.render_line(line).text for line in range(screen.board.size.height))
            await player.press("left", "enter")  # b2, which is taken
            assert str(screen.status.content).startswith("b2 is taken by X")
            await player.press("t")
            assert "The draw is kept by a1, c1, a3 and c3. b1: " in str(screen.status.content)
            await player.press("enter")
            assert "nothing left to try" in str(screen.status.content)
            await player.press("escape")
            await player.until(lambda: player.app.screen is not screen)
            assert player.moves == "b2 b1 a1 c1 c3"  # the game is as it was
            assert player.status.startswith("X has won")

    run(story())


def test_what_cannot_be_looked_back_at_is_said() -> None:
    async def story() -> None:
        async with playing(two_people()) as player:
            await player.press("v")
            assert "There is nothing to review" in player.status
        async with playing(two_people("b2 a1")) as player:
            await player.press("v")
            screen = player.app.screen
            assert isinstance(screen, LookBack)
            await player.until(lambda: "No mistakes" in str(screen.status.content))
            await player.press("v")
            await player.until(lambda: player.app.screen is not screen)

    run(story())
