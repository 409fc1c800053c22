"""One block against the same block in lists, hand-worked norms and residuals, and published parameter counts."""

from __future__ import annotations

import math
from itertools import chain

import numpy as np
import pytest

from tests.maths.plain import attention
from tutor.maths.block import (
    Norm,
    Sizes,
    feed_forward,
    join_heads,
    parameters_by_part,
    pass_through,
    split_heads,
    without,
)
from tutor.maths.tiny_gpt import Config, parameters

Rows = list[list[float]]

VECTORS = ("norm1.gain", "norm1.bias", "norm2.gain", "norm2.bias", "b_2")


def times(a: Rows, b: Rows) -> Rows:
    return [
        [math.fsum(x * y for x, y in zip(row, column, strict=True)) for column in zip(*b, strict=True)] for row in a
    ]


def plus(a: Rows, b: Rows) -> Rows:
    return [[x + y for x, y in zip(*rows, strict=True)] for rows in zip(a, b, strict=True)]


def normalized(rows: Rows, gain: list[float], bias: list[float]) -> Rows:
    result = []
    for row in rows:
        mean = math.fsum(row) / len(row)
        deviation = math.sqrt(math.fsum((x - mean) ** 2 for x in row) / len(row) + 1e-5)
        result.append([(x - mean) / deviation * g + b for x, g, b in zip(row, gain, bias, strict=True)])
    return result


def plain_block(x: Rows, w: dict[str, list], *, heads: int, norm: Norm) -> Rows:
    """Section 3.1 in lists: either LayerNorm(x + Sublayer(x)) twice, or x + Sublayer(LayerNorm(x))."""

    def attend(rows: Rows) -> Rows:
        q, k, v = (times(rows, w[name]) for name in ("W_Q", "W_K", "W_V"))
        width = len(rows[0]) // heads
        outputs = []
        for head in range(heads):
            own = slice(head * width, (head + 1) * width)
            outputs.append(attention(*([row[own] for row in m] for m in (q, k, v)), causal=True).output)
        return times([list(chain.from_iterable(parts)) for parts in zip(*outputs, strict=True)], w["W_O"])

    def feed(rows: Rows) -> Rows:
        hidden = [[max(0.0, a + b) for a, b in zip(row, w["b_1"], strict=True)] for row in times(rows, w["W_1"])]
        return [[a + b for a, b in zip(row, w["b_2"], strict=True)] for row in times(hidden, w["W_2"])]

    for sublayer, name in ((attend, "norm1"), (feed, "norm2")):
        gain, bias = w[f"{name}.gain"], w[f"{name}.bias"]
        if norm == "pre":
            x = plus(x, sublayer(normalized(x, gain, bias)))
        else:
            x = normalized(plus(x, sublayer(x)), gain, bias)
    return x


def drawn(seed: int, d: int, d_ff: int) -> dict[str, np.ndarray]:
    rng = np.random.default_rng(seed)
    shapes = {"W_1": (d, d_ff), "b_1": (d_ff,), "W_2": (d_ff, d)}
    shapes |= dict.fromkeys(("W_Q", "W_K", "W_V", "W_O"), (d, d)) | dict.fromkeys(VECTORS, (d,))
    return {name: rng.normal(size=shape) for name, shape in shapes.items()}


@pytest.mark.parametrize("norm", ["pre", "post"])
@pytest.mark.parametrize("heads", [1, 2, 3])
def test_a_block_is_what_the_same_steps_give_in_lists(norm: Norm, heads: int) -> None:
    weights = drawn(3, 6, 10)
    x = np.random.default_rng(4).normal(size=(5, 6))
    passage = pass_through(x, weights, heads=heads, norm=norm)
    expected = plain_block(x.tolist(), {k: v.tolist() for k, v in weights.items()}, heads=heads, norm=norm)
    np.testing.assert_allclose(passage.output, expected, rtol=1e-10, atol=1e-10)


def test_batches_and_prefixes_change_nothing() -> None:
    weights = drawn(5, 4, 8)
    x = np.random.default_rng(6).normal(size=(2, 3, 4))
    prefixed = {f"block2.{name}": value for name, value in weights.items()}
    batch = pass_through(x, prefixed, heads=2, prefix="block2.").output
    for one, rows in zip(batch, x, strict=True):
        np.testing.assert_allclose(one, pass_through(rows, weights, heads=2).output, rtol=1e-12)


def test_what_goes_on_is_the_sum_in_pre_norm_and_normalized_in_post_norm() -> None:
    weights = drawn(7, 4, 8)
    weights |= {f"norm{n}.{part}": np.full(4, float(part == "gain")) for n in (1, 2) for part in ("gain", "bias")}
    x = np.random.default_rng(8).normal(size=(3, 4))
    pre, post = (pass_through(x, weights, heads=2, norm=norm) for norm in ("pre", "post"))
    np.testing.assert_array_equal(pre.middle, pre.added)
    np.testing.assert_array_equal(post.read, x)
    for rows in (pre.read, pre.read_again, post.middle, post.output):
        np.testing.assert_allclose(rows.mean(axis=-1), 0, atol=1e-12)
        np.testing.assert_allclose(rows.std(axis=-1), 1, atol=1e-4)
    assert not np.allclose(pre.output.mean(axis=-1), 0, atol=0.01)


