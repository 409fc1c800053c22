"""The numbers in "Attention mixes value vectors"."""

from __future__ import annotations

from math import e, exp, sqrt

from tests.lessons.plain_attention import Row, mix, scaled, scores, softmax

UNIT = [[1, 0], [0, 1]]
SMALL_V = [[6, 0], [0, 3]]
SMALL = scaled([0, 1], UNIT)
SMALL_WEIGHTS = softmax(SMALL)
DIVIDED_BY_DK = softmax([s / 2 for s in scores([0, 1], UNIT)])

THREE_K = [[2, 0, 1, 0], [0, 1, 1, 0], [1, 1, 0, 1]]
THREE = scaled([0, 2, 0, 1], THREE_K)

ONES_AND_ZEROS = scores([1] * 16, [[1] * 16, [0] * 16])

LONE_KEY_UNDER_DROPOUT = 1 / (1 - 1 / 5)

COMPUTED: dict[str, dict[str, Row]] = {
    "attention-how-to-answer": {"0 0.7071": SMALL},
    "mix-worked": {
        "1 and 0.3679 over 1.3679": [1, exp(-1), 1 + exp(-1)],
        "e¹ = 2.7183": [e],
        "over 3.7183": [e + 1],
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
        "[16, 0]": ONES_AND_ZEROS,
        "16, 0 | 0.9999999, 0.0000001": [*ONES_AND_ZEROS, *softmax(ONES_AND_ZEROS)],
        "√16 = 4 | 4, 0 | 0.9820, 0.0180": [16, sqrt(16), 4, 0, *softmax([s / 4 for s in ONES_AND_ZEROS])],
        "16 | 1, 0 | 0.7311, 0.2689": [16, 1, 0, *softmax([s / 16 for s in ONES_AND_ZEROS])],
    },
    "weights-claims": {"1/0.8 = 1.25": [1, 1 - 1 / 5, LONE_KEY_UNDER_DROPOUT]},
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
