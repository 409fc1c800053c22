"""The forward pass of the small transformer against a second one, in lists and `math` alone."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tests.maths.plain_gpt import plain_logits
from tutor.maths.tiny_gpt import Config, forward, initial, log_probabilities, mean_loss, parameters, shapes

CONFIG = Config(vocabulary=9, context=6, d_model=8, heads=2, layers=2, d_ff=12)


def moved(config: Config, seed: int, dtype: type = np.float64) -> dict[str, np.ndarray]:
    """First weights, with gains and biases moved away from 1 and 0."""
    rng = np.random.default_rng(seed)
    weights = initial(config, seed=seed, dtype=dtype)
    return {name: (value + 0.2 * rng.standard_normal(value.shape)).astype(dtype) for name, value in weights.items()}


@pytest.mark.parametrize("causal", [True, False])
@pytest.mark.parametrize("silenced", [(), ((0, 0),), ((0, 1), (1, 0))])
def test_logits_are_those_of_plain_arithmetic(causal: bool, silenced: tuple[tuple[int, int], ...]) -> None:
    weights = moved(CONFIG, 5)
    tokens = [[0, 3, 3, 8, 1, 2], [7, 6, 5, 4, 3, 2]]
    made = forward(weights, CONFIG, tokens, causal=causal, silenced=frozenset(silenced))
    for row, sentence in zip(made.logits, tokens, strict=True):
        plain = plain_logits(weights, CONFIG, sentence, causal=causal, silenced=silenced)
        np.testing.assert_allclose(row, plain, rtol=0, atol=1e-10)


def test_float32_stays_within_a_hundred_thousandth() -> None:
    weights = moved(CONFIG, 6, np.float32)
    made = forward(weights, CONFIG, [0, 3, 3, 8])
    assert made.logits.dtype == np.float32
    assert {value.dtype for value in made.named.values()} == {np.dtype(np.float32)}
    np.testing.assert_allclose(made.logits, plain_logits(weights, CONFIG, [0, 3, 3, 8]), rtol=0, atol=1e-5)


def test_with_the_mask_the_future_changes_nothing_and_without_it_everything() -> None:
    weights = moved(CONFIG, 7)
    one, other = [1, 2, 3, 4], [1, 2, 3, 8]
    np.testing.assert_array_equal(forward(weights, CONFIG, one).logits[:3], forward(weights, CONFIG, other).logits[:3])
    open_one = forward(weights, CONFIG, one, causal=False).logits[:3]
    open_other = forward(weights, CONFIG, other, causal=False).logits[:3]
    assert (np.abs(open_one - open_other).max(axis=-1) > 1e-3).all()


def test_shapes_and_names_of_what_is_kept() -> None:
    """2 sentences of 4 tokens, 2 layers of 2 heads, 8 wide: every activation by its name, and the traces' stages."""
    made = forward(initial(CONFIG, seed=0), CONFIG, np.zeros((2, 4), dtype=int))
    assert made.logits.shape == (2, 4, 9)
    assert [trace.weights.shape for trace in made.traces] == [(2, 2, 4, 4)] * 2
    assert made.traces[0].masked.shape == (2, 2, 4, 4)
    block = [
        "norm1",
        "q",
        "k",
        "v",
        "heads",
        "attention",
        "middle",
        "norm2",
        "hidden",
        "active",
        "feed_forward",
        "output",
    ]
    names = ["embedded", *(f"block{n}.{name}" for n in (1, 2) for name in block), "norm", "logits"]
    plain = {name: value for name, value in made.named.items() if not name.endswith((".normalized", ".deviation"))}
    assert set(plain) == set(names)
    wide = {"block1.hidden", "block1.active", "block2.hidden", "block2.active"}
    for name, value in plain.items():
        assert value.shape == (2, 4, 9 if name == "logits" else 12 if name in wide else 8), name
    named = made.named
    np.testing.assert_array_equal(named["block1.middle"], named["embedded"] + named["block1.attention"])
    np.testing.assert_array_equal(named["block2.output"], named["block2.middle"] + named["block2.feed_forward"])


def test_parameters_are_counted_part_by_part() -> None:
    """22·32 + 13·32 embeddings, 2 blocks of 4·32² + 2·32·64 + 64 + 32 + 4·32, a norm of 64, and 32·22 logits."""
    config = Config(vocabulary=22, context=13)
    block = 4 * 32**2 + 2 * 32 * 64 + 64 + 32 + 4 * 32
    assert parameters(config) == 22 * 32 + 13 * 32 + 2 * block + 64 + 32 * 22
    assert dict(shapes(config)).keys() == initial(config, seed=0).keys()


def test_the_same_seed_gives_the_same_first_weights() -> None:
    one, same, other = (initial(CONFIG, seed=seed) for seed in (1, 1, 2))
    assert all((one[name] == same[name]).all() for name in one)
    assert not (one["W_U"] == other["W_U"]).any()
    assert (one["norm.gain"] == 1).all()
    assert not one["block1.b_1"].any()


def test_the_mean_loss_by_hand() -> None:
    """Three even chances of two words cost ln 2 each; the fourth, sure and right, nothing; the fifth is not counted."""
    logits = np.array([[[0.0, 0.0], [5.0, 5.0], [-1e4, -1e4], [1e4, 0.0], [1e4, 0.0]]])
    targets = np.array([[0, 1, 1, 0, 1]])
    counted = np.array([[True, True, True, True, False]])
    assert mean_loss(logits, targets, counted) == pytest.approx(3 * math.log(2) / 4, abs=1e-12)
    np.testing.assert_allclose(np.exp(log_probabilities(np.array([0.0, math.log(3)]))), [0.25, 0.75], rtol=1e-12)


@pytest.mark.parametrize(
    ("tokens", "said"),
    [
        ([], "there are no tokens"),
        ([0] * 7, "7 tokens are too many: this model sees at most 6 at once"),
        ([0, 9], "a token's id is 0 to 8"),
        ([-1], "a token's id is 0 to 8, not -1 or -1"),
        ([2, -1, 3], "a token's id is 0 to 8, not -1 or 3"),
        ([0.5], "tokens are whole numbers"),
    ],
)
def test_tokens_that_do_not_fit_are_refused(tokens: list[float], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        forward(initial(CONFIG, seed=0), CONFIG, np.array(tokens, dtype=int if not tokens else None))


def test_sizes_that_do_not_fit_are_refused() -> None:
    with pytest.raises(ValueError, match="d_model 8 cannot be shared evenly by 3 heads"):
        Config(vocabulary=3, context=3, d_model=8, heads=3)
    with pytest.raises(ValueError, match="layers must be at least 1, not 0"):
        Config(vocabulary=3, context=3, layers=0)


@pytest.mark.parametrize("head", [(2, 0), (0, 2), (-1, 0), (0, -1)])
def test_a_head_that_is_not_there_cannot_be_silenced(head: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="there is no head"):
        forward(initial(CONFIG, seed=0), CONFIG, [0], silenced=frozenset({head}))
