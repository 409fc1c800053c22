"""Attention once more, in plain Python and for one query, so that lessons are checked by other code than their own."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, inf, sqrt

Row = list[float]


def dot(a: Sequence[float], b: Sequence[float]) -> float:
    return sum(x * y for x, y in zip(a, b, strict=True))


def scores(q: Sequence[float], keys: Sequence[Sequence[float]]) -> Row:
    return [dot(q, k) for k in keys]


def scaled(q: Sequence[float], keys: Sequence[Sequence[float]]) -> Row:
    return [s / sqrt(len(q)) for s in scores(q, keys)]


def masked(row: Sequence[float], allowed: Sequence[bool]) -> Row:
    return [s if may else -inf for s, may in zip(row, allowed, strict=True)]


def softmax(row: Sequence[float]) -> Row:
    powers = [exp(s) for s in row]
    return [p / sum(powers) for p in powers]


def mix(weights: Sequence[float], values: Sequence[Sequence[float]]) -> Row:
    return [dot(weights, column) for column in zip(*values, strict=True)]
