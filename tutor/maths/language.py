"""The arithmetic of a language model's numbers: chain rule, loss, perplexity, temperature, entropy and decoding.

Plain floats, no arrays: a row is a few numbers that somebody looks at.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Literal

Unit = Literal["nats", "bits"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """One token of a chain, and what the chain comes to with it.

    `probability` is p(token | all before it), `product` the probability of the text so far, `loss` −log p,
    `summed` and `mean` the losses so far, in the unit that was asked, `perplexity` that of the text so far.
    """

    probability: float
    product: float
    loss: float
    summed: float
    mean: float
    perplexity: float


def per_nat(unit: Unit) -> float:
    """The unit in one nat: 1, or 1/ln 2 bits."""
    return 1.0 if unit == "nats" else 1 / math.log(2)


def joint(probabilities: Iterable[float]) -> float:
    """P(t1 … tT), the product of the conditionals."""
    return math.prod(probabilities)


def surprise(probability: float, unit: Unit = "nats") -> float:
    """−log p of one token, its loss, which is at least 0; infinite for p = 0."""
    return -math.log(probability) * per_nat(unit) + 0.0 if probability > 0 else math.inf


def mean_loss(losses: Iterable[float | None]) -> float:
    """The mean over the tokens that count; None is padding, which adds nothing and is not counted.

    Raises ValueError where every place is padding.
    """
    counted = [loss for loss in losses if loss is not None]
    if not counted:
        raise ValueError("a mean needs at least 1 token that is not padding")
    return total(counted) / len(counted)


def perplexity(nats: float) -> float:
    """e to the mean loss in nats, which is 2 to the mean loss in bits; infinite where no float holds it."""
    return exp(nats)


def chain(probabilities: Sequence[float], *, unit: Unit = "nats") -> tuple[Link, ...]:
    """The chain rule token by token: each conditional, and what the text so far comes to."""
    losses = [surprise(p) for p in probabilities]
    rate = per_nat(unit)
    links = []
    for count, product in enumerate(accumulate(probabilities, lambda a, b: a * b), 1):
        summed = total(losses[:count])
        links.append(
            Link(
                probability=probabilities[count - 1],
                product=product,
                loss=losses[count - 1] * rate,
                summed=summed * rate,
                mean=summed / count * rate,
                perplexity=perplexity(summed / count),
            )
        )
    return tuple(links)


def entropy(probabilities: Iterable[float], unit: Unit = "nats") -> float:
    """−Σ p log p, the mean surprise of a distribution; an outcome with p = 0 adds nothing."""
    return math.fsum(p * surprise(p, unit) for p in probabilities if p > 0)


def softmax(logits: Sequence[float]) -> tuple[float, ...]:
    """Shares that add up to 1, as e^ of the logits."""
    largest = max(logits)
    powers = [math.exp(z - largest) for z in logits]
    whole = math.fsum(powers)
    return tuple(power / whole for power in powers)


def tempered(logits: Sequence[float], temperature: float) -> tuple[float, ...]:
    """softmax(logits / T) for T > 0, and for T = 0 its limit: the largest logit has all, equal largest ones share it.

    The largest is subtracted before dividing, so that no T above 0 overflows. Raises ValueError where a logit is
    not finite or T is negative or not finite.
    """
    if not logits or not all(math.isfinite(z) for z in logits):
        raise ValueError("every logit has to be a finite number")
    if not (math.isfinite(temperature) and temperature >= 0):
        raise ValueError(f"the temperature has to be 0 or above, not {temperature:g}")
    if temperature == 0:
        best = leaders(logits)
        return tuple(1 / len(best) if place in best else 0.0 for place in range(len(logits)))
    largest = max(logits)
    return softmax([(z - largest) / temperature for z in logits])


def leaders(logits: Sequence[float]) -> tuple[int, ...]:
    """The places, from 0, of the largest logit: more than one is a tie, of which greedy decoding takes the first."""
    largest = max(logits)
    return tuple(place for place, z in enumerate(logits) if z == largest)


def top_k(probabilities: Sequence[float], k: int) -> tuple[float, ...]:
    """The k largest probabilities, divided by their sum; the others 0. Of equal ones the first is kept.

    Raises ValueError where k is below 1.
    """
    if k < 1:
        raise ValueError(f"top-k keeps at least 1 token, not {k}")
    kept = frozenset(sorted(range(len(probabilities)), key=lambda place: -probabilities[place])[:k])
    whole = math.fsum(probabilities[place] for place in kept)
    return tuple(p / whole if place in kept else 0.0 for place, p in enumerate(probabilities))


def drawn(probabilities: Sequence[float], share: float) -> int:
    """The place, from 0, whose part of the line from 0 to 1 holds `share`; one with p = 0 is never drawn."""
    last = 0
    for place, (p, end) in enumerate(zip(probabilities, accumulate(probabilities), strict=True)):
        if p > 0:
            last = place
            if share < end:
                return place
    return last  # the parts may add up to a rounding below 1


def counts(probabilities: Sequence[float], *, seed: int, draws: int) -> tuple[int, ...]:
    """How often each place comes in so many draws; the same seed gives the same draws, and fewer are their beginning.

    Only `random.Random.random` is used, whose numbers stay the same between versions of Python.
    """
    stream = random.Random(seed)
    found = [0] * len(probabilities)
    for _ in range(draws):
        found[drawn(probabilities, stream.random())] += 1
    return tuple(found)


def exp(x: float) -> float:
    """e^x, infinite where that is too large for a float."""
    try:
        return math.exp(x)
    except OverflowError:
        return math.inf


def total(values: Iterable[float]) -> float:
    """The sum, infinite where that is too large for a float."""
    try:
        return math.fsum(values)
    except OverflowError:
        return math.inf
