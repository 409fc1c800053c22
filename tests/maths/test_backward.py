"""The hand-written gradients, each one against the slope of the loss itself."""

from __future__ import annotations

import numpy as np
import pytest

from tutor.maths.backward import gradients
from tutor.maths.norms import layer_norm, layer_norm_gradients
from tutor.maths.tiny_gpt import FOR_TRAINING, Config, Head, forward, initial, mean_loss, parameters

SMALL = Config(vocabulary=7, context=5, d_model=6, heads=2, layers=2, d_ff=8)
STEP = 1e-5
"""The loss is smooth at this size but for ReLU's corner, which the seeds below stay away from."""


def at_random(config: Config, *, seed: int) -> dict[str, np.ndarray]:
    """Weights with nothing at its first value: gains, biases and positions are moved too, so that all are felt."""
    rng = np.random.default_rng(seed)
    return {
        name: value + 0.3 * rng.standard_normal(value.shape)
        for name, value in initial(config, seed=seed, dtype=np.float64).items()
    }


@pytest.mark.parametrize("causal", [True, False])
@pytest.mark.parametrize("silenced", [frozenset(), frozenset({(0, 1)}), frozenset({(0, 0), (1, 0), (1, 1)})])
def test_every_gradient_is_the_slope_of_the_loss(causal: bool, silenced: frozenset[Head]) -> None:
    """Central differences for every single parameter, to 1e-5 of the largest slope; what is left out counts nothing."""
    weights = at_random(SMALL, seed=3)
    rng = np.random.default_rng(4)
    tokens = rng.integers(0, 7, (3, 4))
    targets = rng.integers(0, 7, (3, 4))
    counted = np.array([[1, 1, 1, 1], [1, 1, 0, 0], [1, 0, 1, 0]], dtype=bool)

    def loss() -> float:
        made = forward(weights, SMALL, tokens, causal=causal, silenced=silenced, keep=FOR_TRAINING)
        return mean_loss(made.logits, targets, counted)

    activations = forward(weights, SMALL, tokens, causal=causal, silenced=silenced)
    found = gradients(weights, SMALL, activations, targets, counted)
    assert list(found) == list(weights)
    checked = 0
    for name, value in weights.items():
        slopes = np.empty_like(value)
        for place in np.ndindex(value.shape):
            before = value[place]
            value[place] = before + STEP
            above = loss()
            value[place] = before - STEP
            below = loss()
            value[place] = before
            slopes[place] = (above - below) / (2 * STEP)
            checked += 1
        assert found[name].shape == value.shape
        largest = np.abs(slopes).max()
        np.testing.assert_allclose(found[name], slopes, rtol=1e-5, atol=1e-5 * largest + 1e-10, err_msg=name)
    assert checked == parameters(SMALL)


def test_what_is_not_counted_has_no_gradient() -> None:
    """With a mask, a token after the last counted target changes nothing, nor does the position it stands at."""
    weights = at_random(SMALL, seed=1)
    tokens = np.array([[0, 1, 2, 3]])
    counted = np.array([[True, True, False, False]])
    found = gradients(weights, SMALL, forward(weights, SMALL, tokens), np.array([[1, 2, 3, 4]]), counted)
    assert not found["positions"][2:].any()
    assert not found["embedding"][2:].any()
    assert found["positions"][:2].all()


def test_a_sentence_alone_is_a_batch_of_one() -> None:
    weights = at_random(SMALL, seed=5)
    tokens, targets = np.array([0, 1, 2, 3]), np.array([1, 2, 3, 4])
    counted = np.array([True, True, False, True])
    alone = gradients(weights, SMALL, forward(weights, SMALL, tokens), targets, counted)
    made = forward(weights, SMALL, tokens[None])
    for name, value in gradients(weights, SMALL, made, targets[None], counted[None]).items():
        np.testing.assert_allclose(alone[name], value, rtol=1e-12, atol=1e-15, err_msg=name)


def test_where_nothing_counts_nothing_is_learned() -> None:
    """A batch of padding alone has no loss, so no slope either; and no 0 is divided by 0."""
    weights = at_random(SMALL, seed=1)
    tokens = np.array([[0, 1, 2, 3]])
    nothing = np.zeros((1, 4), dtype=bool)
    found = gradients(weights, SMALL, forward(weights, SMALL, tokens), np.array([[1, 2, 3, 4]]), nothing)
    assert not any(value.any() for value in found.values())


def test_a_silenced_head_learns_nothing() -> None:
    """Its queries, keys and values have no slope, nor have the rows of W_O that would read it."""
    weights = at_random(SMALL, seed=2)
    tokens = np.array([[0, 1, 2]])
    counted = np.ones((1, 3), dtype=bool)
    made = forward(weights, SMALL, tokens, silenced=frozenset({(0, 1)}))
    found = gradients(weights, SMALL, made, np.array([[1, 2, 3]]), counted)
    for name in ("W_Q", "W_K", "W_V"):
        assert not found[f"block1.{name}"][:, 3:].any()
        assert found[f"block1.{name}"][:, :3].any()
    assert not found["block1.W_O"][3:].any()


def test_the_norm_by_hand() -> None:
    """[1, 3] has mean 2 and variance 1: nearly [−1, 1], then gain and bias; epsilon is the 1e-5 under the root."""
    made = layer_norm(np.array([[1.0, 3.0]]), np.array([2.0, 10.0]), np.array([0.5, 0.0]))
    inside = 1 / 1.00001**0.5
    np.testing.assert_allclose(made.normalized, [[-inside, inside]], rtol=1e-12)
    np.testing.assert_allclose(made.output, [[0.5 - 2 * inside, 10 * inside]], rtol=1e-12)
    even = layer_norm(np.array([4.0, 4.0]), np.ones(2), np.zeros(2))
    assert even.output.tolist() == [0, 0]


def test_a_shift_of_the_norms_input_has_no_slope() -> None:
    """What is added to all of x is taken away with the mean: the slopes of a row sum to 0."""
    rng = np.random.default_rng(0)
    made = layer_norm(rng.standard_normal((3, 5)), rng.standard_normal(5), rng.standard_normal(5))
    x, gain, bias = layer_norm_gradients(rng.standard_normal((3, 5)), made.normalized, made.deviation, np.ones(5))
    np.testing.assert_allclose(x.sum(axis=-1), 0, atol=1e-12)
    assert gain.shape == bias.shape == (5,)
