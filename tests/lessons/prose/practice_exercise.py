"""The numbers in "Practice exercise"."""

from __future__ import annotations

from math import exp

from tests.lessons.plain_attention import Row, masked, mix, scaled, scores, softmax

UNIT = [[1, 0], [0, 1]]
V = [[2, 0], [0, 4]]
EXERCISE = scaled([1, 0], UNIT)
AGAIN = scaled([1, 2], UNIT)
FIRST_ALONE = [True, False]

COMPUTED: dict[str, dict[str, Row]] = {
    "exercise-weights": {"[0.7071, 0]": EXERCISE},
    "exercise-output": {"[0.6698, 0.3302]": softmax(EXERCISE)},
    "exercise-masked": {"[0.7071, 0]": EXERCISE},
    "exercise-masked-weights": {"[0.7071, −∞]": masked(EXERCISE, FIRST_ALONE)},
    "exercise-masked-output": {"[1, 0]": softmax(masked(EXERCISE, FIRST_ALONE))},
    "exercise-quiz-better-key": {
        "score was 1.4142 and would be 14.1421": [scaled([1, 2], [[0, 1]])[0], scaled([1, 2], [[0, 10]])[0]],
    },
    "exercise-solution": {
        "| scores | 1, 0 | 1, 2 |": [*scores([1, 0], UNIT), *scores([1, 2], UNIT)],
        "| scaled | 0.7071, 0 | 0.7071, 1.4142 |": [*EXERCISE, *AGAIN],
        "| 2.0281, 1 | 2.0281, 4.1133 |": [exp(s) for s in (*EXERCISE, *AGAIN)],
        "| sum | 3.0281 | 6.1414 |": [sum(exp(s) for s in row) for row in (EXERCISE, AGAIN)],
        "| weights | 0.6698, 0.3302 | 0.3302, 0.6698 |": [*softmax(EXERCISE), *softmax(AGAIN)],
        "| output | 1.3395, 1.3210 | 0.6605, 2.6790 |": [*mix(softmax(EXERCISE), V), *mix(softmax(AGAIN), V)],
        "output `[2, 0]`": mix(softmax(masked(AGAIN, FIRST_ALONE)), V),
    },
}
