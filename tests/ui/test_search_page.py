"""Search in a real browser: every step, every node that is drawn, two searches side by side."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

import pytest
from playwright.sync_api import Browser, Page, expect

from extent import usually
from oracle import value
from pages import SIZES, Log, press, settle
from tictactoe.rules import Game, X, format_position, parse_moves, parse_position
from tictactoe.search.textbook import ALGORITHMS
from tictactoe.study.examples import DEFAULT_EXAMPLE, EXAMPLES

THREE = Game(3, 3, 3)
STEPS = usually(12, 100_000)
"""Steps of a search at which its drawing is read: spread evenly, the last one included."""
READ = """([most]) => {
  const slider = document.getElementById("search-slider"), last = Number(slider.max), found = new Set();
  const every = Math.max(1, Math.floor(last / most));
  for (let step = last; step >= 1; step -= every) {
    slider.value = step;
    slider.dispatchEvent(new Event("input"));
    for (const box of document.querySelectorAll("#search .box:not(.unseen)")) {
      const told = [...box.querySelectorAll(".value, .bounds")];
      for (const { textContent } of told) found.add(`${box.dataset.key}|${textContent.trim()}`);
    }
  }
  return [...found];
}"""
"""All that is written on nodes, as moves|text."""
IN_SIGHT = """(steps) => {
  const slider = document.getElementById("search-slider"), lost = [];
  for (const step of steps) {
    slider.value = step;
    slider.dispatchEvent(new Event("input"));
    const sheet = document.querySelector("#search-sheet .window").getBoundingClientRect();
    const here = document.querySelector("#search-sheet .box.here").getBoundingClientRect();
    const isInside = here.left >= sheet.left && here.right <= sheet.right && here.top >= sheet.top;
    if (!isInside || here.bottom > sheet.bottom) lost.push(step);
  }
  return lost;
}"""


def sentence(page: Page) -> str:
    return page.locator("#search-sentence").inner_text()


def count(page: Page, text: str) -> None:
    expect(page.locator("#search-count")).to_have_text(text)


def forward(page: Page) -> None:
    page.get_by_role("button", name="One step forward").click()


def seen(page: Page) -> dict[str, str]:
    """All that the search view says of a step."""
    parts = ("sentence", "count", "counts", "path", "sheet", "variables", "pseudocode")
    shown = {part: page.locator(f"#search-{part}").inner_text() for part in parts}
    shown["line"] = page.locator("#search-pseudocode [aria-current]").inner_text()
    shown["visible"] = str(page.locator("#search .box:not(.unseen)").count())
    return shown


@cache
def exact(root: str, moves: str) -> int:
    """X's value of a position, by the oracle."""
    position = parse_position(THREE, root)
    for move in parse_moves(THREE, moves, position):
        position = position.play(move)
    found = value(format_position(THREE, position), position.turn, 3)
    return found if position.turn == X else -found


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda found: found.title)
def test_every_node_that_is_drawn_tells_the_truth(show: Callable[[str], Page], example: object) -> None:
    """In every search: a value is the exact one, a bound holds, and what a cut branch is really worth is so."""
    root = example.position  # type: ignore[attr-defined]
    page = show("#search")
    told = set()
    for name in ALGORITHMS:
        page.evaluate("hash => location.hash = hash", f"#search?algorithm={name}&position={root}&reveal=")
        expect(page.locator("#search-algorithm")).to_have_value(name)
        settle(page)
        for reveal in (False, True) if root.count(".") <= 4 else (False,):
            if reveal:
                page.locator("#search-reveal").click()
            for line in page.evaluate(READ, [STEPS]):
                moves, _, text = line.partition("|")
                text = text.replace("−", "-")
                if found := re.fullmatch(r"(≥|≤|really|)\s*(-?\d)", text):
                    sign, number = found[1], int(found[2])
                    right = exact(root, moves)
                    is_so = right >= number if sign == "≥" else right <= number if sign == "≤" else right == number
                    assert is_so, f"{name} on {root}: {moves or 'root'} reads {text}, and is worth {right}"
                    told.add(sign)
    assert "≤" in told or root.count(".") == 2


