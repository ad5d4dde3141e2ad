"""One of several: a list in which the arrow keys or a click choose; what Enter and Space come to the dialog says."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widget import Widget


class Choice(Widget, can_focus=True):
    """One option is chosen, by its key; or none, if a key is chosen that is not among them."""

    ALLOW_SELECT = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "step(-1)", show=False),
        Binding("down", "step(1)", show=False),
        Binding("left", "app.focus_previous", show=False),
        Binding("right", "app.focus_next", show=False),
        Binding("enter", "confirm(False)", show=False),
        Binding("space", "confirm(True)", show=False),
    ]
    DEFAULT_CSS = "Choice { height: auto; width: 1fr; text-wrap: nowrap; text-overflow: ellipsis; }"

    class Changed(Message):
        """Another option was chosen by the person."""

        def __init__(self, choice: Choice) -> None:
            super().__init__()
            self.choice = choice

        @property
        def control(self) -> Choice:
            return self.choice

    class Confirmed(Message):
        """Enter was pressed, or Space."""

        def __init__(self, choice: Choice, by_space: bool) -> None:
            super().__init__()
            self.choice = choice
            self.by_space = by_space

        @property
        def control(self) -> Choice:
            return self.choice

    def __init__(self, title: str, options: Mapping[str, str], chosen: str, name: str) -> None:
        super().__init__(id=name)
        self._title = title
        self._options = dict(options)
        self._chosen = chosen
        self._refused: frozenset[str] = frozenset()

    @property
    def chosen(self) -> str:
        return self._chosen

    @property
    def line(self) -> int:
        """Where the chosen option is, counted from the title; 0 if there is none."""
        return 1 + list(self._options).index(self._chosen) if self._chosen in self._options else 0

    def show(self, chosen: str, refused: Collection[str] = ()) -> None:
        """Choose this for the person; what is refused is there to be read, and cannot be chosen."""
        if (chosen, refused) != (self._chosen, self._refused):
            self._chosen, self._refused = chosen, frozenset(refused)
            self.refresh()

    def choose(self, key: str) -> None:
        if key != self._chosen and key not in self._refused:
            self._chosen = key
            self.refresh()
            self.post_message(self.Changed(self))

    def render(self) -> Text:
        text = Text(self._title, "bold underline" if self.has_focus else "bold")
        for key, label in self._options.items():
            mark = "(•)" if key == self._chosen else "(–)" if key in self._refused else "( )"
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
        keys = [key for key in self._options if key not in self._refused]
        if keys:
            at = keys.index(self._chosen) + by if self._chosen in keys else 0
            self.choose(keys[at % len(keys)])

    def action_confirm(self, by_space: bool) -> None:
        self.post_message(self.Confirmed(self, by_space))
