"""What the server says of itself: one JSON object a line, who, when and from where; never what was typed."""

from __future__ import annotations

import asyncio
import json
import logging
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime

from tutor.server.bucket import Buckets

BURST, AGAIN = 60, 2.0
"""Lines of one kind at once, and seconds until one more: a class that comes in is noted whole, a flood is not."""

TOLD_EVERY = 60.0
"""Seconds after which it is said how many lines were left out."""

ALWAYS = frozenset({"listening", "stopping", "stopped", "left out"})


class Log:
    """Writes lines to `write`, of one kind no more than fit. `clock` gives UTC seconds, `now` monotonic ones.

    A kind is what happened and why, and once somebody is in, to whom. Of what is left out, `left out` says once a
    minute how many it were.
    """

    def __init__(
        self, write: Callable[[str], None], clock: Callable[[], float], now: Callable[[], float] | None = None
    ) -> None:
        self._write = write
        self._clock = clock
        self._shares = Buckets(BURST, AGAIN, now or clock)
        self._left_out: Counter[tuple[str, str]] = Counter()

    def __call__(self, event: str, **fields: str | int | float | None) -> None:
        """Note that something happened."""
        why = str(fields.get("why", ""))
        # Nobody chooses the name of one who is not in: it makes no kind of its own.
        who = "" if event == "refused" else str(fields.get("learner", ""))
        if event in ALWAYS or self._shares[event, why, who].take_one():
            self._line(event, fields)
            return
        if not self._left_out:
            with suppress(RuntimeError):
                asyncio.get_running_loop().call_later(TOLD_EVERY, self.tell)
        self._left_out[event, why] += 1

    def tell(self) -> None:
        """Say how many lines were left out since this was said last."""
        left_out, self._left_out = self._left_out, Counter()
        for (event, why), count in left_out.items():
            self._line("left out", {"of": event, "why": why, "count": count})

    def _line(self, event: str, fields: dict[str, str | int | float | None]) -> None:
        when = datetime.fromtimestamp(self._clock(), UTC).isoformat(timespec="milliseconds")
        self._write(json.dumps({"t": when, "event": event, **fields}))


class Faults(logging.Handler):
    """Passes on only what kind of error a library met: its messages may hold names of any kind."""

    def __init__(self, log: Log, event: str) -> None:
        super().__init__(logging.WARNING)
        self._log = log
        self._event = event

    def emit(self, record: logging.LogRecord) -> None:
        kind = record.exc_info[0] if record.exc_info else None
        self._log(self._event, why=kind.__name__ if kind is not None else record.levelname)
