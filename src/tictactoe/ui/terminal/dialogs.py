"""The dialogs: a new game, the name of a file, help. What cannot be used is said inside, and what was typed stays."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import ClassVar, TypeVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Button, Input, Static

from tictactoe.draw.text import describe_game
from tictactoe.match import LEVELS, SIDES, Session, seated
from tictactoe.match.host import new_seed, require_players
from tictactoe.match.record import path_of, would_replace
from tictactoe.rules import BadInput, Game, Position, format_game, parse_game, quote
from tictactoe.ui.choices import BOARDS, SAVE_AS, level_of, sentence, side_titles
from tictactoe.ui.terminal.choice import Choice
from tictactoe.ui.terminal.words import HELP

OTHER = "other"

Result = TypeVar("Result")


class Dialog(ModalScreen[Result]):
    """In front of the game, which goes on behind it; Escape closes it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "close", show=False),
        Binding("ctrl+q,ctrl+c", "app.quit", show=False),
    ]
    AUTO_FOCUS = "Input, Choice, Button"

    closed = False

    def close_with(self, result: Result | None = None) -> None:
        """Close, once: another Enter or Escape may come before the screen has gone."""
        if not self.closed:
            self.closed = True
            self.dismiss(result)

    def action_close(self) -> None:
        self.close_with()

    def complain(self, text: str) -> None:
        complaint = self.query_one("#complaint", Static)
        complaint.update(text)
        if text:
            complaint.scroll_visible(animate=False)

    @on(Button.Pressed, "#cancel")
    def _cancel(self) -> None:
        self.close_with()


class NewGame(Dialog[Session]):
    """Asks who plays on which board; its result is the session to begin."""

    AUTO_FOCUS = "#seat"

    def __init__(self, session: Session, keep_moves: bool = False) -> None:
        """Begins with what is played now. `keep_moves`: the game goes on from its moves if the board stays."""
        super().__init__()
        self._session = session
        self._keep_moves = keep_moves
        self._boards = {format_game(game): game for game in BOARDS}

    def compose(self) -> ComposeResult:
        board = format_game(self._session.game)
        names = {text: describe_game(game) for text, game in self._boards.items()}
        with VerticalScroll(id="dialog") as box:
            box.border_title = "New game"
            box.can_focus = False
            with Horizontal(id="choices"):
                yield Choice("You play", side_titles(), self._session.side.name, "seat")
                chosen = board if board in names else OTHER
                yield Choice("Board", {**names, OTHER: "another, typed below"}, chosen, "board")
                yield Choice("Computer", {name: name for name in LEVELS}, level_of(self._session), "level")
            yield Static(id="manner", markup=False)
            yield Static("Rows, columns and how many in a row win:", classes="prompt")
            yield Input(board, placeholder="rows,columns,k", id="typed", select_on_focus=False)
            yield Static(id="complaint", markup=False)
            with Horizontal(classes="buttons"):
                yield Button("Start (Enter)", id="start", variant="primary", compact=True)
                yield Button("Cancel (Esc)", id="cancel", compact=True)

    def on_mount(self) -> None:
        self._show_choices()

    @on(Choice.Changed)
    def _show_choices(self) -> None:
        self.complain("")
        side, level = self.query_one("#seat", Choice).chosen, self.query_one("#level", Choice)
        level.disabled = len(SIDES[side].people) == 2
        manner = "Nobody: two people play." if level.disabled else f"{level.chosen}: {LEVELS[level.chosen].manner}"
        self.query_one("#manner", Static).update(manner)
        board, typed = self.query_one("#board", Choice).chosen, self.query_one("#typed", Input)
        if board != OTHER and typed.value != board:
            with self.prevent(Input.Changed):
                typed.value = board

    @on(Input.Changed, "#typed")
    def _type(self, event: Input.Changed) -> None:
        self.complain("")
        self.query_one("#board", Choice).choose(event.value if event.value in self._boards else OTHER)

    @on(Choice.Confirmed)
    @on(Input.Submitted)
    @on(Button.Pressed, "#start")
    def _start(self) -> None:
        try:
            self.close_with(self._chosen())
        except BadInput as error:
            self.complain(sentence(error))

    def _chosen(self) -> Session:
        game: Game = parse_game(self.query_one("#typed", Input).value.strip())
        same = self._keep_moves and game == self._session.game
        session = seated(
            game,
            self.query_one("#seat", Choice).chosen,
            self.query_one("#level", Choice).chosen,
            self._session.seed if same else new_seed(),
            self._session.moves if same else (),
            self._session.start if same else Position(),
        )
        require_players(session)
        return session


class FileName(Dialog[Path]):
    """Asks for a file and does something with it; stays open until that succeeds. Its result is the file."""

    def __init__(self, title: str, verb: str, do: Callable[[Path], None], spare_existing: bool) -> None:
        """`spare_existing`: ask once more before a file that is there is given to `do`."""
        super().__init__()
        self._title = title
        self._verb = verb
        self._do = do
        self._spare = spare_existing
        self._warned: Path | None = None

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="dialog") as box:
            box.border_title = self._title
            box.can_focus = False
            yield Static("Name of the file:", classes="prompt")
            yield Input(SAVE_AS, id="typed", select_on_focus=False)
            yield Static(id="complaint", markup=False)
            with Horizontal(classes="buttons"):
                yield Button(f"{self._verb} (Enter)", id="start", variant="primary", compact=True)
                yield Button("Cancel (Esc)", id="cancel", compact=True)

    @on(Input.Changed)
    def _type(self) -> None:
        self.complain("")

    @on(Input.Submitted)
    @on(Button.Pressed, "#start")
    def _finish(self) -> None:
        if self.closed:
            return
        try:
            path = path_of(self.query_one("#typed", Input).value.strip() or SAVE_AS)
            if self._spare and path != self._warned and would_replace(path):
                self._warned = path
                self.complain(f"{quote(str(path))} already exists: {self._verb.lower()} once more to replace it.")
                return
            self._do(path)
        except BadInput as error:
            self.complain(sentence(error))
        else:
            self.close_with(path)


class Help(Dialog[None]):
    """The keys and signs."""

    AUTO_FOCUS = "#dialog"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("question_mark,q,enter", "close", show=False)]

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="dialog") as box:
            box.border_title = "Help: arrows scroll, Esc closes"
            yield Static(HELP)
