"""The page in a real browser: what people do with it, by mouse, by keyboard and by link."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from typing import Any
from urllib.request import urlopen

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser, BrowserContext, Locator, Page, Route, expect

from extent import usually
from pages import SIZES, Log, press, settle
from tictactoe.draw.palette import DARK

THEMES = {"phone": "light", "laptop": "dark", "projector": "light"}
"""One for each size, which is enough in a usual run."""
OVER = re.compile(r"^(X has won|O has won|A draw)$")
LECTURE = ".,b2,b2.c1,b2.c1.b3,b2.c1.b3.a2"
"""The lecture's way down, open: a5, b3, c6, d3."""
STATES = {
    "start": "#start",
    "play": "#play?moves=b2+b1+a1&undone=c3&side=both&hint=1&review=1&seed=4",
    "lesson": "#play?moves=b2&undone=b1+a1+c1+c3&pause=1&retry=1&tried=c2",
    "tree": f"#tree?open={LECTURE}&focus=b2.c1.b3.a2.b1&walk=6",
    "folded": "#tree?fold=1&open=.,b2&focus=b2",
    "search": "#search?algorithm=alphabeta&position=OXX/XXO/O..&step=12",
    "compare": "#search?algorithm=alphabeta&against=minimax&step=22&reveal=1",
    "long": "#search?algorithm=symmetry&position=.../.../...&step=300",
    "values": "#predict?kind=values&seed=1&work=DDXX0-DDXXd-",
    "cutoffs": "#predict?kind=cutoffs&seed=1&work=TTNNNNTT-TTTTNNNN-",
    "sheet": "#predict?kind=both&seed=7&number=3&at=4&work=DOOD-,TTTNNN-,XXDD0000-XXDDXDDX-",
}


def cell(page: Page, name: str) -> Locator:
    return page.locator(f"#play-board [data-cell={name}]")


def headline(page: Page) -> Locator:
    return page.locator("#play-headline")


def node(page: Page, name: str) -> Locator:
    """The node of the tree whose full name begins like this."""
    return page.locator(f'#tree [role=treeitem][aria-label^="{name}"]')


def moves_of(page: Page) -> list[str]:
    found = re.search(r"[?&]moves=([^&]*)", page.url)
    return found[1].split("+") if found and found[1] else []


