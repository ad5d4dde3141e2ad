"""Who may ask, and what every answer carries.

A page somewhere on the internet can have a browser ask this machine under a name of its own, and read what comes back
(DNS rebinding). Such a request carries that name, so only those are answered that were meant for this server. Addresses
in numbers are: nobody else can give them a meaning.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from ipaddress import ip_address
from typing import NamedTuple
from urllib.parse import parse_qsl, urlsplit

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tictactoe.rules import BadInput, quote
from tictactoe.ui.web.sentences import said

MOST_URL = 8_000
HERE = "localhost"
ANYWHERE = "*"
EMBED = "embed"
"""The parameter of the page that asks for one view by itself."""
CONTENT = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors "
)
HEADERS = {
    "Content-Security-Policy": f"{CONTENT}'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


class Allowed(NamedTuple):
    """What is allowed besides the usual: whoever starts the server says so."""

    hosts: frozenset[str] = frozenset()
    """Names by which this server is asked, besides localhost."""
    origins: tuple[str, ...] = ()
    """Where the pages are from whose scripts may read the API's answers; `*` is anywhere."""
    embedders: tuple[str, ...] = ()
    """Where the pages are from that may show a view in a frame."""


def read_allowed(hosts: Iterable[str], origins: Iterable[str], embedders: Iterable[str]) -> Allowed:
    """What the one who starts the server allows; BadInput if it makes no sense."""
    return Allowed(
        frozenset(read_host(host) for host in hosts),
        tuple(origin if origin == ANYWHERE else read_origin(origin) for origin in origins),
        tuple(read_origin(origin) for origin in embedders),
    )


def read_origin(text: str) -> str:
    """Where a page is from: scheme and host, such as https://course.example; BadInput if it is not that."""
    wanted = (
        f"origin {quote(text)} should be a scheme and a host, such as https://course.example or http://localhost:8001"
    )
    try:
        parts = urlsplit(text)
        port = "" if parts.port is None else f":{parts.port}"
    except ValueError:
        raise BadInput(wanted) from None
    name = parts.hostname or ""
    is_host = _is_name(name) or is_number(name)
    origin = f"{parts.scheme}://{f'[{name}]' if ':' in name else name}{port}"
    if parts.scheme not in ("http", "https") or not is_host or origin != text.lower().removesuffix("/"):
        raise BadInput(wanted)
    return origin


def read_host(text: str) -> str:
    """A name by which a server is asked; BadInput if it is none."""
    name = name_in(text)
    if name != text.lower() or not _is_name(name):
        raise BadInput(f"host {quote(text)} should be a name without a port, such as board.school.example")
    return name


def _is_name(text: str) -> bool:
    return bool(text) and text.isascii() and all(letter.isalnum() or letter in "-._" for letter in text)


@lru_cache(maxsize=64)
def name_in(host: str) -> str:
    """The name in a Host header, without the port; empty if it makes no sense."""
    try:
        parts = urlsplit(f"//{host}")
        _ = parts.port  # which is refused if it is no number
        return (parts.hostname or "").removesuffix(".") if parts.netloc == host and "@" not in host else ""
    except ValueError:
        return ""


def is_number(name: str) -> bool:
    """Whether this is an address in numbers."""
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


class Guard:
    """Refuses what was meant for another server and addresses that are too long; every answer gets its headers."""

    def __init__(self, app: ASGIApp, allowed: Allowed) -> None:
        self._app = app
        self._hosts = {HERE, *allowed.hosts}
        self._headers = _encoded(HEADERS)
        framed = {**HEADERS, "Content-Security-Policy": f"{CONTENT}'self' {' '.join(allowed.embedders)}"}
        framed.pop("X-Frame-Options")  # which can name no page
        self._framed = _encoded(framed) if allowed.embedders else self._headers

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = self._framed if self._is_framed(scope) else self._headers

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *headers]
            await send(message)

        await (self._refusal(scope) or self._app)(scope, receive, guarded)

    def _refusal(self, scope: Scope) -> ASGIApp | None:
        host = next((value for name, value in scope["headers"] if name == b"host"), b"").decode("latin-1")
        if not self._is_meant(host):
            here = "ask it as localhost, by its address in numbers, or start it with --allow-host and that name"
            return said(421, f"This server is not known as {quote(host)}: {here}.")
        if len(scope["path"]) + len(scope["query_string"]) > MOST_URL:
            return said(414, "The address is too long for a position of any board.")
        return None

    def _is_meant(self, host: str) -> bool:
        name = name_in(host)
        return name in self._hosts or name.endswith(f".{HERE}") or is_number(name)

    def _is_framed(self, scope: Scope) -> bool:
        """Whether this is a view by itself, which others may be allowed to show in a frame."""
        if scope["path"] != "/" or self._framed is self._headers:
            return False
        given = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)
        return any(name == EMBED for name, _ in given)


def _encoded(headers: dict[str, str]) -> list[tuple[bytes, bytes]]:
    return [(name.lower().encode(), value.encode()) for name, value in headers.items()]
