"""The numbers in "Attention mixes value vectors"."""

from __future__ import annotations

from math import comb, exp, sqrt

from tests.lessons.plain_attention import Row, dot, mix, scaled, scores, softmax

UNIT = [[1, 0], [0, 1]]
SMALL_V = [[6, 0], [0, 3]]
SMALL = scaled([0, 1], UNIT)
SMALL_WEIGHTS = softmax(SMALL)
DIVIDED_BY_DK = softmax([s / 2 for s in scores([0, 1], UNIT)])

THREE_K = [[2, 0, 1, 0], [0, 1, 1, 0], [1, 1, 0, 1]]
THREE = scaled([0, 2, 0, 1], THREE_K)

SIZES = [4, 16, 64]


def typical(d: int) -> float:
    """Root mean square of the dot product of two vectors of d random signs: a sum of d random signs itself."""
    return sqrt(sum(comb(d, ones) * (2 * ones - d) ** 2 for ones in range(d + 1)) / 2**d)


TYPICAL = [typical(d) for d in SIZES]

X = [1, 2]
W_Q, W_K, W_V = [[0, 1], [1, 1]], [[2, 1], [0, -1]], [[1, 0], [1, 2]]


def times(x: list[int], matrix: list[list[int]]) -> Row:
    """x·W: x with each column of W."""
    return [dot(x, column) for column in zip(*matrix, strict=True)]


Q1, K1, V1 = times(X, W_Q), times(X, W_K), times(X, W_V)

COMPUTED: dict[str, dict[str, Row]] = {
    "attention-how-to-answer": {"0 0.7071": SMALL},
    "qkv-worked": {
        "x = [1, 2]": [*X],
        "| query | [0, 1], [1, 1] |": [*W_Q[0], *W_Q[1]],
        "| key | [2, 1], [0, −1] |": [*W_K[0], *W_K[1]],
        "| value | [1, 0], [1, 2] |": [*W_V[0], *W_V[1]],
        "1·0 + 2·1, 1·1 + 2·1 = 2, 3": [1, 0, 2, 1, 1, 1, 2, 1, *Q1],
        "1·2 + 2·0, 1·1 − 2·1 = 2, −1": [1, 2, 2, 0, 1, 1, 2, 1, *K1],
        "1·1 + 2·1, 1·0 + 2·2 = 3, 4": [1, 1, 2, 1, 1, 0, 2, 2, *V1],
        "q = [2, 3], k = [2, −1] and v = [3, 4]": [*Q1, *K1, *V1],
        "q·k = 4 − 3 = 1": [Q1[0] * K1[0], -Q1[1] * K1[1], dot(Q1, K1)],
    },
    "small-weights": {
        "[0, 0.7071]": SMALL,
        "the 0.7071 is 2.0281": [SMALL[1], exp(SMALL[1])],
        "together 3.0281": [1 + exp(SMALL[1])],
    },
    "small-output": {"[0.3302, 0.6698]": SMALL_WEIGHTS},
    "three-weights": {"[0, 1, 1.5]": THREE, "exp(1.5)": [THREE[2]]},
    "three-output": {"[0.1220, 0.3315, 0.5465]": softmax(THREE)},
    "why-root-dk": {
        "| d_k | 4 | 16 | 64 |": [*SIZES],
        "| typical score | 2 | 4 | 8 |": TYPICAL,
        "| divided by √d_k | 1 | 1 | 1 |": [s / sqrt(d) for s, d in zip(TYPICAL, SIZES, strict=True)],
        "| divided by d_k | 0.5 | 0.25 | 0.125 |": [s / d for s, d in zip(TYPICAL, SIZES, strict=True)],
        "8 and 0 give the weights 0.9997 and 0.0003": [TYPICAL[-1], 0, *softmax([TYPICAL[-1], 0])],
    },
    "program-bug": {
        "[1.9814, 2.0093]": mix(SMALL_WEIGHTS, SMALL_V),
        "[2.2652, 1.8674]": mix(DIVIDED_BY_DK, SMALL_V),
        "[0.3775, 0.6225]": mix(DIVIDED_BY_DK, UNIT),
    },
}

STATED: dict[str, tuple[str, ...]] = {
    "attention-how-to-answer": ("exp(0.5)/2",),
    "attention-roles": ("0.25", "0.75"),
    "weights-claims": ("0.9 shows",),
    "program-predict": ("2 1.0 4", "3 1.0 4", "3 1.0 3", "1 1.0 4"),
}
