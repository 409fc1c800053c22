"""The numbers in "A causal mask prevents looking ahead"."""

from __future__ import annotations

from math import sqrt

from tests.lessons.plain_attention import Row, masked, mix, scaled, scores, softmax

FOX_ROW_1 = scaled([1, 0], [[1, 0], [0, 1], [1, 1]])

UNIT = [[1, 0], [0, 1]]
V = [[2, 0], [0, 4]]
QUERY_2 = scaled([0, 1], UNIT)

FIVE_Q3 = [2, -1, 2, 0]
FIVE_K = [[0, 3, 2, 1], [0, 1, -1, 2], [0, 1, 0, 2], [-1, -2, 1, 3], [0, 2, 3, 3]]
FIVE = scaled(FIVE_Q3, FIVE_K)
FIVE_ALLOWED = [True, True, True, False, False]
FIVE_MASKED = masked(FIVE, FIVE_ALLOWED)
SOFTMAX_THEN_HIDE = [w * may for w, may in zip(softmax(FIVE), FIVE_ALLOWED, strict=True)]
ZERO_FOR_HIDDEN = softmax([s if may else 0 for s, may in zip(FIVE, FIVE_ALLOWED, strict=True)])
DIAGONAL_HIDDEN = softmax(masked(FIVE, [True, True, False, False, False]))
UNSCALED = softmax(masked(scores(FIVE_Q3, FIVE_K), FIVE_ALLOWED))

COMPUTED: dict[str, dict[str, Row]] = {
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
    "softmax-quiz-decision": {
        "[0, 0.7071]": [0, 1 / sqrt(2)],
        "[1, 2]": mix([1 / 2, 1 / 2], V),
        "[0.6605, 2.6790]": mix(softmax(QUERY_2), V),
    },
}
