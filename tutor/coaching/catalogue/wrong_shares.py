"""What goes wrong between scores and weights, for a plain row of scores: of an attention row, or of logits."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from tutor.coaching.catalogue.mistake import Line
from tutor.coaching.judging.worked import Floats, Places, softmax

OTHER_BASES = (2.0, 3.0, 10.0)


@dataclass(frozen=True, slots=True, eq=False)
class Logits:
    """What softmax is taken of, over the allowed keys alone. `seen` are their places among all `n_k` keys."""

    values: Floats
    seen: Places
    n_k: int

    def among_all(self, shares: Floats, *, hidden: float = 0.0) -> Floats:
        """One number for each allowed key, with `hidden` in the cells of the others."""
        cells = np.full(self.n_k, hidden)
        cells[self.seen] = shares
        return cells


def _portions(values: Floats) -> Floats | None:
    """Each number's part of their sum, with no exponential; None where they sum to 0."""
    total = values.sum()
    return None if abs(total) < 1e-9 else values / total


def no_exponential(logits: Logits) -> Iterator[Line]:
    shares = _portions(logits.values)
    if shares is not None:
        yield Line(logits.among_all(shares))


def squared(logits: Logits) -> Iterator[Line]:
    shares = _portions(logits.values**2)
    if shares is not None:
        yield Line(logits.among_all(shares))


def shifted_no_exponential(logits: Logits) -> Iterator[Line]:
    shares = _portions(logits.values - logits.values.max())
    if shares is not None:
        yield Line(logits.among_all(shares))


def not_normalized(logits: Logits) -> Iterator[Line]:
    yield Line(logits.among_all(np.exp(logits.values)))


def wrong_base(logits: Logits) -> Iterator[Line]:
    for base in OTHER_BASES:
        yield Line(logits.among_all(softmax(logits.values * math.log(base))), f"{base:g}")


def sigmoid(logits: Logits) -> Iterator[Line]:
    yield Line(logits.among_all(1 / (1 + np.exp(-logits.values))))


def argmax(logits: Logits) -> Iterator[Line]:
    yield Line(logits.among_all(np.arange(len(logits.values)) == logits.values.argmax()))


def negated(logits: Logits) -> Iterator[Line]:
    yield Line(logits.among_all(softmax(-logits.values)))


def uniform(logits: Logits) -> Iterator[Line]:
    count = len(logits.values)
    yield Line(logits.among_all(np.full(count, 1 / count)))


def divided_by_max(logits: Logits) -> Iterator[Line]:
    yield Line(logits.among_all(np.exp(logits.values - logits.values.max())))


def divided_by_count(logits: Logits) -> Iterator[Line]:
    for count in dict.fromkeys((logits.n_k, len(logits.values))):
        yield Line(logits.among_all(np.exp(logits.values) / count), str(count))


def softmax_twice(logits: Logits) -> Iterator[Line]:
    once = softmax(logits.values)
    yield Line(logits.among_all(softmax(once)))
    yield Line(softmax(logits.among_all(once)), rare=True)


def log_softmax(logits: Logits) -> Iterator[Line]:
    logs = np.log(np.maximum(softmax(logits.values), 5e-324))
    yield Line(logits.among_all(logs, hidden=-np.inf))
    yield Line(logits.among_all(logs), rare=True)
