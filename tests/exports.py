"""Files of exported Q, K and V for tests, and their attention once more, in plain Python with nothing but loops."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

Rows = list[list[float]]


def arrays(n: int, *, heads: int = 2, key_heads: int | None = None, d: int = 4, dtype: Any = np.float64) -> Any:
    """q, k and v (heads, n, d) of small numbers by a rule, no two heads alike."""

    def made(h: int, start: int) -> NDArray[Any]:
        numbers = [
            [[((7 * (a + start) + 5 * i + 3 * j + a * i * j) % 11 - 5) / 4 for j in range(d)] for i in range(n)]
            for a in range(h)
        ]
        return np.array(numbers, dtype=dtype)

    shared = heads if key_heads is None else key_heads
    return {"q": made(heads, 1), "k": made(shared, 2), "v": made(shared, 3)}


def saved(path: Path, n: int, **more: Any) -> Path:
    """An .npz of such arrays; what else is named stands in it too."""
    made = {name: more.pop(name) for name in ("heads", "key_heads", "d", "dtype") if name in more}
    np.savez(path, **arrays(n, **made), **more)
    return path


def weights(q: Rows, k: Rows, *, causal: bool = False) -> Rows:
    """Softmax of q·k/√d, row by row; a key after its query gets 0 under a causal mask."""
    found = []
    for i, query in enumerate(q):
        scores = [sum(a * b for a, b in zip(query, key, strict=True)) / math.sqrt(len(query)) for key in k]
        allowed = [j for j in range(len(k)) if not causal or j <= i]
        powers = {j: math.exp(scores[j]) for j in allowed}
        total = sum(powers.values())
        found.append([powers.get(j, 0.0) / total for j in range(len(k))])
    return found
