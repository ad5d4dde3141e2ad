"""Learners' programs being judged: every function of the exercise, over every position, in a process of its own."""

from tictactoe.check.judge import check_file
from tictactoe.check.playout import Evaluation, evaluate
from tictactoe.check.report import Fault, Report, Verdict

__all__ = ["Evaluation", "Fault", "Report", "Verdict", "check_file", "evaluate"]
