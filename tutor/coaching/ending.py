"""The end of the course: what one can do now, what was hard, and what comes next."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from tutor.lessons.model import Course, Lesson, Step
from tutor.records.progress import Progress

HARDEST = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """What came of the course.

    `can`: the objectives that were reached; `again`: the others, each with the first lesson that has it. `hard`: the
    pages that took most tries or were shown; `mistakes`: the codes met most.
    """

    can: tuple[str, ...]
    again: tuple[tuple[Lesson, str], ...]
    hard: tuple[tuple[Lesson, Step], ...]
    mistakes: tuple[tuple[str, int], ...]


def is_done(course: Course, progress: Progress) -> bool:
    """True once every page of the course is done."""
    return all(progress.is_done(step.id) for lesson in course.lessons for step in lesson.steps)


def ending(course: Course, progress: Progress) -> Ending:
    """What can be done now and what is to be looked at again, the pages that were hardest, the mistakes met most.

    Objectives stand without repetition, in the order of the course; one in the same words in several lessons is one.
    It is reached where of the pages that ask for it more than half ended right: where the latest that counted was a
    right answer, not a wrong one or the answer shown. What is written in own words is nobody's to judge and counts
    as right. An objective that no page asks for is reached by reading.
    """
    first: dict[str, Lesson] = {}
    toward: dict[str, list[bool]] = {}
    for lesson in course.lessons:
        for place, objective in enumerate(lesson.objectives, start=1):
            first.setdefault(objective, lesson)
            asked = [step for step in lesson.steps if step.asks and step.objective == place]
            toward.setdefault(objective, []).extend(_ended_right(step, progress) for step in asked)
    reached = {objective for objective, right in toward.items() if not right or 2 * sum(right) > len(right)}
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
        can=tuple(objective for objective in first if objective in reached),
        again=tuple((lesson, objective) for objective, lesson in first.items() if objective not in reached),
        hard=tuple((lesson, step) for _, lesson, step in tries[:HARDEST]),
        mistakes=tuple(mistakes.most_common(HARDEST)),
    )


def _ended_right(step: Step, progress: Progress) -> bool:
    """True where the latest that counted on a page was a right answer, or something was written in own words."""
    record = progress.record(step.id)
    return bool(record.passes) or (step.kind == "explain" and record.answer is not None)
