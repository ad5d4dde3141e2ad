"""Asking the compiled search: can one side complete a line, with the other to stop it?"""

from __future__ import annotations

from functools import cache, partial
from threading import Lock
from typing import Any, NamedTuple

import numpy as np

from tictactoe.rules import Cell, Cells, Game, Mark, Position
from tictactoe.search.answer import Variant
from tictactoe.search.kernels.dfpn import NEAR, NO_PLY, Team, search
from tictactoe.search.kernels.hashtable import restore
from tictactoe.search.kernels.lines import ATTACKER, DEFENDER, NO_CELL, set_up
from tictactoe.search.kernels.pairing import Room
from tictactoe.search.kernels.pairs import NO_JOKER, find_pairs
from tictactoe.search.kernels.static import (
    ALL_RULES,
    AWAY,
    BY_LINES,
    BY_PAIRS,
    BY_POTENTIAL,
    BY_SEARCH,
    BY_THREATS,
    EVALUATED,
    FADING_BEFORE_SEARCH,
    NOWHERE,
    PAUSED,
    REASON,
    STEPS_BEFORE_SEARCH,
)
from tictactoe.search.kernels.static import REAL as REAL_GAME
from tictactoe.search.limits import DEFAULT_MEMORY
from tictactoe.search.proof.arrays import frames_for, from_words, geometry, new_table, put_words, room_for, words_of
from tictactoe.search.proof.rows import by_weight
from tictactoe.search.proof.together import run_together

REASONS = {
    BY_LINES: "lines",
    BY_POTENTIAL: "potential",
    BY_PAIRS: "pairing",
    BY_SEARCH: "search",
    BY_THREATS: "threats",
}


class Finding(NamedTuple):
    """What a search found: True, the attacker wins; False, the defender holds; None, not known yet."""

    wins: bool | None
    zone: Cells
    """The cells that the result relies on."""
    evaluated: int
    reason: str


class _Thread:
    """What one thread of a search has for itself."""

    def __init__(self, game: Game, seed: int, news: int) -> None:
        self.frames = frames_for(game)
        self.room = room_for(game, seed, news)
        self.zone = np.zeros(words_of(game), np.uint64)


