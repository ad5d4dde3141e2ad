"""What every test may use."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from secrets import token_hex

import pytest
from hypothesis import settings

settings.register_profile("local", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, database=None)
settings.load_profile("ci" if os.environ.get("CI") else "local")


@pytest.fixture(scope="session")
def data() -> Path:
    """The folder of golden numbers."""
    return Path(__file__).parent / "data"


@pytest.fixture
def without_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in the plain install, in this process."""
    monkeypatch.setattr("tictactoe.search.limits.find_spec", lambda _: None)


@pytest.fixture
def cache(tmp_path: Path) -> str:
    """A cache of its own, with what numba has compiled already there."""
    from tictactoe.search.places import compiled_folders

    folder = tmp_path / "cache"
    folder.mkdir()
    if compiled := next(filter(Path.exists, compiled_folders()), None):
        (folder / compiled.name).symlink_to(compiled)
    return str(folder)


@pytest.fixture(autouse=True)
def own_state(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Every test begins as somebody who has not played before, and leaves a person's own last game alone."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_STATE_HOME", str(tmp_path_factory.getbasetemp() / "state" / token_hex(8)))
        yield
