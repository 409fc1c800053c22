"""Scaled dot-product attention with every step to look at, and nothing known of who looks.

The formula is section 3.2.1 of "Attention Is All You Need", softmax(QKᵀ/√d_k)·V, opened up into its stages.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tutor.maths import masks
from tutor.maths.checks import (
    Floats,
    cannot_overflow,
    check_scale,
    check_shapes,
    check_softcap,
    check_temperature,
    count,
    floats,
    from_rows,
)
from tutor.maths.masks import Allowed
from tutor.maths.problem import Problem
from tutor.maths.stages import KEPT, mask_scores, names, scale_scores, shift_scores, weigh

HELD = ("row_max", "row_sum", "weights", "output")
"""The stages that a whole trace holds. The scores are one product of matrices away, each of the others one step for
each cell from there."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Trace:
    """Attention, step by step; every array is read-only.

    `scores`, `scaled`, `masked`, `shifted`, `exponentials`, `weights` and `allowed` are (…, h_q, n_q, n_k),
    `row_max` and `row_sum` (…, h_q, n_q), `output` (…, h_q, n_q, d_v); 2-D input has no axis for heads.
    `scores` and `scaled` show hidden keys too. `masked` is scaled, capped, with `added` (the float mask) added,
    and −inf in hidden cells; `row_max` is the largest of masked ÷ temperature, `shifted` is masked ÷ temperature
    − row_max. `allowed` is True where a query may attend a key. `empty_rows` are the rows with no allowed key,
    counted from 0: a number for 2-D input, a tuple of indexes otherwise; there row_max and shifted are −inf,
    row_sum, weights and output 0. A stage left out of `keep` is None; annotations speak of those that were kept.

    Without slots, since a whole trace works `scores`, `scaled`, `masked`, `shifted` and `exponentials` out when first
    asked for: at n = 2048 they would take most of the time and memory, and few callers look at all of them.
    """

    q: Floats
    k: Floats
    v: Floats
    scale: float
    temperature: float
    softcap: float
    offset: int
    added: Floats | None
    allowed: Allowed
    row_max: Floats
    row_sum: Floats
    weights: Floats
    output: Floats
    empty_rows: tuple[int, ...] | tuple[tuple[int, ...], ...]

    @cached_property
    @np.errstate(all="ignore")
    def scores(self) -> Floats:
        return _read_only(_matmul(self.q, self.k.swapaxes(-1, -2)))

    @cached_property
    def scaled(self) -> Floats:
        return _read_only(scale_scores(self.scores, self.scale))

    @cached_property
    def masked(self) -> Floats:
        allowed = None if self.allowed.all() else self.allowed
        return _read_only(mask_scores(self.scaled, self.softcap, self.added, allowed))

    @cached_property
    def shifted(self) -> Floats:
        return _read_only(shift_scores(self.masked, self.temperature, self.row_max))

    @cached_property
    def exponentials(self) -> Floats:
        return _read_only(np.exp(self.shifted))


def attend(
    q: ArrayLike,
    k: ArrayLike,
    v: ArrayLike,
    *,
    mask: ArrayLike | None = None,
    causal: bool = False,
    offset: int = 0,
    scale: float | None = None,
    temperature: float = 1.0,
    softcap: float = 0.0,
    keep: Literal["all"] | Sequence[str] = "all",
) -> Trace:
    """Attention of each query over the keys that it may attend, with every stage.

    q (…, h_q, n_q, d_k), k (…, h_k, n_k, d_k), v (…, h_k, n_k, d_v), or 2-D for one head; h_q may be a multiple
    of h_k, and query head i then uses key head i // (h_q / h_k). `mask` broadcasts to (…, h_q, n_q, n_k): bool,
    True may attend, or float, added to the scaled scores, −inf hides. `causal` allows, of those, key j for query i
    where j ≤ i + offset. `scale` multiplies the scores, None is 1/√d_k; `softcap` c > 0 bends them to c·tanh(x/c),
    before the mask. Stages have the result type of q, k and v; integers become float64. `keep` names the stages to
    keep; the others share memory.

    Raises ValueError, one sentence, where shapes do not fit, an allowed score or value is not finite, or an
    option is out of its range. What hidden keys and values hold never reaches the output, NaN neither.
    """
    q, k, v = floats(q, k, v)
    check_shapes(q, k, v)
    scale = check_scale(1 / math.sqrt(q.shape[-1]) if scale is None else scale, q.dtype)
    temperature = check_temperature(temperature, q.dtype)
    softcap = check_softcap(softcap, q.dtype)
    offset = operator.index(offset)
    whole = isinstance(keep, str) and keep == "all"
    wanted = names(HELD if whole else (keep,) if isinstance(keep, str) else keep)
    shape = (*q.shape[:-1], k.shape[-2])
    added, allowed = masks.read(mask, shape, q.dtype)
    if causal:
        triangle = masks.causal(*shape[-2:], offset=offset)
        allowed = triangle if allowed is None else allowed & triangle

    with np.errstate(all="ignore"):  # what overflows is refused in words, and a hidden NaN is nobody's business
        stages = weigh(
            _matmul(q, k.swapaxes(-1, -2)),
            scale=scale,
            temperature=temperature,
            softcap=softcap,
            added=added,
            allowed=allowed,
            keep=wanted,
            safe=cannot_overflow(q, k, scale=scale, added=added),
            reach=offset if causal else None,
        )
        stages["output"] = _mix(stages["weights"], v, allowed)
    empty = stages["row_max"] == -np.inf
    kept: dict[str, Any] = {name: _read_only(stages[name]) if name in wanted else None for name in KEPT}

    trace = Trace(
        q=_read_only(q),
        k=_read_only(k),
        v=_read_only(v),
        scale=scale,
        temperature=temperature,
        softcap=softcap,
        offset=offset,
        added=added,
        allowed=np.broadcast_to(np.True_ if allowed is None else allowed, shape),
        empty_rows=_places(empty),
        **{name: kept[name] for name in HELD},
    )
    if not whole:
        # Worked out already, or not wanted: either way there is nothing left to work out when asked for.
        vars(trace).update({name: kept[name] for name in KEPT if name not in HELD})
    return trace


