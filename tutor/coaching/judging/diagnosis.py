"""Which mistakes of the catalogue give an answer, and what is said of them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from tutor.coaching.catalogue import anywhere
from tutor.coaching.catalogue.mistake import Mistake, WrongRow
from tutor.coaching.catalogue.separating import Slip, question_between
from tutor.coaching.judging.nearness import near, tolerances, unit
from tutor.coaching.judging.worked import Floats, WorkedRow
from tutor.coaching.mistakes import CATALOGUE, wrong_rows
from tutor.maths.problem import STAGES

LEAST_FREE_FOR_LOOSE = 2
"""One free number alone meets some rule by chance too easily for a wider tolerance than that of its rounding."""

LOOSE_WEIGHTS = 1.5
"""Scores rounded by half a last digit move a weight by at most a quarter of one, before it is rounded itself."""

EXACTLY = 1e-9
"""Floats of the same number differ by no more."""

NAMED = 3
COUNTS = {2: "Two", 3: "Three"}

Within = Literal["exactly", "typed", "room"]


@dataclass(frozen=True, slots=True, eq=False)
class Fit:
    """A mistake, and the one of its answers that was given. `loose`: with more room than its own rounding takes."""

    mistake: Mistake
    wrong: WrongRow
    loose: bool = False

    @property
    def code(self) -> str:
        return self.mistake.code

    @property
    def deed(self) -> str:
        """Completes "you …"."""
        return self.mistake.deed_of(self.wrong) if self.mistake.deed_of else self.mistake.deed


def fitting(
    worked: WorkedRow,
    stage: str,
    answer: Floats,
    *,
    digits: int,
    decimals: Sequence[int | None] = (),
    quiet: Collection[str] = (),
    within: Within = "room",
    given: str = "",
) -> tuple[Fit, ...]:
    """The mistakes that give this answer, each code once; more than one where they cannot be told apart.

    The answer is compared as it would be typed from exact numbers; where no rule gives it so, with `room` for
    lines between that were rounded; then as rounded to the fewer decimals typed. Only what is `typed` so, or
    just these numbers, `exactly`, may be asked for instead. Where the line of a stage is `given`, nobody made a
    mistake before it. Rare mistakes, and the `quiet` codes, are named only
    where no other fits.
    """
    if np.isnan(answer).any():
        return ()
    made = [(mistake, wrong) for mistake, wrong in wrong_rows(worked, stage) if _can_be_made(mistake, given)]
    for room in _rooms(worked, stage, digits, decimals, within):
        fits = [
            Fit(mistake, wrong, room.loose)
            for mistake, wrong in made
            if near(answer, wrong.values, room.around(wrong.values)).all()
        ]
        fits += _recognized(worked, stage, answer, room)
        if fits:
            return _likeliest(fits, stage, quiet)
    return ()


@dataclass(frozen=True, slots=True, eq=False)
class _Room:
    """How far an answer may lie from a mistake's, cell by cell. `grows`: in proportion to larger numbers."""

    tolerance: Floats
    grows: bool = False
    loose: bool = True

    def around(self, values: Floats) -> Floats:
        return self.tolerance * _size(values) if self.grows else self.tolerance


def _size(values: Floats) -> Floats:
    """At least 1: larger numbers, such as exponentials, carry a rounding before them in proportion."""
    return np.maximum(1.0, np.abs(np.where(np.isneginf(values), 0.0, values)))


def _rooms(worked: WorkedRow, stage: str, digits: int, decimals: Sequence[int | None], within: Within) -> list[_Room]:
    """From strict to loose: as typed, where more decimals were than are asked; rounded once; with lines
    between rounded; with fewer decimals.
    """
    if within == "exactly":
        return [_Room(np.full(worked.right(stage).shape, EXACTLY), grows=True, loose=False)]
    strict = np.full(worked.right(stage).shape, unit(digits))
    free = len(strict)
    if stage in ("masked", "weights"):
        # Weights add up to 1, so the last of them is no news.
        free = int(worked.visible.sum()) - (stage == "weights")
    rooms = [_Room(strict, loose=False)]
    if any(d is not None and d > digits for d in decimals):
        finer = np.array([unit(digits if d is None else max(d, digits)) for d in decimals])
        rooms.insert(0, _Room(finer, loose=False))
    if within == "typed":
        return rooms
    few = free < LEAST_FREE_FOR_LOOSE
    if stage == "output" and not few:
        rooms.append(_Room(tolerances(worked, stage, digits)))
    if stage == "weights" and not few:
        rooms.append(_Room(strict * LOOSE_WEIGHTS, grows=True))
    least = 2 + few
    if any(d is not None and least <= d < digits for d in decimals):
        coarse = [unit(d) if d is not None and least <= d < digits else unit(digits) for d in decimals]
        rooms.append(_Room(np.array(coarse)))
    return rooms


def _recognized(worked: WorkedRow, stage: str, answer: Floats, room: _Room) -> list[Fit]:
    found = []
    for mistake in CATALOGUE.values():
        if mistake.recognize is not None and stage in mistake.steps:
            wrong = mistake.recognize(worked, stage, answer, room.tolerance)
            if wrong is not None:
                found.append(Fit(mistake, wrong, room.loose))
    return found


def _can_be_made(mistake: Mistake, given: str) -> bool:
    """False for a mistake in the line of a stage that is given, or before it."""
    early = STAGES[: STAGES.index(given) + 1] if given else ()
    return mistake in anywhere.MISTAKES or not any(stage in mistake.steps for stage in early)


def _likeliest(fits: list[Fit], stage: str, quiet: Collection[str]) -> tuple[Fit, ...]:
    """The likeliest kind of fit only, each code once, in the order of the catalogue: the commonest slips first."""
    likeliest = min(_oddness(fit, stage, quiet) for fit in fits)
    order = list(CATALOGUE)
    by_code: dict[str, Fit] = {}
    for fit in sorted(fits, key=lambda fit: order.index(fit.code)):
        if _oddness(fit, stage, quiet) == likeliest:
            by_code.setdefault(fit.code, fit)
    return tuple(by_code.values())


def _oddness(fit: Fit, stage: str, quiet: Collection[str]) -> int:
    """0 for a common mistake, 1 for a line of another step once more, 2 for a rare one, 3 for an unusual form.

    Where weights or an output are asked, numbers of another step are as likely written down again as they are
    come upon by a slip. Before that they mostly are the slip: scores at the step of scaling are not scaled.
    """
    if fit.wrong.rare:
        return 3
    if fit.code == "other-step" and not fit.loose:
        return int(stage not in ("weights", "output"))
    if fit.code in quiet:
        return 1
    return 2 * fit.mistake.rare


def explained(worked: WorkedRow, stage: str, fits: Sequence[Fit], digits: int) -> str:
    """What the learner is told: one mistake explained, or several named, and where they differ."""
    if len(fits) == 1:
        return fits[0].mistake.explain(worked, stage, fits[0].wrong)
    shown = fits[:NAMED]
    named = "; ".join(f"({n}) you {fit.deed}" for n, fit in enumerate(shown, 1))
    start = f"{COUNTS[len(fits)]} slips give" if len(fits) <= NAMED else "Several slips give"
    question = question_between(worked, stage, [Slip(fit.code, fit.wrong) for fit in shown], digits)
    return f"{start} these numbers: {named}. Which was it? Find out on paper. {question}"
