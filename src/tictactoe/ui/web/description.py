"""The API's description: OpenAPI, with the types of the answers and an example of each, which is asked for when it
is made.
"""

from __future__ import annotations

import json
from copy import deepcopy
from typing import Any, NamedTuple

from fastapi import FastAPI

from tictactoe.draw import shapes
from tictactoe.draw.schema import Schema
from tictactoe.ui.web import answers
from tictactoe.ui.web.guard import HERE

PREFIX = "/api/v1"
PLACE = "#/components/schemas/"


class Door(NamedTuple):
    """What one address answers, and how it may be asked."""

    answer: type
    example: str
    is_long: bool = False
    """Whether the answer is too long to be read as an example."""


DOORS = {
    f"{PREFIX}/position": Door(shapes.AnalysisData, "position=OXX/XXO/O.."),
    f"{PREFIX}/explain": Door(shapes.ExplanationData, "position=X.O/.X./..O&move=c2"),
    f"{PREFIX}/board": Door(shapes.BoardData, "moves=b2 a1 c3"),
    f"{PREFIX}/session": Door(shapes.SessionData, "moves=b2 a1&undone=c3&side=x&level=wary"),
    f"{PREFIX}/play": Door(answers.ReplyData, "moves=b2&level=careful&seed=7"),
    f"{PREFIX}/review": Door(shapes.ReviewData, "moves=b2 b1 a1"),
    f"{PREFIX}/review/lesson": Door(shapes.LessonData, "moves=b2 b1 a1&number=2&tried=c2"),
    f"{PREFIX}/tree": Door(shapes.NodeData, "position=OXX/XXO/O..&depth=1"),
    f"{PREFIX}/trace": Door(answers.StepsData, "position=OXX/XXO/O..&algorithm=alphabeta&limit=3"),
    f"{PREFIX}/code": Door(answers.CodeData, "algorithm=minimax"),
    f"{PREFIX}/map": Door(shapes.NodeData, "side=o", is_long=True),
    f"{PREFIX}/quiz": Door(answers.QuizData, "kind=values&seed=4", is_long=True),
    f"{PREFIX}/quiz/mark": Door(answers.MarksData, "kind=values&seed=1&answers=DDXX0-DDXXX"),
    f"{PREFIX}/quiz/sheet": Door(answers.SheetData, "kind=both&seed=7&number=6"),
    f"{PREFIX}/quiz/result": Door(answers.HandedData, "kind=both&seed=7&number=3&name=Ada&answers=dooD,TTTNNN"),
    f"{PREFIX}/quiz/check": Door(answers.HandedData, "code=ttt1/both/7/3/Ada~20L./dooD,TTTNNN,XXDDXDDX/33/RAM2"),
    f"{PREFIX}/quiz/step": Door(answers.NextStepData, "position=OXX/XXO/O..&step=3"),
    f"{PREFIX}/quiz/step/mark": Door(answers.MarkedStepData, "position=OXX/XXO/O..&step=3&answer=leave"),
    f"{PREFIX}/choices": Door(answers.ChoicesData, ""),
    f"{PREFIX}/ready": Door(answers.ReadyData, "", is_long=True),
}
"""In the order in which they are described."""


async def described(app: FastAPI) -> dict[str, Any]:
    """The description of the application's API."""
    found = deepcopy(app.openapi())
    schema = Schema(PLACE)
    paths = {}
    for path, door in DOORS.items():
        operation = found["paths"][path]["get"]
        content: dict[str, Any] = {"schema": schema.of(door.answer)}
        if not door.is_long:
            content["example"] = json.loads(await _asked(app, path, door.example))
        operation["responses"]["200"] = {"description": "What was asked for.", "content": _json(content)}
        operation["x-example"] = f"{path}?{door.example}".rstrip("?").replace(" ", "+")
        for status, answer in (("400", answers.ErrorData), ("422", answers.ErrorData), ("503", answers.BusyData)):
            operation["responses"][status]["content"] = _json({"schema": schema.of(answer)})
        paths[path] = {"get": operation}
    return {**found, "paths": paths, "components": {"schemas": schema.definitions}}


def _json(content: dict[str, Any]) -> dict[str, Any]:
    return {"application/json": content}


async def _asked(app: FastAPI, path: str, query: str) -> bytes:
    """What the application answers to itself."""
    scope = {
        "type": "http",
        "method": "GET",
        "path": path,
        "root_path": "",
        "scheme": "http",
        "query_string": query.replace(" ", "+").encode(),
        "headers": [(b"host", HERE.encode())],
        "app": app,
    }
    body = bytearray()

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Any) -> None:
        body.extend(message.get("body", b""))

    await app(scope, receive, send)
    return bytes(body)
