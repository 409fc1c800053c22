"""A page visited from the glossary, and the way back, so that looking a word up loses no place."""

from __future__ import annotations

from dataclasses import dataclass

from tutor.coaching.page import Aside, Page
from tutor.coaching.session import Session
from tutor.lessons.glossary import Term
from tutor.lessons.model import Lesson
from tutor.records.progress import Place


@dataclass(frozen=True, slots=True, kw_only=True)
class LookingUp:
    """A page opened from the glossary, and where the learner was before: to be found again afterward.

    `step` is the page that is looked up, `left_at` the one at which its lesson had been left. `aside` and `page`
    are what was open in the middle of a lesson, None elsewhere; `place` is the page opened last.
    """

    lesson: Lesson
    step: str
    left_at: str | None
    aside: Aside | None
    page: Page | None
    place: Place | None


def looking_up(session: Session, term: Term, *, in_lesson: bool) -> LookingUp | None:
    """What to open for a term, and where one is now; None where the course has no lesson that teaches it."""
    lesson = session.course.named(term.lesson)
    if lesson is None:
        return None
    index = lesson.place_of(term.step) if term.step else 0
    return LookingUp(
        lesson=lesson,
        step=lesson.steps[index or 0].id,
        left_at=session.progress.places.get(lesson.slug),
        aside=session.set_aside() if in_lesson else None,
        page=session.page if in_lesson else None,
        place=session.progress.place,
    )


def come_back(session: Session, before: LookingUp) -> bool:
    """What was open before is open again. True where the page that is come back to has changed meanwhile.

    Who came from no lesson and turned pages there has gone on learning there, and that place stays.
    """
    if session.lesson is before.lesson and session.step.id == before.step:
        if before.left_at is not None:
            session.open(before.lesson, before.left_at)
        last = session.course.named(before.place.lesson) if before.place is not None else None
        if before.place is not None and last is not None:
            session.open(last, before.place.step)
    if before.aside is None:
        return False
    session.take_up(before.aside)
    return session.page is not before.page
