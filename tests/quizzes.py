"""The quizzes of many seeds, made once for all tests."""

from __future__ import annotations

from functools import cache

from tictactoe.study.quiz import Quiz, make

SEEDS = range(1_000)


@cache
def all_of(kind: str) -> list[Quiz]:
    return [make(kind, seed) for seed in SEEDS]
