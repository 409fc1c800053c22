"""The comma: it separates, or begins decimals, or groups thousands; where two of these fit, it asks."""

from __future__ import annotations

import pytest

from tutor.notation.reader import read
from tutor.notation.reading import Shape


@pytest.mark.parametrize(
    ("text", "expect", "readings"),
    [
        ("0,5", (), [0.5]),
        ("-0,5", (), [-0.5]),
        ("0,33 0,67", (2,), [0.33, 0.67]),
        ("0,33; 0,67", (2,), [0.33, 0.67]),
        ("[0,33; 0,67]", (2,), [0.33, 0.67]),
        ("[0,33] [0,67]", (2,), [0.33, 0.67]),
        ("0,33, 0,67", (2,), [0.33, 0.67]),
        ("0,33 0.67", (2,), [0.33, 0.67]),
        ("0,7071", (), [0.7071]),
        ("33,5%", (), [0.335]),
        ("1.234,5", (), [1234.5]),
        ("1,234.5", (), [1234.5]),
        ("1,234,567", (), [1234567.0]),
        ("1,5 2,5\n3,5 4,5", (2, 2), [1.5, 2.5, 3.5, 4.5]),
        ("exp(0,5)", (), [1.6487212707001282]),
    ],
)
def test_a_decimal_comma_is_offered_where_only_it_fits(text: str, expect: Shape, readings: list[float]) -> None:
    reading = read(text, expect=expect, stage="probability")
    assert reading.status == "ask"
    assert reading.cells == ()
    assert len(reading.readings) == 1
    only = reading.readings[0]
    assert (only.status, only.shape) == ("read", expect)
    assert only.cells == pytest.approx(readings)


@pytest.mark.parametrize(
    ("text", "expect", "readings"),
    [
        ("16,000", (), [(16000.0,), (16.0,)]),
        ("16,000", None, [(16000.0,), (16.0,), (16.0, 0.0)]),
        ("0,7071", None, [(0.7071,), (0.0, 7071.0)]),
        ("0,7071", (2,), [(0.0, 7071.0)]),
        ("0,33 0,67", None, [(0.33, 0.67), (0.0, 33.0, 0.0, 67.0)]),
        ("1,0; 0,1", None, [(1.0, 0.1), (1.0, 0.0, 0.0, 1.0)]),
        ("1.234,5", None, [(1234.5,), (1.234, 5.0)]),
        ("1.234,5", (2,), [(1.234, 5.0)]),
        ("16,000 5", (2,), [(16000.0, 5.0), (16.0, 5.0)]),
    ],
)
def test_a_doubtful_comma_is_never_decided_in_silence(
    text: str, expect: Shape | None, readings: list[tuple[float, ...]]
) -> None:
    reading = read(text, expect=expect)
    assert reading.status == "ask"
    assert [one.cells for one in reading.readings] == readings
    for one in reading.readings:
        assert one.echo in (reading.reason or "")


@pytest.mark.parametrize(
    ("text", "expect", "cells"),
    [
        ("0,5", None, (0.0, 5.0)),
        ("0,5", (2,), (0.0, 5.0)),
        ("1,0", (2,), (1.0, 0.0)),
        ("[0.33,0.67]", (2,), (0.33, 0.67)),
        ("{0,0.7071}", None, (0.0, 0.7071)),
        ("0.5,100", (2,), (0.5, 100.0)),
        ("1, 2, 3", (3,), (1.0, 2.0, 3.0)),
        ("1,2,3", (3,), (1.0, 2.0, 3.0)),
        ("[0,1,.5]", (3,), (0.0, 1.0, 0.5)),
        ("1,0;0,1", (2, 2), (1.0, 0.0, 0.0, 1.0)),
        ("1,0\n0,1", None, (1.0, 0.0, 0.0, 1.0)),
        ("[[1,0],[0,1]]", None, (1.0, 0.0, 0.0, 1.0)),
        ("[[1,0],[0,1]]", (2, 2), (1.0, 0.0, 0.0, 1.0)),
        ("[[1],[2]]", (2,), (1.0, 2.0)),
        ("16, 000", None, (16.0, 0.0)),
        ("0, 7071", (2,), (0.0, 7071.0)),
    ],
)
def test_a_comma_separates_where_nothing_else_fits(text: str, expect: Shape | None, cells: tuple[float, ...]) -> None:
    reading = read(text, expect=expect)
    assert (reading.status, reading.cells) == ("read", cells)


@pytest.mark.parametrize(
    ("text", "expect", "status"),
    [
        ("0,33,0,67", (2,), "shape"),
        ("[[1,2],[3,4]]", (2,), "shape"),
        ("[(1,2),(3,4)]", (2,), "shape"),
        ("[[1,2],\n [3,4]]", (2,), "shape"),
        ("np.array([[1,2],[3,4]])", (2,), "shape"),
        ("[[0,5]]", (), "shape"),
        ("[[1,2],[3]]", None, "unreadable"),
        ("[[1,2],3]", None, "unreadable"),
        ("1,5 x1", (), "unreadable"),
    ],
)
def test_no_question_is_made_of_what_no_reading_fits(text: str, expect: Shape | None, status: str) -> None:
    assert read(text, expect=expect).status == status
