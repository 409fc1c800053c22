"""The grader: the order of its verdicts, how near is right, and what passes though it looks different."""

from __future__ import annotations

import math
import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.coaching import drawn, rules
from tests.coaching.probe import CHAPTER, PROBE, V, judge
from tutor.coaching.grading import allowances, asked, grade
from tutor.maths.problem import STAGES, Problem, matrix

FOUR_KEYS = Problem(q=matrix([[1]]), k=matrix([[3.14159], [1], [2], [4]]), v=matrix([[1]] * 4))

# Right, in whatever form.

RIGHT = [
    ("scores", "0 2 3"),
    ("scores", "[0, 2, 3]"),
    ("scores", "(0; 2; 3)"),
    ("scores", "0\n2\n3"),
    ("scores", "-0 2.0 3."),
    ("scaled", "0 1 1.5"),
    ("scaled", "0, 2/2, 3/sqrt(4)"),
    ("masked", "0 1 -inf"),
    ("masked", "0 1 −∞"),
    ("masked", "0 1 x"),
    ("masked", "0 1 masked"),
    ("masked", "0 1 -1e9"),
    ("masked", "0 1 -10000"),
    ("masked", "0 1 _"),
    ("weights", "0.2689 0.7311 0"),
    ("weights", ".269 .731 0"),
    ("weights", "0.26894142 0.73105858 0.0"),
    ("weights", "26.89% 73.11% 0%"),
    ("weights", "1/(1+e) e/(1+e) 0"),
    ("weights", "array([0.269, 0.731, 0.   ])"),
    ("weights", "0.269 0.731 -0"),
    ("weights", "0.269 0.731 1e-17"),
    ("weights", "0.269 0.731 0.0004"),
    ("output", "0.2689 1.4621"),
    ("output", "0.269 1.462"),
    ("output", "0.269\n1.462"),
]


@pytest.mark.parametrize(("stage", "text"), RIGHT)
def test_right(stage: str, text: str) -> None:
    """One answer, many spellings."""
    verdict = judge(stage, text)
    assert (verdict.status, verdict.mistakes, verdict.passed) == ("right", (), True)
    assert False not in verdict.cells


def test_right_answers_of_random_problems() -> None:
    """However many decimals, brackets and exponents: a right row is right."""
    stream = random.Random(21)
    forms = [
        lambda xs: ", ".join(f"{x:.3f}" for x in xs),
        lambda xs: f"[{' '.join(f'{x:.4f}' for x in xs)}]",
        lambda xs: " ".join(repr(x) for x in xs),
        lambda xs: "\n".join(f"{x:.5e}" for x in xs),
        lambda xs: "(" + "; ".join(re.sub(r"\b0\.", ".", f"{x:+.3f}") for x in xs) + ")",
    ]
    for _ in range(25):
        one = drawn.draw(stream)
        for step in STAGES:
            right = rules.right(one.plain)[step][one.row - 1]
            for form in forms:
                text = form(right)
                if "inf" in text and step != "masked":
                    continue
                verdict = grade(one.problem, step, text, row=one.row)
                assert verdict.status == "right", (step, text, right, verdict)


def test_a_shared_key_head_is_that_of_the_group() -> None:
    """Four query heads, two key heads, of two columns: head 3 uses the second. 1·0 + 1·1, 1·1 + 1·0, and so on."""
    problem = Problem(
        q=((1, 0, 0, 2, 1, 1, 2, 0),), k=((2, 0, 0, 1), (0, 2, 1, 3)), v=((1, 4), (0, 8)), heads=4, kv_heads=2
    )
    for head, scores in enumerate(("2 0", "0 4", "1 4", "0 2"), start=1):
        assert grade(problem, "scores", scores, row=1, head=head).status == "right"
    assert grade(problem, "output", "4*1/(1 + exp(3/√2)) + 8/(1 + exp(-3/√2))", row=1, head=3).status == "right"


