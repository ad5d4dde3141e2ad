"""What can be read, reached and pressed, in every view, on a phone, a laptop and a projector; and on paper."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect

from pages import SIZES, Log, press, settle

VIEWS = {
    "start": "#start",
    "lesson": "#play?moves=b2&undone=b1+a1+c1+c3&pause=1&retry=1&tried=c2",
    "walk": "#tree?open=.,b2,b2.c1,b2.c1.b3,b2.c1.b3.a2&focus=b2.c1.b3.a2&walk=7&said=0",
    "play": "#play?moves=b2+b1+a1&side=both&hint=1&review=1",
    "tree": "#tree?open=.,b2,b2.c1,b2.c1.b3&focus=b2.c1.b3",
    "search": "#search?step=22",
    "compare": "#search?step=22&against=minimax",
    "long": "#search?algorithm=symmetry&position=.../.../...&step=300",
    "values": "#predict?kind=values&seed=1",
    "cutoffs": "#predict?kind=cutoffs&seed=1",
    "result": "#predict?kind=both&seed=7&number=3&at=4&work=DOOD-,TTTNNN-",
}
WALK = "#tree?open=.,b2,b2.c1,b2.c1.b3,b2.c1.b3.a2&focus=b2.c1.b3.a2.b1&walk=6"
SMALL = """(least) => {
  const small = new Set(), range = document.createRange();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode, parent = text.parentElement;
    if (!text.textContent.trim() || !parent.checkVisibility({ visibilityProperty: true })) continue;
    if (parent.closest("option, noscript, #said, h2, caption, .skip")) continue;
    range.selectNodeContents(text);
    if (!range.getBoundingClientRect().width) continue;
    const plane = parent.closest(".plane");
    const zoom = plane ? new DOMMatrix(getComputedStyle(plane).transform).a : 1;
    const size = Number.parseFloat(getComputedStyle(parent).fontSize) * zoom;
    const told = `${size.toFixed(1)}px ${parent.tagName}.${parent.className}: ${text.textContent.trim().slice(0, 30)}`;
    if (size < least - 0.01) small.add(told);
  }
  return [...small];
}"""
"""Text that can be seen and is smaller than that; what is only for screen readers is not."""
NARROW = """() => {
  const narrow = new Set();
  for (const target of document.querySelectorAll("button, select, input, summary, a[href]")) {
    const pressed = target.matches("input[type=checkbox]") ? target.closest("label") : target;
    if (!pressed.checkVisibility({ visibilityProperty: true }) || pressed.matches(".skip")) continue;
    const { width, height } = pressed.getBoundingClientRect();
    const name = pressed.id || pressed.textContent.trim() || pressed.className;
    if (width < 43.9 || height < 43.9) narrow.add(`${width.toFixed(0)}x${height.toFixed(0)} ${name}`);
  }
  return [...narrow];
}"""
SHIFTS = """() => {
  window.shifts = [];
  const name = ({ node }) => `${location.hash} ${node?.nodeName} ${node?.id} ${node?.className}`;
  const note = (entry) => shifts.push([entry.value, entry.sources.map(name).join(", ")]);
  new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type: "layout-shift", buffered: true });
}"""
MOST_SHIFT = 0.02
"""A fiftieth of the window, moved by its whole height, in all that is done: nobody sees it."""
FOOT = re.compile(r"^[^,]* FOOTER +$")
"""The end of the page, which is elsewhere in every view."""


def resize(page: Page, size: str) -> None:
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})


@pytest.mark.parametrize("view", VIEWS)
def test_no_text_is_too_small_and_no_target_too_narrow(show: Callable[[str], Page], view: str) -> None:
    """14 px, and 20 px for a room; 44 px for a finger; however far one zooms out."""
    page = show(VIEWS[view])
    settle(page)
    for size in SIZES:
        resize(page, size)
        assert page.evaluate(SMALL, 14) == [], size
        assert page.evaluate(NARROW) == [], size
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), size
    resize(page, "laptop")
    press(page, *["-"] * 8)
    assert page.evaluate(SMALL, 14) == []
    press(page, "p")
    expect(page.locator("#presenter")).to_have_attribute("aria-pressed", "true")
    for size in ("laptop", "projector"):
        resize(page, size)
        assert page.evaluate(SMALL, 20) == [], size
    press(page, *["-"] * 8)
    assert page.evaluate(SMALL, 20) == []
    press(page, "p")
    expect(page.locator("#presenter")).to_have_attribute("aria-pressed", "false")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("size", ["phone", "laptop"])
def test_nothing_jumps(show: Callable[[str], Page], size: str) -> None:
    """Not when a view is opened, nor when a search is loaded or takes its steps."""
    page = show("#play?side=both")
    resize(page, size)
    page.reload()
    page.evaluate(SHIFTS)
    settle(page)
    for view in ("Tree", "Search", "Predict", "Search"):
        page.get_by_role("link", name=view, exact=True).click()
        settle(page)
    for _ in range(28):
        press(page, "ArrowRight")
    expect(page.locator("#search-count")).to_have_text("Step 29 of 29")
    page.locator("#search-algorithm").select_option("minimax")
    settle(page)
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    shifts = [found for found in page.evaluate("window.shifts") if not FOOT.search(found[1])]
    assert sum(value for value, _ in shifts) < MOST_SHIFT, shifts


def test_the_keys_of_a_search_work_wherever_the_focus_is(show: Callable[[str], Page]) -> None:
    page = show("#search")
    count = page.locator("#search-count")
    expect(count).to_have_text("Step 1 of 29")
    press(page, "ArrowRight", "ArrowRight")
    expect(count).to_have_text("Step 3 of 29")
    page.get_by_role("button", name="One step back").focus()
    press(page, "ArrowRight")
    expect(count).to_have_text("Step 4 of 29")
    press(page, " ")  # a button that is focused is pressed
    expect(count).to_have_text("Step 3 of 29")
    page.locator("#search-sheet .window").focus()
    press(page, "End")
    expect(count).to_have_text("Step 29 of 29")
    press(page, "Home", "c")
    expect(page.locator("#search-sentence")).to_contain_text("Cutoff")
    press(page, "r")
    expect(page.locator("#search-reveal")).to_have_attribute("aria-pressed", "true")
    press(page, " ")
    expect(page.locator("#search-run")).to_have_text("Pause")
    press(page, " ")
    expect(page.locator("#search-run")).to_have_text("Play")
    before = count.inner_text()
    page.locator("#search-own summary").click()
    page.locator("#search-where").focus()
    press(page, "Home", "ArrowRight", "c", "+", "p", " ")  # a line of text keeps its keys
    assert count.inner_text() == before
    expect(page.locator("#search-where")).to_have_value("Xc+p XO/OOX/...")
    page.locator("#search-speed").focus()
    press(page, "ArrowDown")  # and a list too
    expect(page.locator("#search-speed")).to_have_value("4")
    assert count.inner_text() == before


def test_the_keys_of_a_sheet_work_in_every_view(show: Callable[[str], Page]) -> None:
    for state, view in (("#tree", "tree"), ("#search", "search"), ("#predict", "predict")):
        page = show(state)
        settle(page)
        box = page.locator(f"#{view} .box").first
        width = "node => node.getBoundingClientRect().width"
        before = box.evaluate(width)
        press(page, "+", "+")
        assert box.evaluate(width) == pytest.approx(before * 1.25**2, rel=0.01)
        press(page, "-")
        assert box.evaluate(width) == pytest.approx(before * 1.25, rel=0.01)
        press(page, "0")
        assert box.evaluate(width) == pytest.approx(before, rel=0.01)
        press(page, "+", "+", "+", "+", "Shift+ArrowRight")
        assert page.locator(f"#{view} .window").first.evaluate("node => node.scrollLeft") > 0


def test_the_arrows_walk_the_tree_from_anywhere(show: Callable[[str], Page]) -> None:
    page = show("#tree")
    settle(page)
    press(page, "ArrowRight")
    expect(page.locator("#tree-name")).to_contain_text("a1")
    press(page, "a", "5")
    expect(page.locator("#tree-name")).to_contain_text("a5")


def test_the_small_picture_of_a_sheet_leads_there(show: Callable[[str], Page]) -> None:
    page = show("#search?position=O../OXX/X..&step=88")
    settle(page)
    window, small = page.locator("#search-sheet .window"), page.locator("#search-sheet .minimap")
    spots = small.locator(".spot")
    expect(spots).to_have_count(page.locator("#search-sheet .box:not(.unseen)").count())
    for spot, side in ((spots.last, 1), (spots.nth(3), 0)):
        place = spot.bounding_box()
        assert place
        page.mouse.click(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
        left, most = window.evaluate("node => [node.scrollLeft, node.scrollWidth - node.clientWidth]")
        assert (left > most / 2) == bool(side)


def test_a_finger_reads_before_it_plays_and_finds_every_cell(browser: Browser, log: Log) -> None:
    """Where moves have reasons, the first tap tells one and the second plays; a cell of a large board is not small."""
    width, height = SIZES["phone"]
    context = browser.new_context(viewport={"width": width, "height": height}, has_touch=True, is_mobile=True)
    page = context.new_page()
    log.watch(page)
    page.goto(f"{log.address}#play?moves=b2+b1&side=both&hint=1")
    stones, why = page.locator("#play-board .stone"), page.locator("#play-why")
    expect(page.locator("#play-board .badge").first).to_be_visible()
    expect(why).to_contain_text("or tap it")
    expect(why).to_be_visible()
    page.locator("[data-cell=b3]").tap()
    expect(why).to_contain_text("b3: ")
    page.locator("[data-cell=a1]").tap()
    expect(why).to_contain_text("a1: ")
    expect(stones).to_have_count(2)
    page.locator("[data-cell=a1]").tap()
    expect(stones).to_have_count(3)
    page.locator("#play-hint").tap()
    page.locator("[data-cell=a2]").tap()  # without hints, a tap is a move
    expect(stones).to_have_count(4)
    page.goto(f"{log.address}#play?game=15,15,5&side=both")
    cells = page.locator("#play-board [data-cell]")
    expect(cells).to_have_count(225)
    place = cells.first.bounding_box()
    assert place
    assert min(place["width"], place["height"]) >= 42  # 44 with the line beside it
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    context.close()


@pytest.mark.parametrize(("state", "button"), [("#search?step=10", "#search-next"), (WALK, "#tree-next")])
def test_the_steps_stay_within_reach_on_a_phone(show: Callable[[str], Page], state: str, button: str) -> None:
    page = show(state)
    resize(page, "phone")
    settle(page)
    for share in (0, 0.5, 1):
        page.evaluate("share => scrollTo(0, share * document.body.scrollHeight)", share)
        expect(page.locator(button)).to_be_in_viewport(ratio=1)
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    reach = page.locator(".within-reach:visible").bounding_box()
    foot = page.locator("footer").bounding_box()
    assert reach
    assert foot
    assert foot["y"] + foot["height"] <= reach["y"] + 1  # what is below everything else is not covered


@pytest.mark.parametrize("view", ["tree", "search", "compare", "values"])
def test_on_paper_a_view_is_a_handout(show: Callable[[str], Page], view: str) -> None:
    page = show(VIEWS[view])
    settle(page)
    resize(page, "laptop")
    at_first = page.locator(".plane:visible").first.evaluate("node => node.style.transform")
    page.emulate_media(media="print")
    expect(
        page.locator("button:visible, select:visible:not(.box select), nav:visible, .sheet-bar:visible")
    ).to_have_count(0)
    for plane in page.locator(".plane:visible").all():
        place = plane.bounding_box()
        assert place
        assert place["width"] <= 1000
        assert place["height"] <= 600
    page.emulate_media(media="screen")
    expect(page.locator(".plane:visible").first).to_have_attribute("style", re.compile(re.escape(at_first)))
