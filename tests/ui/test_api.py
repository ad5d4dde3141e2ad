"""The API: what it answers is what the solver says; what cannot be answered is refused in a sentence."""

from __future__ import annotations

import asyncio
import os
import re
import signal
from collections.abc import Iterator
from functools import cache
from typing import Any, cast

import httpx2 as httpx
import pytest
import schemathesis
from fastapi import FastAPI
from fastapi.routing import APIRoute
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator, ValidationError
from schemathesis.checks import not_a_server_error

import oracle
from console import call
from extent import sample, usually
from patience import PATIENCE
from strategies import sessions
from tictactoe.match import LEVELS, PERSON, SIDES, Session, seated
from tictactoe.rules import Game, Position, format_cell, format_game, format_moves, format_position, parse_position
from tictactoe.search import Solver
from tictactoe.search.textbook import ALGORITHMS
from tictactoe.study.quiz import KINDS, make
from tictactoe.study.trace import MOST_EMPTY
from tictactoe.ui.choices import BOARDS
from tictactoe.ui.web.app import ROUTERS, create_app
from tictactoe.ui.web.description import DOORS
from tictactoe.ui.web.guard import HEADERS, Allowed
from tictactoe.ui.web.offers import FURTHEST_STEP
from tictactoe.ui.web.work import Work

THREE = Game(3, 3, 3)
MOST_TIMES = 100
HERE = "http://localhost"


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    with TestClient(create_app(), base_url=HERE) as client:
        yield client


def get(client: TestClient, path: str, **parameters: str | int | bool) -> Any:
    """The answer; asked again, as it says, while the machine is too busy to give one."""
    for _ in range(MOST_TIMES):
        answer = client.get(f"/api/v1/{path}", params=parameters or None)
        if answer.status_code != 503:
            break
    assert answer.status_code == 200, answer.text
    found = answer.json()
    validator(f"/api/v1/{path.partition('?')[0]}").validate(found)
    return found


@cache
def description() -> dict[str, Any]:
    with TestClient(create_app(), base_url=HERE) as client:
        found: dict[str, Any] = client.get("/api/v1/openapi.json").json()
    return found


@cache
def validator(path: str) -> Draft202012Validator:
    """What the description says of the answers at this address."""
    content = description()["paths"][path]["get"]["responses"]["200"]["content"]["application/json"]
    return Draft202012Validator({**content["schema"], "components": description()["components"]})


def test_every_position_has_the_score_that_the_oracle_gives(client: TestClient) -> None:
    solver = Solver(THREE)
    for board, turn in sample([*oracle.reachable(3, 3, 3)], 500):
        text = "/".join(oracle.rows_of(board))
        found = get(client, "position", position=text)
        assert (found["position"], found["turn"]) == (text, turn)
        assert found["score"]["value"] == oracle.value(board, turn, 3)
        assert (found["outcome"] is not None) == oracle.over(board, 3)
        analysis = solver.analyze(parse_position(THREE, text))
        scores = {format_cell(THREE, cell): str(answer) for cell, answer in analysis.moves.items()}
        assert {move["move"]: move["score"]["text"] for move in found["moves"]} == scores


def test_the_views_of_a_position_agree(client: TestClient) -> None:
    """Tree, explanation, review and trace of one position say the same."""
    moves = "b2 b1 a1"
    found = get(client, "position", moves=moves)
    tree = get(client, "tree", moves=moves, depth=2)
    explained = get(client, "explain", moves=moves)
    review = get(client, "review", moves=moves)
    traced = get(client, "trace", moves=moves, algorithm="minimax", limit=20_000)
    assert found["words"] == tree["words"] == explained["words"] == review["moves"][-1]["words"] == "X wins in 4"
    assert traced["ended"]
    assert traced["summary"]["value"] == tree["value"] == 1
    assert {child["move"]: child["score"]["plies"] for child in tree["children"]} == {
        move["move"]: move["score"]["plies"] - 1 for move in found["moves"]
    }
    assert [row["mistake"] for row in review["moves"]] == [False, False, True, False]
    assert len(explained["reasons"]) == len(found["moves"])
    assert [reason["move"] for reason in get(client, "explain", moves=moves, move="c3")["reasons"]] == ["c3"]


def test_all_steps_can_be_fetched_in_parts(client: TestClient) -> None:
    whole = get(client, "trace", position="X.O/.X./...", limit=20_000)
    assert whole["ended"]
    parts = []
    for skip in range(0, len(whole["steps"]), 500):
        part = get(client, "trace", position="X.O/.X./...", skip=skip, limit=500)
        parts += part["steps"]
        assert part["ended"] == (skip + 500 >= len(whole["steps"]))
    assert parts == whole["steps"]


