"""How an answer goes out: by which methods it is asked for, in full, in short or not at all; and what is kept for
the next who asks.

An answer that is the same whenever it is asked for carries `Cache-Control: no-cache`: whoever keeps it asks whether it
still holds, by its tag, and hears that in a few bytes. The server keeps small ones itself, and then does no more than
send them. What depends on the moment carries `no-store`.
"""

from __future__ import annotations

import asyncio
import gzip
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from hashlib import blake2b

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tictactoe.rules import quote
from tictactoe.ui.web.sentences import said

LASTING, PASSING = "no-cache", "no-store"
METHODS = "GET, HEAD, OPTIONS"
LEAST_ZIPPED = 1_400
"""Bytes of an answer that would fill more than one packet: less is not worth making shorter."""
MOST_AT_ONCE = 100_000
"""Bytes that are made shorter between two other requests; more of them in a thread."""
LARGEST_KEPT, MOST_KEPT = 50_000, 3_000_000
"""Bytes of one answer, and of all that are kept. Their short forms are kept as well."""
AROUND = 1_000
"""Bytes that a kept answer takes besides its body, or so."""
_PASSING = PASSING.encode()


class Parcel:
    """A whole answer, ready to be sent."""

    __slots__ = ("_zipped", "body", "headers", "status", "tag")

    def __init__(self, status: int, headers: Iterable[tuple[bytes, bytes]], body: bytes) -> None:
        given = dict(headers)
        given.pop(b"content-length", None)
        self.status = status
        self.body = body
        self.tag = b""
        """What stands for the body of an answer that lasts."""
        if status == 200 and given.get(b"cache-control", _PASSING) != _PASSING:
            self.tag = b'W/"%s"' % blake2b(body, digest_size=12).hexdigest().encode()
            given[b"etag"] = self.tag
        given[b"vary"] = b"Accept-Encoding"
        self.headers = [*given.items()]
        self._zipped: bytes | None = None

    async def zipped(self) -> bytes:
        """The body in short, made when it is first asked for."""
        if self._zipped is None:
            if len(self.body) > MOST_AT_ONCE:
                self._zipped = await asyncio.to_thread(gzip.compress, self.body, 5)
            else:
                self._zipped = gzip.compress(self.body, 5)
        return self._zipped


class Delivery:
    """Answers what it has, asks the application for the rest, and keeps what is worth it."""

    def __init__(self, app: ASGIApp, fixed: Mapping[str, Parcel], others: Iterable[str]) -> None:
        """`fixed` are answers by their path, `others` the paths of the application's."""
        self._app = app
        self._fixed = fixed
        self._paths = {*fixed, *others}
        self._kept: OrderedDict[tuple[str, bytes], Parcel] = OrderedDict()
        self._size = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
        elif (path := scope["path"]) not in self._paths:
            await _nothing(scope, receive, send)
        elif (method := scope["method"]) in ("GET", "HEAD"):
            answer = self._fixed.get(path) or self._remembered(scope) or await self._asked(scope, receive)
            await _send(answer, scope, send)
        elif method == "OPTIONS":
            await send({"type": "http.response.start", "status": 204, "headers": [(b"allow", METHODS.encode())]})
            await send({"type": "http.response.body"})
        else:
            await said(405, f"Everything here is asked for with GET, not {quote(method)}.", {"Allow": METHODS})(
                scope, receive, send
            )

    def _remembered(self, scope: Scope) -> Parcel | None:
        key = scope["path"], scope["query_string"]
        if answer := self._kept.get(key):
            self._kept.move_to_end(key)
        return answer

    async def _asked(self, scope: Scope, receive: Receive) -> Parcel:
        """What the application answers; kept if it lasts."""
        status, headers, body = 500, [], bytearray()

        async def heard(message: Message) -> None:
            nonlocal status, headers
            if message["type"] == "http.response.start":
                status, headers = message["status"], message.get("headers", [])
            else:
                body.extend(message.get("body", b""))

        await self._app({**scope, "method": "GET"}, receive, heard)
        answer = Parcel(status, headers, bytes(body))
        if answer.tag and len(answer.body) <= LARGEST_KEPT:
            self._keep((scope["path"], scope["query_string"]), answer)
        return answer

    def _keep(self, key: tuple[str, bytes], answer: Parcel) -> None:
        if before := self._kept.pop(key, None):  # two have asked at the same time
            self._size -= AROUND + len(before.body)
        self._kept[key] = answer
        self._size += AROUND + len(answer.body)
        while self._size > MOST_KEPT:
            self._size -= AROUND + len(self._kept.popitem(last=False)[1].body)


_nothing = said(404, "There is nothing at this address: the page is at /, what the API answers at /api.")


async def _send(answer: Parcel, scope: Scope, send: Send) -> None:
    """Send an answer in the form that was asked for."""
    takes, known = b"", b""
    for name, value in scope["headers"]:
        if name == b"accept-encoding":
            takes = value
        elif name == b"if-none-match":
            known = value
    status, headers, body = answer.status, answer.headers, answer.body
    if known and answer.tag and _is_known(answer.tag, known):
        status, body = 304, b""
    else:
        if len(body) >= LEAST_ZIPPED and _takes_gzip(takes):
            body = await answer.zipped()
            headers = [*headers, (b"content-encoding", b"gzip")]
        headers = [*headers, (b"content-length", b"%d" % len(body))]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})


def _is_known(tag: bytes, known: bytes) -> bool:
    """Whether it is among the tags that a client names; whether they are weak does not matter here."""
    named = [part.strip().removeprefix(b"W/") for part in known.split(b",")]
    return tag.removeprefix(b"W/") in named or named == [b"*"]


def _takes_gzip(takes: bytes) -> bool:
    """Whether a client says that it can read gzip."""
    for part in takes.lower().split(b","):
        name, _, weight = part.partition(b";")
        if name.strip() == b"gzip":
            return weight.replace(b" ", b"") not in (b"q=0", b"q=0.0", b"q=0.00", b"q=0.000")
    return False
