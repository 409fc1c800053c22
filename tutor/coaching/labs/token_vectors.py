"""The numbers of the tokens laboratory: the table that ids pick from, and attention over three tokens in two orders."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tutor.coaching.labs.token_texts import MOST_MERGES, MOST_TEXT
from tutor.maths.attention import attend
from tutor.maths.positions import look_up, sinusoids

Numbers = NDArray[Any]

WIDTH = 4
"""Numbers in each row of the embedding table, and components of each position."""

LARGEST_ENTRY = 3
TABLE_SEED = 2

NAMES = ("x", "y", "z")
INPUTS = ((1.0, 0.0), (0.0, 1.0), (1.0, 1.0))
"""Three tokens whose order is changed; their vectors are queries, keys and values at once."""


def table_of(size: int) -> Numbers:
    """An embedding table of small whole numbers, drawn as one is before training: (size, 4).

    An id keeps its row when the vocabulary grows.
    """
    return _longest_table()[:size]


@lru_cache(maxsize=1)
def _longest_table() -> Numbers:
    generator = np.random.default_rng(TABLE_SEED)
    rows = generator.integers(-LARGEST_ENTRY, LARGEST_ENTRY + 1, size=(MOST_TEXT + MOST_MERGES, WIDTH))
    table: Numbers = rows.astype(np.float64)
    table.flags.writeable = False
    return table


def order(*, swapped: bool) -> tuple[int, ...]:
    """Which of the three tokens stands at each place, both counted from 0."""
    return (1, 0, 2) if swapped else (0, 1, 2)


def entered(*, swapped: bool, positioned: bool) -> Numbers:
    """What enters attention at each place: the token's vector, and its position's where positions are added. (3, 2)"""
    inputs = look_up(order(swapped=swapped), INPUTS)
    return inputs + sinusoids(len(NAMES), len(INPUTS[0])) if positioned else inputs


def output(*, swapped: bool, positioned: bool, masked: bool) -> Numbers:
    """Attention's output at each place: (3, 2)."""
    inputs = entered(swapped=swapped, positioned=positioned)
    return attend(inputs, inputs, inputs, causal=masked).output


def by_token(*, swapped: bool, positioned: bool, masked: bool) -> Numbers:
    """The outputs of x, y and z in this order, wherever they stand: (3, 2)."""
    places = order(swapped=swapped)
    rows = output(swapped=swapped, positioned=positioned, masked=masked)
    return look_up([places.index(token) for token in range(len(NAMES))], rows)


def kept(*, positioned: bool, masked: bool) -> tuple[bool, ...]:
    """For x, y and z: whether its output has the same numbers in both orders."""
    here, there = (by_token(swapped=each, positioned=positioned, masked=masked) for each in (False, True))
    return tuple(bool(np.allclose(a, b, rtol=0, atol=1e-9)) for a, b in zip(here, there, strict=True))
