"""Other programs that play, by the Gomocup protocol: each is a process of its own, asked for a move over its pipes.

Whatever such a program does, it comes to one of two things: a legal move within its time, or EngineFailed and a
sentence. Nothing waits that is not told to, and nothing is left of a program that has failed or is closed.
"""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
from collections.abc import Generator
from contextlib import suppress
from itertools import chain, zip_longest
from threading import Thread
from time import monotonic
from typing import IO, NamedTuple, TypeAlias

from tictactoe.match.lines import CHUNK, LONGEST_LINE, Lines
from tictactoe.match.points import format_point, parse_point
from tictactoe.rules import BadInput, Cell, Game, Position, cells_of, quote
from tictactoe.search.processes import ctrl_c_waits

START_SECONDS = 60.0
"""How long a program may be silent while it gets ready."""
GRACE = 1.0
"""Seconds after its time at which a program that has not answered is ended."""
END_SECONDS = 0.5
"""How long a program has to end by itself."""
A_WHILE = 60.0
MOST_LINES = 10_000
"""So many lines may come before an answer."""
UNLIMITED = 2_147_483_647
"""How the protocol writes that the time for a whole game is not limited."""


class EngineFailed(BadInput):
    """The program cannot be played with: the sentence names it and says what it did."""


class TimedMove(NamedTuple):
    """A legal move, how many seconds it took, and what there was to say of it."""

    cell: Cell
    seconds: float
    words: str = ""


Talk: TypeAlias = Generator[float, str, TimedMove | None]
"""A part of a conversation: it yields the time until which it waits for a line, and is sent that line.

What comes of it is a move, if one was asked for.
"""


