"""Where the functions of a program begin, as far as that can be seen."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tictactoe.check.where import lines_of

SOURCE = b"""\
import math
def winner(board): pass
class Game:
    def player(self): pass
async  def actions(board): ...
utility = lambda board: 0
terminal == 3
def helper(): ...
def winner(board):
    return None
"""


def test_the_last_definition_at_the_edge_counts() -> None:
    assert dict(lines_of(SOURCE)) == {"winner": 9, "actions": 5, "utility": 6}


def test_lines_end_in_any_way() -> None:
    for end in (b"\r\n", b"\r"):
        assert lines_of(SOURCE.replace(b"\n", end)) == lines_of(SOURCE)


@given(st.binary() | st.text("def \nwinner=(#'\\").map(str.encode))
def test_anything_can_be_looked_at(source: bytes) -> None:
    for _, line in lines_of(source):
        assert 1 <= line <= source.count(b"\n") + source.count(b"\r") + 1
