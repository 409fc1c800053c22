"""All that the connections of one server share: rules, course, log, who may come in, and who is in."""

from __future__ import annotations

import gc
import ipaddress
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tutor.server.hall import Hall

if TYPE_CHECKING:
    import asyncssh

    from tutor.lessons.model import Course
    from tutor.server.codes import Code
    from tutor.server.keys import KeyFile
    from tutor.server.log import Log
    from tutor.server.rules import Rules

TIDY_AFTER = 8
"""Sessions that have ended, after which what is left of them is looked for: with thirty learners that takes 0.1 s."""

MOST_STRANGERS, MOST_STRANGERS_EACH = 256, 80
"""Connections that have not said yet who they are: in all, and from one address, which may be a whole class's."""


@dataclass(kw_only=True)
class House:
    """One server."""

    rules: Rules
    log: Log
    course: Course
    hall: Hall
    key_file: KeyFile | None
    code: Code | None
    connections: set[asyncssh.SSHServerConnection] = field(default_factory=set)
    strangers: dict[asyncssh.SSHServerConnection, str] = field(default_factory=dict)
    """Connections that have not said yet who they are, the oldest first, and the address of each."""
    known: Counter[str] = field(default_factory=Counter)
    """How many connections each learner has."""
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
        self.log("turned away", **{"from": crowded})
        return (oldest,)

    def count(self, counter: Counter[str], name: str, change: int) -> None:
        """Count one more or one less; who is at zero is forgotten."""
        counter[name] += change
        if counter[name] <= 0:
            del counter[name]


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
