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


@pytest.mark.parametrize(
    ("name", "typed", "rows", "columns"),
    [
        ("q", "3×9", "queries", "the numbers of one query"),
        ("k", "3×9", "keys", "the numbers of one key"),
        ("v", "3×9", "values, one for each key", "the numbers of one value"),
        ("weights", "3×9", "queries", "keys"),
        ("output", "3×9", "queries", "the numbers of one value"),
    ],
)
def test_what_rows_and_columns_are(name: str, typed: str, rows: str, columns: str) -> None:
    """Of each matrix; three rows are right everywhere in the probe, nine columns nowhere."""
    verdict = grade(PROBE, f"shape:{name}", typed, row=1)
    assert (verdict.status, verdict.cells, verdict.read) == ("cells", (True, False), typed)
    assert verdict.message == (
        f"The rows are right, the columns not. Its rows are {rows}, its columns {columns}: count them."
    )


def test_the_side_that_is_wrong_is_named() -> None:
    """K is 3×4: with nine rows the columns are right."""
    assert grade(PROBE, "shape:k", "9×4", row=1).message.startswith("The columns are right, the rows not. ")
    assert grade(PROBE, "shape:k", "9×9", row=1).message.startswith("Its rows are keys")


def test_one_heads_share() -> None:
    """With two heads a shape is that of one head."""
    problem = Problem(q=matrix([[1, 2, 3, 4]]), k=matrix([[1, 2, 3, 4]]), v=matrix([[1, 2]]), heads=2)
    assert shape_of(problem, "q") == (1, 2)
    assert shape_of(problem, "output") == (1, 1)
