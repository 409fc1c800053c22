"""So many tries at once, then one more every so many seconds: what codes, connections and log lines are bounded by."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import partial

MOST_KEYS = 4096


class Bucket:
    """So many tries at once, then one more every so many seconds. `now` gives monotonic seconds."""

    def __init__(self, size: float, again: float, now: Callable[[], float]) -> None:
        self._size = size
        self._again = again
        self._now = now
        self._left = float(size)
        self._t = now()

    def _refill(self) -> None:
        t = self._now()
        self._left = min(float(self._size), self._left + (t - self._t) / self._again)
        self._t = t

    @property
    def is_empty(self) -> bool:
        """True while no try is left."""
        self._refill()
        return self._left < 1

    @property
    def is_full(self) -> bool:
        """True where nothing has been taken for long enough."""
        self._refill()
        return self._left >= self._size

    def take(self) -> None:
        """Use one try up."""
        self._refill()
        self._left = max(0.0, self._left - 1)

    def give_back(self) -> None:
        """One try was none."""
        self._left = min(float(self._size), self._left + 1)

    def take_one(self) -> bool:
        """Use one try up where one is left; False where none is."""
        if self.is_empty:
            return False
        self.take()
        return True


class Buckets:
    """A bucket for each address, learner or kind, all of one size; those that are full again are forgotten."""

    def __init__(self, size: float, again: float, now: Callable[[], float]) -> None:
        self._make = partial(Bucket, size, again, now)
        self._each: dict[Hashable, Bucket] = {}

    def __getitem__(self, key: Hashable) -> Bucket:
        """This one's bucket, a new one where it has none."""
        if key not in self._each:
            if len(self._each) >= MOST_KEYS:
                self._each = {key: bucket for key, bucket in self._each.items() if not bucket.is_full}
            self._each[key] = self._make()
        return self._each[key]

    def is_empty(self, key: Hashable) -> bool:
        """True where this one has no try left; makes no bucket for one that has none."""
        return key in self._each and self._each[key].is_empty
