"""The forms of vectors, matrices, hidden scores, percentages and blanks, by the specification of reading."""

from __future__ import annotations

import math

import pytest

from tutor.notation.reader import read
from tutor.notation.reading import Shape

INF = math.inf


def values(text: str, expect: Shape | None = None, stage: str | None = None) -> tuple[float | None, ...]:
    """The cells of a text that must be readable."""
    reading = read(text, expect=expect, stage=stage)
    assert reading.status == "read", reading.reason
    assert reading.reason is None
    return reading.cells


def reason(text: str, expect: Shape | None = None, stage: str | None = None) -> str:
    """Why a text cannot be read; nothing of it counts."""
    reading = read(text, expect=expect, stage=stage)
    assert reading.status == "unreadable"
    assert reading.cells == ()
    assert reading.echo == ""
    assert reading.reason is not None
    return reading.reason


@pytest.mark.parametrize(
    "text",
    [
        "[0, 0.7071]",
        "(0, 0.7071)",
        "{0,0.7071}",
        "<0,0.7071>",
        "0 0.7071",
        "0\t0.7071",
        "0 | 0.7071",
        "[0, 0.7071,]",
        "0, 0.7071,",
        "scores = [0, 0.7071]",
        "scores: 0, 0.7071",
        "(0 0.7071)",
        " [ 0 , 0.7071 ] ",
        "0 ,0.7071",
    ],
)
@pytest.mark.parametrize("expect", [None, (2,)])
def test_every_form_of_a_vector_is_the_same_vector(text: str, expect: Shape | None) -> None:
    reading = read(text, expect=expect)
    assert (reading.status, reading.cells, reading.shape) == ("read", (0.0, 0.7071), (2,))
    assert reading.echo == "[0, 0.7071]"


@pytest.mark.parametrize(
    "text",
    [
        "[[1,2],[3,4]]",
        "[(1,2),(3,4)]",
        "([1,2],[3,4])",
        "{{1,2},{3,4}}",
        "[1 2; 3 4]",
        "1 2; 3 4",
        "1 2;3 4;",
        "1, 2; 3, 4",
        "1 2\n3 4",
        "1 2\n3 4\n",
        "1 2\r\n3 4\r\n",
        "1\t2\n3\t4\n\n",
        "\n1,2\n3,4",
        "1, 2,\n3, 4,",
        "[1,2]\n[3,4]",
        "[1,2],\n[3,4]",
        "[1 2\n 3 4]",
        "[[1 2]\n [3 4]]",
        "[\n  [1, 2],\n  [3, 4],\n]",
        "(\n[1, 2],\n[3, 4]\n)",
        "K = [[1, 2], [3, 4]]",
    ],
)
@pytest.mark.parametrize("expect", [None, (2, 2)])
def test_every_form_of_a_matrix_is_the_same_matrix(text: str, expect: Shape | None) -> None:
    reading = read(text, expect=expect)
    assert (reading.status, reading.cells, reading.shape) == ("read", (1.0, 2.0, 3.0, 4.0), (2, 2))
    assert reading.echo == "[[1, 2], [3, 4]]"
    assert reading.rows() == ((1.0, 2.0), (3.0, 4.0))


@pytest.mark.parametrize("stage", ["scaled", "masked", "weights"])
@pytest.mark.parametrize(
    "text",
    ["-inf", "−∞", "-∞", "-Infinity", '"-inf"', "'-inf'", "- inf", "masked", "x", "-1e4", "-99999", "-10^9", "-1e400"],
)
def test_a_hidden_score_is_minus_infinity_where_keys_may_be_hidden(text: str, stage: str) -> None:
    reading = read(f"0, {text}", expect=(2,), stage=stage)
    assert (reading.status, reading.cells) == ("read", (0.0, -INF))
    assert reading.echo == "[0, −∞]"


@pytest.mark.parametrize("stage", [None, "scores", "output", "probability", "number"])
@pytest.mark.parametrize("text", ["-inf", "−∞", "-Infinity", '"-inf"', "masked"])
def test_elsewhere_minus_infinity_is_not_a_finite_number(text: str, stage: str | None) -> None:
    assert "not a finite number" in reason(f"0, {text}", (2,), stage)


def test_a_large_negative_number_is_one_where_no_key_is_hidden() -> None:
    assert values("-60000", (), "scores") == (-60000.0,)
    assert values("-9999", (), "masked") == (-9999.0,)


