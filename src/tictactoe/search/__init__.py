"""Searching: the textbook algorithms, and the solver that answers exactly."""

from tictactoe.search.analysis import Analysis
from tictactoe.search.answer import Answer, Fact
from tictactoe.search.backend import Backend, Learner
from tictactoe.search.budget import Budget, Progress
from tictactoe.search.solver import Decision, Solver, SolverMaker, solver_for

__all__ = [
    "Analysis",
    "Answer",
    "Backend",
    "Budget",
    "Decision",
    "Fact",
    "Learner",
    "Progress",
    "Solver",
    "SolverMaker",
    "solver_for",
]
