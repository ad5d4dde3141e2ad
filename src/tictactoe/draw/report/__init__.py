"""What checking programs found, for those who wrote them and those who teach them: one file a format."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tictactoe.check import Report

FORMATS = ("text", "json", "html", "junit", "csv", "gradescope", "github")
"""Each is a module of this folder, whose `draw` makes a text of reports; it is loaded when it is asked for."""


def draw_reports(reports: Sequence[Report], form: str, width: int) -> str:
    """Reports in one of the FORMATS; text shows one report in full, so wide at most, and of several a line each."""
    draw = import_module(f"{__name__}.{form}").draw
    drawn: str = draw(reports, width) if form == "text" else draw(reports)
    return drawn
