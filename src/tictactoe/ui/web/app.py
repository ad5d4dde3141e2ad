"""The application: the API, the page, and what every request passes through. It keeps no state but answers that
last.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse
from fastapi.routing import APIRoute
from starlette.middleware.cors import CORSMiddleware

import tictactoe
from tictactoe.draw.text import numbered
from tictactoe.rules import BadInput
from tictactoe.ui.choices import sentence
from tictactoe.ui.web import api, quizzes
from tictactoe.ui.web.delivery import LASTING, Delivery
from tictactoe.ui.web.description import described
from tictactoe.ui.web.files import page_files
from tictactoe.ui.web.guard import Allowed, Guard
from tictactoe.ui.web.queueing import Busy
from tictactoe.ui.web.reference import reference
from tictactoe.ui.web.sentences import said
from tictactoe.ui.web.work import Work

EXPOSED = ("ETag", "Retry-After")
"""Headers that scripts from elsewhere may read besides the usual."""
LONGEST_RETRY = 4
"""Seconds after which one asks again at the latest, but for one."""

ROUTERS = (api.router, quizzes.router)


def create_app(work: Work | None = None, allowed: Allowed | None = None) -> FastAPI:
    """The application, ready to be served; `work` is where its thinking is done."""
    work = work or Work()

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        yield
        work.close()

    app = FastAPI(
        title="tictactoe",
        version=tictactoe.__version__,
        summary="Perfect play for tic-tac-toe and every k-in-a-row board, and the reasons behind it.",
        docs_url=None,  # its page loads scripts from elsewhere
        redoc_url=None,
        openapi_url=None,  # ours says more
        lifespan=lifespan,
    )
    app.state.work = work
    app.state.description = {}
    for router in ROUTERS:
        app.include_router(router)
    app.add_exception_handler(BadInput, _refused)
    app.add_exception_handler(RequestValidationError, _unreadable)
    app.add_exception_handler(Busy, _busy)
    allowed = allowed or Allowed()
    files = page_files(is_embeddable=bool(allowed.embedders))

    async def describe() -> dict[str, Any]:
        if not app.state.description:
            app.state.description = await described(app)
        found: dict[str, Any] = app.state.description
        return found

    @app.get("/api/v1/openapi.json", include_in_schema=False)
    async def description() -> Response:
        return api.as_json(await describe(), lasts=True)

    @app.get("/api", include_in_schema=False)
    async def for_people() -> Response:
        return HTMLResponse(reference(await describe(), files.folder), headers={"Cache-Control": LASTING})

    routes = (*(route for router in ROUTERS for route in router.routes), *app.routes)
    doors = [route.path for route in routes if isinstance(route, APIRoute)]
    app.add_middleware(Delivery, files.answers, doors)
    if allowed.origins:
        app.add_middleware(
            CORSMiddleware, allow_origins=allowed.origins, allow_methods=("GET", "HEAD"), expose_headers=EXPOSED
        )
    app.add_middleware(Guard, allowed)  # the last is the first to see a request
    return app


async def _refused(_: Request, error: Exception) -> Response:
    if not isinstance(error, BadInput):
        raise error
    return said(400, sentence(error))


async def _unreadable(_: Request, error: Exception) -> Response:
    if not isinstance(error, RequestValidationError):
        raise error
    first = error.errors()[0]
    name = ".".join(str(part) for part in first["loc"] if part != "query")
    return said(422, f"Parameter {name}: {first['msg']}.")


async def _busy(_: Request, error: Exception) -> Response:
    if not isinstance(error, Busy):
        raise error
    doing = (
        "Still working" if error.is_ready else "Still getting ready for larger boards, which takes a minute at first"
    )
    ahead = f", {numbered(error.ahead, 'question')} ahead of yours" if error.ahead else ""
    seconds = 1 + min(error.ahead, LONGEST_RETRY)
    return said(503, f"{doing}{ahead}.", {"Retry-After": str(seconds)}, ahead=error.ahead)
