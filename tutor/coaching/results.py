"""What came of a lesson: by objective, with the pages to go back to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from tutor.coaching.page import Page
from tutor.lessons.model import Lesson, Step
from tutor.records.progress import Progress, StepRecord


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

    @property
    def went_wrong(self) -> int:
        """How many questions of a quiz were answered wrong or shown; of another lesson 0, since it goes back itself."""
        return sum(x.shown and not x.passed for x in self.outcomes) if self.lesson.is_quiz else 0


def results(lesson: Lesson, progress: Progress, *, pages: Mapping[str, Page] | None = None) -> Results:
    """What a learner did in one lesson: by what is recorded, or only by what stands on these pages now."""
    groups: dict[int | None, list[Outcome]] = {}
    mistakes: Counter[str] = Counter()
    unread = []
    for place, step in enumerate(lesson.steps, start=1):
        record = progress.record(step.id)
        if not step.asks:
            if not record.done:
                unread.append(place)
            continue
        if pages is None:
            mistakes.update(record.mistakes)
            outcome = _recorded(place, step, record)
        else:
            mistakes.update(pages[step.id].mistakes)
            outcome = _standing(place, step, pages[step.id])
        groups.setdefault(step.objective, []).append(outcome)
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


def _recorded(place: int, step: Step, record: StepRecord) -> Outcome:
    explained = step.kind == "explain" and record.answer is not None
    return Outcome(
        place=place,
        step=step,
        first_try=bool(record.first_try) or explained,
        passed=record.passed or explained,
        shown=record.shown,
    )


def _standing(place: int, step: Step, page: Page) -> Outcome:
    passed = page.verdict is not None and page.verdict.passed
    return Outcome(place=place, step=step, first_try=passed and page.tries == 1, passed=passed, shown=page.shown)
