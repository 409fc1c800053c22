"""Q, K and V of many tokens and heads as arrays that some program has written out, worked out one head at a time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from tutor.maths.attention import Trace, attend
from tutor.maths.checks import Floats, check_shapes, count
from tutor.maths.masks import Allowed

MOST_CELLS = 1024 * 1024
"""Of one head's weights: every stage that is looked at is held in memory, eight bytes or four a number."""

LONGEST_SIDE = 8192
"""Rows or columns of any one table: each has a name."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Exported:
    """Arrays (heads, tokens, columns) under the name of what they came from; `dtype` is what they were stored in.

    `q` may have a multiple of the heads of `k` and `v`, which neighboring query heads then share. `mask` is
    (n_q, n_k) or (h_q, n_q, n_k), True may attend, or None; `causal` is what was stated beside the numbers.
    `tokens` name queries, keys or both, wherever there are as many. Raises ValueError, one sentence, where the
    arrays do not fit together, hold something that is not finite, or are too large.
    """

    name: str
    q: Floats
    k: Floats
    v: Floats
    dtype: str
    mask: Allowed | None = None
    causal: bool = False
    tokens: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for letter in "qkv":
            if getattr(self, letter).ndim != 3:
                raise ValueError(f"{letter.upper()} has to have the axes heads, tokens and columns")
        if self.n_q == 0:
            raise ValueError("Q has no rows: add at least one query")
        check_shapes(self.q, self.k, self.v)
        if self.n_q * self.n_k > MOST_CELLS:
            raise ValueError(
                f"{self.n_q}×{self.n_k} weights a head are too many: at most {MOST_CELLS} (1024×1024) are opened, "
                "since the stages of a head are held in memory"
            )
        longest = max(self.n_q, self.n_k, self.d_k, self.d_v)
        if longest > LONGEST_SIDE:
            raise ValueError(f"a table {longest} long is too long: at most {LONGEST_SIDE} rows or columns are named")
        for letter in "qkv":
            _check_finite(letter.upper(), getattr(self, letter))
        self._check_mask()
        if self.tokens and len(self.tokens) not in (self.n_q, self.n_k):
            raise ValueError(f"{count(len(self.tokens), 'token')}, but {self.n_q} queries and {self.n_k} keys")

    def _check_mask(self) -> None:
        if self.mask is None:
            return
        size = (self.n_q, self.n_k)
        if self.mask.shape not in (size, (self.heads, *size)):
            got = "×".join(map(str, self.mask.shape))
            raise ValueError(
                f"the mask is {got}; with a row for each query and a column for each key it is {size[0]}×{size[1]}"
            )

    @property
    def heads(self) -> int:
        """How many heads the queries have."""
        return int(self.q.shape[0])

    @property
    def key_heads(self) -> int:
        """How many heads the keys and values have."""
        return int(self.k.shape[0])

    @property
    def n_q(self) -> int:
        return int(self.q.shape[1])

    @property
    def n_k(self) -> int:
        return int(self.k.shape[1])

    @property
    def d_k(self) -> int:
        return int(self.q.shape[2])

    @property
    def d_v(self) -> int:
        return int(self.v.shape[2])

    @property
    def cells(self) -> int:
        """Numbers in one head's table of weights."""
        return self.n_q * self.n_k

    @property
    def working_type(self) -> str:
        """What the numbers are worked out in: float16 has too few digits for sums, and whole numbers have none."""
        return str(np.result_type(*(_worked(x) for x in (self.q, self.k, self.v))))

    @property
    def offsets(self) -> tuple[int | None, ...]:
        """The masks to choose from, the file's own first: None is its mask or none, a number is causal.

        The number is how many keys come before query 1. Where there are fewer queries than keys, they may also be
        the last ones.
        """
        if self.mask is not None:
            return (0,) if self.causal else (None,)
        triangles = (0, self.n_k - self.n_q) if self.n_q < self.n_k else (0,)
        return (*triangles, None) if self.causal else (None, *triangles)

    def trace(self, head: int, offset: int | None) -> Trace:
        """Every stage of one head, counted from 0, as 2-D arrays. Raises ValueError where its scores overflow."""
        shared = head // (self.heads // self.key_heads)
        mask = self.mask if self.mask is None or self.mask.ndim == 2 else self.mask[head]
        return attend(
            _worked(self.q[head]),
            _worked(self.k[shared]),
            _worked(self.v[shared]),
            mask=mask,
            causal=offset is not None,
            offset=offset or 0,
        )


Which = tuple[int, int | None]
"""A head, counted from 0, and its mask, one of `Exported.offsets`."""


class Kept:
    """The heads worked out last, of which together no more than `MOST_CELLS` weights are kept."""

    def __init__(self) -> None:
        self._traces: dict[Which, Trace] = {}

    @property
    def traces(self) -> Mapping[Which, Trace]:
        """What is kept, that looked at last at the end."""
        return self._traces

    def find(self, which: Which) -> Trace | None:
        """The trace of this head, where it is still kept."""
        trace = self._traces.pop(which, None)
        if trace is not None:
            self._traces[which] = trace
        return trace

    def add(self, which: Which, trace: Trace) -> None:
        """Keep this one; the oldest make room."""
        self._traces[which] = trace
        while len(self._traces) > 1 and sum(x.scores.size for x in self._traces.values()) > MOST_CELLS:
            del self._traces[next(iter(self._traces))]


def _check_finite(name: str, array: Floats) -> None:
    bad = ~np.isfinite(array)
    if bad.any():
        head, row, column = (int(x) + 1 for x in np.argwhere(bad)[0])
        where = f"head {head}, " if len(array) > 1 else ""
        raise ValueError(f"{name} has a number that is not finite: {where}row {row}, column {column}")


def _worked(array: Floats) -> Any:
    """The array in a type that sums well: single precision for half, double for anything that NumPy has beyond."""
    if array.dtype.kind != "f" or array.dtype.itemsize > 8:
        return array.astype(np.float64)
    return array.astype(np.float32) if array.dtype.itemsize < 4 else array
