"""The colours: text can be read on every ground it stands on, in the light and in the dark."""

from __future__ import annotations

import re
from itertools import product

import pytest

from contrast import contrast
from tictactoe.draw.palette import DARK, LIGHT, WHITE, Palette, palette_css


def test_contrast_is_counted_right() -> None:
    assert contrast("#000000", WHITE) == pytest.approx(21)
    assert contrast("#777777", WHITE) == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
def test_text_can_be_read(palette: Palette) -> None:
    grounds = (palette.paper, palette.card, palette.box, palette.sheet)
    for text, ground in product((palette.ink, palette.faint, palette.x, palette.o), grounds):
        assert contrast(text, ground) >= 4.5, (text, ground)
    assert contrast(palette.ink, palette.gold) >= 4.5
    for ground in grounds:  # what can be pressed has a border that is seen
        assert contrast(palette.rule, ground) >= 3, ground


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
def test_every_colour_is_written_alike(palette: Palette) -> None:
    assert all(re.fullmatch(r"#[0-9a-f]{6}", colour) for colour in palette)


def test_the_page_gets_all_of_them() -> None:
    found = dict(re.findall(r"--([a-z-]+): (light-dark\(.*\));", palette_css()))
    assert found == {
        name.replace("_", "-"): f"light-dark({light}, {dark})"
        for name, light, dark in zip(LIGHT._fields, LIGHT, DARK, strict=True)
    }
