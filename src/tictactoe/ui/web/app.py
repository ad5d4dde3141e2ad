"""The server: the API, the page's files, and what every answer carries. It keeps no state between requests."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, JSONResponse
from fastapi.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

import tictactoe
from tictactoe.draw.palette import palette_css
from tictactoe.draw.svg import draw_icon_svg
from tictactoe.rules import BadInput
from tictactoe.ui.choices import sentence
from tictactoe.ui.web import api
from tictactoe.ui.web.work import Busy, Work

STATIC = Path(__file__).parent / "static"
MOST_URL = 8_000
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


def create_app(work: Work | None = None) -> FastAPI:
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
        openapi_url="/api/v1/openapi.json",
        lifespan=lifespan,
    )
    app.state.work = work
    app.include_router(api.router)
    app.add_exception_handler(BadInput, _refused)
    app.add_exception_handler(RequestValidationError, _unreadable)
    app.add_exception_handler(Busy, _busy)

    app.add_middleware(Guard)

    @app.get("/", include_in_schema=False)
    async def page() -> FileResponse:
        return FileResponse(STATIC / "index.html", headers={"Cache-Control": "no-cache"})

    @app.get("/static/palette.css", include_in_schema=False)
    async def palette() -> Response:
        return Response(palette_css(), media_type="text/css")

    @app.get("/static/icon.svg", include_in_schema=False)
    async def icon() -> Response:
        return Response(draw_icon_svg(), media_type="image/svg+xml")

    app.mount("/static", StaticFiles(directory=STATIC), name="static")
    return app


class Guard:
    """Refuses addresses that are too long, and puts the security headers on every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._headers = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", []), *self._headers]
            await send(message)

        too_long = len(scope["path"]) + len(scope["query_string"]) > MOST_URL
        answer = _sentence(414, "The address is too long for a position of any board.") if too_long else self._app
        await answer(scope, receive, guarded)


def _sentence(status: int, text: str, headers: dict[str, str] | None = None) -> JSONResponse:
    return JSONResponse({"detail": text}, status, headers)


async def _refused(_: Request, error: Exception) -> Response:
    if not isinstance(error, BadInput):
        raise error
    return _sentence(400, sentence(error))


async def _unreadable(_: Request, error: Exception) -> Response:
    if not isinstance(error, RequestValidationError):
        raise error
    first = error.errors()[0]
    name = ".".join(str(part) for part in first["loc"] if part != "query")
    return _sentence(422, f"Parameter {name}: {first['msg']}.")


async def _busy(_: Request, __: Exception) -> Response:
    return _sentence(
        503, "Too much is being asked at the moment, or it takes too long: ask again.", {"Retry-After": "2"}
    )
