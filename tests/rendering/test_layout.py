"""Windows: how much fits, and how little they move."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rendering.probe import PROBE
from tutor.maths.attention import attend
from tutor.rendering.layout import StageLayout, Window, plane, stage_layout, weights_layout


def layout_of(rows: int, columns: int) -> StageLayout:
    """A layout as large as one likes, without a matrix: cells of 8, names of 5, no Σ."""
    return StageLayout(
        stage="scores",
        head=0,
        ascii=False,
        digits=4,
        row_names=("q1024",) * rows,
        column_names=("k1",) * columns,
        row_name_width=5,
        cell_width=8,
        sum_width=0,
    )


def test_widths_by_hand() -> None:
    """Two for the marker, five for the names, eight for each cell; Σ brings its width and a gap of two."""
    layout = layout_of(9, 9)
    assert layout.width_of(0) == 7
    assert layout.width_of(3) == 31
    assert replace(layout, sum_width=6).width_of(3) == 39


def test_the_probe_has_a_sum_only_where_it_means_something() -> None:
    """Exponentials and weights have a Σ; scores, masked scores and outputs have none."""
    trace = PROBE.solve()
    stages = ("scores", "scaled", "masked", "shifted", "exponentials", "row_sum", "weights", "output")
    assert [s for s in stages if stage_layout(trace, s).has_sum] == ["exponentials", "weights"]


def test_eight_columns_fit_80_cells() -> None:
    """(80 − 7) // 8 = 9 columns, 24 − 1 rows under the header."""
    assert layout_of(1024, 1024).window(0, 0, width=80, height=24) == Window(0, 0, 23, 9)


def test_a_small_matrix_is_whole() -> None:
    """No larger window than there is matrix."""
    layout = layout_of(3, 3)
    assert layout.window(2, 2, width=80, height=24) == Window(0, 0, 3, 3) == layout.whole


def test_one_cell_is_shown_in_the_smallest_space() -> None:
    """Never a window of nothing, whatever the terminal's size."""
    assert layout_of(9, 9).window(4, 5, width=1, height=1) == Window(4, 5, 1, 1)


def test_a_window_moves_no_further_than_the_cell_asks() -> None:
    """A step out of the window shifts it by one; a step within leaves it."""
    layout = layout_of(100, 100)
    before = Window(10, 20, 23, 9)

    def move(row: int, column: int) -> Window:
        return layout.window(row, column, width=80, height=24, before=before)

    assert move(15, 25) == before
    assert move(33, 20) == Window(11, 20, 23, 9)
    assert move(9, 29) == Window(9, 21, 23, 9)


@given(
    rows=st.integers(1, 300),
    columns=st.integers(1, 300),
    width=st.integers(0, 300),
    height=st.integers(0, 100),
    data=st.data(),
)
def test_the_cell_is_always_in_its_window(
    rows: int, columns: int, width: int, height: int, data: st.DataObject
) -> None:
    """Whatever the sizes and wherever the window was, it shows the cell and passes no edge."""
    layout = layout_of(rows, columns)
    row, column = data.draw(st.integers(0, rows - 1)), data.draw(st.integers(0, columns - 1))
    before = data.draw(st.none() | st.builds(Window, *(st.integers(0, 400) for _ in range(4))))
    window = layout.window(row, column, width=width, height=height, before=before)
    assert 0 <= window.top <= row < window.top + window.rows <= rows
    assert 0 <= window.left <= column < window.left + window.columns <= columns


def test_plane_of_a_stage_and_its_refusal() -> None:
    """Row sums are one column; a stage that was left out is named."""
    trace = PROBE.solve()
    assert plane(trace, "row_sum").shape == (3, 1)
    assert plane(replace(PROBE, heads=2).solve(), "weights", 1).shape == (3, 3)
    assert plane(trace, "scores").tolist() == [[3, 1, 1], [0, 2, 3], [2, 1, 4]]
    with pytest.raises(AttributeError):
        plane(trace, "no such stage")


@pytest.mark.parametrize(
    "allowed",
    [
        [[1, 1, 1], [1, 1, 1]],
        [[1, 0, 0], [1, 1, 0]],
        [[1, 0, 0], [0, 0, 1]],
        [[0, 0, 0], [0, 1, 0]],
        [[0, 0, 0], [1, 0, 1]],
        [[0, 0, 0], [0, 0, 0]],
        [[1], [1]],
        [[0], [1]],
    ],
)
@pytest.mark.parametrize("spread", [0.0, 1.0, 500.0])
@pytest.mark.parametrize("ascii", [False, True])
def test_weights_are_laid_out_before_they_are_known(allowed: list[list[int]], spread: float, ascii: bool) -> None:
    """As they are once they are known, up to their smallest and largest; large scores leave weights of 0 and 1."""
    mask = np.array(allowed, dtype=bool)
    q, k = np.array([[spread], [-spread]]), np.arange(float(mask.shape[1]))[:, None]
    known = stage_layout(attend(q, k, k, mask=mask), "weights", tokens=("a", "bb"), ascii=ascii)
    before = weights_layout(mask, hides=not mask.all(), tokens=("a", "bb"), ascii=ascii)
    assert replace(before, low=known.low, high=known.high) == known
    assert before.low <= known.low <= known.high <= before.high


@pytest.mark.parametrize(
    ("numbers", "low", "high", "digits"),
    [
        ([[1.0, 2.0], [-3.0, 4.0]], -3.0, 2.0, 0),
        ([[1.0, 2.5], [-3.0, 4.0]], -3.0, 2.5, 4),
        ([[1.0, 2.0], [-3.5, 4.0]], -3.5, 2.0, 4),
        ([[1.0, 2.0], [-3.0, 4.5]], -3.0, 2.0, 0),
    ],
)
def test_what_is_hidden_counts_for_nothing(numbers: list[list[float]], low: float, high: float, digits: int) -> None:
    """The last number is hidden: neither its size nor its decimals make the cells wider."""
    trace = attend(np.array([[1.0, 0.0], [0.0, 1.0]]), np.array(numbers).T, np.eye(2), scale=1.0,
                   mask=np.array([[True, True], [True, False]]))  # fmt: skip
    layout = stage_layout(trace, "masked")
    assert (layout.low, layout.high, layout.digits) == (low, high, digits)
