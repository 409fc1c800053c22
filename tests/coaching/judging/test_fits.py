"""When typed numbers fit: near one of the right ones, or one of them rounded."""

from __future__ import annotations

import math

from tutor.coaching.judging.fits import marks, near, rounded
from tutor.notation.reader import read


def test_one_of_several_right_numbers_is_enough() -> None:
    """2.1544 is exact, 2.1555 follows from a rounded line before it: they round to 2.15 and 2.16."""
    rights = [(2.1544,), (2.1555,)]
    for text, fits in (("2.15", True), ("2.16", True), ("2.17", False), ("2.2", False)):
        assert rounded(read(text, expect=(), stage="number"), 0, rights, 3) is fits
    assert not rounded(read("2.15 _", expect=(2,)), 1, [(2.15, 2.15)], 3)
    assert marks((2.1544,), rights, 3) == marks((2.1555,), rights, 3) == [True]
    assert marks((2.18,), rights, 3) == marks((None,), rights, 3) == [False]


def test_a_line_is_near_where_every_cell_is() -> None:
    """Nothing is near an infinite number."""
    assert near((0.25, 0.75), (0.25, 0.75), 3)
    assert not near((0.25, 0.7), (0.25, 0.75), 3)
    assert not near((-math.inf,), (-math.inf,), 3)
