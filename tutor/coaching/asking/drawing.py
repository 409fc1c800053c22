"""Numbers of a page, drawn by a seed: nice ones on which the mistakes can be told from the right answer.

The same seed gives the same numbers on every machine: only `random.Random(seed).random()` is used.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import combinations
from typing import TypeVar

from tutor.coaching.asking.number_problem import NumberProblem, right_values
from tutor.coaching.catalogue.numbers import slips
from tutor.coaching.judging.fits import room
from tutor.lessons.drawn import choose_from, fill, first_of
from tutor.lessons.model import Input, NumberStep
from tutor.lessons.numbers import same_at
from tutor.maths.language import Unit

Inputs = dict[str, Input]
T = TypeVar("T")

DRAWS = 400
"""Draws for one seed; most calculations accept one in two or three."""

MARGIN = 2.0
"""So many tolerances lie between two answers that are told apart."""

LEAST_FIGURES, EXACTLY = 10.0, 1e-9

LOWEST, HIGHEST = -3, 5
PROBABILITIES = (0.5, 0.25, 0.8, 0.1, 0.2, 0.4)
HALVINGS = (0.5, 0.25, 0.125, 0.0625)
SURPRISING = (0.5, 0.25, 0.8, 0.1, 0.2, 0.4, 0.05, 0.02, 0.3, 0.6)
SURPRISING_BITS = (0.25, 0.125, 0.0625, 0.03125, 0.015625)
SCORES = (-1.0, 0.0, 1.0, 2.0, 3.0)
TEMPERATURES = (0.5, 2.0, 4.0)
WEIGHTS = ((0.5, 0.3, 0.2), (0.6, 0.3, 0.1), (0.7, 0.2, 0.1), (0.5, 0.4, 0.1), (0.25, 0.6, 0.15))
HALVED = ((0.5, 0.25, 0.25), (0.5, 0.25, 0.125, 0.125), (0.75, 0.25), (0.25, 0.25, 0.25, 0.125, 0.125))
WIDTHS = (4.0, 8.0)
COUNT = 3
LARGEST_POSITION = 6
LOGIT_FROM, LOGIT_TO = -1.5, 3.0


def draw(
    compute: str, seed: int, *, named: Collection[str] = (), unit: Unit = "nats", digits: int = 3
) -> NumberProblem:
    """The inputs of a seed. A temperature and an index are drawn only where the page names them.

    Where no draw keeps all mistakes apart, as with too few digits, the last one that has an answer of its own.
    """
    stream = random.Random(seed)
    problem = _drawn(compute, stream, named, unit)
    for _ in range(DRAWS):
        if separable(problem, digits):
            return problem
        problem = _drawn(compute, stream, named, unit)
    return problem


def draw_answer(step: NumberStep, seed: int) -> NumberStep:
    """A page whose answer names drawn numbers, with those of a seed filled in; where no draw is fit, the first ones."""
    stream = random.Random(seed)
    for _ in range(DRAWS):
        try:
            filled = fill(step, choose_from(step.pools, stream.random))
        except ValueError:
            # Among many draws one may divide by zero.
            continue
        if answer_shows(filled):
            return filled
    return fill(step, first_of(step.pools))


def answer_shows(step: NumberStep) -> bool:
    """True where a stated answer has figures enough, and its mistakes lie well away from it and from each other."""
    right, digits = step.value or 0.0, step.digits
    if not tells((right,), digits) or any(_too_near(wrong.value, right, digits) for wrong in step.mistakes):
        return False
    # Each has its own words, also where two have the same code.
    return not any(_too_near(a.value, b.value, digits) for a, b in combinations(step.mistakes, 2))


def _too_near(a: float, b: float, digits: int) -> bool:
    """True where a page that asks for so many decimals can't tell two numbers apart; whole ones it can."""
    return same_at(a, b, digits) if not digits else _alike((a,), (b,), digits)


def tells(right: Sequence[float], digits: int) -> bool:
    """True where every right number has at least two figures at so many decimals, or comes out exactly."""
    return all(abs(x) * 10.0**digits >= LEAST_FIGURES or abs(x - round(x, digits)) < EXACTLY for x in right)


