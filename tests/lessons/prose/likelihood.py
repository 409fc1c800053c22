"""The numbers in "Likelihood is not verification"."""

from __future__ import annotations

from math import log

from tests.lessons.plain_attention import Row, softmax

RED, GRAY = 9 / 10, 1 / 10
LOGITS = [2, 1, 1 / 10]
AT_HALF, AT_ONE, AT_TWO = (softmax([z / t for z in LOGITS]) for t in (1 / 2, 1, 2))

COMPUTED: dict[str, dict[str, Row]] = {
    "likelihood-worked": {
        "0.9 for red, 0.1 for gray, a mean of 0.3251 nats": [RED, GRAY, -RED * log(RED) - GRAY * log(GRAY)],
        "red with 0.9": [RED],
    },
    "decoding-no-evidence": {
        "T = 0.5 | T = 1 | T = 2": [1 / 2, 1, 2],
        "| 2 | 0.8638 | 0.6590 | 0.5017 |": [2, AT_HALF[0], AT_ONE[0], AT_TWO[0]],
        "| 1 | 0.1169 | 0.2424 | 0.3043 |": [1, AT_HALF[1], AT_ONE[1], AT_TWO[1]],
        "| 0.1 | 0.0193 | 0.0986 | 0.1940 |": [LOGITS[2], AT_HALF[2], AT_ONE[2], AT_TWO[2]],
        "At 0.5 the false": [1 / 2],
    },
    "likelihood-quiz-truth": {"near the mean, 0.5": [(0.2 + 0.8) / 2]},
}

STATED: dict[str, tuple[str, ...]] = {
    "likelihood-what-follows": ("What 0.97 says", "probability 0.97", "probability of 0.97", "0.97 is the probability"),
    "case-hares": ("Probability 0.91", "at 0.91"),
    "case-card-eight": ("above 0.9.",),
    "case-unlikely": ("answer: 0.0004", "0.0004 is about"),
    "case-permission": ("Probability 0.95",),
    "failure-loop": ("p about 0.9",),
    "failure-hare": ("p = 0.97", "from 0.97 toward", "0.97 is as good", "0.97 says"),
    "failure-card": ("= 0.35;",),
    "failure-order": ("above 0.4;",),
    "likelihood-quiz-truth": ("probability 0.2, model 2 gives it 0.8", "so its 0.8 is probably"),
    "likelihood-quiz-case": ("Probability 0.99",),
}
