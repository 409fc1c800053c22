"""The numbers in "Many heads, and the rest of the block"."""

from __future__ import annotations

from math import cos, sin

from tests.lessons.plain_attention import Row

PAPER_WIDTH = 512
PAPER_HEADS = 8
THREE_HEADS = 3 * (12 * (12 // 3))

POSITIONS = range(1, 7)
TENTHS = [p / 10 for p in POSITIONS]

COMPUTED: dict[str, dict[str, Row]] = {
    "heads-shapes-worked": {"12/3 = 4": [12, 3, 12 / 3]},
    "heads-joined": {"8·64 = 512": [8, PAPER_WIDTH / PAPER_HEADS, 8 * 64]},
    "block-count-worked": {
        "12·4 = 48 | 3·48 = 144": [12, 4, 12 * 4, 3, 48, THREE_HEADS],
        "12·12 = 144": [12, 12, 12 * 12],
        "4·144 = 576": [4, 144, 3 * THREE_HEADS + 12 * 12],
    },
    "block-count-faded": {
        "8·512·64 = 262,144": [8, 512, 64, 262, 8 * 512 * 64 - 262_000],
        "512·512 = 262,144": [512, 512, 262, 512 * 512 - 262_000],
    },
    "block-position-idea": {
        "1 ÷ 1 | sin 1 = 0.841": [1, 1, 1, sin(1)],
        "1 ÷ 1 | cos 1 = 0.540": [1, 1, 1, cos(1)],
        "1 ÷ 100 | sin 0.01 = 0.010": [1, 10000 ** (2 / 4), 1 / 100, sin(1 / 100)],
        "1 ÷ 100 | cos 0.01 = 1.000": [1, 10000 ** (2 / 4), 1 / 100, cos(1 / 100)],
    },
    "block-position": {
        "1, 100 for d_model = 4": [1, 10000 ** (2 / 4), 4],
        "1, 10, 100, 1000 for d_model = 8": [*(10000 ** (k / 8) for k in (0, 2, 4, 6)), 8],
        "sin   0.841  0.909  0.141 −0.757 −0.959 −0.279": [sin(p) for p in POSITIONS],
        "cos   0.540 −0.416 −0.990 −0.654  0.284  0.960": [cos(p) for p in POSITIONS],
        "x       0.1    0.2    0.3    0.4    0.5    0.6": TENTHS,
        "sin   0.100  0.199  0.296  0.389  0.479  0.565": [sin(x) for x in TENTHS],
        "cos   0.995  0.980  0.955  0.921  0.878  0.825": [cos(x) for x in TENTHS],
        "Below 0.1": [1 / 10],
    },
    "block-residual": {
        "[1.5, −2]": [3 / 2, -1 * 2],
        "[3.5, 1]": [3 + 1 / 2, -1 + 2],
        "3 + 0.5 and −1 + 2": [3, 1 / 2, -1, 2],
    },
}

STATED: dict[str, tuple[str, ...]] = {"block-residual": ("[0.5, 2]", "[3, −1, 0.5, 2]")}
