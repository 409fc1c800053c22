"""Numbers in place of minus infinity: which are a mistake, and when there is none."""

from __future__ import annotations

import numpy as np
import pytest

from tests.coaching.probe import PROBE
from tutor.coaching.judging.worked import work
from tutor.coaching.mistakes import CATALOGUE

INF = np.inf


@pytest.mark.parametrize(
    ("answer", "detail"),
    [
        ([0, 1, -INF], None),  # right
        ([0, 1, -7], "k3 holds -7"),
        ([0, 1, 0], None),  # named otherwise: 0 in place of the score
        ([0, 1, 1.5], None),  # named otherwise: the score itself
        ([0, 2, -7], None),  # another mistake beside it
    ],
)
def test_a_finite_number_in_a_hidden_cell(answer: list[float], detail: str | None) -> None:
    """Row 2 has the scaled scores 0, 1 and 1.5, and k3 is hidden."""
    recognize = CATALOGUE["small-negative"].recognize
    assert recognize is not None
    found = recognize(work(PROBE, 2), "masked", np.array(answer), np.full(3, 0.001))
    assert (found and found.detail) == detail
