"""Thinking in another process, so that whoever draws never waits: questions go in, answers and progress come out.

The process starts with the first question. One question at a time is of interest. A new one makes the old one void: the
search is told to stop, and if it does not listen within a moment (it may be compiling), its process is ended and
another takes over.
"""

from __future__ import annotations

import signal
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from time import monotonic
from typing import NamedTuple, TypeAlias

from tictactoe.match.levels import LEVELS, PERFECT, STRONG, Played, best_level, choice, require_level
from tictactoe.match.session import is_engine
from tictactoe.rules import BadInput, Game, Position
from tictactoe.search import Analysis, Budget, Progress, Solver, SolverMaker
from tictactoe.search.compiling import COMPILING as WHY_COMPILING
from tictactoe.search.compiling import when_compiling
from tictactoe.search.limits import AT_ONCE, require_solvable
from tictactoe.search.processes import ctrl_c_waits, get_ready_to_start

SECONDS, JUDGED_SECONDS = LEVELS[PERFECT].seconds, 3 * LEVELS[STRONG].seconds
"""How long to wait for a hint or a program on a hard board, and for a hint where next to nothing can be proven."""
GRACE = 1.0
"""How long a search that is no longer wanted may keep the next one waiting."""
A_MOMENT = 1.0
"""What takes no longer than this need not be announced."""
TELL_EVERY = 0.1
COMPILING = Progress(f"{WHY_COMPILING.capitalize()}.", 0, 0.0)


Errand: TypeAlias = Callable[..., object]
"""Something to be worked out beside a game, such as a review of it: called in the process that thinks, with a solver
of the game and with the budget by its name."""


class Request(NamedTuple):
    """What to think about: an errand, or else the move of a level, or, if none is named, the value of every move."""

    game: Game
    position: Position
    level: str | None = None
    seed: int = 0
    seconds: float | None = None
    """How long it may take; None: as long as the level usually takes, a program, or a hint."""
    errand: Errand | None = None

    @property
    def time(self) -> float:
        """How long it may take."""
        if self.seconds is not None:
            return self.seconds
        if self.level is None:
            return SECONDS if best_level(self.game).name == PERFECT else JUDGED_SECONDS
        return LEVELS[self.level].seconds if self.level in LEVELS else SECONDS

    @property
    def is_long(self) -> bool:
        """Whether a search or another program must answer it, so that it may take more than a moment."""
        if self.level and is_engine(self.level):
            return True
        level = LEVELS.get(self.level or PERFECT)
        is_searched = len(self.game.cells) > AT_ONCE and level is not None and level.plies is None
        return is_searched and self.time > A_MOMENT


class Refusal(NamedTuple):
    """Why there is no answer, as a sentence without its full stop."""

    reason: str


class Fetched(NamedTuple):
    """An errand has been run."""

    found: object


class SoFar(NamedTuple):
    """What is known of the moves while they are being worked out."""

    analysis: Analysis


Response: TypeAlias = Played | Analysis | Fetched | Refusal
News: TypeAlias = Progress | SoFar
Message: TypeAlias = tuple[int, Request] | None
"""What goes in: a question and its number, or that it is void."""
Said: TypeAlias = tuple[int, Response | News]
"""What comes out, with the number of the question that it is about."""


