"""Masks: True means "may attend", in each of them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tutor.maths import masks

sizes = st.integers(1, 7)
offsets = st.integers(-9, 9)


@given(n_q=sizes, n_k=sizes, offset=offsets)
def test_causal_allows_keys_up_to_the_query(n_q: int, n_k: int, offset: int) -> None:
    expected = [[j <= i + offset for j in range(n_k)] for i in range(n_q)]
    assert masks.causal(n_q, n_k, offset=offset).tolist() == expected


def test_the_diagonal_is_allowed() -> None:
    assert masks.causal(3, 3).astype(int).tolist() == [[1, 0, 0], [1, 1, 0], [1, 1, 1]]


@given(n_q=sizes, n_k=sizes, size=sizes, offset=offsets)
def test_window_allows_the_last_few_keys(n_q: int, n_k: int, size: int, offset: int) -> None:
    expected = [[i + offset - size < j <= i + offset for j in range(n_k)] for i in range(n_q)]
    assert masks.window(n_q, n_k, size=size, offset=offset).tolist() == expected


def test_a_window_of_one_is_the_diagonal() -> None:
    assert masks.window(3, 3, size=1).tolist() == np.eye(3, dtype=bool).tolist()


def test_a_window_of_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="at least 1 key, not 0"):
        masks.window(3, 3, size=0)


def test_padding_hides_what_follows_each_sequence() -> None:
    expected = [[[1, 1, 0]] * 2, [[1, 1, 1]] * 2, [[0, 0, 0]] * 2]
    assert masks.padding([2, 3, 0], 2, 3).astype(int).tolist() == expected


@pytest.mark.parametrize("length", [-1, 4])
def test_padding_refuses_a_length_that_cannot_be(length: int) -> None:
    with pytest.raises(ValueError, match=f"sequence 2 has length {length}; with 3 keys it is 0 to 3"):
        masks.padding([1, length], 2, 3)


@given(data=st.data(), n_q=sizes, n_k=sizes)
def test_custom_is_what_was_typed(data: st.DataObject, n_q: int, n_k: int) -> None:
    row = st.lists(st.sampled_from([0, 1, 0.0, 1.0]), min_size=n_k, max_size=n_k)
    rows = data.draw(st.lists(row, min_size=n_q, max_size=n_q))
    assert masks.custom(rows, n_q, n_k).tolist() == [[cell == 1 for cell in row] for row in rows]


@pytest.mark.parametrize(
    ("rows", "sentence"),
    [
        ([[1, 0], [1, 2]], "mask row 2, column 2 is 2; a mask holds only 1 and 0 (1 = may attend, 0 = hidden)"),
        ([[1, 0], [-1, 1]], "mask row 2, column 1 is -1"),
        ([[1, float("nan")], [1, 1]], "mask row 1, column 2 is nan"),
        ([[1, 0]], "the mask is 1×2; with a row for each query and a column for each key it is 2×2"),
        ([[1], [0]], "the mask is 2×1"),
        ([], "the mask is 0×0"),
        ([[1, 0], [1]], "mask row 2 has 1 cell, row 1 has 2"),
    ],
)
def test_custom_refuses_anything_else(rows: list[list[float]], sentence: str) -> None:
    with pytest.raises(ValueError) as caught:
        masks.custom(rows, 2, 2)
    assert sentence in str(caught.value)


@pytest.mark.parametrize(
    "mask", [masks.causal(2, 3), masks.window(2, 3, size=2), masks.padding([1], 2, 3), masks.custom([[1]], 1, 1)]
)
def test_every_mask_is_bool(mask: Any) -> None:
    assert mask.dtype == bool


@pytest.mark.parametrize("size", [(3, 2), (3, 3), (2, 2), (2,), (1, 2, 3), (1, 1, 1)])
def test_a_mask_that_does_not_fit_is_refused_as_such(size: tuple[int, ...]) -> None:
    """For scores of two queries and three keys; only one row or one column would go for all."""
    for mask in (np.ones(size, dtype=bool), np.zeros(size)):
        with pytest.raises(ValueError, match="it must fit them"):
            masks.read(mask, (2, 3), np.dtype(np.float64))
