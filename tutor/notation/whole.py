"""Whole numbers of any size to their last digit, where a float has lost some: from 2^53 on."""

from __future__ import annotations

import re

from tutor.notation.characters import normalized

PLAIN = re.compile(r"[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:e[-+]?(?P<exponent>[0-9]+))?", re.IGNORECASE)
AROUND = " \n[](){}"
LONGEST_EXPONENT = 4
EXACT_BELOW = 2.0**53
"""Below it floats tell each whole number from the next."""


def whole(text: str, nearest: float) -> int | None:
    """The whole number that a text says, which was read as the float `nearest`; None where it says none.

    Of what is no plain number, such as 3^40, only the float is known, and none that has lost digits is taken.
    """
    bare = _bare(text)
    plain = PLAIN.fullmatch(bare)
    if plain is None:
        return int(nearest) if nearest.is_integer() and not has_lost_digits(text, nearest) else None
    if len(plain["exponent"] or "") > LONGEST_EXPONENT:
        return None
    from decimal import Decimal

    number = Decimal(bare)
    return int(number) if number == number.to_integral_value() else None


def has_lost_digits(text: str, nearest: float) -> bool:
    """True for a calculation whose result is too large for a float to hold its last digit."""
    return abs(nearest) >= EXACT_BELOW and not PLAIN.fullmatch(_bare(text))


def _bare(text: str) -> str:
    return normalized(text).text.strip(AROUND)