def test_levels_play_the_same_move_for_the_same_question(client: TestClient) -> None:
    for level in LEVELS:
        first = get(client, "play", moves="b2", level=level, seed=5)
        assert first == get(client, "play", moves="b2", level=level, seed=5)
    assert get(client, "play", moves="b2", level="perfect")["move"] == "a1"
    for level in ("wary", "perfect"):
        assert get(client, "play", game="15,15,5", level=level, seed=1)["move"]


def test_the_largest_board_is_answered_with_what_is_known(client: TestClient) -> None:
    found = get(client, "position", game="19,19,5", moves="j10")
    assert len(found["moves"]) == 360
    assert found["score"]["kind"] in ("bound", "unknown")


def test_a_game_that_began_from_a_position_is_reviewed(client: TestClient) -> None:
    found = get(client, "review", position=".../.X./...", moves="b1 a1 c3")
    whole = get(client, "review", moves="b2 b1 a1 c3")
    assert found["moves"][1:] == whole["moves"][2:]
    assert found["moves"][0]["words"] == "draw"


def test_a_mistake_is_told_after_it_was_asked_about(client: TestClient) -> None:
    asked = get(client, "review/lesson", moves="b2 b1 a1", number=2)
    assert (asked["position"], asked["moves"], asked["over"]) == (".../.X./...", [], False)
    tried = get(client, "review/lesson", moves="b2 b1 a1", number=2, tried="c2")
    assert [(move["move"], move["score"]["text"], move["best"]) for move in tried["moves"]] == [
        ("c2", "loss in 6", False)
    ]
    found = get(client, "review/lesson", moves="b2 b1 a1", number=2, tried="c2 a1")
    assert found["found"]
    assert [move["move"] for move in found["moves"] if move["best"]] == ["a1", "c1", "a3", "c3"]
    told = get(client, "review/lesson", moves="b2 b1 a1", number=2, tell=True)
    assert told["over"]
    assert not told["found"]
    for wrong in ("number=1", "number=9", "number=2&tried=b2", "number=2&tried=a1+c1"):
        assert client.get(f"/api/v1/review/lesson?moves=b2+b1+a1&{wrong}").status_code == 400


@pytest.mark.parametrize("empty", [8, 9, 10])
def test_a_search_is_shown_or_refused_as_the_command_does(client: TestClient, empty: int) -> None:
    """On any board: what counts are the empty cells."""
    text = ("XO" * 8)[: 16 - empty] + "." * empty
    position = "/".join(text[row : row + 4] for row in range(0, 16, 4))
    answer = client.get("/api/v1/trace", params={"game": "4,4,4", "position": position, "limit": 5})
    done = call("trace", position, "--limit", "5", "--algorithm", "symmetry")
    assert (answer.status_code == 200) == (done.returncode == 0) == (empty <= MOST_EMPTY)
    if empty > MOST_EMPTY:
        assert answer.json()["detail"].removesuffix(".") in done.stderr


def test_the_choices_are_the_packages(client: TestClient) -> None:
    """Every list that the page offers is the one that the rest of the program uses."""
    found = get(client, "choices")
    assert [choice["name"] for choice in found["boards"]] == [format_game(game) for game in BOARDS]
    sides = {choice["name"]: (choice["title"], tuple(choice["people"])) for choice in found["sides"]}
    assert sides == {side.name: (side.title, side.people) for side in SIDES.values()}
    assert {choice["name"]: choice["manner"] for choice in found["levels"]} == {
        level.name: level.manner for level in LEVELS.values()
    }
    assert [(choice["name"], choice["title"]) for choice in found["algorithms"]] == [
        (algorithm.name, algorithm.title) for algorithm in ALGORITHMS.values()
    ]
    assert [(choice["name"], choice["task"]) for choice in found["quizzes"]] == [
        (kind.name, kind.task) for kind in KINDS.values()
    ]
    for name, plural in (("side", "sides"), ("level", "levels"), ("algorithm", "algorithms"), ("game", "boards")):
        assert found["defaults"][name] in [choice["name"] for choice in found[plural]]


