"""The hint ladder: four rungs with the problem's numbers, of which only the last gives the answer."""

from __future__ import annotations

import math
import re

import pytest

from tests.coaching.probe import CHAPTER, PROBE
from tutor.coaching.grading import asked, grade
from tutor.coaching.hints import rungs
from tutor.coaching.variants import LEVELS, draw
from tutor.maths.problem import STAGES, Problem, matrix


@pytest.mark.parametrize("stage", STAGES)
def test_four_rungs(stage: str) -> None:
    """A point, the rule, a cell of another row, the whole."""
    point, rule, example, shown = rungs(PROBE, stage, 2)
    assert "q2" in point
    assert rule.endswith(".")
    assert example.startswith("For example, q3")
    assert shown.endswith("].")


@pytest.mark.parametrize("level", LEVELS)
def test_what_is_shown_is_right(level: int) -> None:
    """The row in the last rung can be typed, and passes."""
    variant = draw(5, level)
    for stage in variant.stages:
        shown = rungs(variant.problem, stage, variant.row, variant.head, digits=variant.digits)[3]
        answer = shown[shown.rindex("[") : shown.rindex("]") + 1]
        assert grade(variant.problem, stage, answer, row=variant.row, head=variant.head).status == "right"


def test_worked_numbers() -> None:
    """The arithmetic is written out with values worked out by hand."""
    assert rungs(PROBE, "scores", 2)[2] == "For example, q3 on k1: 1×2 + 1×0 + 0×1 + 2×0 = 2."
    assert "k3: 3 ÷ 2 = 1.5" in rungs(PROBE, "scaled", 2)[3]
    assert rungs(PROBE, "masked", 2)[3] == "q2 may attend k1 and k2: [0, 1, −∞]."
    assert "e^1 = 2.7183; they add up to 3.7183. k3: e^−∞ = 0." in rungs(PROBE, "weights", 2)[3]
    assert rungs(CHAPTER, "weights", 1)[2].endswith("e^0.7071 ÷ (e^0 + e^0.7071) = 0.6698.")
    assert "component 1: 0.3302×6 + 0.6698×0 ≈ 1.9814" in rungs(CHAPTER, "output", 1)[3]
    assert "k2: 1 ÷ 1.4142 = 0.7071. So [0, 0.707]." in rungs(CHAPTER, "scaled", 1)[3]


def test_what_is_shown_has_the_decimals_that_are_asked() -> None:
    """What broke: [0.33, 0.67] was shown on a page that asks three decimals. Whole numbers stay whole."""
    assert rungs(CHAPTER, "weights", 1)[3].endswith("[0.330, 0.670].")
    assert rungs(CHAPTER, "scores", 1)[3].endswith("[0, 1].")
    assert rungs(PROBE, "scaled", 2)[3].endswith("[0, 1, 1.5].")
    assert rungs(CHAPTER, "weights", 1, digits=2)[3].endswith("[0.33, 0.67].")


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("seed", range(3))
def test_each_equals_sign_holds_for_the_printed_numbers(level: int, seed: int) -> None:
    """What broke: 0.3302×6 + 0.6698×0 = 1.9814, of which a reader who adds it up gets 1.9812."""
    variant = draw(seed, level)
    checked = 0
    for stage in variant.stages:
        for text in rungs(variant.problem, stage, variant.row, variant.head)[2:]:
            for left, sign, right in re.findall(r"([-+×÷().e^0-9 ]+?) ([=≈]) (-?[0-9.]*[0-9](?:e-?[0-9]+)?)", text):
                plain = left.strip().translate(str.maketrans("×÷", "*/")).replace("e^", "2.718281828459045**")
                off = abs(eval(plain) - float(right))  # our own text, of digits and signs alone
                if not math.isclose(off, 0.5e-4, rel_tol=1e-6):  # a tie is rounded either way
                    assert (off < 0.5e-4) is (sign == "="), text
                checked += 1
    assert checked > 8


