"""Training on the grammar: that it learns, the same way every time, and that without the mask it learns to copy."""

from __future__ import annotations

import math
from collections import Counter

import numpy as np
import pytest

from tests.maths.plain_gpt import plain_logits
from tutor.maths import grammar
from tutor.maths.backward import gradients
from tutor.maths.grammar import END, LONGEST, START, VOCABULARY, Batch
from tutor.maths.leak import compare, config
from tutor.maths.tiny_gpt import Config, forward, initial, mean_loss
from tutor.maths.training import generate, honest_loss, next_logits, train

TINY = Config(vocabulary=len(VOCABULARY), context=LONGEST - 1, d_model=8, heads=2, layers=1, d_ff=8)


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[Batch]:
    """Every batch that is drawn from here on."""
    batches: list[Batch] = []
    draw = grammar.batch

    def noted(rng: np.random.Generator, n: int) -> Batch:
        batches.append(draw(rng, n))
        return batches[-1]

    monkeypatch.setattr(grammar, "batch", noted)
    return batches


def losses(*, seed: int, steps: int = 5, causal: bool = True) -> list[float]:
    return [step.loss for step in train(TINY, seed=seed, steps=steps, causal=causal)]


def test_the_same_seed_gives_the_same_losses_and_another_one_others() -> None:
    assert losses(seed=3) == losses(seed=3)
    assert not set(losses(seed=3)) & set(losses(seed=4))


def test_with_and_without_the_mask_the_sentences_are_the_same(drawn: list[Batch]) -> None:
    """New ones at each step, and not those of another seed."""
    losses(seed=3)
    losses(seed=3, causal=False)
    losses(seed=4)
    texts = [batch.inputs.tobytes() for batch in drawn]
    assert texts[:5] == texts[5:10]
    assert len(set(texts[:5] + texts[10:])) == 10


def test_two_steps_of_adam_by_its_formula(drawn: list[Batch]) -> None:
    """In float64 and one parameter at a time. Of 4 steps the first two have 1/20 and 2/20 of the warm-up, and 4/4 and
    3/4 of the way down."""
    training = train(TINY, seed=9, steps=4, rate=0.01, batch=6)
    reached = [{name: value.copy() for name, value in next(training).weights.items()} for _ in range(2)]
    weights = initial(TINY, seed=9)
    mean = dict.fromkeys(weights, 0.0)
    square = dict.fromkeys(weights, 0.0)
    for number, rate in ((1, 0.01 / 20), (2, 0.01 * 2 / 20 * 3 / 4)):
        batch = drawn[number - 1]
        assert batch.inputs.shape == (6, LONGEST - 1)
        found = gradients(weights, TINY, forward(weights, TINY, batch.inputs), batch.targets, batch.counted)
        for name, gradient in found.items():
            slope = gradient.astype(float)
            mean[name] = 0.9 * mean[name] + 0.1 * slope
            square[name] = 0.99 * square[name] + 0.01 * slope**2
            step = mean[name] / (1 - 0.9**number) / (np.sqrt(square[name] / (1 - 0.99**number)) + 1e-8)
            expected = weights[name] - rate * step
            # Where a slope is all rounding, its sign is too, and Adam makes a whole step of it.
            felt = np.abs(slope) > 1e-6
            np.testing.assert_allclose(reached[number - 1][name][felt], expected[felt], rtol=0, atol=2e-6)
            assert reached[number - 1][name].dtype == np.float32
        weights = reached[number - 1]


def test_it_learns() -> None:
    """From about ln 22, any word as good as another, to near the entropy."""
    found = [step.loss for step in train(config(), seed=5, steps=150)]
    assert found[0] == pytest.approx(math.log(22), abs=1)
    assert grammar.entropy() - 0.05 < np.mean(found[-20:]) < grammar.entropy() + 0.25


@pytest.mark.parametrize("causal", [True, False])
def test_the_honest_loss_is_that_of_each_prefix_by_itself(causal: bool) -> None:
    """Sentence by sentence, prefix by prefix, in plain arithmetic."""
    weights = initial(TINY, seed=2)
    batch = grammar.batch(np.random.default_rng(1), 3)
    total = count = 0.0
    for inputs, targets, counted in zip(batch.inputs, batch.targets, batch.counted, strict=True):
        for length in range(1, int(counted.sum()) + 1):
            logits = plain_logits(weights, TINY, inputs[:length].tolist(), causal=causal)[-1]
            total += math.log(sum(map(math.exp, logits))) - logits[targets[length - 1]]
            count += 1
    assert honest_loss(weights, TINY, batch, causal=causal) == pytest.approx(total / count, abs=1e-5)


def test_with_the_mask_the_honest_loss_is_the_training_loss() -> None:
    """And without it, it is not."""
    weights = initial(TINY, seed=2)
    batch = grammar.batch(np.random.default_rng(1), 40)
    for causal, same in ((True, True), (False, False)):
        logits = forward(weights, TINY, batch.inputs, causal=causal).logits
        seen = mean_loss(logits, batch.targets, batch.counted)
        assert (abs(honest_loss(weights, TINY, batch, causal=causal) - seen) < 1e-5) is same


