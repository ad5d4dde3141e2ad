"""The programmer's door: every way in, every refusal, and the same answers as everywhere else."""

from __future__ import annotations

import copy
import pickle
import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tictactoe as ttt
from console import run
from strategies import anything, games, grids, nearly_grids, played, small_games
from tictactoe import BadInput, Board, Game, Position, Solver, check_program
from tictactoe.check import check_file
from tictactoe.match import LEVELS
from tictactoe.rules import Cell, defects, format_cell, format_game, format_position, require_legal
from tictactoe.search import Analysis, Answer, solver_for
from tictactoe.search.census import census
from tictactoe.views import AnalysisView, ReportView

THREE = Game(3, 3, 3)
SVG = "{http://www.w3.org/2000/svg}"
Played = tuple[Game, tuple[Cell, ...], Position]


@cache
def every_board() -> tuple[Board, ...]:
    found = tuple(Board().positions())
    assert len(found) == 5_478
    return found


def picture(text: str) -> ElementTree.Element:
    return ElementTree.fromstring(text)  # noqa: S314  we drew it


def test_every_way_in() -> None:
    empty = Board()
    for start in (
        None,
        "3,3,3",
        THREE,
        ".../.../...",
        [[None] * 3] * 3,
        [[" "] * 3] * 3,
        ((None, " ", None),) * 3,
        empty,
    ):
        assert Board(start) == empty  # type: ignore[arg-type]
    assert (empty.game, empty.position, empty.history) == (THREE, Position(), ())
    assert Board(game="4,4,3") == Board(Game(4, 4, 3)) == Board("4,4,3") == Board("4,4,3", Game(4, 4, 3))
    assert Board("4,4,3").game == Game(4, 4, 3)
    some = Board("X.O/.X./..O")
    assert Board([["X", None, "O"], [None, "X", None], [None, None, "O"]]) == some
    assert Board([["X", " ", "O"], [" ", "X", " "], [" ", " ", "O"]]) == some
    assert Board(some.position, "3,3,3") == Board(some) == Board("x.o/.x./..o") == some
    assert Board("..../..../..../....") == Board([[None] * 4] * 4) == Board("4,4,4")
    assert Board(some, game="3,3,4") == Board(some.text, game="3,3,4") != some
    assert Board([["X", None, None, None]] + [[None] * 4] * 2, "3,4,3").text == "X.../..../...."


