"""Every decimal number that a lesson prints, beside the calculation that it comes from.

One entry for each page: the text as printed, and its numbers worked out anew from the problem. Numbers that a page
makes up, or gives as an example of typing, stand in `STATED`.
"""

from __future__ import annotations

from math import e, exp, sqrt

from tests.lessons.plain_attention import Row, masked, mix, scaled, scores, softmax

UNIT = [[1, 0], [0, 1]]
SMALL_V = [[6, 0], [0, 3]]
SMALL = scaled([0, 1], UNIT)
SMALL_WEIGHTS = softmax(SMALL)
DIVIDED_BY_DK = softmax([s / 2 for s in scores([0, 1], UNIT)])

THREE_K = [[2, 0, 1, 0], [0, 1, 1, 0], [1, 1, 0, 1]]
THREE = scaled([0, 2, 0, 1], THREE_K)

ONES_AND_ZEROS = scores([1] * 16, [[1] * 16, [0] * 16])

FOX_ROW_1 = scaled([1, 0], [[1, 0], [0, 1], [1, 1]])

FIVE_Q3 = [2, -1, 2, 0]
FIVE_K = [[0, 3, 2, 1], [0, 1, -1, 2], [0, 1, 0, 2], [-1, -2, 1, 3], [0, 2, 3, 3]]
FIVE = scaled(FIVE_Q3, FIVE_K)
FIVE_ALLOWED = [True, True, True, False, False]
FIVE_MASKED = masked(FIVE, FIVE_ALLOWED)
SOFTMAX_THEN_HIDE = [w * may for w, may in zip(softmax(FIVE), FIVE_ALLOWED, strict=True)]
ZERO_FOR_HIDDEN = softmax([s if may else 0 for s, may in zip(FIVE, FIVE_ALLOWED, strict=True)])
DIAGONAL_HIDDEN = softmax(masked(FIVE, [True, True, False, False, False]))
UNSCALED = softmax(masked(scores(FIVE_Q3, FIVE_K), FIVE_ALLOWED))

EXERCISE_V = [[2, 0], [0, 4]]
EXERCISE = scaled([1, 0], UNIT)
AGAIN = scaled([1, 2], UNIT)

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
    "causal-row-one": {
        "[0.7071, 0, 0.7071]": FOX_ROW_1,
        "[0.4011, 0.1978, 0.4011]": softmax(FOX_ROW_1),
        "[0.4011, 0, 0]": [softmax(FOX_ROW_1)[0], 0, 0],
        "[1, 0, 0]": softmax(masked(FOX_ROW_1, [True, False, False])),
    },
    "five-weights": {"[0.5, −1.5, −0.5, −∞, −∞]": FIVE_MASKED, "e to the −0.5": [FIVE[2]]},
    "five-output": {"[0.6652, 0.0900, 0.2447, 0, 0]": softmax(FIVE_MASKED)},
    "causal-diagnose": {
        "[0.5, −1.5, −0.5, 1, 2]": FIVE,
        "[0.1310, 0.0177, 0.0482, 0, 0]": SOFTMAX_THEN_HIDE,
        "adds to 0.1969": [sum(SOFTMAX_THEN_HIDE)],
        "[0.3682, 0.0498, 0.1354, 0.2233, 0.2233]": ZERO_FOR_HIDDEN,
        "[0.8808, 0.1192, 0, 0, 0]": DIAGONAL_HIDDEN,
        "[0.8668, 0.0159, 0.1173, 0, 0]": UNSCALED,
    },
    "exercise-weights": {"[0.7071, 0]": EXERCISE},
    "exercise-output": {"[0.6698, 0.3302]": softmax(EXERCISE)},
    "exercise-masked": {"[0.7071, 0]": EXERCISE},
    "exercise-masked-weights": {"[0.7071, −∞]": masked(EXERCISE, [True, False])},
    "exercise-masked-output": {"[1, 0]": softmax(masked(EXERCISE, [True, False]))},
    "exercise-solution": {
        "| scores | 1, 0 | 1, 2 |": [*scores([1, 0], UNIT), *scores([1, 2], UNIT)],
        "| scaled | 0.7071, 0 | 0.7071, 1.4142 |": [*EXERCISE, *AGAIN],
        "| 2.0281, 1 | 2.0281, 4.1133 |": [exp(s) for s in (*EXERCISE, *AGAIN)],
        "| sum | 3.0281 | 6.1414 |": [sum(exp(s) for s in row) for row in (EXERCISE, AGAIN)],
        "| weights | 0.6698, 0.3302 | 0.3302, 0.6698 |": [*softmax(EXERCISE), *softmax(AGAIN)],
        "| output | 1.3395, 1.3210 | 0.6605, 2.6790 |": [
            *mix(softmax(EXERCISE), EXERCISE_V),
            *mix(softmax(AGAIN), EXERCISE_V),
        ],
        "output `[2, 0]`": mix(softmax(masked(AGAIN, [True, False])), EXERCISE_V),
    },
    "quiz-only-first-key": {
        "[1, 2]": mix([1 / 2, 1 / 2], EXERCISE_V),
        "[2, 0]": mix(softmax(masked(AGAIN, [True, False])), EXERCISE_V),
    },
}

STATED: dict[str, tuple[str, ...]] = {
    "attention-how-to-answer": ("exp(0.5)/2",),
    "attention-roles": ("0.25", "0.75"),
    "weights-claims": ("0.9 shows",),
    "program-predict": ("2 1.0 4", "3 1.0 4", "3 1.0 3", "1 1.0 4"),
}