def test_following_from_a_rounded_line() -> None:
    """Scaled scores rounded to two decimals, and everything after from those, is right to two decimals."""
    problem = Problem(q=matrix([[1, 2, 0]]), k=matrix([[1, 0, 1], [0, 1, 1], [2, 1, 0]]), v=matrix([[30, 0]] * 3))
    scaled = [round(s / math.sqrt(3), 2) for s in (1, 2, 4)]
    powers = [math.exp(s) for s in scaled]
    weights = [round(p / sum(powers), 2) for p in powers]
    text = " ".join(map(str, weights))
    assert grade(problem, "weights", text, row=1, digits=2).status == "right"
    output = f"{30 * sum(weights):.2f} 0"
    assert grade(problem, "output", output, row=1, digits=2).status == "right"


def test_a_scale_above_one_makes_a_rounding_grow() -> None:
    """Scores of 1/3 and 2/3 times 10: 0.333 and 0.667 give 3.33 and 6.67, which no rounding of 3.3333 is.

    All of a row follows from rounded lines, or none of it; and who types four decimals has to have four.
    """
    problem = Problem(q=matrix([[1 / 3]]), k=matrix([[1], [2]]), v=matrix([[1], [2]]), scale=10.0)
    assert grade(problem, "scaled", "3.333 6.667", row=1).status == "right"
    assert grade(problem, "scaled", "3.330 6.670", row=1).status == "right"
    assert grade(problem, "scaled", "3.330 6.667", row=1).status != "right"
    assert grade(problem, "scaled", "3.340 6.670", row=1).status != "right"
    assert grade(problem, "scaled", "3.3304 6.6704", row=1).status != "right"


def test_the_chapters_own_arithmetic() -> None:
    """0.3302·6 = 1.9812 is printed beside 1.9814; both pass, and so do all its printed lines."""
    assert judge("scaled", "[0, 0.7071]", problem=CHAPTER, row=1).status == "right"
    assert judge("weights", "[0.3302, 0.6698]", problem=CHAPTER, row=1).status == "right"
    for text in ("[1.9814, 2.0093]", "1.9812 2.0094", "1.98 2.01", "1.981 2.009"):
        assert judge("output", text, problem=CHAPTER, row=1).status == "right", text


def test_masking_after_softmax_and_dividing_again_is_right() -> None:
    """Either order gives these weights; the praise says which one models take."""
    verdict = judge("weights", ".122/(.122+.3315) .3315/(.122+.3315) 0")
    assert verdict.status == "right"
    assert "before softmax" in verdict.message


def test_a_tie_may_be_rounded_either_way() -> None:
    """5/8 and 3/8 at two decimals."""
    problem = Problem(q=matrix([[5], [0]]), k=matrix([[1], [0.6]]), v=matrix([[1], [0]]), scale=0.125)
    for text in ("0.62 0.37", "0.63 0.38", "0.62 0.38"):
        assert grade(problem, "scaled", text, row=1, digits=2).status == "right"


# How near.


@pytest.mark.parametrize(
    ("text", "good"),
    [
        ("0.67", True),
        ("0.670", True),
        (".67", True),
        ("0.6698", True),
        ("0.66976", True),
        ("67%", True),
        ("0.66", False),
        ("0.675", False),
    ],
)
def test_two_decimals(text: str, good: bool) -> None:
    """The key 0.6697615 with two decimals asked: ±0.0051."""
    verdict = judge("weights", f"0.33 {text}", problem=CHAPTER, row=1, digits=2)
    assert (verdict.status == "right") is good


@pytest.mark.parametrize(
    ("text", "good"), [("0", True), ("0.0", True), ("-0", True), ("1e-17", True), ("0.0004", True), ("0.01", False)]
)
def test_nothing_near_zero_is_relative(text: str, good: bool) -> None:
    """A masked weight is 0; the tolerance is absolute."""
    verdict = judge("weights", f"0.2689 0.7311 {text}")
    assert verdict.cells[2] is good


def test_the_tolerance_is_published() -> None:
    """0.51 of the last digit; for an output component times 1 + Σ|v| over the allowed keys."""
    assert allowances(PROBE, "weights", 2) == pytest.approx([0.00051] * 3)
    assert allowances(PROBE, "output", 2) == pytest.approx([0.00102, 0.00153])
    assert asked(PROBE, "scaled", 2) == (0, 1, 1.5)
    assert asked(PROBE, "masked", 2) == (0, 1, -math.inf)


