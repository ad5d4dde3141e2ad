"""The full-screen game: forwards keys and clicks to the host, and shows what the host has."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import ClassVar

from textual import on
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Horizontal, VerticalScroll
from textual.filter import LineFilter, NoColor
from textual.widgets import Static

from tictactoe.match import Session
from tictactoe.match.host import Host
from tictactoe.match.saved import saved_games
from tictactoe.rules import BadInput
from tictactoe.ui.choices import sentence
from tictactoe.ui.reviewing import Reviewing
from tictactoe.ui.start import Start
from tictactoe.ui.system_theme import system_theme
from tictactoe.ui.terminal import words
from tictactoe.ui.terminal.board import BoardWidget
from tictactoe.ui.terminal.dialogs import Help
from tictactoe.ui.terminal.file_name import FileName
from tictactoe.ui.terminal.keys import Key, Keys
from tictactoe.ui.terminal.new_game import NewGame
from tictactoe.ui.terminal.review import LookBack
from tictactoe.ui.terminal.themes import IN_THE_DARK, own_variables, palette_themes, theme_names

POLLS = 1 / 30
NARROW = 66
"""With fewer columns, what is beside the board goes below it."""
REVIEW = Key("v", "Review", "app.review", spare=1)
"""At the end of a game, in the place of giving up."""
KEYS = (
    Key("arrows", "Move", spare=6),
    Key("Enter", "Play", "app.choose", spare=3),
    Key("u", "Undo", "app.undo", spare=1),
    Key("r", "Redo", "app.redo", spare=4),
    Key("h", "Hint", "app.hint", spare=1),
    Key("g", "Give up", "app.resign", spare=4),
    REVIEW,
    Key("n", "New", "app.again", spare=1),
    Key("o", "Options", "app.options", spare=2),
    Key("s", "Save", "app.save", spare=5),
    Key("l", "Load", "app.load", spare=5),
    Key("t", "Theme", "app.theme", spare=6),
    Key("?", "Help", "app.help"),
    Key("q", "Quit", "app.quit"),
)
PAUSE = "p"
WATCHED = {"Enter": (), "h": (), "g": (Key(PAUSE, "Pause", "app.pause", spare=1),)}
"""What takes the place of some keys in a game that people only watch."""


class GameApp(App[None]):
    """Plays the host's game; whoever made the host closes it."""

    CSS_PATH = "style.tcss"
    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (NARROW, "-wide")]  # noqa: RUF012  as Textual declares it
    VERTICAL_BREAKPOINTS = [(0, "-tiny"), (10, "-low"), (22, "-high")]  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding("question_mark" if key.key == "?" else key.key, key.action) for key in KEYS if len(key.key) == 1),
        Binding(PAUSE, "app.pause", show=False),
        Binding("space", "app.space", show=False),
        Binding("ctrl+q,ctrl+c", "app.quit", show=False),
        Binding("pageup", "app.scroll_list(-1)", show=False),
        Binding("pagedown", "app.scroll_list(1)", show=False),
    ]

    def __init__(self, host: Host, start: Start) -> None:
        super().__init__()
        self.host = host
        self.notice = ""
        """What could not be done, or has just been done; shown until the next key."""
        self._chosen = start.chosen
        self._last = start.last
        self._first_theme = start.theme or system_theme() or IN_THE_DARK
        for each in palette_themes():
            self.register_theme(each)
        self.board = BoardWidget(host.session)
        self.players = Static(id="players", markup=False)
        self.moves = Static(id="moves")
        self.moves_scroll = VerticalScroll(self.moves, id="moves-scroll", can_focus=False)
        self.values = Static(id="values")
        self.values_scroll = VerticalScroll(self.values, id="values-scroll", can_focus=False)
        self.status = Static(id="status", markup=False)
        self.keys = Keys(KEYS)

    def compose(self) -> ComposeResult:
        with Container(id="table"):
            yield self.board
            with Container(id="side"):
                yield self.players
                yield Horizontal(self.moves_scroll, self.values_scroll, id="lists")
        yield self.status
        yield self.keys

    def on_mount(self) -> None:
        self.theme = self._themes()[0]
        self.board.focus()
        self._show()
        self.set_interval(POLLS, self._poll)
        if not self._chosen:
            self._ask_for_game(keep_moves=True)

    def on_resize(self) -> None:
        self.call_after_refresh(self._show)

    @on(BoardWidget.Chosen)
    def _play(self, event: BoardWidget.Chosen) -> None:
        self._do(lambda: self.host.play(event.cell))

    @on(BoardWidget.Stepped)
    def _step(self) -> None:
        self._show()

    def action_choose(self) -> None:
        self.board.action_choose()

    def action_space(self) -> None:
        if self.host.can_pause:
            self.action_pause()
        else:
            self.action_choose()

    def action_pause(self) -> None:
        self._do(self.host.pause)

    def action_undo(self) -> None:
        self._do(self.host.undo)

    def action_redo(self) -> None:
        self._do(self.host.redo)

    def action_hint(self) -> None:
        self._do(self.host.hint)

    def action_resign(self) -> None:
        self._do(self.host.resign)

    def action_review(self) -> None:
        def look_back() -> None:
            self.push_screen(LookBack(Reviewing(self.host)))

        self._do(look_back)

    def action_again(self) -> None:
        self._do(self.host.again)

    def action_options(self) -> None:
        self._ask_for_game(keep_moves=False)

    def action_save(self) -> None:
        self.push_screen(FileName("Save the game", "Save", self.host.save, spare_existing=True), self._saved)

    def action_load(self) -> None:
        self._ask_for_file(lambda: None)

    def action_theme(self) -> None:
        themes = self._themes()
        self.theme = themes[(themes.index(self.theme) + 1) % len(themes)]
        self._do(lambda: None, "No colours: NO_COLOR is set." if self.no_color else f"Colours: {self.theme}.")

    def action_help(self) -> None:
        self.push_screen(Help())

    def action_scroll_list(self, by: int) -> None:
        shown = self.values_scroll if self.host.analysis else self.moves_scroll
        (shown.scroll_page_down if by > 0 else shown.scroll_page_up)(animate=False)

    def get_css_variables(self) -> dict[str, str]:
        variables = super().get_css_variables()
        return {**variables, **own_variables(self.current_theme, variables)}

    def get_line_filters(self) -> Sequence[LineFilter]:
        """With NO_COLOR, the terminal's own two colours: shades of grey would not be told apart where there are few."""
        return [NoColor()] if self.no_color else super().get_line_filters()

    def _themes(self) -> tuple[str, ...]:
        few = self.no_color or self.console.color_system in (None, "standard")
        return theme_names(few, self._first_theme)

    def _ask_for_game(self, keep_moves: bool) -> None:
        last = None if self._chosen else self._last
        self.push_screen(NewGame(self.host.session, self._ask_for_file, keep_moves, last), self._start)

    def _start(self, session: Session | None) -> None:
        offered, self._chosen = not self._chosen, True
        if session:
            self._do(lambda: self.host.start(session, forget=offered))

    def _ask_for_file(self, done: Callable[[], None]) -> None:
        """Let the person choose a saved game; if one was loaded, say so, and do what is to be done then."""

        def loaded(path: Path | None) -> None:
            if path:
                done()
                self._do(lambda: None, f"This is the game of {path}.")

        self.push_screen(FileName("Load a game", "Load", self._load, saved=saved_games(Path())), loaded)

    def _load(self, path: Path) -> None:
        self.host.load(path, forget=not self._chosen)

    def _saved(self, path: Path | None) -> None:
        if path:
            self._do(lambda: None, f"The game is in {path.resolve()}.")

    def _do(self, deed: Callable[[], None], notice: str = "") -> None:
        self.notice = notice
        try:
            deed()
        except BadInput as error:
            self.notice = sentence(error)
        self._show()

    def _poll(self) -> None:
        before = self.host.session
        if self.host.poll():
            if self.host.session != before:
                self.notice = ""
            self._show()

    def _show(self) -> None:
        host, session = self.host, self.host.session
        self.board.show(session, host.analysis or host.so_far)
        narrow = self.size.width < NARROW
        write = words.players_in_a_line if narrow else words.players
        _update(self.players, write(session, self.board.cursor))
        if _update(self.moves, words.moves(session)):
            self.moves_scroll.scroll_end(animate=False)
        if _update(self.values, words.values(session, host.analysis) if host.analysis else ""):
            self.values_scroll.scroll_home(animate=False)
        _update(self.status, words.how_it_stands(host, self.notice))
        self.keys.show(_keys(host))


def run(start: Start) -> Session:
    """Play until the person leaves; the session as it was then. If it is not chosen who plays, ask first."""
    host = Host(start.session, start.seconds, engine=start.engine)
    try:
        app = GameApp(host, start)
        app.run()
        if app.return_code:  # Textual has shown what went wrong
            raise SystemExit(app.return_code)
        return host.session
    finally:
        host.close()


def _keys(host: Host) -> list[Key]:
    """The keys that mean something now."""
    if host.session.outcome:
        return [key for key in KEYS if key.key not in ("g", "h")]
    if host.session.people:
        return [key for key in KEYS if key != REVIEW]
    found = [key for each in KEYS if each != REVIEW for key in WATCHED.get(each.key, (each,))]
    return [key._replace(label="Go on") if key.key == PAUSE and host.paused else key for key in found]


def _update(widget: Static, text: str) -> bool:
    """Whether the text is another one than before: only then is it laid out anew."""
    if str(widget.content) == text:
        return False
    widget.update(text)
    return True
