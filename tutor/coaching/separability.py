"""Which mistakes can be seen on a problem at all, and which can be told from each other."""

from __future__ import annotations

import numpy as np

from tutor.coaching.catalogue.mistake import Mistake, WrongRow
from tutor.coaching.judging.nearness import near, tolerances, unit
from tutor.coaching.judging.worked import Floats, WorkedRow, work
from tutor.coaching.mistakes import wrong_rows
from tutor.maths.problem import Problem

Made = list[tuple[Mistake, WrongRow]]

MARGIN = 2.0
"""So many tolerances lie between two answers that are told apart in a drawn problem."""

SIMPLE_ROWS = ("other-row",)
"""Under a causal mask row 1 is [1, 0, …], which a key 1 with the largest score gives too. To ask for them to
differ would keep key 1 from ever having it."""


NEED_NOT_SHOW = ("sign-dropped",)
"""Where nothing is negative, or only what is hidden, no sign can be dropped; such problems are as good as others."""


def indistinct(problem: Problem, stage: str, row: int, head: int = 1, *, digits: int = 3) -> tuple[str, ...]:
    """The mistakes that cannot show at this row of this step. Row and head count from 1."""
    return indistinct_codes(work(problem, row, head), stage, digits)


def indistinct_codes(worked: WorkedRow, stage: str, digits: int, *, factor: float = 1.0) -> tuple[str, ...]:
    """The mistakes whose answer lies within `factor` tolerances of the right one, in every cell."""
    margin = factor * tolerances(worked, stage, digits)
    return _near_right(worked, stage, _sought(worked, stage), margin)


def shows_mistakes(worked: WorkedRow, stage: str, digits: int) -> bool:
    """True where every mistake lies well away from the right answer, and the common ones from each other."""
    made = _sought(worked, stage)
    margin = MARGIN * tolerances(worked, stage, digits)
    return not _near_right(worked, stage, made, margin) and not _look_alike(made, MARGIN * unit(digits))


def _sought(worked: WorkedRow, stage: str) -> Made:
    """The wrong answers that a problem is to show."""
    return [(mistake, wrong) for mistake, wrong in wrong_rows(worked, stage) if mistake.code not in NEED_NOT_SHOW]


def _near_right(worked: WorkedRow, stage: str, made: Made, margin: Floats) -> tuple[str, ...]:
    """The codes of answers that lie within the margin of the right one in every cell."""
    right = worked.right(stage)
    codes = [mistake.code for mistake, wrong in made if near(wrong.values, right, margin).all()]
    if _has_twins(worked, stage, margin):
        codes.append("swapped")
    return tuple(dict.fromkeys(codes))


def _has_twins(worked: WorkedRow, stage: str, margin: Floats) -> bool:
    """True where two cells of the right row are so near that their order cannot be seen."""
    right = worked.right(stage)
    if stage in ("masked", "weights"):
        right, margin = right[worked.visible], margin[worked.visible]
    order = np.argsort(right)
    return bool((np.diff(right[order]) <= np.minimum(margin[order][1:], margin[order][:-1])).any())


def _look_alike(made: Made, margin: float) -> bool:
    """True where two common mistakes give the same answer."""
    common = [
        (mistake.code, wrong.values)
        for mistake, wrong in made
        if not (mistake.rare or wrong.rare or mistake.code in SIMPLE_ROWS)
    ]
    table = np.array([values for _, values in common])
    for i, (code, values) in enumerate(common):
        alike = near(table[i + 1 :], values, np.full(values.shape, margin)).all(axis=1)
        if any(common[i + 1 + int(j)][0] != code for j in np.flatnonzero(alike)):
            return True
    return False
