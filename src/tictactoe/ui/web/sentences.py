"""What cannot be answered is said in one sentence, everywhere in the same form."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.responses import JSONResponse


def said(status: int, text: str, headers: Mapping[str, str] | None = None, **more: int) -> JSONResponse:
    """An answer that is a sentence, and the numbers that are in it. It holds for the moment only."""
    return JSONResponse({"detail": text, **more}, status, {"Cache-Control": "no-store", **(headers or {})})
