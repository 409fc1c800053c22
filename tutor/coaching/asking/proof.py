"""What can be proved of a number page before anybody answers it: that its mistakes show, and that its digits tell."""

from __future__ import annotations

from collections.abc import Iterator

from tutor.coaching.asking.drawing import separable, tells
from tutor.coaching.asking.numbers import number_question
from tutor.coaching.catalogue.numbers import slips
from tutor.coaching.judging.fits import near
from tutor.lessons.model import NumberStep

SEEDS_TRIED = 20


def doubts(step: NumberStep) -> Iterator[tuple[str, str]]:
    """What an author should change: the key, and why. Nothing where the page is sound."""
    question = number_question(step, seed=0)
    decimals = f"{step.digits} decimal{'s' * (step.digits != 1)}"
    if step.draw:
        drawn = [number_question(step, seed=seed).problem for seed in range(SEEDS_TRIED)]
        if not all(problem is not None and separable(problem, step.digits) for problem in drawn):
            yield "digits", f"at {decimals} the drawn numbers do not tell the mistakes apart; ask for more"
        return
    right = question.right()
    if not tells(right, step.digits):
        yield "digits", f"at {decimals} the answer has fewer than two figures; ask for more"
    if question.problem is None:
        return
    hidden = dict.fromkeys(wrong.code for wrong in slips(question.problem) if near(wrong.values, right, step.digits))
    if hidden:
        yield "compute", f"these mistakes give the right answer here: {', '.join(hidden)}; take other numbers"
