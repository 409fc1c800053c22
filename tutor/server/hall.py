"""Who is in: how many, how many of one name, and how all of them are told to leave."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from tutor.server.seat import Seat

FULL = "All {count} places are taken just now; please try again in a few minutes."
TOO_MANY = "{name} is here {count} times already, and that is the most; leave one of those sessions first."
CLOSED = "The tutor is being stopped; log in again in a while."


@dataclass(eq=False)
class Guest:
    """One session: whose it is, and how it is told to leave with a sentence."""

    name: str
    dismiss: Callable[[str, str], None]
    seat: Seat | None = None


@dataclass
class Hall:
    """All sessions of a server."""

    most: int
    most_each: int
    guests: set[Guest] = field(default_factory=set)
    is_closing: bool = False
    _empty: asyncio.Event = field(default_factory=asyncio.Event)

    def refusal(self, name: str) -> str | None:
        """Why one more session of this name may not begin; None where it may."""
        if self.is_closing:
            return CLOSED
        if len(self.guests) >= self.most:
            return FULL.format(count=self.most)
        count = Counter(guest.name for guest in self.guests)[name]
        return TOO_MANY.format(name=name, count=count) if count >= self.most_each else None

    def enter(self, guest: Guest) -> None:
        """A session begins."""
        self.guests.add(guest)

    def leave(self, guest: Guest) -> None:
        """A session has ended."""
        self.guests.discard(guest)
        if not self.guests:
            self._empty.set()

    async def close(self, why: str, sentence: str, patience: float) -> int:
        """Tell everybody to leave, and wait until they have. Returns how many are still there then."""
        self.is_closing = True
        for guest in tuple(self.guests):
            guest.dismiss(why, sentence)
        self._empty.clear()
        if self.guests:
            try:
                await asyncio.wait_for(self._empty.wait(), patience)
            except TimeoutError:
                return len(self.guests)
        return 0
