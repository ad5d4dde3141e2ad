"""What checking programs found, for those who wrote them and those who teach them: one file a format."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tictactoe.check import Report

FORMATS = ("text", "json", "html", "junit", "csv", "gradescope")
"""Each is a module of this folder, whose `draw` makes a text of reports; it is loaded when it is asked for."""


def draw_reports(reports: Sequence[Report], form: str) -> str:
    """Reports in one of the FORMATS; text shows one report in full, and of several a line each."""
    drawn: str = import_module(f"{__name__}.{form}").draw(reports)
    return drawn
