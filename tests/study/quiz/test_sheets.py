"""Sheets and result codes: the same for everybody, read back exactly, and no way to claim a score."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tictactoe.rules import BadInput
from tictactoe.study.quiz import BOTH, KINDS, Handed, Sheet, codes_in, hand_in, make, read_code, require_sheet
from tictactoe.study.quiz.sheets import LONGEST_NAME, MOST_QUIZZES, _checksum

SHEET = Sheet(BOTH, 7, 3)
KNOWN = "ttt1/both/7/3/Ada~20L./dooD,TTTNNN,XXDDXDDX/33/RAM2"


def right_work(sheet: Sheet) -> str:
    return ",".join("".join(blank.right for blank in make(*which).blanks) for which in sheet.quizzes)


def test_a_sheet_is_the_same_for_everybody() -> None:
    assert SHEET.quizzes == [("values", 700), ("cutoffs", 701), ("values", 702)]
    assert Sheet("cutoffs", 8, 2).quizzes == [("cutoffs", 800), ("cutoffs", 801)]
    longest = Sheet("values", 7, MOST_QUIZZES).quizzes
    assert not {*longest} & {*Sheet("values", 8, MOST_QUIZZES).quizzes}
    assert longest[:3] == Sheet("values", 7, 3).quizzes


def test_a_code_is_read_back() -> None:
    work = right_work(SHEET)
    handed = hand_in(SHEET, "Ada L.", work)
    assert handed.points == handed.most == 2 * sum(map(len, work.split(",")))
    assert read_code(handed.code) == handed
    assert read_code(f"  {handed.code[:20]}\n{handed.code[20:]} ") == handed  # as a mail breaks it
    assert handed.code.startswith(f"ttt1/both/7/3/Ada~20L./{work}/{handed.points}/")


@given(st.lists(st.integers(1, 40), min_size=1, max_size=4), st.sampled_from(["\n", "\r\n", " "]))
def test_codes_are_found_in_a_mail(widths: list[int], end: str) -> None:
    """One after the other, each broken into lines of any length."""
    codes = [hand_in(Sheet("both", seed, 3), "Ada L.", "").code for seed in range(len(widths))]
    broken = [
        end.join(code[at : at + width] for at in range(0, len(code), width))
        for code, width in zip(codes, widths, strict=True)
        if width > len("ttt1/")
    ]
    whole = [code for code, width in zip(codes, widths, strict=True) if width > len("ttt1/")]
    assert [read_code(found).code for found in codes_in(end.join(broken))] == whole


def test_a_code_is_a_code_for_ever() -> None:
    handed = read_code(KNOWN)
    assert (handed.name, handed.points, handed.most) == ("Ada L.", 33, 36)


@given(st.text(max_size=LONGEST_NAME).filter(str.isprintable), st.sampled_from([*KINDS, BOTH]), st.integers(0, 99))
def test_any_name_is_read_back(name: str, kind: str, seed: int) -> None:
    handed = hand_in(Sheet(kind, seed, 1), name, "")
    assert read_code(handed.code) == handed
    assert handed.points == 0
    assert handed.code.isascii()


def changed(handed: Handed, change: Callable[[list[str]], None]) -> str:
    """The code with something else in it, and a checksum that fits."""
    fields = handed.code.split("/")[:-1]
    change(fields)
    text = "/".join(fields)
    return f"{text}/{_checksum(text)}"


def test_points_cannot_merely_be_claimed() -> None:
    handed = hand_in(SHEET, "Eve", "")
    forged = changed(handed, lambda fields: fields.__setitem__(6, "99"))
    with pytest.raises(BadInput, match="says '99' points, but its answers make 0"):
        read_code(forged)


def test_one_letter_that_is_wrong_is_noticed() -> None:
    code = hand_in(SHEET, "Ada", right_work(SHEET)).code
    for at, letter in enumerate(code):
        other = "A" if letter != "A" else "B"
        with pytest.raises(BadInput):
            read_code(code[:at] + other + code[at + 1 :])
        with pytest.raises(BadInput):
            read_code(code[:at])


@pytest.mark.parametrize(
    ("field", "text", "said"),
    [
        (1, "sums", "there is no sheet of kind 'sums': the kinds are values, cutoffs, both"),
        (2, "-1", "'-1' in a result code should be a whole number"),
        (2, "99999999", "should be a whole number"),
        (2, "٣", "should be a whole number"),
        (3, "0", "the sheet has 0 exercises, but should have from 1 to 30"),
        (3, "31", "the sheet has 31 exercises"),
        (4, "a~1Bb", "should be at most 40 letters that can be printed"),
        (4, "a" * 41, "should be at most 40 letters"),
        (5, "XX", "letters: for each|: for each"),
        (5, ",,,,", "answers to 5 exercises were given, but the sheet has 3"),
    ],
)
def test_a_code_that_was_made_up_is_refused_in_a_sentence(field: int, text: str, said: str) -> None:
    code = changed(hand_in(SHEET, "Eve", ""), lambda fields: fields.__setitem__(field, text))
    with pytest.raises(BadInput, match=said):
        read_code(code)


@pytest.mark.parametrize("text", ["", "hello", "ttt1/both", "ttt2/both/7/3//,,/0/ABCD", "/" * 7, "ttt1" + "/x" * 3_000])
def test_what_is_no_code_is_refused(text: str) -> None:
    with pytest.raises(BadInput, match="is not a result code such as ttt1/both/7/3/Ada/"):
        read_code(text)


@given(st.text(max_size=80) | st.text("ttt1/both,0XDOTN-%", max_size=60))
def test_any_text_is_a_code_or_is_refused(text: str) -> None:
    with pytest.raises(BadInput):
        read_code(text)


def test_sheets_that_there_are() -> None:
    assert require_sheet("values", 0, 1) == Sheet("values", 0, 1)
    for kind, seed, number in (("steps", 0, 1), ("values", -1, 1), ("values", 10_000_000, 1), ("values", 0, 0)):
        with pytest.raises(BadInput):
            require_sheet(kind, seed, number)
