"""Looking back at a game in the terminal: the position before each mistake, and the better move asked for."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, VerticalScroll
from textual.screen import Screen
from textual.widgets import Static

from tictactoe.rules import BadInput
from tictactoe.ui.choices import sentence
from tictactoe.ui.reviewing import Reviewing
from tictactoe.ui.terminal import words
from tictactoe.ui.terminal.board import BoardWidget
from tictactoe.ui.terminal.keys import Key, Keys

POLLS = 1 / 30
MOVE, TRY = Key("arrows", "Move", spare=3), Key("Enter", "Try", "screen.choose", spare=2)
TELL = Key("t", "Tell me", "screen.tell")
EARLIER, NEXT = Key("b", "Earlier", "screen.step(-1)", spare=1), Key("n", "Next", "screen.step(1)")
BACK = Key("Esc", "Back", "screen.close")


class LookBack(Screen[None]):
    """Each mistake of the game as a question; the game itself stays as it is."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,v,u", "close", show=False),
        Binding("t", "tell", show=False),
        Binding("n,pagedown", "step(1)", show=False),
        Binding("b,pageup", "step(-1)", show=False),
        Binding("space", "choose", show=False),
    ]

    def __init__(self, reviewing: Reviewing) -> None:
        super().__init__()
        self.reviewing = reviewing
        self.board = BoardWidget(reviewing.session)
        self.rows = Static(id="rows")
        self.rows_scroll = VerticalScroll(self.rows, id="rows-scroll", can_focus=False)
        self.status = Static(id="lesson", markup=False)
        self.keys = Keys([BACK])
        self._refusal = ""

    def compose(self) -> ComposeResult:
        with Container(id="table"):
            yield self.board
            with Container(id="side"):
                yield self.rows_scroll
        yield self.status
        yield self.keys

    def on_mount(self) -> None:
        self.board.focus()
        self._show()
        self.set_interval(POLLS, self._poll)

    @on(BoardWidget.Chosen)
    def _try(self, event: BoardWidget.Chosen) -> None:
        event.stop()
        self._do(lambda: self.reviewing.play(event.cell))

    @on(BoardWidget.Stepped)
    def _step(self, event: BoardWidget.Stepped) -> None:
        event.stop()

    def action_choose(self) -> None:
        self.board.action_choose()

    def action_tell(self) -> None:
        self._do(self.reviewing.tell)

    def action_step(self, by: int) -> None:
        self._do(lambda: self.reviewing.step(by))

    def action_close(self) -> None:
        self.reviewing.close()
        self.dismiss()

    def _do(self, deed: Callable[[], None]) -> None:
        self._refusal = ""
        try:
            deed()
        except BadInput as error:
            self._refusal = sentence(error)
        self._show()

    def _poll(self) -> None:
        if self.reviewing.poll() or self.reviewing.problem:
            self._show()

    def _show(self) -> None:
        reviewing = self.reviewing
        self.board.show(reviewing.session, reviewing.analysis)
        self.rows.update(words.review_rows(reviewing.rows()))
        asked = next((number for number, (is_asked, _) in enumerate(reviewing.rows(), 1) if is_asked), 0)
        self.rows_scroll.scroll_to(y=asked - self.rows_scroll.size.height // 2, animate=False)
        self.status.update(f"{self._refusal} {reviewing.text}".lstrip())
        keys = [MOVE, TRY, TELL] if reviewing.can_try else []
        more = [EARLIER, NEXT] if len(reviewing.lessons) > 1 else []
        self.keys.show([*keys, *more, BACK])
