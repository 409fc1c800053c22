"""Numbers in columns: printed shorter where a column is narrow, and true also where no float holds them."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable

from tutor.notation.printer import number


def fitted(x: float, cells: int, *, digits: int = 4, fixed: bool = False) -> str:
    """A number in at most so many cells: with as many of the decimals as there is room for, else with an exponent.

    Seven cells hold any finite number that is not negative to one figure; what fits nowhere is longer than `cells`.
    """
    text = _shortened(lambda left: number(x, digits=left, fixed=fixed), cells, digits)
    if len(text) <= cells or not math.isfinite(x):
        return text
    return _shortened(lambda left: _with_exponent(x, left), cells, 3)


def power(nats: float, cells: int, *, digits: int = 4) -> str:
    """e^nats in at most so many cells, right also where that is too small or too large for a float: 1e-600."""
    try:
        x = math.exp(nats)
    except OverflowError:
        x = math.inf
    if sys.float_info.min <= x < math.inf or math.isinf(nats):
        return fitted(x, cells, digits=digits)
    return _shortened(lambda left: _power_of_ten(nats / math.log(10), left), cells, digits)


def _shortened(printed: Callable[[int], str], cells: int, digits: int) -> str:
    """What is printed with as many digits as fit, or with none."""
    texts = (printed(left) for left in range(digits, 0, -1))
    return next((text for text in texts if len(text) <= cells), printed(0))


def _with_exponent(x: float, digits: int) -> str:
    mantissa, _, exponent = f"{x:.{digits}e}".partition("e")
    return f"{number(float(mantissa), digits=digits)}e{int(exponent)}"


def _power_of_ten(exponent: float, digits: int) -> str:
    """10 to any power as 1.5e-600."""
    whole = math.floor(exponent)
    mantissa = round(10 ** (exponent - whole), digits)
    if mantissa >= 10:
        mantissa, whole = 1.0, whole + 1
    return f"{number(mantissa, digits=digits)}e{whole}"
