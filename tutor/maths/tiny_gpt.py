"""A small causal transformer: tokens in, logits out, with every activation by its name.

Token and learned position embeddings; blocks with layer normalization before each part (pre-norm), heads through
`attend`, and a feed-forward layer with ReLU; a last normalization, and logits. Rows are positions: x · W.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from tutor.maths.attention import Trace
from tutor.maths.block import pass_through
from tutor.maths.checks import Floats
from tutor.maths.norms import Normed, layer_norm

Weights = Mapping[str, Floats]
Ids = NDArray[np.integer[Any]]
Head = tuple[int, int]
"""A layer and a head in it, both from 0."""

FOR_TRAINING = ("weights", "output")
"""The stages of attention that gradients need."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """The sizes of a model: how many tokens it knows and how many it sees at once, and its inner widths."""

    vocabulary: int
    context: int
    d_model: int = 32
    heads: int = 2
    layers: int = 2
    d_ff: int = 64

    def __post_init__(self) -> None:
        for name in self.__slots__:
            if getattr(self, name) < 1:
                raise ValueError(f"{name} must be at least 1, not {getattr(self, name)}")
        if self.d_model % self.heads:
            raise ValueError(f"d_model {self.d_model} cannot be shared evenly by {self.heads} heads")


@dataclass(frozen=True, slots=True, kw_only=True)
class Activations:
    """What a forward pass worked out: logits (…, T, vocabulary), the trace of attention in each layer, and the rest.

    `named` is in the order of the work. The rows of positions are (…, T, d_model): "embedded", then in each block
    "block1.norm1", the queries, keys and values of all heads "block1.q", "block1.k", "block1.v", the heads' outputs
    side by side "block1.heads", "block1.attention" (heads · W_O), "block1.middle" (input + attention),
    "block1.norm2", "block1.hidden" and "block1.active" before and after ReLU (…, T, d_ff), "block1.feed_forward",
    "block1.output" (middle + feed_forward); then "norm" and "logits". Each norm has ".normalized" and ".deviation"
    beside it.
    """

    tokens: Ids
    silenced: frozenset[Head]
    logits: Floats
    traces: tuple[Trace, ...]
    named: Mapping[str, Floats]


def shapes(config: Config) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Every parameter's name and shape, in the order of the work."""
    d, d_ff = config.d_model, config.d_ff
    yield "embedding", (config.vocabulary, d)
    yield "positions", (config.context, d)
    for block in _blocks(config):
        yield f"{block}.norm1.gain", (d,)
        yield f"{block}.norm1.bias", (d,)
        for name in ("W_Q", "W_K", "W_V", "W_O"):
            yield f"{block}.{name}", (d, d)
        yield f"{block}.norm2.gain", (d,)
        yield f"{block}.norm2.bias", (d,)
        yield f"{block}.W_1", (d, d_ff)
        yield f"{block}.b_1", (d_ff,)
        yield f"{block}.W_2", (d_ff, d)
        yield f"{block}.b_2", (d,)
    yield "norm.gain", (d,)
    yield "norm.bias", (d,)
    yield "W_U", (d, config.vocabulary)


def parameters(config: Config) -> int:
    """How many numbers a model of this size learns."""
    return sum(int(np.prod(shape)) for _, shape in shapes(config))


def initial(config: Config, *, seed: int, dtype: DTypeLike = np.float32) -> dict[str, Floats]:
    """Weights before training: gains 1, biases 0, matrices drawn, embeddings small, and the same for the same seed."""
    rng = np.random.default_rng(seed)
    weights: dict[str, Floats] = {}
    for name, shape in shapes(config):
        if len(shape) == 1:
            weights[name] = np.full(shape, 1 if name.endswith("gain") else 0, dtype=dtype)
        else:
            deviation = 0.1 if name in ("embedding", "positions") else shape[0] ** -0.5
            weights[name] = (rng.standard_normal(shape) * deviation).astype(dtype)
    return weights


def forward(
    weights: Weights,
    config: Config,
    tokens: ArrayLike,
    *,
    causal: bool = True,
    silenced: frozenset[Head] = frozenset(),
    keep: Literal["all"] | Sequence[str] = "all",
) -> Activations:
    """Logits for the token after each position, and all that led to them. tokens (…, T), T at most the context.

    Without `causal` every position sees all of them. A silenced head adds zero to the row of heads. `keep` names
    the stages of attention to keep, as for `attend`. A ValueError says which token, length or head does not fit.
    """
    ids = _checked(tokens, config)
    for layer, head in silenced:
        if not (0 <= layer < config.layers and 0 <= head < config.heads):
            raise ValueError(f"there is no head {head + 1} in a layer {layer + 1} of this model")
    named: dict[str, Floats] = {}
    traces = []

    def norm(name: str, made: Normed) -> Floats:
        named.update({f"{name}.normalized": made.normalized, f"{name}.deviation": made.deviation, name: made.output})
        return made.output

    def kept(name: str, x: Floats) -> Floats:
        named[name] = x
        return x

    x = kept("embedded", weights["embedding"][ids] + weights["positions"][: ids.shape[-1]])
    for layer, block in enumerate(_blocks(config)):
        passage = pass_through(
            x,
            weights,
            heads=config.heads,
            prefix=f"{block}.",
            causal=causal,
            silenced=silent(silenced, layer),
            keep=keep,
        )
        traces.append(passage.trace)
        norm(f"{block}.norm1", passage.norm1)
        for name in ("q", "k", "v", "heads", "attention", "middle"):
            kept(f"{block}.{name}", getattr(passage, name))
        norm(f"{block}.norm2", passage.norm2)
        for name in ("hidden", "active", "feed_forward", "output"):
            kept(f"{block}.{name}", getattr(passage, name))
        x = passage.output
    last = norm("norm", layer_norm(x, weights["norm.gain"], weights["norm.bias"]))
    logits = kept("logits", last @ weights["W_U"])
    return Activations(tokens=ids, silenced=silenced, logits=logits, traces=tuple(traces), named=named)


def log_probabilities(logits: Floats) -> Floats:
    """ln of the softmax over the last axis, without overflow."""
    shifted = logits - logits.max(axis=-1, keepdims=True)
    result: Floats = shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True))
    return result


def mean_loss(logits: Floats, targets: Ids, counted: NDArray[np.bool_]) -> float:
    """The mean of −ln of the probability of each target, in nats, over the counted ones. (…, T, vocabulary), (…, T)."""
    chosen = np.take_along_axis(log_probabilities(logits), targets[..., None], axis=-1)[..., 0]
    return float(-chosen[counted].mean(dtype=np.float64))


def silent(silenced: frozenset[Head], layer: int) -> frozenset[int]:
    """The heads of this layer that are silenced."""
    return frozenset(head for where, head in silenced if where == layer)


def _blocks(config: Config) -> tuple[str, ...]:
    return tuple(f"block{number}" for number in range(1, config.layers + 1))


def _checked(tokens: ArrayLike, config: Config) -> Ids:
    ids = np.asarray(tokens)
    if ids.ndim < 1 or ids.shape[-1] == 0:
        raise ValueError("there are no tokens: give the model at least one")
    if ids.dtype.kind not in "iu":
        raise ValueError(f"tokens are whole numbers, not {ids.dtype}")
    if ids.shape[-1] > config.context:
        raise ValueError(f"{ids.shape[-1]} tokens are too many: this model sees at most {config.context} at once")
    if ids.size and (ids.min() < 0 or ids.max() >= config.vocabulary):
        raise ValueError(f"a token's id is 0 to {config.vocabulary - 1}, not {ids.min()} or {ids.max()}")
    return ids
