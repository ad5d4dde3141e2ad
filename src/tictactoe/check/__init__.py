"""Learners' programs being judged: every function of the exercise, over every position, in a process of its own."""

from tictactoe.check.evaluate import Evaluation, evaluate
from tictactoe.check.judge import judge as check_file
from tictactoe.check.report import Fault, Report, Verdict

__all__ = ["Evaluation", "Fault", "Report", "Verdict", "check_file", "evaluate"]
