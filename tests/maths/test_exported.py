"""Exported arrays: what fits together, one head at a time, and no more of them in memory than said."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.exports import arrays, weights
from tutor.maths import exported as module
from tutor.maths.exported import MOST_CELLS, Exported, Kept


def exported(n: int = 5, **more: Any) -> Exported:
    made = {name: more.pop(name) for name in ("heads", "key_heads", "d", "dtype") if name in more}
    return Exported(**{"name": "x.npz", "dtype": "float64", **arrays(n, **made), **more})


@pytest.mark.parametrize("causal", [False, True])
def test_each_head_is_worked_out_with_its_own_numbers(causal: bool) -> None:
    """Beside loops in plain Python; two query heads share each key head."""
    x = exported(6, heads=4, key_heads=2)
    for head in range(4):
        expected = weights(x.q[head].tolist(), x.k[head // 2].tolist(), causal=causal)
        assert np.allclose(x.trace(head, 0 if causal else None).weights, expected, rtol=0, atol=1e-12)


def test_a_mask_for_all_heads_and_one_for_each() -> None:
    mask = np.array([[True, False, True]])
    x = exported(3, q=np.ones((2, 1, 4)), mask=mask)
    assert x.trace(1, None).weights[0, 1] == 0
    each = np.array([[[True, True, True]], [[False, True, True]]])
    x = exported(3, q=np.ones((2, 1, 4)), mask=each)
    assert [bool(x.trace(head, None).weights[0, 0]) for head in (0, 1)] == [True, False]


@pytest.mark.parametrize(
    ("stored", "worked"),
    [(np.float16, "float32"), (np.float32, "float32"), (np.float64, "float64"), (np.int8, "float64")],
)
def test_the_type_that_is_worked_in(stored: Any, worked: str) -> None:
    """Half precision has too few digits for sums, and products of it overflow."""
    x = exported(4, dtype=stored)
    assert x.working_type == worked
    assert str(x.trace(0, None).weights.dtype) == worked


def test_the_masks_to_choose_from() -> None:
    """The file's own comes first; fewer queries than keys may be the first ones or the last ones."""
    assert exported(4).offsets == (None, 0)
    assert exported(4, causal=True).offsets == (0, None)
    few = arrays(6)["q"][:, :2]
    assert exported(6, q=few).offsets == (None, 0, 4)
    assert exported(6, q=few, causal=True).offsets == (0, 4, None)
    assert exported(4, mask=np.eye(4, dtype=bool)).offsets == (None,)
    last = exported(6, q=few).trace(0, 4).allowed
    assert last.sum(axis=1).tolist() == [5, 6]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"k": np.ones((2, 5, 3))}, "the queries have 4 numbers each, the keys 3"),
        ({"v": np.ones((2, 4, 4))}, "5 keys but 4 values: each key needs one value"),
        ({"k": np.ones((3, 5, 4))}, "3 key heads but 2 value heads"),
        ({"q": np.ones((3, 5, 4))}, "3 query heads cannot share 2 key heads evenly"),
        ({"q": np.ones((2, 0, 4))}, "Q has no rows"),
        ({"q": np.ones((5, 4))}, "Q has to have the axes heads, tokens and columns"),
        ({"mask": np.ones((4, 5), dtype=bool)}, "the mask is 4×5"),
        ({"mask": np.ones((3, 5, 5), dtype=bool)}, "the mask is 3×5×5"),
        ({"tokens": ("a", "b")}, "2 tokens, but 5 queries and 5 keys"),
    ],
)
def test_what_does_not_fit(change: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        exported(**change)


def test_a_number_that_is_none_is_named_by_its_place() -> None:
    made = arrays(4)
    made["k"][1, 2, 3] = np.nan
    with pytest.raises(ValueError, match="K has a number that is not finite: head 2, row 3, column 4"):
        exported(**made)


def test_what_is_too_large_is_refused_with_the_limit_and_why() -> None:
    """1024×1024 is the most, and no side is longer than 8192."""
    thin = np.zeros((1, 1025, 1))
    assert exported(q=thin[:, :1024], k=thin[:, :1024], v=thin[:, :1024]).cells == MOST_CELLS
    with pytest.raises(ValueError, match=r"1025×1025 weights a head are too many: at most 1048576 .* held in memory"):
        exported(q=thin, k=thin, v=thin)
    long = np.zeros((1, 9000, 1))
    with pytest.raises(ValueError, match="a table 9000 long is too long: at most 8192"):
        exported(q=long[:, :1], k=long, v=long)


def test_scores_that_overflow_are_refused_when_their_head_is_looked_at() -> None:
    made = arrays(3, dtype=np.float32)
    made["q"][1] = made["k"][1] = 1e30
    x = exported(**made)
    assert x.trace(0, None).weights.shape == (3, 3)
    with pytest.raises(ValueError, match="overflows to infinity"):
        x.trace(1, None)


def test_only_so_many_heads_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three tables of 25 cells fit into 80; a fourth makes room, of those not looked at for longest."""
    monkeypatch.setattr(module, "MOST_CELLS", 80)
    x, kept = exported(5, heads=4), Kept()
    traces = {(head, None): x.trace(head, None) for head in range(4)}
    for head in range(3):
        kept.add((head, None), traces[head, None])
    assert kept.find((0, None)) is traces[0, None]
    kept.add((3, None), traces[3, None])
    assert kept.find((1, None)) is None
    assert list(kept.traces) == [(2, None), (0, None), (3, None)]


def test_one_head_is_kept_however_large(monkeypatch: pytest.MonkeyPatch) -> None:
    x, kept = exported(5), Kept()
    monkeypatch.setattr(module, "MOST_CELLS", 1)
    kept.add((0, None), x.trace(0, None))
    kept.add((1, None), x.trace(1, None))
    assert list(kept.traces) == [(1, None)]
