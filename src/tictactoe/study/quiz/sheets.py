"""A sheet: several quizzes, given by a seed and a number, the same for everybody; and as a code what was made of it.

    ttt1/both/7/3/Ada~20L./O0X-ODX,TTNN,xD0O-XDDO/11/RK5T

That is a version, the kind, the seed and the number of the sheet, a name, what was filled in, the points, a checksum.
The points are there to be read; whoever checks a code counts them again from what was filled in. The checksum finds
slips: it is no signature, since whoever can answer a sheet can write its code.
"""

from __future__ import annotations

import re
from base64 import b32encode
from hashlib import sha256
from typing import NamedTuple
from urllib.parse import quote as quoted
from urllib.parse import unquote

from tictactoe.rules import BadInput, quote
from tictactoe.study.quiz.making import CYCLE, KINDS, make
from tictactoe.study.quiz.marking import Marks, mark

VERSION = "ttt1"
BEGINNING = f"{VERSION}/"
"""What every code begins with."""
BOTH = "both"
SHEETS = {**{kind.name: kind.title for kind in KINDS.values()}, BOTH: "both in turn"}
"""The kinds of sheet and their titles."""
MOST_QUIZZES = 30
LARGEST_SHEET = 9_999_999
LONGEST_NAME = 40
LONGEST_CODE = 2_000
EXAMPLE = "ttt1/both/7/3/Ada/…"


class Sheet(NamedTuple):
    """Which quizzes: `kind` is that of all of them, or `both` for one after the other in turn."""

    kind: str
    seed: int
    number: int

    @property
    def quizzes(self) -> list[tuple[str, int]]:
        """The kind and the seed of each."""
        kinds = [*KINDS] if self.kind == BOTH else [self.kind]
        return [(kinds[at % len(kinds)], self.seed * CYCLE + at) for at in range(self.number)]


class Handed(NamedTuple):
    """A sheet that was handed in, judged."""

    sheet: Sheet
    name: str
    work: tuple[str, ...]
    """What was filled in, quiz by quiz."""
    marks: tuple[Marks, ...]

    @property
    def points(self) -> int:
        return sum(found.points for found in self.marks)

    @property
    def most(self) -> int:
        return sum(found.most for found in self.marks)

    @property
    def code(self) -> str:
        sheet = self.sheet
        fields = (VERSION, sheet.kind, sheet.seed, sheet.number, _escape(self.name), ",".join(self.work))
        text = "/".join(map(str, (*fields, self.points)))
        return f"{text}/{_checksum(text)}"


def require_sheet(kind: str, seed: int, number: int) -> Sheet:
    """This sheet; BadInput if there is none."""
    if kind not in SHEETS:
        raise BadInput(f"there is no sheet of kind {quote(kind)}: the kinds are {', '.join(SHEETS)}")
    if not 0 <= seed <= LARGEST_SHEET:
        raise BadInput(f"the sheet's seed is {seed}, but should be a whole number from 0 to {LARGEST_SHEET}")
    if not 1 <= number <= MOST_QUIZZES:
        raise BadInput(f"the sheet has {number} exercises, but should have from 1 to {MOST_QUIZZES}")
    return Sheet(kind, seed, number)


def hand_in(sheet: Sheet, name: str, work: str) -> Handed:
    """Judge a sheet. `work` is what was filled in, with commas between the quizzes; the last ones may be missing."""
    if len(name) > LONGEST_NAME or not name.isprintable():
        raise BadInput(f"the name {quote(name)} should be at most {LONGEST_NAME} letters that can be printed")
    parts = work.split(",")
    if len(parts) > sheet.number:
        raise BadInput(f"answers to {len(parts)} exercises were given, but the sheet has {sheet.number}")
    parts += [""] * (sheet.number - len(parts))
    marks = [mark(make(kind, seed), part) for (kind, seed), part in zip(sheet.quizzes, parts, strict=True)]
    return Handed(sheet, name, tuple(parts), tuple(marks))


def codes_in(text: str) -> list[str]:
    """The codes in a text, each perhaps broken into lines: where one begins, the one before it ends."""
    return [part for part in re.split(rf"\s+(?={BEGINNING})", text.strip()) if part]


def read_code(text: str) -> Handed:
    """The sheet that a code tells of, judged anew; BadInput if it is not a code, or says what is not so."""
    code = "".join(text.split())  # a mail may have broken it
    fields = code.split("/")
    if len(code) > LONGEST_CODE or len(fields) != 8 or fields[0] != VERSION:
        raise BadInput(f"{quote(text)} is not a result code such as {EXAMPLE}")
    body, _, checksum = code.rpartition("/")
    if checksum != _checksum(body):
        raise BadInput(f"the result code {quote(text)} has been mistyped or cut: copy the whole of it")
    _, kind, seed, number, name, work, points, _ = fields
    sheet = require_sheet(kind, _whole(seed), _whole(number))
    handed = hand_in(sheet, unquote(name.replace("~", "%")), work)
    if points != str(handed.points):
        raise BadInput(
            f"the result code {quote(text)} says {quote(points)} points, but its answers make {handed.points}"
        )
    return handed


def _escape(name: str) -> str:
    """The name in letters and signs that nothing changes on the way: as in an address, with ~ for %."""
    return quoted(name, safe="").replace("~", "%7E").replace("%", "~")


def _whole(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(LARGEST_SHEET))):
        raise BadInput(f"{quote(text)} in a result code should be a whole number")
    return int(text)


def _checksum(text: str) -> str:
    return b32encode(sha256(text.encode("utf-8", "replace")).digest()).decode()[:4]