@settings(max_examples=usually(30, 1_000))
@given(sessions(st.just(THREE)))
def test_a_game_is_the_sessions(client: TestClient, session: Session) -> None:
    """Whose turn it is, and what undo and redo lead to, is what the session says."""
    session = seated(THREE, session.side.name, "wary", 0, session.moves, session.start)._replace(undone=session.undone)
    asked = {
        "position": format_position(THREE, session.start),
        "moves": format_moves(THREE, session.moves),
        "undone": format_moves(THREE, session.undone),
        "side": session.side.name,
        "level": "wary",
    }
    found = get(client, "session", **asked)
    assert (found["position"], found["turn"]) == (format_position(THREE, session.position), session.turn)
    assert (found["outcome"] is None) == (session.outcome is None)
    assert (found["mover"] == "wary") == (not session.outcome and session.mover != PERSON)
    assert tuple(found["people"]) == session.people
    for name, other in (("undo", session.undo()), ("redo", session.redo())):
        leads_to = {"moves": format_moves(THREE, other.moves), "undone": format_moves(THREE, other.undone)}
        assert found[name] == (None if other == session else leads_to)
    if not session.outcome:
        for cell in THREE.moves(session.position)[:2]:
            made = get(client, "session", **asked, move=format_cell(THREE, cell))
            after = session.play(cell)
            assert (made["moves"], made["undone"]) == tuple(
                format_moves(THREE, cells) for cells in (after.moves, after.undone)
            )


def test_a_quiz_gives_no_answer_away_before_the_second_try(client: TestClient) -> None:
    for kind in KINDS:
        quiz = make(kind, 4)
        right = "".join(blank.right for blank in quiz.blanks)
        found = get(client, "quiz", kind=kind, seed=4)
        assert [blank["path"] for blank in found["blanks"]] == [
            format_moves(THREE, blank.path) for blank in quiz.blanks
        ]
        todo = [found["tree"]]
        while todo:  # the ends have values, and nothing else does
            node = todo.pop()
            todo += node["children"]
            assert (node["value"] is None) == (node["words"] == "") == bool(node["children"])
            assert not node["best"]
        left = "0" * len(right)
        first = get(client, "quiz/mark", kind=kind, seed=4, answers=left)
        assert not first["is_settled"]
        assert (
            {blank["answer"] for blank in first["blanks"]} == {blank["reason"] for blank in first["blanks"]} == {None}
        )
        assert {blank["is_right"] for blank in first["blanks"]} == {False if quiz.kind.tells_which else None}
        for work, points in ((right, len(right) * 2), (f"{left}-{right}", len(right)), (f"{left}-{left}", 0)):
            marked = get(client, "quiz/mark", kind=kind, seed=4, answers=work)
            assert (marked["is_settled"], marked["points"], marked["most"]) == (True, points, len(right) * 2)
            assert "".join(blank["answer"] for blank in marked["blanks"]) == right
            assert {blank["is_at_once"] for blank in marked["blanks"]} == {work == right}


def test_a_sheet_is_handed_in_and_its_code_checked(client: TestClient) -> None:
    sheet = get(client, "quiz/sheet", seed=7, number=3)
    work = ["".join(blank.right for blank in make(**which).blanks) for which in sheet["quizzes"]]
    found = get(client, "quiz/result", seed=7, number=3, name="Ada", answers=",".join(work[:2]))
    assert found["points"] == 2 * sum(map(len, work[:2])) == found["most"] - 2 * len(work[2])
    assert get(client, "quiz/check", code=found["code"]) == found
    assert found["sheet"] == sheet
    assert found["name"] == "Ada"


def test_the_next_step_is_asked_and_marked(client: TestClient) -> None:
    where = {"position": "OXX/XXO/O..", "algorithm": "alphabeta"}
    steps = get(client, "trace", **where)["steps"]
    for number in range(1, len(steps)):
        names = [guess["name"] for guess in get(client, "quiz/step", **where, step=number)["guesses"]]
        right = [name for name in names if get(client, "quiz/step/mark", **where, step=number, answer=name)["is_right"]]
        assert [name.split()[0] for name in right] == [steps[number]["kind"]]


