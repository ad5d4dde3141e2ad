"""The API under fire: whatever is asked, in whatever way, is answered rightly or refused in a sentence."""

from __future__ import annotations

import asyncio
import json
import random
from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple
from urllib.parse import quote, unquote

import pytest

import oracle
from extent import usually
from fuzz import PIECES, is_a_sentence, spoiled
from tictactoe.match import LEVELS
from tictactoe.rules import Game, format_position, parse_cell, parse_position
from tictactoe.ui.web.app import create_app
from tictactoe.ui.web.guard import HEADERS
from tictactoe.ui.web.work import Work

PARTS = usually(1, 4)
"""Which can be run at once."""
NUMBER = usually(400, 25_000)
"""How many requests each part makes."""
THREE = Game(3, 3, 3)
WHERE: tuple[tuple[str, str], ...] = (
    *(("position", "X.O/.X./..O"), ("position", ".../.X./..."), ("position", "XXX/OO./..."), ("moves", "b2 a1")),
    *(("moves", ""), ("moves", "b2 b1 a1 c3"), ("game", "3,3,3"), ("game", "2,3,3"), ("game", "15,15,5")),
)
LARGER = ("4,4,3", "5,5,4", "8,8,5")
"""Boards that are thought about in another process: now and then only."""
SOME: dict[str, tuple[tuple[str, str], ...]] = {
    "position": (),
    "board": (("game", "19,19,5"),),
    "session": (("undone", "c3"), ("side", "o"), ("side", "both"), ("level", "wary"), ("move", "c1")),
    "explain": (("move", "c1"), ("move", "c3")),
    "tree": (("depth", "0"), ("depth", "1"), ("width", "2"), ("fold", "true"), ("fold", "no")),
    "trace": (("algorithm", "alphabeta"), ("algorithm", "table"), ("skip", "3"), ("limit", "2"), ("limit", "40")),
    "code": (("algorithm", "minimax"), ("algorithm", "symmetry")),
    "play": (("level", "perfect"), ("level", "random"), ("seed", "7")),
    "review": (),
    "review/lesson": (("number", "2"), ("tried", "c2"), ("tried", "a1 b1"), ("tell", "true")),
    "map": (("side", "o"), ("side", "z")),
    "choices": (),
    "quiz": (("kind", "cutoffs"), ("seed", "1")),
    "quiz/mark": (("answers", "DDXXX"), ("answers", "d0-XX"), ("kind", "values"), ("seed", "1")),
    "quiz/sheet": (("kind", "both"), ("seed", "7"), ("number", "3")),
    "quiz/result": (("answers", "dooD,TTTNNN"), ("seed", "7"), ("number", "3"), ("name", "Ada")),
    "quiz/check": (("code", "ttt1/both/7/3/Ada~20L./dooD,TTTNNN,XXDDXDDX/33/RAM2"),),
    "quiz/step": (("algorithm", "table"), ("step", "5")),
    "quiz/step/mark": (("algorithm", "alphabeta"), ("step", "2"), ("answer", "leave"), ("answer", "enter b2")),
    "openapi.json": (),
    "nothing": (),
}
"""The doors, and what may be said at each besides where to look."""
RARE = ("map", "openapi.json", "choices", "code", "nothing")
"""What is known by itself, and long."""
NOWHERE = (*RARE, "quiz", "quiz/mark")
"""What is about no board that is asked for."""
TEXTS = sorted({value for door in SOME.values() for _, value in (*door, *WHERE)})
NAMES = sorted({name for door in SOME.values() for name, _ in (*door, *WHERE)})
BODIES = (b"", b"{}", b'{"position": [[["X"]]]}', b"[" * 10_000, b"\xff\x00" * 100, b"9" * 5_000)
PATHS = (
    *("/", "/static/", "/static/style.css", "/static/palette.css", "/static/icon.svg", "/docs", "/api", "/api/v1"),
    *(
        "/static/../../app.py",
        "/static/..%2f..%2fapp.py",
        "/static//etc/passwd",
        "/static/%00",
        "/%ff",
        "//",
        "/api/v2/board",
    ),
)


class Answer(NamedTuple):
    status: int
    headers: dict[str, str]
    body: bytes


class Request(NamedTuple):
    method: str
    path: str
    query: str
    body: bytes = b""


async def ask(app: Any, request: Request) -> Answer:
    """What the application answers, asked as a server asks it; what it raises is raised here."""
    query = request.query.encode("ascii")
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": request.method,
        "scheme": "http",
        "path": unquote(request.path),
        "raw_path": request.path.encode("ascii"),
        "root_path": "",
        "query_string": query,
        "headers": [(b"host", b"localhost"), (b"content-type", b"application/json")],
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 2),
    }
    sent: list[dict[str, Any]] = []
    coming = [{"type": "http.request", "body": request.body, "more_body": False}]

    async def receive() -> dict[str, Any]:
        if not coming:
            await asyncio.Event().wait()  # who asked stays for the answer
        return coming.pop()

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    await app(scope, receive, send)
    headers = {name.decode().lower(): value.decode() for name, value in sent[0]["headers"]}
    return Answer(sent[0]["status"], headers, b"".join(message.get("body", b"") for message in sent[1:]))


def escaped(text: str, chance: random.Random) -> str:
    """As it may stand in an address: most of it escaped, now and then with escapes that say nothing."""
    found = quote(text.encode("utf-8", "surrogatepass"), safe=chance.choice(("", "/,:", "/&=?,:+")))
    return found if chance.random() < 0.9 else chance.choice((found + "%", found + "%ff", found + "%zz", "%00" + found))


