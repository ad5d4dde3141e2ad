"""Learners' programs being judged: every function of the exercise, over every position, in a process of its own.

What is named here is loaded when it is asked for, so that whoever needs only the names of the functions, such as the
command line, does not wait for the judge.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tictactoe.check.judge import check_file
    from tictactoe.check.report import Fault, Report, Verdict

__all__ = ["Fault", "Report", "Verdict", "check_file"]


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    home = "judge" if name == "check_file" else "report"
    return getattr(import_module(f"{__name__}.{home}"), name)
