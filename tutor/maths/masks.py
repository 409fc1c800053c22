"""Which keys a query may attend. Every mask here is bool, and True means "may attend".

Queries and keys are counted from 0 in code, from 1 in every sentence.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

Allowed = NDArray[np.bool_]

MEANING = "1 = may attend, 0 = hidden"
"""What the cells of a typed mask mean, wherever one is asked for or shown."""


def causal(n_q: int, n_k: int, *, offset: int = 0) -> Allowed:
    """Query i may attend key j where j ≤ i + offset. (n_q, n_k); `offset` is how many keys come before query 0."""
    # Beyond these bounds nothing changes any more, and a huge offset would not fit an int64.
    offset = max(-n_q, min(n_k, offset))
    return np.tri(n_q, n_k, offset, dtype=np.bool_)


def window(n_q: int, n_k: int, *, size: int, offset: int = 0) -> Allowed:
    """Causal, and no further back than `size` keys, the query's own among them. (n_q, n_k); size from 1."""
    if size < 1:
        raise ValueError(f"a window holds at least 1 key, not {size}")
    return causal(n_q, n_k, offset=offset) & ~causal(n_q, n_k, offset=offset - size)


def padding(lengths: Sequence[int], n_q: int, n_k: int) -> Allowed:
    """Every query may attend the first `lengths[b]` keys of sequence b; the rest is padding. (batch, n_q, n_k)."""
    for number, length in enumerate(lengths, 1):
        if not 0 <= length <= n_k:
            raise ValueError(f"sequence {number} has length {length}; with {n_k} keys it is 0 to {n_k}")
    real = np.arange(n_k) < np.array(lengths, dtype=np.int64).reshape(-1, 1, 1)
    return np.repeat(real, n_q, axis=1)


def custom(rows: Sequence[Sequence[float]], n_q: int, n_k: int) -> Allowed:
    """A mask typed as rows of 1 (may attend) and 0 (hidden). (n_q, n_k); anything else is a ValueError."""
    for i, row in enumerate(rows, 1):
        if len(row) != len(rows[0]):
            cells = f"{len(row)} cell{'' if len(row) == 1 else 's'}"
            raise ValueError(f"mask row {i} has {cells}, row 1 has {len(rows[0])}")
        for j, cell in enumerate(row, 1):
            if cell not in (0, 1):
                raise ValueError(f"mask row {i}, column {j} is {cell:g}; a mask holds only 1 and 0 ({MEANING})")
    check_size("mask", (len(rows), len(rows[0]) if rows else 0), n_q, n_k)
    return np.array(rows, dtype=np.float64) > 0


def check_size(name: str, size: tuple[int, ...], n_q: int, n_k: int) -> None:
    """Refuse a typed mask that has not a row for each query and a column for each key."""
    if size != (n_q, n_k):
        got = "×".join(map(str, size))
        raise ValueError(f"the {name} is {got}; with a row for each query and a column for each key it is {n_q}×{n_k}")


def read(
    mask: ArrayLike | None, shape: tuple[int, ...], dtype: np.dtype[Any]
) -> tuple[NDArray[Any] | None, Allowed | None]:
    """A bool or float mask as what is added to the scores and what is allowed; None where there is nothing to do.

    It must broadcast to `shape`, that of the scores. An integer mask is refused, since 1 and 0 would be added.
    """
    if mask is None:
        return None, None
    given = np.array(mask)
    if given.dtype.kind in "iu":
        raise ValueError(
            "an integer mask could mean to hide or to add: make it bool (True may attend) or float (added)"
        )
    if given.dtype.kind not in "bf":
        raise ValueError(f"a mask is bool (True may attend) or float (added), not {given.dtype}")
    if given.ndim > len(shape) or any(n not in (1, m) for n, m in zip(given.shape[::-1], shape[::-1], strict=False)):
        raise ValueError(f"the mask has shape {given.shape}, the scores {shape}: it must fit them")
    if given.dtype.kind == "b":
        return None, given
    if not (given < np.inf).all():
        raise ValueError("a float mask holds finite numbers and −inf, which hides; it has NaN or +inf")
    with np.errstate(over="ignore"):
        added = given.astype(dtype)
    allowed = added > -np.inf
    added.flags.writeable = False
    return added, None if allowed.all() else allowed
