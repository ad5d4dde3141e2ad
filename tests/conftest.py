"""What every test may use."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

    from pages import Log

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


# The page in a browser. Playwright is loaded by the tests that need it.


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """The address of a server."""
    from pages import serving

    with serving() as found:
        yield found


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    from pages import browsing

    with browsing() as started:
        yield started


@pytest.fixture(scope="module")
def log(address: str) -> Log:
    from pages import Log

    return Log(address)


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    made = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    made.set_default_timeout(120_000)
    yield made
    made.close()


@pytest.fixture
def show(context: BrowserContext, log: Log) -> Iterator[Callable[[str], Page]]:
    """Open the page in a new tab, at a state; afterwards, nothing may have gone wrong."""

    def opened(state: str) -> Page:
        page = context.new_page()
        log.watch(page)
        page.goto(log.address + state)
        return page

    log.errors.clear()
    log.refusals.clear()
    yield opened
    assert log.errors == []
    assert log.refusals == []
