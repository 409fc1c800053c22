"""The numbers in "Before you start"."""

from __future__ import annotations

from math import e, exp, log, sqrt

from tests.lessons.plain_attention import Row, dot

DAYS = [5, 2, 3]
SHARES = [days / sum(DAYS) for days in DAYS]
DEGREES = [20, 10, 15]

COMPUTED: dict[str, dict[str, Row]] = {
    "start-first-answer": {"the root of 2, which is 1.414": [2, sqrt(2)]},
    "start-check-shares": {"together they make 1.1": [7 / 10 + 2 / 10 + 2 / 10]},
    "start-check-logs": {
        "ln of 0.1": [5 / 10 * 2 / 10],
        "0.1 is below 1": [5 / 10 * 2 / 10, 1],
        "0.7 is the sum": [5 / 10 + 2 / 10],
        "ln 0.7": [5 / 10 + 2 / 10],
    },
    "start-shares-worked": {
        "| share | 0.5 | 0.2 | 0.3 | 1 |": [*SHARES, sum(SHARES)],
        "0.5 · 20 + 0.2 · 10 + 0.3 · 15": [x for pair in zip(SHARES, DEGREES, strict=True) for x in pair],
        "10 + 2 + 4.5 = 16.5": [*(s * d for s, d in zip(SHARES, DEGREES, strict=True)), dot(SHARES, DEGREES)],
    },
    "start-exp-worked": {
        "The number e is 2.718": [e],
        "e⁻² = 0.1353": [exp(-2)],
        "ln 0.5 = −0.6931": [1 / 2, log(1 / 2)],
    },
    "start-quiz-average": {
        "2.5, close": [dot([7 / 8, 1 / 8, 0], [2, 6, 10])],
        "0.875, 0.125, 0 give 1.75 + 0.75": [7 / 8, 1 / 8, 0, 7 / 8 * 2, 1 / 8 * 6],
    },
}

STATED: dict[str, tuple[str, ...]] = {
    "start-first-answer": ("exp(0.5)", "ln(0.2)"),
    "start-check-shares": ("0.7, 0.2, 0.2", "0.9, 0.3, −0.2"),
    "start-check-logs": ("ln(0.5 · 0.2)", "ln 0.5 · ln 0.2", "ln 0.5 + ln 0.2"),
    "start-log-faded": ("ln(0.4)",),
}
