"""The end of the course: what one can do now, what was hard, and what comes next."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from tutor.lessons.model import Course, Lesson, Step
from tutor.records.progress import Progress

HARDEST = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """What came of the course. `hard`: the pages that took most tries or were shown; `mistakes`: the codes met most."""

    can: tuple[str, ...]
    hard: tuple[tuple[Lesson, Step], ...]
    mistakes: tuple[tuple[str, int], ...]


def is_done(course: Course, progress: Progress) -> bool:
    """True once every page of the course is done."""
    return all(progress.is_done(step.id) for lesson in course.lessons for step in lesson.steps)


def ending(course: Course, progress: Progress) -> Ending:
    """What can be done now, the pages that were hardest, the mistakes met most.

    Objectives stand without repetition, in the order of the course; one of which all was shown or wrong is left out.
    """
    can = tuple(
        dict.fromkeys(
            objective
            for lesson in course.lessons
            for place, objective in enumerate(lesson.objectives, start=1)
            if _is_reached(lesson, place, progress)
        )
    )
    tries: list[tuple[int, Lesson, Step]] = []
    mistakes: Counter[str] = Counter()
    for lesson in course.lessons:
        for step in lesson.steps:
            record = progress.record(step.id)
            mistakes.update(record.mistakes)
            weight = record.attempts + 2 * record.shown
            if step.asks and weight > 1:
                tries.append((weight, lesson, step))
    tries.sort(key=lambda x: -x[0])
    return Ending(
        can=can,
        hard=tuple((lesson, step) for _, lesson, step in tries[:HARDEST]),
        mistakes=tuple(mistakes.most_common(HARDEST)),
    )


def _is_reached(lesson: Lesson, objective: int, progress: Progress) -> bool:
    """True where something toward an objective was answered right or written; one that nothing asks for is read."""
    asked = [step for step in lesson.steps if step.asks and step.objective == objective]
    records = [(step, progress.record(step.id)) for step in asked]
    return not asked or any(
        record.passed or (step.kind == "explain" and record.answer is not None) for step, record in records
    )
