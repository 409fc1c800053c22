"""What the slips in a perplexity give, worked out by hand for probabilities of 0.5, 0.25 and 0.8."""

from __future__ import annotations

import pytest

from tutor.coaching.catalogue.language import wrong_numbers
from tutor.coaching.language import LanguageProblem


@pytest.mark.parametrize(
    ("code", "value"),
    [
        ("log-of-mean", 1.9355),  # 1 over their mean, 0.51667
        ("one-minus-p", 1.6215),  # e to 1 − 0.51667
        ("missing-minus", 0.4642),  # 1 over the right one, the cube root of 10
    ],
)
def test_slips_in_a_perplexity(code: str, value: float) -> None:
    problem = LanguageProblem(step="perplexity", probabilities=(0.5, 0.25, 0.8))
    made = [wrong.values for wrong in wrong_numbers(problem) if wrong.code == code]
    assert made == [pytest.approx((value,), abs=5e-5)]
