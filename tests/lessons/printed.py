"""Numbers as lessons print them, and whether a printed one is the rounding of a value."""

from __future__ import annotations

import math
import re

DECIMAL = re.compile(r"(?<![\w.])[−-]?\d+\.\d+")
NUMBER = re.compile(r"(?<![\w.])[−-]?(?:\d+(?:\.\d+)?|∞)")


def as_number(printed: str) -> float:
    return float(printed.replace("−", "-").replace("∞", "inf"))


def decimals(printed: str) -> int:
    return len(printed.partition(".")[2])


def numbers(text: str) -> list[float]:
    return [as_number(printed) for printed in NUMBER.findall(text)]


def fits(printed: str, value: float) -> bool:
    """True where a printed number is the value, rounded to as many decimals as are printed."""
    shown = as_number(printed)
    if math.isinf(shown) or math.isinf(value):
        return shown == value
    return abs(shown - value) <= 0.5 * 10.0 ** -decimals(printed) + 1e-12
