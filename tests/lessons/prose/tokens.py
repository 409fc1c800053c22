"""The numbers in "Tokens enter as vectors"."""

from __future__ import annotations

from math import cos, sin

from tests.lessons.plain_attention import Row, mix, scaled, softmax

WHOLE = [1, 2, 3, 4, 5, 6]
TENTHS = [x / 10 for x in WHOLE]

X, Y, Z = [1.0, 0.0], [0.0, 1.0], [1.0, 1.0]


def attended(token: Row, seen: list[Row]) -> Row:
    """The output for a token that may use these; queries, keys and values are the tokens themselves."""
    return mix(softmax(scaled(token, seen)), seen)


COMPUTED: dict[str, dict[str, Row]] = {
    "tokens-shuffle": {
        "| x | 1, 0 | 0.8022, 0.5989 |": [*X, *attended(X, [X, Y, Z])],
        "| y | 0, 1 | 0.5989, 0.8022 |": [*Y, *attended(Y, [X, Y, Z])],
        "| z | 1, 1 | 0.7517, 0.7517 |": [*Z, *attended(Z, [X, Y, Z])],
    },
    "tokens-causal-order": {
        "| x | 1, 0 | 0.6698, 0.3302 |": [*attended(X, [X]), *attended(X, [Y, X])],
        "| y | 0.3302, 0.6698 | 0, 1 |": [*attended(Y, [X, Y]), *attended(Y, [Y])],
        "| z | 0.7517, 0.7517 | 0.7517, 0.7517 |": [*attended(Z, [X, Y, Z]), *attended(Z, [Y, X, Z])],
        "0.6698 and 0.3302 for x": attended(X, [Y, X]),
    },
    "tokens-position-worked": {
        "Position 0 is `[0, 1, 0, 1]`": [0, sin(0), cos(0), sin(0), cos(0)],
        "position 1 is `[0.8415, 0.5403, 0.0100, 1.0000]`": [1, sin(1), cos(1), sin(1 / 100), cos(1 / 100)],
    },
    "tokens-position-faded": {
        "sin  0.841   0.909   0.141": [sin(1), sin(2), sin(3)],
        "cos  0.540  -0.416  -0.990": [cos(1), cos(2), cos(3)],
        "[0.909, ?, 0.020, 1.000]": [sin(2), sin(2 / 100), cos(2 / 100)],
    },
    "tokens-position-alone": {
        "sin  0.841  0.909  0.141 -0.757 -0.959 -0.279": [sin(x) for x in WHOLE],
        "cos  0.540 -0.416 -0.990 -0.654  0.284  0.960": [cos(x) for x in WHOLE],
        "x      0.1    0.2    0.3    0.4    0.5    0.6": TENTHS,
        "sin  0.100  0.199  0.296  0.389  0.479  0.565": [sin(x) for x in TENTHS],
        "cos  0.995  0.980  0.955  0.921  0.878  0.825": [cos(x) for x in TENTHS],
    },
}
