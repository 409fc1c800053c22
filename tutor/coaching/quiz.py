"""Lessons made up on the spot: a mixed quiz over the units, and what is to be looked at again."""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from tutor.coaching.review import Item, draws, fresh
from tutor.lessons.model import Course, Lesson, Step
from tutor.records.progress import Place, Progress

MIXED, REVIEW = "mixed-quiz", "review"
"""The slugs of lessons that are in no file."""

Thing = TypeVar("Thing")
Pair = tuple[Lesson, Step]


def mixed(
    course: Course, progress: Progress, seed: int, *, count: int = 8, answered: Collection[str] = frozenset()
) -> Lesson:
    """A quiz of at most `count` questions over the units, neighbors of different units where that can be.

    Units that were opened come first, among them those with something not yet right; within a unit, what is not
    yet right. Half of the questions have numbers drawn anew, where the units have so many. What was just `answered`,
    by id, and a lesson that is a quiz itself come only where there is nothing else. The same seed gives the same
    quiz. A course without quiz questions gives a lesson without steps.
    """
    rng = random.Random(seed)
    units = [
        (lesson, _shuffled(rng, [step for step in lesson.steps if is_question(lesson, step)]))
        for lesson in _shuffled(rng, course.lessons)
    ]
    tiers: tuple[list[list[Pair]], ...] = ([], [], [])
    for lesson, questions in units:
        for place, tier in enumerate(tiers):
            tier.append([(lesson, x) for x in questions if _tier(lesson, x, answered) == place])
    picked: list[Pair] = []
    for tier in tiers:
        picked += _pick(tier, progress, max(count, 0) - len(picked))
    return _made_up(MIXED, "Mixed quiz", _apart([(lesson, fresh(step, lesson)) for lesson, step in picked]))


def _tier(lesson: Lesson, step: Step, answered: Collection[str]) -> int:
    """0 for what is asked first, 1 for what was just answered, 2 for the questions of a lesson that is a quiz."""
    return 2 if lesson.is_quiz else int(step.id in answered)


def _pick(units: Sequence[list[Pair]], progress: Progress, count: int) -> list[Pair]:
    """At most so many questions of these units, in turns; every other one with numbers drawn anew, as far as can be."""
    opened: list[list[Pair]] = []
    unopened: list[list[Pair]] = []
    for unit in units:
        if unit:
            known = any(progress.is_opened(step.id) for step in unit[0][0].steps)
            left = sorted(unit, key=lambda pair: is_right(progress, pair[1]))
            (opened if known else unopened).append(left)
    picked: list[Pair] = []
    for group in (opened, unopened):
        group.sort(key=lambda unit: is_right(progress, unit[0][1]))
        while len(picked) < count and any(group):
            for unit in [unit for unit in group if unit][: count - len(picked)]:
                short = 2 * sum(map(_is_drawn, picked)) <= len(picked)
                drawn = next((pair for pair in unit if _is_drawn(pair)), None) if short else None
                picked.append(drawn or unit[0])
                unit.remove(picked[-1])
    # Those whose turn came late may have had none: then others give way to drawn ones of their own unit.
    for place in reversed(range(len(picked))):
        owner = picked[place][0]
        left = [pair for group in (opened, unopened) for unit in group for pair in unit if pair[0] is owner]
        drawn = next(filter(_is_drawn, left), None)
        if drawn and not _is_drawn(picked[place]) and 2 * sum(map(_is_drawn, picked)) < len(picked):
            picked[place] = drawn
            for unit in (*opened, *unopened):
                if drawn in unit:
                    unit.remove(drawn)
    return picked


def _is_drawn(pair: Pair) -> bool:
    """True where a question comes with numbers drawn anew."""
    lesson, step = pair
    return draws(fresh(step, lesson))


def review_lesson(items: Sequence[Item]) -> Lesson:
    """The pages to look at again, in their order, as one lesson."""
    return _made_up(REVIEW, "Review", [(item.lesson, item.step) for item in items])


def is_question(lesson: Lesson, step: Step) -> bool:
    """True for what a quiz may ask: a page at the stage quiz, or any of a lesson that is a quiz throughout."""
    return step.asks and step.kind != "explain" and step.apart != "nothing" and (step.stage == "quiz" or lesson.is_quiz)


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
        replace(_bare(step), objective=None if objective is None else objectives.index(objective) + 1)
        for (_, step), objective in zip(pages, wanted, strict=True)
    ]
    return Lesson(slug=slug, number=0, title=title, objectives=objectives, steps=tuple(steps), path=Path(slug))


def _bare(step: Step) -> Step:
    """The step without the text that leads up to its question in its own lesson only."""
    return replace(step, body="", spoken=(), sources=()) if step.apart == "question" else step


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
