"""What attention refuses, each in one sentence that names both sizes or the place."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tutor.maths.problem import Matrix

Floats = NDArray[Any]


def count(n: int, noun: str) -> str:
    """A number with its noun: 1 key, 2 keys."""
    return f"{n} {noun}{'' if n == 1 else 's'}"


def floats(q: ArrayLike, k: ArrayLike, v: ArrayLike) -> tuple[Floats, Floats, Floats]:
    """Copies of the three in their result type; integers become float64."""
    arrays = []
    for name, given in (("queries", q), ("keys", k), ("values", v)):
        try:
            array = np.asarray(given)
        except ValueError:
            raise ValueError(f"the {name} must be rows of equal length") from None
        if array.dtype.kind not in "biuf":
            raise ValueError(f"the {name} must be real numbers, not {array.dtype}")
        arrays.append(array)
    dtype = np.result_type(*arrays)
    if dtype.kind != "f":
        dtype = np.dtype(np.float64)
    first, second, third = (x.astype(dtype) for x in arrays)
    return first, second, third


def check_shapes(q: Floats, k: Floats, v: Floats) -> None:
    """Refuse q, k and v that do not fit together. Nothing is ever stretched, a length of 1 neither."""
    for name, array in (("queries", q), ("keys", k), ("values", v)):
        if array.ndim < 2:
            raise ValueError(f"the {name} must be rows of numbers, like [[1, 0]]; their shape is {array.shape}")
    if not q.ndim == k.ndim == v.ndim:
        raise ValueError(f"the queries have {q.ndim} axes, the keys {k.ndim}, the values {v.ndim}; all need the same")
    if k.shape[-2] != v.shape[-2]:
        raise ValueError(f"{count(k.shape[-2], 'key')} but {count(v.shape[-2], 'value')}: each key needs one value")
    if k.shape[-2] == 0:
        raise ValueError("there are no keys and values: add at least one key with its value")
    if q.shape[-1] != k.shape[-1]:
        raise ValueError(f"the queries have {count(q.shape[-1], 'number')} each, the keys {k.shape[-1]}")
    if q.shape[-1] == 0:
        raise ValueError("the queries and keys have no numbers: give each at least one")
    if q.ndim > 2:
        _check_heads(q, k, v)


def _check_heads(q: Floats, k: Floats, v: Floats) -> None:
    h_q, h_k, h_v = (x.shape[-3] for x in (q, k, v))
    if h_k != h_v:
        raise ValueError(f"{count(h_k, 'key head')} but {count(h_v, 'value head')}: each key head needs one value head")
    if h_q != h_k and (h_k == 0 or h_q == 0 or h_q % h_k):
        raise ValueError(f"{count(h_q, 'query head')} cannot share {count(h_k, 'key head')} evenly")
    for name, other in (("keys", k), ("values", v)):
        if q.shape[:-3] != other.shape[:-3]:
            raise ValueError(f"the batch of the queries is {q.shape[:-3]}, that of the {name} {other.shape[:-3]}")


def check_scale(value: float, dtype: np.dtype[Any]) -> float:
    """What the scores are multiplied by, as a plain number."""
    return _in_range("scale", value, dtype)


def check_temperature(value: float, dtype: np.dtype[Any]) -> float:
    """What the masked scores are divided by, as a plain number above 0."""
    if value == 0:
        raise ValueError(
            "temperature 0 would divide by 0; its limit is the greedy choice, all weight on the largest score"
        )
    number = _in_range("temperature", value, dtype)
    if number < 0:
        raise ValueError(f"temperature must be above 0, not {number:g}")
    return number


def check_softcap(value: float, dtype: np.dtype[Any]) -> float:
    """The bound that scores are bent to, as a plain number; 0 is off."""
    number = _in_range("softcap", value, dtype)
    if number < 0:
        raise ValueError(f"softcap must be 0 (off) or above, not {number:g}")
    return number


def _in_range(name: str, value: float, dtype: np.dtype[Any]) -> float:
    """A finite number, which the arrays' type can hold too, and not as 0."""
    number = float(value)
    if not math.isfinite(number):
        raise ValueError(f"{name} must be a finite number, not {number:g}")
    with np.errstate(all="ignore"):
        held = float(dtype.type(number))
    if not math.isfinite(held) or (number != 0 and held == 0):
        raise ValueError(f"{name} {number:g} is out of the range of {dtype}")
    return number


def cannot_overflow(q: Floats, k: Floats, *, scale: float, added: Floats | None) -> bool:
    """True where the largest entries alone show that no score overflows; False where each must be looked at."""
    bound = float(np.abs(q).max(initial=0)) * float(np.abs(k).max(initial=0)) * q.shape[-1] * max(1.0, abs(scale))
    if added is not None:
        bound += float(np.abs(added).max(initial=0, where=added > -np.inf))
    # A NaN anywhere makes the bound NaN, and the comparison False.
    return bool(bound < float(np.finfo(q.dtype).max) / 2)


def check_scores(scores: Floats, allowed: NDArray[np.bool_] | None) -> None:
    """Refuse an allowed score that is infinite or NaN: softmax of it means nothing."""
    bad = ~np.isfinite(scores)
    if allowed is not None:
        bad &= allowed
    if bad.any():
        place = tuple(np.argwhere(bad)[0])
        *head, i, j = (int(x) + 1 for x in place)
        what = "is not a number" if np.isnan(scores[place]) else "overflows to infinity"
        where = f"query {i} and key {j}{f' in head {head[-1]}' if head else ''}"
        raise ValueError(f"the score of {where} {what}: make the numbers in Q and K smaller")


def from_rows(name: str, rows: Matrix, *, hiding: bool = False) -> Floats:
    """Rows as a float64 matrix; a ragged row or an entry that is not finite is refused by its place.

    `hiding` lets −inf pass, which is what an added mask hides with.
    """
    width = len(rows[0]) if rows else 0
    for i, row in enumerate(rows, 1):
        if len(row) != width:
            raise ValueError(f"{name} row {i} has {count(len(row), 'number')}, row 1 has {width}")
        for j, cell in enumerate(row, 1):
            if not math.isfinite(cell) and not (hiding and cell == -math.inf):
                raise ValueError(f"{name} row {i}, column {j} is not a finite number")
    return np.array(rows, dtype=np.float64).reshape(len(rows), width)
