"""The numbers in "Check your understanding"."""

from __future__ import annotations

from tests.lessons.plain_attention import Row, masked, mix, scaled, softmax

V = [[2, 0], [0, 4]]
BOTH_KEYS = scaled([1, 2], [[1, 0], [0, 1]])

COMPUTED: dict[str, dict[str, Row]] = {
    "quiz-only-first-key": {
        "[1, 2]": mix([1 / 2, 1 / 2], V),
        "[2, 0]": mix(softmax(masked(BOTH_KEYS, [True, False])), V),
    },
}
