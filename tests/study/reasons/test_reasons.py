"""The reasons for moves: every claim about every move of 3×3 against brute force on text, and none is left out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import oracle
from extent import sample
from strategies import played
from tictactoe.rules import Cell, Game, Position, format_cell, format_position, parse_cell, parse_position
from tictactoe.search import Analysis, Answer, Budget, Solver
from tictactoe.study.reasons import Claim, Reasons, explain_move, explain_moves, explain_position
from tictactoe.study.reasons.sequel import line
from tictactoe.study.reasons.tactics import look
from tictactoe.study.reasons.worth import worth

THREE = Game(3, 3, 3)
SOLVER = Solver(THREE)
UNFINISHED = [(board, turn) for board, turn in oracle.reachable(3, 3, 3) if not oracle.over(board, 3)]
LARGE = [Game(5, 5, 4), Game(7, 7, 5)]
TINY = 3
"""Nodes: next to nothing is found out with them."""
At = tuple[int, int]
Lines = frozenset[frozenset[At]]
Fact = tuple[frozenset[At], Lines]
NONE: Fact = (frozenset(), frozenset())
NUMBERS = {1: "one", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight"}


@cache
def wins_at(board: str, mark: str, k: int) -> tuple[At, ...]:
    """Where this player completes a line."""
    return tuple(at for at in oracle.blanks(board) if oracle.has_row(oracle.place(board, *at, mark), mark, k))


def lines_at(board: str, at: At, mark: str, k: int) -> Lines:
    """The lines that a stone here fills: k in a row through the cell, looked for one after the other."""
    rows = oracle.rows_of(oracle.place(board, *at, mark))
    held = {(r, c) for r, row in enumerate(rows) for c, found in enumerate(row) if found == mark}
    found = set()
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
        for back in range(k):
            line = frozenset((at[0] + (i - back) * down, at[1] + (i - back) * right) for i in range(k))
            if line <= held:
                found.add(line)
    return frozenset(found)


def threats(board: str, places: tuple[At, ...], mark: str, k: int) -> Fact:
    return frozenset(places), frozenset().union(*(lines_at(board, at, mark, k) for at in places))


@cache
def forks_at(board: str, mark: str, k: int) -> frozenset[At]:
    return frozenset(at for at in oracle.blanks(board) if len(wins_at(oracle.place(board, *at, mark), mark, k)) >= 2)


def done(board: str, turn: str, at: At, k: int) -> Iterator[tuple[str, Fact]]:
    """What a move does on the board, in the order in which it is said."""
    other, after = oracle.OTHER[turn], oracle.place(board, *at, turn)
    if full := lines_at(board, at, turn, k):
        yield "completes", (frozenset({at}), full)
        return
    if stopped := lines_at(board, at, other, k):
        yield "stops", (frozenset({at}), stopped)
    if not wins_at(board, turn, k) and not wins_at(board, other, k):
        forks = forks_at(board, other, k)
        if forks and not forks_at(after, other, k):
            yield "prevents", (forks, frozenset())
    mine, theirs = wins_at(after, turn, k), wins_at(after, other, k)
    if theirs:
        yield "allows", threats(after, theirs, other, k)
    elif len(mine) >= 2:
        yield "forks", threats(after, mine, turn, k)
    elif mine:
        yield "threatens", threats(after, mine, turn, k)
        replied = oracle.place(after, *mine[0], other)
        if back := wins_at(replied, other, k):
            yield "forces", threats(replied, back, other, k)


def beside(board: str, turn: str, at: At) -> Iterator[tuple[str, Fact]]:
    """What a move of 3×3 is worth, by itself and beside the others."""
    scores = {cell: oracle.move_score(board, *cell, turn, 3) for cell in oracle.blanks(board)}
    value, plies = scores.pop(at)
    yield {1: "wins", 0: "draws", -1: "loses"}[value], NONE
    if not scores:
        return
    most = max(found for found, _ in scores.values())
    if value > most:
        yield "only", NONE
    elif value == most == -1:
        yield "lost", NONE
    if most > value:
        yield "gives away", (frozenset(cell for cell, found in scores.items() if found[0] == most), frozenset())
    distances = [distance for found, distance in scores.values() if found == value]
    if most <= value and distances and value:
        best = min(distances) if value > 0 else max(distances)
        if best < plies if value > 0 else best > plies:
            yield "slower", (frozenset(cell for cell, found in scores.items() if found == (value, best)), frozenset())


def sequel(board: str, turn: str, at: At, before: dict[str, Fact], moves: tuple[At, ...]) -> Iterator[tuple[str, Fact]]:
    """How it goes on; `moves` are those of the line that was told."""
    other, after = oracle.OTHER[turn], oracle.place(board, *at, turn)
    is_forced = "threatens" in before
    if "draws" in before and "gives away" in before and not is_forced:
        holds = [reply for reply in oracle.blanks(after) if oracle.move_score(after, *reply, other, 3)[0] == 0]
        deeds = [*done(after, other, holds[0], 3)] if len(holds) == 1 else []
        cells, lines = deeds[0][1] if deeds else NONE
        yield "held", (cells | set(holds), lines)
    told = {"completes", "allows", "forks"} & set(before) or len(before.get("forces", NONE)[0]) >= 2
    if "draws" in before or told:
        return
    if "loses" in before and not is_forced:
        for kind, (cells, lines) in done(after, other, moves[0], 3):
            if kind in ("forks", "threatens"):
                yield "answered", (cells | {moves[0]}, lines)
    for reply, mark in zip(moves, (other, turn) * 5, strict=False):
        full = lines_at(after, reply, mark, 3)
        after = oracle.place(after, *reply, mark)
    yield "line", (frozenset(moves), full)


def at_of(game: Game, cell: Cell) -> At:
    return divmod(cell, game.cols)


def name(at: At) -> str:
    return f"{'abcdefghijklmnopqrs'[at[1]]}{at[0] + 1}"


def fact_of(game: Game, claim: Claim) -> Fact:
    spot = partial(at_of, game)
    return frozenset(map(spot, claim.cells)), frozenset(frozenset(map(spot, line)) for line in claim.lines)


def check_names(game: Game, claim: Claim, moves: int) -> None:
    """The sentence names the cells of the claim and of its lines, or, if they are too many, counts them."""
    cells, lines = fact_of(game, claim)
    named = set(re.findall(r"\b[a-s]\d+\b", claim.text))
    expected = {name(at) for at in cells.union(*lines)}
    counted = claim.kind in ("gives away", "slower", "held") and len(cells) > 4 and not lines
    if claim.kind in ("gives away", "slower") and 1 < len(cells) == moves - 1:
        assert "any other move" in claim.text
        counted = True
    elif counted:
        assert f" {NUMBERS.get(len(cells), str(len(cells)))} " in claim.text
    assert named == (set() if counted else expected), claim


CELL = r"[a-s]\d+"
LINE = rf"{CELL}( {CELL})*"
SEVERAL = rf"{LINE}(, {LINE})*( (and|or) {LINE})?"
WAYS = rf"{SEVERAL} with {CELL}(,? (or )?{SEVERAL} with {CELL})*"
PLACES = rf"{CELL} \({SEVERAL}\)(,? (and )?{CELL} \({SEVERAL}\))+"
FORK = rf"akes (two|three|four|five|six|seven|eight|\d+) threats at once, at {PLACES}: O can stop only one"
THREAT = rf"hreatens to complete {SEVERAL}, so O must play {CELL}"
STEP = rf"[XO] {CELL}( \([a-z0-9, ]+\))?"
OTHERS = rf"({SEVERAL}|any other move|\w+ other moves)"
SENTENCES = {
    "completes": rf"Completes {SEVERAL},? and wins\.",
    "stops": rf"Stops O from completing {SEVERAL}\.",
    "prevents": rf"Stops O from making two threats at once with {SEVERAL}\.",
    "allows": rf"Leaves O free to complete {WAYS}\.",
    "forks": rf"M{FORK}\.",
    "threatens": rf"T{THREAT}\.",
    "forces": rf"That reply (m{FORK}|t{THREAT})\.",
    "wins": r"X wins in \d+ (ply|plies)\.|Proven: X wins; in how many plies is not known\.",
    "loses": r"X loses in \d+ plies\.|Proven: X loses; in how many plies is not known\.",
    "draws": r"With best play it is a draw\.",
    "unknown": r"What it is worth is not known within the time\."
    r"|Proven: X does not (lose|win); whether X (wins|loses) is not known within the time\.",
    "only": r"Any other move (loses|gives away the win)\.",
    "lost": r"Every other move loses too\.",
    "gives away": rf"That gives away (the win|the draw|at least a draw)(, which {OTHERS} would keep)?\.",
    "slower": rf"X would (win sooner|hold out longer) with {OTHERS}, (in|for) \d+ (ply|plies)\.",
    "answered": rf"O answers {CELL}, which (m{FORK}|t{THREAT})\.",
    "held": rf"O (has \w+ replies that hold|holds with {SEVERAL}|holds with {CELL} only(, which .+)?)\.",
    "line": rf"(The shortest refutation|The longest defence|A line that shows (it|how it begins)): {STEP}(, {STEP})*\.",
}
"""For a move of X's; in what O's reply does, the players of the predicates are turned round."""


def check_sentence(turn: str, claim: Claim) -> None:
    """The sentence is of the form that its kind has, with the players where they belong."""
    form = SENTENCES[claim.kind]
    if claim.kind in ("forces", "answered"):
        form = form.replace("O can stop", "X can stop").replace("O must play", "X must play")
    if turn == "O" and claim.kind != "line":
        form = form.translate(str.maketrans("XO", "OX"))
    assert re.fullmatch(form, claim.text), claim


def check_scores(board: str, turn: str, reasons: Reasons, claims: dict[str, Claim]) -> None:
    """The distances that are said, and what is said to be lost, are the oracle's."""
    at = at_of(THREE, reasons.move)
    value, plies = oracle.move_score(board, *at, turn, 3)
    assert (reasons.answer.value, reasons.answer.plies or 0) == (value, plies)
    best, best_plies = oracle.score(board, turn, 3)
    for kind in ("wins", "loses"):
        if kind in claims:
            assert claims[kind].text == f"{turn} {kind} in {plies} plies."
    if "slower" in claims:
        assert f" {best_plies} pl" in claims["slower"].text
    if "gives away" in claims:
        assert {1: "the win", 0: "the draw"}[best] in claims["gives away"].text
    if "only" in claims:
        values = [oracle.move_score(board, *cell, turn, 3)[0] for cell in oracle.blanks(board) if cell != at]
        assert ("loses" in claims["only"].text) == (max(values) == -1)


