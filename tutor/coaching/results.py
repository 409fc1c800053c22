"""What came of a lesson: by objective, with the pages to go back to."""

from __future__ import annotations

from dataclasses import dataclass

from tutor.lessons.model import Lesson, Step
from tutor.records.progress import Progress


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """One asked page: its place from 1, and how it went."""

    place: int
    step: Step
    first_try: bool
    passed: bool
    shown: bool

    @property
    def open(self) -> bool:
        """True where the page is still to be answered."""
        return not (self.passed or self.shown)


@dataclass(frozen=True, slots=True, kw_only=True)
class ObjectiveResult:
    """One objective, None for the pages that belong to none, and the asked pages that work toward it."""

    objective: str | None
    outcomes: tuple[Outcome, ...]

    @property
    def right(self) -> int:
        return sum(x.passed for x in self.outcomes)

    @property
    def first_try(self) -> int:
        return sum(x.first_try for x in self.outcomes)

    @property
    def reached(self) -> bool:
        """True once every page toward it was answered right."""
        return all(x.passed for x in self.outcomes)

    @property
    def look_again(self) -> tuple[int, ...]:
        """The pages, from 1, that were shown, or are still open."""
        return tuple(x.place for x in self.outcomes if not x.passed)


@dataclass(frozen=True, slots=True, kw_only=True)
class Results:
    """A lesson's outcome."""

    lesson: Lesson
    objectives: tuple[ObjectiveResult, ...]
    mistakes: tuple[tuple[str, int], ...]
    unread: tuple[int, ...]

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        return tuple(x for objective in self.objectives for x in objective.outcomes)

    @property
    def finished(self) -> bool:
        """True once every page is done."""
        return not self.unread and not any(x.open for x in self.outcomes)


def results(lesson: Lesson, progress: Progress) -> Results:
    """What a learner did in one lesson."""
    groups: dict[int | None, list[Outcome]] = {}
    mistakes: dict[str, int] = {}
    unread = []
    for place, step in enumerate(lesson.steps, start=1):
        record = progress.record(step.id)
        if not step.asks:
            if not record.done:
                unread.append(place)
            continue
        for code, count in record.mistakes.items():
            mistakes[code] = mistakes.get(code, 0) + count
        explained = step.kind == "explain" and record.answer is not None
        groups.setdefault(step.objective, []).append(
            Outcome(
                place=place,
                step=step,
                first_try=bool(record.first_try) or explained,
                passed=record.passed or explained,
                shown=record.shown,
            )
        )
    order = sorted(groups, key=lambda place: (place is None, place or 0))
    return Results(
        lesson=lesson,
        objectives=tuple(
            ObjectiveResult(
                objective=lesson.objectives[place - 1] if place is not None else None,
                outcomes=tuple(groups[place]),
            )
            for place in order
        ),
        mistakes=tuple(sorted(mistakes.items(), key=lambda item: (-item[1], item[0]))),
        unread=tuple(unread),
    )
