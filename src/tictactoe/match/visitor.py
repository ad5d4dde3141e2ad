"""An engine at the table: asked for moves in the way the thinker is, so that a host need not know which it asks."""

from __future__ import annotations

from tictactoe.match.engines import Engine, EngineFailed
from tictactoe.match.levels import Played
from tictactoe.match.thinking import Refusal, Request, Response
from tictactoe.search import Analysis, Progress


class Visitor:
    """Answers the latest question by asking another program. Nothing waits that is not asked to. Close it when done."""

    def __init__(self, command: str) -> None:
        """Nothing is started before the first question."""
        self._engine = Engine(command)
        self._refusal: Refusal | None = None
        self.question: Request | None = None
        """What is being thought about."""
        self.progress: Progress | None = None
        self.so_far: Analysis | None = None
        """No engine says anything of these two."""

    @property
    def busy(self) -> bool:
        return self.question is not None

    def ask(self, question: Request) -> None:
        """Ask for a move at this position, instead of anything asked before."""
        self.cancel()
        self.question = question
        try:
            self._engine.ask(question.game, question.position, question.time)
        except EngineFailed as error:
            self._refusal = Refusal(str(error))

    def cancel(self) -> None:
        self.question = self._refusal = None
        self._engine.cancel()

    def reply(self, seconds: float = 0.0) -> Response | None:
        """The answer to the question, once; None while there is none. It waits so long at most for one."""
        if self.question is None:
            return None
        answer: Response | None = self._refusal
        try:
            if answer is None and (found := self._engine.poll(seconds)):
                answer = Played(found.cell)
        except EngineFailed as error:
            answer = Refusal(str(error))
        if answer is not None:
            self.question = self._refusal = None
        return answer

    def close(self) -> None:
        self.question = self._refusal = None
        self._engine.close()
