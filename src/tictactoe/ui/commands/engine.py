"""Play five in a row for another program, by the Gomocup protocol on standard input and output.

Type START 15, then BEGIN or TURN 7,7 (column,row from 0); ABOUT, TAKEBACK 7,7, RESTART; END leaves.
"""

from __future__ import annotations

import gc
import os
import re
import select
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic

import click

from tictactoe.adapters.gomocup import FIVE, Conversation, hear
from tictactoe.match.choosing import ChosenMove, get_ready, memory_to_think, think
from tictactoe.match.lines import Lines
from tictactoe.match.record import LARGEST_SEED
from tictactoe.rules import BadInput, Game, Position
from tictactoe.rules.game import LARGEST_SIDE
from tictactoe.ui.arguments import WholeNumber
from tictactoe.ui.one_line import OneLineCommand

WELCOME = "MESSAGE This is the Gomocup protocol. Type START 15, then BEGIN or TURN 7,7 (column,row from 0); END leaves."
STANDARD_INPUT = 0


@click.command("engine", cls=OneLineCommand, help=__doc__)
@click.option(
    "--k", type=WholeNumber(3, LARGEST_SIDE), default=FIVE, show_default=True, help="How many in a row win, or more."
)
@click.option("--seed", type=WholeNumber(0, LARGEST_SEED), default=0, show_default=True, help="Throw other dice.")
def command(k: int, seed: int) -> None:
    if not (sys.stdin and sys.stdout):
        raise BadInput("the engine is spoken to on standard input and answers on standard output, and one is closed")
    door = _Door(seed)
    if sys.stdin.isatty():
        door.say(WELCOME)
    lines = Lines(STANDARD_INPUT, door.overhear, closes=False)
    conversation = Conversation(k)
    with suppress(EOFError):
        while not conversation.is_over:
            if line := lines.next():
                conversation = door.answer(conversation, line, lines.read_at)


class _Door:
    """The way out, and the one who thinks: what the conversation needs and does not know."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._is_at_work = self._is_left = False
        self._began = self._answered = 0.0
        """When the time for the line that is being answered began, and when the last answer was given."""

    def answer(self, before: Conversation, line: str, read_at: float) -> Conversation:
        """What the conversation is after this line, which is answered. What goes wrong in a search is an answer too.

        Its time has been running since it was read, unless it was sent before the last one was answered.
        """
        self._began = max(read_at, self._answered)
        try:
            after, answer = hear(before, line, self)
        except MemoryError:
            after, answer = before, ("ERROR there is not enough memory to think about this board",)
        except Exception as error:  # a manager is told, whatever it is: it waits for an answer
            after, answer = before, (f"ERROR the search has failed: {' '.join(str(error).split())}",)
        self.say(*answer)
        self._answered = monotonic()
        return after

    def say(self, *lines: str) -> None:
        """Plain ASCII: nobody knows which letters a manager can show."""
        if lines:
            text = "".join(f"{line}\n" for line in lines).replace("…", "...")
            sys.stdout.buffer.write(text.encode("ascii", "replace"))
            sys.stdout.buffer.flush()

    def get_ready(self, game: Game) -> None:
        with self._at_work():
            get_ready(game, lambda sentence: self.say(f"MESSAGE {sentence}"))
        gc.freeze()  # to look through all that is loaded takes longer than the shortest of times for a move

    def think(self, game: Game, position: Position, seconds: float) -> ChosenMove:
        with self._at_work():
            return think(game, position, max(0.0, seconds - (monotonic() - self._began)), self._seed)

    def memory(self) -> int:
        return _memory_taken() + memory_to_think()

    def overhear(self, line: str | None) -> None:
        """Told beside the thinking of a line that comes when no other waits, and of the end; what ends it does at once.

        END does, and a manager that is gone; the end of the input alone does not, as whoever has sent it may still
        read. An END that was sent together with what comes before it takes its turn.
        """
        self._is_left = line is None and _is_gone(sys.stdout.fileno())
        if self._is_at_work and (self._is_left or (line or "").upper() == "END"):
            os._exit(0)

    @contextmanager
    def _at_work(self) -> Iterator[None]:
        self._is_at_work = True
        if self._is_left:
            os._exit(0)
        try:
            yield
        finally:
            self._is_at_work = False


def _is_gone(output: int) -> bool:
    """Whether nobody reads this any more; where that cannot be asked, somebody does."""
    if not hasattr(select, "poll"):
        return False
    poll = select.poll()
    poll.register(output, 0)
    return any(events & (select.POLLERR | select.POLLHUP) for _, events in poll.poll(0))


def _memory_taken() -> int:
    """How many bytes this process has in memory, or has had at most where only that is said; 0 where nothing is."""
    with suppress(OSError):
        found = re.search(r"^VmRSS:\s+(\d+) kB", Path("/proc/self/status").read_text(encoding="ascii"), re.MULTILINE)
        return int(found[1]) * 1024 if found else 0
    with suppress(ImportError):  # Windows has none
        import resource

        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    return 0