class Prover:
    """Answers one question about one game: can `attacker` complete a line? It remembers what it has learned.

    In the weak game the defender's lines do not count, so a hold there is a hold in the real game too. A table can be
    shared by provers of the same game and rules: what is known of the attacker does not depend on who that is.
    """

    def __init__(
        self,
        game: Game,
        attacker: Mark,
        variant: Variant,
        rules: int = ALL_RULES,
        memory: int = DEFAULT_MEMORY,
        table: Any = None,
        workers: int = 1,
        seed: int = 0,
        news: int = 0,
    ) -> None:
        """`news` is how many of the rows that were written last are kept for whoever wants to know."""
        self.game = game
        self.attacker = attacker
        self.table = new_table(game, memory) if table is None else table
        self._rules = rules | REAL_GAME if variant == "real" else rules
        self._geometry = geometry(game)
        self._threads = [_Thread(game, seed + number, news) for number in range(workers)]
        paths = np.zeros((workers, len(game.cells) + 2 + NEAR), np.uint64)
        counters = np.zeros((workers, 4), np.int64)
        decided = np.full(workers, NO_PLY, np.int64)
        stop, small = np.zeros(1, np.int64), np.zeros(1, np.int64)
        self._team = Team(self.table, paths, decided, counters, stop, small)
        self._question: tuple[Cells, Cells, int] | None = None
        """What is on the board of every thread: asked again, they go on where they paused."""
        self._lock = Lock()
        """The compiled search lets other threads run, but its arrays are one question's at a time."""

    @property
    def evaluated(self) -> int:
        """How many positions have been evaluated so far."""
        return int(self._team.counters[:, EVALUATED].sum())

    @property
    def doing(self) -> str:
        """Nothing needs to be said of who is at work."""
        return ""

    def pairs(self, attacker: Cells, defender: Cells) -> list[tuple[Cell, Cell]] | None:
        """Pairs that hold every line against the attacker, who is to move; None if none were found."""
        with self._lock:
            thread = self._threads[0]
            self._question = None
            self._place(thread, attacker, defender, real=False)
            left = find_pairs(
                0, NO_JOKER, NO_CELL, thread.room.no_pairing, NO_CELL, STEPS_BEFORE_SEARCH, FADING_BEFORE_SEARCH,
                self._geometry, thread.frames, thread.room, thread.zone,
            )  # fmt: skip
            return None if left else [(one, two) for one, two in enumerate(thread.room.now[:-1].tolist()) if two > one]

    def ask(self, position: Position, nodes: int) -> Finding:
        """Search for at most about `nodes` evaluations, going on from all that earlier calls have found.

        The same position, asked again at once, costs no more than if it had been asked for all those nodes.
        """
        attacker, defender = (position.x, position.o) if self.attacker == "X" else (position.o, position.x)
        side = int(ATTACKER if position.turn == self.attacker else DEFENDER)
        with self._lock:
            return self._ask(attacker, defender, side, nodes)

    def _ask(self, attacker: Cells, defender: Cells, side: int, nodes: int) -> Finding:
        self._turn_to(attacker, defender, side)
        self._team.stop[0] = self.evaluated + max(1, nodes)
        if len(self._threads) == 1:
            return self._run(side, 0)
        try:
            found = run_together([partial(self._run, side, number) for number in range(len(self._threads))], self._stop)
        except BaseException:
            self._question = None  # some may have stood still where the others thought that they were at work
            raise
        return next((each for each in found if each.wins is not None), found[0])._replace(evaluated=self.evaluated)

    def _stop(self) -> None:
        """Let every thread pause, or end, as soon as it looks."""
        self._team.stop[0] = -1

    def search_and_return(self, position: Position, nodes: int) -> Any:
        """Search with the rule that goes back to the root: the rows that were written, the position's own the last.

        Several threads may have written of one position, and one that was on its way up while another decided it has
        left it open. So theirs are in an order in which the last of a position says most.
        """
        attacker, defender = (position.x, position.o) if self.attacker == "X" else (position.o, position.x)
        side = int(ATTACKER if position.turn == self.attacker else DEFENDER)
        with self._lock:
            for thread in self._threads:
                thread.room.told[0] = 0
            self._ask(attacker, defender, side, nodes)
            news = [_news_of(thread.room) for thread in self._threads]
        if len(news) == 1:
            return news[0]
        others, own = (np.concatenate(rows) for rows in ([n[:-1] for n in news], [n[-1:] for n in news]))
        return np.concatenate([by_weight(others), by_weight(own)])

    def _turn_to(self, attacker: Cells, defender: Cells, side: int) -> None:
        """Put a question on the board of every thread, unless it is there and they go on with it."""
        if self._question != (attacker, defender, side):
            self._question = None
            for thread in self._threads:
                self._place(thread, attacker, defender, bool(self._rules & REAL_GAME))
            self._team.counters[:, PAUSED] = NOWHERE
            self._team.counters[:, AWAY] = 0
            self._team.paths[:] = 0
            self._team.decided[:] = NO_PLY
            self._question = attacker, defender, side

    def _run(self, side: int, number: int) -> Finding:
        """Let one thread search, until it or another has finished."""
        thread = self._threads[number]
        proof, disproof = search(
            side, self._rules, number,
            self._geometry, thread.frames, thread.room, self._team, thread.zone,
        )  # fmt: skip
        wins = True if proof == 0 else False if disproof == 0 else None
        reason = BY_SEARCH if wins is None else int(self._team.counters[number, REASON])
        return Finding(wins, from_words(thread.zone), self.evaluated, REASONS[reason])

    def _place(self, thread: _Thread, attacker: Cells, defender: Cells, real: bool) -> None:
        for side, cells in ((ATTACKER, attacker), (DEFENDER, defender)):
            put_words(thread.frames.stones[0, side], cells)
        set_up(0, real, self._geometry, thread.frames)


def _news_of(room: Room) -> Any:
    """The rows that a thread has written, in the order of time: as many of the last as there is room for."""
    told, most = int(room.told[0]), len(room.news)
    return room.news[:told].copy() if told <= most else np.roll(room.news, -(told % most), axis=0)


@cache
def get_ready() -> None:
    """Load all that is compiled for a prover; compile what no earlier run has."""
    prover = Prover(Game(3, 3, 3), "X", "weak", memory=0)
    prover.ask(Position(), 1)
    prover.pairs(0, 0)
    restore(prover.table, prover.table[:1], np.zeros(prover.table.shape[1], np.uint64))
