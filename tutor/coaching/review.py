"""What to look at again, and when: pages that went wrong, were shown, or were right long ago.

A page that went wrong or was shown comes back after one day. Each time it is right when it is due, the wait grows:
three days, seven, and then thirty, which it stays at. A page that was right at once begins at three days. A right
answer before its time leaves the wait as it is, so that an evening's practice is not taken for remembering.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from tutor.coaching.question import SHAPE
from tutor.lessons.model import Course, DrawnProblem, Lesson, NumberStep, Step, VectorStep
from tutor.maths.problem import Problem
from tutor.records.progress import Progress, StepRecord

DAY = 86_400.0

WAITS = (1, 3, 7, 30)
"""Days until a page comes back, by how often in a row it was right when it was due."""

EARLY = 4 * 3600.0
"""Seconds by which a page is due sooner: who learns at about the same hour each day finds it there."""

CAUSAL, UNMASKED = 2, 1
"""The levels of drawn problems that are like the stated ones: with a causal mask, and with none."""

ASKED_AFRESH = {
    "scores": ("Scores", "The scores of the row named below, before they are scaled."),
    "scaled": ("Scaled scores", "The scaled scores of the row named below, three decimals."),
    "masked": ("Masked scores", "The masked scores of the row named below, with -inf where a key is hidden."),
    "weights": ("Weights", "The attention weights of the row named below, three decimals."),
    "output": ("Output", "The output of the row named below, three decimals."),
}
"""Title and prompt of a stage that is asked with numbers which no prompt can know."""

Thing = TypeVar("Thing")


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """A page to look at again. `step` is as it is to be asked now: with fresh numbers where it asks for numbers.

    `strength` counts how often in a row it was right when it was due; 0 where it last went wrong or was shown.
    `since` is when it became due, in UTC seconds. `again` is the number of the draw that its fresh numbers come from.
    """

    lesson: Lesson
    step: Step
    strength: int
    since: float
    again: int


def due(course: Course, progress: Progress, now: float, *, most: int = 3) -> tuple[Item, ...]:
    """The pages to look at again now, `most` at most: first what went wrong, then the rest, one of each unit in turn.

    Units that have waited equally many days stand in another order each day, not in that of the course. `now` is
    in UTC seconds. Pages in one's own words are left out: nobody but the learner can say how they went.
    """
    stream = random.Random(draw_of(now))
    missed: list[list[Item]] = []
    known: list[list[Item]] = []
    for lesson in sorted(course.lessons, key=lambda _: stream.random()):
        items = [item for step in lesson.steps if (item := _item(lesson, step, progress, now)) is not None]
        items.sort(key=_urgency)
        missed.append([item for item in items if not item.strength])
        known.append([item for item in items if item.strength])
    found: list[Item] = []
    for units in (missed, known):
        units.sort(key=lambda items: _waited(items[0]) if items else (0, 0))
        found += in_turns(units)
    return tuple(found[: max(most, 0)])


def _item(lesson: Lesson, step: Step, progress: Progress, now: float) -> Item | None:
    if not step.asks or step.kind == "explain" or step.apart == "nothing":
        return None
    found = standing(progress.record(step.id))
    if found is None or found[1] > now:
        return None
    strength, since = found
    return Item(lesson=lesson, step=fresh(step, lesson), strength=strength, since=since, again=draw_of(now))


def _urgency(item: Item) -> tuple[int, float]:
    return item.strength, item.since


def _waited(item: Item) -> tuple[int, int]:
    """How urgent an item is, to the day."""
    return item.strength, int(item.since // DAY)


def standing(record: StepRecord) -> tuple[int, float] | None:
    """How often in a row a page was right when it was due, and when it is due next; None before its first answer."""
    strength, due_at = 0, None if record.missed is None else _after(record.missed, 0)
    for t in record.passes:
        if due_at is None or t >= due_at:
            strength = min(strength + 1, len(WAITS) - 1)
            due_at = _after(t, strength)
    return None if due_at is None else (strength, due_at)


def _after(t: float, strength: int) -> float:
    return t + WAITS[strength] * DAY - EARLY


def draw_of(now: float) -> int:
    """The number of the draw for fresh numbers on this day: another each day, and far from those of other days.

    It is what `question_of` takes as `again`; going up from it by one draws others still.
    """
    return int(now // DAY) * 1000


def fresh(step: Step, lesson: Lesson) -> Step:
    """The page as it is to be asked again: with numbers drawn anew, where it asks for numbers.

    Stated matrices become drawn ones like them; what an author wrote about the stated numbers, in prompt, body and
    hints, is replaced by words that fit any. A page whose numbers are its own has another page of its lesson, with
    drawn numbers and toward the same objective, in its place and under its id. Where there is none it stays.
    """
    if not isinstance(step, VectorStep | NumberStep) or draws(step):
        return step
    level = _level_of(step) if isinstance(step, VectorStep) else None
    other = _instead(step, lesson)
    # The drawn matrices of one level are all equally large, so a shape would have the same answer each time.
    if isinstance(step, NumberStep) or level is None or (other is not None and step.ask_for.startswith(SHAPE)):
        return step if other is None else replace(other, id=step.id, was=step.was, stage=step.stage)
    title, prompt = ASKED_AFRESH.get(step.ask_for, ("", ""))
    if step.ask_for.startswith(SHAPE):
        name = step.ask_for.removeprefix(SHAPE)
        title, prompt = "A shape", f"The shape of {name.upper() if len(name) == 1 else f'the {name}'}, rows × columns."
    problem = DrawnProblem(level=level)
    stated = replace(step, row=1, digits=3, accepts_indistinct=(), given="", before=None)
    return replace(stated, problem=problem, title=title, prompt=prompt, body="", sources=(), hints=())


def draws(step: Step) -> bool:
    """True where a page asks for numbers that are drawn."""
    if isinstance(step, NumberStep):
        return step.draw
    return isinstance(step, VectorStep) and isinstance(step.problem, DrawnProblem)


def _instead(step: Step, lesson: Lesson) -> Step | None:
    """The drawn page of the lesson that works toward the same objective: of the same kind if it can be, and near."""
    place = lesson.place_of(step.id) or 0
    others = [
        (other.kind != step.kind, other.stage == "quiz", abs(i - place), i)
        for i, other in enumerate(lesson.steps)
        if draws(other) and step.objective is not None and other.objective == step.objective
    ]
    return lesson.steps[min(others)[-1]] if others else None


def _level_of(step: VectorStep) -> int | None:
    """The level at which problems like a stated one are drawn; None where it is of its own kind."""
    return None if isinstance(step.problem, DrawnProblem) else _level_like(step.problem, step.ask_for)


def _level_like(problem: Problem, stage: str) -> int | None:
    """The level at which problems like this one are drawn; None where it is of its own kind."""
    plain = (problem.heads, problem.add_mask, problem.scale, problem.temperature, problem.softcap, problem.offset or 0)
    if plain != (1, None, None, 1.0, 0.0, 0) or problem.mask not in ("none", "causal"):
        return None
    return CAUSAL if problem.mask == "causal" or stage == "masked" else UNMASKED


def in_turns(groups: Iterable[Sequence[Thing]]) -> Iterator[Thing]:
    """The first of each group, then the second of each, and so on."""
    kept = [group for group in groups if group]
    place = 0
    while kept:
        yield from (group[place] for group in kept)
        place += 1
        kept = [group for group in kept if len(group) > place]
