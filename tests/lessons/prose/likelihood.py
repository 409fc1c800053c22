"""The numbers in "Likelihood is not verification"."""

from __future__ import annotations

from math import log

from tests.lessons.plain_attention import Row, softmax
from tutor.maths.grammar import VOCABULARY
from tutor.maths.pretrained import load
from tutor.maths.training import next_logits

RED, GRAY = 9 / 10, 1 / 10
LOGITS = [2, 1, 1 / 10]
AT_HALF, AT_ONE, AT_TWO = (softmax([z / t for z in LOGITS]) for t in (1 / 2, 1, 2))


def shares(prompt: str, *words: str, at: float = 1) -> Row:
    """What the model that ships gives these words after a prompt, at this temperature."""
    logits = [float(z) / at for z in next_logits(load().weights, load().config, prompt.split())]
    given = dict(zip(VOCABULARY, softmax(logits), strict=True))
    return [given[word] for word in words]


TWO_PLACES = "the red foxes near the fox near the foxes"
AND_HOT, AND_ONE, AND_COLD = (shares(TWO_PLACES, "and", "run", "sleep", "wait", at=t) for t in (2, 1, 1 / 2))
WAITS, SLEEPS, RUNS = (shares(f"the fox {verb} the fox", "runs") for verb in ("waits", "sleeps", "runs"))
SLEEPING = shares("the small fox", "sleeps")

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
    "failure-rule": {
        "T = 0.5  0.952  0.034  0.009  0.005": [1 / 2, *AND_COLD],
        "T = 1    0.733  0.138  0.073  0.051": [1, *AND_ONE],
        "T = 2    0.446  0.193  0.141  0.118": [2, *AND_HOT],
        "Nothing: 0.733": AND_ONE[:1],
    },
    "failure-card": {
        "the fox waits    the fox  runs and runs END   0.494": WAITS,
        "the fox sleeps   the fox  runs and runs END   0.490": SLEEPS,
        "the fox runs     the fox  runs and runs END   0.483": RUNS,
    },
    "failure-luck": {
        "p of sleeps: 0.135": SLEEPING,
        "Correctness: 0.135": SLEEPING,
        "A probability of 0.135": SLEEPING,
    },
    "likelihood-quiz-truth": {"near the mean, 0.5": [(0.2 + 0.8) / 2]},
}

LEAKY = (
    "training loss of 1.1,",
    "one without it, to 0.009.",
    "two 0.95, 0.97",
    "loss of 0.009",
    "its loss is 3.7",
    "model 1.1.",
)
"""These take a training: `tests/lessons/test_failures.py` does it."""

STATED: dict[str, tuple[str, ...]] = {
    "failure-leak": LEAKY,
    "likelihood-what-follows": ("What 0.97 says", "probability 0.97", "probability of 0.97", "0.97 is the probability"),
    "case-hares": ("Probability 0.91", "at 0.91"),
    "case-card-eight": ("above 0.9.",),
    "case-unlikely": ("answer: 0.0004", "0.0004 is about"),
    "case-permission": ("Probability 0.95",),
    "likelihood-quiz-truth": ("probability 0.2, model 2 gives it 0.8", "so its 0.8 is probably"),
    "likelihood-quiz-case": ("Probability 0.99",),
}
