"""Searching: the textbook algorithms, and the solver that answers exactly."""

from tictactoe.search.solver import Analysis, Solver

__all__ = ["Analysis", "Solver"]
