"""What all dialogs have in common, and help. What cannot be used is said inside, and what was typed stays."""

from __future__ import annotations

from typing import ClassVar, TypeVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Button, Static

from tictactoe.ui.terminal.words import HELP

NARROW = 60
"""With fewer columns, what stands side by side in a dialog goes one below the other."""

Result = TypeVar("Result")


class Dialog(ModalScreen[Result]):
    """In front of the game, which goes on behind it; Escape closes it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "close", show=False),
        Binding("ctrl+q,ctrl+c", "app.quit", show=False),
    ]
    AUTO_FOCUS = "Choice, Input, Button"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (NARROW, "-wide"), (80, "-roomy")]  # noqa: RUF012  as Textual declares it

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


class Help(Dialog[None]):
    """The keys and signs."""

    AUTO_FOCUS = "#dialog"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("question_mark,q,enter", "close", show=False)]

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="dialog") as box:
            box.border_title = "Help: arrows scroll, Esc closes"
            yield Static(HELP)