def test_just_outside_is_not_right() -> None:
    """At twice the tolerance nothing passes."""
    for step in ("scores", "scaled", "weights", "output"):
        right, room = asked(PROBE, step, 2), allowances(PROBE, step, 2)
        for c in range(len(right)):
            moved = [x + 2 * room[c] * (i == c) for i, x in enumerate(right)]
            assert not judge(step, " ".join(map(repr, moved))).passed


def test_rounded() -> None:
    """One digit less than asked passes, and the sentence says so; coarser than that does not."""
    verdict = judge("weights", ".27 .73 0")
    assert (verdict.status, verdict.passed, verdict.counted) == ("rounded", True, True)
    assert verdict.message.startswith("Right, so you may go on.")
    assert "k1 and k2" in verdict.message
    assert "Three decimals are asked" in verdict.message
    assert judge("weights", ".3 .7 0").status == "wrong"
    assert judge("weights", ".231 .140 .629", row=3, digits=4).status == "rounded"
    assert judge("weights", ".27 .73 0", digits=4).status != "rounded"
    # One decimal never passes, even where only two are asked.
    assert judge("weights", ".3 .7 0", digits=2).status == "wrong"
    assert judge("weights", "0 1 0").status == "ambiguous"


COARSE = [
    ("weights", ".3 .7 0", 3, "two more digits at k1 and k2"),
    ("weights", ".3 .731 0", 3, "two more digits at k1,"),
    ("weights", ".3 .7 .0", 3, "two more digits at k1 and k2"),
    ("weights", ".27 .73 0", 4, "two more digits at k1 and k2"),
    ("weights", ".3 .7 0", 4, "three more digits at k1 and k2"),
    ("output", ".3 1.5", 3, "two more digits at components 1 and 2"),
]


@pytest.mark.parametrize(("stage", "text", "digits", "said"), COARSE)
def test_right_numbers_that_are_too_coarse(stage: str, text: str, digits: int, said: str) -> None:
    """What broke: .3 .7 was told that it is not softmax of these scores. It is, with too few digits to pass."""
    verdict = judge(stage, text, digits=digits)
    assert (verdict.passed, verdict.mistakes) == (False, ())
    assert verdict.status in ("wrong", "cells")
    assert verdict.message.startswith("These are the right numbers, rounded too coarsely: ")
    assert said in verdict.message


def test_coarse_zeros_and_wrong_numbers_are_no_roundings() -> None:
    """0.04 and 0.03 beside 0.93 may be typed as 0; one number that is no rounding makes the row wrong."""
    scores = [3.466, 0.311, 0]
    problem = Problem(q=matrix([[1]]), k=matrix([[s] for s in scores]), v=matrix([[1]] * 3))
    assert grade(problem, "weights", "0.933 0.040 0.029", row=1).passed is False
    assert "too coarsely" in grade(problem, "weights", "0.9 0 0", row=1).message
    assert "too coarsely" not in judge("weights", ".4 .7 0").message


def test_one_coarse_cell_among_wrong_ones_may_be_right() -> None:
    """Row 3 has weights of 0.2312, 0.1402 and 0.6285: .2 may stand for the first, and nobody can tell."""
    verdict = judge("weights", ".2 .1402 .6285", row=3)
    assert "too coarsely: two more digits at k1," in verdict.message
    verdict = judge("scores", "3.1 1 9 4", row=1, problem=FOUR_KEYS)
    assert "k1 3.1 is too coarse to tell" in verdict.message


def test_a_mistake_that_gives_just_these_numbers_speaks_before_their_coarseness() -> None:
    """Of scores 0 and 0.05 the weights are 0.4875 and 0.5125: .5 .5 is still the same weight for each."""
    problem = Problem(q=matrix([[1]]), k=matrix([[0], [0.05]]), v=matrix([[1], [0]]))
    assert grade(problem, "weights", ".5 .5", row=1).mistakes == ("uniform",)
    assert grade(problem, "weights", ".49 .51", row=1).status == "rounded"


