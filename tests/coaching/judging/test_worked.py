"""What a worked row says of its mask."""

from __future__ import annotations

import pytest

from tests.coaching.probe import K, Q, V
from tutor.coaching.judging.worked import work
from tutor.maths.problem import Mask, Problem


@pytest.mark.parametrize(
    ("mask", "own", "causal"),
    [
        ("none", False, False),
        ("causal", False, True),
        (((1, 0, 0), (1, 1, 0), (1, 1, 1)), False, True),  # written out, and the causal one
        (((1, 1, 1), (1, 1, 1), (1, 1, 1)), True, False),  # written out, though it hides nothing
        (((1, 1, 0), (1, 1, 0), (1, 1, 1)), True, False),
    ],
)
def test_a_mask_of_ones_own_is_written_out_and_not_causal(mask: Mask, own: bool, causal: bool) -> None:
    worked = work(Problem(q=Q, k=K, v=V, mask=mask), 2)
    assert (worked.own_mask, worked.causal) == (own, causal)
