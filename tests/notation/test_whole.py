"""Whole numbers to their last digit, beyond what a float holds."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tutor.notation.whole import has_lost_digits, whole


@given(st.integers(-(10**300), 10**300))
def test_any_whole_number_comes_back(number: int) -> None:
    """Typed out, with a decimal point, in brackets."""
    for text in (f"{number}", f"{number}.0", f"[{number}]", f" {number} "):
        assert whole(text, float(number)) == number


def test_an_exponent_loses_nothing() -> None:
    """float("1e23") is 99999999999999991611392."""
    assert whole("1e23", 1e23) == 10**23
    assert whole("1.5E+1", 15.0) == 15
    assert whole("15e-1", 1.5) is None
    assert whole("1e-99999", 0.0) is None
    assert whole("1e1000", float("inf")) == 10**1000
    assert whole("1e10000", float("inf")) is None


def test_a_calculation_is_taken_as_far_as_floats_go() -> None:
    """3^40 is 12157665459056928801; the float is 12157665459056928768."""
    assert whole("2^52", 2.0**52) == 4503599627370496
    assert whole("2^53", 2.0**53) is None
    assert whole("3^40", 3.0**40) is None
    assert has_lost_digits("3^40", 3.0**40)
    assert not has_lost_digits("12157665459056928801", 3.0**40)
    assert whole("1/2", 0.5) is None
