"""The one formatter: expected texts written by hand."""

from __future__ import annotations

import json
import math

import pytest

from tutor.notation.printer import (
    cell,
    equality,
    exact,
    explained,
    json_number,
    json_values,
    matrix,
    number,
    printed,
    rounded,
    rounded_vector,
    shape_words,
    value,
    vector,
)
from tutor.notation.reader import read

INF = math.inf


@pytest.mark.parametrize(
    ("x", "digits", "trimmed", "fixed"),
    [
        (0.0, 4, "0", "0.0000"),
        (-0.0, 4, "0", "0.0000"),
        (1.0, 4, "1", "1.0000"),
        (1 / math.sqrt(2), 4, "0.7071", "0.7071"),
        (-0.5, 4, "-0.5", "-0.5000"),
        (0.33, 2, "0.33", "0.33"),
        (100.0, 0, "100", "100"),
        (1200.0, 2, "1200", "1200.00"),
        (-0.0004, 2, "-4e-4", "0.00"),
        (0.0004, 2, "4e-4", "0.00"),
        (-1e-17, 4, "-1e-17", "0.0000"),
        (0.00005001, 4, "0.0001", "0.0001"),
        (9999999999.0, 4, "9999999999", "9999999999.0000"),
        (1e10, 4, "1e10", "1e10"),
        (-12345678901.0, 4, "-1.2346e10", "-1.2346e10"),
        (1.7976931348623157e308, 0, "1.7976931348623157e308", "1.7976931348623157e308"),
        (5e-324, 3, "4.941e-324", "0.000"),
    ],
)
def test_numbers_are_rounded_trimmed_or_fixed(x: float, digits: int, trimmed: str, fixed: str) -> None:
    assert number(x, digits=digits) == trimmed
    assert number(x, digits=digits, fixed=True) == fixed


@pytest.mark.parametrize(
    ("x", "digits", "text"),
    [
        (0.33024, 3, "0.330"),
        (0.66976, 3, "0.670"),
        (0.33, 3, "0.33"),
        (0.5, 3, "0.5"),
        (1.5, 4, "1.5"),
        (3.0, 4, "3"),
        (-0.0, 4, "0"),
        (2.00001, 4, "2.0000"),
        (0.1 + 0.2, 4, "0.3"),
        (-1.97996, 3, "-1.980"),
        (1e-7, 4, "1e-7"),
        (12345678901.5, 4, "1.2346e10"),
        (-INF, 3, "−∞"),
    ],
)
def test_zeros_stay_where_something_was_rounded_away(x: float, digits: int, text: str) -> None:
    """What broke: 0.330 was shown as 0.33 on a page that asks three decimals."""
    assert rounded(x, digits=digits) == text


def test_a_rounded_vector_reads_back() -> None:
    text = rounded_vector([0.33024, 0.66976, 0.0], digits=3)
    assert text == "[0.330, 0.670, 0]"
    assert read(text).cells == (0.33, 0.67, 0.0)


def test_equals_holds_for_what_is_printed() -> None:
    """0.3302·6 is 1.9812, and 1.98143 prints as 1.9814; 0.6698·3 is 2.0094, and 2.00929 prints as 2.0093."""
    assert [printed(x) for x in (0.330238, -INF, 2.0)] == [0.3302, -INF, 2.0]
    assert equality(printed(0.330238) * 6, 1.981431) == "≈"
    assert equality(0.6698 * 3, 2.009285) == "≈"
    assert equality(3 / 2, 1.5) == "="
    assert equality(0.7071 * 2, 1.414214) == "="


@pytest.mark.parametrize("fixed", [True, False])
def test_what_is_not_finite_has_a_sign_and_a_name(*, fixed: bool) -> None:
    assert number(-INF, fixed=fixed) == "−∞"
    assert number(-INF, fixed=fixed, ascii=True) == "-inf"
    assert number(INF, fixed=fixed) == "∞"
    assert number(INF, fixed=fixed, ascii=True) == "inf"
    assert number(math.nan, fixed=fixed) == "nan"
    assert number(None, fixed=fixed) == "_"


@pytest.mark.parametrize(
    ("x", "text"),
    [
        (0.66976, "0.66976"),
        (-0.0, "0"),
        (3.0, "3"),
        (0.1 + 0.2, "0.30000000000000004"),
        (1e-17, "1e-17"),
        (0.00001, "1e-5"),
        (1.5e300, "1.5e300"),
        (12345678901.0, "12345678901"),
        (1e16, "1e16"),
        (-INF, "−∞"),
        (None, "_"),
    ],
)
def test_exact_is_the_shortest_form_of_the_same_number(x: float | None, text: str) -> None:
    assert exact(x) == text


def test_a_cell_is_exact_where_it_was_typed_and_rounded_where_it_was_worked_out() -> None:
    assert cell(0.123456, 6) == "0.123456"
    assert cell(0.123456, None) == "0.1235"


def test_vectors_and_matrices_are_bracketed_by_rows() -> None:
    assert vector([0, 1 / math.sqrt(2)]) == "[0, 0.7071]"
    assert vector([]) == "[]"
    assert vector([0.5, None, -INF], digits=2, fixed=True, ascii=True) == "[0.50, _, -inf]"
    assert matrix([[1, 0], [0.25, -INF]]) == "[[1, 0], [0.25, −∞]]"
    assert value([1, 2, 3, 4], (2, 2)) == "[[1, 2], [3, 4]]"
    assert value([1, 2], (2,)) == "[1, 2]"
    assert value([0.25], (), digits=3, fixed=True) == "0.250"


def test_shapes_are_said_in_words() -> None:
    assert shape_words(()) == "1 number"
    assert shape_words((3,)) == "3 numbers"
    assert shape_words((2, 1)) == "2×1, 2 rows of 1 number"
    assert shape_words((1, 3)) == "1×3, 1 row of 3 numbers"


def test_json_has_full_precision_and_names_infinities() -> None:
    assert json_number(1 / 3) == 1 / 3
    assert json_number(None) is None
    assert (json_number(-INF), json_number(INF), json_number(math.nan)) == ("-inf", "inf", "nan")
    assert json.dumps(json_number(-0.0)) == "0.0"
    assert json_values([0.5], ()) == 0.5
    assert json_values([0.5, -INF, None], (3,)) == [0.5, "-inf", None]
    assert json_values([1.0, 2.0, 3.0, 4.0, 5.0, 6.0], (2, 3)) == [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]


def test_an_expression_is_explained_beside_the_echo() -> None:
    assert explained(read("0, 1/√2")) == "[0, 0.7071]   (1/√2 = 0.7071)"
    assert explained(read("1/2, 1/2, 1/4")) == "[0.5, 0.5, 0.25]   (1/2 = 0.5, 1/4 = 0.25)"
    assert explained(read("1/2 1/3 1/4 1/5")) == "[0.5, 0.3333, 0.25, 0.2]   (1/2 = 0.5, 1/3 = 0.3333, 1/4 = 0.25)"
    assert explained(read("33%", expect=(), stage="weights")) == "0.33   (33% = 0.33)"
    assert explained(read("0, 0.7071")) == "[0, 0.7071]"
    assert explained(read("nonsense")) == ""