@pytest.mark.parametrize(
    ("path", "status", "said"),
    [
        ("position?game=3x3", 400, "Game '3x3' has 1 part, but should be rows,columns,k such as 3,3,3."),
        ("position?position=X.O", 400, "has 1 row of 3 cells"),
        ("position?position=XXX/.../...", 400, "X"),
        ("position?position=X../.../...&moves=b2 a1", 400, "Moves 'b2 a1', move 2: a1 is taken by X"),
        ("position?moves=b2 b2", 400, "b2 is taken by X"),
        ("position?game=20,20,5", 400, "rows is 20, but should be a whole number from 1 to 19"),
        ("position?moves=" + "b2 " * 1500, 422, "Parameter moves: String should have at most 2000 characters."),
        ("position?moves=" + "b2 " * 4_000, 414, "The address is too long"),
        ("explain?moves=b2&move=b2", 400, "b2 is taken by X"),
        ("tree?depth=9", 400, "The tree has more than 3,000 nodes"),
        ("tree?depth=10", 422, "Parameter depth: Input should be less than or equal to 9."),
        ("tree?depth=x", 422, "Parameter depth: Input should be a valid integer"),
        (
            "trace?game=4,4,4",
            400,
            "16 empty cells, but a search is shown step by step for at most 9.",
        ),
        (f"trace?skip={FURTHEST_STEP}&limit=2", 400, "steps are shown"),
        ("trace?algorithm=magic", 400, "There is no algorithm 'magic': the algorithms are minimax, alphabeta"),
        ("session?side=two", 400, "There is no side 'two': the sides are x, o, both, none."),
        ("session?level=godlike", 400, "There is no level 'godlike': the levels are random, hasty"),
        ("session?side=both&level=person", 400, "There is no level 'person': the levels are random, hasty"),
        ("session?moves=b2&undone=b2", 400, "b2 is taken by X"),
        ("session?moves=b2&move=b2", 400, "b2 is taken by X"),
        ("quiz?kind=sums", 400, "There is no quiz 'sums': the kinds are values, cutoffs."),
        ("play?level=godlike", 400, "There is no level 'godlike': the levels are random"),
        ("play?position=XXX/OO./...", 400, "The game is over: there is no move to make."),
        ("quiz/mark?answers=b2:1", 400, "has 'b'"),
        ("quiz/mark?answers=XD", 400, "for each of its"),
        ("quiz/mark?answers=0-0-0", 400, "have 3 tries, but there are two at most"),
        ("quiz/mark?kind=sums", 400, "There is no quiz 'sums'"),
        ("quiz/sheet?kind=sums", 400, "There is no sheet of kind 'sums': the kinds are values, cutoffs, both."),
        ("quiz/sheet?number=31", 422, "Parameter number"),
        ("quiz/sheet?seed=-1", 422, "Parameter seed"),
        ("quiz/result?number=1&answers=0,0", 400, "Answers to 2 exercises were given, but the sheet has 1"),
        ("quiz/result?name=" + "a" * 41, 422, "Parameter name"),
        ("quiz/result?name=a%0Ab", 400, "letters that can be printed"),
        ("quiz/check", 422, "Parameter code"),
        ("quiz/check?code=hello", 400, "'hello' is not a result code"),
        ("quiz/step?game=4,4,4", 400, "16 empty cells"),
        ("quiz/step?position=XXX/OO./...&step=2", 400, "after step 2, but there is no step after that"),
        ("quiz/step?step=0", 422, "Parameter step"),
        ("quiz/step/mark?answer=dance", 400, "The next step is said to be 'dance', but should be one of enter a1"),
        ("quiz?seed=-1", 422, "Parameter seed"),
    ],
)
def test_what_cannot_be_answered_is_refused_in_a_sentence(
    client: TestClient, path: str, status: int, said: str
) -> None:
    answer = client.get(f"/api/v1/{path}")
    assert answer.status_code == status
    assert said in answer.json()["detail"]
    assert "Traceback" not in answer.text


