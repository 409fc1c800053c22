"""Slips in scaling the scores, worked out by hand."""

from __future__ import annotations

import math

import pytest

from tests.coaching.probe import PROBE
from tutor.coaching.judging.worked import work
from tutor.coaching.mistakes import wrong_rows


@pytest.mark.parametrize(
    ("row", "scores", "counts"),
    [(1, (3, 1, 1), ["3", "1"]), (2, (0, 2, 3), ["3", "2"]), (3, (2, 1, 4), ["3"])],
)
def test_keys_are_counted_all_or_those_that_are_seen(row: int, scores: tuple[float, ...], counts: list[str]) -> None:
    """Three keys, under a causal mask; where the query sees them all there is one count."""
    found = [wrong for slip, wrong in wrong_rows(work(PROBE, row), "scaled") if slip.code == "root-of-key-count"]
    assert [wrong.detail for wrong in found] == counts
    assert [wrong.rare for wrong in found] == [False, True][: len(counts)]
    for wrong in found:
        assert wrong.values.tolist() == pytest.approx([x / math.sqrt(float(wrong.detail)) for x in scores])
