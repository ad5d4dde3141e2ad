"""Thinking in another process, so that whoever draws never waits: questions go in, answers and progress come out.

One question at a time is of interest. A new one makes the old one void: the search is told to stop, and if it does not
listen within a moment (it may be compiling), its process is ended and another takes over.
"""

from __future__ import annotations

import signal
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from time import monotonic
from typing import Any, NamedTuple, TypeAlias

from tictactoe.match.levels import player, require_level
from tictactoe.rules import BadInput, Cell, Game, Position
from tictactoe.search import Analysis, Effort, Progress, Solver
from tictactoe.search.compiled import AT_ONCE, look_for_compiled, require_solvable

SECONDS = 10.0
"""How long a person is kept waiting for a move or a hint on a hard board."""
GRACE = 1.0
"""How long a search that is no longer wanted may keep the next one waiting."""
TELL_EVERY = 0.1


class Question(NamedTuple):
    """What to think about: the move of a level, or, if none is named, the value of every move."""

    game: Game
    position: Position
    level: str | None = None
    seed: int = 0
    seconds: float = SECONDS


class Refusal(NamedTuple):
    """Why there is no answer, as a sentence without its full stop."""

    reason: str


Reply: TypeAlias = Cell | Analysis | Refusal


class Thinker:
    """Answers the latest question in the background. No method waits. Close it when done."""

    def __init__(self) -> None:
        self.progress: Progress | None = None
        """How far the thinking about the question has come; None if there is no question, or no news."""
        self._question: Question | None = None
        self._number = 0
        self._void_since: float | None = None
        """Since when the process has been busy, as far as is known, with something that is no longer wanted."""
        self._start()

    @property
    def busy(self) -> bool:
        return self._question is not None

    def ask(self, question: Question) -> None:
        """Begin to think about this, instead of anything asked before."""
        self.cancel()
        if self._pipe.closed:
            self._start()
        self._question = question
        self._number += 1
        self._send((self._number, question))

    def cancel(self) -> None:
        """Forget the question, if there is one."""
        if self._question is not None:
            self._question = self.progress = None
            self._void_since = self._void_since or monotonic()
            self._send(None)

    def reply(self) -> Reply | None:
        """The answer to the question, once; None while there is none. Brings `progress` up to date."""
        if self._pipe.closed:
            return None
        try:
            while self._pipe.poll():
                number, said = self._pipe.recv()
                void = self._number - 1 if self.busy else self._number
                if number > void or (number == void and not isinstance(said, Progress)):
                    self._void_since = None  # it is at work on the question, or free for it
                if number <= void:
                    continue
                if isinstance(said, Progress):
                    self.progress = said
                else:
                    self._question = self.progress = None
                    return said  # type: ignore[no-any-return]
        except (EOFError, OSError):
            return self._died()
        if self._question is not None and self._void_since is not None and monotonic() - self._void_since > GRACE:
            self._begin_anew()
        return None

    def close(self) -> None:
        self._question = self.progress = self._void_since = None
        self._process.kill()
        self._process.join()
        self._pipe.close()

    def _start(self) -> None:
        context = get_context("spawn")  # a fork would take the window or the terminal with it
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_work, args=(theirs,), daemon=True)
        self._process.start()
        theirs.close()

    def _begin_anew(self) -> None:
        """End the process that is still busy with something else, and ask the question of a new one."""
        question = self._question
        self.close()
        self._start()
        if question is not None:
            self.ask(question)

    def _died(self) -> Refusal | None:
        """The next question is for another process; without one, none is started, as it may fare no better."""
        asked = self.busy
        self.close()
        return Refusal("the search has ended before its time; it may have run out of memory") if asked else None

    def _send(self, message: tuple[int, Question] | None) -> None:
        with suppress(OSError):  # if it has gone, `reply` will notice
            self._pipe.send(message)


def _work(pipe: Connection[Any, Any]) -> None:
    """The other process: answers what comes in until nobody is there any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the one in front
    solver = Solver(Game(3, 3, 3))
    while True:
        try:
            message: tuple[int, Question] | None = pipe.recv()
            if message is None:
                continue
            number, question = message
            if solver.game != question.game:
                solver = Solver(question.game)
            pipe.send((number, _answer(pipe, number, question, solver)))
        except (EOFError, OSError):
            return


def _answer(pipe: Connection[Any, Any], number: int, question: Question, solver: Solver) -> Reply:
    told = monotonic()

    def watch(progress: Progress) -> None:
        nonlocal told
        if pipe.poll():  # whatever it says, it makes this question void
            effort.cancel()
        if monotonic() - told > TELL_EVERY:
            told = monotonic()
            pipe.send((number, progress))

    effort = Effort(question.seconds, watch=watch)
    try:
        level = question.level and require_level(question.game, question.level)
        if not level:
            require_solvable(question.game)
        if len(question.game.cells) > AT_ONCE and (not level or level.plies is None) and not look_for_compiled():
            pipe.send((number, Progress("Compiling the search, once; this takes about 20 seconds.", 0, 0.0)))
        if level:
            return player(level, solver, question.seed, lambda: effort)(question.position)
        return solver.analyze(question.position, effort)
    except BadInput as error:
        return Refusal(str(error))
    except MemoryError:
        return Refusal("there is not enough memory to think about this board")
    except (EOFError, BrokenPipeError):
        raise  # nobody is there any more
    except Exception as error:
        return Refusal(f"the search has failed: {error}")