REFUSED: list[tuple[Callable[[], object], str]] = [
    (lambda: Board("X.O/.Y./..O"), "'Y' at row 2, cell 2 should be X, O or . with / between rows"),
    (lambda: Board("XX./.../..."), "cannot arise in play: X has 2 and O has 0"),
    (lambda: Board([["X", "X", None], [None] * 3, [None] * 3]), "cannot arise in play: X has 2 and O has 0"),
    (lambda: Board(Position(3, 0), THREE), "cannot arise in play: X has 2 and O has 0"),
    (lambda: Board(Position(1 << 9, 0, "O"), THREE), "do not fit the 3×3 board"),
    (
        lambda: Board("X.."),
        "has 1 row of 3: write as many rows as columns, with / between them, or",
    ),
    (lambda: Board(""), "row 1 has 0 cells"),
    (lambda: Board("3,3"), "has 2 parts, but should be rows,columns,k such as 3,3,3"),
    (lambda: Board("20,3,3"), "rows is 20, but should be a whole number from 1 to 19"),
    (lambda: Board("4,4,3", "4,4,4"), "4,4,3 and 4,4,4 are two games: name one"),
    (lambda: Board("X../.../...", "4,4,4"), "but the board of 4,4,4 has 4 rows of 4 cells"),
    (lambda: Board("X../.../...", game=5), "game 5 should be text such as '3,3,3'"),  # type: ignore[arg-type]
    (lambda: Board(Position()), "a Position does not say which game it is of: name it, as in game='3,3,3'"),
    (lambda: Board(5), "5 is no board: it should be a game such as '4,4,3', a position"),  # type: ignore[arg-type]
    (lambda: Board([]), "a board is a list of 1 to 19 rows"),
    (lambda: Board([["X", None]] * 3), "row 0 of the board should be a list of 3 cells"),
    (lambda: Board([["x", None, None], [None] * 3, [None] * 3]), "is 'x', but should be 'X', 'O' or None or ' '"),
    (lambda: Board().play("b2", "b2"), "b2 is taken by X; the empty cells are a1 b1 c1 a2 c2 a3 b3 c3"),
    (lambda: Board().play("d1"), "cell 'd1': there is no column d: a cell of this board is a letter and a number"),
    (lambda: Board().play("a4"), "there is no such row"),
    (
        lambda: Board().play((3, 0)),
        "move (3, 0) is off the board: write a tuple (row, col) of whole numbers from 0 to 2",
    ),
    (
        lambda: Board("2,4,2").play((1, 4)),
        "is off the board: write a tuple (row, col) of whole numbers from 0 to 1 and 0",
    ),
    (lambda: Board().play(4), "move 4 should be the name of a cell such as 'b2', or its (row, col) from 0"),  # type: ignore[arg-type]
    (lambda: Board("XXX/OO./...").play("c2"), "c2 cannot be played: the game is over"),
    (lambda: Board("X../.../...").undo(), "Board('X../.../...') has a history of 0: 1 cannot be taken back"),
    (lambda: Board().explain("z9"), "cell 'z9'"),
    (lambda: Board("X../.../...").explain("a1"), "a1 is taken by X"),
    (lambda: Board().tree(depth=-1), "depth is -1, but should be a whole number from 0 up"),
    (lambda: Board().tree(width=0), "width is 0, but should be a whole number from 1 up"),
    (lambda: Board().tree(depth=9), "the tree has more than 20,000 nodes"),
    (lambda: Board().tree().draw("png"), "a tree cannot be drawn as 'png': the formats are text, svg, html, dot, json"),
    (lambda: Board().map("z"), "side is 'z', but should be 'X' or 'O'"),
    (lambda: Board("4,4,4").map("x"), "a map of 4 x 4 has too many nodes to see"),
    (lambda: Board().analyze(seconds=-1), "seconds is -1, but should be a number from 0 up, or None for no limit"),
    (lambda: Board().solve(float("nan")), "seconds is nan"),
    (lambda: Board().solve("soon"), "seconds is 'soon'"),  # type: ignore[arg-type]
    (lambda: Board().solve(solver=Solver(Game(2, 2, 2))), "the solver is one of 2,2,2, but the board is of 3,3,3"),
    (lambda: Board().playout(x="best"), "there is no level 'best': the levels are random, hasty"),
    (lambda: Board().playout(x=["perfect"]), "level ['perfect'] should be text such as 'careful'"),  # type: ignore[arg-type]
    (lambda: Board().playout(x=lambda _: "a1", o=lambda _: "a1"), "a1 is taken by X"),
    (lambda: check_program("no-such-file.py"), "the program 'no-such-file.py' is not there"),
]


@pytest.mark.parametrize(("ask", "sentence"), REFUSED, ids=[sentence[:40] for _, sentence in REFUSED])
def test_what_cannot_be_is_refused_in_a_sentence(ask: Callable[[], object], sentence: str) -> None:
    with pytest.raises(BadInput) as error:
        ask()
    assert sentence in str(error.value)
    assert "\n" not in str(error.value)


@given(anything | nearly_grids | st.text("XO./, 3"), st.none() | games | anything)
def test_nothing_but_bad_input_escapes(start: Any, game: Any) -> None:
    try:
        board = Board(start, game)
    except BadInput:
        return
    assert require_legal(board.game, board.position) == board.position


