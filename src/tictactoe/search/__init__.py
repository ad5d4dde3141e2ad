"""Searching: the textbook algorithms, and the solver that answers exactly."""

from tictactoe.search.answer import Answer, Fact
from tictactoe.search.effort import Effort, Progress
from tictactoe.search.solver import Analysis, Solver

__all__ = ["Analysis", "Answer", "Effort", "Fact", "Progress", "Solver"]
