"""What a typed answer needs wherever one is asked for: brackets over several lines, and readings to choose from."""

from __future__ import annotations

from tutor.coaching.asking.asked import Asked
from tutor.coaching.verdict import Verdict
from tutor.plain.words import number_in
from tutor.rendering.spoken import SAYS_ITS_READING, heard_text

OPENING, CLOSING = "[({", "])}"
MOST_LINES = 100


def spoken_answer(question: Asked, verdict: Verdict, raw: str) -> str:
    """How a judged answer was read, with its marks; nothing where the verdict itself says that."""
    if verdict.status in SAYS_ITS_READING:
        return ""
    heard = question.hear(raw)
    if heard is not None and heard.reason and verdict.read:
        # One of several readings was chosen.
        heard = question.hear(verdict.read)
    return heard_text(heard, question.names, verdict.cells)


class Answering:
    """A place whose answers may be pasted over several lines, and may have to be chosen from several readings."""

    readings: tuple[str, ...] = ()
    """The readings that are to be chosen from, by their echoes."""
    begun: tuple[str, ...] = ()
    """The lines so far of an answer whose brackets are still open."""

    @property
    def waiting_for(self) -> str:
        """What the next line is, where it is not simply the answer."""
        if self.readings:
            several = f" to {len(self.readings)}" if len(self.readings) > 1 else ""
            return f"1{several}, or the answer again"
        return "the rest, or an empty line" if self.begun else ""

    def offer(self, verdict: Verdict) -> None:
        """Take note of the readings that a verdict asks to choose from."""
        self.readings = tuple(x.echo for x in verdict.readings) if verdict.status == "ask" else ()

    def choices(self) -> tuple[str, ...]:
        """The readings, numbered."""
        return tuple(f"{i}) {echo}" for i, echo in enumerate(self.readings, 1))

    def reading_of(self, line: str) -> int | None:
        """The reading that a line chooses, from 1; None where it is an answer."""
        number = None if self.begun else number_in(line, len(self.readings))
        if number is None:
            self.readings = ()
        return number

    def joined(self, line: str) -> str:
        """The lines so far and this one, as one text."""
        return "\n".join((*self.begun, line) if line else self.begun)

    def whole(self, line: str) -> str | None:
        """The answer, once its brackets are closed or an empty line ends it; None while more lines belong to it.

        A matrix is pasted with its brackets, over several lines.
        """
        text = self.joined(line)
        depth = sum(c in OPENING for c in text) - sum(c in CLOSING for c in text)
        if line.strip() and depth > 0 and len(self.begun) < MOST_LINES:
            self.begun = (*self.begun, line)
            return None
        self.begun = ()
        return text
