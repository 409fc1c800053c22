"""Which mistakes of the catalogue give an answer, and what is said of them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from tutor.coaching.mistake import Mistake, WrongRow
from tutor.coaching.mistakes import CATALOGUE, wrong_rows
from tutor.coaching.nearness import near, tolerances, unit
from tutor.coaching.wording import cell_names, num
from tutor.coaching.worked import Floats, WorkedRow, work

LEAST_FREE_FOR_LOOSE = 2
"""One free number alone meets some rule by chance too easily for a wider tolerance than that of its rounding."""

LOOSE_WEIGHTS = 1.5
"""Scores rounded by half a last digit move a weight by at most a quarter of one, before it is rounded itself."""

COUNTS = {2: "Two", 3: "Three", 4: "Four"}
NAMED = 4
ROWS_TRIED = 4
"""So many other rows are searched for one that tells two mistakes apart."""

ONE_ROW_ONLY = ("other-row", "other-step", "swapped")
"""These say nothing of another row."""


@dataclass(frozen=True, slots=True, eq=False)
class Fit:
    """A mistake, and the one of its answers that was given."""

    mistake: Mistake
    wrong: WrongRow

    @property
    def code(self) -> str:
        return self.mistake.code


def fitting(
    worked: WorkedRow,
    stage: str,
    answer: Floats,
    *,
    digits: int,
    decimals: Sequence[int | None] = (),
    quiet: Collection[str] = (),
) -> tuple[Fit, ...]:
    """The mistakes that give this answer, each code once; more than one where they cannot be told apart.

    The answer is compared as it would be typed from exact numbers; where no rule gives it so, with room for
    lines between that were rounded; then as rounded to the fewer decimals typed. Rare mistakes, and the `quiet`
    codes, are named only where no other fits.
    """
    if np.isnan(answer).any():
        return ()
    made = wrong_rows(worked, stage)
    for tolerance, grows in _tolerances(worked, stage, digits, decimals):
        fits = [
            Fit(mistake, wrong)
            for mistake, wrong in made
            if near(answer, wrong.values, tolerance * _size(wrong.values) if grows else tolerance).all()
        ]
        fits += _recognized(worked, stage, answer, tolerance)
        if fits:
            return _chosen(fits, quiet)
    return ()


def _size(values: Floats) -> Floats:
    """At least 1: larger numbers, such as exponentials, carry a rounding before them in proportion."""
    return np.maximum(1.0, np.abs(np.where(np.isneginf(values), 0.0, values)))


def _tolerances(
    worked: WorkedRow, stage: str, digits: int, decimals: Sequence[int | None]
) -> list[tuple[Floats, bool]]:
    """From strict to loose: as typed, where more decimals were than are asked; rounded once; with lines
    between rounded; with fewer decimals.

    The flag tells whether the tolerance grows with the number.
    """
    strict = np.full(worked.right(stage).shape, unit(digits))
    free = len(strict)
    if stage in ("masked", "weights"):
        # Weights add up to 1, so the last of them is no news.
        free = int(worked.visible.sum()) - (stage == "weights")
    levels = [(strict, False)]
    if any(d is not None and d > digits for d in decimals):
        levels.insert(0, (np.array([unit(digits if d is None else max(d, digits)) for d in decimals]), False))
    few = free < LEAST_FREE_FOR_LOOSE
    if stage == "output" and not few:
        levels.append((tolerances(worked, stage, digits), False))
    if stage == "weights" and not few:
        levels.append((strict * LOOSE_WEIGHTS, True))
    least = 2 + few
    if any(d is not None and least <= d < digits for d in decimals):
        coarse = [unit(d) if d is not None and least <= d < digits else unit(digits) for d in decimals]
        levels.append((np.array(coarse), False))
    return levels


def _recognized(worked: WorkedRow, stage: str, answer: Floats, tolerance: Floats) -> list[Fit]:
    found = []
    for mistake in CATALOGUE.values():
        if mistake.recognize is not None and stage in mistake.steps:
            wrong = mistake.recognize(worked, stage, answer, tolerance)
            if wrong is not None:
                found.append(Fit(mistake, wrong))
    return found


def _chosen(fits: list[Fit], quiet: Collection[str]) -> tuple[Fit, ...]:
    """The likeliest kind of fit only, each code once."""
    likeliest = min(_oddness(fit, quiet) for fit in fits)
    by_code: dict[str, Fit] = {}
    for fit in fits:
        if _oddness(fit, quiet) == likeliest:
            by_code.setdefault(fit.code, fit)
    return tuple(by_code.values())


def _oddness(fit: Fit, quiet: Collection[str]) -> int:
    """0 for a common mistake, 1 for a rare one, 2 for an unusual form of either."""
    if fit.wrong.rare:
        return 2
    return int(fit.mistake.rare or fit.code in quiet)


def explained(worked: WorkedRow, stage: str, fits: Sequence[Fit], digits: int) -> str:
    """What the learner is told: one mistake explained, or several named with the question between them."""
    if len(fits) == 1:
        return fits[0].mistake.explain(worked, stage, fits[0].wrong)
    named = "; ".join(f"({n}) you {fit.mistake.deed}" for n, fit in enumerate(fits[:NAMED], 1))
    count = COUNTS.get(len(fits), "Several")
    return (
        f"{count} slips give these numbers: {named}. Which was it? {_separating(worked, stage, fits[:NAMED], digits)}"
    )


def _separating(worked: WorkedRow, stage: str, fits: Sequence[Fit], digits: int) -> str:
    """A place where two of the mistakes give different numbers, so that the learner can see which was theirs."""
    for i in sorted(range(worked.n_q), key=lambda i: abs(i - worked.i))[1 : 1 + ROWS_TRIED]:
        other = work(worked.problem, i + 1, worked.head + 1)
        made = wrong_rows(other, stage)
        for (a, first), (b, second) in combinations(enumerate(fits), 2):
            rows = [_same_formula(fit, made) for fit in (first, second)]
            if rows[0] is None or rows[1] is None:
                continue
            apart = np.flatnonzero(~near(rows[0], rows[1], np.full(len(rows[0]), 4 * unit(digits))))
            if len(apart):
                c = int(apart[0])
                return (
                    f"Do row {i + 1} the same way: {cell_names([c], stage)} is {num(rows[0][c])} by ({a + 1}), "
                    f"{num(rows[1][c])} by ({b + 1})."
                )
    return "Look at your line before this one."


def _same_formula(fit: Fit, made: list[tuple[Mistake, WrongRow]]) -> Floats | None:
    """What the same mistake makes of another row; None where that says nothing."""
    if fit.code in ONE_ROW_ONLY:
        return None
    return next((wrong.values for mistake, wrong in made if mistake.code == fit.code), None)