class Engine:
    """A program that is asked for moves. It is started when first asked, and again when it has failed. Close it."""

    def __init__(self, command: str, start_seconds: float = START_SECONDS, grace: float = GRACE) -> None:
        self.command = command
        self._start_seconds = start_seconds
        self._grace = grace
        self._program: _Program | None = None
        self._game: Game | None = None
        """What it was started for; None if it has not answered to that."""
        self._known: Position | None = None
        """The board that it has before it, after its own move; None if that is not known."""
        self._talk: Talk | None = None
        self._until = 0.0

    @property
    def is_asked(self) -> bool:
        return self._talk is not None

    @property
    def process(self) -> int | None:
        """The number of the process, if it has been started."""
        return self._program.process if self._program else None

    def ask(self, game: Game, position: Position, seconds: float) -> None:
        """Ask for a move at a position that has not ended; `poll` has the answer. What was asked before is void."""
        self.cancel()
        self._talk = self._ask(game, position, seconds)
        self._step(None)

    def poll(self, seconds: float = 0.0) -> TimedMove | None:
        """The answer, once; None if there is none within so long. EngineFailed if there will be none."""
        end = monotonic() + seconds
        while self._talk is not None and self._program is not None:
            try:
                line = self._program.lines.next(max(0.0, min(end, self._until) - monotonic()))
            except EOFError:
                raise self._fail(self._program.ended()) from None
            if line is None and monotonic() < self._until:
                return None
            if answer := self._step(line):
                return answer
        return None

    def get_ready(self, game: Game, seconds: float) -> None:
        """Wait until it has an empty board of this game before it. EngineFailed if that cannot be had."""
        self.cancel()
        self._talk = self._clear(game, seconds)
        self._step(None)
        while self.is_asked:
            self.poll(A_WHILE)

    def move(self, game: Game, position: Position, seconds: float) -> TimedMove:
        """Ask, and wait for the answer."""
        self.ask(game, position, seconds)
        while True:
            if answer := self.poll(A_WHILE):
                return answer

    def cancel(self) -> None:
        """Want no answer any more. A program that is thinking cannot be told so: it is ended."""
        if self._talk is not None:
            self.close(patience=0.0)

    def close(self, patience: float = END_SECONDS) -> None:
        """Tell the program to end, and end it if it does not."""
        program, self._program = self._program, None
        self._game = self._known = self._talk = None
        if program:
            program.close(patience)

    def _step(self, line: str | None) -> TimedMove | None:
        """Go on with the talk, with this line; None: none has come in time, or it has just begun."""
        if self._talk is None:
            return None
        try:
            self._until = next(self._talk) if line is None else self._talk.send(line)
        except StopIteration as done:
            self._talk = None
            answer: TimedMove | None = done.value
            return answer
        except BadInput as error:
            raise self._fail(str(error)) from None
        return None

    def _fail(self, what: str) -> EngineFailed:
        """The program is ended; the next question starts it anew."""
        self.close(patience=0.0)
        return EngineFailed(f"the engine {quote(self.command)} {what}")

    def _ask(self, game: Game, position: Position, seconds: float) -> Talk:
        if self._game != game or self._known is None or _last_move(self._known, position) is None:
            yield from self._clear(game, seconds)
        self._told_program().tell(f"INFO timeout_turn {_milliseconds(seconds)}", f"INFO time_left {UNLIMITED}")
        question = self._question(game, position)
        began = monotonic()
        self._known = None
        self._told_program().tell(*question)
        words, asked = "", question[0]
        for _ in range(MOST_LINES):
            line = yield from self._hear(began + seconds + self._grace, asked, f"within {seconds:g} s")
            word, _, rest = line.partition(" ")
            if word.upper() in ("MESSAGE", "DEBUG"):
                words = rest if word.upper() == "MESSAGE" else words
            elif word.upper() == "SUGGEST":
                suggested = _legal(game, position, rest, asked)
                self._told_program().tell(f"PLAY {format_point(game, suggested)}")
            else:
                cell = _legal(game, position, line, asked)
                self._known = position.play(cell)
                return TimedMove(cell, self._told_program().lines.read_at - began, words)
        raise BadInput(f"has said {MOST_LINES:,} lines and no move in answer to {asked}")

    def _clear(self, game: Game, seconds: float) -> Generator[float, str, None]:
        """See that it has an empty board of this game before it."""
        if self._program is None:
            self._program = _Program(self.command)
        if self._game != game:
            yield from self._start(game, seconds)
        elif self._known != Position():
            yield from self._restart(game, seconds)

    def _start(self, game: Game, seconds: float) -> Generator[float, str, None]:
        """Begin with this board."""
        square = game.rows == game.cols
        yield from self._order(f"START {game.rows}" if square else f"RECTSTART {game.cols},{game.rows}")
        self._game = game
        self._known = Position()
        self._told_program().tell(
            f"INFO timeout_turn {_milliseconds(seconds)}",
            "INFO timeout_match 0",
            "INFO max_memory 0",
            "INFO game_type 1",
            "INFO rule 0",
        )

    def _restart(self, game: Game, seconds: float) -> Generator[float, str, None]:
        """Begin anew with an empty board; a program that cannot is started once more, as the protocol has it."""
        refused = yield from self._order("RESTART", may_refuse=True)
        if refused:
            self._told_program().close(END_SECONDS)
            self._program = _Program(self.command)
            yield from self._start(game, seconds)
        self._known = Position()

    def _order(self, command: str, may_refuse: bool = False) -> Generator[float, str, bool]:
        """Have it do what is answered with OK; whether it does not know how to, if that may be."""
        self._told_program().tell(command)
        for _ in range(MOST_LINES):
            line = yield from self._hear(
                monotonic() + self._start_seconds, command, f"within {self._start_seconds:g} s"
            )
            word = line.split()[0].upper()
            if word == "OK":
                return False
            if word == "UNKNOWN" and may_refuse:
                return True
            if word not in ("MESSAGE", "DEBUG"):
                raise BadInput(f"has answered {quote(line)} to {command}, where OK should be")
        raise BadInput(f"has said {MOST_LINES:,} lines and no OK in answer to {command}")

    def _hear(self, until: float, asked: str, limit: str) -> Generator[float, str, str]:
        """The next line. Nothing in time is None, which is what `next` sends into a generator.

        What counts is when it came, not when somebody had the time to look at it.
        """
        line: str | None = yield until
        if line is None or self._told_program().lines.read_at > until:
            raise BadInput(f"has not answered {asked} {limit}")
        return line

    def _question(self, game: Game, position: Position) -> list[str]:
        """What to send for a move at this position to a program that has the board before it which is known."""
        if self._known == position == Position():
            return ["BEGIN"]
        last = None if self._known is None else _last_move(self._known, position)
        if last is not None:
            return [f"TURN {format_point(game, last)}"]
        mine = [f"{format_point(game, cell)},1" for cell in cells_of(position.mine)]
        theirs = [f"{format_point(game, cell)},2" for cell in cells_of(position.theirs)]
        first, second = (mine, theirs) if len(mine) >= len(theirs) else (theirs, mine)
        in_turn = chain.from_iterable(zip_longest(first, second))  # some take the order for that of the moves
        return ["BOARD", *filter(None, in_turn), "DONE"]

    def _told_program(self) -> _Program:
        if self._program is None:
            raise BadInput("has been closed")
        return self._program


