"""The small transformer in use: trained on the grammar's sentences, tested honestly, and made to write."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from tutor.maths import grammar, language
from tutor.maths.backward import gradients
from tutor.maths.checks import Floats
from tutor.maths.grammar import END, START, Batch
from tutor.maths.tiny_gpt import FOR_TRAINING, Config, Weights, forward, initial, mean_loss

RATE = 5e-3
WARM_UP = 20
"""The steps in which the rate rises to its full height."""

BETA_1, BETA_2, EPSILON = 0.9, 0.99, 1e-8
"""Adam's: how much of the mean gradient and of the mean square stays from step to step, and what keeps from 0."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One step of training: its number from 1, the loss of its batch before the step in nats, the weights after it.

    The weights go on changing with the next step: copy what is to stay.
    """

    number: int
    loss: float
    weights: Weights


def train(
    config: Config, *, seed: int, steps: int, causal: bool = True, batch: int = 32, rate: float = RATE
) -> Iterator[Step]:
    """Train from new weights, step by step, each on new sentences of the grammar. float32.

    The same seed gives the same first weights and the same sentences, with and without the mask. The rate rises
    over the first steps and falls in a straight line towards 0 at the last one. Adam: Kingma and Ba, 2015.
    """
    weights = initial(config, seed=seed)
    rng = np.random.default_rng([seed, 1])
    means = {name: np.zeros_like(value) for name, value in weights.items()}
    squares = {name: np.zeros_like(value) for name, value in weights.items()}
    for number in range(1, steps + 1):
        drawn = grammar.batch(rng, batch)
        activations = forward(weights, config, drawn.inputs, causal=causal, keep=FOR_TRAINING)
        loss = mean_loss(activations.logits, drawn.targets, drawn.counted)
        found = gradients(weights, config, activations, drawn.targets, drawn.counted)
        now = rate * min(1.0, number / WARM_UP) * (1 - (number - 1) / steps)
        for name, gradient in found.items():
            means[name] += (1 - BETA_1) * (gradient - means[name])
            squares[name] += (1 - BETA_2) * (np.square(gradient) - squares[name])
            mean = means[name] / (1 - BETA_1**number)
            square = squares[name] / (1 - BETA_2**number)
            weights[name] -= (now * mean / (np.sqrt(square) + EPSILON)).astype(weights[name].dtype)
        yield Step(number=number, loss=loss, weights=weights)


def honest_loss(weights: Weights, config: Config, batch: Batch, *, causal: bool) -> float:
    """The mean loss where each next token is predicted from its prefix alone, in nats per counted token.

    What comes later is not hidden but absent: each prefix is an input of its own.
    """
    total, count = 0.0, 0
    for length in range(1, batch.inputs.shape[1] + 1):
        rows = batch.counted[:, length - 1]
        if rows.any():
            prefixes = batch.inputs[rows, :length]
            logits = forward(weights, config, prefixes, causal=causal, keep=FOR_TRAINING).logits[:, -1]
            here = int(rows.sum())
            total += here * mean_loss(logits, batch.targets[rows, length - 1], np.ones(here, dtype=np.bool_))
            count += here
    return total / count


def next_logits(weights: Weights, config: Config, prefix: Sequence[str], *, causal: bool = True) -> Floats:
    """The logits of the token after a prefix, whose start may be left out. (vocabulary,)"""
    tokens = grammar.encode(prefix if prefix and prefix[0] == START else (START, *prefix))
    logits: Floats = forward(weights, config, tokens, causal=causal, keep=FOR_TRAINING).logits[-1]
    return logits


def generate(
    weights: Weights,
    config: Config,
    prompt: Sequence[str] = (),
    *,
    causal: bool = True,
    rng: np.random.Generator | None = None,
    temperature: float = 1.0,
    top_k: int | None = None,
    most: int | None = None,
) -> tuple[str, ...]:
    """The prompt and what the model writes after it: up to its end, `most` new tokens, or the end of its context.

    Greedy without `rng`, the first of equals; else drawn from the softmax of logits ÷ temperature, of the `top_k`
    largest where given. The start is not part of the answer, the end is, where the model came to it.
    """
    words = tuple(prompt[1:] if prompt and prompt[0] == START else prompt)
    room = config.context - len(words)
    for _ in range(room if most is None else min(most, room)):
        logits = next_logits(weights, config, words, causal=causal).astype(np.float64)
        choice = int(logits.argmax()) if rng is None else _drawn(logits, rng, temperature, top_k)
        words += grammar.decode([choice])
        if words[-1] == END:
            break
    return words


def _drawn(logits: Floats, rng: np.random.Generator, temperature: float, top_k: int | None) -> int:
    if not temperature > 0:
        raise ValueError(f"temperature must be above 0, not {temperature:g}; its limit at 0 is the greedy choice")
    if top_k is not None and top_k < 1:
        raise ValueError(f"top_k must be at least 1, not {top_k}")
    shares = language.tempered([float(z) for z in logits], temperature)
    return language.drawn(shares if top_k is None else language.top_k(shares, top_k), float(rng.random()))
