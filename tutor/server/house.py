"""All that the connections of one server share: rules, course, log, who may come in, and who is in."""

from __future__ import annotations

import gc
import ipaddress
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tutor.look.sheets import Sheets
from tutor.server.bucket import Buckets
from tutor.server.hall import FULL, Hall

if TYPE_CHECKING:
    import asyncssh

    from tutor.lessons.model import Course
    from tutor.server.codes import Code
    from tutor.server.keys import KeyFile
    from tutor.server.log import Log
    from tutor.server.rules import Rules

TIDY_AFTER = 8
"""Sessions that have ended, after which what is left of them is looked for: with thirty learners that takes 0.1 s."""

TOO_MANY = "You have too many connections already."

MOST_STRANGERS, MOST_STRANGERS_EACH = 256, 80
"""Connections that have not said yet who they are: in all, and from one address, which may be a whole class's."""

KNOCKS, KNOCKS_AGAIN = 200, 0.05
"""Connections from one address at once, and seconds until one more: each costs the others a few milliseconds."""

BESIDE = 24
"""Connections beyond two for each place: they are told that all is full, or print what they have done."""


@dataclass(kw_only=True)
class House:
    """One server."""

    rules: Rules
    log: Log
    course: Course
    hall: Hall
    sheets: Sheets = field(default_factory=Sheets)
    key_file: KeyFile | None
    code: Code | None
    connections: set[asyncssh.SSHServerConnection] = field(default_factory=set)
    last_words: set[asyncssh.SSHServerChannel[bytes]] = field(default_factory=set)
    """Sessions that have ended for us, while their clients have not said yet that they have shown all of them."""
    strangers: dict[asyncssh.SSHServerConnection, str] = field(default_factory=dict)
    """Connections that have not said yet who they are, the oldest first, and the address of each."""
    known: Counter[str] = field(default_factory=Counter)
    """How many connections each learner has."""
    knocks: Buckets = field(default_factory=lambda: Buckets(KNOCKS, KNOCKS_AGAIN, time.monotonic))
    _ended: int = 0

    def tidy(self) -> None:
        """One more session has ended: now and then, let go of what is left of some."""
        self._ended += 1
        if self._ended >= TIDY_AFTER or not self.hall.guests:
            self._ended = 0
            gc.collect()

    def knock(self, connection: asyncssh.SSHServerConnection, network: str) -> tuple[asyncssh.SSHServerConnection, ...]:
        """One more connection wants to come in. Returns those that have to go for it: itself where we are closing;
        where there are too many, the oldest of the address with the most of them. So those who say nothing and stay
        keep nobody else out."""
        if self.hall.is_closing:
            return (connection,)
        if not self.knocks[network].take_one():
            self.log("turned away", why="too often", **{"from": network})
            return (connection,)
        self.strangers[connection] = network
        crowds = Counter(self.strangers.values())
        if crowds[network] > MOST_STRANGERS_EACH:
            crowded = network
        elif crowds.total() > MOST_STRANGERS:
            crowded = crowds.most_common(1)[0][0]
        else:
            return ()
        oldest = next(each for each, where in self.strangers.items() if where == crowded)
        del self.strangers[oldest]
        self.log("turned away", why="too many who say nothing", **{"from": crowded})
        return (oldest,)

    def crowd(self, name: str) -> str | None:
        """A learner has come in, and is counted; why this connection is one too many, else None."""
        self.known[name] += 1
        if self.known[name] > 2 * self.rules.max_each:
            return TOO_MANY
        if self.known.total() > 2 * self.rules.max_sessions + BESIDE:
            return FULL.format(count=self.rules.max_sessions)
        return None

    def gone(self, name: str) -> None:
        """One of this learner's connections has ended; who has none left is forgotten."""
        self.known[name] -= 1
        if self.known[name] <= 0:
            del self.known[name]


def network_of(address: str) -> str:
    """What counts as one address: with IPv6 a whole network of 64 bits, of which everybody has as many as they like."""
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if parsed.version == 4:
        return str(parsed)
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(ipaddress.ip_network((int(parsed), 64), strict=False).network_address)
