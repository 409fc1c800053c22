"""The numbers in "Many heads, and the rest of the block"."""

from __future__ import annotations

from math import cos, sin

from tests.lessons.plain_attention import Row

PAPER_WIDTH = 512
PAPER_HEADS = 8
THREE_HEADS = 3 * (12 * (12 // 3))

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
    "block-position": {
        "10000^(2/4) = 100": [10000, 2, 4, 10000 ** (2 / 4)],
        "sin 1     cos 1     sin 0.01  cos 0.01": [1, 1, 1 / 100, 1 / 100],
        "0.8415    0.5403    0.0100    1.0000": [sin(1), cos(1), sin(1 / 100), cos(1 / 100)],
    },
    "block-residual": {
        "[1.5, −2]": [3 / 2, -1 * 2],
        "[3.5, 1]": [3 + 1 / 2, -1 + 2],
        "3 + 0.5 and −1 + 2": [3, 1 / 2, -1, 2],
    },
}

STATED: dict[str, tuple[str, ...]] = {"block-residual": ("[0.5, 2]", "[3, −1, 0.5, 2]")}
