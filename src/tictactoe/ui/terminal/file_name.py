"""The dialog that asks for a file: under which name to save, or which saved game to load."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from time import localtime, strftime

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.geometry import Region
from textual.widgets import Button, Input, Static

from tictactoe.match.record import path_of, would_replace
from tictactoe.match.saved import SavedGame
from tictactoe.rules import BadInput, quote
from tictactoe.ui.choices import SAVE_AS, sentence, summary
from tictactoe.ui.terminal.choice import Choice
from tictactoe.ui.terminal.dialogs import Dialog

LONGEST_NAME = 16
"""Of a file, in the list: what is longer is cut, and the field below has all of it."""


class FileName(Dialog[Path]):
    """Asks for a file and does something with it; stays open until that succeeds. Its result is the file."""

    def __init__(
        self,
        title: str,
        verb: str,
        do: Callable[[Path], None],
        spare_existing: bool = False,
        saved: tuple[SavedGame, ...] = (),
    ) -> None:
        """`spare_existing`: ask once more before a file that is there is given to `do`; `saved` can be chosen from."""
        super().__init__()
        self._title = title
        self._verb = verb
        self._do = do
        self._spare = spare_existing
        self._saved = {str(each.path): _line(each) for each in saved}
        self._warned: Path | None = None

    def compose(self) -> ComposeResult:
        first = next(iter(self._saved), "")
        with VerticalScroll(id="dialog") as box:
            box.border_title = self._title
            box.can_focus = False
            if self._saved:
                with VerticalScroll(id="saved-scroll", can_focus=False):
                    yield Choice("Saved here, the latest first", self._saved, first, "saved")
            yield Static("Or the name of a file:" if self._saved else "Name of the file:", classes="prompt")
            yield Input(first or SAVE_AS, id="typed", select_on_focus=False)
            yield Static(id="complaint", markup=False)
            with Horizontal(classes="buttons"):
                yield Button(f"{self._verb} (Enter)", id="start", variant="primary", compact=True)
                yield Button("Cancel (Esc)", id="cancel", compact=True)

    def on_key(self, event: events.Key) -> None:
        """What is typed while the list has the keyboard is the beginning of a name."""
        if isinstance(self.focused, Choice) and event.is_printable and event.character and event.character != " ":
            typed = self.query_one(Input)
            typed.value = event.character
            typed.cursor_position = len(typed.value)
            typed.focus()
            event.stop()
            event.prevent_default()

    @on(Choice.Changed)
    def _choose(self, event: Choice.Changed) -> None:
        self.complain("")
        with self.prevent(Input.Changed):
            self.query_one(Input).value = event.choice.chosen
        room = self.query_one("#saved-scroll", VerticalScroll)
        room.scroll_to_region(Region(0, event.choice.line, 1, 1), animate=False)

    @on(Input.Changed)
    def _type(self, event: Input.Changed) -> None:
        self.complain("")
        for choice in self.query(Choice):
            choice.show(event.value)

    @on(Choice.Confirmed)
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


def _line(game: SavedGame) -> str:
    """A saved game in a line: its file, what is in it and the day when it was saved."""
    name = game.path.name
    short = name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"
    return f"{short:<{LONGEST_NAME}} {summary(game.session)}, {strftime('%d %b', localtime(game.when))}"
