"""What the tests of the page share: a log of what the browser complained about, and what is done again and again."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, ConsoleMessage, Page, Request, expect, sync_playwright

expect.set_options(timeout=120_000)

SIZES = {"phone": (390, 844), "laptop": (1366, 768), "projector": (1920, 1080)}
PATIENT = (
    "from tictactoe.ui.web import serve, work;serve.run('127.0.0.1', 0, opens=False, work=work.Work(patience=300))"
)
"""The server, except that nobody is sent away because this machine is slow."""


class Log:
    """What the browser complained about and where it went, in all tests together."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.errors: list[str] = []
        self.refusals: list[str] = []
        """Questions that the server refused: a test that provokes some empties this list."""

    def watch(self, page: Page) -> None:
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("request", self._request)

    def _console(self, message: ConsoleMessage) -> None:
        place = message.location["url"]
        if message.type == "error" and place.startswith(f"{self.address}api/v1/"):
            self.refusals.append(place)
        elif message.type in ("error", "warning"):
            self.errors.append(message.text)

    def _request(self, request: Request) -> None:
        if not request.url.startswith(self.address):
            self.errors.append(f"a request to {request.url}")


def settle(page: Page) -> None:
    """Wait until nothing is being asked."""
    expect(page.locator("body")).to_have_attribute("data-asking", "false")


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


@contextmanager
def serving(code: str = PATIENT) -> Iterator[str]:
    """The address of a server of our own."""
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout
        found = re.search(r"http://127\.0\.0\.1:\d+/", server.stdout.readline())
        assert found
        try:
            yield found[0]
        finally:
            server.terminate()


@contextmanager
def browsing() -> Iterator[Browser]:
    program = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    assert program, "these tests need Chromium"
    with sync_playwright() as playwright:
        is_root = hasattr(os, "geteuid") and os.geteuid() == 0
        started = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"] if is_root else [])
        yield started
        started.close()
