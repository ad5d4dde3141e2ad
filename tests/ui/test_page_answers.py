"""What the page does with answers that are late, refused or not there; and in a frame on somebody else's page."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import Browser, BrowserContext, FrameLocator, Locator, Page, Route, expect

from pages import SIZES, Log, serving, settle

STILL = "Still working, 2 questions ahead of yours."
EMBEDDED = (
    "from tictactoe.ui.web import guard, serve, work;"
    "serve.run('127.0.0.1', 0, opens=False, work=work.Work(patience=300), allowed=guard.read_allowed((), (), {!r}))"
)
VIEWS = {
    "#play?moves=b2+a1&side=both": "#play-board [data-cell=b2] .stone",
    "#tree?reveal=1": "#tree [role=treeitem]",
    "#search?step=5": "#search-sheet .box",
    "#predict?seed=3": "#predict-sheet svg",
}
"""A state of each view, and what is to be seen there."""


def cell(page: Page | FrameLocator, name: str) -> Locator:
    return page.locator(f"#play-board [data-cell={name}]")


def test_a_question_that_takes_long_is_asked_again_by_itself(show: Callable[[str], Page], log: Log) -> None:
    page = show("#play?level=hasty")
    expect(page.locator("#play-headline")).to_have_text("X to move")
    asked = []

    def busy(route: Route) -> None:
        asked.append(route)
        route.fulfill(status=503, headers={"Retry-After": "1"}, json={"detail": STILL, "ahead": 2})

    page.route("**/api/v1/play?**", busy)
    cell(page, "b2").click()
    expect(page.locator("#busy")).to_have_text(STILL)
    expect(page.locator("#said")).to_have_text(STILL)
    expect(page.locator("#trouble")).to_be_empty()
    while len(asked) < 2:
        page.wait_for_timeout(50)
    page.unroute_all()
    expect(page.locator("#play-board .stone")).to_have_count(2)
    expect(page.locator("#busy")).to_be_hidden()
    log.refusals.clear()


def test_who_goes_elsewhere_waits_no_longer(show: Callable[[str], Page], log: Log) -> None:
    page = show("#play?level=hasty")
    still = {"detail": STILL, "ahead": 2}
    page.route("**/api/v1/play?**", lambda route: route.fulfill(status=503, json=still))
    cell(page, "b2").click()
    expect(page.locator("#busy")).to_have_text(STILL)
    expect(page.locator("body")).to_have_attribute("data-asking", "true")
    page.get_by_role("link", name="Tree", exact=True).click()
    settle(page)
    expect(page.locator("#busy")).to_be_hidden()
    log.refusals.clear()


def test_a_server_that_is_gone_can_be_asked_again(show: Callable[[str], Page], log: Log) -> None:
    page = show("#play?side=both")
    expect(page.locator("#play-headline")).to_have_text("X to move")
    page.route("**/api/v1/**", lambda route: route.abort())
    cell(page, "b2").click()
    expect(page.locator("#trouble")).to_contain_text("The server does not answer.")
    page.unroute_all()
    page.get_by_role("button", name="Try again").click()
    expect(cell(page, "b2")).to_have_accessible_name("b2, X")
    expect(page.locator("#trouble")).to_be_empty()
    log.refusals.clear()


@pytest.mark.parametrize(
    ("state", "seen"),
    [
        ("#play?moves=z9", "#play-board [data-cell=b2]"),
        ("#play?game=99,99,9", "#play-board [data-cell=b2]"),
        ("#play?start=XXX/.../...&review=1", "#play-board [data-cell=b2]"),
        ("#tree?position=XXX/.../...", "#tree [role=treeitem]"),
        ("#tree?game=no", "#tree [role=treeitem]"),
        ("#search?game=4,4,4&position=", "#search-sheet .box"),
        ("#search?position=OXX/XXO", "#search-sheet .box"),
    ],
)
def test_a_link_that_cannot_be_opened_leaves_a_page_that_can_be_used(
    show: Callable[[str], Page], log: Log, state: str, seen: str
) -> None:
    """Nobody is told to try again what cannot become right."""
    page = show(state)
    expect(page.locator("#trouble p")).to_have_text(re.compile(r"\.$"))
    expect(page.locator(seen).first).to_be_visible()
    settle(page)
    expect(page.get_by_role("button", name="Try again")).to_have_count(0)
    expect(page.locator("#trouble p")).to_be_visible()
    log.refusals.clear()


@contextmanager
def page_with_a_frame(of: Callable[[], str]) -> Iterator[str]:
    """The address of a page of somebody else's that shows another in a frame."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(f"<!doctype html><title>A course</title>{of()}".encode())

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def framed(address: str, state: str) -> str:
    return f'<iframe src="{address}?embed{state}" style="width: 100%; height: 600px; border: 0"></iframe>'


