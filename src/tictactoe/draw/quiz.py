"""Sheets that were handed in, as a table or for a spreadsheet."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from tictactoe.draw.report.csv import for_spreadsheet
from tictactoe.draw.text import draw_table
from tictactoe.study.quiz import Handed


def draw_handed(sheets: Sequence[Handed]) -> str:
    """A row for each; of the quizzes, the points."""
    rows = [["name", "kind", "sheet", "points", "of", "", "exercise by exercise"]]
    for handed in sheets:
        kind, seed, number = handed.sheet
        each = " ".join(f"{found.points}/{found.most}" for found in handed.marks)
        points, most = handed.points, handed.most
        rows.append(
            [handed.name or "-", kind, f"{seed}, {number}", str(points), str(most), f"{100 * points // most} %", each]
        )
    return draw_table(rows, right=frozenset({3, 4, 5}))


def draw_handed_csv(sheets: Sequence[Handed]) -> str:
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(["name", "kind", "seed", "number", "points", "of", "code"])
    for handed in sheets:
        writer.writerow([for_spreadsheet(handed.name), *handed.sheet, handed.points, handed.most, handed.code])
    return out.getvalue()
