"""The course as its own tests see it: every lesson, every page, and every text that a learner reads there."""

from __future__ import annotations

import re

import pytest

from tutor.lessons.loader import load_course
from tutor.lessons.model import ChoiceStep, DrawnProblem, NumberStep, Step, VectorStep

COURSE = load_course()
STEPS = [step for lesson in COURSE.lessons for step in lesson.steps]
CHOICES = [step for step in STEPS if isinstance(step, ChoiceStep)]
DRAWN = [
    step
    for step in STEPS
    if (isinstance(step, VectorStep) and isinstance(step.problem, DrawnProblem))
    or (isinstance(step, NumberStep) and step.draw)
]
FENCED = re.compile(r"^```.*?^```", re.DOTALL | re.MULTILINE)


def each(steps: list[Step] | list[ChoiceStep]) -> pytest.MarkDecorator:
    """One test for each page, by its id."""
    return pytest.mark.parametrize("step", steps, ids=[step.id for step in steps])


def page(step_id: str) -> Step:
    """The page with this id."""
    return next(step for step in STEPS if step.id == step_id)


def texts(step: Step) -> list[str]:
    """Every text of a page that a learner reads."""
    found = [step.title, step.body]
    found += [getattr(step, name, "") for name in ("prompt", "model")]
    found += [text for name in ("hints", "checklist") for text in getattr(step, name, ())]
    found += [text for option in getattr(step, "options", ()) for text in (option.text, option.why)]
    found += [mistake.why for mistake in getattr(step, "mistakes", ())]
    return found
