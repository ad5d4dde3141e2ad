"""Searching: the textbook algorithms, and the solver that answers exactly."""

from tictactoe.search.answer import Answer, Fact
from tictactoe.search.effort import Effort
from tictactoe.search.solver import Analysis, Solver

__all__ = ["Analysis", "Answer", "Effort", "Fact", "Solver"]
