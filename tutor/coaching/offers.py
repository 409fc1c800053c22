"""What the first place of the tutor offers: where to go on, and the tools beside the lessons."""

from __future__ import annotations

from collections.abc import Sequence

from tutor.lessons.listing import Outline
from tutor.records.progress import Progress

TOOLS = (
    ("workbench", "Workbench", "your own Q, K and V, every step"),
    ("practice", "Practice", "a new problem each time"),
    ("quiz", "Mixed quiz", "up to eight questions over your units"),
    ("review", "Review", "what you answered comes back after 1, 3 and 7 days"),
    ("labs", "Laboratories", "tokens, chain rule, decoding, heads, the leak, the block"),
)
"""Each tool's id, its name, and what it is."""

NOTHING_DUE = "Nothing is due today. What you answer comes back after 1, 3 and 7 days."
NO_QUESTIONS = "The course has no questions to ask yet."


def worth_another_look(due: int) -> str:
    """How many pages are due for review, in words."""
    return f"{due} {'things are' if due > 1 else 'thing is'} worth another look"


def missed_in(outline: Outline, progress: Progress) -> int:
    """How many pages of a lesson were shown, or answered wrong, and not right since."""
    records = [progress.record(step) for step in outline.step_ids]
    return sum(record.shown and not record.passed for record in records)


def is_begun(outline: Outline, progress: Progress) -> bool:
    """True where one is in a lesson, or did something there; a page that was only looked at begins none."""
    records = [progress.record(step) for step in outline.step_ids]
    worked = any(x.done or x.attempts or x.hints or x.typed for x in records)
    return worked or (progress.place is not None and progress.place.step in outline.step_ids)


def place_in(outlines: Sequence[Outline], progress: Progress) -> tuple[Outline, int] | None:
    """The lesson and page to go on with: the one opened last; where that lesson is done, the next that is not."""
    first = 0
    if progress.place is not None:
        for place, outline in enumerate(outlines):
            if progress.place.step in outline.step_ids:
                if not _is_done(outline, progress):
                    return outline, outline.step_ids.index(progress.place.step)
                first = place + 1
    later = [*outlines[first:], *outlines[:first]]
    for outline in later:
        if not _is_done(outline, progress):
            pages = outline.step_ids
            return outline, next(i for i, step in enumerate(pages) if not progress.is_done(step))
    return (later[0], 0) if later else None


def _is_done(outline: Outline, progress: Progress) -> bool:
    return all(progress.is_done(step) for step in outline.step_ids)
