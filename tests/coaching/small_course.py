"""A course of a few units made by hand, and the events of a learner on it."""

from __future__ import annotations

from pathlib import Path

from tutor.lessons.model import ChoiceStep, Course, ExplainStep, Lesson, Option, Phase, Step, TextStep, VectorStep
from tutor.maths.problem import Problem
from tutor.records.events import Event

HOUR = 3600.0
DAY = 24 * HOUR

SMALL = Problem(q=((0.0, 1.0),), k=((1.0, 0.0), (0.0, 1.0)), v=((6.0, 0.0), (0.0, 3.0)))


def choice(id: str, *, objective: int | None = None, stage: Phase | None = None) -> ChoiceStep:
    options = (Option(text="yes", why="It is.", correct=True), Option(text="no", why="It is not."))
    return ChoiceStep(id=id, prompt="Is it?", options=options, objective=objective, stage=stage)


def text(id: str, *, objective: int | None = None, stage: Phase | None = None) -> TextStep:
    return TextStep(id=id, body="A page to read.", objective=objective, stage=stage)


def vector(
    id: str,
    problem: Problem = SMALL,
    *,
    ask_for: str = "weights",
    objective: int | None = None,
    stage: Phase | None = None,
) -> VectorStep:
    return VectorStep(
        id=id, problem=problem, ask_for=ask_for, prompt="q = [0, 1] …", hints=("0.7071", "√2"), objective=objective,
        body="Numbers: 0.7071.", title="Small", stage=stage,
    )  # fmt: skip


def explain(id: str) -> ExplainStep:
    return ExplainStep(id=id, prompt="Why?", model="Because.", checklist=("says so",))


def unit(number: int, slug: str, *steps: Step, objectives: tuple[str, ...] = ("Know it.",)) -> Lesson:
    return Lesson(
        slug=slug, number=number, title=slug.title(), objectives=objectives, steps=steps, path=Path(f"{slug}.toml")
    )


def course(*lessons: Lesson) -> Course:
    return Course(lessons=lessons)


def answer(t: float, step: str, status: str = "right") -> Event:
    return Event(t, "answer", {"step": step, "raw": "1", "status": status, "mistakes": []})


def shown(t: float, step: str) -> Event:
    return Event(t, "shown", {"step": step})


def opened(t: float, lesson: str, step: str) -> Event:
    return Event(t, "open", {"lesson": lesson, "step": step})
