"""From scores to weights, stage by stage: scale, mask, shift, exponentials, and their share of the row's sum.

Large matrices go through a block of rows at a time, so that a block is still in the cache when its next stage comes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from types import EllipsisType

import numpy as np

from tutor.maths.checks import Floats, check_scores
from tutor.maths.masks import Allowed

KEPT = ("scores", "scaled", "masked", "row_max", "shifted", "exponentials", "row_sum", "weights", "output")
"""The stages that `keep` may name, in the order in which they are worked out."""

BLOCK = 1 << 18
"""Cells of a block: 1 MB of float32."""

_PASSED_THROUGH = frozenset({"scaled", "masked", "shifted", "exponentials"})

Place = tuple[int | slice | EllipsisType, ...]


def names(keep: Sequence[str]) -> frozenset[str]:
    """The stages that are to be kept. ValueError for what is none."""
    for name in keep:
        if name not in KEPT:
            raise ValueError(f'there is no stage "{name}" to keep; the stages are {", ".join(KEPT)}')
    return frozenset(keep)


@np.errstate(all="ignore")
def scale_scores(scores: Floats, scale: float, *, out: Floats | None = None) -> Floats:
    """scores · scale; the same array where that is 1."""
    return scores if scale == 1 else np.multiply(scores, scale, out=out)


@np.errstate(all="ignore")
def mask_scores(
    scaled: Floats, softcap: float, added: Floats | None, allowed: Allowed | None, *, out: Floats | None = None
) -> Floats:
    """The scaled scores, capped, with the mask added and −inf where hidden; the same array where there is none."""
    masked = scaled
    if softcap:
        masked = out = np.divide(masked, softcap, out=out)
        np.multiply(np.tanh(masked, out=masked), softcap, out=masked)
    if added is not None:
        masked = out = np.add(masked, added, out=out)
    if allowed is not None:
        if out is not masked:
            out = np.empty_like(masked) if out is None else out
            np.copyto(out, masked)
        masked = out
        np.copyto(masked, -np.inf, where=~allowed)
    return masked


@np.errstate(all="ignore")
def shift_scores(masked: Floats, temperature: float, row_max: Floats, *, out: Floats | None = None) -> Floats:
    """masked ÷ temperature − row_max, in which an empty row stays −inf."""
    if temperature != 1:
        masked = out = np.divide(masked, temperature, out=out)
    # −inf − (−inf) would be NaN.
    base = np.where(row_max == -np.inf, 0, row_max)[..., None]
    return np.subtract(masked, base, out=out)


def weigh(
    scores: Floats,
    *,
    scale: float,
    temperature: float,
    softcap: float,
    added: Floats | None,
    allowed: Allowed | None,
    keep: frozenset[str],
    safe: bool,
    reach: int | None,
) -> dict[str, Floats]:
    """Every stage from the scores to the weights, by name; those not in `keep` share memory and hold no longer.

    An empty row has row_max −inf and weights 0. `safe` says that no score can overflow; otherwise each is looked at,
    and refused in a ValueError. Where `reach` is given, no key beyond i + reach is allowed for query i.
    """
    same = {"scaled": scale == 1, "masked": not softcap and added is None and allowed is None}
    arrays = _arrays(scores, keep, same)
    row_max, row_sum = np.empty(scores.shape[:-1], scores.dtype), np.empty(scores.shape[:-1], scores.dtype)
    whole = not safe or scores.shape[-2] * scores.shape[-1] <= BLOCK
    if whole or keep & _PASSED_THROUGH:
        reach = None
    for head, rows, columns in _blocks(scores.shape, whole=whole, reach=reach):
        place = (*head, rows, columns)
        views = {id(array): array[place] for array in arrays.values()}
        out = {name: views[id(array)] for name, array in arrays.items()}
        plus, may = ((x if whole or x is None else np.broadcast_to(x, scores.shape)[place]) for x in (added, allowed))
        scaled = scale_scores(out["scores"], scale, out=out["scaled"])
        if not safe:
            check_scores(scaled, may)
        masked = mask_scores(scaled, softcap, plus, may, out=out["masked"])
        if not safe:
            check_scores(masked, may)
        largest = masked.max(axis=-1)
        empty = largest == -np.inf
        largest = largest / temperature
        if not (np.isfinite(largest) | empty).all():
            raise ValueError(f"the scores ÷ temperature {temperature:g} are too large for {scores.dtype}")
        shifted = shift_scores(masked, temperature, largest, out=out["shifted"])
        exponentials = np.exp(shifted, out=out["exponentials"])
        # Beyond the reach of these rows nothing has been worked out; e^(−∞) is 0 there.
        arrays["exponentials"][(*head, rows, slice(columns.stop, None))] = 0
        total = arrays["exponentials"][(*head, rows)].sum(axis=-1)
        np.divide(exponentials, np.where(empty, 1, total)[..., None], out=out["weights"])
        row_max[(*head, rows)], row_sum[(*head, rows)] = largest, total
    return {**arrays, "row_max": row_max, "row_sum": row_sum}


def _arrays(scores: Floats, keep: frozenset[str], same: dict[str, bool]) -> dict[str, Floats]:
    """An array for each stage: that of the stage before where that one is not kept, or where the two are the same."""
    arrays = {"scores": scores}
    array, kept = scores, "scores" in keep
    for name in ("scaled", "masked", "shifted", "exponentials", "weights"):
        if not same.get(name):
            array, kept = (np.empty_like(array), False) if kept else (array, False)
        kept = kept or name in keep
        arrays[name] = array
    return arrays


def _blocks(shape: tuple[int, ...], *, whole: bool, reach: int | None) -> Iterator[tuple[Place, slice, slice]]:
    """Indexes of heads, rows, and the columns that count for these rows: all of them at once, or a block at a time."""
    *heads, n_q, n_k = shape
    if whole:
        yield (...,), slice(None), slice(n_k)
        return
    step = max(1, BLOCK // n_k)
    for head in np.ndindex(*heads):
        for row in range(0, n_q, step):
            stop = min(n_q, row + step)
            yield head, slice(row, stop), slice(n_k if reach is None else max(1, min(n_k, stop + reach)))