def test_a_search_goes_to_its_end_and_back_to_the_same_beginning(show: Callable[[str], Page]) -> None:
    page = show("#search?position=OXX/XXO/O..")
    count(page, "Step 1 of 14")
    first = seen(page)
    assert first["visible"] == "1"
    steps = [first]
    for number in range(2, 15):
        forward(page)
        count(page, f"Step {number} of 14")
        steps.append(seen(page))
    expect(page.get_by_role("button", name="One step forward")).to_be_disabled()
    assert steps[-1]["sentence"] == "Done with the root: its value 0 goes out as the answer."
    assert steps[11]["sentence"].startswith("Cutoff, as value 1 ≥ beta 0: O can already hold X to 0")
    assert "if best ≥ β: leave the loop" in steps[11]["line"]
    assert re.search(r"cutoffs\s+1", steps[-1]["counts"])
    assert re.search(r"nodes\s+5", steps[-1]["counts"])
    for number in range(13, 0, -1):
        page.get_by_role("button", name="One step back").click()
        count(page, f"Step {number} of 14")
        assert seen(page) == steps[number - 1]


def test_what_alphabeta_leaves_out_is_drawn_with_the_inequality(show: Callable[[str], Page]) -> None:
    page = show("#search")
    expect(page.locator("#search-preset")).to_have_value(DEFAULT_EXAMPLE.position)
    expect(page.locator("#search-sheet .box.cut:not(.unseen)")).to_have_count(0)
    page.locator("#search-cutoff").click()
    expect(page.locator("#search-sentence")).to_contain_text("Cutoff, as value −1 ≤ alpha 0")
    cut = page.locator("#search-sheet .box.cut:not(.unseen)")
    expect(cut).to_have_count(2)  # the branch, and what follows it
    expect(cut.first.locator(".bounds")).to_have_text("✂ −1 ≤ α 0")
    forward(page)
    here = page.locator("#search-sheet .box.here")
    expect(here.locator(".bound")).to_have_text("≤ −1")
    expect(here.locator(".bounds")).to_have_text("not tried: c3")
    assert sentence(page) == (
        "Done with the position after b3: at most −1, only a bound (not tried: c3), "
        "goes up to X, who is MAX and has something as good already."
    )
    page.locator("#search-reveal").click()
    expect(cut).to_have_count(4)
    expect(cut.filter(has_text="really")).to_have_count(4)
    page.locator("#search-reveal").click()
    expect(cut).to_have_count(2)


def test_nothing_is_known_until_it_is_reached(show: Callable[[str], Page]) -> None:
    page = show("#search?algorithm=minimax")
    shown = page.locator("#search-sheet .box:not(.unseen)")
    expect(shown).to_have_count(1)
    expect(shown.locator(".value")).to_have_count(0)
    page.locator("#search-reveal").click()
    expect(shown).to_have_count(14)
    expect(shown.locator(".value")).to_have_count(14)
    expect(page).to_have_url(re.compile("reveal=1"))


def test_a_value_goes_up_to_its_parent(browser: Browser, log: Log) -> None:
    """As something that moves, unless the person wants nothing to move; it is gone when it is there."""
    watch = """() => {
      window.tokens = [];
      const note = (node) => node.classList?.contains("token") && tokens.push(node.textContent);
      new MutationObserver((changes) => changes.forEach((change) => change.addedNodes.forEach(note)))
        .observe(document.querySelector("#search-sheet"), { subtree: true, childList: true });
    }"""
    for motion, expected in (("no-preference", ["0", "0"]), ("reduce", [])):
        context = browser.new_context(reduced_motion=motion)  # type: ignore[arg-type]
        page = context.new_page()
        log.watch(page)
        page.goto(f"{log.address}#search?position=OXX/XXO/O..")
        count(page, "Step 1 of 14")
        page.evaluate(watch)
        for number in range(2, 8):
            forward(page)
            count(page, f"Step {number} of 14")
        expect(page.locator(".token")).to_have_count(0)
        assert page.evaluate("window.tokens") == expected
        context.close()


