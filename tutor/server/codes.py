"""The class code: kept as a slow hash only, and guessed at no faster than a few times a minute."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
import os
import secrets
import unicodedata
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

FILE = ".class_code"
SHORTEST = 6
_COST = {"n": 2**14, "r": 8, "p": 1}
_MOST_MEMORY = 64 << 20
_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Without those that are taken for one another on a blackboard."""

EACH, EACH_AGAIN = 12, 10.0
"""Wrong codes from one address at once, and seconds until one more is allowed."""
ALL, ALL_AGAIN = 120, 1.0
"""The same for all addresses together."""
_MOST_ADDRESSES = 4096


class CodeError(Exception):
    """One sentence on why there is no class code."""


def new_code() -> str:
    """A code that one can write on a blackboard: about 45 bits."""
    letters = [secrets.choice(_LETTERS) for _ in range(9)]
    return "-".join("".join(letters[i : i + 3]) for i in (0, 3, 6))


def keep_code(state: Path, code: str) -> None:
    """Keep the hash of a code, instead of any that was there. Raises CodeError for one that is too short."""
    if len(_folded(code)) < SHORTEST:
        raise CodeError(f"a class code has at least {SHORTEST} characters")
    salt = os.urandom(16)
    kept = {**_COST, "salt": salt.hex(), "hash": _hash(code, salt, _COST).hex()}
    state.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = state / f"{FILE}-{os.urandom(8).hex()}"
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        json.dump(kept, file)
    draft.replace(state / FILE)


def has_code(state: Path) -> bool:
    """True where a code is kept."""
    return (state / FILE).exists()


class Bucket:
    """So many tries at once, then one more every so many seconds. `now` gives monotonic seconds."""

    def __init__(self, size: int, again: float, now: Callable[[], float]) -> None:
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


class Code:
    """Judges codes. Raises CodeError where what is kept cannot be read."""

    def __init__(self, state: Path, now: Callable[[], float]) -> None:
        try:
            kept = json.loads((state / FILE).read_text(encoding="ascii"))
            self._cost = {name: int(kept[name]) for name in _COST}
            self._salt, self._wanted = bytes.fromhex(kept["salt"]), bytes.fromhex(kept["hash"])
        except (OSError, ValueError, KeyError, TypeError):
            raise CodeError(f"{state / FILE}: cannot be read; delete it, and a new code is made") from None
        self._now = now
        self._all = Bucket(ALL, ALL_AGAIN, now)
        self._each: dict[str, Bucket] = {}
        self._trusted: set[str] = set()
        """Addresses from which the right code has come: a guesser elsewhere does not keep them out."""
        self._secret = os.urandom(32)
        self._quick = b""
        """The right code's keyed hash, once it has been typed: a class that comes in at once pays the slow one once."""
        self._one_at_a_time = asyncio.Lock()
        self._hashing = ThreadPoolExecutor(1, thread_name_prefix="class-code")
        """One thread of its own: each thread that has ever hashed keeps the 16 MiB that it takes."""

    def must_wait(self, address: str) -> bool:
        """True while codes from there are not even looked at."""
        mine = self._each.get(address)
        return (mine is not None and mine.is_empty) or (address not in self._trusted and self._all.is_empty)

    async def fits(self, address: str, typed: str) -> bool:
        """True for the right code, from an address that need not wait."""
        if self.must_wait(address):
            return False
        quick = hmac.digest(self._secret, _folded(typed).encode(), "sha256")
        if self._is_known(quick, address):
            return True
        async with self._one_at_a_time:
            # Looked at again: a whole class may have waited here for the first one, or for a guesser's last try.
            if self.must_wait(address):
                return False
            if self._is_known(quick, address):
                return True
            tries = (self._bucket(address), self._all)
            # Taken before the slow part, which may be given up on.
            for bucket in tries:
                bucket.take()
            loop = asyncio.get_running_loop()
            found = await loop.run_in_executor(self._hashing, _hash, typed, self._salt, self._cost)
            if not hmac.compare_digest(found, self._wanted):
                return False
            for bucket in tries:
                bucket.give_back()
            self._quick = quick
        return self._is_known(quick, address)

    def _is_known(self, quick: bytes, address: str) -> bool:
        """True for the right code once it has been typed; its address is trusted from then on."""
        fits = bool(self._quick) and hmac.compare_digest(quick, self._quick)
        if fits:
            self._trusted.add(address)
        return fits

    def _bucket(self, address: str) -> Bucket:
        if address not in self._each:
            if len(self._each) >= _MOST_ADDRESSES:
                self._each = {key: bucket for key, bucket in self._each.items() if not bucket.is_full}
            self._each[address] = Bucket(EACH, EACH_AGAIN, self._now)
        return self._each[address]


def _folded(code: str) -> str:
    """A code without what people add or change when they copy it: blanks and capitals."""
    return "".join(unicodedata.normalize("NFKC", code).casefold().split())


def _hash(code: str, salt: bytes, cost: dict[str, int]) -> bytes:
    return hashlib.scrypt(
        _folded(code).encode(), salt=salt, n=cost["n"], r=cost["r"], p=cost["p"], maxmem=_MOST_MEMORY, dklen=32
    )
