"""The comparison of a run with the mask and one without: what is yielded, and that it says what it is to say."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from tutor.maths import grammar
from tutor.maths.leak import LAST, Run, chances, compare, config
from tutor.maths.tiny_gpt import forward


@pytest.fixture(scope="module")
def short() -> list[object]:
    return list(compare(steps=60, seed=3, every=20))


def test_the_states_of_a_comparison(short: list) -> None:
    assert [x.step for x in short] == [20, 40, 60]
    assert [x.done for x in short] == [False, False, True]
    for before, after in pairwise(short):
        assert after.causal.losses[: before.step] == before.causal.losses
        assert after.leaky.losses[: before.step] == before.leaky.losses
    assert short[-1].causal.sample
    assert short[-1].leaky.honest_loss > 0


def test_both_begin_alike_and_a_seed_repeats_itself(short: list) -> None:
    """Before the first step the weights are the same; only the mask differs."""
    last = short[-1]
    assert last.causal.losses[0] == pytest.approx(last.leaky.losses[0], abs=0.5)
    (again,) = compare(steps=60, seed=3, every=1000)
    assert again == last
    (other,) = compare(steps=60, seed=4, every=1000)
    assert other.causal.losses != last.causal.losses


def test_a_loss_is_the_mean_of_the_last_steps() -> None:
    assert Run(causal=True, losses=(100.0, *(2.0,) * (LAST - 1), 22.0)).loss == pytest.approx(
        (2.0 * (LAST - 1) + 22.0) / LAST
    )
    assert np.isnan(Run(causal=True).loss)


def test_chances_of_each_word(short: list) -> None:
    """With the prefix alone: the softmax of the last row for the prefix as its own input. With the whole sentence:
    of a model with the mask the same numbers, since nothing later is seen."""
    run = short[-1].causal
    words = ("the", "dogs", "run")
    found = chances(run, words)
    assert [x.target for x in found] == [*words, grammar.END]
    for place, x in enumerate(found):
        prefix = grammar.encode((grammar.START, *words)[: place + 1])
        logits = [float(y) for y in forward(run.weights, config(), prefix).logits[-1]]
        parts = np.exp(np.array(logits) - max(logits))
        assert x.prefix == pytest.approx(parts[grammar.VOCABULARY.index(x.target)] / parts.sum(), abs=1e-6)
        assert x.whole == pytest.approx(x.prefix, abs=1e-5)


def test_without_the_mask_the_padding_is_seen_as_in_training(short: list) -> None:
    """A sentence of two words stands in a row of LONGEST − 1 inputs, as the grammar's batches are."""
    words = ("dogs", "run")
    assert grammar.batch(np.random.default_rng(1), 2).inputs.shape[1] == grammar.LONGEST - 1
    row = [grammar.START, *words, grammar.END]
    row += [grammar.PAD] * (grammar.LONGEST - 1 - len(row))
    run = short[-1].leaky
    assert run.weights is not None
    logits = forward(run.weights, config(), grammar.encode(row), causal=False).logits.astype(np.float64)
    for place, x in enumerate(chances(run, words)):
        parts = np.exp(logits[place] - logits[place].max())
        assert x.target == row[place + 1]
        assert x.whole == pytest.approx(parts[grammar.VOCABULARY.index(x.target)] / parts.sum(), abs=1e-6)


def test_the_leak() -> None:
    """400 steps: without the mask the training loss falls through the entropy of the grammar, and only there."""
    (found,) = compare(steps=400, seed=1, every=1000)
    assert found.leaky.loss < 0.1 * grammar.entropy()
    assert found.causal.loss > 0.9 * grammar.entropy()
    assert found.leaky.loss <= found.causal.loss / 2
    assert found.leaky.honest_loss >= 1.5 * found.causal.honest_loss
    assert found.causal.honest_loss == pytest.approx(grammar.entropy(), abs=0.1)
    peeked, honest = zip(*((x.whole, x.prefix) for x in chances(found.leaky, ("the", "foxes", "run"))), strict=True)
    assert min(peeked) > 0.9
    assert np.prod(honest) < 1e-4, "the sentence is an ordinary one"
