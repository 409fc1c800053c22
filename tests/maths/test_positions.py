"""Lookups and sinusoids, against figures by hand and a second calculation in plain Python."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tutor.maths import positions


def test_figures_for_four_components() -> None:
    """Vaswani et al. 2017, section 3.5, with d = 4: the angles are the position and a hundredth of it."""
    printed = [[f"{x:.4f}" for x in row] for row in positions.sinusoids(3, 4)]
    assert printed == [
        ["0.0000", "1.0000", "0.0000", "1.0000"],
        ["0.8415", "0.5403", "0.0100", "1.0000"],
        ["0.9093", "-0.4161", "0.0200", "0.9998"],
    ]


@given(position=st.integers(0, 10_000), d=st.integers(1, 9))
def test_each_component_by_the_formula(position: int, d: int) -> None:
    row = positions.sinusoids(1, d, start=position)[0]
    for j in range(d):
        i = j // 2
        angle = position / math.pow(10000, 2 * i / d)
        assert row[j] == pytest.approx(math.cos(angle) if j % 2 else math.sin(angle), abs=1e-9)


def test_a_start_only_shifts() -> None:
    assert np.array_equal(positions.sinusoids(3, 6, start=2), positions.sinusoids(5, 6)[2:])


@pytest.mark.parametrize(("n", "d", "start"), [(1, 0, 0), (-1, 2, 0), (1, 2, -1)])
def test_no_position_before_the_first(n: int, d: int, start: int) -> None:
    with pytest.raises(ValueError, match="positions count from 0"):
        positions.sinusoids(n, d, start=start)


def test_a_lookup_is_a_row_and_one_hot_times_table() -> None:
    """The table of unit 2: the second row, counted from 1, is 4, 1, 5."""
    table = [[2, -2, 0], [4, 1, 5], [0, 6, -2]]
    assert positions.look_up([1, 1, 0], table).tolist() == [[4, 1, 5], [4, 1, 5], [2, -2, 0]]
    assert positions.one_hot([1, 2], 3).tolist() == [[0, 1, 0], [0, 0, 1]]
    assert (positions.one_hot([1], 3) @ np.array(table)).tolist() == [[4, 1, 5]]
    assert positions.look_up([], table).shape == (0, 3)


@given(st.lists(st.integers(0, 6), max_size=9))
def test_both_ways_of_looking_up_agree(ids: list[int]) -> None:
    table = np.arange(21.0).reshape(7, 3) ** 2
    assert np.array_equal(positions.one_hot(ids, 7) @ table, positions.look_up(ids, table))


@pytest.mark.parametrize("bad", [-1, 3])
def test_an_id_without_a_row_is_refused(bad: int) -> None:
    """A negative one too, which would otherwise count from the end."""
    with pytest.raises(ValueError, match=f"id {bad} has no row: ids are 0 to 2"):
        positions.look_up([0, bad], np.zeros((3, 2)))
    with pytest.raises(ValueError, match="has no row"):
        positions.one_hot([bad], 3)
