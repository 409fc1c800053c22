"""What is said of slips in softmax: the example is one that shows something, of a key that may be used."""

from __future__ import annotations

from tests.coaching.probe import judge
from tutor.maths.problem import Problem, matrix


def test_the_example_is_not_e_to_the_0_where_there_is_another() -> None:
    """Of the scores 0 and 1: e^0 + e^1 = 3.7183."""
    said = judge("weights", "1/3 2/3 0").message
    assert said.endswith("Take e^ of each (e^1 = 2.7183), divide by their sum, 3.7183.")


def test_the_example_is_of_a_key_that_may_be_used() -> None:
    """Both visible scores are 0; the first key is hidden, so its score is −∞."""
    keys = matrix([[1, 0], [0, 1], [1, 1]])
    problem = Problem(q=matrix([[0, 0]]), k=keys, v=keys, mask=matrix([[0, 1, 1]]))
    said = judge("weights", "0 1 0", problem=problem, row=1).message
    assert said.endswith("Take e^ of each (e^0 = 1), divide by their sum, 2.")
