"""The backend of large boards, searched by a cluster."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from tictactoe.rules import BadInput, Game, Mark
from tictactoe.search.answer import Variant
from tictactoe.search.budget import Budget
from tictactoe.search.proof.questions import Attack, Proofs, Searching

if TYPE_CHECKING:
    from tictactoe.search.cluster.coordinator import Coordinator
    from tictactoe.search.cluster.dask import DaskCrew


class ClusterProofs(Proofs):
    """As `Proofs`, but that long questions are searched by the workers of a cluster: where, `DaskCrew` says."""

    name = "cluster"
    saves_as = "journal"

    def __init__(self, game: Game, memory: int, where: str) -> None:
        super().__init__(game, memory)
        self._where = where
        self._crew: DaskCrew | None = None
        self._coordinators: dict[Attack, Coordinator] = {}
        self._budget: Budget | None = None

    def _get_ready(self, budget: Budget) -> None:
        super()._get_ready(budget)
        self._budget = budget
        if self._crew is None and budget.has_more:
            require_cluster()
            from tictactoe.search.cluster.dask import DaskCrew

            with budget.paused():
                self._crew = DaskCrew(self._where, self._note)

    def _note(self, sentence: str) -> None:
        if self._budget is not None:
            self._budget.note(sentence)

    def _nodes_left(self) -> int | None:
        return None if self._budget is None else self._budget.nodes_left

    def _searcher(self, attacker: Mark, variant: Variant) -> Searching:
        if self._crew is None:
            return super()._searcher(attacker, variant)
        from tictactoe.search.cluster.coordinator import Coordinator

        question = attacker, variant
        if question not in self._coordinators:
            table = self.prover(attacker, variant).table
            self._coordinators[question] = Coordinator(
                self.game, *question, table, self._memory, self._crew, self._nodes_left
            )
        return self._coordinators[question]

    def save(self, path: Path) -> bool:
        """Add what the jobs have found since the last time to the journal."""
        from tictactoe.search.cluster.journal import NotNow, append

        try:
            for coordinator in self._coordinators.values():
                if coordinator.unsaved:
                    append(path, self.game, b"".join(coordinator.unsaved))
                    coordinator.unsaved.clear()
        except NotNow as error:
            self._note(f"what was found could not be saved now ({error}), and will be later")
        return True

    def load(self, path: Path) -> int:
        """Take up what the jobs of an earlier run have found."""
        from tictactoe.search.cluster.journal import NotNow, read

        try:
            return read(path, self.game, self.prover("X", "weak").table)
        except NotNow as error:
            raise BadInput(f"{str(path)!r} cannot be read: {error}") from None

    def close(self) -> None:
        """Let go of the workers; those that were started for this end."""
        if self._crew is not None:
            self._crew.close()
            self._crew = None
            self._coordinators.clear()


def require_cluster() -> None:
    """BadInput, with the command that installs it, if what a cluster needs is not there."""
    if find_spec("distributed") is None:
        from tictactoe.install import install_command

        raise BadInput(f"a cluster needs Dask: install it with {install_command('cluster')}")