def test_with_the_mask_unless_it_is_said() -> None:
    """Of one layer the last row is the same either way; of two it is not, and nor is what is written."""
    deep = Config(vocabulary=len(VOCABULARY), context=LONGEST - 1, d_model=8, heads=2, layers=2, d_ff=8)
    weights = {name: 20 * value for name, value in initial(deep, seed=3).items()}
    words = ["the", "red", "fox"]
    np.testing.assert_array_equal(next_logits(weights, deep, words), next_logits(weights, deep, words, causal=True))
    assert np.abs(next_logits(weights, deep, words) - next_logits(weights, deep, words, causal=False)).max() > 1e-3
    assert generate(weights, deep, words) == generate(weights, deep, words, causal=True)
    assert generate(weights, deep, words) != generate(weights, deep, words, causal=False)


def test_the_next_logits_are_the_last_row() -> None:
    weights = initial(TINY, seed=2)
    plain = plain_logits(weights, TINY, [0, 3, 7])[-1]
    np.testing.assert_allclose(next_logits(weights, TINY, ["the", "fox"]), plain, rtol=0, atol=1e-5)
    np.testing.assert_array_equal(
        next_logits(weights, TINY, [START, "the", "fox"]), next_logits(weights, TINY, ["the", "fox"])
    )


def always(word: str) -> dict[str, np.ndarray]:
    """Weights of a model that says one word whatever it reads."""
    weights = initial(TINY, seed=2)
    weights["norm.gain"][:] = 0
    weights["norm.bias"][:] = 1
    weights["W_U"][:] = 0
    weights["W_U"][:, VOCABULARY.index(word)] = 1
    return weights


def test_it_writes_up_to_its_end_the_number_asked_for_or_the_end_of_its_context() -> None:
    """The prompt stands in front, without its start. A context of 13 tokens holds the start and 12 words, and the
    thirteenth can still be predicted."""
    assert generate(always(END), TINY, ["the", "fox"]) == ("the", "fox", END)
    assert generate(always(END), TINY, [START, "the"]) == ("the", END)
    assert generate(always("fox"), TINY, ["the"], most=2) == ("the", "fox", "fox")
    assert generate(always("fox"), TINY) == ("fox",) * (LONGEST - 1)
    assert generate(always("fox"), TINY, ["the"] * (LONGEST - 1)) == ("the",) * (LONGEST - 1)
    assert generate(always("fox"), TINY, ["the"], most=0) == ("the",)


def test_greedy_is_the_largest_logit_word_by_word() -> None:
    weights = initial(TINY, seed=7)
    words: list[int] = [0]
    for _ in range(4):
        logits = plain_logits(weights, TINY, words)[-1]
        words.append(logits.index(max(logits)))
    expected = tuple(VOCABULARY[word] for word in words[1:])
    assert END not in expected, "the seed has to give four words"
    assert generate(weights, TINY, most=4) == expected
    rng = np.random.default_rng(0)
    assert generate(weights, TINY, most=4, rng=rng, top_k=1) == expected


def test_sampling_follows_temperature_and_top_k() -> None:
    """1,500 draws of one word within 5 standard errors; the same seed, the same words."""
    weights = {name: value * 3 for name, value in initial(TINY, seed=7).items()}
    logits = plain_logits(weights, TINY, [0, 3])[-1]
    best = sorted(range(22), key=lambda word: -logits[word])[:3]
    powers = [math.exp(logits[word] / 2) for word in best]
    rng, again = np.random.default_rng(4), np.random.default_rng(4)
    options = {"temperature": 2.0, "top_k": 3, "most": 1}
    drawn = [generate(weights, TINY, ["the"], rng=rng, **options)[-1] for _ in range(1500)]
    counts = Counter(drawn)
    assert set(counts) == {VOCABULARY[word] for word in best}
    for word, power in zip(best, powers, strict=True):
        p = power / sum(powers)
        assert abs(counts[VOCABULARY[word]] / 1500 - p) < 5 * math.sqrt(p * (1 - p) / 1500)
    assert [generate(weights, TINY, ["the"], rng=again, **options)[-1] for _ in range(20)] == drawn[:20]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"temperature": 0.0}, "temperature must be above 0, not 0"),
        ({"temperature": -1.0}, "temperature must be above 0, not -1"),
        ({"temperature": math.nan}, "temperature must be above 0, not nan"),
        ({"top_k": 0}, "top_k must be at least 1, not 0"),
    ],
)
def test_what_sampling_refuses(options: dict[str, float], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        generate(always("fox"), TINY, rng=np.random.default_rng(0), **options)  # type: ignore[arg-type]


def check_the_leak(seed: int) -> None:
    """What training says of both, on new sentences, and what the honest test says.

    The floor is the grammar's own loss on the very sentences: what luck there is in them is in both.
    """
    *_, found = compare(seed=seed)
    fresh = grammar.batch(np.random.default_rng([seed, 77]), 2000)
    floor = grammar.own_loss(fresh)
    seen = {}
    for run in (found.causal, found.leaky):
        assert run.weights is not None
        logits = forward(run.weights, config(), fresh.inputs, causal=run.causal).logits
        seen[run.causal] = mean_loss(logits, fresh.targets, fresh.counted)
    assert floor <= seen[True] < floor + 0.1
    assert seen[False] <= seen[True] / 2
    assert seen[False] < floor / 2
    assert found.leaky.loss <= found.causal.loss / 2
    assert found.causal.honest_loss is not None
    assert found.leaky.honest_loss is not None
    assert found.leaky.honest_loss >= 1.5 * found.causal.honest_loss


def test_the_leak() -> None:
    check_the_leak(seed=2)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_the_leak_over_ten_seeds(seed: int) -> None:
    check_the_leak(seed)
