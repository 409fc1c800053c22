"""Q, K and V of many tokens and heads as arrays that some program has written out, worked out one head at a time,
and of a large head first the rows that are looked at."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from tutor.maths import masks
from tutor.maths.attention import Trace, attend
from tutor.maths.checks import Floats, cannot_overflow, check_shapes, count
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
        if self.heads == 0 or self.key_heads == 0:
            raise ValueError("there are no heads: add at least one")
        if self.n_q == 0:
            raise ValueError("Q has no rows: add at least one query")
        check_shapes(self.q, self.k, self.v)
        if self.d_v == 0:
            raise ValueError("the values have no numbers: give each at least one")
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
            got = "×".join(map(str, self.mask.shape)) or "a single number"
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

    def head(self, head: int, offset: int | None) -> Head:
        """One head, counted from 0, with one of the `offsets`."""
        shared = head // (self.heads // self.key_heads)
        mask = self.mask if self.mask is None or self.mask.ndim == 2 else self.mask[head]
        q, k, v = (_worked(x) for x in (self.q[head], self.k[shared], self.v[shared]))
        return Head(q, k, v, mask=mask, offset=offset)


Which = tuple[int, int | None]
"""A head, counted from 0, and its mask, one of `Exported.offsets`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """Some rows of a head, every stage of them. `first` is which row of the head their first one is, from 0."""

    trace: Trace
    first: int = 0


class Head:
    """One head and its mask, of which no more is worked out than is asked for.

    `q`, `k` and `v` are 2-D. `mask` is True where a query may attend; `offset` makes it causal as well, with so many
    keys before query 0.
    """

    def __init__(
        self, q: Floats, k: Floats, v: Floats, *, mask: Allowed | None = None, offset: int | None = None
    ) -> None:
        self.q, self.k, self.v = q, k, v
        self._mask = mask
        self._offset = offset
        self._part: Part | None = None

    @property
    def cells(self) -> int:
        """Numbers in its table of weights."""
        return len(self.q) * len(self.k)

    @property
    def multiplications(self) -> int:
        """In the two products of matrices: about what working all of it out costs."""
        return self.cells * int(self.k.shape[1] + self.v.shape[1])

    @cached_property
    def allowed(self) -> Allowed:
        """(n_q, n_k), True where a query may attend."""
        allowed: Allowed = np.broadcast_to(np.True_ if self._mask is None else self._mask, (len(self.q), len(self.k)))
        if self._offset is None:
            return allowed
        triangle = masks.causal(*allowed.shape, offset=self._offset)
        return triangle if self._mask is None else allowed & triangle

    @cached_property
    def hides(self) -> bool:
        """True where there is a cell that softmax never sees."""
        return not (self._mask is None and self._offset is None) and not self.allowed.all()

    @cached_property
    def in_parts(self) -> bool:
        """True where each row can be worked out alone: none of the others can have a score that overflows."""
        return cannot_overflow(self.q, self.k, scale=1 / math.sqrt(self.q.shape[1]), added=None)

    @property
    def is_whole(self) -> bool:
        """True once all of it is worked out."""
        return "whole" in vars(self)

    @cached_property
    def whole(self) -> Trace:
        """Every stage of it. Raises ValueError where a score overflows."""
        return self._worked_out(0, len(self.q))

    @property
    def is_tried(self) -> bool:
        """True once all of it is worked out, or known to be in trouble."""
        return self.is_whole or "trouble" in vars(self)

    @cached_property
    def trouble(self) -> str:
        """Why it cannot be worked out, a sentence; else nothing, and it is."""
        try:
            self.whole  # noqa: B018  # it is kept
        except ValueError as error:
            return str(error)
        return ""

    @property
    def some(self) -> Trace:
        """The rows looked at last, for what is so in all of them."""
        return (self._part or self.part(0, 1)).trace if not self.is_whole else self.whole

    def part(self, first: int, rows: int) -> Part:
        """Some of its rows, counted from 0, or more; all of them where they are worked out already.

        Raises ValueError where a score overflows, whether in these rows or in others.
        """
        if self.is_whole or not self.in_parts:
            return Part(trace=self.whole)
        kept = self._part
        if kept is None or not kept.first <= first <= first + rows <= kept.first + len(kept.trace.q):
            kept = self._part = Part(trace=self._worked_out(first, rows), first=first)
        return kept

    def _worked_out(self, first: int, rows: int) -> Trace:
        some = slice(first, first + rows)
        return attend(
            self.q[some],
            self.k,
            self.v,
            mask=None if self._mask is None else self._mask[some],
            causal=self._offset is not None,
            offset=(self._offset or 0) + first,
        )


class Kept:
    """The heads looked at last, of which together no more than `MOST_CELLS` weights are kept."""

    def __init__(self) -> None:
        self._heads: dict[Which, Head] = {}

    @property
    def heads(self) -> Mapping[Which, Head]:
        """What is kept, that looked at last at the end."""
        return self._heads

    def of(self, exported: Exported, which: Which) -> Head:
        """This head as it is kept, or anew; the oldest make room."""
        head = self._heads.pop(which, None)
        self._heads[which] = head = exported.head(*which) if head is None else head
        while len(self._heads) > 1 and sum(x.cells for x in self._heads.values()) > MOST_CELLS:
            del self._heads[next(iter(self._heads))]
        return head


def _check_finite(name: str, array: Floats) -> None:
    bad = ~np.isfinite(array)
    what = "is not finite"
    if array.dtype.itemsize > 8 and not bad.any():
        with np.errstate(over="ignore"):
            bad = ~np.isfinite(array.astype(np.float64))
        what = "is too large for double precision"
    if bad.any():
        head, row, column = (int(x) + 1 for x in np.argwhere(bad)[0])
        where = f"head {head}, " if len(array) > 1 else ""
        raise ValueError(f"{name} has a number that {what}: {where}row {row}, column {column}")


def _worked(array: Floats) -> Any:
    """The array in a type that sums well: single precision for half, double for anything that NumPy has beyond."""
    if array.dtype.kind != "f" or array.dtype.itemsize > 8:
        return array.astype(np.float64)
    return array.astype(np.float32) if array.dtype.itemsize < 4 else array