def test_rounded_too_early() -> None:
    """Weights of 0.1220, 0.3315, 0.5465 rounded to two decimals, and mixed rightly.

    What broke: 0.12·1 + 0.55·3 = 1.77 and 0.33·2 + 0.55 = 1.21 were only said to be off, after .12 .33 .55 passed.
    """
    unmasked = Problem(q=PROBE.q, k=PROBE.k, v=PROBE.v)
    assert judge("weights", ".12 .33 .55", problem=unmasked).status == "rounded"
    for text in ("1.77 1.21", "1.770 1.210"):
        verdict = judge("output", text, problem=unmasked)
        assert (verdict.passed, verdict.mistakes) == (False, ()), text
        assert "rounded too early" in verdict.message
        assert "[0.12, 0.33, 0.55]. Keep three decimals in the weights" in verdict.message
    assert "weights [0.1, 0.3, 0.5]" in judge("output", "1.6 1.1", problem=unmasked).message
    assert "too early" not in judge("output", "1.74 1.24", problem=unmasked).message


def test_a_mistake_is_known_by_fewer_decimals_too() -> None:
    """2/√3 = 1.1547 and 3/√3 = 1.7321, typed with two of three decimals; with one they could be much else."""
    assert judge("scaled", "0 1.15 1.73").mistakes == ("root-of-key-count",)
    assert judge("scaled", "0 1.1 1.7").mistakes == ()


def test_scaled_scores_rounded_too_early() -> None:
    """1/√3 as 0.6: e^0 and e^0.6 = 1.8221 give 0.3543 and 0.6457."""
    problem = Problem(q=matrix([[1, 0, 0]]), k=matrix([[0, 1, 1], [1, 0, 0]]), v=matrix([[1], [0]]))
    verdict = grade(problem, "weights", "0.354 0.646", row=1)
    assert (verdict.passed, verdict.mistakes) == (False, ())
    assert "from the scaled scores [0, 0.6]. Keep three decimals in the scaled scores, then take softmax again" in (
        verdict.message
    )


@pytest.mark.parametrize(
    ("text", "said"), [("27 73 0", "27% 73% 0%, or 0.27 0.73 0"), ("26.9 73.1 0", "26.9% 73.1% 0%"), ("28 72 0", "28%")]
)
def test_percentages_without_their_sign(text: str, said: str) -> None:
    """They add up to 100: how to type them is said, and nothing of whether they are right."""
    verdict = judge("weights", text)
    assert (verdict.status, verdict.mistakes) == ("wrong", ())
    assert said in verdict.message
    assert "percent" not in judge("weights", "3 9 0").message


def test_a_sum_that_was_read_as_one_is_said() -> None:
    """What broke: 0.2689 0.7311 0 1 was right, without a word on the 1."""
    verdict = judge("weights", "0.2689 0.7311 0 1")
    assert (verdict.status, verdict.read) == ("right", "[0.2689, 0.7311, 0] (the last number is read as the sum)")
    assert verdict.message.endswith("The last number was read as the sum of the row.")
    assert "sum of the row" not in judge("weights", "q2 0.2689 0.7311 0 1").message


# Not judged, not counted.


@pytest.mark.parametrize("text", ["", "nan 1 2", "1 2 f", "--1 2 3", "1 2 3)", "0x10 2 3"])
def test_unreadable(text: str) -> None:
    """What cannot be read costs no attempt, and the reason is the message."""
    verdict = judge("scores", text)
    assert (verdict.status, verdict.counted, verdict.cells) == ("unreadable", False, ())
    assert verdict.message


def test_ask_and_choose() -> None:
    """A comma that may be a decimal one is asked about; the choice is then judged."""
    verdict = judge("weights", "0,3302 0,6698", problem=CHAPTER, row=1)
    assert (verdict.status, verdict.counted) == ("ask", False)
    number = 1 + [r.echo for r in verdict.readings].index("[0.3302, 0.6698]")
    taken = grade(CHAPTER, "weights", "0,3302 0,6698", row=1, reading=number)
    assert (taken.status, taken.read) == ("right", "[0.3302, 0.6698]")
    with pytest.raises(ValueError, match="reading 9"):
        grade(CHAPTER, "weights", "0,3302 0,6698", row=1, reading=9)
    assert grade(CHAPTER, "weights", "0.3302 0.6698", row=1, reading=9).status == "right"


