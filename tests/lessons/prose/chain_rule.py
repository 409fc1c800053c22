"""The numbers in "The chain rule of text"."""

from __future__ import annotations

from math import exp, log, log2, prod

from tests.lessons.plain_attention import Row

P = [1 / 2, 1 / 4, 1 / 8]
NATS = [-log(p) for p in P]
BITS = [-log2(p) for p in P]

COMPUTED: dict[str, dict[str, Row]] = {
    "chain-worked": {"0.5 · 0.25 · 0.125 = 0.015625": [*P, prod(P)]},
    "chain-loss-worked": {
        "| red | 0.5 | 0.6931 | 1 |": [P[0], NATS[0], BITS[0]],
        "| fox | 0.25 | 1.3863 | 2 |": [P[1], NATS[1], BITS[1]],
        "| END | 0.125 | 2.0794 | 3 |": [P[2], NATS[2], BITS[2]],
        "| sum | | 4.1589 | 6 |": [sum(NATS), sum(BITS)],
        "| **mean** | | **1.3863** | **2** |": [sum(NATS) / 3, sum(BITS) / 3],
        "ln 2 = 0.6931": [2, log(2)],
    },
    "chain-perplexity-worked": {
        "the mean loss is 1.3863 nats, or 2 bits": [sum(NATS) / 3, sum(BITS) / 3],
        "e to the 1.3863 = 4": [sum(NATS) / 3, exp(sum(NATS) / 3)],
        "0.015625 to the −1/3 is 4": [prod(P), -1, 3, prod(P) ** (-1 / 3)],
    },
    "chain-mean-inverse": {
        "(2 + 4 + 8) ÷ 3 = 4.6667": [*(1 / p for p in P), 3, sum(1 / p for p in P) / 3],
        "4.6667 and 4": [sum(1 / p for p in P) / 3, exp(sum(NATS) / 3)],
    },
}

STATED: dict[str, tuple[str, ...]] = {
    "chain-worked": ("| START | 0.5 |", "| START red | 0.25 |", "| START red fox | 0.125 |"),
    "chain-surprise": ("0.5 to the power 1100",),
    "chain-bits": ("p = 0.5", "0.25"),
    "chain-perplexity-worked": ("0.5, 0.25, 0.125",),
    "chain-mean-inverse": ("0.5, 0.25, 0.125",),
}
