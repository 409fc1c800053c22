"""What heads look at and what their loss is, counted once more in plain loops over every query and key."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tutor.maths import grammar
from tutor.maths.heads import KINDS, PLACES, habits, losses
from tutor.maths.pretrained import load
from tutor.maths.tiny_gpt import forward

NOUNS = {"fox", "dog", "cat", "foxes", "dogs", "cats"}
VERBS = {"run", "runs", "sleep", "sleeps", "wait", "waits"}


def sample(n: int = 25) -> grammar.Batch:
    return grammar.batch(np.random.default_rng(3), n)


def keys_of(place: str, words: list[str], query: int) -> list[int]:
    """The keys that a place means for a query, by its own words."""
    first_noun = next((i for i, word in enumerate(words) if word in NOUNS), None)
    verb_next = words[query] != "and" and words[query + 1 : query + 2] and words[query + 1] in VERBS
    return {
        "previous": [query - 1],
        "first": [0],
        "itself": [query],
        "same": [j for j in range(query) if words[j] == words[query]],
        "noun": [first_noun] if verb_next and first_noun is not None and first_noun <= query - 2 else [],
    }[place]


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("head", [(0, 0), (1, 1)])
def test_a_habit_is_the_mean_over_its_queries(place: str, head: tuple[int, int]) -> None:
    model, batch = load(), sample()
    given, even = [], []
    for ids in batch.inputs:
        words = [word for word in grammar.decode(ids) if word != grammar.PAD]
        weights = forward(model.weights, model.config, grammar.encode(words)).traces[head[0]].weights[head[1]]
        for query in range(2, len(words)):
            keys = keys_of(place, words, query)
            if keys:
                given.append(sum(float(weights[query, key]) for key in keys))
                even.append(len(keys) / (query + 1))
    found = next(x for x in habits(model.weights, model.config, batch)[head] if x.place == place)
    assert found.queries == len(given)
    assert found.weight == pytest.approx(sum(given) / len(given), abs=1e-5)
    assert found.even == pytest.approx(sum(even) / len(even))


def kind_of(words: list[str], place: int) -> str:
    if words[place - 1] == "and":
        return "word again"
    return "verb" if words[place] in VERBS else "other"


@pytest.mark.parametrize("off", [frozenset(), frozenset({(0, 1)}), frozenset({(0, 0), (1, 0)})])
def test_losses_are_means_over_their_kinds(off: frozenset[tuple[int, int]]) -> None:
    model, batch = load(), sample()
    lost: dict[str, list[float]] = {kind: [] for kind in KINDS}
    for ids, targets in zip(batch.inputs, batch.targets, strict=True):
        words = [*grammar.decode(ids)[:1], *(word for word in grammar.decode(targets) if word != grammar.PAD)]
        logits = forward(model.weights, model.config, grammar.encode(words[:-1]), silenced=off).logits
        for place in range(1, len(words)):
            row = [float(x) for x in logits[place - 1]]
            top = max(row)
            total = sum(math.exp(x - top) for x in row)
            target = grammar.VOCABULARY.index(words[place])
            lost[kind_of(words, place)].append(math.log(total) + top - row[target])
    found = losses(model.weights, model.config, batch, silenced=off)
    for kind in KINDS:
        assert found.by_kind[kind] == pytest.approx(sum(lost[kind]) / len(lost[kind]), abs=1e-4)
    everything = [x for kind in KINDS for x in lost[kind]]
    assert found.all == pytest.approx(sum(everything) / len(everything), abs=1e-4)
    assert len(everything) == int(batch.counted.sum())


def test_the_shipped_model_has_heads_with_habits() -> None:
    """As measured when it was made: one looks at the token before, one from a verb's place back to its noun."""
    model = load()
    found = habits(model.weights, model.config, sample(400))
    weights = {(head, x.place): x.weight for head, places in found.items() for x in places}
    assert weights[(0, 1), "previous"] == pytest.approx(0.612, abs=0.03)
    assert weights[(0, 0), "itself"] == pytest.approx(0.697, abs=0.03)
    assert weights[(1, 1), "noun"] > 0.9


def test_a_model_without_any_head_is_worse() -> None:
    model, batch = load(), sample(200)
    every = frozenset((layer, head) for layer in range(model.config.layers) for head in range(model.config.heads))
    all_on, all_off = (
        losses(model.weights, model.config, batch),
        losses(model.weights, model.config, batch, silenced=every),
    )
    assert all_off.all > all_on.all + 0.3
