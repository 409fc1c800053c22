"""The numbers in "From scores to text"."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from tests.lessons.plain_attention import Row, softmax

THREE = [2, 1, 1 / 10]
NINE = [0.25, 0.2, 0.15, 0.12, 0.1, 0.07, 0.05, 0.04, 0.02]
"""The probabilities of the page on which one samples oneself."""


def heated(logits: Sequence[float], temperature: float) -> Row:
    return softmax([z / temperature for z in logits])


PLAIN, COLD, HOT = heated(THREE, 1), heated(THREE, 1 / 2), heated(THREE, 2)

CITIES = [5 / 10, 4 / 10, 1 / 10]
SQUARED = [p**2 for p in CITIES]
COLD_CITIES = [p / sum(SQUARED) for p in SQUARED]
"""p to the 1/T, shared out: dividing logits by T = 1/2 squares their powers."""

COMPUTED: dict[str, dict[str, Row]] = {
    "decoding-temperature-worked": {
        "| 0.5 | 4, 2, 0.2 | 0.8638, 0.1169, 0.0193 |": [1 / 2, *(z * 2 for z in THREE), *COLD],
        "| 1 | 2, 1, 0.1 | 0.6590, 0.2424, 0.0986 |": [1, *THREE, *PLAIN],
        "| 2 | 1, 0.5, 0.05 | 0.5017, 0.3043, 0.1940 |": [2, *(z / 2 for z in THREE), *HOT],
    },
    "decoding-multiplied": {
        "0.6590, 0.2424, 0.0986": PLAIN,
        "[0.5017, 0.3043, 0.1940]": heated([z / 2 for z in THREE], 1),
        "more likely: 0.8638": [COLD[0]],
        "0.6590 and so on": [PLAIN[0]],
        "1.3180 and so on": [2 * PLAIN[0]],
    },
    "decoding-order": {"0.3366, 0.3332, 0.3302": heated(THREE, 100)},
    "decoding-ways-worked": {
        "0.6590, 0.2424, 0.0986": PLAIN,
        "0.6590, 0.9014, 1": [PLAIN[0], PLAIN[0] + PLAIN[1], 1],
    },
    "decoding-sample": {
        "sum    0.25 0.45 0.60 0.72 0.82 0.89 0.94 0.98 1.00": list(accumulate(NINE)),
        "u is below 0.25": [NINE[0]],
    },
    "decoding-evidence": {
        "Sydney 0.5952, Canberra 0.3810, Perth 0.0238": COLD_CITIES,
        "From 0.5 to 0.595": [CITIES[0], COLD_CITIES[0]],
    },
}

STATED: dict[str, tuple[str, ...]] = {
    "decoding-temperature-worked": ("2, 1, 0.1",),
    "decoding-multiplied": ("T = 0.5", "2, 1, 0.1"),
    "decoding-order": ("2, 1, 0.1",),
    "decoding-ways-worked": ("u = 0.7",),
    "decoding-sample": ("p      0.25 0.20 0.15 0.12 0.10 0.07 0.05 0.04 0.02",),
    "decoding-lab": ("T = 0.5",),
    "decoding-evidence": ("Sydney 0.5, Canberra 0.4, Perth 0.1", "T = 0.5"),
    "decoding-quiz-reheated": ("Only at 0.5",),
    "decoding-quiz-claims": ("0.05",),
}
