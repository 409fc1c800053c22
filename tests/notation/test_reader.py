"""The reader against its specification, row by row; every value worked out by hand."""

from __future__ import annotations

import math

import pytest

from tutor.notation.reader import read
from tutor.notation.reading import Shape

INF = math.inf
HALF_ROOT = 0.7071067811865476


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
        ("1×10^-3", 0.001, 3),
        ("-3.3·10**-1", -0.33, 2),
        ("(0.5)", 0.5, 1),
        ("-0", 0.0, 0),
        ("1e-17", 1e-17, 17),
    ],
)
def test_numbers_keep_how_many_decimals_were_typed(text: str, value: float, decimals: int) -> None:
    reading = read(text, expect=())
    assert reading.cells == (pytest.approx(value, rel=1e-15),)
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
    assert reading.cells == (pytest.approx(value, abs=5e-9),)
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


@pytest.mark.parametrize("text", ["", "   ", "\n", ",", "[]", "[ ]", "_ _", ";;", "|", "\u200b"])
def test_nothing_typed_is_said_to_be_nothing(text: str) -> None:
    assert reason(text, (2,), "weights") == "Nothing is filled in yet."


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


@pytest.mark.parametrize(
    ("text", "expect", "said"),
    [
        ("1 2 3", (2,), "These are 3 numbers, but 2 numbers are wanted, for example 0.1 0.2."),
        ("1", (2,), "This is 1 number, but 2 numbers are wanted, for example 0.1 0.2."),
        ("1 2", (), "These are 2 numbers, but 1 number is wanted, for example 0.1."),
        ("1 2; 3 4", (2,), "These are 2×2, 2 rows of 2 numbers, but 2 numbers are wanted, for example 0.1 0.2."),
        (
            "1 0 1 0",
            (2, 2),
            "These are 4 numbers, but 2×2, 2 rows of 2 numbers are wanted, for example 0.1 0.2; 0.3 0.4.",
        ),
        (
            "0; 1",
            (1, 2),
            "These are 2×1, 2 rows of 1 number, but 1×2, 1 row of 2 numbers are wanted, for example 0.1 0.2.",
        ),
    ],
)
def test_another_shape_names_both_shapes(text: str, expect: Shape, said: str) -> None:
    reading = read(text, expect=expect)
    assert reading.status == "shape"
    assert (reading.reason or "").startswith(said)
    assert reading.cells
    assert reading.echo


def test_rows_of_unequal_length_are_named() -> None:
    assert "row 2 has 1 number, row 1 has 2" in reason("[[1,2],[3]]")
    assert "row 2 has 1 number, row 1 has 2" in reason("[[1,2],[3]]", (2, 2))
    assert "row 3 has 3 numbers, row 1 has 2" in reason("1 2; 3 4; 5 6 7")
    assert "row 2 has 2 numbers, row 1 has 1" in reason("[1; 2 3]")


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


