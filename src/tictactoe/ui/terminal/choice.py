"""One of several: a list in which the arrow keys or a click choose, and Enter is left to the dialog."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widget import Widget


class Choice(Widget, can_focus=True):
    """Always has one option chosen, by its key."""

    ALLOW_SELECT = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "step(-1)", show=False),
        Binding("down", "step(1)", show=False),
        Binding("left", "app.focus_previous", show=False),
        Binding("right", "app.focus_next", show=False),
        Binding("enter,space", "confirm", show=False),
    ]
    DEFAULT_CSS = "Choice { height: auto; width: 1fr; }"

    class Changed(Message):
        """Another option was chosen."""

    class Confirmed(Message):
        """Enter was pressed."""

    def __init__(self, title: str, options: Mapping[str, str], chosen: str, name: str) -> None:
        super().__init__(id=name)
        self._title = title
        self._options = dict(options)
        self._chosen = chosen

    @property
    def chosen(self) -> str:
        return self._chosen

    def choose(self, key: str) -> None:
        if key != self._chosen:
            self._chosen = key
            self.refresh()
            self.post_message(self.Changed())

    def render(self) -> Text:
        text = Text(self._title, style="bold underline" if self.has_focus else "bold")
        for key, label in self._options.items():
            mark = "(•)" if key == self._chosen else "( )"
            pointer = ">" if self.has_focus and key == self._chosen else " "
            text.append(
                f"\n{pointer}{mark} {label}", "bold not underline" if pointer == ">" else "not bold not underline"
            )
        return text

    def on_click(self, event: events.Click) -> None:
        keys = list(self._options)
        if 1 <= event.y <= len(keys):
            self.choose(keys[event.y - 1])

    def action_step(self, by: int) -> None:
        keys = list(self._options)
        self.choose(keys[(keys.index(self._chosen) + by) % len(keys)])

    def action_confirm(self) -> None:
        self.post_message(self.Confirmed())