def test_silenced_heads_put_zeros_into_the_row_of_heads() -> None:
    weights = drawn(9, 6, 8)
    x = np.random.default_rng(10).normal(size=(4, 6))
    whole, part = (pass_through(x, weights, heads=3, silenced=silenced) for silenced in ((), (1,)))
    assert (part.heads[:, 2:4] == 0).all()
    np.testing.assert_array_equal(part.heads[:, :2], whole.heads[:, :2])
    np.testing.assert_array_equal(part.heads[:, 4:], whole.heads[:, 4:])
    none = pass_through(x, weights, heads=3, silenced={0, 1, 2})
    np.testing.assert_array_equal(none.added, x)


def test_silencing_leaves_what_it_was_given() -> None:
    outputs = np.ones((2, 3, 2))
    assert without(outputs, ()) is outputs
    assert without(outputs, {1}).tolist() == [[[1, 1]] * 3, [[0, 0]] * 3]
    assert (outputs == 1).all()


def test_feed_forward_by_hand() -> None:
    hidden, active, out = feed_forward(
        np.array([[1.0, 2.0]]),
        np.array([[1.0, -1.0, 0.0], [0.0, -1.0, 2.0]]),
        np.array([0.0, 1.0, -5.0]),
        np.array([[1.0, 0.0], [7.0, 7.0], [3.0, 3.0]]),
        np.array([0.5, 0.25]),
    )
    assert hidden.tolist() == [[1, -2, -1]]
    assert active.tolist() == [[1, 0, 0]]
    assert out.tolist() == [[1.5, 0.25]]


def test_heads_own_neighboring_columns_and_come_back_as_they_were() -> None:
    x = np.arange(12.0).reshape(2, 6)
    assert split_heads(x, 3).tolist() == [[[0, 1], [6, 7]], [[2, 3], [8, 9]], [[4, 5], [10, 11]]]
    assert join_heads(split_heads(x, 3)).tolist() == x.tolist()
    batch = np.arange(24.0).reshape(2, 2, 6)
    assert split_heads(batch, 2).shape == (2, 2, 2, 3)
    assert join_heads(split_heads(batch, 2)).tolist() == batch.tolist()


@pytest.mark.parametrize("heads", [0, 4, 12])
def test_heads_that_cannot_share_are_refused(heads: int) -> None:
    with pytest.raises(ValueError, match=f"^6 columns cannot be shared evenly by {heads} heads$"):
        split_heads(np.zeros((2, 6)), heads)
    sizes = Sizes(vocabulary=5, d_model=6, heads=heads, layers=1, d_ff=24)
    with pytest.raises(ValueError, match=f"^d_model = 6 .* {heads} heads: d_model must be divisible by .* heads$"):
        parameters_by_part(sizes)


def test_the_count_of_the_papers_base_size() -> None:
    """512, 8 heads, 6 layers, 2048: each of the four is 262,144 a layer, the net 2,097,152 and 2,560 biases."""
    parts = parameters_by_part(
        Sizes(vocabulary=37_000, d_model=512, heads=8, layers=6, d_ff=2048, shared=True, norm="post")
    )
    assert {parts[name] for name in ("W_Q", "W_K", "W_V", "W_O")} == {6 * 262_144}
    assert parts["W_1"] + parts["W_2"] == 6 * 2_097_152
    assert parts["b_1 and b_2"] == 6 * 2_560
    assert parts["norms"] == 6 * 2 * 1_024
    assert parts["embedding"] == 18_944_000
    assert parts["positions"] == parts["unembedding"] == 0
    assert sum(parts.values()) == 37_846_016


def test_the_count_of_gpt2() -> None:
    """GPT-2 small has 124,439,808; it has biases in attention as well, 12 layers with four of 768 numbers each."""
    sizes = Sizes(vocabulary=50_257, d_model=768, heads=12, layers=12, d_ff=3072, positions=1024, shared=True)
    assert sum(parameters_by_part(sizes).values()) == 124_439_808 - 12 * 4 * 768


@pytest.mark.parametrize("heads", [1, 2, 4, 8, 16])
def test_heads_do_not_change_the_count(heads: int) -> None:
    sizes = Sizes(vocabulary=9, d_model=16, heads=heads, layers=3, d_ff=64, positions=7)
    assert sum(parameters_by_part(sizes).values()) == 9 * 16 + 7 * 16 + 3 * (12 * 256 + 80 + 64) + 32 + 9 * 16


@pytest.mark.parametrize(("layers", "heads"), [(1, 1), (2, 4), (5, 2)])
def test_the_small_model_is_counted_the_same(layers: int, heads: int) -> None:
    """There each matrix is made and its numbers counted, here products are added up."""
    config = Config(vocabulary=22, context=12, d_model=24, heads=heads, layers=layers, d_ff=40)
    sizes = Sizes(vocabulary=22, d_model=24, heads=heads, layers=layers, d_ff=40, positions=12)
    assert sum(parameters_by_part(sizes).values()) == parameters(config)
