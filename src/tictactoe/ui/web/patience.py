"""HTTP with an end to every wait: who sends half a request, or does not read an answer, is let go after some seconds.

uvicorn gives up on a connection only between two requests. Here a client has WAIT seconds whenever it is its turn, and
sending a little now and then does not make them more. And when very many are open, the one that has waited longest is
let go for the one that comes: connections that ask nothing cannot shut out others.
"""

from __future__ import annotations

import asyncio

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

WAIT = 10.0
"""Seconds for a request to come whole, or for a client to read what it was sent."""
MOST_OPEN = 256
"""Connections at once, beyond which those are let go that nothing is being done for."""


class PatientProtocol(H11Protocol):
    """One connection."""

    _timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._look()
        self._make_room()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_counting()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._look()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._look()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._look()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._look()

    @property
    def is_clients_turn(self) -> bool:
        """Whether the next thing to happen is for the client to do: send the rest of a request, read, or go."""
        is_answered = self.cycle is None or self.cycle.response_complete
        is_whole = self.conn.their_state not in (h11.IDLE, h11.SEND_BODY)
        return is_answered or not is_whole or self.flow.write_paused

    @property
    def gives_up_at(self) -> float:
        """When this connection is let go, by the clock of the loop, unless something happens."""
        return self._timer.when() if self._timer else float("inf")

    def _look(self) -> None:
        """Begin to count the seconds when it becomes the client's turn; stop when it is ours."""
        if not self.is_clients_turn:
            self._stop_counting()
        elif self._timer is None:
            self._timer = self.loop.call_later(WAIT, self.transport.abort)

    def _stop_counting(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None

    def _make_room(self) -> None:
        """Let one go that nothing is being done for, if too many are open. Those that are being closed do not count."""
        opened = [other for other in self.connections if not other.transport.is_closing()]
        if len(opened) > MOST_OPEN:
            others = [other for other in opened if isinstance(other, PatientProtocol) and other is not self]
            waiting = [other for other in others if other.is_clients_turn]
            if waiting:
                min(waiting, key=lambda other: other.gives_up_at).transport.abort()
