"""What is asked of a language model's numbers: chain rule, loss, perplexity, temperature, shifted targets."""

from __future__ import annotations

import math
from dataclasses import dataclass

from tutor.maths import language
from tutor.maths.language import Unit

PROBABILITY_STEPS = ("joint", "loss", "perplexity")
LANGUAGE_STEPS = (*PROBABILITY_STEPS, "distribution", "targets")


@dataclass(frozen=True, slots=True, kw_only=True)
class LanguageProblem:
    """One question about the probabilities that a model gives.

    `joint`, `loss` and `perplexity` need the `probabilities` of the observed tokens, each above 0 and at most
    1; the loss is the mean of −log p, in nats or bits, and with `accept_sum` the sum is right too.
    `distribution` needs `logits` and a temperature above 0. `targets` needs the whole row of `tokens`, whose
    last is only a target and whose first only an input.

    Raises ValueError with one sentence where the inputs do not fit the step.
    """

    step: str
    probabilities: tuple[float, ...] = ()
    logits: tuple[float, ...] = ()
    temperature: float = 1.0
    tokens: tuple[str, ...] = ()
    unit: Unit = "nats"
    accept_sum: bool = False

    def __post_init__(self) -> None:
        if self.step in PROBABILITY_STEPS:
            self._check_probabilities()
        elif self.step == "distribution":
            self._check_logits()
        elif self.step == "targets":
            if len(self.tokens) < 2:
                raise ValueError("targets need at least 2 tokens, such as START red fox END")
        else:
            raise ValueError(f'there is no step "{self.step}"; the steps are {", ".join(LANGUAGE_STEPS)}')
        if self.unit not in ("nats", "bits"):
            raise ValueError(f'the unit is nats or bits, not "{self.unit}"')

    def _check_probabilities(self) -> None:
        if not self.probabilities:
            raise ValueError(f"{self.step} needs probabilities, such as 0.5 0.25 0.8")
        for place, p in enumerate(self.probabilities, 1):
            if not 0 < p <= 1:
                raise ValueError(f"probability {place} is {p:g}; it has to lie above 0 and be at most 1")
        if self.step == "perplexity" and math.isinf(self.perplexity):
            raise ValueError("the perplexity overflows to infinity: make the probabilities larger")

    def _check_logits(self) -> None:
        if not self.logits:
            raise ValueError("distribution needs logits, such as 2 1 0.1")
        if not all(math.isfinite(z) for z in self.logits):
            raise ValueError("every logit has to be a finite number")
        if not (math.isfinite(self.temperature) and self.temperature > 0):
            raise ValueError(
                f"the temperature has to be above 0, not {self.temperature:g}; toward 0 the largest logit gets all"
            )
        if not all(math.isfinite(z / self.temperature) for z in self.logits):
            raise ValueError(f"the logits divided by {self.temperature:g} are too large; take a higher temperature")

    @property
    def joint(self) -> float:
        """P(t1 … tT), the product of the conditionals."""
        return language.joint(self.probabilities)

    @property
    def nats(self) -> tuple[float, ...]:
        """−ln p of each token."""
        return tuple(map(language.surprise, self.probabilities))

    @property
    def mean_nats(self) -> float:
        return language.mean_loss(self.nats)

    @property
    def per_nat(self) -> float:
        """The chosen unit in one nat."""
        return language.per_nat(self.unit)

    @property
    def loss(self) -> float:
        """The mean of −log p, in the chosen unit."""
        return self.mean_nats * self.per_nat

    @property
    def perplexity(self) -> float:
        """e to the mean loss in nats: 2 to that in bits."""
        return language.perplexity(self.mean_nats)

    @property
    def distribution(self) -> tuple[float, ...]:
        """softmax(logits / T)."""
        return language.softmax([z / self.temperature for z in self.logits])

    @property
    def right(self) -> tuple[float, ...]:
        """The right numbers of a numeric step."""
        match self.step:
            case "joint":
                return (self.joint,)
            case "loss":
                return (self.loss,)
            case "perplexity":
                return (self.perplexity,)
            case _:
                return self.distribution

    @property
    def targets(self) -> tuple[str, ...]:
        """The tokens to be predicted: each input's next one."""
        return self.tokens[1:]
