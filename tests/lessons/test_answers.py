"""Pages that ask for a number, a mask or targets: the right answer is taken, every planned mistake named."""

from __future__ import annotations

import re

import pytest

from tests.lessons.course import STEPS
from tests.lessons.printed import as_number
from tutor.coaching.question import question_of
from tutor.lessons.model import MaskStep, NumberStep, Step, TargetsStep

NUMBERS = [step for step in STEPS if isinstance(step, NumberStep)]
STATED = [step for step in NUMBERS if step.answer]
MASKS = [step for step in STEPS if isinstance(step, MaskStep)]
TARGETS = [step for step in STEPS if isinstance(step, TargetsStep)]
WHOLE = re.compile(r"(?<![\w.,^])[−-]?\d+(?:\.\d+)?(?![\w.^])")


def named(step: Step) -> str:
    return step.id


@pytest.mark.parametrize("step", STATED, ids=named)
def test_the_answer_as_written_is_right(step: NumberStep) -> None:
    assert question_of(step).judge(step.answer).status == "right"


@pytest.mark.parametrize("step", STATED, ids=named)
def test_every_planned_mistake_is_named_and_mended(step: NumberStep) -> None:
    for mistake in step.mistakes:
        verdict = question_of(step).judge(mistake.answer)
        assert (verdict.status, verdict.mistakes) == ("mistake", (mistake.code,))
        assert mistake.why in verdict.message
    assert len({mistake.why for mistake in step.mistakes}) == len(step.mistakes)


@pytest.mark.parametrize("step", NUMBERS, ids=named)
def test_drawn_numbers_differ_between_learners_and_stand_in_the_prompt(step: NumberStep) -> None:
    prompts = {question_of(step, learner=name).prompt for name in ("ada", "grace", "emmy", "mary")}
    assert len(prompts) > 1 if step.draw else len(prompts) == 1
    assert not [prompt for prompt in prompts if re.search(r"[{}]", prompt)]


@pytest.mark.parametrize("step", STATED, ids=named)
def test_no_hint_is_the_answer(step: NumberStep) -> None:
    assert len(step.hints) >= 2
    for hint in step.hints:
        assert step.value not in [as_number(printed) for printed in WHOLE.findall(hint)]


@pytest.mark.parametrize("step", MASKS, ids=named)
def test_the_mask_by_its_rule_is_right(step: MaskStep) -> None:
    """The rule once more, cell by cell, counted from 1."""
    rules = {
        "causal": lambda i, j: j <= i,
        "strict": lambda i, j: j < i,
        "padding": lambda _, j: j <= (step.keep or 0),
        "causal-padding": lambda i, j: j <= i and j <= (step.keep or 0),
        "window": lambda i, j: 0 <= i - j < (step.size or 0),
        "all": lambda _i, _j: True,
    }
    rule = rules[step.want]
    places = range(1, step.n + 1)
    grid = "; ".join(" ".join("1" if rule(i, j) else "0" for j in places) for i in places)
    assert question_of(step).judge(grid).status == "right"
    empty = "; ".join(" ".join("0" for _ in places) for _ in places)
    assert question_of(step).judge(empty).status != "right"


@pytest.mark.parametrize("step", TARGETS, ids=named)
def test_the_row_moved_on_by_one_is_right(step: TargetsStep) -> None:
    assert question_of(step).judge(" ".join(step.tokens[1:])).status == "right"
    assert question_of(step).judge(" ".join(step.tokens[:-1])).mistakes == ("target-same",)
