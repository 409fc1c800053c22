"""One learner's share of the loop: typing and key repeat pass at once, a flood waits in its own connection."""

from __future__ import annotations

from collections.abc import Callable

BURST, A_SECOND = 160, 40.0
"""Keys at once, and a second. A held key repeats 30 times a second."""


class Pace:
    """Says how long the next key has to wait. `now` gives monotonic seconds."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._left = float(BURST)
        self._t = now()

    def take(self) -> float:
        """Seconds to wait before the next key is handed on."""
        t = self._now()
        self._left = min(float(BURST), self._left + (t - self._t) * A_SECOND) - 1
        self._t = t
        return max(0.0, -self._left / A_SECOND)