@given(grids)
def test_a_list_of_lists_is_a_board_exactly_if_it_can_arise(rows: Any) -> None:
    x, o = (sum(1 << cell for cell in range(9) if rows[cell // 3][cell % 3] == mark) for mark in "XO")
    if defects(THREE, Position.of(x, o)):
        with pytest.raises(BadInput, match="cannot arise in play"):
            Board(rows)
    else:
        assert Board(rows).to_lists() == rows


def test_repr_can_be_pasted_back_and_everything_agrees_with_the_course_on_every_board() -> None:
    finished = 0
    for board in every_board():
        assert eval(repr(board)) == board  # noqa: S307
        assert Board(board.text) == board
        rows = board.to_lists()
        assert Board(rows) == Board(board.to_lists(" ")) == board
        assert board.turn == ttt.player(rows)  # type: ignore[arg-type]
        assert board.is_over == ttt.terminal(rows)  # type: ignore[arg-type]
        assert board.winner == ttt.winner(rows)  # type: ignore[arg-type]
        assert (board.outcome.utility if board.outcome else 0) == ttt.utility(rows)  # type: ignore[arg-type]
        cells = [] if board.is_over else sorted(ttt.actions(rows))  # type: ignore[arg-type]
        assert board.moves == tuple(format_cell(THREE, row * 3 + col) for row, col in cells)
        for name, cell in zip(board.moves, cells, strict=True):
            assert board.play(name) == board.play(cell)
            assert board.play(name).to_lists() == ttt.result(rows, cell)  # type: ignore[arg-type]
        finished += board.is_over
    assert finished == 958
    assert len(set(every_board())) == 5_478


@given(played())
def test_on_any_board(case: Played) -> None:
    game, moves, position = case
    names = [format_cell(game, cell) for cell in moves]
    board = Board(game).play(*names)
    assert (board.game, board.position, list(board.history)) == (game, position, names)
    assert eval(repr(board)) == board == Board(position, game)  # noqa: S307
    assert hash(board) == hash(Board(position, game))
    assert Board(board.to_lists(), game) == board
    assert board.text == format_position(game, position)
    for _ in names:
        assert board.undo().play(board.history[-1]) == board
        board = board.undo()
    assert board == Board(game)


def test_equality_looks_at_game_and_position_only() -> None:
    assert Board().play("a1", "b2", "c3") == Board().play("c3", "b2", "a1")
    assert Board("4,4,3") != Board("4,4,4")
    assert Board() != Board().play("a1")
    assert Board() != ".../.../..."
    assert len({Board(), Board("3,3,3"), Board().play("a1").undo()}) == 1


def test_a_board_cannot_be_changed() -> None:
    board = Board().play("b2")
    for name in ("game", "position", "history", "winner", "anything"):
        with pytest.raises(AttributeError, match="a Board cannot be changed"):
            setattr(board, name, None)
        with pytest.raises(AttributeError, match="a Board cannot be changed"):
            delattr(board, name)
    Board.__init__(board)
    assert board == Board(".../.X./...")
    rows = board.to_lists()
    rows[0][0] = "O"
    assert board.to_lists()[0][0] is None
    for copied in (copy.copy(board), copy.deepcopy(board), pickle.loads(pickle.dumps(board)), Board(board)):  # noqa: S301
        assert (copied, copied.history) == (board, board.history)


@pytest.mark.parametrize("game", [THREE, Game(2, 2, 2), Game(1, 3, 3), Game(2, 4, 3), Game(1, 1, 1)])
def test_all_positions_come_once_and_ply_by_ply(game: Game) -> None:
    counted = census(game)
    found = list(Board(game).positions())
    assert len(found) == len(set(found)) == counted.positions
    plies = [board.position.taken.bit_count() for board in found]
    assert plies == sorted(plies)
    assert len(list(Board(game).positions(fold=True))) == counted.classes


def test_positions_go_on_from_where_the_board_is_and_only_as_far_as_they_are_read() -> None:
    assert list(Board("XOX/XOO/O.X").positions()) == [Board("XOX/XOO/O.X"), Board("XOX/XOO/OXX")]
    large = Board("19,19,5").positions()
    assert [next(large).text.count("X") for _ in range(3)] == [0, 1, 1]


def test_asking_is_free(monkeypatch: pytest.MonkeyPatch) -> None:
    """No property makes a solver or asks one."""

    def refuse(*_: object) -> None:
        raise AssertionError("a question did work")

    monkeypatch.setattr("tictactoe.search.solver.solver_for", refuse)
    for name in ("solve", "analyze", "best_move"):
        monkeypatch.setattr(Solver, name, refuse)
    for board in (Board(), Board("7,7,5").play("d4"), Board("XXX/OO./...")):
        properties = [name for name, value in vars(Board).items() if isinstance(value, property)]
        assert properties == ["text", "turn", "moves", "outcome", "winner", "is_over"]
        for name in properties:
            getattr(board, name)
        str(board), repr(board), board._repr_svg_(), hash(board)
    with pytest.raises(AssertionError, match="a question did work"):
        Board().best_move()


def test_the_solver_of_a_game_is_made_once_and_may_be_handed_in(monkeypatch: pytest.MonkeyPatch) -> None:
    assert solver_for(THREE) is solver_for(Game(3, 3, 3))
    own = Solver(THREE)
    assert str(Board().solve(solver=own)) == "draw"
    monkeypatch.setattr("tictactoe.search.solver.solver_for", None)
    board = Board("X../.../...")
    assert board.best_moves(solver=own) == (board.best_move(solver=own),) == ("b2",)
    said = {str(board.explain("b2", solver=own).answer), str(board.tree(solver=own).root.answer)}
    assert said == {"draw"}
    assert board.map("o", solver=own).root.children[0].move == 4
    assert board.playout(solver=own).winner is None


def test_best_moves_are_those_of_the_table_on_every_board() -> None:
    for board in every_board()[::7]:
        view = board.analyze()
        assert tuple(view.moves) == board.moves
        assert view.answer.score == board.solve().score is not None
        assert view.choice == board.best_move()
        rows = str(view).splitlines()
        marked = [row.split()[0] for row in rows if row.endswith("best")]
        assert sorted(view.best_moves) == sorted(marked)
        assert board.best_moves() == view.best_moves == tuple(move for move in board.moves if move in marked)
        if view.choice is not None:
            row, col = ttt.minimax(board.to_lists())  # type: ignore[arg-type, misc]
            assert view.choice == format_cell(THREE, row * 3 + col)
            assert view.choice in view.best_moves


SHOWN = ["X.O/.X./..O", ".O./.X./...", ".../.../...", "XXX/OO./...", "XOX/XOO/OXX"]


@pytest.mark.parametrize("text", SHOWN)
def test_a_view_says_what_the_command_says(text: str) -> None:
    board = Board(text)
    for view, command in (
        (board.analyze(), ["analyze", text]),
        (board.explain(), ["explain", text]),
        (board.tree(depth=2, width=2, fold=True), ["tree", text, "--depth", "2", "--width", "2", "--fold"]),
    ):
        assert str(view) == repr(view) == run(*command).stdout.strip("\n")
    svg = run("tree", text, "--format", "svg").stdout
    assert board.tree()._repr_svg_().strip() == svg.strip()
    if board.moves:
        move = board.moves[-1]
        assert str(board.explain(move)) == run("explain", text, move).stdout.strip("\n")


def test_a_map_is_the_commands() -> None:
    view = Board().map("o")
    assert view._repr_svg_() == run("map", "--as", "o", "--format", "svg").stdout
    assert str(view) == run("map", "--as", "o").stdout.strip("\n")
    later = Board("X../.O./...").map("X")
    assert later.root.position == Board("X../.O./...").position
    assert len(later.root.children) == 1
    assert "from X../.O./..." in later.title


@given(played(small_games))
def test_pictures_are_xml_with_a_title_that_says_the_board(case: Played) -> None:
    game, _, position = case
    drawn = picture(Board(position, game)._repr_svg_())
    assert format_position(game, position) in (drawn.findtext(f"{SVG}title") or "")
    crosses = sum(path.get("stroke-linecap") == "round" for path in drawn.iter(f"{SVG}path"))
    assert (crosses, len(list(drawn.iter(f"{SVG}circle")))) == (position.x.bit_count(), position.o.bit_count())
    names = {text.text for text in drawn.iter(f"{SVG}text")}
    assert names == {*"abcdefghijklmnopqrs"[: game.cols], *map(str, range(1, game.rows + 1))}


def test_the_last_move_is_seen_in_the_picture() -> None:
    assert Board().play("a1")._repr_svg_() != Board("X../.../...")._repr_svg_()


def html(text: str) -> ElementTree.Element:
    """What we write in HTML is well formed."""
    return picture(f"<body>{text}</body>")


@pytest.mark.parametrize("text", SHOWN)
def test_a_notebook_shows_every_score_in_words(text: str) -> None:
    board = Board(text)
    view = board.analyze()
    page = html(view._repr_html_())
    (svg,) = page.iter(f"{SVG}svg")
    words = " ".join(element.text or "" for element in svg.iter(f"{SVG}text"))
    for answer in view.moves.values():
        assert str(answer) in words
    frames = [rect for rect in svg.iter(f"{SVG}rect") if rect.get("fill") == "none"]
    assert len(frames) == len(view.best_moves)
    assert sum(rect.get("stroke-width") == "2.4" for rect in frames) == bool(view.best_moves)
    names = [element.text for element in page.iter("th") if element.get("scope") == "row"]
    assert sorted(name or "" for name in names) == sorted(view.moves)
    explained = html(board.explain()._repr_html_())
    said = [element.text for element in explained.iter("td")]
    assert said == [found.text for found in board.explain().reasons]


def test_a_bound_is_not_shown_as_a_value_nor_called_best() -> None:
    open_answers = Analysis(Answer(-1, 1), {cell: Answer(0, 1) for cell in range(9)}, 4)
    view = AnalysisView(THREE, Position(), open_answers)
    assert (view.best_moves, view.choice) == ((), "b2")
    shown = view._repr_html_()
    assert ">best<" not in shown
    assert "perfect" not in shown
    assert shown.count("or win") == 18
    assert 'stroke-width="2.4"' not in shown


def test_large_boards_are_asked_within_their_seconds() -> None:
    view = Board("5,5,4").play("c3").analyze(seconds=0)
    assert tuple(view.moves) == Board("5,5,4").play("c3").moves
    assert Board("4,4,3").solve().value == 1
    assert Board("4,4,3").best_move() in Board("4,4,3").best_moves()


def test_two_levels_play_each_other_and_the_seed_decides() -> None:
    for x in LEVELS:
        for o in LEVELS:
            games = {seed: Board().playout(x, o, seed=seed) for seed in (1, 2, 3)}
            for seed, end in games.items():
                assert end.is_over
                assert end.history == Board().playout(x, o, seed=seed).history
                assert Board().play(*end.history) == end
                assert "perfect" not in {"X": [o], "O": [x], None: []}[end.winner]
    assert len({Board().playout("random", "random", seed=seed) for seed in range(10)}) > 5
    begun = Board().play("b2").playout(o=lambda board: board.moves[-1])
    assert begun.history[:2] == ("b2", "c3")
    assert Board("XXX/OO./...").playout() == Board("XXX/OO./...")
    assert Board("7,7,5").playout("wary", "careful", seed=4).is_over


def said(view: object) -> str:
    """What it shows, in one line."""
    return " ".join(str(view).split())


def test_checking_a_program_gives_a_report(tmp_path: Path) -> None:
    program = tmp_path / "tictactoe.py"
    program.write_text("def player(board) return 'X'\n", encoding="utf-8")
    for path in (program, str(program)):
        view = check_program(path, seconds=60)
        assert isinstance(view, ReportView)
        assert "It could not be judged" in said(view)
        assert not view.report.is_right


def test_a_report_shows_itself(data: Path) -> None:
    view = ReportView(check_file(data / "programs" / "wrong" / "utility_no_draw.py", ["utility"]))
    assert "One thing to mend: utility (loses or spoils games)." in said(view)
    assert repr(view) == str(view)
    page = html(view._repr_html_())
    assert [element.text for element in page.iter("h3")][:1] == ["utility"]
    hostile = view.report._replace(path=Path("<script>alert(1)</script>"), stopped="a < b & c")
    shown = ReportView(hostile)._repr_html_()
    assert "<script" not in shown
    assert "a &lt; b &amp; c" in shown
    html(shown)


def test_the_title_of_a_tree_is_escaped() -> None:
    tree = Board().tree()._replace(title="a < b & c")
    assert picture(tree._repr_svg_()).findtext(f"{SVG}title") == "a < b & c"


def test_a_picture_does_not_reach_out_of_itself() -> None:
    """Styles inside hold for this picture only, and nothing is fetched."""
    for drawn in (Board()._repr_svg_(), Board().tree()._repr_svg_(), Board().analyze()._repr_html_()):
        for style in re.findall(r"<style>(.*?)</style>", drawn):
            assert all(rule.startswith(".ttt ") for rule in style.split("}") if rule)
        assert not re.search(r"(src|href)=|<script", drawn)


def test_names_of_games_in_a_repr() -> None:
    for text in ("Board()", "Board('4,4,4')", "Board('X.../..../..../....')", "Board('X.../..../....', game='3,4,3')"):
        assert repr(eval(text)) == text  # noqa: S307
    assert format_game(Board("X.../..../....", game="3,4,3").game) == "3,4,3"
