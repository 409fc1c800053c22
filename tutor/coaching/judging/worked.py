"""One row of a worked problem: each of its stages, and what follows from any line of it, right or wrong."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tutor.maths.problem import STAGES, Problem

Floats = NDArray[np.float64]
Allowed = NDArray[np.bool_]
Places = NDArray[np.intp]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class WorkedRow:
    """The asked row with everything that its mistakes are made from; matrices are one head's.

    `i` and `head` count from 0. `queries` (n_q, d_k), `keys` (n_k, d_k), `values` (n_k, d_v); `allowed`
    (n_q, n_k), and `added` too, where the problem adds a finite mask. `by_head` holds the stages' whole
    matrices by name, for each head; `stages` are the asked head's.
    """

    problem: Problem
    i: int
    head: int
    queries: Floats
    keys: Floats
    values: Floats
    allowed: Allowed
    added: Floats | None
    scale: float
    by_head: tuple[Mapping[str, Floats], ...]

    @property
    def stages(self) -> Mapping[str, Floats]:
        return self.by_head[self.head]

    @property
    def n_q(self) -> int:
        return len(self.queries)

    @property
    def n_k(self) -> int:
        return len(self.keys)

    @property
    def d_k(self) -> int:
        return int(self.keys.shape[1])

    @property
    def d_v(self) -> int:
        return int(self.values.shape[1])

    @property
    def root(self) -> float:
        """√d_k."""
        return math.sqrt(self.d_k)

    @property
    def visible(self) -> Allowed:
        """True for each key that the asked query may attend."""
        row: Allowed = self.allowed[self.i]
        return row

    @property
    def hides(self) -> bool:
        """True where a key is hidden from the asked query."""
        return not bool(self.visible.all())

    @property
    def causal(self) -> bool:
        """True where keys are hidden by order: a causal mask, or a stated one of the same form."""
        return self.problem.mask == "causal" or (
            self.problem.mask != "none"
            and self.n_q == self.n_k
            and bool((self.allowed == np.tri(self.n_q, dtype=bool)).all())
        )

    @property
    def own_mask(self) -> bool:
        """True where a mask was written out that is not the causal one."""
        stated = self.problem.mask not in ("none", "causal") or not bool(self.allowed.all())
        return stated and not self.causal

    @property
    def position(self) -> int:
        """The asked query's place among the keys, from 0, under a causal mask."""
        return self.i + (self.problem.offset or 0) * (self.problem.mask == "causal")

    @property
    def plain_masking(self) -> bool:
        """True where masking does nothing but hide: neither a soft cap nor an added mask."""
        return not self.problem.softcap and self.added is None

    def right(self, stage: str) -> Floats:
        """The asked row of a stage. (n_k,), or (d_v,) for the output."""
        row: Floats = self.stages[stage][self.i]
        return row

    @property
    def logits(self) -> Floats:
        """What softmax is taken of: the masked scores divided by the temperature."""
        return self.right("masked") / self.problem.temperature

    def masked(self, scaled: Floats, *, allowed: Allowed | None = None, add: bool = True) -> Floats:
        """Scaled scores of the asked row, capped, with the mask added, and −∞ where `allowed` is False."""
        return self._mask(scaled, self.visible if allowed is None else allowed, self.i, add)

    def masked_matrix(self, scaled: Floats) -> Floats:
        """The same for all rows."""
        return self._mask(scaled, self.allowed, slice(None), True)

    def _mask(self, scaled: Floats, allowed: Allowed, rows: int | slice, add: bool) -> Floats:
        cap = self.problem.softcap
        line = cap * np.tanh(scaled / cap) if cap else scaled
        if add and self.added is not None:
            line = line + self.added[rows]
        return np.where(allowed, line, -np.inf)

    def weights(self, masked: Floats) -> Floats:
        """Softmax of a masked row, at the problem's temperature."""
        return softmax(masked / self.problem.temperature)

    def output(self, weights: Floats) -> Floats:
        """A row of weights times V; a weight of −∞ (a logarithm's) counts as 0."""
        return np.where(np.isneginf(weights), 0.0, weights) @ self.values

    def follow(self, line: Floats, start: str, end: str) -> Floats:
        """The row at stage `end` that follows rightly from `line` at stage `start`."""
        for stage in STAGES[STAGES.index(start) + 1 : STAGES.index(end) + 1]:
            line = self._next(line, stage)
        return line

    def _next(self, line: Floats, stage: str) -> Floats:
        match stage:
            case "scaled":
                return line * self.scale
            case "masked":
                return self.masked(line)
            case "weights":
                return self.weights(line)
            case _:
                return self.output(line)


def softmax(logits: Floats) -> Floats:
    """Softmax along the last axis; a row of nothing but −∞ is all zero."""
    largest = logits.max(axis=-1, keepdims=True)
    powers: Floats = np.exp(logits - np.where(np.isneginf(largest), 0.0, largest))
    total = powers.sum(axis=-1, keepdims=True)
    shares: Floats = powers / np.where(total == 0, 1.0, total)
    return shares


def work(problem: Problem, row: int, head: int = 1) -> WorkedRow:
    """Solve a problem and look at one row of one head, both counted from 1.

    Raises ValueError with one sentence where there is no such row or head, or the problem has no solution.
    """
    if not 1 <= row <= problem.n_q:
        raise ValueError(f"row {row} is asked, but Q has {_count(problem.n_q, 'row')}")
    if not 1 <= head <= problem.heads:
        raise ValueError(f"head {head} is asked, but there {'is' if problem.heads == 1 else 'are'} {problem.heads}")
    trace = problem.solve()

    def own(array: NDArray[Any], h: int = head - 1) -> NDArray[Any]:
        """A head's own part; of keys and values that of the head that this query head uses."""
        return array if problem.heads == 1 else array[h * array.shape[0] // problem.heads]

    added = None
    if problem.add_mask is not None:
        added = np.array(problem.add_mask, dtype=np.float64)
        added = np.where(np.isneginf(added), 0.0, added)
    return WorkedRow(
        problem=problem,
        i=row - 1,
        head=head - 1,
        queries=own(trace.q),
        keys=own(trace.k),
        values=own(trace.v),
        allowed=own(trace.allowed),
        added=added if added is None or added.any() else None,
        scale=trace.scale,
        by_head=tuple({stage: own(getattr(trace, stage), h) for stage in STAGES} for h in range(problem.heads)),
    )


def _count(n: int, noun: str) -> str:
    return f"{n} {noun}{'' if n == 1 else 's'}"
