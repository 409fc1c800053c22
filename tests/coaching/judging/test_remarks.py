"""What is said of numbers that no mistake explains: the cell, the factor, the cut, with the problem's own numbers."""

from __future__ import annotations

import math

import pytest

from tests.coaching.probe import PROBE, judge
from tutor.coaching.grading import grade
from tutor.maths.problem import Problem, matrix

SCALED_BY_A_QUARTER = Problem(q=PROBE.q, k=PROBE.k, v=PROBE.v, mask="causal", scale=0.25)
ADDED = Problem(q=PROBE.q, k=PROBE.k, v=PROBE.v, mask="causal", add_mask=matrix([[0, -2, 1]] * 3))


def test_a_scale_of_ones_own() -> None:
    """Scores of 0, 2 and 3 times 0.25 are 0, 0.5 and 0.75; times 4 they are 0, 8 and 12."""
    assert judge("scaled", "0 .5 .75", problem=SCALED_BY_A_QUARTER).status == "right"
    multiplied = judge("scaled", "0 8 12", problem=SCALED_BY_A_QUARTER)
    assert multiplied.mistakes == ("multiplied-by-root-dk",)
    assert multiplied.message == "You multiplied the scores by 4: [0, 8, 12]. Multiply each score by the scale, 0.25."
    assert "6 times the right number" in judge("scaled", "0 3 4.5", problem=SCALED_BY_A_QUARTER).message
    assert judge("scaled", "5 9 8", problem=SCALED_BY_A_QUARTER).message == (
        "Not these. Start from the scores of q2. Multiply each score by 0.25."
    )
    assert "3 × 0.25 is not 9" in judge("scaled", "0 .5 9", problem=SCALED_BY_A_QUARTER).message


def test_a_mask_that_is_added_and_one_that_hides() -> None:
    """Scaled scores of 0, 1 and 1.5, with 0, −2 and 1 to add, and k3 hidden: 0, −1 and −∞."""
    assert judge("masked", "0 -1 -inf", problem=ADDED).status == "right"
    left_out = judge("masked", "0 1 -inf", problem=ADDED)
    assert left_out.mistakes == ("mask-ignored",)
    assert left_out.message == "The mask [0, -2, 1] was not added. Add the mask to the scaled scores."
    assert judge("masked", "0 1 1.5", problem=ADDED).mistakes == ("mask-ignored",)
    # Not scaled: 0 + 0 and 2 − 2. A mask may also hide by what it adds.
    assert "no-scaling" in judge("masked", "0 0 -inf", problem=ADDED).mistakes
    hides = Problem(q=PROBE.q, k=PROBE.k, v=PROBE.v, add_mask=((0, 0, -math.inf),) * 3)
    assert judge("masked", "-inf -inf -inf", problem=hides).mistakes == ("masked-query-row",)
    assert judge("masked", "-inf -inf 1.5", problem=hides).mistakes == ("mask-reversed",)
    assert judge("masked", "7 -1 -inf", problem=ADDED).message == (
        "The masked score on k1 is off: its scaled score is 0, and cap and mask come to it, not 7."
    )


def test_what_to_do_about_a_hidden_key_is_said_for_the_step() -> None:
    """In the masked row there is no softmax yet."""
    own = Problem(q=PROBE.q, k=PROBE.k, v=PROBE.v, mask=matrix([[1, 1, 1], [1, 1, 0], [1, 1, 1]]))
    typed = (("masked", "0 1 1.5"), ("weights", ".122 .3315 .5465"))
    said = [judge(stage, text, problem=own).message for stage, text in typed]
    assert said[0] == "k3 is hidden from q2, but still holds 1.5. Put −∞ at k3."
    assert said[1] == "k3 is hidden from q2, but gets 0.5465 here. Put −∞ at k3 before softmax."


def test_all_the_same_number_of_times_too_large() -> None:
    """Thrice the scores 0, 2 and 3."""
    assert judge("scores", "0 6 9").message == (
        "Each of yours is 3 times the right number. Add the products up, and nothing else."
    )


def test_long_sums_are_cut_short() -> None:
    """Ten products, eleven logits: the first six, and that there are more."""
    long = Problem(q=matrix([[1] * 10]), k=matrix([[1] * 10, [2] * 10]), v=matrix([[1], [2]]))
    assert "1×2 + 1×2 + 1×2 + 1×2 + 1×2 + 1×2 + … is not 7" in judge("scores", "10 7", problem=long, row=1).message
    many = Problem(q=matrix([[1]]), k=matrix([[i] for i in range(1, 12)]), v=matrix([[1]] * 11))
    said = judge("weights", ".5 .2 .3" + " 0" * 8, problem=many, row=1).message
    assert "not softmax of [1, 2, 3, 4, 5, 6, …]" in said
    two = judge("weights", " ".join(["0.0909"] * 11), problem=many, row=1)
    assert two.status == "ambiguous"
    assert two.message.endswith("Work out the weight on k1 anew: e^1 ÷ (e^1 + e^2 + e^3 + e^4 + …).")


def test_nothing_to_mix() -> None:
    """Query 2 may attend no key: its output is 0, whatever the values."""
    empty = Problem(q=PROBE.q, k=PROBE.k, v=PROBE.v, mask=matrix([[1, 1, 1], [0, 0, 0], [1, 0, 1]]))
    assert judge("output", "0 0", problem=empty).status == "right"
    verdict = judge("output", "7 7", problem=empty)
    assert (verdict.status, verdict.cells) == ("wrong", (False, False))
    assert "0×1 + 0×0 + 0×3" in verdict.message


def test_all_cut() -> None:
    """2/√3 = 1.1547 and 5/√3 = 2.8868: both cut after three decimals."""
    problem = Problem(q=matrix([[1, 1, 1]]), k=matrix([[2, 0, 0], [2, 3, 0]]), v=matrix([[1], [2]]))
    verdict = judge("scaled", "1.154 2.886", problem=problem, row=1)
    assert (verdict.status, verdict.mistakes) == ("wrong", ())
    assert verdict.message == (
        "These are cut, not rounded. k1 is cut, not rounded: 1.1547… becomes 1.155. Round each one."
    )


@pytest.mark.parametrize(("text", "said"), [("27 74.5 0", True), ("27 71.5 0", True), ("27 74.6 0", False)])
def test_percentages_add_up_to_nearly_a_hundred(text: str, said: bool) -> None:
    """Three rounded ones may be off by half of one each."""
    assert ("percentages" in judge("weights", text).message) is said


def test_numbers_of_any_size_may_be_asked_about() -> None:
    """10³⁰⁰ cut after a few decimals is no number that a float has."""
    huge = Problem(q=matrix([[1e300]]), k=matrix([[1], [2]]), v=matrix([[1], [2]]))
    assert grade(huge, "scores", "1.55555555 2.55555555", row=1).status == "wrong"
    assert grade(huge, "scores", "1e300 2.55555555", row=1).status == "cells"