def check_line(board: str, turn: str, reasons: Reasons, claim: Claim) -> None:
    """Legal, perfect on both sides, of the length that the score says, and told as it is."""
    mover, after = oracle.OTHER[turn], oracle.place(board, *at_of(THREE, reasons.move), turn)
    told = []
    for cell in claim.cells:
        at, other = at_of(THREE, cell), oracle.OTHER[mover]
        assert at in oracle.blanks(after)
        assert not oracle.over(after, 3)
        assert oracle.move_score(after, *at, mover, 3) == oracle.score(after, mover, 3)
        notes = []
        if wins_at(after, other, 3) == (at,) and not wins_at(after, mover, 3):
            notes.append("forced")
        deeds = dict(done(after, mover, at, 3))
        if "forks" in deeds:
            notes.append(f"{NUMBERS[len(deeds['forks'][0])]} threats")
        told.append(f"{mover} {name(at)}" + (f" ({', '.join(notes)})" if notes else ""))
        after, mover = oracle.place(after, *at, mover), other
    value, plies = oracle.move_score(board, *at_of(THREE, reasons.move), turn, 3)
    assert len(claim.cells) == plies - 1
    assert oracle.has_row(after, turn if value > 0 else oracle.OTHER[turn], 3)
    start = "The longest defence" if value > 0 else "The shortest refutation"
    assert re.sub(r" \(completes [^)]*\)\.$", ".", claim.text) == f"{start}: {', '.join(told)}."


