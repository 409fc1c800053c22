"""A learner who knows the answers: what to type on each page of the course, worked out by plain Python.

The in-process journeys and the one through a real terminal press the same keys.
"""

from __future__ import annotations

from collections.abc import Iterator

from tests.lessons.plain_attention import masked, mix, scaled, scores, softmax
from tutor.lessons.model import ChoiceStep, ExplainStep, Lesson, Step, StepperStep, VectorStep
from tutor.maths.problem import STAGES, Problem

TEXT = "text:"


def right_row(problem: Problem, stage: str, row: int) -> list[float]:
    """The right answer for one row, worked out apart from the program."""
    i = row - 1
    q = problem.q[i]
    by_stage = {"scores": scores(q, problem.k), "scaled": scaled(q, problem.k)}
    if problem.mask == "causal":
        allowed = [j <= i + (problem.offset or 0) for j in range(len(problem.k))]
    elif problem.mask == "none":
        allowed = [True] * len(problem.k)
    else:
        allowed = [x == 1 for x in problem.mask[i]]
    by_stage["masked"] = masked(by_stage["scaled"], allowed)
    by_stage["weights"] = softmax(by_stage["masked"])
    by_stage["output"] = mix(by_stage["weights"], problem.v)
    return by_stage[stage]


def typed(row: list[float]) -> str:
    """A row as somebody would type it."""
    return " ".join("-inf" if x == float("-inf") else f"{x:.4f}".rstrip("0").rstrip(".") for x in row)


def keys_for(step: Step) -> Iterator[str]:
    """The keys that take a learner through one page and on to the next; `text:…` is typed or pasted."""
    if isinstance(step, VectorStep):
        assert isinstance(step.problem, Problem)
        yield TEXT + typed(right_row(step.problem, step.ask_for, step.row))
        yield "enter"
        yield "enter"
    elif isinstance(step, ChoiceStep):
        # The package's own questions keep the order of their file, unless a lesson says otherwise.
        assert not step.shuffle
        yield "abcdef"[next(i for i, option in enumerate(step.options) if option.correct)]
        yield "enter"
        yield "enter"
    elif isinstance(step, ExplainStep):
        yield TEXT + "a few words of my own"
        yield "enter"
        yield "enter"
        yield "ctrl+n"
    elif isinstance(step, StepperStep):
        stages = STAGES[: STAGES.index(step.until) + 1]
        first = next((i for i, stage in enumerate(stages) if stage not in step.given), len(stages) - 1)
        for _ in stages[first:]:
            yield "n"
    else:
        yield "n"


def keys_through(lesson: Lesson) -> Iterator[str]:
    """The keys that take a learner from a lesson's first page to its results."""
    for step in lesson.steps:
        yield from keys_for(step)