class _Program:
    """The process and its pipes."""

    def __init__(self, command: str) -> None:
        """BadInput, to be said of the engine, if there is no such program."""
        try:
            words: str | list[str] = command if os.name == "nt" else shlex.split(command)
        except ValueError:
            raise BadInput("cannot be started: a quotation mark in it is not closed") from None
        if not words:
            raise BadInput("cannot be started: the command is empty")
        pipe = subprocess.PIPE
        try:
            with ctrl_c_waits():  # in a session of its own, all that it starts can be ended with it
                self._process = subprocess.Popen(  # noqa: S603  what a person has asked for
                    words, stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0, start_new_session=True
                )
        except FileNotFoundError:
            raise BadInput("cannot be started: there is no such program") from None
        except (OSError, ValueError) as error:
            raise BadInput(f"cannot be started: {getattr(error, 'strerror', None) or error}") from None
        self._input, output, errors = self._process.stdin, self._process.stdout, self._process.stderr
        with suppress(AttributeError, OSError):  # some systems cannot; there, whoever does not read is waited for
            os.set_blocking(self._input.fileno(), False)  # type: ignore[union-attr]
        self.lines = Lines(_taken(output))
        self._errors = _LastWords(_taken(errors))

    @property
    def process(self) -> int:
        return self._process.pid

    def tell(self, *lines: str) -> None:
        data = "".join(f"{line}\r\n" for line in lines).encode("ascii")
        try:
            if self._input is None or self._input.write(data) != len(data):
                raise BadInput(f"does not read what it is told: {lines[0]}")
        except OSError:  # it has gone, or has closed its ears: that no answer comes will say which
            return

    def ended(self) -> str:
        """Why nothing more comes from it."""
        try:
            code = self._process.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            return "has closed its output"
        last = self._errors.text(END_SECONDS)
        how = f"was ended by signal {-code}" if code < 0 else f"has ended with exit code {code}"
        return f"{how} and without an answer" + (f"; it said {quote(last)}" if last else "")

    def close(self, patience: float) -> None:
        """End it, and all that it has started; if there is patience, it is told to end and may do so by itself."""
        try:
            if patience:
                with suppress(BadInput):
                    self.tell("END")
                with suppress(subprocess.TimeoutExpired):
                    self._process.wait(patience)
        finally:
            self._kill()
            self.lines.close()

    def _kill(self) -> None:
        if hasattr(os, "killpg"):
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()
        self._process.wait()
        if self._input:
            with suppress(OSError):
                self._input.close()


class _LastWords:
    """The end of what a program writes where errors go: it says more than an exit code."""

    def __init__(self, pipe: int) -> None:
        self._end = b""
        self._reader = Thread(target=self._read, args=(pipe,), daemon=True)
        self._reader.start()

    def text(self, seconds: float) -> str:
        """The last line, once the program has ended; it waits so long at most for the rest to be read."""
        self._reader.join(seconds)
        lines = self._end.decode("utf-8", "replace").split("\n")
        return next((line.strip() for line in reversed(lines) if line.strip()), "")

    def _read(self, pipe: int) -> None:
        with suppress(OSError):
            while data := os.read(pipe, CHUNK):
                self._end = (self._end + data)[-LONGEST_LINE:]
        with suppress(OSError):
            os.close(pipe)


def _taken(stream: IO[bytes] | None) -> int:
    """The pipe of a stream, for a thread to read and to close."""
    if stream is None:
        raise ValueError("a pipe was asked for")
    with stream:
        return os.dup(stream.fileno())


def _milliseconds(seconds: float) -> int:
    return min(UNLIMITED, int(seconds * 1000)) if seconds < UNLIMITED else UNLIMITED


def _last_move(before: Position, after: Position) -> Cell | None:
    """The one move that leads from a position to another."""
    new = after.taken & ~before.taken
    if new.bit_count() != 1:
        return None
    cell = new.bit_length() - 1
    return cell if before.play(cell) == after else None


def _legal(game: Game, position: Position, line: str, asked: str) -> Cell:
    """The move in an answer; BadInput, to be said of the engine, if there is none that may be made."""
    try:
        cell = parse_point(game, line)
    except BadInput:
        raise BadInput(f"has answered {quote(line)} to {asked}, where a cell of the board should be") from None
    if position.taken >> cell & 1:
        raise BadInput(f"has answered {quote(line)} to {asked}, and that cell is taken")
    return cell