def test_a_view_is_shown_in_a_frame_where_that_is_allowed(browser: Browser) -> None:
    """By itself, in its size, and nowhere else; and only if it is asked for by itself."""
    frame = ""
    with page_with_a_frame(lambda: frame) as course, serving(EMBEDDED.format((course,))) as address:
        page = browser.new_page(viewport={"width": 700, "height": 700})
        for state, seen in VIEWS.items():
            frame = framed(address, state)
            page.goto(course)
            inside = page.frame_locator("iframe")
            expect(inside.locator(seen).first).to_be_visible()
            for around in (".top", "footer", "#way"):
                expect(inside.locator(around)).to_be_hidden()
            fits = "document.documentElement.scrollWidth <= innerWidth"
            assert page.frames[1].evaluate(fits), state
            with page.context.expect_page() as opened:
                inside.get_by_role("link", name="Open in a page of its own").click()
            assert opened.value.url == address + state
            opened.value.close()
        frame = framed(address, "").replace("?embed", "")
        page.goto(course)
        assert page.frames[1].url.startswith("chrome-error:")
        with page_with_a_frame(lambda: framed(address, "")) as stranger:
            page.goto(stranger)
            assert page.frames[1].url.startswith("chrome-error:")
        page.close()


def test_nothing_is_shown_in_a_frame_unless_it_is_allowed(browser: Browser, address: str) -> None:
    with page_with_a_frame(lambda: framed(address, "")) as course:
        page = browser.new_page()
        page.goto(course)
        assert page.frames[1].url.startswith("chrome-error:")
        page.goto(address)
        expect(page.locator("#copy")).to_be_visible()
        expect(page.locator("#frame")).to_be_hidden()
        page.close()


def test_the_code_of_a_frame_can_be_copied(browser: Browser) -> None:
    frame = ""
    with page_with_a_frame(lambda: frame) as course, serving(EMBEDDED.format((course,))) as address:
        context: BrowserContext = browser.new_context()
        context.grant_permissions(["clipboard-read", "clipboard-write"], origin=address.rstrip("/"))
        page = context.new_page()
        page.goto(f"{address}#play?moves=b2+a1&side=both")
        expect(cell(page, "a1")).to_have_accessible_name("a1, O")
        page.locator("#frame").click()
        expect(page.locator("#frame")).to_have_text("Copied ✓")
        frame = page.evaluate("navigator.clipboard.readText()")
        page.goto(course)
        expect(cell(page.frame_locator("iframe"), "a1")).to_have_accessible_name("a1, O")
        context.close()


@pytest.mark.parametrize("size", SIZES)
def test_the_reference_can_be_read_at_every_size(browser: Browser, log: Log, size: str) -> None:
    width, height = SIZES[size]
    page = browser.new_page(viewport={"width": width, "height": height})
    log.watch(page)
    page.goto(f"{log.address}api")
    expect(page.get_by_role("heading", name="position", exact=True)).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.close()
    assert log.errors == []