def test_shape() -> None:
    """Another length names both, and does not count."""
    for text in ("1 2", "1 2 3 4", "1"):
        verdict = judge("scores", text)
        assert (verdict.status, verdict.mistakes, verdict.counted) == ("shape", (), False)
        assert "3 numbers" in verdict.message


def test_the_whole_matrix() -> None:
    """All rows where one is asked: a shape, with a word on the row that was."""
    verdict = judge("scores", "3 1 1; 0 2 3; 2 1 4")
    assert (verdict.status, verdict.counted) == ("shape", False)
    assert "Row 2 of it is right" in verdict.message
    assert "not right yet" in judge("scores", "3 1 1; 0 2 9; 2 1 4").message


def test_the_shape_tells_the_mistake() -> None:
    """Keys mixed for values, queries mixed, products listed: these count."""
    keys = [0.2689 * 2, 0.7311, 0.2689 + 0.7311, 0]
    queries = [0.2689, 2 * 0.7311, 0.2689, 0.7311]
    for code, text in {
        "mixed-keys": " ".join(map(str, keys)),
        "mixed-queries": " ".join(map(str, queries)),
        "products-not-added": "0.2689 0; 0 1.4622; 0 0",
    }.items():
        verdict = judge("output", text)
        assert (verdict.status, verdict.mistakes, verdict.counted) == ("shape", (code,), True)
    assert judge("output", "0.2689 0 0 1.4622 0 0").mistakes == ("products-not-added",)
    assert judge("output", "1 2 3 4").mistakes == ()


def test_partial() -> None:
    """Blanks beside right cells: marked where filled, not counted."""
    verdict = judge("weights", "0.2689 _ 0")
    assert (verdict.status, verdict.cells, verdict.counted) == ("partial", (True, None, True), False)
    assert verdict.message == "k1 and k3 are right. Still blank: k2."
    wrong = judge("weights", "0.9 _ 0")
    assert (wrong.status, wrong.cells) == ("cells", (False, None, True))


def test_a_blank_gives_no_mask_away() -> None:
    """Hidden cells may stay blank at the step masked once every visible one is filled; nowhere else."""
    assert judge("masked", "0 1 _").cells == (True, True, None)
    assert judge("masked", "0 _ _").status == "partial"
    assert judge("scaled", "0 1 _").status == "partial"
    assert judge("weights", ".2689 .7311 _").status == "partial"
    assert judge("masked", "0 2 _").mistakes == ("no-scaling",)


# Carried, cells, wrong.


def test_carried() -> None:
    """What follows from one's own wrong line passes, and the line's mistake is said."""
    verdict = judge("weights", ".1192 .8808 0", scaled="0 2 3")
    assert (verdict.status, verdict.passed, verdict.mistakes) == ("carried", True, ())
    assert verdict.cells == (False, False, True)
    assert verdict.message.startswith("Follows from your scaled scores [0, 2, 3], so this step passes; ✗ marks what")
    assert "√d_k" in verdict.message
    assert judge("output", ".119 1.762", scaled="0 2 3").status == "carried"
    assert judge("output", ".119 1.762", scaled="0 2 3", weights=".119 .881 0").status == "carried"
    assert judge("scaled", ".5 1 .5", scores="1 2 1").status == "carried"


def test_carried_only_from_a_line_that_was_given_and_is_wrong() -> None:
    """A right line, an unreadable one, one of another shape or another problem's carries nothing."""
    for scaled in ("0 1 1.5", "what", "0 2", "", "0 1 _", "9 9 9"):
        assert judge("weights", ".1192 .8808 0", scaled=scaled).status == "mistake", scaled
    assert judge("weights", "0.2689 0.7311 0", scaled="0 2 3").status == "right"


def test_nothing_is_carried_from_the_line_itself() -> None:
    """What was typed for this very step before, rightly or not, excuses nothing."""
    assert judge("scaled", "0 2 3", scaled="0 2 3").mistakes == ("no-scaling",)
    assert judge("weights", ".1192 .8808 0", weights=".1192 .8808 0").status == "mistake"