class Thinker:
    """Answers the latest question in the background. Nothing waits that is not asked to. Close it when done."""

    def __init__(self, make_solver: SolverMaker = Solver) -> None:
        """`make_solver` is called in the process that thinks."""
        self._make_solver = make_solver
        self.question: Request | None = None
        """What is being thought about."""
        self.progress: Progress | None = None
        """How far the thinking about the question has come; None if there is no question, or no news."""
        self.so_far: Analysis | None = None
        """What is known by now of the moves, if that is the question."""
        self._worker: _Worker | None = None
        self._number = 0
        self._void_since: float | None = None
        """Since when the process has been busy, as far as is known, with something that is no longer wanted."""

    @property
    def busy(self) -> bool:
        return self.question is not None

    def ask(self, question: Request) -> None:
        """Begin to think about this, instead of anything asked before."""
        self.cancel()
        self._worker = self._worker or _Worker(self._make_solver)
        self.question = question
        self._number += 1
        self._worker.send((self._number, question))

    def cancel(self) -> None:
        """Forget the question, if there is one."""
        if self.question is not None:
            self.question = self.progress = self.so_far = None
            self._void_since = self._void_since or monotonic()
            if self._worker:
                self._worker.send(None)

    def reply(self, seconds: float = 0.0) -> Response | None:
        """The answer to the question, once; None while there is none. Brings `progress` and `so_far` up to date.

        If there is a question, it waits so long at most for anything to be said about it.
        """
        if self._worker is None:
            return None
        try:
            while self._worker.pipe.poll(seconds if self.busy else 0.0):
                seconds = 0.0
                number, said = self._worker.receive()
                void = self._number - 1 if self.busy else self._number
                if number > void or (number == void and not isinstance(said, News)):
                    self._void_since = None  # it is at work on the question, or free for it
                if number <= void:
                    continue
                if isinstance(said, Progress):
                    self.progress = said
                elif isinstance(said, SoFar):
                    self.so_far = said.analysis
                else:
                    self.question = self.progress = self.so_far = None
                    return said
        except (EOFError, OSError):
            return self._died()
        if self.question is not None and self._void_since is not None and monotonic() - self._void_since > GRACE:
            self._begin_anew(self.question)
        return None

    def close(self) -> None:
        self.question = self.progress = self.so_far = self._void_since = None
        if self._worker:
            self._worker.end()
            self._worker = None

    def _begin_anew(self, question: Request) -> None:
        """End the process that is still busy with something else, and ask the question of a new one."""
        self.close()
        self.ask(question)

    def _died(self) -> Refusal | None:
        """The next question is for another process; without one, none is started, as it may fare no better."""
        asked = self.busy
        self.close()
        return Refusal("the search has ended before its time; it may have run out of memory") if asked else None


class _Worker:
    """The other process, and our end of the pipe to it."""

    def __init__(self, make_solver: SolverMaker) -> None:
        get_ready_to_start()
        context = get_context("spawn")  # a fork would take the window or the terminal with it
        with ctrl_c_waits():
            pipe, theirs = context.Pipe()
            self.pipe: Connection[Message, Said] = pipe
            self.process = context.Process(target=_work, args=(theirs, make_solver), daemon=True)
            self.process.start()
            theirs.close()

    def send(self, message: Message) -> None:
        with suppress(OSError):  # if it has gone, `receive` will notice
            self.pipe.send(message)

    def receive(self) -> Said:
        with ctrl_c_waits():  # half a message would make nonsense of the next
            return self.pipe.recv()

    def end(self) -> None:
        self.process.kill()
        self.process.join()
        self.pipe.close()


def _work(pipe: Connection[Said, Message], make_solver: SolverMaker) -> None:
    """The other process: answers what comes in until nobody is there any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the one in front
    solver: Solver | None = None
    while True:
        try:
            message = pipe.recv()
            if message is None:
                continue
            number, question = message
            if solver is None or solver.game != question.game:
                solver = make_solver(question.game)
            pipe.send((number, _answer(pipe, number, question, solver)))
        except (EOFError, OSError):
            return


def _answer(pipe: Connection[Said, Message], number: int, question: Request, solver: Solver) -> Response:
    told = monotonic()

    def watch(progress: Progress) -> None:
        nonlocal told
        if pipe.poll():  # whatever it says, it makes this question void
            budget.cancel()
        if monotonic() - told > TELL_EVERY:
            told = monotonic()
            pipe.send((number, progress))

    budget = Budget(question.time, watch=watch)
    try:
        with when_compiling(lambda: pipe.send((number, COMPILING))):
            return _found(question, solver, budget, lambda analysis: pipe.send((number, SoFar(analysis))))
    except BadInput as error:
        return Refusal(str(error))
    except MemoryError:
        return Refusal("there is not enough memory to think about this board")
    except (EOFError, BrokenPipeError):
        raise  # nobody is there any more
    except Exception as error:
        return Refusal(f"the search has failed: {error}")


def _found(
    question: Request, solver: Solver, budget: Budget, tell: Callable[[Analysis], None]
) -> Played | Analysis | Fetched:
    """What the question asks for; BadInput if this cannot be found here. `tell` hears what is known before the end."""
    if question.level and not question.errand:
        level = require_level(question.game, question.level)
        return choice(level, solver, question.position, question.seed, budget)
    require_solvable(question.game)
    if question.errand:
        return Fetched(question.errand(solver, budget=budget))
    for analysis in solver.analyses(question.position, budget):
        if any(answer.value is None for answer in analysis.moves.values()):
            tell(analysis)
    return analysis
