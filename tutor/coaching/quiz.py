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

    Once something was done, it asks about the units that are at least half done, those with something not yet right
    first, then about the others up to where one works: a page looked at further on brings none of its unit. In a unit
    what is not yet right comes first. Half of the questions have numbers drawn anew, where the units have so many.
    What was just `answered`, by id, and a lesson that is a quiz itself come only where there is nothing else. The
    same seed gives the same quiz. A course without quiz questions gives a lesson without steps.
    """
    rng = random.Random(seed)
    units = [
        (lesson, _shuffled(rng, [step for step in lesson.steps if is_question(lesson, step)]))
        for lesson in _shuffled(rng, course.lessons)
    ]
    half, others = _reached(course, progress)
    asked = [unit for unit in units if unit[0].slug in (*half, *others)]
    if not any(questions for _, questions in asked):
        asked, half = units, [lesson.slug for lesson in course.lessons]
    tiers: tuple[list[list[Pair]], ...] = ([], [], [])
    for lesson, questions in asked:
        for place, tier in enumerate(tiers):
            tier.append([(lesson, x) for x in questions if _tier(lesson, x, answered) == place])
    picked: list[Pair] = []
    for tier in tiers:
        picked += _pick(tier, progress, max(count, 0) - len(picked), half)
    return _made_up(MIXED, "Mixed quiz", _apart([(lesson, fresh(step, lesson)) for lesson, step in picked]))


def _reached(course: Course, progress: Progress) -> tuple[list[str], list[str]]:
    """The units of which at least half of the pages are done, and the others up to the furthest one worked in.

    That is the last one in which something was answered, and the first one at least that is not half done. Before
    anything is done there are none of either.
    """
    done = {x.slug: sum(progress.is_done(step.id) for step in x.steps) for x in course.lessons}
    if not any(done.values()):
        return [], []
    half = [x.slug for x in course.lessons if 2 * done[x.slug] >= len(x.steps)]
    answered = [any(progress.record(step.id).attempts for step in x.steps) for x in course.lessons]
    others = [(i, x.slug) for i, x in enumerate(course.lessons) if x.slug not in half]
    furthest = max((i for i, yes in enumerate(answered) if yes), default=0)
    return half, [slug for i, slug in others if i <= max(furthest, others[0][0])]


def _tier(lesson: Lesson, step: Step, answered: Collection[str]) -> int:
    """0 for what is asked first, 1 for what was just answered, 2 for the questions of a lesson that is a quiz."""
    return 2 if lesson.is_quiz else int(step.id in answered)


def _pick(units: Sequence[list[Pair]], progress: Progress, count: int, first: Collection[str]) -> list[Pair]:
    """At most so many questions of these units, in turns, those `first` by slug; every other one with numbers drawn
    anew, as far as can be."""
    sooner: list[list[Pair]] = []
    later: list[list[Pair]] = []
    for unit in units:
        if unit:
            left = sorted(unit, key=lambda pair: is_right(progress, pair[1]))
            (sooner if unit[0][0].slug in first else later).append(left)
    picked: list[Pair] = []
    for group in (sooner, later):
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
        left = [pair for group in (sooner, later) for unit in group for pair in unit if pair[0] is owner]
        drawn = next(filter(_is_drawn, left), None)
        if drawn and not _is_drawn(picked[place]) and 2 * sum(map(_is_drawn, picked)) < len(picked):
            picked[place] = drawn
            for unit in (*sooner, *later):
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

    That is the worked page before it for its objective, of several the one whose id has most words in common with the
    question's, of these the last; else, found alike, a page for it that is only read; where its lesson has neither,
    as in a lesson of questions only, the same in an earlier lesson with that objective; else the last page to read
    before it; else its own page.
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
        worked = [page for page in toward if page[1].stage == "worked"]
        if worked or toward:
            owner, shows = max(reversed(worked or toward), key=lambda page: _in_common(page[1].id, step.id))
            return Place(owner.slug, shows.id)
    read = [x for _, x in before if not x.asks]
    return Place(lesson.slug, read[-1].id if read else step.id)


def _in_common(one: str, other: str) -> int:
    """How many words two ids share after the first, which names the subject of many pages."""
    return len({*one.split("-")[1:]} & {*other.split("-")[1:]})


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
