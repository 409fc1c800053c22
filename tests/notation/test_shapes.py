"""A shape as an answer: 3×2 in the forms that people type."""

from __future__ import annotations

import pytest

from tutor.notation.reader import read


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


def test_only_two_sizes_are_turned_round() -> None:
    """Of three nobody knows which is which."""
    assert read("2 columns, 3, 4", stage="shape").echo == "2×3×4"
    assert read("2 columns", stage="shape").echo == "2"


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
