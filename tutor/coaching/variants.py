"""Problems drawn by a seed, on which the mistakes can be told from the right answer and from each other.

The same seed gives the same problem on every machine: only `random.Random(seed).random()` is used, since
Python promises that stream alone.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from tutor.coaching.judging.worked import work
from tutor.coaching.separability import shows_mistakes
from tutor.maths.problem import STAGES, Matrix, Problem

LEVELS = (1, 2, 3, 4)
LOWEST, HIGHEST = -2, 3

DRAWS_PER_SEED = 400
"""Draws before the next inner seed; a level accepts one draw in ten or so, so one seed is all but always enough."""

INNER_SEEDS = 8
INNER_STEP = 1_000_003
"""From one inner seed to the next: far enough that neighboring seeds do not share them."""

WIDEST_LEAD = 3
"""Of the largest allowed score over the next: beyond it softmax gives that key nearly everything, and many
mistakes give the same row."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant:
    """A drawn problem and the row that is asked of it; row and head count from 1."""

    problem: Problem
    row: int
    head: int
    digits: int
    seed: int
    level: int

    @property
    def stages(self) -> tuple[str, ...]:
        """The steps that are asked: masking is one only where something is hidden."""
        return asked_stages(self.problem)


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """The sizes of a drawn problem, before its numbers."""

    n_q: int
    n_k: int
    d_k: int
    d_v: int
    row: int
    causal: bool = False
    heads: int = 1
    head: int = 1


FORMS = {
    1: (Form(n_q=3, n_k=3, d_k=4, d_v=2, row=2),),
    2: (Form(n_q=5, n_k=5, d_k=4, d_v=2, row=3, causal=True),),
    3: (
        Form(n_q=4, n_k=4, d_k=3, d_v=2, row=2),
        Form(n_q=5, n_k=5, d_k=2, d_v=3, row=3, causal=True),
    ),
    4: (
        Form(n_q=3, n_k=5, d_k=4, d_v=2, row=1, causal=True),
        Form(n_q=3, n_k=3, d_k=4, d_v=2, row=2, heads=2, head=1),
        Form(n_q=3, n_k=3, d_k=4, d_v=2, row=2, heads=2, head=2),
    ),
}
"""By level: √d_k whole; causal; √d_k not whole; keys before the first query, or two heads. n, d_k and d_v differ."""


def asked_stages(problem: Problem) -> tuple[str, ...]:
    """The steps of a problem that are asked one after the other."""
    masks = problem.mask != "none" or problem.add_mask is not None or problem.softcap
    return STAGES if masks else tuple(stage for stage in STAGES if stage != "masked")


def draw(seed: int, level: int, *, digits: int = 3) -> Variant:
    """The problem of a seed, at a level from 1 to 4.

    Its numbers are whole, from −2 to 3; in the asked row no two scores are equal and none under the mask is
    0; at each asked step every mistake's answer lies more than twice the tolerance from the right one, and
    the common mistakes as far from each other. Raises ValueError where there is no such level.
    """
    if level not in FORMS:
        raise ValueError(f"there is no level {level}; the levels are 1 to {len(LEVELS)}")
    for inner in range(INNER_SEEDS):
        stream = random.Random(seed + inner * INNER_STEP)
        for variant in _draws(stream, seed, level, digits):
            worked = work(variant.problem, variant.row, variant.head)
            if all(shows_mistakes(worked, stage, digits) for stage in variant.stages):
                return variant
    raise ValueError(f"seed {seed} gives no problem at level {level}; take another seed")


def _draws(stream: random.Random, seed: int, level: int, digits: int) -> Iterator[Variant]:
    """Problems whose whole numbers alone are fit, one after the other."""
    forms = FORMS[level]
    form = forms[int(stream.random() * len(forms))]
    for _ in range(DRAWS_PER_SEED):
        q = _matrix(stream, form.n_q, form.heads * form.d_k)
        k = _matrix(stream, form.n_k, form.heads * form.d_k)
        v = _matrix(stream, form.n_k, form.heads * form.d_v)
        if _fit(form, q, k):
            problem = Problem(
                q=q,
                k=k,
                v=v,
                mask="causal" if form.causal else "none",
                offset=form.n_k - form.n_q,
                heads=form.heads,
                d_model=form.heads * form.d_k if form.heads > 1 else None,
                seed=seed,
                level=level,
            )
            yield Variant(problem=problem, row=form.row, head=form.head, digits=digits, seed=seed, level=level)


def _matrix(stream: random.Random, rows: int, columns: int) -> Matrix:
    span = HIGHEST - LOWEST + 1
    return tuple(tuple(float(LOWEST + int(stream.random() * span)) for _ in range(columns)) for _ in range(rows))


def _fit(form: Form, q: Matrix, k: Matrix) -> bool:
    """No two scores of the asked row equal, none under the mask 0, none far ahead, and S not symmetric."""
    block = slice((form.head - 1) * form.d_k, form.head * form.d_k)
    scores = [[sum(a * b for a, b in zip(x[block], y[block], strict=True)) for y in k] for x in q]
    asked = scores[form.row - 1]
    seen = form.row + form.n_k - form.n_q if form.causal else form.n_k
    *_, second, largest = sorted(asked[:seen])
    if len(set(asked)) < len(asked) or 0 in asked[seen:] or largest - second > WIDEST_LEAD:
        return False
    square = form.n_q == form.n_k
    return not (square and all(scores[i][j] == scores[j][i] for i, j in combinations(range(form.n_q), 2)))