@pytest.mark.parametrize("stones", range(9))
def test_every_claim_about_every_move(stones: int) -> None:
    """The claims are those that brute force finds, with the same cells and lines; their sentences say the same."""
    boards = [(board, turn) for board, turn in UNFINISHED if 9 - board.count(".") == stones]
    for board, turn in sample(boards, 200):
        found = explain_moves(SOLVER, parse_position(THREE, board)).reasons
        assert sorted(reasons.move for reasons in found) == [3 * row + col for row, col in oracle.blanks(board)]
        assert [reasons.answer for reasons in found] == sorted(
            (reasons.answer for reasons in found), key=lambda answer: answer.rank, reverse=True
        )
        for reasons in found:
            at = at_of(THREE, reasons.move)
            claims: dict[str, Claim] = {claim.kind: claim for claim in reasons.claims}
            assert len(claims) == len(reasons.claims)
            told = tuple(at_of(THREE, cell) for cell in claims["line"].cells) if "line" in claims else ()
            expected = dict(done(board, turn, at, 3))
            if "completes" not in expected:
                expected |= beside(board, turn, at)
                if "draws" not in expected:
                    expected.pop("prevents", None)
                expected |= sequel(board, turn, at, expected, told)
            assert {kind: fact_of(THREE, claim) for kind, claim in claims.items()} == expected, (board, reasons)
            check_scores(board, turn, reasons, claims)
            for claim in reasons.claims:
                check_names(THREE, claim, board.count("."))
                check_sentence(turn, claim)
            if "line" in claims:
                check_line(board, turn, reasons, claims["line"])
            assert explain_move(SOLVER, parse_position(THREE, board), reasons.move).reasons == (reasons,)
            assert reasons.text == " ".join(claim.text for claim in reasons.claims)


