"""One model trained twice on the same sentences, with the causal mask and without, and both tested honestly.

Without the mask each position sees the very token that it is to predict: the training loss then measures copying.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from tutor.maths import grammar
from tutor.maths.checks import Floats
from tutor.maths.pretrained import small
from tutor.maths.tiny_gpt import FOR_TRAINING, Config, Weights, forward, log_probabilities
from tutor.maths.training import generate, honest_loss, next_logits, train

STEPS, SEED = 400, 1
FEWEST, MOST = 10, 5000
"""So many steps a run may have."""

HELD_BACK, TEST = 400, 2
"""Sentences of the honest test, and what sets their draw apart from those of training."""

LAST = 20
"""A training loss is the mean over so many last steps: a single batch is a matter of luck."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """One training, so far: each step's loss in nats per token. Once it is over, the honest loss, what the model
    writes by itself, and its weights."""

    causal: bool
    losses: tuple[float, ...] = ()
    honest_loss: float | None = None
    sample: tuple[str, ...] = ()
    weights: Weights | None = field(default=None, repr=False, compare=False)

    @property
    def loss(self) -> float:
        """The training loss now: the mean over the last steps; NaN before the first."""
        return float(np.mean(self.losses[-LAST:])) if self.losses else float("nan")


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """Both runs, after the same number of steps."""

    steps: int
    seed: int
    causal: Run = Run(causal=True)
    leaky: Run = Run(causal=False)
    own_loss: float | None = None
    """What the grammar's own chances cost on the sentences of the honest test."""

    @property
    def done(self) -> bool:
        """True once both are trained and tested."""
        return self.leaky.honest_loss is not None

    @property
    def step(self) -> int:
        """The steps taken so far."""
        return len(self.leaky.losses)


@dataclass(frozen=True, slots=True, kw_only=True)
class Chance:
    """A target token, and the probability that a model gives it: with the whole sentence in its input as in
    training, and with its prefix alone."""

    target: str
    whole: float
    prefix: float


def config() -> Config:
    """The size of the model that is trained: one block, so that it takes seconds."""
    return small(layers=1)


def compare(*, steps: int = STEPS, seed: int = SEED, every: int = 1) -> Iterator[Comparison]:
    """Train both side by side, and say how they stand after every so many steps; the last one is tested.

    The same seed gives both the same first weights and the same sentences. The honest test is on sentences that
    neither was trained on.
    """
    size = config()
    losses: tuple[list[float], list[float]] = ([], [])
    weights: list[Weights] = [{}, {}]
    trainings = [train(size, seed=seed, steps=steps, causal=causal) for causal in (True, False)]
    for pair in zip(*trainings, strict=True):
        for place, step in enumerate(pair):
            losses[place].append(step.loss)
            weights[place] = step.weights
        if pair[0].number % every == 0 and pair[0].number < steps:
            yield _standing(steps, seed, losses)
    held_back = grammar.batch(np.random.default_rng([seed, TEST]), HELD_BACK)
    causal, leaky = (
        Run(
            causal=masked,
            losses=tuple(losses[place]),
            honest_loss=honest_loss(weights[place], size, held_back, causal=masked),
            sample=generate(weights[place], size, causal=masked),
            weights=weights[place],
        )
        for place, masked in enumerate((True, False))
    )
    yield Comparison(steps=steps, seed=seed, causal=causal, leaky=leaky, own_loss=grammar.own_loss(held_back))


def _standing(steps: int, seed: int, losses: Sequence[Sequence[float]]) -> Comparison:
    causal, leaky = (tuple(run) for run in losses)
    return Comparison(
        steps=steps, seed=seed, causal=Run(causal=True, losses=causal), leaky=Run(causal=False, losses=leaky)
    )


def chances(run: Run, words: Sequence[str]) -> tuple[Chance, ...]:
    """What a trained model gives each token of a sentence, its end too. Whole sentences are padded as in training."""
    assert run.weights is not None, "train it first"
    tokens = (grammar.START, *words, grammar.END)
    ids = grammar.encode((*tokens, *(grammar.PAD,) * (grammar.LONGEST - len(tokens))))
    whole = forward(run.weights, config(), ids[:-1], causal=run.causal, keep=FOR_TRAINING).logits
    found = []
    for place in range(1, len(tokens)):
        alone = next_logits(run.weights, config(), tokens[:place], causal=run.causal)
        found.append(
            Chance(
                target=tokens[place],
                whole=_probability(whole[place - 1], ids[place]),
                prefix=_probability(alone, ids[place]),
            )
        )
    return tuple(found)


def _probability(logits: Floats, token: int) -> float:
    return float(np.exp(log_probabilities(logits.astype(np.float64))[token]))
