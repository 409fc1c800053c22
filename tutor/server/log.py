"""What the server says of itself: one JSON object a line, who, when and from where; never what was typed."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from datetime import UTC, datetime


class Log:
    """Writes lines to `write`. `clock` gives UTC seconds."""

    def __init__(self, write: Callable[[str], None], clock: Callable[[], float]) -> None:
        self._write = write
        self._clock = clock

    def __call__(self, event: str, **fields: str | int | float | None) -> None:
        """Note that something happened."""
        when = datetime.fromtimestamp(self._clock(), UTC).isoformat(timespec="milliseconds")
        self._write(json.dumps({"t": when, "event": event, **fields}))


class Faults(logging.Handler):
    """Passes on only what kind of error the SSH library met: its messages may hold names of any kind."""

    def __init__(self, log: Log) -> None:
        super().__init__(logging.WARNING)
        self._log = log

    def emit(self, record: logging.LogRecord) -> None:
        kind = record.exc_info[0] if record.exc_info else None
        self._log("ssh fault", kind=kind.__name__ if kind is not None else record.levelname)
