"""Every page whose answer is worked out from drawn numbers, worked out once more from what stands on the page."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import accumulate

Row = list[float]


def _dot(a: Row, b: Row) -> float:
    return sum(x * y for x, y in zip(a, b, strict=True))


def _second_head(body: Row) -> float:
    """The last two columns of q, k1 and k2, whose twelve numbers come last."""
    rows = (body[-12:-8], body[-8:-4], body[-4:])
    q, k1, k2 = (row[2:] for row in rows)
    first, second = (math.exp(_dot(q, key) / math.sqrt(2)) for key in (k1, k2))
    return second / (first + second)


def _normalized(row: Row) -> float:
    mean = sum(row) / len(row)
    return (row[2] - mean) / math.sqrt(sum((x - mean) ** 2 for x in row) / len(row))


def _token(u: float) -> int:
    """The first running sum above u."""
    sums = list(accumulate((0.25, 0.2, 0.15, 0.12, 0.1, 0.07, 0.05, 0.04, 0.02)))
    return 1 + next(i for i, x in enumerate(sums) if x > u)


def _lookup(prompt: Row) -> float:
    """The second column of E, by the one-hot row; nine numbers of E come first."""
    return _dot([0, 1, 0], [prompt[1], prompt[4], prompt[7]])


def _heated(p: float, temperature: float) -> float:
    """Softmax of the two divided log probabilities."""
    first, second = (math.exp(math.log(x) / temperature) for x in (p, 1 - p))
    return first / (first + second)


def _reach(window: float, layers: float, position: float) -> float:
    for _ in range(int(layers)):
        position -= window - 1
    return position


Worked = Callable[[Row, Row], float]

WORKED: dict[str, Worked] = {
    "start-dot-faded": lambda p, _: p[2] * p[6],
    "start-shares-faded": lambda p, _: (1 - p[0] - p[1]) * p[4],
    "start-log-faded": lambda p, _: math.log(p[0] * p[1]) - math.log(p[0]),
    "start-quiz-matrix": lambda p, _: _dot(p[3:6], p[6:9]),
    "start-quiz-weight": lambda p, _: (p[2] - p[1]) / (p[0] - p[1]),
    "start-quiz-power": lambda p, _: math.exp(math.log(p[0]) - math.log(p[1])),
    "tokens-count": lambda p, _: sum(times * pieces for times, pieces in zip(p, (1, 1, 2, 2), strict=True)),
    "tokens-lookup-faded": lambda p, _: _lookup(p),
    "tokens-quiz-table": lambda p, _: p[0] * p[1],
    "chain-faded": lambda p, _: math.prod(p[:3]),
    "chain-loss-faded": lambda p, _: sum(-math.log(x) for x in p[:3]) / 3,
    "chain-perplexity-faded": lambda _, b: math.prod(b[:3]) ** (-1 / 3),
    "chain-padding": lambda _, b: math.exp(sum((*b[1:4], *b[5:10])) / 8),
    "chain-quiz-factors": lambda p, _: p[0] + 1,
    "chain-quiz-loss": lambda p, _: math.log2(p[2]),
    "chain-quiz-bits": lambda p, _: math.exp(p[0] * math.log(2)),
    "chain-quiz-back": lambda p, _: math.prod([1 / p[1]] * int(p[0])),
    "attention-quiz-shape": lambda p, _: p[0] * p[5],
    "attention-quiz-divisor": lambda p, _: p[0] ** 0.5,
    "attention-fresh-odd": lambda p, _: p[1] / p[0] ** 0.5,
    "attention-quiz-lead": lambda p, _: math.log(p[0]) - math.log(p[1]),
    "softmax-shift-faded": lambda _, b: sum(math.exp(x - max(b[3:6])) for x in b[3:6]),
    "softmax-quiz-large": lambda p, _: 1 / sum(math.exp(x - p[1]) for x in p[:3]),
    "softmax-stand-in": lambda p, _: sum(p[:4]) / 4,
    "softmax-added-row": lambda p, _: math.exp(p[1]) / (math.exp(p[0]) + math.exp(p[1])),
    "softmax-dropout": lambda p, _: 1 / (1 - p[1]),
    "shift-pairs": lambda p, _: p[0] + 1,
    "heads-second": lambda _, b: _second_head(b),
    "block-norm": lambda p, _: _normalized(p[:4]),
    "block-feed-forward": lambda p, _: 2 * p[0] * p[1],
    "block-quiz-count": lambda p, _: 4 * p[0] ** 2 + 2 * p[0] * p[2],
    "decoding-temperature-faded": lambda _, b: math.exp(b[1] / b[3]) / sum(math.exp(z / b[3]) for z in b[:3]),
    "decoding-tie": lambda p, _: 1 / p[1],
    "decoding-sample": lambda p, _: _token(p[0]),
    "decoding-top-k": lambda p, _: 1 / (1 + math.exp(p[1] - p[0])),
    "decoding-slip": lambda p, b: 1 - math.prod([b[0]] * int(p[0])),
    "decoding-greedy-errors": lambda p, _: p[0],
    "decoding-quiz-ratio": lambda p, _: math.exp((p[1] - p[3]) / p[4]),
    "decoding-quiz-reheated": lambda p, _: _heated(p[1], p[2]),
    "likelihood-charge": lambda p, _: -math.log(p[0]),
    "likelihood-two-endings": lambda p, _: p[0] * p[1] / p[2] / p[3],
    "likelihood-quiz-preference": lambda p, _: (math.log(p[0]) + math.log(p[1]) - math.log(p[2]) - math.log(p[3])) / 2,
    "likelihood-agreement": lambda p, _: math.prod([p[0]] * int(p[1])),
    "evaluation-count": lambda _, b: 1 - b[4] / b[0],
    "further-cache-count": lambda p, _: p[1],
    "further-groups-which": lambda p, b: math.ceil(p[0] / (b[0] / b[1])),
    "further-groups-cache": lambda p, _: 2 * p[3] * p[1] * p[2],
    "further-window-reach": lambda p, _: _reach(p[0], p[2], p[3]),
    "further-cap-number": lambda p, _: p[0] * math.tanh(p[1] / p[0]),
    "further-weights-part": lambda p, _: p[1] * p[4] / _dot(p[:3], p[3:6]),
    "further-experiment-run": lambda p, _: 6 / (1 + math.exp(p[-1])),
}
"""By page: the right answer, from the numbers in the prompt and those in the body, in their order."""
