"""Numbers typed into a laboratory's field: read as everywhere, then held to what this laboratory can show."""

from __future__ import annotations

from tutor.coaching.labs.lab import Said
from tutor.notation.reader import read

MOST = 8
"""So many numbers of a row are shown with everything that follows from them."""


def numbers(text: str, *, stage: str | None = None, least: int = 1, most: int = MOST) -> tuple[float, ...] | Said:
    """A row of numbers, however it is spelled; what can't be read, or is too long or too short, in a sentence."""
    got = read(text, stage=stage)
    cells = tuple(x for x in got.cells if x is not None)
    if got.status != "read" or len(cells) < len(got.cells):
        reason = got.reason or "A number is missing here."
        return Said(text=reason, kind="note" if got.status == "ask" else "bad", stays=True)
    if not least <= len(cells) <= most:
        count = f"{len(cells)} number{'s' * (len(cells) != 1)}"
        return Said(text=f"This is {count}; {least} to {most} can be shown, with a blank between them.", kind="bad")
    return cells


def probabilities(text: str) -> tuple[float, ...] | Said:
    """The probabilities of observed tokens, each above 0 and at most 1."""
    row = numbers(text, stage="probability")
    if isinstance(row, Said):
        return row
    return unfit(row) or row


def unfit(row: tuple[float, ...]) -> Said | None:
    """What keeps these numbers from being probabilities of observed tokens; None where nothing does."""
    if not 1 <= len(row) <= MOST:
        return Said(text=f"1 to {MOST} probabilities can be shown, not {len(row)}.", kind="bad")
    for place, p in enumerate(row, 1):
        if not 0 < p <= 1:
            text = f"Probability {place} is {p:g}; it has to lie above 0 and be at most 1, such as 0.5."
            return Said(text=text, kind="bad")
    return None
