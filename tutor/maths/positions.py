"""How a token enters a model: a row of the embedding table for its id, and a vector for its position, added.

Embeddings are section 3.4, sinusoids section 3.5 of "Attention Is All You Need", Vaswani et al. 2017.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]

WAVELENGTH_BASE = 10000.0
"""The number whose powers stretch the waves from one pair of components to the next."""


def sinusoids(n: int, d: int, *, start: int = 0) -> Floats:
    """The vectors of positions start, start + 1, …: (n, d).

    Component 2i, counted from 0, is sin(position ÷ 10000^(2i/d)), component 2i + 1 the cosine of the same angle, in
    radians. Raises ValueError where d is below 1 or a position below 0.
    """
    if d < 1 or n < 0 or start < 0:
        raise ValueError(f"positions count from 0 and have at least 1 component, not {n} from {start} with {d}")
    pairs = np.arange(d) // 2
    angles = np.arange(start, start + n)[:, None] / WAVELENGTH_BASE ** (2 * pairs / d)
    waves: Floats = np.where(np.arange(d) % 2 == 0, np.sin(angles), np.cos(angles))
    return waves


def look_up(ids: Sequence[int], table: ArrayLike) -> NDArray[Any]:
    """The row of the table for each id. (n,) and (vocabulary, d) → (n, d); ids count from 0 here.

    Raises ValueError for an id that has no row.
    """
    rows = np.asarray(table)
    _check(ids, len(rows))
    picked: NDArray[Any] = rows[np.asarray(ids, dtype=np.intp)]
    return picked


def one_hot(ids: Sequence[int], size: int) -> Floats:
    """A row for each id, 1 at its place and 0 elsewhere: (n, size). `one_hot(ids, size) @ table` is the lookup."""
    _check(ids, size)
    rows = np.zeros((len(ids), size))
    rows[np.arange(len(ids)), np.asarray(ids, dtype=np.intp)] = 1
    return rows


def _check(ids: Sequence[int], size: int) -> None:
    for each in ids:
        if not 0 <= each < size:
            raise ValueError(f"id {each} has no row: ids are 0 to {size - 1}")
