"""What can be proved of a number page before anybody answers it: that its mistakes show, and that its digits tell."""

from __future__ import annotations

from collections.abc import Iterator

from tutor.coaching.asking.drawing import answer_shows, draw_answer, separable, tells
from tutor.coaching.asking.numbers import number_question
from tutor.coaching.catalogue.numbers import slips
from tutor.coaching.judging.fits import near
from tutor.lessons.model import NumberStep

SEEDS_TRIED = 20
FEWEST_PAGES = 4
"""Of those seeds: fewer pages that differ, and a second round is the first."""


def doubts(step: NumberStep) -> Iterator[tuple[str, str]]:
    """What an author should change: the key, and why. Nothing where the page is sound."""
    if step.pools:
        yield from _doubts_of_pools(step)
        return
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


def _doubts_of_pools(step: NumberStep) -> Iterator[tuple[str, str]]:
    pages = [draw_answer(step, seed) for seed in range(SEEDS_TRIED)]
    if not all(map(answer_shows, pages)):
        yield "draw", "no draw from these lists tells the mistakes from the answer and from each other; take others"
    elif len({(page.prompt, page.body) for page in pages}) < FEWEST_PAGES:
        yield "draw", f"gives fewer than {FEWEST_PAGES} pages that differ; put more numbers into the lists"