@pytest.mark.parametrize(
    ("text", "piece", "place"),
    [
        ("nan", "nan", "at character 1"),
        ("0, NaN", "NaN", "at character 4"),
        ("inf", "inf", "at character 1"),
        ("∞", "∞", "at character 1"),
        ("1e400", "1e400", "at character 1"),
        ("1_000", "1_000", "at character 1"),
        ("0x10", "0x10", "at character 1"),
        ("--1", "--1", "at character 1"),
        ("2, --1", "--1", "at character 4"),
        ("1e", "1e", "at character 1"),
        ("1 e-3", "1 e-3", "at character 1"),
        ("1 e10", "1 e10", "at character 1"),
        ("1e -3", "1e -3", "at character 1"),
        ("1/0", "1/0", "at character 1"),
        ("0.5, 1/0", "1/0", "at character 6"),
        ("0, 1 x1", "x1", "at character 6"),
        ("１ ２ x1", "x1", "at character 5"),
        ("\u200b0, x1", "x1", "at character 5"),
        ("1 2\n3 x1", "x1", "row 2, column 2"),
        ("[[1, 2], [nan, 4]]", "nan", "row 2, column 1"),
        ("1 2\n(3", "(", "at line 2, character 1"),
        ("٣", "٣", "at character 1"),
        ("½", "½", "at character 1"),
        ("10⁻³", "10⁻³", "at character 1"),
    ],
)
def test_a_refusal_names_the_piece_and_its_place(text: str, piece: str, place: str) -> None:
    assert reason(text).startswith(f'I can\'t read "{piece}" ({place}): ')


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1e", "as in 1e-3"),
        ("1 e-3", "without blanks, as in 1e-3"),
        ("1_000", "as in 1000"),
        ("--1", "write one"),
        ("1+-1", "write one"),
        ("1/0", "divided by zero"),
        ("0^-1", "divides by zero"),
        ("sqrt(-1)", "negative number has no square root"),
        ("(-8)^(1/3)", "negative number has no fractional power"),
        ("ln(0)", "needs a number above 0"),
        ("log2(-1)", "needs a number above 0"),
        ("9^9^9", "not a finite number"),
        ("exp(1000)", "not a finite number"),
        ("1e308*10", "not a finite number"),
        ("1e308 + 1e308", "not a finite number"),
        ("log(2)", "write ln( ) or log2( )"),
        ("log10(2)", "write ln( ) or log2( )"),
        ("exp 1", "exp(2)"),
        ("ln2", "ln(2)"),
        ("√-1", "√(2)"),
        ("2pi", "put * between 2 and pi"),
        ("2(3)", "put * between 2 and ("),
        ("2√2", "put * between 2 and √"),
        ("3x2", "write * for times"),
        ("1.2.3", "not one number"),
        ("1/", "missing after /"),
        ("*2", "missing before *"),
        ("sqrt(", "not closed by )"),
        ("[1, 2", "not closed by ]"),
        ("1, 2]", "no bracket was opened"),
        ("(1, 2]", ") must close it"),
        ("sqrt()", "no number between"),
        ("exp(1, 2)", "one number is wanted between"),
        ("2*[1, 2]", "only ( ) group"),
        ("[1, 2]*2", "cannot calculate with a list"),
        ("[[1, 2], 3]", "a list and a number stand side by side"),
        ("[[[1,2],[3,4]],[[5,6],[7,8]]]", "brackets lie three deep"),
        ("0.1, ..., 0.5", "some numbers were left out"),
        ("0.1 … 0.5", "some numbers were left out"),
        ("0.3*6 = 1.8", "right of it"),
        ("10⁻³", "10^-3"),
        ("½", "1/2"),
        ("٣", "arabic-indic digit three"),
        ("0.5!", "exclamation mark"),
        ("foo", "sqrt √ exp ln log2 e pi"),
        ("sin(1)", "sqrt √ exp ln log2 e pi"),
    ],
)
def test_a_refusal_says_what_to_do_instead(text: str, said: str) -> None:
    assert said in reason(text)


@pytest.mark.parametrize(
    "text",
    [
        "3×2",
        "3 2",
        "3 by 2",
        "(3, 2)",
        "3x2",
        "3*2",
        "3,2",
        "[3,2]",
        "torch.Size([3, 2])",
        "3 rows, 2 columns",
        "2 columns, 3 rows",
        "shape = (3, 2)",
        "３×２",
    ],
)
def test_a_shape_is_two_whole_numbers(text: str) -> None:
    reading = read(text, stage="shape")
    assert (reading.status, reading.cells, reading.shape, reading.echo) == ("read", (3.0, 2.0), (2,), "3×2")


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("3", "shape"),
        ("3×2×1", "shape"),
        ("3.5×2", "unreadable"),
        ("-3×2", "unreadable"),
        ("n×d", "unreadable"),
        ("", "unreadable"),
        ("3,000", "unreadable"),
        ("9" * 50, "unreadable"),
    ],
)
def test_what_is_no_shape_says_what_one_is(text: str, status: str) -> None:
    reading = read(text, stage="shape")
    assert reading.status == status
    assert "two whole numbers" in (reading.reason or "")


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


def test_an_echo_shows_typed_numbers_in_full_and_expressions_rounded() -> None:
    assert read("0.66976, 1/√2, 20/7").echo == "[0.66976, 0.7071, 2.8571]"
    assert read("1*10^-7, 2/10^7").echo == "[1e-7, 2e-7]"
    assert read("123456789.25").echo == "123456789.25"
