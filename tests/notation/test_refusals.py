"""What is refused says which piece, where, and what to do instead; another shape names both."""

from __future__ import annotations

import pytest

from tutor.notation.reader import read
from tutor.notation.reading import Shape


def reason(text: str, expect: Shape | None = None, stage: str | None = None) -> str:
    """Why a text cannot be read; nothing of it counts."""
    reading = read(text, expect=expect, stage=stage)
    assert reading.status == "unreadable"
    assert reading.cells == ()
    assert reading.echo == ""
    assert reading.reason is not None
    return reading.reason


@pytest.mark.parametrize("text", ["", "   ", "\n", ",", "[]", "[ ]", "_ _", ";;", "|", "\u200b"])
def test_nothing_typed_is_said_to_be_nothing(text: str) -> None:
    assert reason(text, (2,), "weights") == "Nothing is filled in yet."


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
        ("11b", "beside numbers, only + - * / ^"),
        ("2(3)", "put * between 2 and ("),
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
        ("[1, 2] + 3", "cannot calculate with a list"),
        ("[1, 2] - [3, 4]", "cannot calculate with a list"),
        ("[1, 2] -3", "a list and a number stand side by side"),
        ("[[1, 2], 3]", "a list and a number stand side by side"),
        ("[[1, 2], foo]", "sqrt √ exp ln log2 e pi"),
        ("[[1, 2], 3!]", "a list and a number stand side by side"),
        ("[[1, 2], !]", "exclamation mark"),
        ("sqrt(2 3)", "two numbers stand side by side"),
        ("1e400 + 1", "this is too large"),
        (f"{'9' * 400}%", "this is too large"),
        (f"{'(' * 200}1{')' * 200}", "too many brackets inside one another"),
        ("√" * 50 + "4", 'can\'t read "√" (at character 1): there are too many roots'),
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
    ("text", "value"),
    [("2√2", 2.8284271247461903), ("0.5√2", 0.7071067811865476), ("1/(2√2)", 0.35355339059327373), ("3√4/2", 3.0)],
)
def test_a_number_before_a_root_multiplies_it(text: str, value: float) -> None:
    """So people write it; where a power or a division leaves two meanings, it is refused with what to type."""
    assert read(text, expect=()).cells == pytest.approx((value,), abs=1e-12)
    assert "to say what is meant" in reason("1/2√2", ())
    assert "to say what is meant" in reason("2√2^2", ())
    assert read("2 √2", expect=(2,)).cells == pytest.approx((2, 1.4142135623730951))


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        ("√*2", '"√*" (at character 1)'),  # the root and what stands in the way, not the number
        ("｟1｠", '"｟" (at character 1)'),  # no wide form of ASCII, so it is quoted as typed
        ("[1, exp([2])]", '"[" (at character 9)'),  # what a function is given is no list around it
    ],
)
def test_a_refusal_quotes_what_is_wrong(text: str, quoted: str) -> None:
    assert reason(text).startswith(f"I can't read {quoted}")
