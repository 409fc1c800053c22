"""What is said of numbers that come from a file."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.exports import arrays, weights
from tutor.maths.attention import attend
from tutor.maths.exported import Exported
from tutor.rendering.exported import largest_words, loaded_words, mask_words


def exported(n: int = 5, **more: Any) -> Exported:
    made = {name: more.pop(name) for name in ("heads", "key_heads", "d", "dtype") if name in more}
    return Exported(**{"name": "x.npz", "dtype": "float64", **arrays(n, **made), **more})


def test_what_was_loaded() -> None:
    x = exported(6, heads=4, key_heads=2)
    assert loaded_words(x, offset=None) == "x.npz: Q 4×6×4, K 2×6×4, V 2×6×4; float64; no mask"
    one = exported(6, heads=1, dtype=np.float16)
    half = Exported(name="x.npz", dtype="float16", q=one.q, k=one.k, v=one.v)
    assert loaded_words(half, offset=0) == "x.npz: Q 6×4, K 6×4, V 6×4; float16, worked out in float32; causal mask"
    assert loaded_words(half, offset=0, ascii=True).isascii()


def test_a_long_or_strange_name_stays_on_the_line() -> None:
    x = exported(3)
    strange = Exported(name="a\x1b[31m" + "b" * 300, dtype="float64", q=x.q, k=x.k, v=x.v)
    said = loaded_words(strange, offset=None)
    assert "\x1b" not in said
    assert said.index(":") <= 24


def test_masks_in_words() -> None:
    few = arrays(6)["q"][:, :2]
    assert mask_words(exported(6, q=few), 0) == "causal mask, query 1 at key 1"
    assert mask_words(exported(6, q=few), 4) == "causal mask, the last query at the last key"
    own = exported(4, mask=np.eye(4, dtype=bool))
    assert mask_words(own, None) == "the file's mask"


@pytest.mark.parametrize("width", [10, 25, 40, 60, 78, 200])
@pytest.mark.parametrize("causal", [False, True])
def test_the_largest_weights_of_a_row(width: int, causal: bool) -> None:
    """In the order of plain Python's own sort, as many as fit, and the rest as one number."""
    made = arrays(30, heads=1)
    trace = attend(made["q"][0], made["k"][0], made["v"][0], causal=causal)
    expected = weights(made["q"][0].tolist(), made["k"][0].tolist(), causal=causal)
    for row in (0, 7, 29):
        said = largest_words(trace, row, width=width)
        named, _, rest = said.partition("; ")
        pairs = [part.split() for part in named.split(", ")]
        assert len(said) <= width or len(pairs) == 1
        order = sorted((j for j in range(30) if expected[row][j]), key=lambda j: (-round(expected[row][j], 12), j))
        assert [f"{expected[row][j]:.4f}" for j in order[: len(pairs)]] == [number for _, number in pairs]
        for name, number in pairs:
            assert f"{expected[row][int(name[1:]) - 1]:.4f}" == number
        others = order[len(pairs) :]
        assert rest == (f"rest {sum(expected[row][j] for j in others):.4f}" if others else "")


def test_tokens_stand_behind_their_numbers() -> None:
    made = arrays(3, heads=1)
    trace = attend(np.array([[0.0, 1.0]]), np.array([[0.0, 0.0], [0.0, 9.0], [0.0, 3.0]]), made["v"][0], scale=1.0)
    said = largest_words(trace, 0, tokens=("a", "[red]", "c\n"), width=200)
    assert said == "k2 [red] 0.9974, k3 c\\n 0.0025, k1 a 0.0001"


def test_a_row_with_no_permitted_key() -> None:
    trace = attend(np.ones((1, 2)), np.ones((3, 2)), np.ones((3, 2)), mask=np.zeros((1, 3), dtype=bool))
    assert largest_words(trace, 0, width=78) == "none, since no key is permitted"
