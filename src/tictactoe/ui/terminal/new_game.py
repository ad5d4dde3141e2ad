"""The dialog that asks what to play: who, on which board, against which level; or the last game, or a saved one."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.events import Click
from textual.widgets import Button, Input, Static

from tictactoe.draw.text import describe_game
from tictactoe.match import Session
from tictactoe.match.host import new_seed
from tictactoe.rules import BadInput
from tictactoe.ui.choices import last_title, levels_for, once_more, sentence
from tictactoe.ui.terminal.choice import Choice
from tictactoe.ui.terminal.dialogs import Dialog
from tictactoe.ui.wish import OTHER, Wish, menu_rows, wish_of


class NewGame(Dialog[Session]):
    """Asks who plays on which board; its result is the session to begin."""

    AUTO_FOCUS = "#seat"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("g", "last", show=False),
        Binding("l", "saved", show=False),
    ]

    def __init__(
        self,
        session: Session,
        ask_for_file: Callable[[Callable[[], None]], None],
        keep_moves: bool = False,
        last: Session | None = None,
    ) -> None:
        """Begins with what is played now. `keep_moves`: the game goes on from its moves if the board stays.

        `ask_for_file` lets the person load a saved game instead, and calls what it is given if one was loaded; `last`
        is offered again.
        """
        super().__init__()
        self._first = wish_of(session)
        self._ask_for_file = ask_for_file
        self._begun = session if keep_moves else None
        self._last = last
        self._rows = menu_rows(describe_game, "another: Space")
        self._wanted = self._first.level
        """The level that the person has chosen; which one plays, the board has a say in."""

    def compose(self) -> ComposeResult:
        first, rows = self._first, self._rows
        with VerticalScroll(id="dialog") as box:
            box.border_title = "New game"
            box.can_focus = False
            with Horizontal(id="choices"):
                yield Choice("You play", rows["side"], first.side, "seat")
                yield Choice("Board", rows["board"], first.named_board, "board")
                yield Choice("Computer", rows["level"], first.level, "level")
            yield Static(id="manner", markup=False)
            yield Static("Rows, columns and how many in a row win:", classes="prompt")
            yield Input(first.board, placeholder="rows,columns,k", id="typed", select_on_focus=False)
            yield Static(id="complaint", markup=False)
            with Horizontal(classes="buttons"):
                yield Button("Start (Enter)", id="start", variant="primary", compact=True)
                yield Button("Cancel (Esc)", id="cancel", compact=True)
                yield Button("Saved games (l)", id="saved", compact=True)
            if self._last:
                with Horizontal(classes="buttons", id="last-row"):
                    yield Button(f"{last_title(self._last)} (g)", id="last", compact=True)

    def on_mount(self) -> None:
        self._show_choices()

    @on(Choice.Changed, "#level")
    def _want(self, event: Choice.Changed) -> None:
        self._wanted = event.choice.chosen

    @on(Choice.Changed)
    def _show_choices(self) -> None:
        self.complain("")
        board, typed = self.query_one("#board", Choice).chosen, self.query_one("#typed", Input)
        if board != OTHER and typed.value != board:
            with self.prevent(Input.Changed):
                typed.value = board
        self._show_levels()

    def _show_levels(self) -> None:
        """Those that can play the game that is chosen, and what the one that will play is like."""
        wish, level = self._wish, self.query_one("#level", Choice)
        level.show(wish.level_in_force, {name for name, why in levels_for(wish.game).items() if why})
        level.disabled = wish.is_for_two
        self.query_one("#manner", Static).update(wish.manner)

    @on(Input.Changed, "#typed")
    def _type(self) -> None:
        self.complain("")
        self.query_one("#board", Choice).show(self._wish.named_board)
        self._show_levels()

    @on(Click, "#board")
    def _point(self) -> None:
        if self.query_one("#board", Choice).chosen == OTHER:
            self._ask_for_board()

    @on(Choice.Confirmed)
    def _confirm(self, event: Choice.Confirmed) -> None:
        """Space on "another" asks for a board; so does Enter while what is typed is a board that has a name here."""
        on_other = event.choice.id == "board" and event.choice.chosen == OTHER
        if on_other and (event.by_space or self._wish.named_board != OTHER):
            self._ask_for_board()
        else:
            self._start()

    def _ask_for_board(self) -> None:
        typed = self.query_one("#typed", Input)
        typed.focus()
        typed.select_all()

    @on(Input.Submitted)
    @on(Button.Pressed, "#start")
    def _start(self) -> None:
        try:
            self.close_with(self._wish.session(self._begun))
        except BadInput as error:
            self.complain(sentence(error))

    @on(Button.Pressed, "#last")
    def action_last(self) -> None:
        if self._last:
            self.close_with(once_more(self._last, new_seed()))

    @on(Button.Pressed, "#saved")
    def action_saved(self) -> None:
        self._ask_for_file(self.close_with)

    @property
    def _wish(self) -> Wish:
        return Wish(self.query_one("#seat", Choice).chosen, self.query_one("#typed", Input).value, self._wanted)
