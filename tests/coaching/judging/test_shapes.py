"""Shapes as answers."""

from __future__ import annotations

import pytest

from tests.coaching.probe import PROBE
from tutor.coaching.grading import grade
from tutor.coaching.judging.shapes import shape_of
from tutor.maths.problem import Problem, matrix


@pytest.mark.parametrize(
    ("name", "shape"),
    [("q", (3, 4)), ("K", (3, 4)), ("v", (3, 2)), ("scores", (3, 3)), ("weights", (3, 3)), ("output", (3, 2))],
)
def test_shapes_of_the_probe(name: str, shape: tuple[int, int]) -> None:
    """Rows first: queries or keys; then the numbers of one of them."""
    assert shape_of(PROBE, name) == shape


def test_spellings() -> None:
    """However it is written."""
    for text in ("3×2", "3x2", "3 2", "(3, 2)", "[3,2]", "3 by 2"):
        verdict = grade(PROBE, "shape:output", text, row=1)
        assert (verdict.status, verdict.cells) == ("right", (True, True)), text


def test_mistakes() -> None:
    """Columns first is a mistake with a name; one wrong size is pointed at."""
    assert grade(PROBE, "shape:output", "2×3", row=1).mistakes == ("swapped",)
    one = grade(PROBE, "shape:output", "3×4", row=1)
    assert (one.status, one.cells) == ("cells", (True, False))
    assert grade(PROBE, "shape:output", "7×9", row=1).status == "wrong"
    assert not grade(PROBE, "shape:output", "three", row=1).counted


def test_one_heads_share() -> None:
    """With two heads a shape is that of one head."""
    problem = Problem(q=matrix([[1, 2, 3, 4]]), k=matrix([[1, 2, 3, 4]]), v=matrix([[1, 2]]), heads=2)
    assert shape_of(problem, "q") == (1, 2)
    assert shape_of(problem, "output") == (1, 1)
