"""`attend` beside the least that NumPy can do for the same weights and output."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tests.benchmarks.measuring import Table, median, timed
from tutor.maths.attention import attend

D = 64
SIZES = (64, 512, 2048)


def floor(q: NDArray[np.floating], k: NDArray[np.floating], v: NDArray[np.floating]) -> NDArray[np.floating]:
    """Causal attention in place, one buffer of n×n, nothing kept."""
    scores = q @ k.T
    scores *= q.dtype.type(1 / np.sqrt(D))
    scores[~np.tri(len(q), dtype=bool)] = -np.inf
    scores -= scores.max(axis=-1, keepdims=True)
    np.exp(scores, out=scores)
    scores /= scores.sum(axis=-1, keepdims=True)
    return scores @ v


def run(n: int) -> list[Table]:
    """In turn, n times each."""
    table = Table(
        f"attend: causal, d = {D}",
        ("n, type", "NumPy ms", "all stages ms", "× NumPy", "weights, output ms", "× NumPy "),
    )
    rng = np.random.default_rng(7)
    for size in SIZES:
        for dtype in (np.float32, np.float64):
            q, k, v = (rng.standard_normal((size, D)).astype(dtype) for _ in range(3))
            calls = (
                lambda q=q, k=k, v=v: floor(q, k, v),
                lambda q=q, k=k, v=v: attend(q, k, v, causal=True),
                lambda q=q, k=k, v=v: attend(q, k, v, causal=True, keep=("weights", "output")),
            )
            rounds = [[timed(call) for call in calls] for _ in range(n + 1)][1:]
            plain, everything, little = (1000 * median(column) for column in zip(*rounds, strict=True))
            label = f"{size} {np.dtype(dtype).name}"
            table.rows.append((label, plain, everything, everything / plain, little, little / plain))
    return [table]
