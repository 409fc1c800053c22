"""What goes out to one client: gathered, held back while it does not read, and given up after a limit."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Protocol


class Sink(Protocol):
    """The part of an SSH channel that is needed."""

    def write(self, data: bytes) -> None:
        """Send, or keep for sending."""


class Wire:
    """Writes to a channel once a turn of the loop.

    While the client does not read, screens are dropped instead of piled up. `resumed` is called when it reads again or
    is gone, with True where something was dropped, so that all has to be drawn anew. `stuck` is called when it has not
    read for `limit` seconds.
    """

    def __init__(self, sink: Sink, *, limit: float, stuck: Callable[[], None]) -> None:
        self._sink = sink
        self._limit = limit
        self._stuck = stuck
        self._parts: list[bytes] = []
        self._timer: asyncio.TimerHandle | None = None
        self._held: set[str] = set()
        self._dropped = False
        self._closed = False
        self.resumed: Callable[[bool], None] = _nothing

    @property
    def is_held(self) -> bool:
        """True while the client does not read."""
        return bool(self._held)

    def write(self, data: bytes, *, must: bool = False) -> None:
        """Send soon. While the client does not read, only what it `must` get waits for it."""
        if self._closed:
            return
        if self._held and not must:
            self._dropped = True
            return
        if not self._parts:
            asyncio.get_running_loop().call_soon(self.flush)
        self._parts.append(data)

    def flush(self) -> None:
        """Send what has been gathered."""
        data, self._parts = b"".join(self._parts), []
        if data and not self._closed:
            try:
                self._sink.write(data)
            except OSError:  # the channel is closed
                self.close()

    def hold(self, why: str) -> None:
        """The channel, or what lies below it, takes no more for now."""
        if not self._held and not self._closed:
            self._timer = asyncio.get_running_loop().call_later(self._limit, self._stuck)
        self._held.add(why)

    def release(self, why: str) -> None:
        """It takes more again."""
        was_held = bool(self._held)
        self._held.discard(why)
        if was_held and not self._held:
            self._stop_timer()
            dropped, self._dropped = self._dropped, False
            self.resumed(dropped)

    def close(self) -> None:
        """Nothing goes out any more."""
        self._closed = True
        self._parts.clear()
        self._held.clear()
        self._stop_timer()
        resumed, self.resumed = self.resumed, _nothing
        resumed(False)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def _nothing(_dropped: bool) -> None:
    pass
