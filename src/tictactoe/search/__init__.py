"""Searching: the textbook algorithms, and the solver that answers exactly."""

from tictactoe.search.answer import Answer, Fact
from tictactoe.search.backend import Backend
from tictactoe.search.effort import Effort, Progress
from tictactoe.search.solver import Analysis, Decision, Solver, solver_for

__all__ = ["Analysis", "Answer", "Backend", "Decision", "Effort", "Fact", "Progress", "Solver", "solver_for"]
