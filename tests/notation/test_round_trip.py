"""What the printer prints, and what the reader echoes, reads back; nothing typed ever raises."""

from __future__ import annotations

import math

from hypothesis import given
from hypothesis import strategies as st

from tutor.notation.printer import exact, explained, matrix, number, vector
from tutor.notation.reader import read
from tutor.notation.reading import Reading, Shape
from tutor.notation.transliteration import plain

FINITE = st.floats(allow_nan=False, allow_infinity=False)
NEAR = st.one_of(FINITE, st.floats(-100, 100), st.integers(-(10**12), 10**12).map(float))
SCORES = st.one_of(st.floats(-9000, 9000), st.just(-math.inf))
DIGITS = st.integers(0, 12)
MATRICES = st.integers(1, 4).flatmap(
    lambda width: st.lists(st.lists(SCORES, min_size=width, max_size=width), min_size=1, max_size=4)
)
STAGES = st.sampled_from([None, "scores", "scaled", "masked", "weights", "output", "probability", "number", "shape"])
SHAPES = st.sampled_from([None, (), (1,), (2,), (3,), (1, 3), (2, 2), (2, 1)])

PIECES = [
    "0", "1", "2.5", ".33", "0.7071", "-", "+", "*", "/", "^", "**", "√", "sqrt", "exp", "ln", "log2", "e", "pi",
    "(", ")", "[", "]", "{", "}", "<", ">", ",", ";", "|", "%", "_", "·", "x", "1e3", "1e-3", "−", "masked",
    "-inf", "−∞", "nan", "null", "q2", "k1", "Σ", "sum", "red", "▸", "=", "✓", ":", "array(", "tensor(",
    "dtype=float32", "─", "...", "0,5", "16,000", "1.234,5", "１", "٣", "'", '"', "1_0", "0x1", " ", "  ", "   ",
    "\n", "\t", "\u00a0", "\u200b", "np.", "math.", "float('-inf')",
    "(the last number is read as the sum)", "(a column)", "I read ", "2 numbers: ",
]  # fmt: skip
OUR_TEXT = st.lists(st.sampled_from(PIECES), max_size=14).map("".join)


def shown(text: str) -> float:
    """The number that a printed text shows, by Python's own reading."""
    return -math.inf if text in ("−∞", "-inf") else float(text)


@given(NEAR, DIGITS, st.booleans(), st.booleans())
def test_a_printed_number_reads_back_as_what_it_shows(x: float, digits: int, fixed: bool, ascii: bool) -> None:
    text = number(x, digits=digits, fixed=fixed, ascii=ascii)
    assert read(text).cells == (shown(text),)
    assert shown(text) != 0 or not text.startswith("-")
    assert abs(shown(text) - x) <= max(0.5000001 * 10.0**-digits, abs(x) * 0.5000001 * 10.0**-digits)


@given(FINITE)
def test_an_exact_number_reads_back_as_the_same_float(x: float) -> None:
    assert read(exact(x), expect=()).cells == (x,)


@given(st.lists(SCORES, min_size=1, max_size=8), DIGITS, st.booleans(), st.booleans())
def test_a_printed_vector_reads_back(xs: list[float], digits: int, fixed: bool, ascii: bool) -> None:
    text = vector(xs, digits=digits, fixed=fixed, ascii=ascii)
    reading = read(text, expect=(len(xs),), stage="masked")
    assert (reading.status, reading.shape) == ("read", (len(xs),))
    assert reading.cells == tuple(shown(cell) for cell in text.strip("[]").split(", "))


@given(
    MATRICES,
    DIGITS,
    st.booleans(),
    st.booleans(),
)
def test_a_printed_matrix_reads_back(rows: list[list[float]], digits: int, fixed: bool, ascii: bool) -> None:
    text = matrix(rows, digits=digits, fixed=fixed, ascii=ascii)
    for expect in (None, (len(rows), len(rows[0]))):
        reading = read(text, expect=expect, stage="masked")
        assert (reading.status, reading.shape) == ("read", (len(rows), len(rows[0])))
        assert reading.cells == tuple(shown(cell.strip("[]")) for cell in text.split(", "))


def whole(reading: Reading) -> bool:
    """What must hold of every reading, whatever was typed."""
    count = math.prod(reading.shape)
    if reading.status == "read":
        return len(reading.cells) == len(reading.decimals) == len(reading.sources) == count and reading.reason is None
    if reading.status == "ask":
        return bool(reading.readings) and all(one.status == "read" and whole(one) for one in reading.readings)
    return bool(reading.reason) and (bool(reading.cells) == (reading.status == "shape"))


def alike(x: float | None, y: float | None) -> bool:
    """True for the same cell, an expression's value being printed with four decimals."""
    if x is None or y is None:
        return x is y
    return x == y or abs(x - y) <= max(5.1e-5, abs(x) * 1e-4)


@given(st.one_of(st.text(), OUR_TEXT), SHAPES, STAGES)
def test_no_text_raises_and_every_reading_is_whole(text: str, expect: Shape | None, stage: str | None) -> None:
    reading = read(text, expect=expect, stage=stage)
    assert reading.status in ("read", "ask", "shape", "unreadable")
    assert whole(reading)
    if expect is not None and stage != "shape":
        assert all(one.shape == expect for one in (reading, *reading.readings) if one.status == "read")
    assert all(x is None or x < math.inf for x in reading.cells)


@given(OUR_TEXT, SHAPES, STAGES)
def test_every_echo_reads_back_as_the_same_numbers(text: str, expect: Shape | None, stage: str | None) -> None:
    reading = read(text, expect=expect, stage=stage)
    for one in (reading, *reading.readings):
        if one.status != "read":
            continue
        for echo in (one.echo, plain(one.echo), explained(one), plain(explained(one)), f"I read {explained(one)}"):
            again = read(echo, expect=expect, stage=stage, blanks=True)
            assert (again.status, again.shape) == ("read", one.shape)
            assert all(map(alike, again.cells, one.cells))
