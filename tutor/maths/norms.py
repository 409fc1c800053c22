"""Layer normalization of each row, and its gradient."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tutor.maths.checks import Floats

EPSILON = 1e-5
"""Added to the variance, so that a row of equal numbers divides by no zero."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Normed:
    """A row with mean 0 and deviation 1, and that times gain plus bias. (…, d), (…, 1), (…, d)."""

    normalized: Floats
    deviation: Floats
    output: Floats


def layer_norm(x: Floats, gain: Floats, bias: Floats) -> Normed:
    """Layer normalization, (x − mean) / √(variance + EPSILON) · gain + bias, over the last axis. (…, d), (d,), (d,).

    Ba, Kiros and Hinton, "Layer Normalization", 2016.
    """
    centered = x - x.mean(axis=-1, keepdims=True)
    deviation = np.sqrt(np.square(centered).mean(axis=-1, keepdims=True) + EPSILON)
    normalized = centered / deviation
    return Normed(normalized=normalized, deviation=deviation, output=normalized * gain + bias)


def layer_norm_gradients(
    upstream: Floats, normalized: Floats, deviation: Floats, gain: Floats
) -> tuple[Floats, Floats, Floats]:
    """The gradients with respect to x, gain and bias, from that of the output. (…, d) → (…, d), (d,), (d,)."""
    rows = tuple(range(upstream.ndim - 1))
    scaled = upstream * gain
    along = (scaled * normalized).mean(axis=-1, keepdims=True)
    x = (scaled - scaled.mean(axis=-1, keepdims=True) - normalized * along) / deviation
    return x, (upstream * normalized).sum(axis=rows), upstream.sum(axis=rows)
