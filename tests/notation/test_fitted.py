"""Numbers in columns: never longer than there is room, never another number."""

from __future__ import annotations

import math
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tutor.notation.fitted import fitted, power


@pytest.mark.parametrize(
    ("x", "cells", "expected"),
    [
        (1 / 3, 6, "0.3333"),
        (1 / 3, 5, "0.333"),
        (99.99999, 5, "100"),
        (12.345678, 5, "12.35"),
        (123456.789, 8, "123456.8"),
        (123456789.0, 7, "1.235e8"),
        (1e-300, 8, "1e-300"),
        (1e-320, 8, "1e-320"),
        (0.0, 3, "0"),
        (-1e6, 8, "-1000000"),
        (math.inf, 8, "∞"),
    ],
)
def test_as_many_figures_as_there_is_room_for(x: float, cells: int, expected: str) -> None:
    assert fitted(x, cells) == expected


def test_fixed_decimals_go_one_by_one() -> None:
    assert [fitted(12.5, cells, fixed=True) for cells in (7, 6, 5, 4, 3)] == [
        "12.5000",
        "12.500",
        "12.50",
        "12.5",
        "12",
    ]


@given(st.floats(min_value=5e-324, allow_infinity=False), st.integers(min_value=7, max_value=14))
def test_what_is_printed_is_the_number_to_its_last_figure(x: float, cells: int) -> None:
    """Held against Decimal: no further off than half of the last figure that is printed."""
    text = fitted(x, cells)
    assert len(text) <= cells
    mantissa, _, exponent = text.partition("e")
    decimals = len(mantissa.partition(".")[2])
    step = Decimal(10) ** (int(exponent or 0) - decimals)
    # Zeros that were left out are figures too: 0.5 may stand for 0.50003.
    assert abs(Decimal(text) - Decimal(x)) <= max(step / 2, Decimal(x) / 2000) + Decimal("5e-5") * (not exponent)


@pytest.mark.parametrize(
    ("nats", "expected"),
    [
        (-600 * math.log(10), "1e-600"),
        (-math.log(4), "0.25"),
        (0.0, "1"),
        (1000 * math.log(10) + math.log(2.5), "2.5e1000"),
        (-400 * math.log(10) + math.log(9.99996), "1e-399"),
        (math.log(1e150), "1e150"),
        (-math.inf, "0"),
        (math.inf, "∞"),
    ],
)
def test_powers_of_e_beyond_floats(nats: float, expected: str) -> None:
    assert power(nats, 12) == expected


def test_powers_in_narrow_columns() -> None:
    assert [power(-1000.0, cells) for cells in (12, 10, 8, 7)] == ["5.076e-435", "5.076e-435", "5.1e-435", "5e-435"]