def asked(chance: random.Random) -> Request:
    """A request that could be answered, with something of it spoiled."""
    method = chance.choice(("GET",) * 30 + ("HEAD", "POST", "PUT", "DELETE", "OPTIONS", "BREW"))
    body = chance.choice(BODIES) if chance.random() < 0.1 else b""
    if chance.random() < 0.05:
        path = escaped(spoiled(PATHS, chance), chance) if chance.random() < 0.5 else chance.choice(PATHS)
        return Request(method, path if path.startswith("/") else f"/{path}", "", body)
    door = chance.choice(RARE) if chance.random() < 0.02 else chance.choice([name for name in SOME if name not in RARE])
    offered = SOME[door] if door in NOWHERE else (*WHERE, *SOME[door], *SOME[door])
    said = dict(chance.choices(offered, k=chance.randrange(4))) if offered else {}
    if chance.random() < 0.002:
        said["game"] = chance.choice(LARGER)
    pairs = [*said.items()]
    for _ in range(chance.choice((0, 1, 1, 2))):
        name = chance.choice([name for name, _ in offered] or NAMES)
        value = chance.choice((spoiled(TEXTS, chance), spoiled((said.get(name, ""),), chance), chance.choice(PIECES)))
        pairs = [pair for pair in pairs if pair[0] != name]
        if chance.random() < 0.1:  # what is not known there, or known and said twice
            name = chance.choice(chance.choice((NAMES, PIECES[:40], [*said] or NAMES)))
        pairs.insert(chance.randrange(len(pairs) + 1), (name, value))
    query = "&".join(f"{escaped(name, chance)}={escaped(value, chance)}" for name, value in pairs)
    return Request(method, f"/api/v1/{door}", chance.choice((*(query,) * 18, f"{query}&&=", f"?{query}")), body)


def worth(position: str, turn: str) -> int:
    """What a position on 3×3 is worth to X."""
    value = oracle.value(position, turn, 3)
    return value if turn == "X" else -value


def check_tree(node: dict[str, Any]) -> None:
    assert node["value"] == worth(node["position"], node["turn"])
    for child in node["children"]:
        check_tree(child)


def check_ends(node: dict[str, Any]) -> None:
    """The tree of a quiz: its ends have values, and nothing else does."""
    assert node["value"] == (None if node["children"] else worth(node["position"], node["turn"]))
    for child in node["children"]:
        check_ends(child)


def check_moves(found: dict[str, Any], moves: Sequence[dict[str, Any]]) -> None:
    """Every move has the score that the oracle gives."""
    for move in moves:
        row, col = divmod(parse_cell(THREE, move["move"]), 3)
        value, plies = oracle.move_score(found["position"], row, col, found["turn"], 3)
        assert (move["score"]["value"], move["score"]["plies"] or 0) == (value, plies)


def check(door: str, found: dict[str, Any]) -> bool:
    """Compare an answer about 3×3 with what the oracle says; False if it is about something else."""
    if door == "tree" and found["position"].count("/") == 2 and len(found["position"]) == 11:
        check_tree(found)
    elif door == "trace" and found["steps"] and len(found["steps"][0]["position"]) == 11:
        first = found["steps"][0]
        if found["skip"] == 0 and found["ended"] and first["position"].count("/") == 2:
            assert found["summary"]["value"] == worth(first["position"], first["turn"])
    elif door in ("position", "explain", "board", "session") and found["game"] == "3,3,3":
        position = found["position"]
        assert format_position(THREE, parse_position(THREE, position)) == position
        assert found["turn"] == ("X" if position.count("X") == position.count("O") else "O")
        assert (found["outcome"] is not None) == oracle.over(position, 3)
        if door in ("position", "explain"):
            assert found["score"]["value"] == oracle.value(position, found["turn"], 3)
            assert len(found["moves"]) == (0 if found["outcome"] else position.count("."))
            check_moves(found, found["moves"])
        if door == "explain":
            check_moves(found, found["reasons"])
    elif door == "quiz":
        check_ends(found["tree"])
    elif door in ("quiz/mark", "quiz/result", "quiz/check"):
        assert 0 <= found["points"] <= found["most"]
    else:
        assert door != "play" or found["level"] in LEVELS
        return False
    return True


@pytest.mark.parametrize("part", range(PARTS))
def test_whatever_is_asked_is_answered_or_refused_in_a_sentence(part: int) -> None:
    chance = random.Random(f"api {part} {NUMBER}")
    counts: Counter[int] = Counter()
    compared = 0

    async def story() -> None:
        nonlocal compared
        work = Work(seconds=0.02, patience=60)
        app = create_app(work)
        try:
            for _ in range(NUMBER):
                request = asked(chance)
                answer = await ask(app, request)
                counts[answer.status] += 1
                assert answer.status < 500 or answer.status == 503, request
                assert all(answer.headers.get(name.lower()) == value for name, value in HEADERS.items())
                if request.method == "HEAD" or answer.status == 204:
                    continue
                if answer.status >= 400:
                    found = json.loads(answer.body)
                    assert [*found] == (["detail", "ahead"] if answer.status == 503 else ["detail"]), request
                    assert is_a_sentence(found["detail"]), (request, found)
                elif request.path.startswith("/api/v1/") and answer.headers["content-type"] == "application/json":
                    compared += check(request.path.removeprefix("/api/v1/"), json.loads(answer.body))
                else:
                    assert b"create_app" not in answer.body
                    assert b"root:" not in answer.body
        finally:
            work.close()

    asyncio.run(story())
    print(f"{NUMBER} requests: {dict(counts)}; {compared} answers compared")
    assert counts[200] > NUMBER // 10
    assert counts[400] > NUMBER // 10
    assert compared > NUMBER // 20
