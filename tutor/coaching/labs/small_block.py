"""The block laboratory's model: five words, four numbers a vector, two heads, every weight a small whole number."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from tutor.maths.block import Norm, Passage, pass_through
from tutor.maths.norms import layer_norm

WORDS = ("START", "red", "fox", "runs", "END")
"""The vocabulary; a word's id is its place."""

D_MODEL, HEADS, D_FF = 4, 2, 8

NORMS = ("norm1", "norm2")

SAME = 1e-9
"""Numbers that differ by less are the same, but for the rounding of floats."""

Rows = tuple[tuple[int, ...], ...]

MATRICES: Mapping[str, Rows] = {
    "embedding": ((1, 0, -1, 2), (0, 2, 1, 0), (2, 0, 1, -2), (-1, 1, 0, 2), (0, -1, 2, 0)),
    "positions": ((1, 0, 0, 0), (0, 1, 0, -1), (0, 0, 1, 1)),
    "W_Q": ((0, 0, 0, 1), (-1, 1, 1, 0), (0, 0, 0, 0), (1, -1, 1, 1)),
    "W_K": ((0, 0, 1, 0), (-1, 0, 1, 1), (0, -1, 0, 0), (1, 1, 0, 1)),
    "W_V": ((1, 0, 0, 1), (0, 1, 0, 0), (0, 0, 1, 1), (0, 1, 1, 0)),
    "W_O": ((1, 0, 1, 0), (0, 1, 0, 0), (0, 1, 0, 1), (1, 0, 0, -1)),
    "W_1": (
        (1, 0, 0, -1, 1, 0, 0, 1),
        (0, 1, 0, 0, -1, 1, 0, 1),
        (0, 0, 1, 1, 0, -1, 1, 0),
        (1, -1, 0, 0, 0, 0, 1, 1),
    ),
    "W_2": (
        (1, 0, 0, 1),
        (0, 1, 0, 0),
        (0, 0, 1, -1),
        (0, 1, 0, 0),
        (-1, 0, 1, 0),
        (0, 0, 1, 1),
        (1, -1, 0, 0),
        (0, 0, 0, 1),
    ),
    "W_U": ((-1, 0, 1, 0, 0), (0, 1, 0, 0, -1), (0, 0, 1, -1, 1), (0, -1, 0, 1, 0)),
}
"""Chosen by hand, not trained. Beside them biases are 0 and gains 1, as before training."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Run:
    """All three tokens through the model: `block` is what happens inside, `final` what the unembedding reads."""

    words: tuple[int, ...]
    tokens: NDArray[np.float64]
    positions: NDArray[np.float64]
    block: Passage
    final: NDArray[np.float64]
    logits: NDArray[np.float64]


def array(name: str) -> NDArray[np.float64]:
    """One of the model's matrices."""
    return np.array(MATRICES[name], dtype=np.float64)


def weights() -> dict[str, NDArray[np.float64]]:
    """What `pass_through` takes: the block's matrices, gains of 1 and biases of 0."""
    plain = {name: array(name) for name in ("W_Q", "W_K", "W_V", "W_O", "W_1", "W_2")}
    norms = {f"{norm}.{part}": np.full(D_MODEL, float(part == "gain")) for norm in NORMS for part in ("gain", "bias")}
    return {**plain, **norms, "b_1": np.zeros(D_FF), "b_2": np.zeros(D_MODEL)}


@cache
def run(words: tuple[int, ...], norm: Norm) -> Run:
    """These words, as ids, through the block; pre-norm normalizes once more before the unembedding."""
    tokens, positions = array("embedding")[list(words)], array("positions")[: len(words)]
    block = pass_through(tokens + positions, weights(), heads=HEADS, norm=norm)
    final = layer_norm(block.output, np.ones(D_MODEL), np.zeros(D_MODEL)).output if norm == "pre" else block.output
    return Run(
        words=words,
        tokens=tokens,
        positions=positions,
        block=block,
        final=final,
        logits=final @ array("W_U"),
    )


def results(run: Run) -> tuple[NDArray[np.float64], ...]:
    """What each part gives, a row for each token: x, what attention reads, Q K V side by side, … up to the logits."""
    block = run.block
    return (
        block.x,
        block.read,
        np.concatenate((block.q, block.k, block.v), axis=-1),
        block.heads,
        block.attention,
        block.added,
        block.read_again,
        block.feed_forward,
        block.added_again,
        run.logits,
    )


def changed(before: Run, after: Run, *, part: int, token: int) -> tuple[int, int]:
    """How many of this token's numbers at this part differ between two runs, and how many there are."""
    a, b = results(before)[part][token], results(after)[part][token]
    return int((np.abs(a - b) > SAME).sum()), len(a)


def reached(words: tuple[int, ...], norm: Norm, *, part: int, token: int) -> tuple[int, ...]:
    """The positions whose word matters to this token's numbers at this part, found by trying every other word."""
    whole = run(words, norm)

    def matters(place: int) -> bool:
        others = (with_word(words, place, word) for word in range(len(WORDS)) if word != words[place])
        return any(changed(whole, run(other, norm), part=part, token=token)[0] for other in others)

    return tuple(place for place in range(len(words)) if matters(place))


def with_word(words: tuple[int, ...], place: int, word: int) -> tuple[int, ...]:
    """The same words with another one at this place."""
    return (*words[:place], word, *words[place + 1 :])
