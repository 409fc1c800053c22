"""One learner's world: the class's lessons, their own folder, and what their client says of its terminal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from tutor.server.names import folder_of
from tutor.server.rules import Rules
from tutor.surroundings import Surroundings, from_process

PASSED_ON = ("COLORTERM", "NO_COLOR", "COLORFGBG", "LANG", "LC_ALL", "LC_CTYPE")
"""What of the client's environment matters; the rest is not looked at."""

LONGEST_VALUE = 64
MOST_VARIABLES, MOST_BYTES = 64, 65_536
"""What a client may send of its environment. The library keeps all of it as long as the session lasts."""


def surroundings_of(rules: Rules, name: str, *, sent: Mapping[bytes, bytes], term: str | None) -> Surroundings:
    """What a learner of this name works in; their folder is made where it is missing.

    Raises OSError where it cannot be made.
    """
    folder = folder_of(rules.state, name)
    given = {each: sent.get(each.encode(), b"")[:LONGEST_VALUE].decode("ascii", "ignore") for each in PASSED_ON}
    own = from_process(
        {**{each: value for each, value in given.items() if value}, "TERM": term or ""},
        folder=None,
        state=str(folder),
        lesson_folders=rules.base.lesson_folders,
        learner=name,
        calm=True,
        ascii_only=rules.base.ascii,
        kiosk=True,
    )
    return replace(own, clock=rules.base.clock)


def is_too_much(sent: Mapping[bytes, bytes]) -> bool:
    """True for more of an environment than any client sends."""
    return len(sent) > MOST_VARIABLES or sum(len(name) + len(value) for name, value in sent.items()) > MOST_BYTES
