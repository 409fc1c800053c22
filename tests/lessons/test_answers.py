"""Pages that ask for a number, a mask or targets: the right answer is taken, every planned mistake named."""

from __future__ import annotations

import re

import pytest

from tests.lessons.course import STEPS
from tests.lessons.drawn_answers import WORKED
from tests.lessons.printed import as_number, numbers
from tutor.coaching.asking.numbers import NumberQuestion
from tutor.coaching.question import question_of
from tutor.lessons.model import MaskStep, NumberStep, Step, TargetsStep

NUMBERS = [step for step in STEPS if isinstance(step, NumberStep)]
STATED = [step for step in NUMBERS if step.answer]
MASKS = [step for step in STEPS if isinstance(step, MaskStep)]
TARGETS = [step for step in STEPS if isinstance(step, TargetsStep)]
WHOLE = re.compile(r"(?<![\w.,^])[−-]?\d+(?:\.\d+)?(?![\w.^])")


def named(step: Step) -> str:
    return step.id


LEARNERS = ("ada", "grace", "emmy", "mary", "rosalind")

each_stated = pytest.mark.parametrize("step", STATED, ids=named)


def questions(step: NumberStep) -> list[NumberQuestion]:
    """A page as several learners get it: with numbers of their own, where they are drawn."""
    return [question_of(step, learner=name) for name in (LEARNERS if step.draw else LEARNERS[:1])]


@each_stated
def test_the_answer_as_written_is_right(step: NumberStep) -> None:
    for question in questions(step):
        assert question.judge(question.answer).status == "right"


@each_stated
def test_every_planned_mistake_is_named_and_mended(step: NumberStep) -> None:
    for question in questions(step):
        for mistake in question.mistakes:
            verdict = question.judge(mistake.answer)
            assert (verdict.status, verdict.mistakes) == ("mistake", (mistake.code,))
            assert mistake.why in verdict.message
        assert len({mistake.why for mistake in question.mistakes}) == len(step.mistakes)


@pytest.mark.parametrize("step", NUMBERS, ids=named)
def test_drawn_numbers_differ_between_learners_and_stand_on_the_page(step: NumberStep) -> None:
    asked = [question_of(step, learner=name) for name in (*LEARNERS, "mileva")]
    pages = {(question.prompt, question.body) for question in asked}
    assert len(pages) > 1 if step.draw else len(pages) == 1
    read = [text for question in asked for text in (question.prompt, question.body, *question.hints)]
    read += [mistake.why for question in asked for mistake in question.mistakes]
    assert not [text for text in read if re.search(r"[{}]", text)]


@each_stated
def test_no_hint_is_the_answer(step: NumberStep) -> None:
    assert len(step.hints) >= 2
    for question in questions(step):
        for hint in question.hints:
            assert question.value not in [as_number(printed) for printed in WHOLE.findall(hint)], hint


DRAWN_PAGES = [step for step in STATED if step.draw]


def test_every_drawn_answer_has_its_second_calculation() -> None:
    assert {step.id for step in DRAWN_PAGES} == set(WORKED)


@pytest.mark.parametrize("step", DRAWN_PAGES, ids=named)
def test_a_drawn_answer_follows_from_the_numbers_on_the_page(step: NumberStep) -> None:
    """Read off the page as a learner reads it, and worked out in plain Python."""
    for question in questions(step):
        right = WORKED[step.id](numbers(question.prompt), numbers(question.body))
        assert question.value == pytest.approx(right, abs=10.0 ** -(step.digits + 2))


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