def _read_only(array: Floats) -> Floats:
    array.flags.writeable = False
    return array


def _places(empty: Allowed) -> tuple[int, ...] | tuple[tuple[int, ...], ...]:
    """Where it is True: numbers for one axis, tuples of indexes for more."""
    places = np.argwhere(empty).tolist()
    return tuple(row for (row,) in places) if empty.ndim == 1 else tuple(tuple(place) for place in places)


def _matmul(a: Floats, b: Floats) -> Floats:
    """a @ b for each head; where a has more heads than b, neighboring heads of a share one of b."""
    product: Floats
    if a.ndim == 2 or a.shape[-3] == b.shape[-3]:
        product = np.matmul(a, b)
        return product
    # The rows of all the heads that share stand under each other, so that b is neither copied nor stretched.
    sharing = a.shape[-3] // b.shape[-3] * a.shape[-2]
    product = np.matmul(a.reshape(*b.shape[:-2], sharing, a.shape[-1]), b)
    return product.reshape(*a.shape[:-1], b.shape[-1])


def _mix(weights: Floats, v: Floats, allowed: Allowed | None) -> Floats:
    """weights · V, to which a hidden value adds nothing, even where it is not finite (0 · NaN is NaN)."""
    finite = np.isfinite(v)
    if finite.all():
        return _matmul(weights, v)
    attended = np.broadcast_to(np.True_ if allowed is None else allowed, weights.shape).astype(v.dtype)
    seen = _matmul(attended, (~finite).astype(v.dtype)) > 0
    if seen.any():
        *_, i, column = (int(x) + 1 for x in np.argwhere(seen)[0])
        raise ValueError(f"query {i} may attend a value whose number {column} is not finite")
    return _matmul(weights, np.where(finite, v, 0))


def solve(problem: Problem) -> Trace:
    """`attend` for a problem in plain numbers: 2-D arrays for one head, a first axis of heads for several.

    Raises ValueError, one sentence, naming the matrix, row and column, or the two sizes that do not fit.
    """
    if not problem.q:
        raise ValueError("Q has no rows: add at least one query")
    q, k, v = from_rows("Q", problem.q), from_rows("K", problem.k), from_rows("V", problem.v)
    shared = problem.key_heads
    if (problem.heads, shared) == (1, 1):
        check_shapes(q, k, v)
    else:
        if problem.heads == shared:
            check_shapes(q, k, v)
        heads = (problem.heads, shared, shared)
        q, k, v = (_split(name, x, h) for name, x, h in zip("QKV", (q, k, v), heads, strict=True))
    return attend(
        q,
        k,
        v,
        mask=_mask_of(problem),
        causal=problem.mask == "causal",
        offset=problem.offset or 0,
        scale=problem.scale,
        temperature=problem.temperature,
        softcap=problem.softcap,
    )


def _mask_of(problem: Problem) -> NDArray[Any] | None:
    """The problem's own two masks as one: bool, or float where something is added."""
    keep = None if isinstance(problem.mask, str) else masks.custom(problem.mask, problem.n_q, problem.n_k)
    if problem.add_mask is None:
        return keep
    added = from_rows("the added mask", problem.add_mask, hiding=True)
    masks.check_size("added mask", added.shape, problem.n_q, problem.n_k)
    return added if keep is None else np.where(keep, added, -np.inf)


def _split(name: str, rows: Floats, heads: int) -> Floats:
    """(n, heads·d) → (heads, n, d): head h owns the h-th block of columns."""
    n, width = rows.shape
    if heads < 1 or width % heads:
        raise ValueError(f"{name} has {count(width, 'column')}, which {count(heads, 'head')} cannot share evenly")
    return rows.reshape(n, heads, width // heads).swapaxes(0, 1)
