"""Numbers and calculations, in all the characters that people type; every value worked out by hand."""

from __future__ import annotations

import math

import pytest

from tutor.notation.reader import read
from tutor.notation.reading import Shape

HALF_ROOT = 0.7071067811865476


def values(text: str, expect: Shape | None = None, stage: str | None = None) -> tuple[float | None, ...]:
    """The cells of a text that must be readable."""
    reading = read(text, expect=expect, stage=stage)
    assert reading.status == "read", reading.reason
    assert reading.reason is None
    return reading.cells


@pytest.mark.parametrize(
    ("text", "value", "decimals"),
    [
        (".33", 0.33, 2),
        ("0.330", 0.33, 3),
        ("+0.33", 0.33, 2),
        ("5.", 5.0, 0),
        ("-5", -5.0, 0),
        ("3.3e-1", 0.33, 2),
        ("7.071E-1", 0.7071, 4),
        ("1e3", 1000.0, 0),
        ("1.5e1", 15.0, 0),
        ("1.25e1", 12.5, 1),
        ("0.66976", 0.66976, 5),
        ("1*10^-3", 0.001, 3),
        ("2*10^√4", 200, None),
        ("1×10^-3", 0.001, 3),
        ("-3.3·10**-1", -0.33, 2),
        ("(0.5)", 0.5, 1),
        ("-0", 0.0, 0),
        ("1e-17", 1e-17, 17),
    ],
)
def test_numbers_keep_how_many_decimals_were_typed(text: str, value: float, decimals: int) -> None:
    reading = read(text, expect=())
    assert list(reading.cells) == [pytest.approx(value, rel=1e-15)]
    assert reading.decimals == (decimals,)
    assert reading.shape == ()
    assert math.copysign(1, reading.cells[0] or 0) == math.copysign(1, value or 0)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1/2", 0.5),
        ("-20/7", -2.857142857142857),
        ("1/sqrt(2)", HALF_ROOT),
        ("sqrt(2)/2", HALF_ROOT),
        ("1/√2", HALF_ROOT),
        ("√2/2", HALF_ROOT),
        ("(√2)/2", HALF_ROOT),
        ("√(2)/2", HALF_ROOT),
        ("sqrt2/2", HALF_ROOT),
        ("0.5*sqrt(2)", HALF_ROOT),
        ("0.5·√2", HALF_ROOT),
        ("2^-0.5", HALF_ROOT),
        ("2**-0.5", HALF_ROOT),
        ("2**-.5", HALF_ROOT),
        ("2^(-1/2)", HALF_ROOT),
        ("1/np.sqrt(2)", HALF_ROOT),
        ("math.sqrt(2)/2", HALF_ROOT),
        ("1/math.sqrt(2)", HALF_ROOT),
        ("torch.exp(0)", 1.0),
        ("np.exp(1)/(1+np.exp(1))", 0.7310585786300049),
        ("-np.log(0.5)", 0.6931471805599453),
        ("math.log2(8)", 3.0),
        ("math.e**0.5", 1.6487212707001282),
        ("numpy.pi", 3.141592653589793),
        ("1 / 2", 0.5),
        ("1 /2", 0.5),
        ("1/ 2", 0.5),
        ("exp(0.7071)/(1+exp(0.7071))", 0.66976005),
        ("e^.7071/(1+e^.7071)", 0.66976005),
        ("e^(1/sqrt(2))/(1+e^(1/sqrt(2)))", 0.66976155),
        ("ln(2)", 0.6931471805599453),
        ("-ln(0.5)", 0.6931471805599453),
        ("LN(E)", 1.0),
        ("log2(8)", 3.0),
        ("2*pi", 6.283185307179586),
        ("π/2", 1.5707963267948966),
        ("√√16", 2.0),
        ("√2^2", 2.0),
        ("√2*√2", 2.0),
        ("-2^2", -4.0),
        ("(-2)^2", 4.0),
        ("2^3^2", 512.0),
        ("2^-1^2", 0.5),
        ("1/2/2", 0.25),
        ("1 - 2 - 3", -4.0),
        ("2*-3", -6.0),
        ("2 - -3", 5.0),
        ("1+2*3", 7.0),
        ("(1+2)*3", 9.0),
        ("( 1 - 2 )", -1.0),
        ("0.3302*6+0.6698*0", 1.9812),
        ("10^-3", 0.001),
        ("0^0.5", 0.0),
    ],
)
def test_expressions_have_their_value_and_no_decimals(text: str, value: float) -> None:
    reading = read(text, expect=())
    assert reading.status == "read", reading.reason
    assert list(reading.cells) == [pytest.approx(value, abs=5e-9)]
    assert reading.decimals == (None,)
    assert reading.sources == (text,)


@pytest.mark.parametrize("minus", "−–—‐‑‒―－﹣")
def test_every_minus_is_a_minus(minus: str) -> None:
    """Answers were refused because a page had typeset the minus."""
    assert values(f"{minus}1") == (-1.0,)
    assert values(f"{minus}0.5 2") == (-0.5, 2.0)
    assert values(f"[2, {minus}1]") == (2.0, -1.0)
    assert values(f"2{minus}1") == (1.0,)


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        ("– 1", (-1.0,)),
        ("－1", (-1.0,)),
        ("‐⁠1", (-1.0,)),
        ("１.５", (1.5,)),
        ("１．５，２", (1.5, 2.0)),
        ("1\u00a02", (1.0, 2.0)),
        ("1\u202f2\u2009 3", (1.0, 2.0, 3.0)),
        ("［1； 2］", (1.0, 2.0)),
        ("\ufeff1\u200b2", (12.0,)),
        ("2∕4", (0.5,)),
        ("⟨0, 1⟩", (0.0, 1.0)),
        ("3÷4", (0.75,)),
    ],
)
def test_typographic_characters_are_the_plain_ones(text: str, cells: tuple[float, ...]) -> None:
    assert values(text) == cells


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        ("0 -1", (0.0, -1.0)),
        ("0 - 1", (-1.0,)),
        ("1 - 2", (-1.0,)),
        ("1- 2", (-1.0,)),
        ("1 +2", (1.0, 2.0)),
        ("- 1 - 2", (-3.0,)),
        ("0 - 1 2", (-1.0, 2.0)),
        ("1 / 2 3", (0.5, 3.0)),
        ("2 * 3 4", (6.0, 4.0)),
        ("2 ^ 3 4", (8.0, 4.0)),
        ("[1 - 2, 3]", (-1.0, 3.0)),
        ("[1 -2]", (1.0, -2.0)),
        ("(1 -2)", (-1.0,)),
        ("(1 - 2) (3)", (-1.0, 3.0)),
        ("sqrt 4 1", (2.0, 1.0)),
        ("√ 4 √9", (2.0, 3.0)),
        ("1/2 -1/2", (0.5, -0.5)),
    ],
)
def test_blanks_separate_unless_the_operator_has_them_on_both_sides(text: str, cells: tuple[float, ...]) -> None:
    assert values(text) == cells


def test_an_echo_shows_typed_numbers_in_full_and_expressions_rounded() -> None:
    assert read("0.66976, 1/√2, 20/7").echo == "[0.66976, 0.7071, 2.8571]"
    assert read("1*10^-7, 2/10^7").echo == "[1e-7, 2e-7]"
    assert read("123456789.25").echo == "123456789.25"
