"""A learner who knows the answers: what to type on each page of the course, worked out by plain Python.

The in-process journeys and the one through a real terminal press the same keys.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

from tests.coaching import rules
from tutor.coaching.asking.numbers import NumberQuestion
from tutor.coaching.page import remembered
from tutor.coaching.question import Question, question_of
from tutor.lessons.model import (
    ChoiceStep,
    ExplainStep,
    Lesson,
    MaskStep,
    NumberStep,
    Step,
    StepperStep,
    TargetsStep,
    VectorStep,
)
from tutor.maths.problem import STAGES
from tutor.records.progress import StepRecord

TEXT = "text:"


def typed(row: list[float] | tuple[float, ...]) -> str:
    """A row as somebody would type it."""
    return " ".join("-inf" if x == -math.inf else f"{x:.6f}".rstrip("0").rstrip(".") for x in row)


def right_row(question: Question) -> str:
    """The row, or the shape, that is asked for, by the second implementation of the rules."""
    problem = question.problem
    if question.of_shape:
        sizes = {"q": (problem.n_q, problem.d_k), "k": (problem.n_k, problem.d_k), "v": (problem.n_k, problem.d_v)}
        rows, columns = sizes.get(question.of_shape, (problem.n_q, problem.n_k))
        return f"{rows}×{problem.d_v if question.of_shape == 'output' else columns}"
    return typed(rules.right(rules.head_of(problem, question.head))[question.stage][question.row - 1])


def right_number(step: NumberStep, question: NumberQuestion) -> str:
    """The number, or the row of them, that is asked for: the author's expression, or worked out from its inputs."""
    if not step.compute:
        return question.answer
    assert question.problem is not None
    given = dict(question.problem.inputs)
    row = {name: x if isinstance(x, tuple) else (x,) for name, x in given.items()}
    unit = math.log(2) if step.unit == "bits" else 1.0
    if step.compute in ("softmax", "weight"):
        logits = row.get("logits") or row["scores"]
        powers = [math.exp(x / row.get("temperature", (1.0,))[0]) for x in logits]
        shares = [x / sum(powers) for x in powers]
        return typed([shares[int(row["index"][0]) - 1]] if "index" in row else shares)
    if step.compute == "sinusoid":
        place, index, d = (row[name][0] for name in ("position", "index", "d"))
        angle = place / 10_000 ** (2 * ((index - 1) // 2) / d)
        return typed([math.sin(angle) if index % 2 else math.cos(angle)])
    losses = [-math.log(p) / unit for p in row.get("p", ())]
    values: dict[str, Callable[[], float]] = {
        "dot": lambda: sum(a * b for a, b in zip(row["a"], row["b"], strict=True)),
        "mixed": lambda: sum(a * b for a, b in zip(row["weights"], row["values"], strict=True)),
        "length": lambda: math.hypot(*row["a"]),
        "surprise": lambda: losses[0],
        "joint": lambda: math.prod(row["p"]),
        "loss": lambda: sum(losses) / len(losses),
        "perplexity": lambda: math.prod(row["p"]) ** (-1 / len(row["p"])),
        "entropy": lambda: sum(p * x for p, x in zip(row["p"], losses, strict=True)),
    }
    return typed([values[step.compute]()])


def right_mask(step: MaskStep) -> list[list[bool]]:
    """The wanted mask, worked out apart: key j of query i, both counted from 1."""
    places = range(1, len(step.rows) + 1)
    if step.want == "rows":
        return [list(row) for row in step.rows]
    early = {"causal": 0, "causal-padding": 0, "window": 0, "strict": 1}
    keep, size = step.keep or len(step.rows), step.size or len(step.rows)
    return [
        [
            (step.want not in early or i - j >= early[step.want])
            and j <= keep
            and (step.want != "window" or i - j <= size - 1)
            for j in places
        ]
        for i in places
    ]


def keys_to_set(mask: list[list[bool]]) -> Iterator[str]:
    """The keys that set a mask's ones in an empty grid, row by row."""
    for place, row in enumerate(mask):
        if place:
            yield "down"
            yield "home"
        for j, allowed in enumerate(row):
            if j:
                yield "right"
            if allowed:
                yield "1" if (place + j) % 2 else "space"


def keys_for(step: Step, *, learner: str | None = None) -> Iterator[str]:
    """The keys that take a learner through one page and on to the next; `text:…` is typed or pasted."""
    if isinstance(step, VectorStep | NumberStep | TargetsStep):
        if isinstance(step, VectorStep):
            answer = right_row(question_of(step, learner=learner))
        elif isinstance(step, NumberStep):
            answer = right_number(step, question_of(step, learner=learner))
        else:
            answer = " ".join(step.tokens[1:])
        yield TEXT + answer
        yield "enter"
        yield "enter"
    elif isinstance(step, MaskStep):
        yield from keys_to_set(right_mask(step))
        yield "enter"
        yield "enter"
    elif isinstance(step, MaskStep):
        yield TEXT + "; ".join(" ".join("1" if x else "0" for x in row) for row in step.rows)
        yield "enter"
        yield "enter"
    elif isinstance(step, ChoiceStep):
        order = remembered(step, StepRecord(step=step.id), learner=learner).order
        yield "abcdefgh"[next(i for i, place in enumerate(order) if step.options[place].correct)]
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


def keys_through(lesson: Lesson, *, learner: str | None = None) -> Iterator[str]:
    """The keys that take a learner from a lesson's first page to its results."""
    for step in lesson.steps:
        yield from keys_for(step, learner=learner)