@pytest.mark.parametrize("path", ["/", "/api/v1/choices", "/api/v1/position?game=no", "/static/style.css", "/nothing"])
def test_every_answer_carries_the_security_headers(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS
    assert "'unsafe" not in answer.headers["Content-Security-Policy"]


def test_the_description_is_of_every_door_and_its_examples_are_answers(client: TestClient) -> None:
    """The types are the package's: what is not as they say is not valid."""
    routes = {route.path for router in ROUTERS for route in router.routes if isinstance(route, APIRoute)}
    assert set(description()["paths"]) == set(DOORS) == routes
    for path, methods in description()["paths"].items():
        operation = methods["get"]
        assert operation["description"]
        assert all(parameter["description"] for parameter in operation.get("parameters", ()))
        example = operation["responses"]["200"]["content"]["application/json"].get("example")
        answer = answered(client, operation["x-example"])
        validator(path).validate(answer)
        assert DOORS[path].is_long or example == answer
        with pytest.raises(ValidationError):
            validator(path).validate({**answer, "more": 1})


def answered(client: TestClient, path: str) -> Any:
    """The answer, once there is one; what it waits for is begun with the first question."""
    while (answer := client.get(path)).status_code == 503:
        cast("FastAPI", client.app).state.work.start()
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_the_reference_says_all_that_the_description_does(client: TestClient) -> None:
    answer = client.get("/api")
    assert answer.headers["Content-Type"].startswith("text/html")
    page = answer.text
    assert "http:" not in page.replace("http://www.w3.org", "")
    assert "https:" not in page
    assert "<script" not in page
    assert set(re.findall(r'href="#([\w-]+)"', page)) <= set(re.findall(r'id="([\w-]+)"', page))
    for path, methods in description()["paths"].items():
        assert f"<h2>{path.removeprefix('/api/v1/')}</h2>" in page
        for parameter in methods["get"].get("parameters", ()):
            assert f"<code>{parameter['name']}</code>" in page
    for name in description()["components"]["schemas"]:
        assert f'<section id="{name}">' in page
    for name in re.findall(r'href="(/[^"#]*)"', page):
        assert client.get(name.replace("&amp;", "&")).status_code in (200, 503), name


def test_a_hard_board_keeps_nobody_waiting() -> None:
    """While 8,8,5 is thought about, 3 x 3 is answered, and the hard one is answered with what is known by then."""

    async def story() -> None:
        app = create_app(Work(seconds=3, patience=60))
        transport = httpx.ASGITransport(app=app)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost", timeout=PATIENCE) as client:
            hard = asyncio.create_task(client.get("/api/v1/position?game=8,8,5"))
            answered = 0
            while not hard.done():
                assert (await client.get("/api/v1/position?moves=b2")).status_code == 200
                answered += not hard.done()
                await asyncio.sleep(0)  # what is kept is answered without a pause
            assert answered >= 20
            answer = await hard
            assert answer.status_code == 200
            assert answer.json()["score"]["kind"] in ("unknown", "bound")
        app.state.work.close()

    asyncio.run(story())


def test_too_many_hard_questions_are_refused_and_the_rest_answered() -> None:
    async def story() -> None:
        app = create_app(Work(seconds=0.2, patience=60))
        transport = httpx.ASGITransport(app=app)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost", timeout=PATIENCE) as client:
            asked = [f"/api/v1/position?game=7,8,5&moves={column}{row}" for column in "abcd" for row in range(1, 6)]
            answers = await asyncio.gather(*map(client.get, asked))
            codes = sorted(answer.status_code for answer in answers)
            assert codes == [200] * 9 + [503] * 11
            refused = next(answer for answer in answers if answer.status_code == 503)
            assert int(refused.headers["Retry-After"]) > 1
            assert refused.json()["ahead"] == 9
            assert ", 9 questions ahead of yours" in refused.json()["detail"]
            same = await asyncio.gather(*(client.get("/api/v1/position?game=7,8,5") for _ in range(20)))
            assert {answer.status_code for answer in same} == {200}, "who asks the same shares one answer"
            assert len({answer.text for answer in same}) == 1
        app.state.work.close()

    asyncio.run(story())


def test_a_process_that_dies_is_replaced() -> None:
    async def story() -> None:
        work = Work(seconds=0.2, patience=60)
        app = create_app(work)
        transport = httpx.ASGITransport(app=app)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost", timeout=PATIENCE) as client:
            assert (await client.get("/api/v1/position?game=5,5,5")).status_code == 200
            for process in work.boards.processes:
                os.kill(process, signal.SIGKILL)
            while (await client.get("/api/v1/position?game=5,5,5")).status_code == 503:
                pass
            assert (await client.get("/api/v1/position?game=5,5,5")).status_code == 200
        work.close()

    asyncio.run(story())


def test_a_question_keeps_no_state_for_the_next(client: TestClient) -> None:
    """Another process gives the same answers: nothing depends on what was asked before."""
    asked = ["position?moves=b2", "explain?moves=b2 b1", "tree?depth=2&fold=true", "quiz?seed=3", "map?side=o"]
    with TestClient(create_app(), base_url=HERE) as other:
        for path in reversed(asked):
            assert get(other, path) == get(client, path)


schema = schemathesis.openapi.from_asgi(
    "/api/v1/openapi.json", create_app(Work(seconds=0.2), Allowed(frozenset({"testserver"})))
)


@schema.parametrize()
@settings(max_examples=usually(10, 100), deadline=None, suppress_health_check=list(HealthCheck))
def test_whatever_the_description_allows_is_no_server_error(case: schemathesis.Case[Any]) -> None:
    answer = case.call()
    if answer.status_code != 503:  # which asks for patience
        case.validate_response(answer, checks=[not_a_server_error])


def test_positions_are_read_as_they_are_written(client: TestClient) -> None:
    for position in (Position(), Position.of(0b1, 0b10000)):
        text = format_position(THREE, position)
        assert get(client, "position", position=text)["position"] == text
