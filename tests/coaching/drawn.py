"""Random problems of many sizes for the coaching tests, in both forms: a `Problem`, and what `rules` takes."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from typing import Any

from tutor.maths.problem import Problem, matrix


@dataclass(frozen=True)
class Drawn:
    """One problem, its plain form, and the row that is asked, from 1."""

    problem: Problem
    plain: dict[str, Any]
    row: int


def draw(stream: random.Random) -> Drawn:
    """n 3 to 5, d_k 2 to 5, d_v 2 to 5, no mask, causal or stated; some with more keys than queries."""
    mask: Any = stream.choice(["none", "causal", "causal", "own"])
    n = stream.choice([3, 3, 4, 5])
    m, offset = n, 0
    if stream.random() < 0.2:
        m = n + stream.randint(1, 2)
        offset = m - n if mask == "causal" else 0
    d_k = m if stream.random() < 0.1 else stream.choice([2, 3, 4, 4, 5])
    d_v = stream.choice([2, 3, d_k])
    q, k, v = (_numbers(stream, rows, columns) for rows, columns in ((n, d_k), (m, d_k), (m, d_v)))
    if mask == "own":
        mask = [[float(stream.random() < 0.7) for _ in range(m)] for _ in range(n)]
    d_model = stream.choice([None, None, 8])
    plain = {"q": q, "k": k, "v": v, "mask": mask, "offset": offset, "d_model": d_model}
    problem = Problem(
        q=matrix(q),
        k=matrix(k),
        v=matrix(v),
        mask=mask if isinstance(mask, str) else matrix(mask),
        offset=offset,
        d_model=d_model,
    )
    return Drawn(problem, plain, stream.randint(1, n))


def _numbers(stream: random.Random, rows: int, columns: int) -> list[list[float]]:
    return [[float(stream.randint(-2, 3)) for _ in range(columns)] for _ in range(rows)]


def typed(numbers: list[float], digits: int) -> str:
    """A row as somebody would type it, rounded."""
    return " ".join("-inf" if x == -math.inf else f"{x:.{digits}f}" for x in numbers)
