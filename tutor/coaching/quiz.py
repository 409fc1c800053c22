"""Lessons made up on the spot: a mixed quiz over the units, and what is to be looked at again."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from tutor.coaching.review import Item, fresh, in_turns
from tutor.lessons.model import Course, Lesson, Step
from tutor.records.progress import Place, Progress

MIXED, REVIEW = "mixed-quiz", "review"
"""The slugs of lessons that are in no file."""

Thing = TypeVar("Thing")


def mixed(course: Course, progress: Progress, seed: int, *, count: int = 8) -> Lesson:
    """A quiz of at most `count` questions over the units, neighbors of different units where that can be.

    Units that were opened come first, among them those with something not yet right; within a unit, what is not
    yet right. The same seed gives the same quiz. A course without quiz questions gives a lesson without steps.
    """
    rng = random.Random(seed)
    opened: list[tuple[bool, list[tuple[Lesson, Step]]]] = []
    unopened: list[tuple[bool, list[tuple[Lesson, Step]]]] = []
    for lesson in _shuffled(rng, course.lessons):
        questions = _shuffled(rng, [step for step in lesson.steps if is_question(lesson, step)])
        questions.sort(key=lambda step: is_right(progress, step))
        if questions:
            known = any(progress.is_opened(step.id) for step in lesson.steps)
            all_right = is_right(progress, questions[0])
            (opened if known else unopened).append((all_right, [(lesson, step) for step in questions]))
    picked: list[tuple[Lesson, Step]] = []
    for units in (opened, unopened):
        units.sort(key=lambda unit: unit[0])
        picked += in_turns(pairs for _, pairs in units)
    return _made_up(
        MIXED, "Mixed quiz", _apart([(lesson, fresh(step, lesson)) for lesson, step in picked[: max(count, 0)]])
    )


def review_lesson(items: Sequence[Item]) -> Lesson:
    """The pages to look at again, in their order, as one lesson."""
    return _made_up(REVIEW, "Review", [(item.lesson, item.step) for item in items])


def is_question(lesson: Lesson, step: Step) -> bool:
    """True for what a quiz may ask: a page at the stage quiz, or any of a lesson that is a quiz throughout."""
    return step.asks and step.kind != "explain" and (step.stage == "quiz" or lesson.is_quiz)


def is_right(progress: Progress, step: Step) -> bool:
    """True where the latest that is known of a page is a right answer."""
    return bool(progress.record(step.id).passes)


def page_behind(course: Course, step_id: str) -> Place | None:
    """The page to go back to after a question: the one that shows what it asks. None where the course has no such id.

    That is the last worked page before it for its objective; else the last page for it that is only read; where its
    lesson has neither, as in a lesson of questions only, the same in an earlier lesson with that objective; else
    the last page to read before it; else its own page.
    """
    found = course.step(step_id)
    if found is None:
        return None
    lesson, step = found
    objective = _objective(lesson, step)
    before = [(lesson, x) for x in lesson.steps[: lesson.steps.index(step)]]
    elsewhere = [(other, x) for other in course.lessons if other.number < lesson.number for x in other.steps]
    for pages in (before, elsewhere):
        toward = [(owner, x) for owner, x in pages if objective and _objective(owner, x) == objective and not x.asks]
        for owner, x in (*reversed([page for page in toward if page[1].stage == "worked"]), *reversed(toward)):
            return Place(owner.slug, x.id)
    read = [x for _, x in before if not x.asks]
    return Place(lesson.slug, read[-1].id if read else step.id)


def _objective(lesson: Lesson, step: Step) -> str | None:
    """What a step works toward, in words; where its lesson has one objective only, that one."""
    if step.objective is not None and step.objective <= len(lesson.objectives):
        return lesson.objectives[step.objective - 1]
    return lesson.objectives[0] if len(lesson.objectives) == 1 else None


def _made_up(slug: str, title: str, pages: Sequence[tuple[Lesson, Step]]) -> Lesson:
    """A lesson of these steps; its objectives are those that they work toward in their own lessons, each once."""
    wanted = [_objective(lesson, step) for lesson, step in pages]
    objectives = tuple(dict.fromkeys(x for x in wanted if x is not None))
    steps = [
        replace(step, objective=None if objective is None else objectives.index(objective) + 1)
        for (_, step), objective in zip(pages, wanted, strict=True)
    ]
    return Lesson(slug=slug, number=0, title=title, objectives=objectives, steps=tuple(steps), path=Path(slug))


def _apart(pages: Sequence[tuple[Lesson, Step]]) -> list[tuple[Lesson, Step]]:
    """The same pages with those of one unit as far from each other as their number allows."""
    left: dict[str, list[tuple[Lesson, Step]]] = {}
    for page in pages:
        left.setdefault(page[0].slug, []).append(page)
    ordered: list[tuple[Lesson, Step]] = []
    while any(left.values()):
        last = ordered[-1][0].slug if ordered else None
        # Of the units with most questions left, the first; the one just asked only where no other has any.
        slug = max(left, key=lambda slug: (bool(left[slug]), bool(left[slug]) and slug != last, len(left[slug])))
        ordered.append(left[slug].pop(0))
    return ordered


def _shuffled(rng: random.Random, things: Sequence[Thing]) -> list[Thing]:
    """The things in a random order. Python promises the stream of `random()` alone to stay the same."""
    keys = [rng.random() for _ in things]
    return [thing for _, thing in sorted(zip(keys, things, strict=True), key=lambda pair: pair[0])]
