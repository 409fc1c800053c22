"""The installed program under an audit hook: what it opens, changes, starts and connects to, as Python itself tells."""

from __future__ import annotations

import os
import sys
import sysconfig
from dataclasses import dataclass
from pathlib import Path

import tutor

HOOK = Path(__file__).with_name("hook")

SYSTEM = ("/dev/", "/etc/localtime", "/usr/share/zoneinfo/", "/usr/share/terminfo/", "/lib/terminfo/", "/etc/terminfo/")
"""What the system lays out for every program: terminals, time zones, terminal descriptions."""


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that the program did. `kind` is read, write, change or start; `what` the real path, or a command."""

    kind: str
    name: str
    what: str


def environment(log: Path) -> dict[str, str | None]:
    """The variables that put the hook in place; what happens is added to the file `log`."""
    return {"PYTHONPATH": str(HOOK), "AUDIT_LOG": str(log), "PYTHONDONTWRITEBYTECODE": "1"}


def events(log: Path) -> list[Event]:
    """All that was done so far."""
    return [Event(*line.split("\t")) for line in log.read_text().splitlines()]


def outside(log: Path, *, state: Path, readable: tuple[Path, ...] = ()) -> list[Event]:
    """The events that a kiosk must not have: starting anything, writing outside `state`, reading what is not given."""
    own = str(state.resolve())
    python = {sys.prefix, sys.base_prefix, *sysconfig.get_paths().values(), os.path.dirname(tutor.__file__), str(HOOK)}
    given = (own, *(str(path.resolve()) for path in readable), *map(os.path.realpath, python))
    searched = {os.path.realpath(place) for place in (os.path.dirname(os.path.dirname(tutor.__file__)), *sys.path)}

    def allowed(event: Event) -> bool:
        if event.kind == "start":
            return False
        if event.kind in ("write", "change"):
            return _within(event.what, (own,)) or event.what.startswith("/dev/")
        if event.name == "os.listdir" and event.what in searched:
            return True
        return _within(event.what, given) or event.what.startswith(SYSTEM)

    return [event for event in events(log) if not allowed(event)]


def _within(path: str, folders: tuple[str, ...]) -> bool:
    return any(path == folder or path.startswith(folder + os.sep) for folder in folders)
