"""What the heads of a model look at, measured over many sentences, and what its loss is without some of them.

Everything here is a mean over positions, with the number that no habit at all would give beside it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from tutor.maths.grammar import PAD, PLURAL, SINGULAR, VERBS_OF_MANY, VERBS_OF_ONE, VOCABULARY, Batch
from tutor.maths.tiny_gpt import FOR_TRAINING, Config, Head, Weights, forward, log_probabilities

Place = Literal["previous", "first", "itself", "same", "noun"]
PLACES: tuple[Place, ...] = ("previous", "first", "itself", "same", "noun")
"""Where a query may look: the token before it, the first one, its own, the same word earlier; and, where a verb comes
next, the first noun, with which it agrees."""

Kind = Literal["verb", "word again", "other"]
KINDS: tuple[Kind, ...] = ("verb", "word again", "other")
"""What is to be predicted: a verb for the first time, the word that comes again after "and", anything else."""

_NOUNS = np.array([VOCABULARY.index(word) for word in (*SINGULAR, *PLURAL)])
_VERBS = np.array([VOCABULARY.index(word) for word in (*VERBS_OF_ONE, *VERBS_OF_MANY)])
_PAD, _AND = VOCABULARY.index(PAD), VOCABULARY.index("and")


@dataclass(frozen=True, slots=True, kw_only=True)
class Habit:
    """The mean weight that a head gives to one place, over the queries that have it; `even` is what they would give
    it if every allowed key had the same weight. `queries` counts them."""

    place: Place
    weight: float
    even: float
    queries: int


def habits(weights: Weights, config: Config, batch: Batch) -> Mapping[Head, tuple[Habit, ...]]:
    """Every head's weight on each place, in the order of `PLACES`; layers and heads from 0.

    Queries from the third token on count, so that the first token and the previous one are never the same; for the
    first noun those that a verb follows and that stand at least two tokens after it, which is after a place.
    """
    traces = forward(weights, config, batch.inputs, keep=FOR_TRAINING).traces
    looked = list(_looked_at(batch.inputs, np.isin(batch.targets, _VERBS) & (batch.inputs != _AND)))
    found: dict[Head, tuple[Habit, ...]] = {}
    for layer, trace in enumerate(traces):
        for head in range(config.heads):
            rows = trace.weights[..., head, :, :]
            found[layer, head] = tuple(_habit(place, rows, keys) for place, keys in looked)
    return found


def _habit(place: Place, weights: NDArray[np.floating], keys: NDArray[np.bool_]) -> Habit:
    """(n, T, T) weights, and the keys that the place means for each query, none where it does not count."""
    counts = keys.any(axis=-1)
    allowed = np.arange(1, keys.shape[-1] + 1)
    given = np.where(keys, weights, 0).sum(axis=-1, dtype=np.float64)
    even = keys.sum(axis=-1) / allowed
    return Habit(
        place=place, weight=float(given[counts].mean()), even=float(even[counts].mean()), queries=int(counts.sum())
    )


def _looked_at(ids: NDArray[np.integer], before_verb: NDArray[np.bool_]) -> Iterator[tuple[Place, NDArray[np.bool_]]]:
    """For each place, the keys (n, T, T) that it means for each query; (n, T) both, True where a verb comes next."""
    n, length = ids.shape
    query, key = np.arange(length)[:, None], np.arange(length)[None, :]
    counted = ((ids != _PAD) & (np.arange(length) >= 2))[:, :, None]
    noun = np.isin(ids, _NOUNS)
    first_noun = noun & (noun.cumsum(axis=1) == 1)
    same = (ids[:, :, None] == ids[:, None, :]) & (key < query)
    yield "previous", counted & np.broadcast_to(key == query - 1, (n, length, length))
    yield "first", counted & np.broadcast_to(key == 0, (n, length, length))
    yield "itself", counted & np.broadcast_to(key == query, (n, length, length))
    yield "same", counted & same
    yield "noun", counted & before_verb[:, :, None] & first_noun[:, None, :] & (key <= query - 2)


@dataclass(frozen=True, slots=True, kw_only=True)
class Losses:
    """Mean losses in nats per token: over all counted tokens, and for each kind of token."""

    all: float
    by_kind: Mapping[Kind, float]


def losses(weights: Weights, config: Config, batch: Batch, *, silenced: frozenset[Head] = frozenset()) -> Losses:
    """The model's loss over these sentences, with these heads adding nothing."""
    logits = forward(weights, config, batch.inputs, silenced=silenced, keep=FOR_TRAINING).logits
    chances = log_probabilities(logits.astype(np.float64))
    lost = -np.take_along_axis(chances, batch.targets[..., None], axis=-1)[..., 0]
    return Losses(
        all=float(lost[batch.counted].mean()),
        by_kind={kind: float(lost[where].mean()) for kind, where in _kinds(batch)},
    )


def _kinds(batch: Batch) -> Iterator[tuple[Kind, NDArray[np.bool_]]]:
    """Which targets are of each kind. (n, T) each; together they are all that count."""
    again = (batch.inputs == _AND) & batch.counted
    verb = np.isin(batch.targets, _VERBS) & batch.counted & ~again
    yield "verb", verb
    yield "word again", again
    yield "other", batch.counted & ~verb & ~again
