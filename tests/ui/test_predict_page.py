"""Exercises in a real browser: tries, hints, sheets from a teacher's link to the check of the code, the next step."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser, Locator, Page, expect

from pages import SIZES, Log, press, settle
from tictactoe.rules import Game, parse_position
from tictactoe.search.textbook import ALGORITHMS, DEFAULT_ALGORITHM
from tictactoe.study.quiz import next_step
from tictactoe.study.trace import moments

THREE = Game(3, 3, 3)


def fill_in(page: Page, letters: str) -> None:
    """Choose a reply for each blank, in order; 0 leaves one."""
    fields = page.locator("#predict select[data-path]")
    expect(fields).to_have_count(len(letters))
    for number, letter in enumerate(letters):
        if letter != "0":
            fields.nth(number).select_option(letter)


def press_button(page: Page, name: str) -> None:
    page.locator("#predict").get_by_role("button", name=name, exact=True).click()


def test_values_are_tried_twice(show: Callable[[str], Page]) -> None:
    page = show("#predict?kind=values&seed=1")
    expect(page.get_by_role("button", name="Check", exact=True)).to_be_disabled()  # there is nothing to check
    fill_in(page, "DDXX0")
    press_button(page, "Check")
    score = page.locator("#predict-score")
    expect(score).to_have_text(
        re.compile(r"^4 of 5 answers right\. Look again at those marked ✗\. You have a second try")
    )
    verdicts = page.locator("#predict .box:has(select) .verdict")
    expect(verdicts).to_have_text(["✓ right"] * 4 + ["✗ look again"])
    expect(page.locator("#predict-marks")).to_be_empty()
    fill_in(page, "0000D")
    press_button(page, "Check again")
    expect(score).to_have_text("4 of 5 answers right: 7 of 10 points.")
    expect(verdicts.last).to_have_text("✗ 1 X wins")
    expect(page.locator("#predict-marks")).to_contain_text("X moves here and takes the largest of")
    expect(page.get_by_role("button", name="Check", exact=True)).to_be_disabled()
    expect(page.locator("#predict select[data-path]").first).to_be_disabled()
    expect(page.locator("#predict-standings li")).to_have_text(
        [re.compile("… begun the values of the nodes, where MIN .* of the last"), re.compile("MAX")]
    )
    press_button(page, "Next exercise")
    expect(page.locator("#predict-number")).to_have_text("Exercise 2")
    page.reload()
    expect(page.locator("#predict-standings li")).to_have_count(2)  # kept on this device
    press_button(page, "Forget this")
    expect(page.locator("#predict-standings li")).to_have_count(0)


def test_an_exercise_by_keyboard_alone(show: Callable[[str], Page]) -> None:
    page = show("#predict?kind=values&seed=1")
    fields = page.locator("#predict select[data-path]")
    expect(fields).to_have_count(5)

    def tab_to(target: Locator) -> None:
        for _ in range(60):
            if target.evaluate("node => node === document.activeElement"):
                return
            press(page, "Tab")
        expect(target).to_be_focused()

    for number, key in enumerate("00111"):  # the value itself is what is typed
        tab_to(fields.nth(number))
        expect(page.locator("#predict .box.here select")).to_be_focused()
        press(page, key)
        expect(fields.nth(number)).to_have_value({"0": "D", "1": "X"}[key])
    tab_to(page.locator("#predict-check"))
    press(page, "Enter")
    expect(page.locator("#predict-score")).to_have_text("5 of 5 answers right: 10 of 10 points.")
    tab_to(page.locator("#predict-next"))
    press(page, "Space")
    expect(page.locator("#predict-number")).to_have_text("Exercise 2")


def test_an_exercise_by_touch_where_nothing_can_be_kept(browser: Browser, log: Log) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    context.add_init_script("Object.defineProperty(window, 'localStorage', { get() { throw new Error('no'); } })")
    page = context.new_page()
    log.watch(page)
    page.goto(f"{log.address}#predict?kind=cutoffs&seed=1")
    fill_in(page, "TTTTNNNN")
    for target in page.locator("#predict button:visible, #predict select:visible").all():
        box = target.bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= 44, target
    page.locator("#predict-give").tap()
    expect(page.locator("#predict-hint")).to_contain_text("with alpha")
    page.locator("#predict-check").tap()
    expect(page.locator("#predict-score")).to_have_text("8 of 8 answers right: 15 of 16 points.")
    page.locator("#predict-next").tap()
    expect(page.locator("#predict-number")).to_have_text("Exercise 2")
    context.close()
    assert log.errors == []


@pytest.mark.parametrize(
    ("link", "said"),
    [
        ("#predict?number=999", "a sheet has from 1 to 30 exercises"),
        ("#predict?number=x&seed=7", "a sheet has from 1 to 30 exercises"),
        ("#predict?seed=-4", "a seed is a whole number from 0 to 9999999"),
        ("#predict?kind=sums", "The link says kind sums, but it should be values or cutoffs or both"),
        ("#predict?seed=1&work=XYZ-", "The answers in the link are not for this exercise"),
        ("#predict?seed=1&work=DDXXX----", "The answers in the link are not for this exercise"),
    ],
)
def test_a_link_that_cannot_be_followed_keeps_a_usable_page(show: Callable[[str], Page], link: str, said: str) -> None:
    page = show(link)
    expect(page.locator("#trouble")).to_contain_text(said)
    expect(page.locator("#predict select[data-path]")).to_have_count(5)
    fill_in(page, "DDXXX")
    press_button(page, "Check")
    expect(page.locator("#predict-score")).to_have_text("5 of 5 answers right: 10 of 10 points.")


def test_cutoffs_are_marked_without_giving_them_away(show: Callable[[str], Page]) -> None:
    page = show("#predict?seed=1")
    page.locator("#predict-kind").select_option("cutoffs")
    fill_in(page, "TTTTTTTT")
    press_button(page, "Check")
    score = page.locator("#predict-score")
    expect(score).to_contain_text("4 of 8 answers right. Which ones is not said yet")
    expect(page.locator("#predict .verdict").first).to_be_empty()
    fill_in(page, "TTTTNNNN")
    press_button(page, "Check again")
    expect(score).to_have_text("8 of 8 answers right: 12 of 16 points.")
    expect(page.locator("#predict-marks")).to_contain_text("It is cut off: value")
    press_button(page, "Next exercise")
    fill_in(page, "T" * page.locator("#predict select[data-path]").count())
    press_button(page, "Check")
    press_button(page, "Check again")  # always the same answer gains nothing
    expect(score).to_contain_text(": 0 of")


def test_a_hint_is_for_the_blank_that_one_is_at(show: Callable[[str], Page]) -> None:
    page = show("#predict?kind=values&seed=1")
    fields = page.locator("#predict select[data-path]")
    fields.first.focus()
    press_button(page, "Hint for the root")
    expect(page.locator("#predict-hint")).to_contain_text("O moves here and takes the smallest of")
    fill_in(page, "DDXXX")
    press_button(page, "Check")
    expect(page.locator("#predict-score")).to_have_text("5 of 5 answers right: 9 of 10 points.")


def test_a_sheet_from_the_teachers_link_to_the_check_of_the_code(show: Callable[[str], Page], log: Log) -> None:
    page = show("#predict")
    page.locator("#teacher summary").click()
    page.locator("#teacher-number").fill("3")
    page.locator("#teacher-seed").fill("7")
    link = page.locator("#teacher-link").input_value()
    assert link.endswith("#predict?kind=both&seed=7&number=3")

    learner = show(f"#{link.partition('#')[2]}")
    for number, answers in enumerate(("DOOD", "TTTNNN", "XXDDXDD0"), 1):
        expect(learner.locator("#predict-number")).to_have_text(f"Sheet 7, exercise {number} of 3")
        fill_in(learner, answers)
        press_button(learner, "Check")
        expect(learner.locator("#predict-score")).not_to_be_empty()
        press_button(learner, "Next" if number < 3 else "To the result")
    expect(learner.locator("#predict-total")).to_have_text("Sheet 7: 34 of 36 points, 94 %")
    learner.locator("#predict-name").fill("Ada L.")
    learner.locator("#predict-name").blur()
    code = learner.locator("#predict-code")
    expect(code).to_have_value(re.compile("^ttt1/both/7/3/Ada~20L./DOOD,TTTNNN,XXDDXDD0/34/....$"))
    learner.go_back()
    expect(learner.locator("#predict-number")).to_have_text("Sheet 7, exercise 3 of 3")

    page.locator("#teacher-codes").fill(f"hello\n{code.input_value()[:25]}\n{code.input_value()[25:]}\n")
    press_button(page, "Check the codes")
    rows = page.locator("#teacher-table tbody tr")
    expect(rows).to_have_count(2)
    expect(rows.last.locator("td")).to_have_text(["Ada L.", "7, 3 (both)", "34 of 36", "94 %"])
    expect(rows.first).to_contain_text("is not a result code")
    assert [refused.partition("?")[2] for refused in log.refusals] == ["code=hello"]
    log.refusals.clear()


# The next step of a search


def guess_button(page: Page, name: str) -> Locator:
    return page.locator(f'#search-guess [data-guess="{name}"]')


def test_the_next_step_is_predicted_through_a_whole_search(show: Callable[[str], Page]) -> None:
    """By keyboard, once the first is focused: each answer moves the focus to what takes the step."""
    position = "OXX/XXO/O.."
    page = show(f"#search?position={position}")
    where, algorithm = parse_position(THREE, position), ALGORITHMS[DEFAULT_ALGORITHM]
    steps = list(moments(algorithm.search(THREE, where)))
    page.get_by_role("button", name="Predict the next step").click()
    for number in range(1, len(steps)):
        right = next_step(THREE, where, algorithm, number).right
        expect(page.locator("#search-guess [data-guess]:disabled")).to_have_count(0)
        button = guess_button(page, right)
        button.focus()
        press(page, "Enter")
        expect(page.locator("#search-guess .said")).to_have_text(re.compile(r"^Right\. "))
        expect(page.get_by_role("button", name="Take this step")).to_be_focused()
        press(page, "Enter")
        expect(page.locator("#search-count")).to_have_text(f"Step {number + 1} of {len(steps)}")
    expect(page.locator("#search-guess")).to_be_hidden()  # the search has ended
    expect(page.locator("#search-guess .note")).to_have_text(f"{len(steps) - 1} of {len(steps) - 1} at once")
    page.goto(page.url.partition("#")[0] + "#predict")
    expect(page.locator("#predict-standings")).to_contain_text(
        "begun the next step of a search: enter: 4 of the last 4"
    )


def test_a_second_try_and_a_hint_before_the_next_step_is_told(show: Callable[[str], Page]) -> None:
    page = show("#search?position=OXX/XXO/O..")
    page.get_by_role("button", name="Predict the next step").click()
    said = page.locator("#search-guess .said")
    guess_button(page, "leave").click()
    expect(said).to_contain_text(
        "Not that. A position has just been come to. Look first whether the game is over there."
    )
    expect(said).to_contain_text("You have a second try.")
    expect(guess_button(page, "leave")).to_be_disabled()
    guess_button(page, "leaf 0").click()
    expect(said).to_contain_text("Not that either. Nothing ends the work here, and b3 is the next move to try.")
    expect(guess_button(page, "enter b3")).to_have_text("✓ go on to b3")
    expect(page.locator("#search-guess")).to_contain_text("0 of 1 at once")
    page.get_by_role("button", name="Take this step").click()
    page.get_by_role("button", name="Hint", exact=True).click()
    guess_button(page, "enter c3").click()
    expect(page.locator("#search-guess")).to_contain_text("0 of 2 at once")
    page.locator("#search-run").click()  # while it runs nothing is asked
    expect(page.locator("#search-guess")).to_be_hidden()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_everybody_can_be_asked_and_told(show: Callable[[str], Page], theme: str) -> None:
    """No finding of axe where something was answered, nor where a teacher works; nothing wider than the screen."""
    page = show("#search?position=OXX/XXO/O..")
    page.locator("#theme").select_option(theme)
    page.get_by_role("button", name="Predict the next step").click()
    guess_button(page, "leave").click()
    guess_button(page, "enter b3").click()
    expect(page.get_by_role("button", name="Take this step")).to_be_visible()
    states = [("search", ""), ("predict", "?kind=values&seed=1&work=DDXX0-"), ("predict", "?number=1&at=2")]
    for view, state in states:
        if state:
            page.goto(f"{page.url.partition('#')[0]}#{view}{state}")
            settle(page)
            if not page.locator("#teacher[open]").count():
                page.locator("#teacher summary").click()
        for width, height in SIZES.values():
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            found = Axe().run(page, options={"resultTypes": ["violations"]})
            assert found.violations_count == 0, found.generate_report()


def test_what_comes_next_is_not_told_while_it_is_asked(show: Callable[[str], Page]) -> None:
    page = show("#search?position=OXX/XXO/O..&step=4")
    expect(page.locator("#search-sentence")).to_contain_text("and takes it")
    page.get_by_role("button", name="Predict the next step").click()
    expect(page.locator("#search-sentence")).not_to_contain_text("takes it")