def test_the_slider_the_ends_and_the_next_cutoff(show: Callable[[str], Page]) -> None:
    page = show("#search")
    count(page, "Step 1 of 29")
    page.locator("#search-cutoff").click()
    expect(page.locator("#search-sentence")).to_contain_text("Cutoff, as value")
    page.locator("#search-program summary").click()
    expect(page.locator("#search-code [aria-current]")).to_contain_text('Step("cutoff"')
    page.get_by_role("button", name="Last step").click()
    count(page, "Step 29 of 29")
    expect(page.locator("#search-cutoff")).to_be_disabled()
    page.locator("#search-slider").focus()
    press(page, "ArrowLeft")
    count(page, "Step 28 of 29")
    press(page, "Home", "ArrowRight")
    count(page, "Step 2 of 29")
    expect(page).to_have_url(re.compile("step=2"))
    press(page, "End", *["ArrowLeft"] * 6)
    count(page, "Step 23 of 29")
    page.locator("#search-speed").select_option("12")
    page.locator("#search-run").click()
    expect(page.locator("#search-run")).to_have_text("Pause")
    count(page, "Step 29 of 29")  # it plays to its end and stops
    expect(page.locator("#search-run")).to_have_text("Play")


def test_bounds_on_the_way_variables_and_a_long_search(show: Callable[[str], Page]) -> None:
    page = show("#search?position=OX./X.O/O.X&step=24")
    rows = page.locator("#search-path tbody tr")
    expect(rows).to_have_text(["rootX max0∞0 (c1)", "b2O min011 (c1)", "b3X max01–"])
    expect(page.locator("#search-variables div")).to_have_text(["sb2 b3", "α0", "β1", "best–", "m–", "v–"])
    page.get_by_role("button", name="First step").click()
    expect(rows).to_have_text(["rootX max−∞∞–"])
    page.locator("#search-algorithm").select_option("minimax")
    count(page, "Step 1 of 44")
    expect(page.locator("#search-variables dt")).to_have_text(["s", "best", "m", "v"])
    page.locator("#search-preset").select_option(".../.../...")
    count(page, "Step 1 of the first 20,000, there are more")
    page.get_by_role("button", name="Last step").click()
    expect(page.locator("#search-drawn")).to_contain_text("too many to draw")
    forward(page)
    count(page, "Step 20,001 of the first 40,000, there are more")


def test_two_searches_take_steps_together_and_all_four_race(show: Callable[[str], Page]) -> None:
    page = show("#search")
    page.locator("#search-against").select_option("minimax")
    count(page, "Step 1 of 36")
    rows = page.locator("#search-race tbody tr")
    expect(rows).to_have_count(4)
    expect(page.locator("#search-name")).to_have_text("alpha-beta")
    expect(page.locator("#search-other-name")).to_have_text("minimax")
    press(page, "End")
    count(page, "Step 36 of 36")
    expect(rows).to_have_text(["minimax14146000 ✓", "alpha-beta10104300 ✓", *2 * [re.compile("0 ✓$")]])
    expect(page.locator("#search-sentence")).to_have_text("Done with the root: its value 0 goes out as the answer.")
    expect(page.locator("#search-other-sentence")).to_have_text(
        "Done with the root: its value 0 goes out as the answer."
    )
    expect(page.locator("#search-sheet .box.cut:not(.unseen)")).to_have_count(4)
    expect(page.locator("#search-other-sheet .box.cut:not(.unseen)")).to_have_count(0)
    press(page, *["ArrowLeft"] * 4)
    count(page, "Step 32 of 36")
    expect(rows.nth(1)).to_contain_text("✓")  # it has been there for a while
    expect(rows.nth(0)).not_to_contain_text("✓")
    page.locator("#search-against").select_option("")
    count(page, "Step 29 of 29")
    expect(rows.first).to_be_hidden()


@pytest.mark.parametrize("size", ["phone", "laptop"])
def test_the_node_that_is_looked_at_is_always_in_sight(show: Callable[[str], Page], size: str) -> None:
    page = show("#search?position=O../OXX/X..")
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    count(page, "Step 1 of 88")
    assert page.evaluate(IN_SIGHT, list(range(1, 89))) == []
    page.evaluate("location.hash = '#search?position=.../.../...'")
    count(page, "Step 1 of the first 20,000, there are more")
    assert page.evaluate(IN_SIGHT, list(range(1, 20_000, 997))) == []


def test_a_node_that_is_pressed_leads_to_its_moment(show: Callable[[str], Page]) -> None:
    page = show("#search?step=29")
    count(page, "Step 29 of 29")
    page.locator('#search-sheet [data-key="b3 c3"]').click()
    expect(page.locator("#search-sentence")).to_contain_text("Cutoff, as value −1 ≤ alpha 0")
    page.locator('#search-sheet [data-key="a3"]').click()
    expect(page.locator("#search-sentence")).to_contain_text("Done with the position after a3")
