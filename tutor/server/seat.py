"""Where one learner sits: what every kind of session can be told, whatever it runs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from tutor.records.crash import save_report
from tutor.surroundings import Surroundings

STOPPING = "The tutor is being stopped. What you typed is kept; log in again in a while."
IDLE = "You have not typed for a long time, so this session was ended. What you typed is kept; log in again to go on."
CRASHED = "The tutor has stopped on an error of its own. What you typed is kept; log in again to go on."


@dataclass(frozen=True, slots=True)
class End:
    """How a session ended: its exit code, why in one word for the log, and what the learner is told.

    `trouble` is why what was typed is not kept; it names folders, and is for the log alone.
    """

    code: int
    why: str
    sentence: str = ""
    trouble: str | None = None


def crashed(details: str, surroundings: Surroundings) -> End:
    """The end by an error of ours: its details go into the learner's own folder."""
    if surroundings.state is not None:
        save_report([surroundings.state], details, t=surroundings.clock())
    return End(70, "crashed", CRASHED)


class Seat(Protocol):
    """One session under way."""

    def feed(self, data: bytes) -> None:
        """Bytes have come from the client."""

    def no_more(self) -> None:
        """The client sends nothing more."""

    def resize(self, columns: int, rows: int) -> None:
        """The client's window has changed its size."""

    def interrupt(self) -> None:
        """The client asks for an interruption."""

    def leave(self) -> None:
        """Save and leave, soon."""

    async def run(self) -> End:
        """The whole session, to its end."""