def test_without_a_mask_there_are_no_masked_scores() -> None:
    """Softmax is taken of the scaled ones."""
    assert rungs(CHAPTER, "weights", 1)[0].startswith("Look at the scaled scores of q1")
    assert rungs(PROBE, "weights", 2)[0].startswith("Look at the masked scores of q2")
    capped = Problem(q=CHAPTER.q, k=CHAPTER.k, v=CHAPTER.v, softcap=2.0)
    assert rungs(capped, "weights", 1)[0].startswith("Look at the masked scores of q1")


def test_no_rung_but_the_last_shows_the_row() -> None:
    """With another row to borrow from, the asked numbers stay the learner's until they are shown."""
    for stage in ("scores", "scaled", "output"):
        numbers = asked(PROBE, stage, 2)
        for text in rungs(PROBE, stage, 2)[:3]:
            assert f"= {numbers[-1]:g}." not in text


def test_the_authors_hints_come_first() -> None:
    """One or two hints of a lesson take the first rungs."""
    assert rungs(PROBE, "scores", 2, hints=("look", "multiply"))[:2] == ("look", "multiply")
    mixed = rungs(PROBE, "scores", 2, hints=("look",))
    assert (mixed[0], mixed[1], len(mixed)) == ("look", rungs(PROBE, "scores", 2)[1], 4)
    assert len(rungs(PROBE, "scores", 2, hints=("a", "b", "c"))) == 4


def test_every_option_has_its_rule() -> None:
    """Scale, temperature, soft cap, masks and offset are said with their numbers."""
    problem = Problem(
        q=PROBE.q, k=PROBE.k, v=PROBE.v, mask="causal", add_mask=matrix([[0, -2, 1]] * 3), scale=0.25,
        temperature=2.0, softcap=3.0, offset=1,
    )  # fmt: skip
    assert "0.25" in rungs(problem, "scaled", 1)[1]
    rule = rungs(problem, "masked", 1)[1]
    assert "tanh(s/3)" in rule
    assert "[0, -2, 1]" in rule
    assert "j ≤ i + 1" in rule
    assert "temperature, 2" in rungs(problem, "weights", 1)[1]
    own = Problem(q=PROBE.q, k=PROBE.k, v=PROBE.v, mask=matrix([[1, 0, 1]] * 3))
    assert "1 may attend and 0 is hidden" in rungs(own, "masked", 1)[1]
    assert "No key is hidden" in rungs(CHAPTER, "masked", 1)[1]


def test_an_example_where_nothing_shows() -> None:
    """Without another row it is the last cell, hidden or not; in a row of zeros the first."""
    alone = Problem(q=matrix([[1, 0]]), k=matrix([[1, 0], [3, 1]]), v=matrix([[1], [2]]), mask=matrix([[1, 0]]))
    assert rungs(alone, "masked", 1)[2] == "For example, q1 on k2: hidden, so −∞."
    assert rungs(alone, "weights", 1)[2] == "For example, q1 on k2: hidden, so e^−∞ = 0."
    zeros = Problem(q=matrix([[0, 0], [1, 2]]), k=alone.k, v=alone.v)
    assert rungs(zeros, "scores", 2)[2] == "For example, q1 on k1: 0×1 + 0×0 = 0."


def test_a_row_with_no_key() -> None:
    """Nothing to share: zeros, and why."""
    problem = Problem(q=PROBE.q, k=PROBE.k, v=PROBE.v, mask=matrix([[1, 1, 1], [0, 0, 0], [1, 1, 1]]))
    assert rungs(problem, "weights", 2)[3] == "q2 may attend no key, so there is nothing to share: [0, 0, 0]."
    assert rungs(problem, "masked", 2)[3].startswith("q2 may attend no key")


def test_shapes() -> None:
    """The ladder of a shape ends in the shape."""
    assert rungs(PROBE, "shape:k", 1)[3] == "The shape of K is 3×4."
    assert rungs(PROBE, "shape:scores", 1)[3] == "The shape of the scores is 3×3."
