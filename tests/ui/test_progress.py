"""The line that shows how far a long solve is."""

from __future__ import annotations

import pytest

from tictactoe.rules import Game, Position
from tictactoe.search import Solver
from tictactoe.search.budget import Progress
from tictactoe.ui import progress
from tictactoe.ui.progress import Solving


def test_a_narrow_terminal_shows_the_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is being tried on a cluster is long, and is what is cut."""
    monkeypatch.setattr(progress, "SHOW_EVERY", -1.0)
    solving = Solving(Solver(Game(9, 9, 5)), Position())
    shown: list[str] = []
    monkeypatch.setattr(solving._line, "write", shown.append)
    doing = "can X win if only its lines count? (2 workers, 16 threads, 1,234 jobs, trying X e5 f6, O d4 e6)"
    solving._watch(Progress(doing, 12_345_678, 3_600.0))
    (line,) = shown
    assert "12,345,678 nodes, 3,429/s, 3600 s (Ctrl-C stops)" in line[:79]
    assert doing in line


def test_saving_takes_a_small_part_of_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """What takes four seconds to save is saved after 80 more, not after 30."""
    now, saved = 0.0, []
    monkeypatch.setattr(progress, "monotonic", lambda: now)
    solving = Solving(Solver(Game(9, 9, 5)), Position())

    def save() -> None:
        nonlocal now
        saved.append(now)
        now += 4.0

    monkeypatch.setattr(solving, "_save", save)
    for _ in range(300):
        now += 1.0
        solving._watch(Progress("can X win?", 1, 0.0))
    assert saved == [31.0, 116.0, 201.0, 286.0]