def separable(problem: NumberProblem, digits: int) -> bool:
    """True where every mistake's answer lies well away from the right one, and the common ones from each other."""
    right = right_values(problem)
    made = slips(problem)
    if not tells(right, digits) or any(_alike(wrong.values, right, digits) for wrong in made):
        return False
    common = [wrong for wrong in made if not wrong.rare]
    return not any(a.code != b.code and _alike(a.values, b.values, digits) for a, b in combinations(common, 2))


def _alike(a: tuple[float, ...], b: tuple[float, ...], digits: int) -> bool:
    return all(abs(x - y) <= MARGIN * room(y, digits) for x, y in zip(a, b, strict=True))


def _drawn(compute: str, stream: random.Random, named: Collection[str], unit: Unit) -> NumberProblem:
    inputs = _DRAWN[compute](stream, unit)
    if "temperature" in named:
        inputs["temperature"] = _one_of(stream, TEMPERATURES)
    if "index" in named and "index" not in inputs:
        inputs["index"] = float(1 + int(stream.random() * COUNT))
    return NumberProblem(compute=compute, inputs=tuple(inputs.items()), unit=unit)


def _one_of(stream: random.Random, things: tuple[T, ...]) -> T:
    return things[int(stream.random() * len(things))]


def _some(stream: random.Random, things: tuple[T, ...], count: int) -> tuple[T, ...]:
    """So many different things, in an order of their own."""
    left = list(things)
    return tuple(left.pop(int(stream.random() * len(left))) for _ in range(count))


def _wholes(stream: random.Random, count: int) -> tuple[float, ...]:
    return tuple(float(LOWEST + int(stream.random() * (HIGHEST - LOWEST + 1))) for _ in range(count))


def _different(stream: random.Random) -> tuple[float, ...]:
    return _some(stream, tuple(float(x) for x in range(LOWEST, HIGHEST + 1)), COUNT)


def _dot(stream: random.Random, _unit: Unit) -> Inputs:
    return {"a": _wholes(stream, COUNT), "b": _wholes(stream, COUNT)}


def _length(stream: random.Random, _unit: Unit) -> Inputs:
    return {"a": _wholes(stream, COUNT)}


def _observed(stream: random.Random, unit: Unit) -> Inputs:
    return {"p": _some(stream, HALVINGS if unit == "bits" else PROBABILITIES, COUNT)}


def _surprise(stream: random.Random, unit: Unit) -> Inputs:
    return {"p": _one_of(stream, SURPRISING_BITS if unit == "bits" else SURPRISING)}


def _logit(stream: random.Random) -> float:
    tenths = round((LOGIT_TO - LOGIT_FROM) * 10)
    return round(LOGIT_FROM + int(stream.random() * (tenths + 1)) / 10, 1)


def _softmax(stream: random.Random, _unit: Unit) -> Inputs:
    return {"logits": tuple(_logit(stream) for _ in range(COUNT))}


def _weight(stream: random.Random, _unit: Unit) -> Inputs:
    return {"scores": _some(stream, SCORES, COUNT)}


def _mixed(stream: random.Random, _unit: Unit) -> Inputs:
    return {"weights": _some(stream, _one_of(stream, WEIGHTS), COUNT), "values": _different(stream)}


def _entropy(stream: random.Random, unit: Unit) -> Inputs:
    shares: tuple[float, ...] = _one_of(stream, HALVED if unit == "bits" else WEIGHTS)
    return {"p": _some(stream, shares, len(shares))}


def _sinusoid(stream: random.Random, _unit: Unit) -> Inputs:
    width = _one_of(stream, WIDTHS)
    return {
        "position": float(1 + int(stream.random() * LARGEST_POSITION)),
        "index": float(1 + int(stream.random() * width)),
        "d": width,
    }


_DRAWN: Mapping[str, Callable[[random.Random, Unit], Inputs]] = {
    "dot": _dot,
    "length": _length,
    "joint": _observed,
    "loss": _observed,
    "perplexity": _observed,
    "surprise": _surprise,
    "softmax": _softmax,
    "weight": _weight,
    "mixed": _mixed,
    "entropy": _entropy,
    "sinusoid": _sinusoid,
}
