"""Room for tables: cleared, and taken as it is used."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tictactoe.search.proof.room import cleared, touched

PAGE = 4096


def resident() -> int:
    """Bytes of memory that this process has, as Linux says."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * PAGE


def test_what_is_not_touched_takes_no_memory() -> None:
    before = resident()
    table = cleared(2**24, 6)
    assert table.nbytes == 768 * 2**20
    for row in range(0, len(table), 2**14):
        assert not table[row].any()
        table[row] = 1
    assert resident() - before < 64 * 2**20
    assert np.count_nonzero(table[: 2**15]) == 2 * 6


@pytest.mark.parametrize("rows", [2**50, 2**70])
def test_more_than_there_can_be_is_refused(rows: int) -> None:
    with pytest.raises(MemoryError):
        cleared(rows, 6)


def test_looking_for_what_was_touched_takes_no_memory() -> None:
    before = resident()
    table = cleared(2**24, 6)
    table[[5, 2**20, 2**24 - 1]] = 7
    found = np.concatenate(list(touched(table, 2**16)))
    assert len(found) < 3 * 2 * PAGE // 48
    assert np.count_nonzero(found) == 3 * 6
    assert resident() - before < 64 * 2**20


@pytest.mark.parametrize("width", [7, 11, 27])
def test_what_was_touched_is_found_once(width: int) -> None:
    table = cleared(2**18, width)
    rows = np.random.default_rng(width).choice(len(table), 1000, replace=False)
    table[rows, -1] = table[rows, 0] = rows + 1
    found = np.concatenate(list(touched(table, 2**10)))
    assert sorted(found[found[:, -1] > 0, 0]) == sorted(rows + 1)
    assert len(found) < len(table)


def test_where_it_is_not_known_what_was_touched_all_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tictactoe.search.proof.room._pages_in_memory", lambda _: None)
    table = cleared(1000, 6)
    table[999] = 7
    assert [len(rows) for rows in touched(table, 300)] == [300, 300, 300, 100]
