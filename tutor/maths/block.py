"""One block of a transformer, part by part, around the same `attend`; and what its parts cost in parameters.

Section 3 of "Attention Is All You Need" (Vaswani et al. 2017), with attention matrices without biases.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from tutor.maths.attention import Trace, attend
from tutor.maths.checks import Floats, count
from tutor.maths.norms import Normed, layer_norm

Norm = Literal["pre", "post"]
"""Where normalization stands: "pre", before each sublayer and inside its branch; "post", after each addition."""


def feed_forward(
    x: NDArray[Any], W_1: NDArray[Any], b_1: NDArray[Any], W_2: NDArray[Any], b_2: NDArray[Any]
) -> tuple[Floats, Floats, Floats]:
    """x·W_1 + b_1, that cut at 0, and max(0, x·W_1 + b_1)·W_2 + b_2, each row by itself (section 3.3).

    x (…, d) → (…, d_ff), (…, d_ff) and (…, d).
    """
    hidden = x @ W_1 + b_1
    active = np.maximum(hidden, 0)
    return hidden, active, active @ W_2 + b_2


def split_heads(x: NDArray[Any], heads: int) -> Floats:
    """(…, n, heads·d) → (…, heads, n, d): head h owns the h-th run of columns. ValueError where they cannot share."""
    *front, n, width = x.shape
    if heads < 1 or width % heads:
        raise ValueError(f"{count(width, 'column')} cannot be shared evenly by {count(heads, 'head')}")
    return x.reshape(*front, n, heads, width // heads).swapaxes(-3, -2)


def join_heads(x: NDArray[Any]) -> Floats:
    """(…, heads, n, d) → (…, n, heads·d): the heads' outputs side by side (section 3.2.2)."""
    *front, heads, n, width = x.shape
    return x.swapaxes(-3, -2).reshape(*front, n, heads * width)


def without(outputs: Floats, silenced: Collection[int]) -> Floats:
    """The heads' outputs, (…, heads, n, d), with zeros for the heads that are silenced, counted from 0."""
    if not silenced:
        return outputs
    kept = outputs.copy()
    kept[..., sorted(silenced), :, :] = 0
    return kept


@dataclass(frozen=True, kw_only=True, eq=False)
class Passage:
    """Every activation on the way of x through one block, in order; each is (…, n, d_model) where nothing is said.

    `read` is what attention reads: x normalized in pre-norm, x itself in post-norm. `q`, `k` and `v` hold all heads
    side by side, `trace` is what `attend` made of them, split, `heads` the heads' outputs side by side again,
    `attention` heads·W_O, `added` x + attention. `middle` goes on from there: `added` in pre-norm, `added` normalized
    in post-norm. `read_again` is what the feed-forward network reads, `hidden` read_again·W_1 + b_1 and `active`
    max(0, hidden), both (…, n, d_ff), `feed_forward` active·W_2 + b_2, `added_again` middle + feed_forward, `output`
    what leaves the block. `norm1` and `norm2` are the two normalizations, wherever they stand.
    """

    x: Floats
    norm1: Normed
    read: Floats
    q: Floats
    k: Floats
    v: Floats
    trace: Trace
    heads: Floats
    attention: Floats
    added: Floats
    middle: Floats
    norm2: Normed
    read_again: Floats
    hidden: Floats
    active: Floats
    feed_forward: Floats
    added_again: Floats
    output: Floats


def pass_through(
    x: Floats,
    weights: Mapping[str, Floats],
    *,
    heads: int,
    prefix: str = "",
    norm: Norm = "pre",
    causal: bool = True,
    silenced: Collection[int] = (),
    keep: Literal["all"] | Sequence[str] = "all",
) -> Passage:
    """x (…, n, d_model) through one block, with everything on the way.

    `weights` holds, each after `prefix`, W_Q, W_K, W_V, W_O, W_1, b_1, W_2, b_2 and gain and bias of norm1 and norm2
    ("norm1.gain"). `silenced` heads, from 0, put zeros into `heads`. `keep` names the stages of attention to keep.
    ValueError where the heads cannot share d_model evenly.
    """

    def of(name: str) -> Floats:
        return weights[prefix + name]

    def normalized(rows: Floats, name: str) -> Normed:
        return layer_norm(rows, of(f"{name}.gain"), of(f"{name}.bias"))

    first = norm == "pre"
    norm1 = normalized(x, "norm1") if first else None
    read = norm1.output if norm1 else x
    q, k, v = (read @ of(name) for name in ("W_Q", "W_K", "W_V"))
    trace = attend(*(split_heads(rows, heads) for rows in (q, k, v)), causal=causal, keep=keep)
    joined = join_heads(without(trace.output, silenced))
    attention = joined @ of("W_O")
    added = x + attention
    norm1 = norm1 or normalized(added, "norm1")
    middle = added if first else norm1.output
    norm2 = normalized(middle, "norm2") if first else None
    read_again = norm2.output if norm2 else middle
    hidden, active, fed = feed_forward(read_again, *(of(name) for name in ("W_1", "b_1", "W_2", "b_2")))
    added_again = middle + fed
    norm2 = norm2 or normalized(added_again, "norm2")
    return Passage(
        x=x,
        norm1=norm1,
        read=read,
        q=q,
        k=k,
        v=v,
        trace=trace,
        heads=joined,
        attention=attention,
        added=added,
        middle=middle,
        norm2=norm2,
        read_again=read_again,
        hidden=hidden,
        active=active,
        feed_forward=fed,
        added_again=added_again,
        output=added_again if first else norm2.output,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Sizes:
    """What decides how many parameters a model has. `heads` is here since it must divide d_model.

    `positions` counts learned position vectors, 0 where positions are computed (section 3.5); `shared` says that
    the unembedding is the embedding's own matrix (section 3.4).
    """

    vocabulary: int
    d_model: int
    heads: int
    layers: int
    d_ff: int
    positions: int = 0
    shared: bool = False
    norm: Norm = "pre"


def parameters_by_part(sizes: Sizes) -> dict[str, int]:
    """How many numbers each part of the whole model learns, all layers together.

    Attention and unembedding have no biases; pre-norm has one norm more, after the last block. The number of heads
    changes nothing, since h heads of width d_model/h are as wide as one of width d_model. ValueError where h does not
    divide d_model.
    """
    d, layers = sizes.d_model, sizes.layers
    if sizes.heads < 1 or d % sizes.heads:
        raise ValueError(
            f"d_model = {d} cannot be shared evenly by {count(sizes.heads, 'head')}: "
            "d_model must be divisible by the number of heads"
        )
    return {
        "embedding": sizes.vocabulary * d,
        "positions": sizes.positions * d,
        **dict.fromkeys(("W_Q", "W_K", "W_V", "W_O"), layers * d * d),
        **dict.fromkeys(("W_1", "W_2"), layers * d * sizes.d_ff),
        "b_1 and b_2": layers * (sizes.d_ff + d),
        "norms": (2 * layers + (sizes.norm == "pre")) * 2 * d,
        "unembedding": 0 if sizes.shared else sizes.vocabulary * d,
    }
