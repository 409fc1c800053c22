"""The numbers in "Going further"."""

from __future__ import annotations

from math import tanh

from tests.lessons.plain_attention import Row, mix, scaled, scores, softmax

UNIT = [[1, 0], [0, 1]]
HALVED = [s / 2 for s in scores([0, 1], UNIT)]

THREE_V = [[2, 0], [0, 2], [1, 1]]
TWO_ALIKE, LAST_ALONE, ALL_THREE = [1 / 2, 1 / 2, 0], [0, 0, 1], [1 / 4, 1 / 4, 1 / 2]

UNEVEN = [9 / 10, 1 / 10]
SHORT, LONG = [2 / 10, 0], [0, 6]

COMPUTED: dict[str, dict[str, Row]] = {
    "further-cap-number": {"tanh 1 comes to 0.7616": [1, tanh(1)]},
    "further-weights-worked": {
        "| 0.5, 0.5, 0 | 1, 1 |": [*TWO_ALIKE, *mix(TWO_ALIKE, THREE_V)],
        "| 0, 0, 1 | 1, 1 |": [*LAST_ALONE, *mix(LAST_ALONE, THREE_V)],
        "| 0.25, 0.25, 0.5 | 1, 1 |": [*ALL_THREE, *mix(ALL_THREE, THREE_V)],
    },
    "further-weights-zero": {
        "weights `[0.9, 0.1]`, values v1 = `[0.2, 0]` and v2 = `[0, 6]`": [*UNEVEN, *SHORT, *LONG],
        "`[0.18, 0.6]`": mix(UNEVEN, [SHORT, LONG]),
        "it brings 0.6, key 1 only 0.18": [UNEVEN[1] * LONG[1], 1, UNEVEN[0] * SHORT[0]],
        "0.9 · 0.2 = 0.18": [UNEVEN[0], SHORT[0], UNEVEN[0] * SHORT[0]],
        "0.1 · 6 = 0.6": [UNEVEN[1], LONG[1], UNEVEN[1] * LONG[1]],
    },
    "further-experiment-worked": {
        "--scale 0.5": [1 / 2],
        "Weights 0.3775 and 0.6225": softmax(HALVED),
        "0.3302 and 0.6698": softmax(scaled([0, 1], UNIT)),
    },
}

STATED: dict[str, tuple[str, ...]] = {
    "further-weights-claim": ("weight 0.8.", "0.8 is most"),
    "further-quiz-explains": ("What a weight of 0.9", "weight 0.9."),
}