def test_carried_through_a_masked_line_as_typed() -> None:
    """A hidden score of −1 leaves the key some weight, and that follows."""
    assert judge("weights", ".2447 .6652 .0900", masked="0 1 -1").status == "carried"


def test_cells() -> None:
    """At most half wrong: the first wrong one with its sum written out, so that it can be added again."""
    verdict = judge("scores", "0 2 4")
    assert (verdict.status, verdict.cells, verdict.counted) == ("cells", (True, True, False), True)
    assert "0×1 + 2×1 + 0×0 + 1×1 is not 4" in verdict.message
    assert "÷ 2 is not 9" in judge("scaled", "0 9 1.5").message
    assert "e^1 ÷ (e^0 + e^1) is not 0.9" in judge("weights", "0.2689 0.9 0").message
    assert "0.2689×0 + 0.7311×2 + 0×1 is not 9" in judge("output", "0.2689 9").message
    assert "not −∞" in judge("masked", "-inf 1 -inf").message


def test_cut_not_rounded() -> None:
    """0.268 for 0.2689… is cut, and that is said."""
    assert "0.2689… becomes 0.269" in judge("weights", "0.268 0.731 0").message
    # What broke: 0.269… becomes 0.27, though the number is 0.26894.
    assert "k1 is cut, not rounded: 0.268… becomes 0.27." in judge("weights", "0.26 0.7311 0").message
    both = judge(
        "scaled",
        "0.577 1.154",
        problem=Problem(q=matrix([[1, 0, 1]]), k=matrix([[1, 0, 0], [1, 0, 1]]), v=V[:2]),
        row=1,
    )
    assert both.status == "cells"
    assert "cut, not rounded" in both.message


WRONG = [
    ("scaled", "0 3 4.5", "3 times"),
    ("scores", "9 8 7", "Dot q2 with each key"),
    ("masked", "-inf -inf -inf", "may attend k1 and k2"),
    ("masked", "7 8 9", "may not attend k3"),
    ("weights", ".3 .3 .4", "k3 is hidden"),
    ("weights", ".4 .9 0", "adds up to 1.3"),
    ("weights", "-.5 1.5 0", "cannot be a weight"),
    ("weights", ".4 .6 0", "not softmax of [0, 1]"),
    ("weights", "-inf 9 -inf", "never −∞"),
    ("output", "7 7", "lies between 0 and 1"),
    ("output", ".7 .7", "added up"),
]


@pytest.mark.parametrize(("stage", "text", "said"), WRONG)
def test_wrong(stage: str, text: str, said: str) -> None:
    """Where no mistake of the catalogue fits, the numbers themselves still tell something."""
    verdict = judge(stage, text)
    assert (verdict.status, verdict.mistakes) == ("wrong", ())
    assert said in verdict.message


def test_what_is_not_there() -> None:
    """A row, head or step that does not exist is one sentence for the caller."""
    for stage, row, head in (("scores", 4, 1), ("scores", 0, 1), ("scores", 1, 2), ("sums", 1, 1), ("shape:x", 1, 1)):
        with pytest.raises(ValueError):
            grade(PROBE, stage, "1 2 3", row=row, head=head)


@given(st.text(max_size=40), st.sampled_from(STAGES), st.integers(1, 3))
def test_no_text_raises(text: str, stage: str, row: int) -> None:
    """Whatever is typed is a verdict."""
    assert judge(stage, text, row=row).message


@given(
    st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=3, max_size=3),
    st.sampled_from(STAGES[:4]),
    st.integers(0, 12),
)
def test_no_numbers_raise(numbers: list[float], stage: str, digits: int) -> None:
    """Numbers of any size are judged without a warning."""
    assert judge(stage, " ".join(map(repr, numbers)), digits=digits).message


# What the page itself has told: nothing went wrong before it.

MIXED = Problem(q=matrix([[0, 1]]), k=matrix([[1, 0], [0, 1]]), v=matrix([[6, 0], [0, 3]]))


