"""The small transformer a second time, in lists and `math` alone: what the tests expect of the program's own."""

from __future__ import annotations

import math

from tests.maths.plain import Rows, attention
from tutor.maths.tiny_gpt import Config, Weights


def times(rows: Rows, matrix: Rows) -> Rows:
    return [
        [math.fsum(a * b for a, b in zip(row, column, strict=True)) for column in zip(*matrix, strict=True)]
        for row in rows
    ]


def plus(rows: Rows, others: Rows) -> Rows:
    return [[a + b for a, b in zip(row, other, strict=True)] for row, other in zip(rows, others, strict=True)]


def normed(rows: Rows, gain: list[float], bias: list[float]) -> Rows:
    result = []
    for row in rows:
        mean = math.fsum(row) / len(row)
        root = math.sqrt(math.fsum((x - mean) ** 2 for x in row) / len(row) + 1e-5)
        result.append([(x - mean) / root * g + b for x, g, b in zip(row, gain, bias, strict=True)])
    return result


def plain_logits(
    weights: Weights,
    config: Config,
    tokens: list[int],
    *,
    causal: bool = True,
    silenced: tuple[tuple[int, int], ...] = (),
) -> Rows:
    """Logits of one sentence, number by number."""
    w = {name: value.astype(float).tolist() for name, value in weights.items()}
    x = plus([w["embedding"][token] for token in tokens], w["positions"][: len(tokens)])
    width = config.d_model // config.heads
    for layer in range(config.layers):
        block = f"block{layer + 1}"
        rows = normed(x, w[f"{block}.norm1.gain"], w[f"{block}.norm1.bias"])
        q, k, v = (times(rows, w[f"{block}.W_{name}"]) for name in "QKV")
        together: Rows = [[] for _ in tokens]
        for head in range(config.heads):
            own = slice(head * width, (head + 1) * width)
            seen = attention([r[own] for r in q], [r[own] for r in k], [r[own] for r in v], causal=causal)
            for row, mixed in zip(together, seen.output, strict=True):
                row += [0.0] * width if (layer, head) in silenced else mixed
        x = plus(x, times(together, w[f"{block}.W_O"]))
        rows = normed(x, w[f"{block}.norm2.gain"], w[f"{block}.norm2.bias"])
        hidden = plus(times(rows, w[f"{block}.W_1"]), [w[f"{block}.b_1"]] * len(tokens))
        active = [[max(0.0, value) for value in row] for row in hidden]
        x = plus(x, plus(times(active, w[f"{block}.W_2"]), [w[f"{block}.b_2"]] * len(tokens)))
    return times(normed(x, w["norm.gain"], w["norm.bias"]), w["W_U"])