@pytest.mark.parametrize("stage", ["weights", "probability"])
def test_a_percentage_is_a_hundredth_where_weights_or_probabilities_are_asked(stage: str) -> None:
    reading = read("33.02%, 67 %", expect=(2,), stage=stage)
    assert reading.cells == (0.3302, 0.67)
    assert reading.decimals == (4, 2)
    assert reading.echo == "[0.3302, 0.67]"


def test_a_percentage_is_explained_where_none_is_asked() -> None:
    assert reason("67%", (), "number").endswith("write 0.67.")


@pytest.mark.parametrize(
    ("text", "expect", "cells"),
    [
        ("0.268, , 0", (3,), (0.268, None, 0.0)),
        ("0.268,,0", (3,), (0.268, None, 0.0)),
        (", 0.5", (2,), (None, 0.5)),
        ("0.268,", (2,), (0.268, None)),
        ("0.268, ,", (3,), (0.268, None, None)),
        ("[0.268, _, 0]", (3,), (0.268, None, 0.0)),
        ("[0.268, null, 0]", (3,), (0.268, None, 0.0)),
        ("0.268 · 0", (3,), (0.268, None, 0.0)),
        ("0.2 | | 0.5", (3,), (0.2, None, 0.5)),
        ("1 2; , 4", (2, 2), (1.0, 2.0, None, 4.0)),
        ("1,\n3, 4", (2, 2), (1.0, None, 3.0, 4.0)),
    ],
)
def test_blank_cells_are_not_filled(text: str, expect: Shape, cells: tuple[float | None, ...]) -> None:
    reading = read(text, expect=expect, stage="weights")
    assert (reading.status, reading.cells, reading.shape) == ("read", cells, expect)
    assert "_" in reading.echo


def test_a_blank_is_named_where_numbers_are_given_and_none_is_asked() -> None:
    assert reason("1, , 2") == "Number 2 is blank; a number is wanted there."
    assert reason("1 2; 3, ,") == "Row 2, column 2 is blank; a number is wanted there."
    assert read("1, , 2", blanks=True).cells == (1.0, None, 2.0)


@pytest.mark.parametrize("text", ["0;1", "0\n1", "0\n1\n", "[[0],[1]]", "[0]\n[1]", "0,\n1"])
def test_a_column_is_taken_for_the_numbers_and_the_echo_says_so(text: str) -> None:
    reading = read(text, expect=(2,))
    assert (reading.status, reading.cells, reading.shape) == ("read", (0.0, 1.0), (2,))
    assert reading.echo == "[0, 1] (a column)"
    assert read(reading.echo, expect=(2,)).cells == (0.0, 1.0)
    assert read(text).shape == (2, 1)


def test_one_row_is_a_vector_and_a_vector_is_one_row() -> None:
    assert read("[[0, 1]]", expect=(2,)).shape == (2,)
    assert read("[[0, 1]]").shape == (1, 2)
    assert read("0 1", expect=(1, 2)).shape == (1, 2)
    assert read("0.5", expect=(1,)).shape == (1,)
    assert read("[0.5]", expect=()).shape == ()
    assert read("[[0.5]]", expect=()).shape == ()


def test_the_key_of_entry_checking_is_read_in_all_its_forms() -> None:
    """0.67 in every form that people typed for 0.6697615."""
    for text, value in [
        ("0.67", 0.67),
        ("0.670", 0.67),
        (".67", 0.67),
        ("0.6698", 0.6698),
        ("0.66976", 0.66976),
        ("67%", 0.67),
    ]:
        assert values(text, (), "weights") == (value,)


def test_cells_may_stay_blank_where_a_shape_is_asked() -> None:
    """Without a stage too; where nothing is asked, a blank is a mistake."""
    assert values("1, _", (2,)) == (1.0, None)
    assert read("1, _").status == "unreadable"


def test_a_vector_and_a_number_are_one_row() -> None:
    assert read("1 2").rows() == ((1.0, 2.0),)
    assert read("5").rows() == ((5.0,),)


def test_wrapped_rows_that_fit_stay_rows() -> None:
    """Lines that end in commas may go on, but not where the rows are as many and as long as wanted."""
    assert read("[1, 2, 3,\n 4, 5, 6]", expect=(2, 3)).rows() == ((1.0, 2.0, 3.0), (4.0, 5.0, 6.0))