def test_what_is_to_be_seen_before_the_move() -> None:
    for board, turn in UNFINISHED:
        claims = explain_position(THREE, parse_position(THREE, board))
        other, expected = oracle.OTHER[turn], {}
        if mine := wins_at(board, turn, 3):
            expected["threatens"] = threats(board, mine, turn, 3)
        if theirs := wins_at(board, other, 3):
            expected["allows"] = threats(board, theirs, other, 3)
        if not expected and (forks := forks_at(board, turn, 3)):
            expected["forks"] = forks, frozenset()
        assert {claim.kind: fact_of(THREE, claim) for claim in claims} == expected, board
        for claim in claims:
            check_names(THREE, claim, 9)
            start = {"threatens": f"{turn} can complete ", "allows": f"{other} threatens to complete "}
            assert claim.text.startswith(start.get(claim.kind, f"{turn} can make two threats at once with "))
    assert explain_position(THREE, parse_position(THREE, "XXX/OO./...")) == ()


SAID = {
    ("O.O/.X./.XX", "b1"): [
        "Completes a1 b1 c1 and wins.",
    ],
    ("XX./XOX/.OO", "c1"): [
        "Stops X from completing a1 b1 c1.",
        "Leaves X free to complete a1 a2 a3 with a3.",
        "O loses in 2 plies.",
        "That gives away the win, which a3 would keep.",
    ],
    ("OX./X../...", "c1"): [
        "O loses in 4 plies.",
        "That gives away the draw, which b2, c2 or b3 would keep.",
        "X answers b2, which makes two threats at once, at c2 (a2 b2 c2) and b3 (b1 b2 b3): O can stop only one.",
        "The shortest refutation: X b2 (two threats), O c2, X b3 (completes b1 b2 b3).",
    ],
    ("OX./X../...", "c3"): [
        "Threatens to complete a1 b2 c3, so X must play b2.",
        "That reply makes two threats at once, at c2 (a2 b2 c2) and b3 (b1 b2 b3): O can stop only one.",
        "O loses in 4 plies.",
        "That gives away the draw, which b2, c2 or b3 would keep.",
    ],
    ("OX./X../...", "b2"): [
        "Stops X from making two threats at once with b2.",
        "Threatens to complete a1 b2 c3, so X must play c3.",
        "With best play it is a draw.",
    ],
    ("..X/.O./..X", "c2"): [
        "Stops X from completing c1 c2 c3.",
        "Threatens to complete a2 b2 c2, so X must play a2.",
        "With best play it is a draw.",
        "Any other move loses.",
    ],
    ("..X/.../.O.", "a2"): [
        "With best play it is a draw.",
        "That gives away the win, which a1, b2 or c3 would keep.",
        "O holds with b2 only, which threatens to complete b1 b2 b3, so X must play b1.",
    ],
    (".X./..X/..O", "a3"): [
        "Threatens to complete a3 b3 c3, so X must play b3.",
        "That reply threatens to complete b1 b2 b3, so O must play b2.",
        "O wins in 5 plies.",
        "Any other move gives away the win.",
        "The longest defence: X b3 (forced), O b2 (forced, two threats), X a1, O c1 (completes c1 b2 a3).",
    ],
    ("..O/XOX/.X.", "a1"): [
        "Makes three threats at once, at b1 (a1 b1 c1), a3 (c1 b2 a3) and c3 (a1 b2 c3): X can stop only one.",
        "O wins in 3 plies.",
        "O would win sooner with a3, in 1 ply.",
    ],
    (".../XX./.O.", "a1"): [
        "Leaves X free to complete a2 b2 c2 with c2.",
        "O loses in 2 plies.",
        "Every other move loses too.",
        "O would hold out longer with c2, for 4 plies.",
    ],
}


