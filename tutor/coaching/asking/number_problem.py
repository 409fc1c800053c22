"""What a number is worked out from, and what it comes to. Plain Python; which slips there are stands elsewhere."""

from __future__ import annotations

import math
from dataclasses import dataclass

from tutor.coaching.language import LanguageProblem
from tutor.lessons.model import Input
from tutor.maths.language import Unit, entropy, exp, per_nat, softmax, surprise, total
from tutor.notation.printer import bracketed, exact

LANGUAGE = ("joint", "loss", "perplexity")
SHARES = ("softmax", "weight")
PROBABILITIES = ("joint", *SHARES)
"""Calculations that come to probabilities, which may be typed as percentages."""

BASE = 10_000.0
"""Of the positional encoding in section 3.5 of Attention Is All You Need."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberProblem:
    """One calculation: its name, its inputs by name, and the unit of its logarithms.

    With softmax or weight and no `index` the whole row is asked. Positions, components and keys count from 1.
    """

    compute: str
    inputs: tuple[tuple[str, Input], ...]
    unit: Unit = "nats"

    def row(self, name: str) -> tuple[float, ...]:
        """An input that is a row of numbers; one number alone is a row of one."""
        value = dict(self.inputs)[name]
        return value if isinstance(value, tuple) else (value,)

    def number(self, name: str, default: float | None = None) -> float:
        """An input that is one number."""
        value = dict(self.inputs).get(name, default)
        assert isinstance(value, float)
        return value

    @property
    def index(self) -> int | None:
        """The asked place from 0; None where the whole row is asked."""
        index = dict(self.inputs).get("index")
        return int(index) - 1 if isinstance(index, float) else None

    @property
    def logits(self) -> tuple[float, ...]:
        """What softmax is taken of, before the temperature."""
        return self.row("logits" if self.compute == "softmax" else "scores")

    @property
    def temperature(self) -> float:
        return self.number("temperature", 1.0)

    @property
    def per_nat(self) -> float:
        """The chosen unit of a logarithm in one nat."""
        return per_nat(self.unit)

    @property
    def is_row(self) -> bool:
        """True where a whole row is asked, not one number."""
        return self.compute in SHARES and self.index is None

    @property
    def language(self) -> LanguageProblem | None:
        """The same as a question about a language model, where it is one."""
        if self.compute in LANGUAGE:
            return LanguageProblem(step=self.compute, probabilities=self.row("p"), unit=self.unit)
        if self.compute in SHARES:
            return LanguageProblem(step="distribution", logits=self.logits, temperature=self.temperature)
        return None


def said(value: Input) -> str:
    """An input as a page shows it: as it was given."""
    return exact(value) if isinstance(value, float) else bracketed(list(map(exact, value)))


def right_values(problem: NumberProblem) -> tuple[float, ...]:
    """The right numbers: one, or a row of them."""
    language = problem.language
    if language is not None:
        return language.right if problem.index is None else (language.right[problem.index],)
    return (_VALUES[problem.compute](problem),)


def alternatives(problem: NumberProblem, digits: int) -> tuple[float, ...]:
    """What else a single number may come to, where the lines before it were written down with `digits` decimals."""
    if problem.compute in SHARES and problem.index is not None:
        divided = [z / problem.temperature for z in problem.logits]
        powers = [exp(z) for z in divided]
        values = [softmax([round(z, digits) for z in divided])[problem.index]]
        if 0 < total(powers) < math.inf:
            rounded = [round(power, digits) for power in powers]
            values.append(rounded[problem.index] / (math.fsum(rounded) or 1.0))
        return tuple(values)
    match problem.compute:
        case "surprise":
            return (round(surprise(problem.number("p")), digits) * problem.per_nat,)
        case "entropy":
            terms = [(p, surprise(p, problem.unit)) for p in problem.row("p")]
            return (
                math.fsum(round(p * log, digits) for p, log in terms),
                math.fsum(p * round(log, digits) for p, log in terms),
            )
        case "sinusoid":
            angle = round(angle_of(problem), digits)
            return (math.sin(angle) if is_sine(problem) else math.cos(angle),)
    return ()


def products(problem: NumberProblem) -> tuple[float, ...]:
    """The products that a dot product or a mix adds up; none for other calculations."""
    names = {"dot": ("a", "b"), "mixed": ("weights", "values")}.get(problem.compute)
    if names is None:
        return ()
    return tuple(a * b for a, b in zip(problem.row(names[0]), problem.row(names[1]), strict=True))


def angle_of(problem: NumberProblem) -> float:
    """What a sinusoid is taken of: position ÷ 10000^(2i/d), with i for each pair of components."""
    pair = (int(problem.number("index")) - 1) // 2
    return problem.number("position") / math.pow(BASE, 2 * pair / problem.number("d"))


def is_sine(problem: NumberProblem) -> bool:
    """True for the first component of each pair."""
    return int(problem.number("index")) % 2 == 1


def _length(problem: NumberProblem) -> float:
    return math.sqrt(math.fsum(x * x for x in problem.row("a")))


def _sinusoid(problem: NumberProblem) -> float:
    return math.sin(angle_of(problem)) if is_sine(problem) else math.cos(angle_of(problem))


_VALUES = {
    "dot": lambda problem: math.fsum(products(problem)),
    "length": _length,
    "surprise": lambda problem: surprise(problem.number("p"), problem.unit),
    "mixed": lambda problem: math.fsum(products(problem)),
    "entropy": lambda problem: entropy(problem.row("p"), problem.unit),
    "sinusoid": _sinusoid,
}
