"""What every test of an interface may use."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def no_last_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test begins as somebody who has not played before."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
