"""Attention a second time, in lists and `math` alone: what the tests expect of the program's own."""

from __future__ import annotations

import math
from dataclasses import dataclass

Rows = list[list[float]]


@dataclass
class Plain:
    """The stages of one head, as nested lists."""

    scores: Rows
    scaled: Rows
    masked: Rows
    shifted: Rows
    exponentials: Rows
    row_max: list[float]
    row_sum: list[float]
    weights: Rows
    output: Rows
    empty_rows: list[int]


def attention(
    q: Rows,
    k: Rows,
    v: Rows,
    *,
    hidden: set[tuple[int, int]] = frozenset(),
    added: Rows | None = None,
    causal: bool = False,
    offset: int = 0,
    scale: float | None = None,
    temperature: float = 1.0,
    softcap: float = 0.0,
) -> Plain:
    """One head, cell by cell. `hidden` holds the (query, key) pairs that may not be attended."""
    factor = 1 / math.sqrt(len(q[0])) if scale is None else scale
    result = Plain([], [], [], [], [], [], [], [], [], [])
    for i, query in enumerate(q):
        scores = [math.fsum(a * b for a, b in zip(query, key, strict=True)) for key in k]
        scaled = [score * factor for score in scores]
        masked = []
        for j, score in enumerate(scaled):
            capped = softcap * math.tanh(score / softcap) if softcap else score
            total = capped + (added[i][j] if added else 0.0)
            masked.append(-math.inf if (i, j) in hidden or (causal and j > i + offset) else total)
        largest = max(x / temperature for x in masked)
        shifted = [x if x == -math.inf else x / temperature - largest for x in masked]
        exponentials = [math.exp(x) for x in shifted]
        total = math.fsum(exponentials)
        weights = [x / total if total else 0.0 for x in exponentials]
        result.scores.append(scores)
        result.scaled.append(scaled)
        result.masked.append(masked)
        result.row_max.append(largest)
        result.shifted.append(shifted)
        result.exponentials.append(exponentials)
        result.row_sum.append(total)
        result.weights.append(weights)
        result.output.append(
            [math.fsum(w * row[c] for w, row in zip(weights, v, strict=True)) for c in range(len(v[0]))]
        )
        if largest == -math.inf:
            result.empty_rows.append(i)
    return result