@pytest.mark.parametrize(("board", "move"), SAID)
def test_how_it_is_said(board: str, move: str) -> None:
    _, found = explain_moves(SOLVER, parse_position(THREE, board))
    claims = {format_cell(THREE, reasons.move): reasons.claims for reasons in found}[move]
    assert [claim.text for claim in claims] == SAID[board, move]


@settings(max_examples=25)
@given(played(st.sampled_from(LARGE)))
def test_on_large_boards_only_what_is_proven_is_claimed(case: tuple[Game, tuple[Cell, ...], Position]) -> None:
    """With next to no budget most is not known, and that is said; what the board shows is said all the same."""
    game, _, position = case
    if not game.outcome(position) and len(game.empties(position)) > 12:
        check_honest(game, position, TINY)


SHARP = {
    ("XXX../OOO../X..../O..../.....", "e1"): [
        "Leaves O free to complete a2 b2 c2 d2 with d2.",
        "X loses in 2 plies.",
        "That gives away the win, which d1 would keep.",
    ],
    (".XX../..O../....O/...../.....", "d1"): [
        "Makes two threats at once, at a1 (a1 b1 c1 d1) and e1 (b1 c1 d1 e1): O can stop only one.",
        "X wins in 3 plies.",
    ],
    ("XXX../XXX../O..../OO.../..O.O", "d2"): [
        "Stops X from completing a2 b2 c2 d2.",
        "Leaves X free to complete a1 b1 c1 d1 with d1.",
        "O loses in 2 plies.",
        "Every other move loses too.",
    ],
    ("OXX../.O..X/...../.O.../X....", "a2"): ["What it is worth is not known within the time."],
    ("XXX../O..../.O.../...O./X..O.", "d1"): ["Completes a1 b1 c1 d1 and wins."],
}


@pytest.mark.parametrize(("board", "move"), SHARP)
def test_what_the_board_shows_needs_no_search(board: str, move: str) -> None:
    """On 5×5 with four in a row, and with nothing to spend."""
    game = Game(5, 5, 4)
    found = check_honest(game, parse_position(game, board), 0)
    assert [claim.text for claim in found[move].claims] == SHARP[board, move]


def test_a_reply_is_forced_only_if_nothing_else_is_more_urgent() -> None:
    """X threatens a line, but O completes one first."""
    seen = look(THREE, parse_position(THREE, "OO./XX./..."), parse_cell(THREE, "b3"))
    assert seen.makes
    assert seen.allows
    assert seen.forced is None


def check_honest(game: Game, position: Position, nodes: int) -> dict[str, Reasons]:
    """The reasons for all moves of a large board, checked without trusting the solver."""
    board, turn, k = format_position(game, position), position.turn, game.k
    analysis, found = explain_moves(Solver(game), position, Budget(nodes=nodes))
    for reasons in found:
        at = at_of(game, reasons.move)
        claims: dict[str, Claim] = {claim.kind: claim for claim in reasons.claims}
        expected = dict(done(board, turn, at, k))
        if reasons.answer.value:
            expected.pop("prevents", None)
        seen = {"completes", "stops", "prevents", "allows", "forks", "threatens", "forces"}
        assert {kind: fact_of(game, claim) for kind, claim in claims.items() if kind in seen} == expected
        for claim in reasons.claims:
            check_names(game, claim, board.count("."))
            check_sentence(turn, claim)
        assert ("unknown" in claims) == (reasons.answer.value is None)
        known, own = analysis.moves[reasons.move], reasons.answer
        assert (own.low, own.high) == (known.low, known.high) or known.value is None  # never against the solver
        if own != known:
            check_seen(board, turn, at, k, own)
    return {format_cell(game, reasons.move): reasons for reasons in found}


def check_seen(board: str, turn: str, at: At, k: int, answer: Answer) -> None:
    """What is to be seen on the board is so for somebody who looks as many plies ahead."""
    assert answer.value
    assert answer.plies in (1, 2, 3, 4)
    if answer.plies <= 3 or board.count(".") <= 20:
        seen = oracle.foreseen_after(board, *at, turn, k, answer.plies)
        assert seen == answer.value * (100 - answer.plies)


