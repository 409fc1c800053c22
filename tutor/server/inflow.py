"""What comes in over one connection, in small pieces: whoever sends more than is fair waits, and the others do not."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

PIECE = 4096
"""Bytes that are handed on in one turn of the loop: about a hundred of the smallest packets."""

BURST, SHARE = 0.5, 0.05
"""Seconds of work that a connection may make at once, and then in each second."""

MOST_WAITING = 1 << 20
"""Bytes that may wait. Keys and pastes never come to that: the window of their channel holds them back."""


class Inflow:
    """Hands what has come on to `take`, as long as the work that this makes is within the connection's share.

    `flooded` is called once, when more has come than anybody sends who types or pastes. `busy` gives the seconds of
    work of this thread so far.
    """

    def __init__(
        self,
        take: Callable[[bytes], None],
        *,
        flooded: Callable[[], None],
        busy: Callable[[], float] = time.thread_time,
    ) -> None:
        self._take = take
        self._flooded = flooded
        self._busy = busy
        self._loop = asyncio.get_running_loop()
        self._waiting = bytearray()
        self._left = BURST
        self._t = self._loop.time()
        self._next: asyncio.Handle | None = None
        self._stopped = False

    def __call__(self, data: bytes) -> None:
        """Bytes have come."""
        if self._stopped:
            return
        if len(self._waiting) + len(data) > MOST_WAITING:
            self.stop()
            self._flooded()
            return
        self._waiting += data
        if self._next is None:
            self._go_on()

    def stop(self) -> None:
        """The connection has ended: what waits leads nowhere."""
        self._stopped = True
        self._waiting.clear()
        if self._next is not None:
            self._next.cancel()
            self._next = None

    def _go_on(self) -> None:
        self._next = None
        now = self._loop.time()
        self._left = min(BURST, self._left + (now - self._t) * SHARE)
        self._t = now
        if self._left > 0:
            piece = bytes(self._waiting[:PIECE])
            del self._waiting[:PIECE]
            begun = self._busy()
            self._take(piece)
            self._left -= self._busy() - begun
        if self._waiting and not self._stopped:
            wait = max(0.0, -self._left / SHARE)
            self._next = self._loop.call_later(wait, self._go_on) if wait else self._loop.call_soon(self._go_on)
