"""Exercises, marked with the reason: small trees with blanks, sheets of them, the next step of a search."""

from tictactoe.study.quiz.kinds import Blank, Quiz, QuizKind, paths
from tictactoe.study.quiz.making import KINDS, make
from tictactoe.study.quiz.marking import Marks, mark
from tictactoe.study.quiz.sheets import BOTH, SHEETS, Handed, Sheet, codes_in, hand_in, read_code, require_sheet
from tictactoe.study.quiz.steps import NextStep, is_right, next_step
from tictactoe.study.quiz.values import VALUES

__all__ = [
    "BOTH",
    "KINDS",
    "SHEETS",
    "VALUES",
    "Blank",
    "Handed",
    "Marks",
    "NextStep",
    "Quiz",
    "QuizKind",
    "Sheet",
    "codes_in",
    "hand_in",
    "is_right",
    "make",
    "mark",
    "next_step",
    "paths",
    "read_code",
    "require_sheet",
]
