"""The numbers in "Softmax, carefully"."""

from __future__ import annotations

import sys
from math import e, exp, log

from tests.lessons.plain_attention import Row, softmax

FLOAT16_MAX = (2 - 2**-10) * 2**15

THREE_ONE_NONE = [exp(s - 3) for s in (3, 1, 0)]

KEPT = 1 - 1 / 5

COMPUTED: dict[str, dict[str, Row]] = {
    "softmax-rows": {"key 1 gets 0.8 here, key 3 gets 0.4": [1, 8 / 10, 3, 4 / 10]},
    "softmax-shift-worked": {
        "| e to it | 1 | 0.1353 | 0.0498 | 1.1851 |": [*THREE_ONE_NONE, sum(THREE_ONE_NONE)],
        "| weight | 0.8438 | 0.1142 | 0.0420 | 1 |": [*softmax([3, 1, 0]), 1],
    },
    "softmax-thousand": {"e ≈ 2.72": [e]},
    "softmax-overflow": {
        "1.8·10³⁰⁸": [sys.float_info.max / 10.0**308, 10],
        "e to the 709.78": [log(sys.float_info.max)],
        "1000.0, 1001.0": [1000, 1001],
        "[0.26894142 0.73105858]": softmax([0, 1]),
    },
    "softmax-half": {
        "ends at 65,504": [65, FLOAT16_MAX - 65000],
        "ln 65504 is 11.09": [FLOAT16_MAX, log(FLOAT16_MAX)],
        "e to the 12 is 162,755": [12, 162, exp(12) - 162_000],
    },
    "softmax-quiz-sum": {
        "`[0.625, 0, 0.25]`": [5 / 10 / KEPT, 0, 2 / 10 / KEPT],
        "They add to 0.875": [(5 / 10 + 2 / 10) / KEPT],
        "divided by 0.8": [KEPT],
    },
}

STATED: dict[str, tuple[str, ...]] = {
    "softmax-rows": (
        "[[0.2, 0.5, 0.3], [0.8, 0.5, 0.7]]",
        "[[0.1, 0.2, 0.1], [0.3, 0.1, 0.2]]",
        "[[0.2, 0.5, 0.3], [0.6, 0.3, 0.1]]",
        "[[0.7, 0.4, 0.9], [0.5, 0.8, 0.6]]",
    ),
    "softmax-overflow": ("[0.5 0.5]",),
    "softmax-quiz-sum": ("p = 0.2", "[0.5, 0.3, 0.2]"),
}
