"""The class code: kept as a slow hash only, and guessed at slowly, by one address and by all together."""

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

from tutor.server.bucket import Bucket, Buckets

FILE = ".class_code"
SHORTEST = 6
_COST = {"n": 2**14, "r": 8, "p": 1}
_MOST_MEMORY = 64 << 20
_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Without those that are taken for one another on a blackboard."""

EACH, EACH_AGAIN = 12, 10.0
"""Wrong codes from one address at once, and seconds until one more is allowed."""
KNOWN, KNOWN_AGAIN = 6, 60.0
"""The same for one name from one address, where somebody has been here under that name: a guesser beside a class uses
up the tries of their address, and everybody who has been here before still comes in."""
ALL, ALL_AGAIN = 120, 1.0
"""The same for all addresses together."""
MOST_COST = 1 << 20
"""A hash that costs more than this was not made here."""


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


class Code:
    """Judges codes. Raises CodeError where what is kept cannot be read."""

    def __init__(self, state: Path, now: Callable[[], float]) -> None:
        try:
            kept = json.loads((state / FILE).read_text(encoding="ascii"))
            self._cost = {name: int(kept[name]) for name in _COST}
            self._salt, self._wanted = bytes.fromhex(kept["salt"]), bytes.fromhex(kept["hash"])
        except (OSError, ValueError, KeyError, TypeError):
            raise CodeError(f"{state / FILE}: cannot be read; delete it, and a new code is made") from None
        if not (1 < self._cost["n"] <= MOST_COST and self._wanted):
            raise CodeError(f"{state / FILE}: cannot be read; delete it, and a new code is made")
        self._all = Bucket(ALL, ALL_AGAIN, now)
        self._each = Buckets(EACH, EACH_AGAIN, now)
        self._known = Buckets(KNOWN, KNOWN_AGAIN, now)
        self._trusted: set[str] = set()
        """Addresses from which the right code has come: a guesser elsewhere does not keep them out."""
        self._secret = os.urandom(32)
        self._quick = b""
        """The right code's keyed hash, once it has been typed: a class that comes in at once pays the slow one once."""
        self._one_at_a_time = asyncio.Lock()
        self._hashing = ThreadPoolExecutor(1, thread_name_prefix="class-code")
        """One thread of its own: each thread that has ever hashed keeps the 16 MiB that it takes."""

    def must_wait(self, address: str, known: str | None = None) -> bool:
        """True while codes from there are not even looked at. `known` is a name under which somebody has been here."""
        mine = self._each.is_empty(address) if known is None else self._known.is_empty((address, known))
        return mine or (address not in self._trusted and self._all.is_empty)

    async def fits(self, address: str, typed: str, known: str | None = None) -> bool:
        """True for the right code, from an address that need not wait, or under a name that need not."""
        if self.must_wait(address, known):
            return False
        quick = hmac.digest(self._secret, _folded(typed).encode(), "sha256")
        if self._is_known(quick, address):
            return True
        async with self._one_at_a_time:
            # Looked at again: a whole class may have waited here for the first one, or for a guesser's last try.
            if self.must_wait(address, known):
                return False
            if self._is_known(quick, address):
                return True
            tries = (self._each[address] if known is None else self._known[address, known], self._all)
            # Taken before the slow part, which may be given up on.
            for bucket in tries:
                bucket.take()
            if self._quick:
                # Once the right one has been typed, another one is wrong without the slow hash.
                return False
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


def _folded(code: str) -> str:
    """A code without what people add or change when they copy it: blanks and capitals."""
    return "".join(unicodedata.normalize("NFKC", code).casefold().split())


def _hash(code: str, salt: bytes, cost: dict[str, int]) -> bytes:
    return hashlib.scrypt(
        _folded(code).encode(), salt=salt, n=cost["n"], r=cost["r"], p=cost["p"], maxmem=_MOST_MEMORY, dklen=32
    )