def test_the_command_serves_the_page() -> None:
    command = [sys.executable, "-m", "tictactoe", "serve", "--port", "0", "--no-open"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout
        said = re.fullmatch(
            r"The page is at (http://127\.0\.0\.1:\d+/) \(Ctrl-C ends it\)\.\n", server.stdout.readline()
        )
        assert said
        with urlopen(said[1]) as page:  # noqa: S310  our own server
            assert "<title>Tic-tac-toe</title>" in page.read().decode()
        server.terminate()


# The way in


def by_keyboard(page: Page, target: Locator) -> None:
    """Go there with Tab, and press Enter."""
    expect(target).to_be_enabled()
    for _ in range(120):
        if target.evaluate("node => node === document.activeElement"):
            break
        press(page, "Tab")
    expect(target).to_be_focused()
    press(page, "Enter")


HANDS: dict[str, tuple[Callable[[Page, Locator], None], dict[str, Any]]] = {
    "mouse": (lambda _, target: target.click(), {"viewport": {"width": 1280, "height": 800}}),
    "keyboard": (by_keyboard, {"viewport": {"width": 1280, "height": 800}, "color_scheme": "dark"}),
    "touch": (lambda _, target: target.tap(), {"viewport": {"width": 390, "height": 844}, "has_touch": True}),
}


@pytest.mark.parametrize("hand", HANDS)
def test_the_first_screen_leads_from_a_game_to_an_exercise(browser: Browser, log: Log, hand: str) -> None:
    act, kind = HANDS[hand]
    context = browser.new_context(reduced_motion="reduce", **kind)
    context.set_default_timeout(120_000)
    page = context.new_page()
    log.errors.clear()
    log.refusals.clear()
    log.watch(page)
    page.goto(log.address)
    expect(page).to_have_title("Start · Tic-tac-toe")
    expect(page.locator("#start")).to_contain_text("That is minimax.")
    expect(page.locator("#start-picture .sample")).to_have_count(6)
    task, onward = page.locator("#way-task"), page.locator("#way-next")

    act(page, page.locator("#start-go"))
    expect(task).to_be_focused()
    expect(task).to_contain_text("1 of 5: Play")
    assert page.evaluate("scrollY") == 0
    act(page, cell(page, "b2"))
    expect(page.locator("#play-board .stone")).to_have_count(2)

    act(page, onward)
    expect(task).to_contain_text("2 of 5: Why?")
    expect(page.locator("#play-list li").first).to_be_visible()

    act(page, onward)
    expect(task).to_contain_text("3 of 5: Tree")
    for number in range(2, 5):
        act(page, page.locator("#tree-next"))
        expect(page.locator("#tree-walk-title")).to_contain_text(f"{number} of 13")
    act(page, page.locator("#tree-walk-options button").nth(1))
    expect(page.locator("#tree-walk-came")).to_contain_text("Right. X has two in the middle column")

    act(page, onward)
    expect(task).to_contain_text("4 of 5: Search")
    expect(page.locator("#search-sheet .box").first).to_be_visible()
    act(page, onward)
    expect(page.locator("#predict-sheet .box").first).to_be_visible()

    page.reload()  # how far one has come is kept, and a link that names a state shows that
    expect(page.locator("#predict-sheet .box").first).to_be_visible()
    expect(page.locator("#way")).to_be_hidden()
    act(page, page.get_by_role("link", name="Start"))
    expect(page.locator("#start-far")).to_contain_text("4 of 5 steps done.")
    act(page, page.locator("#start-go"))
    expect(onward).to_have_text("Done")
    act(page, onward)
    expect(page.locator("#start-steps a").filter(has_text="✓")).to_have_count(5)
    page.goto(log.address)  # who has gone the whole way is not led again
    expect(page.locator("#play-board")).to_be_visible()
    settle(page)
    context.close()
    assert log.errors == []
    assert log.refusals == []


def test_a_view_opens_from_its_top(show: Callable[[str], Page]) -> None:
    page = show("#play?hint=1&moves=b2+b1")
    expect(page.locator("#play-list li").first).to_be_visible()
    for name in ("Tree", "Search", "Play"):
        page.evaluate("scrollTo(0, 300)")
        page.get_by_role("link", name=name, exact=True).click()
        expect(page).to_have_title(f"{name} · Tic-tac-toe")
        settle(page)
        assert page.evaluate("scrollY") == 0


def test_the_way_in_can_be_skipped_and_found_again(show: Callable[[str], Page]) -> None:
    page = show("")
    page.locator("#start-skip").click()
    expect(page.locator("#play-board")).to_be_visible()
    page = show("")
    expect(page.locator("#play-board")).to_be_visible()
    page.get_by_role("link", name="Start").click()
    page.locator("#start-steps a").nth(2).click()
    expect(page.locator("#way-task")).to_contain_text("3 of 5: Tree")
    page.locator("#way-leave").click()
    expect(page.locator("#way")).to_be_hidden()
    expect(page.locator("#tree-walk-text")).to_be_visible()


def test_the_way_in_needs_nothing_to_be_kept(show: Callable[[str], Page], context: BrowserContext) -> None:
    forbid = "Object.defineProperty(window, 'localStorage', { get() { throw new Error('forbidden'); } })"
    context.add_init_script(forbid)
    page = show("")
    page.locator("#start-go").click()
    page.locator("#way-next").click()
    expect(page.locator("#way-task")).to_contain_text("2 of 5")


# Play


def test_a_game_by_mouse_against_the_computer(show: Callable[[str], Page]) -> None:
    page = show("#play?level=random&seed=3")
    for _ in range(5):
        expect(headline(page)).to_have_text(re.compile(r"to move$|has won$|^A draw$"))
        if OVER.match(headline(page).inner_text()):
            break
        stones = page.locator("#play-board .stone").count()
        page.locator("#play-board button[aria-disabled=false]").first.click()
        both = page.locator("#play-board .stone").nth(stones + 1)  # mine and the answer to it
        expect(both.or_(headline(page).filter(has_text=OVER)).first).to_be_visible()
    expect(headline(page)).to_have_text(OVER)
    expect(page.locator("#play-board button[aria-disabled=false]")).to_have_count(0)
    expect(page.locator(".strip .column")).to_have_count(page.locator("#play-board .stone").count() + 1)
    expect(page.locator("#said")).to_contain_text(headline(page).inner_text())


def test_a_game_by_keyboard_alone(show: Callable[[str], Page]) -> None:
    page = show("#play?side=both")
    expect(headline(page)).to_have_text("X to move")
    for _ in range(20):
        press(page, "Tab")
        if page.evaluate("document.activeElement.dataset.cell ?? ''"):
            break
    expect(cell(page, "b2")).to_be_focused()  # the middle of the board is where Tab comes in
    expect(cell(page, "b2")).to_have_accessible_name("b2, empty")
    press(page, "Enter")  # X b2
    expect(headline(page)).to_have_text("O to move")
    press(page, "ArrowUp", "Enter")  # O b1
    expect(cell(page, "b1")).to_have_accessible_name("b1, O")
    press(page, "ArrowLeft", "Space")  # X a1
    expect(headline(page)).to_have_text("O to move")
    press(page, "End", "Enter")  # O c1
    expect(headline(page)).to_have_text("X to move")
    press(page, "ArrowUp", "ArrowDown", "ArrowDown", "ArrowRight", "Enter")  # X c3, the diagonal
    expect(headline(page)).to_have_text("X has won")
    expect(page.locator(".lines .band")).to_have_count(1)
    assert moves_of(page) == ["b2", "b1", "a1", "c1", "c3"]


def test_the_computer_answers_and_is_announced(show: Callable[[str], Page]) -> None:
    page = show("#play")
    expect(page.locator("#play-level")).to_have_value("perfect")
    expect(page.locator("#play-manner")).to_have_text("Never gives away a draw or a win.")
    cell(page, "b2").click()
    expect(page.locator("#said")).to_have_text("O plays a1 (proven: draw). X to move.")
    expect(cell(page, "a1")).to_have_accessible_name("a1, O")
    page.locator("#play-undo").click()
    expect(cell(page, "b2")).to_have_accessible_name("b2, empty")
    page.locator("#play-redo").click()
    expect(cell(page, "a1")).to_have_accessible_name("a1, O")
    page.locator("#play-new").click()
    expect(page).to_have_url(re.compile("seed=1"))
    expect(page.locator("#play-board .stone")).to_have_count(0)
    page.go_back()
    expect(cell(page, "a1")).to_have_accessible_name("a1, O")


def test_going_back_leads_to_ones_own_turns(show: Callable[[str], Page]) -> None:
    page = show("#play")
    for name, stones in (("b2", 2), ("c1", 4)):
        cell(page, name).click()
        expect(page.locator("#play-board .stone")).to_have_count(stones)
        expect(page).to_have_url(re.compile(rf"moves=(\w\d\+?){{{stones}}}$"))
    for stones in (2, 0):
        page.go_back()
        expect(page.locator("#play-board .stone")).to_have_count(stones)
        expect(headline(page)).to_have_text("X to move")


def test_the_computer_begins_when_one_plays_o_and_can_be_watched(show: Callable[[str], Page]) -> None:
    page = show("#play")
    page.locator("#play-side").select_option("o")
    expect(headline(page)).to_have_text("O to move")
    expect(page.locator("#play-board .stone")).to_have_count(1)
    page.locator("#play-side").select_option("none")
    expect(page.locator("#play-board .stone")).not_to_have_count(1)
    page.locator("#play-pause").click()
    expect(page.locator("#play-go")).to_be_visible()
    page.locator("#play-go").click()
    expect(page.locator("#play-pause")).to_be_visible()


def test_undo_and_redo_are_the_sessions(show: Callable[[str], Page]) -> None:
    """Against the computer a move is taken back with its answer; of two people's, one at a time."""
    undo, redo = "#play-undo", "#play-redo"
    page = show("#play?side=o")
    stones = page.locator("#play-board .stone")
    expect(headline(page)).to_have_text("O to move")
    expect(page.locator(undo)).to_be_disabled()  # the only move is the computer's
    cell(page, "b2").click()
    expect(stones).to_have_count(3)
    page.locator(undo).click()
    expect(stones).to_have_count(1)
    expect(headline(page)).to_have_text("O to move")
    page.locator(redo).click()
    expect(stones).to_have_count(3)
    expect(page.locator(redo)).to_be_disabled()
    page.locator(undo).click()
    expect(stones).to_have_count(1)
    cell(page, "b2").click()  # the same move again is answered, and nothing is left to be redone
    expect(stones).to_have_count(3)
    expect(page.locator(redo)).to_be_disabled()

    page = show("#play?side=both&moves=b2+a1+c3")
    stones = page.locator("#play-board .stone")
    for count in (2, 1, 0):
        page.locator(undo).click()
        expect(stones).to_have_count(count)
    expect(page.locator(undo)).to_be_disabled()
    page.locator(redo).click()
    expect(stones).to_have_count(1)
    cell(page, "a1").click()  # what was played before keeps what follows it
    expect(stones).to_have_count(2)
    page.locator(redo).click()
    expect(cell(page, "c3")).to_have_accessible_name("c3, X")
    page.locator(undo).click()
    expect(stones).to_have_count(2)
    cell(page, "b1").click()
    expect(stones).to_have_count(3)
    expect(page.locator(redo)).to_be_disabled()


def test_who_leafs_through_a_watched_game_is_not_overtaken(show: Callable[[str], Page]) -> None:
    page = show("#play?side=none&level=random&seed=2")
    stones = page.locator("#play-board .stone")
    expect(stones.nth(2)).to_be_visible()
    page.locator("#play-pause").click()
    expect(page.locator("#play-go")).to_be_visible()
    settle(page)
    count = stones.count()
    page.locator("#play-undo").click()
    expect(stones).to_have_count(count - 1)
    page.locator("#play-redo").click()
    expect(stones).to_have_count(count)
    page.locator("#play-undo").click()
    expect(stones).to_have_count(count - 1)
    settle(page)
    assert page.locator("#play-go").is_visible()  # nobody moves until told to
    page.locator("#play-board button[aria-disabled=false]").first.click()  # one may move for the computer
    expect(stones).to_have_count(count)
    expect(page.locator("#play-go")).to_be_visible()
    page.locator("#play-go").click()
    expect(headline(page)).to_have_text(OVER)


def test_a_game_from_a_position_is_played_and_reviewed(show: Callable[[str], Page]) -> None:
    page = show("#play?start=X../.O./...&side=x&review=1")
    expect(headline(page)).to_have_text("X to move")
    cell(page, "c3").click()
    expect(page.locator("#play-board .stone")).to_have_count(4)
    columns = page.locator(".strip .column")
    expect(columns).to_have_count(3)
    columns.nth(1).click()  # after X's move: it would be the computer's turn
    expect(page.locator("#play-board .stone")).to_have_count(3)
    expect(page.locator("#play-go")).to_be_visible()
    page.locator("#play-go").click()
    expect(page.locator("#play-board .stone")).to_have_count(4)
    page.locator("#play-undo").click()
    expect(page.locator("#play-board .stone")).to_have_count(2)
    expect(page.locator("#play-undo")).to_be_disabled()


def test_the_hint_says_what_every_move_is_worth_and_why(show: Callable[[str], Page]) -> None:
    page = show("#play?moves=b2+b1&side=both")
    page.locator("#play-hint").click()
    expect(headline(page)).to_have_text("X to move: X wins in 5")
    expect(cell(page, "a1")).to_have_accessible_name("a1, empty, win in 5, best")
    expect(cell(page, "b3")).to_have_accessible_name("b3, empty, draw")
    expect(cell(page, "b3").locator(".words")).to_have_text("draw")
    cell(page, "b3").hover()
    expect(page.locator("#play-why")).to_contain_text("b3: ")
    expect(page.locator("#play-why")).to_contain_text("gives away the win")
    cell(page, "a1").focus()
    expect(page.locator("#play-why")).to_contain_text("a1: ")
    expect(page.locator("#play-list")).to_contain_text("X wins in 5")


def test_what_is_judged_is_drawn_and_said_in_a_way_of_its_own(show: Callable[[str], Page]) -> None:
    page = show("#play?game=15,15,5&moves=h8+g7&side=both&hint=1")
    badge = page.locator("#play-board .badge.judged")
    expect(badge).to_have_count(1)
    name = badge.locator("xpath=ancestor::button").get_attribute("data-cell") or ""
    expect(cell(page, name)).to_have_accessible_name(f"{name}, empty, not known, judged best but not proven")
    expect(badge.locator("svg.judged")).to_be_visible()
    expect(page.locator("#play-seen")).to_contain_text(f"Judged best, but not proven: {name}.")
    expect(headline(page)).to_have_text("X to move")
    expect(page.locator("#play-list")).to_contain_text(re.compile(r"\d+ moves: not known"))
    expect(page.locator("#play-manner")).not_to_contain_text("Never gives away")


def test_mistakes_are_marked_and_one_can_go_back_to_them(show: Callable[[str], Page]) -> None:
    page = show("#play?moves=b2+b1+a1+c1+c3&side=both")
    columns = page.locator(".strip .column")
    expect(columns).to_have_count(6)
    expect(columns.nth(2)).to_have_accessible_name("2, O b1: X wins in 5, a mistake: try again")
    expect(columns.nth(2)).to_contain_text("✗ mistake")
    expect(columns.nth(1)).to_have_accessible_name("1, X b2: draw")
    columns.nth(1).click()
    expect(page.locator("#play-board .stone")).to_have_count(1)
    page.locator("#play-review").click()
    expect(columns).to_have_count(6)  # what was taken back is still to be seen
    expect(columns.nth(1)).to_have_attribute("aria-current", "step")
    cell(page, "a1").click()  # and now better
    expect(columns).to_have_count(3)
    expect(columns.nth(2)).to_have_accessible_name("2, O a1: draw")


def test_a_mistake_is_asked_about_before_it_is_told(show: Callable[[str], Page]) -> None:
    page = show("#play?moves=b2+b1+a1+c1+c3&level=random")
    text = page.locator("#lesson-text")
    page.locator("#play-mistakes").click()
    expect(text).to_have_text("Move 2: O played b1, which gave away the draw. What would have kept it?")
    expect(text).to_be_focused()
    expect(page.locator("#play-board .stone")).to_have_count(1)
    columns = page.locator(".strip .column")
    expect(columns).to_have_count(6)  # the strip stays
    expect(columns.nth(2)).to_have_accessible_name("2, O b1: X wins in 5, the mistake that is asked about")
    expect(columns.nth(1)).to_have_attribute("aria-current", "step")
    expect(page.locator("#play-hint")).to_be_disabled()  # nothing tells it
    cell(page, "c2").click()
    expect(text).to_have_text("After c2 X wins in 5: that gives away the draw too. Try once more.")
    expect(cell(page, "c2")).to_have_accessible_name("c2, empty, loss in 6")
    expect(page.locator("#said")).to_contain_text("Try once more.")
    link = page.url
    cell(page, "a1").click()
    expect(text).to_contain_text("Right: a1 keeps the draw, as do c1, a3 and c3. b1: ")
    expect(cell(page, "a1")).to_have_accessible_name("a1, empty, draw, best")
    expect(cell(page, "c1")).to_have_accessible_name("c1, empty, draw, best")
    page.go_back()
    expect(text).to_contain_text("Try once more.")
    page.locator("#lesson-tell").click()
    expect(text).to_contain_text("The draw is kept by a1, c1, a3 and c3. b1: ")
    page.locator("#lesson-play").click()
    expect(page.locator("#play-lesson")).to_be_hidden()
    cell(page, "a3").click()  # for the computer, which would have gone wrong; and the game goes on
    expect(columns.nth(2)).to_have_accessible_name("2, O a3: draw")
    page.goto(link)
    expect(text).to_contain_text("Try once more.")
    page.locator("#lesson-end").click()
    expect(headline(page)).to_have_text("X has won")


def test_a_finger_tries_at_the_first_tap(browser: Browser, log: Log) -> None:
    """Where there is something to read, the first tap reads it; a mistake that is asked about tells nothing."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
    context.set_default_timeout(120_000)
    page = context.new_page()
    page.goto(log.address + STATES["lesson"])
    expect(page.locator("#lesson-text")).to_contain_text("Try once more.")
    cell(page, "a1").tap()
    expect(page.locator("#lesson-text")).to_contain_text("Right: a1 keeps the draw")
    context.close()


def test_larger_boards_are_played(show: Callable[[str], Page]) -> None:
    page = show("#play?side=both")
    page.locator("#play-preset").select_option("4,4,4")
    expect(page.locator("#play-board button")).to_have_count(16)
    for name in ("a1", "a2", "b1", "b2", "c1", "c2", "d1"):
        cell(page, name).click()
        expect(cell(page, name).locator(".stone")).to_be_visible()
    expect(headline(page)).to_have_text("X has won")
    page.locator("#play-game").fill("12,12,5")
    page.locator("#play-setup button[type=submit]").click()
    expect(page.locator("#play-board button")).to_have_count(144)
    page.locator("#play-side").select_option("x")
    page.locator("#play-level").select_option("wary")
    cell(page, "f6").click()
    expect(page.locator("#play-board .stone")).to_have_count(2)


def test_a_board_that_is_none_is_refused_in_a_sentence_and_costs_nothing(show: Callable[[str], Page], log: Log) -> None:
    page = show("#play?moves=b2+a1&side=both")
    expect(headline(page)).to_have_text("X to move")
    page.locator("#play-game").fill("9,9")
    page.locator("#play-setup button[type=submit]").click()
    expect(page.locator("#trouble")).to_contain_text("should be rows,columns,k such as 3,3,3.")
    expect(cell(page, "b2")).to_have_accessible_name("b2, X")
    cell(page, "c3").click()
    expect(page.locator("#trouble")).to_be_empty()
    assert len(log.refusals) == 1
    log.refusals.clear()


def test_a_move_made_while_the_server_is_asked_is_not_lost(show: Callable[[str], Page]) -> None:
    page = show("#play")
    expect(cell(page, "b2")).to_have_accessible_name("b2, empty")
    waiting: list[Route] = []
    page.route("**/api/v1/session?*", lambda route: route.continue_() if waiting else waiting.append(route))
    page.locator("#play-level").select_option("random")
    while not waiting:
        page.wait_for_timeout(20)
    cell(page, "b2").click()
    waiting[0].continue_()
    expect(cell(page, "b2")).to_have_accessible_name("b2, X")


@pytest.mark.parametrize(
    ("state", "sentence", "asked"),
    [
        ("#nowhere", "There is no view nowhere: the views are start, play, tree, search, predict.", 0),
        ("#play?moves=z9", "there is no column z", 1),
        ("#play?side=two", "The link says side two, but it should be x or o or both or none.", 0),
        ("#play?seed=many", "Parameter seed", 1),
        ("#play?moves=b2&undone=a1&retry=1", "Move 2 is not known to be a mistake.", 1),
        ("#tree?position=XXX/.../...", "", 1),
        ("#search?game=4,4,4&position=", "has 16 empty cells, but a search is shown step by step for at most 9", 1),
        ("#search?position=OXX/XXO", "OXX/XXO", 1),
        ("#predict?seed=-1", "a seed is a whole number from 0", 0),
    ],
)
def test_a_bad_link_is_answered_by_a_sentence(
    show: Callable[[str], Page], log: Log, state: str, sentence: str, asked: int
) -> None:
    page = show(state)
    if state == "#play?seed=many":
        page.locator("#play-level").select_option("random")
        cell(page, "b2").click()
    expect(page.locator("#trouble")).to_contain_text(sentence or ".")
    assert page.locator("#trouble").inner_text().strip()
    assert len(log.refusals) == asked
    log.refusals.clear()


# Tree


def test_the_tree_opens_to_the_lectures_e2_and_closes(show: Callable[[str], Page]) -> None:
    page = show("#tree?reveal=1")
    for label, name in (
        ("a5", "a5, X b2: draw, 8 moves, a best move"),
        ("b3", "b3, O c1: draw, 7 moves, a best move"),
        ("c6", "c6, X b3: draw, 6 moves, a best move"),
        ("d3", "d3, O a2: X wins in 1, 5 moves"),
    ):
        expect(node(page, f"{label},")).to_have_accessible_name(name)
        node(page, f"{label},").click()
        expect(node(page, f"{label},")).to_have_attribute("aria-expanded", "true")
    e2 = node(page, "e2,")
    expect(e2).to_have_accessible_name("e2, X b1: X has won, a best move")
    expect(e2).not_to_have_attribute("aria-expanded", re.compile("."))
    expect(e2).to_have_attribute("aria-level", "6")
    expect(node(page, "d2,")).to_have_accessible_name("d2, O b1: draw, 5 moves, a best move")
    expect(page.locator("#tree .caption b")).to_have_text(["MAX", "MIN", "MAX", "MIN", "MAX", "MIN"])
    node(page, "a5,").click()
    expect(e2).to_have_count(0)


def test_the_tree_by_keyboard(show: Callable[[str], Page]) -> None:
    page = show("#tree")
    root = node(page, "root,")
    expect(root).to_have_accessible_name("root, X to move: value not known yet, 9 moves")
    root.focus()
    press(page, "ArrowRight")
    expect(node(page, "a1,")).to_be_focused()
    press(page, "ArrowDown")
    expect(node(page, "a2,")).to_be_focused()
    press(page, "a", "5")
    expect(node(page, "a5,")).to_be_focused()
    press(page, "Enter")
    expect(node(page, "a5,")).to_have_attribute("aria-expanded", "true")
    expect(node(page, "a5,")).to_be_focused()
    press(page, "ArrowRight")
    expect(node(page, "b1,")).to_be_focused()
    press(page, "End")
    expect(node(page, "a9,")).to_be_focused()
    press(page, "Home")
    expect(root).to_be_focused()
    press(page, "ArrowLeft")
    expect(root).to_have_attribute("aria-expanded", "false")
    expect(page.locator("#tree [role=treeitem]")).to_have_count(1)
    expect(page.locator("#tree [role=treeitem][tabindex='0']")).to_have_count(1)


def test_symmetry_is_folded_and_a_node_becomes_the_root(show: Callable[[str], Page]) -> None:
    page = show("#tree?reveal=1")
    expect(page.locator("#tree [role=treeitem]")).to_have_count(10)
    page.locator("#tree-fold").check()
    expect(page.locator("#tree [role=treeitem]")).to_have_count(4)
    expect(node(page, "a1,").locator(".same")).to_have_text("×4")
    expect(node(page, "a1,")).to_have_accessible_name("a1, X a1: draw, 8 moves, stands for a1, c1, a3, c3, a best move")
    node(page, "a5,").click()
    page.locator("#tree-root").click()
    expect(node(page, "root,")).to_have_accessible_name("root, O to move: draw, 8 moves")
    expect(page.locator("#tree [role=treeitem]")).to_have_count(3)
    expect(page.locator("#tree .caption b").first).to_have_text("MIN")
    page.locator("#tree-play").click()
    expect(headline(page)).to_have_text("O to move")
    expect(cell(page, "b2")).to_have_accessible_name("b2, X")


def test_the_sheet_zooms_and_is_dragged(show: Callable[[str], Page]) -> None:
    page = show(f"#tree?open={LECTURE}")
    expect(node(page, "e2,")).to_be_visible()
    before = node(page, "a5,").bounding_box()
    for _ in range(4):
        page.get_by_role("button", name="Zoom in").click()
    after = node(page, "a5,").bounding_box()
    assert before
    assert after
    assert after["width"] > before["width"] * 2
    window = page.locator("#tree .window")
    place = window.bounding_box()
    assert place
    at_first = window.evaluate("node => node.scrollLeft")
    page.mouse.move(place["x"] + 500, place["y"] + 30)
    page.mouse.down()
    page.mouse.move(place["x"] + 300, place["y"] + 30, steps=4)
    page.mouse.up()
    assert window.evaluate("node => node.scrollLeft") == pytest.approx(at_first + 200, abs=2)
    page.keyboard.down("Control")
    page.mouse.wheel(0, 300)
    page.keyboard.up("Control")
    page.evaluate("new Promise(requestAnimationFrame)")
    last = node(page, "a5,").bounding_box()
    assert last
    assert last["width"] < after["width"]


def test_nothing_is_known_in_the_tree_until_it_is_reached(show: Callable[[str], Page]) -> None:
    """A leaf has its value; it goes up as soon as MAX or MIN can take it; one can ask, and reveal everything."""
    page = show("#tree?position=XO./.OX/.X.")
    root, story = node(page, "root,"), page.locator("#tree-words")
    expect(root).to_have_accessible_name("root, O to move: value not known yet, 4 moves")
    expect(page.locator("#tree .edge.best")).to_have_count(0)
    page.locator("#tree-ends").click()
    expect(root).to_have_accessible_name("root, O to move: draw, 4 moves")
    expect(story).to_have_text(re.compile(r"^O chooses here: MIN takes the smallest of a1 = .*: 0|The value is 0\.$"))
    page.locator("#tree-reveal").check()
    revealed = page.locator("#tree [role=treeitem] .value").all_inner_texts()
    page.locator("#tree-reveal").uncheck()
    settle(page)
    flowed = page.locator("#tree [role=treeitem] .value").all_inner_texts()
    assert [text.split(" in ")[0] for text in revealed] == [text.split(" in ")[0] for text in flowed]
    root.click()  # closed again, it is not forgotten
    expect(root).to_have_accessible_name("root, O to move: draw, 4 moves")

    page = show("#tree?moves=b2+c1+b3+a2&open=,")
    root, story = node(page, "root,"), page.locator("#tree-words")
    expect(story).to_have_text("Its value is not known yet. Open it, down to the ends of the game, or ask.")
    root.click()
    expect(node(page, "e2,")).to_have_accessible_name("e2, X b1: X has won, a best move")
    expect(root).to_have_accessible_name("root, X to move: X wins, 5 moves")  # nothing is larger
    expect(page.locator("#said")).to_have_text("Now known: e2: X has won; root: X wins.")
    expect(node(page, "e3,")).to_have_accessible_name("e3, X c2: value not known yet, 4 moves")
    node(page, "e3,").click()
    page.locator("#tree-ask").click()
    expect(node(page, "e3,")).to_have_accessible_name("e3, X c2: draw, 4 moves")
    link = page.url
    other = show(link[link.index("#") :])
    expect(node(other, "e3,")).to_have_accessible_name("e3, X c2: draw, 4 moves")
    other.locator("#tree-reveal").check()
    expect(node(other, "e1,")).to_have_accessible_name("e1, X a1: X wins in 2, 4 moves")


def test_the_guided_walk_asks_and_waits(show: Callable[[str], Page]) -> None:
    page = show("#tree")
    page.locator("#tree-walk").click()
    title, came = page.locator("#tree-walk-title"), page.locator("#tree-walk-came")
    options, onward = page.locator("#tree-walk-options button"), page.locator("#tree-next")

    def at(number: int) -> None:
        expect(title).to_contain_text(f"{number} of 13")

    def answer(text: str) -> None:
        expect(onward).to_be_disabled()
        options.filter(has_text=re.compile(rf"^{text}")).click()

    def go_on(number: int) -> None:
        expect(onward).to_be_enabled()
        onward.click()
        at(number)

    at(1)
    for number in (2, 3, 4):
        go_on(number)
    answer("nothing yet")
    expect(came).to_have_text("Not quite. X has two in one line already, and its third cell is free.")
    answer("to fill the middle column")
    go_on(5)
    answer("e3")
    expect(came).to_contain_text("Not quite. After e3 O takes the top of the column, and the game is a draw.")
    expect(node(page, "e2,")).to_have_accessible_name("e2, X b1: value not known yet, on the line that is followed")
    node(page, "e2,").click()  # on the tree is an answer as well
    expect(came).to_have_text("Right. It fills the middle column, and X has won.")
    go_on(6)
    answer("1")
    expect(node(page, "e2,")).to_have_accessible_name("e2, X b1: X has won, on the line that is followed")
    go_on(7)
    answer("0")
    expect(came).to_have_text("Not quite. X chooses here, and there is something larger to take.")
    expect(node(page, "d3,")).to_have_accessible_name(re.compile("value not known yet"))
    page.locator("#tree-tell").click()
    expect(came).to_contain_text("It is 1: X wins. X takes the largest of e1 = 1, e2 = 1, e3 = 0, e4 = 1, e5 = 1.")
    expect(node(page, "d3,")).to_have_accessible_name(re.compile("X wins in 1"))
    go_on(8)
    expect(node(page, "d2,")).to_have_accessible_name(re.compile("value not known yet"))
    answer("yes")
    expect(came).to_contain_text("O wants the value to be small")
    answer("no")
    expect(came).to_contain_text("O would not have picked d3: only d2 closes the column in time.")
    expect(node(page, "d2,")).to_have_accessible_name(re.compile("draw"))
    for number in (9, 10, 11, 12):
        go_on(number)
        answer("0")
        expect(came).to_contain_text("Right.")
    expect(came).to_contain_text("the game is a draw, and the centre is as good a beginning as any other")
    go_on(13)
    expect(page.locator("#tree-walk-text")).to_contain_text("leaves it at d3: there O takes d2, and it is a draw")
    expect(node(page, "d2,")).to_have_accessible_name("d2, O b1: draw, 5 moves, a best move")
    expect(node(page, "d3,")).to_have_accessible_name("d3, O a2: X wins in 1, 5 moves, on the line that is followed")
    expect(onward).to_be_disabled()
    page.locator("#tree-back").click()
    at(12)


def test_the_walk_by_keyboard(show: Callable[[str], Page]) -> None:
    page = show(f"#tree?open={LECTURE}&focus=b2.c1.b3.a2.b1&walk=6")
    options = page.locator("#tree-walk-options button")
    options.first.focus()
    press(page, "Tab", "Enter")
    expect(page.locator("#tree-walk-came")).to_contain_text("Not quite. Look at the board")
    expect(options.nth(1)).to_be_focused()
    press(page, "Shift+Tab", "Enter")
    expect(page.locator("#tree-next")).to_be_focused()
    expect(page.locator("#said")).to_contain_text("Right. Nobody needs to look ahead")
    press(page, "Enter")
    expect(page.locator("#tree-walk-title")).to_contain_text("7 of 13")


@pytest.mark.parametrize("state", ["walk=6", "walk=99", "walk=3&game=4,4,4&open=.,b2,b2.c1", "walk=1&fold=1"])
def test_there_is_a_walk_only_where_its_line_is(show: Callable[[str], Page], state: str) -> None:
    page = show(f"#tree?{state}")
    expect(page.locator("#tree [role=treeitem]").first).to_be_visible()
    settle(page)
    expect(page.locator("#tree-walk-box")).to_be_hidden()
    expect(page.locator("#tree-walk")).to_have_attribute("aria-pressed", "false")


# All views


SHOWN = {
    "start": ("#start-steps", "#start-picture"),
    "play": ("#play-board", "#play-strip", "#play-reasons", "#play-headline"),
    "lesson": ("#play-board", "#play-strip", "#lesson-text", "#play-headline"),
    "tree": ("#tree-sheet", "#tree-walk-text", "#tree-name"),
    "folded": ("#tree-sheet", "#tree-name"),
    "search": ("#search-sheet", "#search-sentence", "#search-path", "#search-counts"),
    "compare": ("#search-sheet", "#search-other-sheet", "#search-race", "#search-pseudocode"),
    "long": ("#search-sheet", "#search-sentence", "#search-path", "#search-counts"),
    "values": ("#predict-sheet", "#predict-score", "#predict-marks"),
    "cutoffs": ("#predict-sheet", "#predict-score", "#predict-marks"),
    "sheet": ("#predict-total", "#predict-parts", "#predict-number"),
}


@pytest.mark.parametrize("name", STATES)
def test_a_copied_link_shows_the_same_in_another_tab(
    show: Callable[[str], Page], context: BrowserContext, name: str
) -> None:
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = show(STATES[name])
    parts = SHOWN[name]
    for part in parts:
        expect(page.locator(part)).not_to_be_empty()
    settle(page)
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    link = page.evaluate("navigator.clipboard.readText()")
    other = show(link.removeprefix(page.url.partition("#")[0]))
    settle(other)
    for part in parts:
        expect(other.locator(part)).to_have_text(page.locator(part).inner_text(), use_inner_text=True)
    chosen = "[...document.querySelectorAll('select, input')].map((node) => [node.value, node.checked])"
    assert other.evaluate(chosen) == page.evaluate(chosen)
    assert other.url == link


def test_views_keep_their_state_while_another_is_shown(show: Callable[[str], Page]) -> None:
    page = show("#play?moves=b2+a1&side=both")
    expect(headline(page)).to_have_text("X to move")
    page.get_by_role("link", name="Predict").click()
    expect(page.locator("#predict-sheet .box").first).to_be_visible()
    expect(page).to_have_title("Predict · Tic-tac-toe")
    page.get_by_role("link", name="Play", exact=True).click()
    expect(cell(page, "a1")).to_have_accessible_name("a1, O")


def test_the_theme_is_chosen_and_kept(show: Callable[[str], Page]) -> None:
    page = show("#play")
    page.locator("#theme").select_option("dark")
    paper = "getComputedStyle(document.body).backgroundColor"
    dark = f"rgb({', '.join(str(part) for part in bytes.fromhex(DARK.paper[1:]))})"
    assert page.evaluate(paper) == dark
    assert show("#tree").evaluate(paper) == dark


@pytest.mark.parametrize("name", ["start", "play", "lesson", "tree", "search", "compare", "values", "cutoffs", "sheet"])
def test_everybody_can_use_it(show: Callable[[str], Page], name: str) -> None:
    """No finding of axe, and nothing wider than the screen."""
    page = show(STATES[name])
    page.locator("#about summary").click()
    for part in SHOWN[name]:
        expect(page.locator(part)).not_to_be_empty()
    settle(page)
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= width, size
        for theme in usually((THEMES[size],), ("light", "dark")):
            page.locator("#theme").select_option(theme)
            found = Axe().run(page, options={"resultTypes": ["violations"]})
            assert found.violations_count == 0, f"{size} {theme}: {found.generate_report()}"