def test_weights_that_are_given_are_not_explained() -> None:
    """The weights .3302 and .6698 the other way round: 6·.6698 = 4.0188 and 3·.3302 = .9906.

    What broke: where the page had given the weights, softmax of −s was named.
    """
    verdict = grade(MIXED, "output", "4.0188 0.9906", row=1, given="weights")
    assert verdict.mistakes == ("swapped",)
    assert "weight 1 belongs to v1" in verdict.message
    assert grade(MIXED, "output", "4.0188 0.9906", row=1).mistakes == ("negated",)
    assert grade(MIXED, "output", "6 3", row=1, given="weights").mistakes == ("summed-values",)
    assert grade(MIXED, "output", "1.981 2.009", row=1, given="weights").passed


def test_only_few_weights_are_tried_in_every_order() -> None:
    """Weights e^0, e^1, … over their sum, the last two exchanged: named among four keys, met by chance among five."""
    values = ((1, 9), (7, 2), (4, 4), (8, 1), (3, 6))
    for n, codes in ((4, ("swapped",)), (5, ())):
        powers = [math.exp(i) for i in range(n)]
        order = [*range(n - 2), n - 1, n - 2]
        mixed = [sum(powers[j] * v[c] for j, v in zip(order, values[:n], strict=True)) / sum(powers) for c in (0, 1)]
        problem = Problem(q=matrix([[1]]), k=matrix([[i] for i in range(n)]), v=matrix(values[:n]))
        text = " ".join(f"{x:.4f}" for x in mixed)
        assert grade(problem, "output", text, row=1, given="weights").mistakes == codes


def test_the_answer_for_the_numbers_before_is_named() -> None:
    """With q = [1, 0] the weights are .6698 and .3302: 2·.6698 = 1.3395 and 4·.3302 = 1.3210, in an earlier problem."""
    keys = matrix([[1, 0], [0, 1]])
    old = Problem(q=matrix([[1, 0]]), k=keys, v=matrix([[2, 0], [0, 4]]))
    now = Problem(q=matrix([[1, 0]]), k=keys, v=matrix([[5, 5], [1, 0]]))
    verdict = grade(now, "output", "1.3395 1.3210", row=1, before=old)
    assert (verdict.status, verdict.mistakes) == ("mistake", ("old-numbers",))
    assert verdict.message == ("That is the output of the numbers before. Now component 1 is 0.6698×5 + 0.3302×1.")
    assert grade(now, "output", "3.679 3.349", row=1, before=old).passed
    for half in ("1.3395 3.9", "4.1 1.3210"):
        assert grade(now, "output", half, row=1, before=old).mistakes == (), half


FOUR_SEEN = Problem(
    q=matrix([[1, -2, -1]]),
    k=matrix([[-2, 0, -2], [1, 3, 0], [0, -1, 1], [1, 2, -1]]),
    v=matrix([[1, -1], [1, 1], [0, -1], [3, -2]]),
)


@pytest.mark.parametrize(("text", "cells"), [("0.63 -0.98", (True, False)), ("0.63 -1.065", (True, True))])
def test_marks_and_words_agree(text: str, cells: tuple[bool, ...]) -> None:
    """The output is .6349 and −1.0647. What broke: .63 had a ✗ beside it, and nothing was said of it."""
    verdict = grade(FOUR_SEEN, "output", text, row=1)
    assert verdict.cells == cells
    assert ("Component 1 is off" in verdict.message) is False


def test_hidden_scores_are_not_told() -> None:
    """What broke: who had left them hidden was told them, where the scaling was the slip."""
    verdict = judge("masked", "0 2 x")
    assert verdict.mistakes == ("no-scaling",)
    assert "[0, 2, −∞]" in verdict.message


def test_the_weights_where_the_output_is_asked() -> None:
    """What broke: only "two numbers are wanted" was said. Row 2 has the weights 0.2689, 0.7311 and 0."""
    verdict = judge("output", "0.2689 0.7311 0")
    assert (verdict.status, verdict.mistakes) == ("shape", ("other-step",))
    assert verdict.message.startswith("These are the weights. The output mixes the rows of V by them: two numbers")


def test_no_key_is_hidden_where_scores_are_asked() -> None:
    """What broke: x was refused with a list of operators, though the page had just taught it."""
    message = judge("scores", "1 2 x").message
    assert (
        message == 'I can\'t read "x" (at character 5): the scores before any mask are asked, a number for every key.'
    )
