"""How near is near: rounded lines between, fewer decimals, and numbers cut instead of rounded."""

from __future__ import annotations

import pytest

from tests.coaching.probe import judge
from tutor.coaching.judging.nearness import cut_after, enough_decimals, is_cut
from tutor.maths.problem import Problem, matrix


def test_weights_from_rounded_exponentials_are_right() -> None:
    """e^−6 = 0.00248 and e^−7 = 0.00091 are 0.002 and 0.001 to three decimals: 2/3 and 1/3, exactly 0.731 and 0.269."""
    problem = Problem(q=matrix([[1]]), k=matrix([[-6], [-7]]), v=matrix([[1], [0]]))
    assert judge("weights", ".731 .269", problem=problem, row=1).status == "right"
    assert judge("weights", ".667 .333", problem=problem, row=1).status == "right"
    assert judge("weights", ".700 .300", problem=problem, row=1).status != "right"


@pytest.mark.parametrize(
    ("decimals", "digits", "enough"),
    [(2, 3, True), (1, 3, False), (3, 4, True), (2, 4, False), (2, 2, True), (1, 2, False), (None, 3, False)],
)
def test_one_decimal_less_than_asked_will_do_but_never_fewer_than_two(
    decimals: int | None, digits: int, enough: bool
) -> None:
    assert enough_decimals(decimals, digits) is enough


@pytest.mark.parametrize(
    ("typed", "exact", "decimals", "cut"),
    [
        (0.66, 0.6697, 2, True),
        (0.67, 0.6697, 2, False),  # rounded
        (-0.66, -0.6697, 2, True),
        (0.33, 0.3302, 2, False),  # both come to the same
        (0.123456789, 0.1234567898, 9, True),
        (0.1234567898, 0.12345678988, 10, False),  # nobody writes so many
        (999999.6, 999999.67, 1, True),
        (1000000.6, 1000000.67, 1, False),  # nor such large ones
    ],
)
def test_a_number_is_cut_where_rounding_gives_another(typed: float, exact: float, decimals: int, cut: bool) -> None:
    assert is_cut(typed, exact, decimals) is cut


def test_what_is_left_of_a_number_that_is_cut() -> None:
    """Toward zero, on either side of it."""
    assert (cut_after(2.71828, 3), cut_after(-2.71828, 3), cut_after(0.009, 2)) == (2.718, -2.718, 0.0)
