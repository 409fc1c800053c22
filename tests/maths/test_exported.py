"""Exported arrays: what fits together, one head at a time, and no more of them in memory than said."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.exports import arrays, weights
from tutor.maths import exported as module
from tutor.maths.exported import MOST_CELLS, Exported, Head, Kept


def exported(n: int = 5, **more: Any) -> Exported:
    made = {name: more.pop(name) for name in ("heads", "key_heads", "d", "dtype") if name in more}
    return Exported(**{"name": "x.npz", "dtype": "float64", **arrays(n, **made), **more})


@pytest.mark.parametrize("causal", [False, True])
def test_each_head_is_worked_out_with_its_own_numbers(causal: bool) -> None:
    """Beside loops in plain Python; two query heads share each key head."""
    x = exported(6, heads=4, key_heads=2)
    for head in range(4):
        expected = weights(x.q[head].tolist(), x.k[head // 2].tolist(), causal=causal)
        assert np.allclose(x.head(head, 0 if causal else None).whole.weights, expected, rtol=0, atol=1e-12)


def test_a_mask_for_all_heads_and_one_for_each() -> None:
    mask = np.array([[True, False, True]])
    x = exported(3, q=np.ones((2, 1, 4)), mask=mask)
    assert x.head(1, None).whole.weights[0, 1] == 0
    each = np.array([[[True, True, True]], [[False, True, True]]])
    x = exported(3, q=np.ones((2, 1, 4)), mask=each)
    assert [bool(x.head(head, None).whole.weights[0, 0]) for head in (0, 1)] == [True, False]


@pytest.mark.parametrize(
    ("stored", "worked"),
    [(np.float16, "float32"), (np.float32, "float32"), (np.float64, "float64"), (np.int8, "float64")],
)
def test_the_type_that_is_worked_in(stored: Any, worked: str) -> None:
    """Half precision has too few digits for sums, and products of it overflow."""
    x = exported(4, dtype=stored)
    assert x.working_type == worked
    assert str(x.head(0, None).whole.weights.dtype) == worked


def test_the_masks_to_choose_from() -> None:
    """The file's own comes first; fewer queries than keys may be the first ones or the last ones."""
    assert exported(4).offsets == (None, 0)
    assert exported(4, causal=True).offsets == (0, None)
    few = arrays(6)["q"][:, :2]
    assert exported(6, q=few).offsets == (None, 0, 4)
    assert exported(6, q=few, causal=True).offsets == (0, 4, None)
    assert exported(4, mask=np.eye(4, dtype=bool)).offsets == (None,)
    last = exported(6, q=few).head(0, 4).allowed
    assert last.sum(axis=1).tolist() == [5, 6]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"k": np.ones((2, 5, 3))}, "the queries have 4 numbers each, the keys 3"),
        ({"v": np.ones((2, 4, 4))}, "5 keys but 4 values: each key needs one value"),
        ({"k": np.ones((3, 5, 4))}, "3 key heads but 2 value heads"),
        ({"q": np.ones((3, 5, 4))}, "3 query heads cannot share 2 key heads evenly"),
        ({"q": np.ones((2, 0, 4))}, "Q has no rows"),
        ({letter: np.ones((0, 5, 4)) for letter in "qkv"}, "there are no heads: add at least one"),
        ({"v": np.ones((2, 5, 0))}, "the values have no numbers: give each at least one"),
        ({"mask": np.array(True)}, "the mask is a single number"),
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
    assert x.head(0, None).whole.weights.shape == (3, 3)
    with pytest.raises(ValueError, match="overflows to infinity"):
        x.head(1, None).whole  # noqa: B018  # asking is enough


@pytest.mark.parametrize("offset", [None, 0, 3])
@pytest.mark.parametrize("masked", [False, True])
def test_some_rows_are_worked_out_alone(offset: int | None, masked: bool) -> None:
    """Rows 4 to 6 beside plain Python, with the keys that they may attend; nothing else of the head is known."""
    made = arrays(9, heads=1)
    mask = np.arange(81).reshape(9, 9) % 4 > 0 if masked else None
    head = Head(made["q"][0], made["k"][0], made["v"][0], mask=mask, offset=offset)
    part = head.part(4, 3)
    for i in range(4, 7):
        row = part.trace.weights[i - part.first]
        keys = [j for j in range(9) if (offset is None or j <= i + offset) and (mask is None or mask[i, j])]
        expected = weights([made["q"][0][i].tolist()], made["k"][0][keys].tolist())[0]
        assert np.allclose(row[keys], expected, rtol=0, atol=1e-12)
        assert [j for j in range(9) if head.allowed[i, j]] == keys
        assert np.count_nonzero(row) == len(keys)
    assert head.hides == (offset is not None or masked)
    assert not head.is_whole
    assert head.some is part.trace


def test_a_part_serves_for_the_rows_in_it() -> None:
    """And once the whole is there, that serves for all."""
    head = exported(9).head(0, None)
    part = head.part(2, 4)
    assert head.part(3, 2) is part
    assert head.part(5, 1) is part
    assert head.part(5, 2) is not part
    whole = head.whole
    assert head.is_whole
    assert (head.part(7, 1).trace, head.part(7, 1).first) == (whole, 0)
    assert head.some is whole


def test_rows_beside_one_that_overflows_are_not_worked_out_alone() -> None:
    """Only the last query is too large, and the first rows are asked for."""
    made = arrays(4, dtype=np.float32)
    made["q"][0, 3], made["k"][0, 0] = 1e38, 4
    head = exported(4, **made).head(0, None)
    assert not head.in_parts
    with pytest.raises(ValueError, match="the score of query 4 and key 1 overflows"):
        head.part(0, 1)
    assert not head.is_tried
    assert "the score of query 4 and key 1 overflows" in head.trouble
    assert head.is_tried
    assert not head.is_whole
    assert exported(4).head(1, None).trouble == ""


def test_only_so_many_heads_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three tables of 25 cells fit into 80; a fourth makes room, of those not looked at for longest."""
    monkeypatch.setattr(module, "MOST_CELLS", 80)
    x, kept = exported(5, heads=4), Kept()
    first, *_ = (kept.of(x, (head, None)) for head in range(3))
    assert kept.of(x, (0, None)) is first
    kept.of(x, (3, None))
    assert list(kept.heads) == [(2, None), (0, None), (3, None)]


def test_one_head_is_kept_however_large(monkeypatch: pytest.MonkeyPatch) -> None:
    x, kept = exported(5), Kept()
    monkeypatch.setattr(module, "MOST_CELLS", 1)
    kept.of(x, (0, None))
    kept.of(x, (1, None))
    assert list(kept.heads) == [(1, None)]
