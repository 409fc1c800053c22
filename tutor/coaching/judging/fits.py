"""Plain numbers beside the right ones and the wrong ones: which are near, which are rounded, which mistake fits."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence

from tutor.coaching.catalogue.language import WrongNumbers
from tutor.coaching.judging.nearness import FLOAT_SLACK, enough_decimals, is_rounding, unit
from tutor.coaching.judging.wording import listed
from tutor.notation.reading import Reading

Cells = Sequence[float | None]

NAMED = 3
"""So many mistakes that give one answer are named."""


def room(target: float, digits: int) -> float:
    """How far a number may lie from this one. A whole number that is asked as one has to be met."""
    if not digits and float(target).is_integer():
        return 1e-9 + FLOAT_SLACK * abs(target)
    return unit(digits) + FLOAT_SLACK * abs(target)


def marks(cells: Cells, targets: Sequence[Sequence[float]], digits: int) -> list[bool]:
    """Cell by cell, near one of the targets. Nothing is near an infinite one."""
    return [
        x is not None
        and any(math.isfinite(target[c]) and abs(x - target[c]) <= room(target[c], digits) for target in targets)
        for c, x in enumerate(cells)
    ]


def near(cells: Cells, target: Sequence[float], digits: int) -> bool:
    """True where every cell is near the target."""
    return all(marks(cells, [target], digits))


def rounded(got: Reading, c: int, rights: Sequence[Sequence[float]], digits: int) -> bool:
    """True where a cell is a right number with a little less digits than asked."""
    x, decimals = got.cells[c], got.decimals[c]
    if x is None or decimals is None or not enough_decimals(decimals, digits):
        return False
    return any(is_rounding(x, right[c], decimals) for right in rights)


def likeliest(fits: Iterable[WrongNumbers], quiet: Collection[str] = ()) -> list[WrongNumbers]:
    """The common mistakes among those that fit, the rare ones where there is no other; each code once."""
    found = list(fits)
    common = [fit for fit in found if not fit.rare and fit.code not in quiet]
    by_code: dict[str, WrongNumbers] = {}
    for fit in common or found:
        by_code.setdefault(fit.code, fit)
    return list(by_code.values())


def explained(fits: Sequence[WrongNumbers]) -> str:
    """What the learner is told: one mistake explained, or several named with the question between them."""
    if len(fits) == 1:
        return f"You {fits[0].deed}. {fits[0].todo}."
    named = listed([f"you {fit.deed}" for fit in fits[:NAMED]], joiner="or")
    return f"{len(fits)} slips give this: {named}. Which was it? Find out on paper. {fits[0].todo}."
