"""How near an answer has to be: tolerances, and the values that count as right.

A cell that was left blank is NaN here, which is near to nothing.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from tutor.coaching.judging.worked import Floats, WorkedRow
from tutor.maths.problem import STAGES

HIDDEN_FROM = -1e4
"""A number from here down counts as minus infinity where minus infinity is right."""

FLOAT_SLACK = 1e-12
"""Relative: two ways to the same number differ by no more than this."""

SIGNIFICANT_AT_LEAST = 2
"""A rounder answer than asked is taken when it has one decimal less, but never fewer than this many."""

MOST_DECIMALS, LARGEST_CUT = 9, 1e6
"""Beyond these nobody cuts by hand, and a float has no digits left to tell."""

Near = NDArray[np.bool_]


class TooLarge(ValueError):
    """Numbers so large that no answer could be told from another; one sentence, without its full stop."""


def unit(digits: int) -> float:
    """How far a number rounded to `digits` decimals may lie off: half a last digit, and 2 % of it for ties."""
    return 0.51 * 10.0**-digits


def tolerances(worked: WorkedRow, stage: str, digits: int) -> Floats:
    """One for each cell of the asked row. A component of the output gathers the rounding of each weight:
    unit · (1 + Σ |v|) over the allowed keys. Raises `TooLarge` where that is infinite, so that any answer would do."""
    right = worked.right(stage)
    room = np.full(right.shape, unit(digits))
    with np.errstate(all="ignore"):
        if stage == "output":
            room = room * (1 + np.abs(worked.values[worked.visible]).sum(axis=0))
        room = room + FLOAT_SLACK * np.abs(np.where(np.isneginf(right), 0.0, right))
    if not np.isfinite(room).all():
        raise TooLarge(f"the {stage} of row {worked.i + 1} is too large to be judged: make the numbers in V smaller")
    return room


def near(answer: Floats, target: Floats, tolerance: Floats) -> Near:
    """Cell by cell. −∞ is met by anything ≤ −1e4; and −∞ typed for a target so low is it too."""
    low = (np.isneginf(target) & (answer <= HIDDEN_FROM)) | (np.isneginf(answer) & (target <= HIDDEN_FROM))
    with np.errstate(invalid="ignore"):
        return low | (np.abs(answer - target) <= tolerance)


def rounded_to(values: Floats, digits: int) -> tuple[Floats, ...]:
    """The values rounded to `digits` decimals: ties to even, and away from zero where that differs."""
    even = np.round(values, digits)
    with np.errstate(invalid="ignore", over="ignore"):
        shifted = np.abs(values) * 10.0**digits
        away = np.where(np.isfinite(shifted), np.copysign(np.floor(shifted + 0.5) / 10.0**digits, values), values)
    return (even,) if np.array_equal(even, away) else (even, away)


def consequences(worked: WorkedRow, line: Floats, start: str, end: str, digits: int) -> tuple[Floats, ...]:
    """What follows rightly at `end` from `line` at `start`: exactly, and with the lines between rounded."""
    with np.errstate(all="ignore"):
        results = [worked.follow(line, start, end)]
        for stage in STAGES[STAGES.index(start) + 1 : STAGES.index(end)]:
            for between in rounded_to(worked.follow(line, start, stage), digits):
                results.append(worked.follow(between, stage, end))
    return tuple(results)


def right_values(worked: WorkedRow, stage: str, digits: int) -> tuple[Floats, ...]:
    """The exact row first, then the rows that follow exactly from an earlier exact line, rounded."""
    values = [worked.right(stage)]
    with np.errstate(all="ignore"):
        for earlier in STAGES[: STAGES.index(stage)]:
            for line in rounded_to(worked.right(earlier), digits):
                values.append(worked.follow(line, earlier, stage))
        if stage == "weights" and worked.visible.any():
            values.extend(_from_rounded_powers(worked, digits))
    return tuple(values)


def _from_rounded_powers(worked: WorkedRow, digits: int) -> Iterator[Floats]:
    """Weights from exponentials written down with `digits` decimals, the line inside softmax."""
    for logits in (worked.logits, worked.logits - worked.logits.max()):
        powers = np.round(np.exp(logits), digits)
        yield powers / powers.sum()


def near_any(
    answer: Floats, targets: Sequence[Floats], tolerance: Floats, *, digits: int, decimals: Sequence[int | None]
) -> Near:
    """The cells near the first target, which is exact; or all of them, where they are near another one.

    The others follow from rounded lines. Who types more decimals than asked has to have what follows to as many.
    """
    exactly = near(answer, targets[0], tolerance)
    if exactly.all():
        return exactly
    finer = np.array([unit(max(digits, digits if d is None else d)) / unit(digits) for d in decimals])
    for target in targets[1:]:
        mark = near(answer, target, tolerance * finer)
        if mark.all():
            return mark
    return exactly


def least_decimals(digits: int) -> int:
    """The fewest decimals with which a rounded answer passes: one less than asked, and not fewer than two."""
    return max(SIGNIFICANT_AT_LEAST, digits - 1)


def enough_decimals(decimals: int | None, digits: int) -> bool:
    """True where a cell was typed with at least so many decimals."""
    return decimals is not None and decimals >= least_decimals(digits)


def is_coarse_rounding(typed: float, exact: float, decimals: int | None, digits: int) -> bool:
    """True where `typed` is `exact` rounded to decimals, of which there are too few to pass."""
    return decimals is not None and 1 <= decimals < least_decimals(digits) and is_rounding(typed, exact, decimals)


def is_rounding(typed: float, exact: float, decimals: int) -> bool:
    """True where `typed` is `exact` rounded to that many decimals; a tie may go either way."""
    if not math.isfinite(exact):
        return False
    return abs(typed - exact) <= 0.5 * 10.0**-decimals * (1 + 1e-9) + FLOAT_SLACK * abs(exact)


def cut_after(exact: float, decimals: int) -> float:
    """A number without what stands after that many decimals."""
    scale: int = 10**decimals
    return math.trunc(exact * scale) / scale


def is_cut(typed: float, exact: float, decimals: int) -> bool:
    """True where `typed` is `exact` cut after that many decimals, and rounding would give another number."""
    if not 1 <= decimals <= MOST_DECIMALS or not abs(exact) < LARGEST_CUT or not math.isfinite(typed):
        return False
    return abs(typed - cut_after(exact, decimals)) < 1e-9 and not is_rounding(typed, exact, decimals)
