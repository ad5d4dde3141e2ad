"""The golden counts come out of the code."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from extent import usually
from tictactoe.draw.data import census_data
from tictactoe.rules import BadInput, Game
from tictactoe.search.census import census


def test_3_3_3(data: Path) -> None:
    golden = json.loads((data / "counts.json").read_text())["3,3,3"]
    found = json.loads(json.dumps(census_data(Game(3, 3, 3), census(Game(3, 3, 3)))))
    assert {key: found[key] for key in golden} == golden
    assert sum(found["nodes"]) == 549_946
    assert sum(found["games"].values()) == 255_168
    assert sum(found["finished"].values()) == 958


@pytest.mark.parametrize("name", usually(["3,4,3", "3,5,3"], ["3,4,3", "3,5,3", "4,4,3", "4,4,4"]))
def test_golden_counts(name: str, data: Path) -> None:
    golden = json.loads((data / "counts.json").read_text())[name]
    found = census(Game(*map(int, name.split(","))))
    assert {
        "positions": found.positions,
        "classes": found.classes,
        "all_finished": sum(found.finished.values()),
        "all_finished_classes": sum(found.finished_classes.values()),
        "all_games": sum(found.games.values()),
        "all_nodes": sum(found.nodes),
    } == golden


def test_what_is_too_large_is_refused() -> None:
    with pytest.raises(BadInput, match="9,9,5 has 81 cells"):
        census(Game(9, 9, 5))