def test_the_line_that_shows_a_win_is_told_though_nothing_is_left_to_spend() -> None:
    budget = Budget(nodes=60_000)
    analysis, found = explain_moves(Solver(Game(6, 6, 4)), Position(), budget)
    assert budget.next_slice() == 0
    (told,) = (claim for reasons in found for claim in reasons.claims if claim.kind == "line")
    assert told.cells == analysis.answer.line[1:]
    assert told.text.startswith("A line that shows it: O ")


def test_what_is_not_known_is_said() -> None:
    game = Game(7, 7, 5)
    _, found = explain_moves(Solver(game), Position(), Budget(nodes=1))
    assert {reasons.text for reasons in found} == {"What it is worth is not known within the time."}


def test_a_loss_on_a_large_board_is_shown_by_a_line_that_wins() -> None:
    """The distance is not known, so the line is not called the shortest."""
    game = Game(5, 5, 4)
    position = parse_position(game, "..X../.XO../..O../...../.....")
    _, found = explain_moves(Solver(game), position, Budget(nodes=3_000_000))
    shown = 0
    for reasons in found:
        for claim in reasons.claims:
            if claim.kind == "line":
                assert claim.text.startswith("A line that shows it: ")
                assert reasons.claims[0].text == "Proven: X loses; in how many plies is not known."
                after = position.play(reasons.move)
                for cell in claim.cells:
                    assert cell in game.moves(after)
                    after = after.play(cell)
                assert oracle.has_row(format_position(game, after), "O", 4)
                shown += 1
    assert shown > 5


def test_a_line_that_is_not_found_to_its_end_is_not_said_to_end() -> None:
    game = Game(5, 5, 4)
    [claim] = line(game, Position().play(0), Answer(-1, -1), (12, 1))
    assert claim.text == "A line that shows how it begins: O c3, X b1."
    assert line(game, Position().play(0), Answer(-1, -1), ()) == []


WIN, DRAW, LOSS, BOUND, LEAST, OPEN = (
    Answer(1, 1), Answer(0, 0), Answer(-1, -1), Answer(-1, 0), Answer(0, 1), Answer(-1, 1)
)  # fmt: skip
UNSURE = [
    (OPEN, [DRAW, OPEN], ["With best play it is a draw."]),
    (WIN, [DRAW, OPEN], ["With best play it is a draw.", "That gives away the win."]),
    (OPEN, [DRAW, WIN], ["With best play it is a draw.", "That gives away the win, which b1 would keep."]),
    (LEAST, [LOSS, LEAST], ["Proven: X loses; in how many plies is not known.",
                            "That gives away at least a draw, which b1 would keep."]),
    (LEAST, [LOSS, OPEN], ["Proven: X loses; in how many plies is not known.", "That gives away at least a draw."]),
    (DRAW, [LOSS, OPEN], ["Proven: X loses; in how many plies is not known.", "That gives away the draw."]),
    (WIN, [BOUND, WIN], ["Proven: X does not win; whether X loses is not known within the time.",
                         "That gives away the win, which b1 would keep."]),
    (LEAST, [LEAST, LOSS], ["Proven: X does not lose; whether X wins is not known within the time.",
                            "Any other move loses."]),
    (WIN, [WIN, BOUND], ["Proven: X wins; in how many plies is not known.", "Any other move gives away the win."]),
    (WIN, [WIN, OPEN], ["Proven: X wins; in how many plies is not known."]),
    (WIN, [WIN, Answer(1, 1, 3)], ["Proven: X wins; in how many plies is not known."]),
    (WIN, [Answer(1, 1, 3), WIN], ["X wins in 3 plies."]),
    (WIN, [Answer(1, 1, 5), WIN, Answer(1, 1, 3)], ["X wins in 5 plies.", "X would win sooner with c1, in 3 plies."]),
    (LOSS, [LOSS, LOSS], ["Proven: X loses; in how many plies is not known.", "Every other move loses too."]),
    (LOSS, [LOSS, OPEN], ["Proven: X loses; in how many plies is not known."]),
    (OPEN, [OPEN, OPEN], ["What it is worth is not known within the time."]),
]  # fmt: skip


@pytest.mark.parametrize(("whole", "moves", "texts"), UNSURE)
def test_moves_are_compared_only_as_far_as_they_are_known(whole: Answer, moves: list[Answer], texts: list[str]) -> None:
    """The first of the moves, a1, is spoken of."""
    game = Game(5, 5, 4)
    analysis = Analysis(whole, dict(enumerate(moves)), None)
    assert [claim.text for claim in worth(game, "X", parse_cell(game, "a1"), analysis)] == texts
