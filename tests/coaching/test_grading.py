"""The grader: the order of its verdicts, how near is right, and what passes though it looks different."""

from __future__ import annotations

import math
import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.coaching import drawn, rules
from tests.coaching.probe import CHAPTER, PROBE, K, Q, V
from tutor.coaching.grading import allowances, asked, grade
from tutor.coaching.verdict import Verdict
from tutor.maths.problem import STAGES, Problem, matrix


def judge(stage: str, text: str, *, problem: Problem = PROBE, row: int = 2, digits: int = 3, **more: str) -> Verdict:
    """A verdict on the probe's row 2, with earlier lines by their step."""
    return grade(problem, stage, text, row=row, digits=digits, earlier=more)


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
    """One digit less than asked is right so far; coarser than that is not, and too few digits are not either."""
    verdict = judge("weights", ".27 .73 0")
    assert (verdict.status, verdict.passed, verdict.counted) == ("rounded", True, True)
    assert "k1 and k2" in verdict.message
    assert "three decimals" in verdict.message
    assert judge("weights", ".3 .7 0").status == "wrong"
    assert judge("weights", ".231 .140 .629", row=3, digits=4).status == "rounded"
    assert judge("weights", ".27 .73 0", digits=4).status != "rounded"
    assert judge("weights", "0 1 0").status == "ambiguous"


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


# Mistakes.

NAMED = [
    ("scaled", "0 2 3", "no-scaling"),
    ("scaled", "0 .5 .75", "divided-by-dk"),
    ("scaled", "0 4 6", "multiplied-by-root-dk"),
    ("scaled", "0 1.155 1.732", "root-of-key-count"),
    ("scaled", "0 1.414 2.121", "root-of-dv"),
    ("scaled", ".5 1 .5", "transposed"),
    ("scaled", "0 .632 .775", "cosine"),
    ("scaled", "1.5 1 0", "swapped"),
    ("scaled", "1.5 .5 .5", "other-row"),
    ("scaled", "0 1 -inf", "other-step"),
    ("masked", "0 1 0", "masked-score-zero"),
    ("masked", "0 1 -999", "small-negative"),
    ("masked", "0 1 -1", "small-negative"),
    ("masked", "-inf 1 1.5", "mask-reversed"),
    ("masked", "-inf -inf 1.5", "mask-reversed-strict"),
    ("weights", ".212 .576 .212", "masked-score-zero"),
    ("weights", ".122 .331 0", "masked-after-softmax"),
    ("weights", "0 .378 .622", "mask-reversed"),
    ("weights", ".122 .622 0", "softmax-over-columns"),
    ("weights", ".05 .136 0", "softmax-over-all"),
    ("weights", "1 2.718 0", "not-normalized"),
    ("weights", "1, e, 0", "not-normalized"),
    ("weights", "1/3 2/3 0", "wrong-base"),
    ("weights", ".5 .731 0", "sigmoid"),
    ("weights", ".5 .5 0", "uniform"),
    ("weights", ".368 1 0", "divided-by-max"),
    ("weights", ".333 .906 0", "divided-by-count"),
    ("weights", ".386 .614 0", "softmax-twice"),
    ("weights", "-1.313 -.313 -inf", "log-softmax"),
    ("weights", ".119 .881 0", "no-scaling"),
    ("output", "1 2", "summed-values"),
    ("output", ".5 1", "averaged-values"),
    ("output", "1 5.437", "mixed-exponentials"),
    ("output", ".421 1.602", "transposed-weights"),
    ("output", ".119 1.762", "no-scaling"),
]


@pytest.mark.parametrize(("stage", "text", "code"), NAMED)
def test_named(stage: str, text: str, code: str) -> None:
    """Exactly one mistake gives this, so it is named, counted, and explained."""
    verdict = judge(stage, text)
    assert (verdict.status, verdict.mistakes, verdict.counted, verdict.passed) == ("mistake", (code,), True, False)
    assert len(verdict.message) > 20


AMBIGUOUS = [
    ("weights", ".122 .331 .547", {"mask-ignored", "one-key-too-far"}),
    ("weights", "0 1 0", {"no-exponential", "argmax"}),
    ("weights", "1 0 0", {"diagonal-masked", "other-row", "shifted-no-exponential"}),
    ("weights", ".7311 .2689 0", {"negated", "swapped"}),
    ("output", "0 2", {"no-exponential", "mixed-scores", "best-value-only"}),
]


@pytest.mark.parametrize(("stage", "text", "codes"), AMBIGUOUS)
def test_ambiguous(stage: str, text: str, codes: set[str]) -> None:
    """Several common mistakes give this: all are named, and a question asks which."""
    verdict = judge(stage, text)
    assert (verdict.status, set(verdict.mistakes)) == ("ambiguous", codes)
    assert "?" in verdict.message


def test_the_question_separates() -> None:
    """It points at a row on which the two mistakes differ, with the number of each."""
    assert "row 1 the same way: k1 is 0.5761 by (1), 0.7311 by (2)" in judge("weights", ".122 .331 .547").message


def test_rare_mistakes_step_back() -> None:
    """[0, 1, 0] is also squared/Σ, and the scores are also another step: neither is named beside a common one."""
    assert "squared" not in judge("weights", "0 1 0").mistakes
    assert judge("scaled", "0 2 3").mistakes == ("no-scaling",)


def test_codes_that_an_author_knows_not_to_show() -> None:
    """They too are named only where no other fits."""
    verdict = grade(PROBE, "weights", "0 1 0", row=2, accepts_indistinct=("argmax",))
    assert verdict.mistakes == ("no-exponential",)
    both = grade(PROBE, "scaled", "0 2 3", row=2, accepts_indistinct=("no-scaling",)).mistakes
    assert set(both) == {"no-scaling", "other-step"}


def test_scale_mistakes_of_the_public_cases() -> None:
    """Each wrong output of q=[0,1] has its own name, with values of two numbers and of three."""
    wrong = {
        "no-scaling": "1.613649 2.193176",
        "divided-by-dk": "2.265244 1.867378",
        "multiplied-by-root-dk": "1.173422 2.413289",
        "root-of-dmodel": "2.475126 1.762437",
    }
    for values, last in ((matrix([[6, 0], [0, 3]]), ""), (matrix([[6, 0, 1], [0, 3, 1]]), " 1")):
        problem = Problem(q=CHAPTER.q, k=CHAPTER.k, v=values, d_model=8)
        assert grade(problem, "output", f"1.981431 2.009285{last}", row=1).status == "right"
        for code, text in wrong.items():
            assert grade(problem, "output", text + last, row=1).mistakes == (code,)


def test_mask_mistakes_of_the_public_cases() -> None:
    """Only key 1 allowed, hidden after softmax, or by a score of 0, which equal weights give here too."""
    problem = Problem(q=CHAPTER.q, k=CHAPTER.k, v=CHAPTER.v, mask=matrix([[1, 0]]))
    assert grade(problem, "weights", "1 0", row=1).status == "right"
    assert grade(problem, "output", "6 0", row=1).status == "right"
    assert grade(problem, "weights", "0.330238 0", row=1).mistakes == ("masked-after-softmax",)
    assert grade(problem, "output", "1.981431 0", row=1).mistakes == ("masked-after-softmax",)
    assert "masked-score-zero" in grade(problem, "output", "3 1.5", row=1).mistakes
    padded = Problem(q=matrix([[1]]), k=matrix([[1], [1], [0]]), v=matrix([[1]] * 3), mask=matrix([[1, 1, 0]]))
    assert grade(padded, "weights", "0.5 0.5 0", row=1).status == "right"
    assert "mask-ignored" in grade(padded, "weights", "0.422319 0.422319 0.155362", row=1).mistakes
    added = Problem(q=CHAPTER.q, k=CHAPTER.k, v=CHAPTER.v, add_mask=matrix([[0, -2]]))
    assert grade(added, "weights", "0.784636 0.215364", row=1).status == "right"
    assert grade(added, "weights", "0.669762 0.330238", row=1).mistakes == ("added-before-scaling",)


def test_very_low_scores_that_are_allowed() -> None:
    """A score of −60000 is allowed and right as it stands; it is not taken for a hidden one."""
    problem = Problem(q=matrix([[-84852.8137423857, 0]]), k=CHAPTER.k, v=CHAPTER.v, mask=matrix([[1, 0]]))
    assert grade(problem, "scaled", "-60000 0", row=1).status == "right"
    assert grade(problem, "masked", "-60000 -inf", row=1).status == "right"
    assert grade(problem, "weights", "1 0", row=1).status == "right"


def test_no_permitted_key() -> None:
    """The row's weights and output are 0, and the verdict says why."""
    problem = Problem(q=Q, k=K, v=V, mask=matrix([[1, 1, 1], [0, 0, 0], [1, 0, 1]]))
    verdict = grade(problem, "weights", "0 0 0", row=2)
    assert (verdict.status, verdict.passed) == ("right", True)
    assert "no key" in verdict.message
    assert grade(problem, "output", "0 0", row=2).status == "right"
    assert "averaged-values" in grade(problem, "output", "1.333 1", row=2).mistakes


def test_another_head() -> None:
    """The other head's row is named as such."""
    rows = matrix([[1, 2, 0, 1], [0, 1, 1, 1], [2, 0, 1, 0]])
    problem = Problem(q=rows, k=rows, v=rows, heads=2)
    assert grade(problem, "scores", "1 1 0", row=1, head=2).status == "right"
    verdict = grade(problem, "scores", "5 2 2", row=1, head=2)
    assert verdict.mistakes == ("other-row",)
    assert "head 1" in verdict.message


# Carried, cells, wrong.


def test_carried() -> None:
    """What follows from one's own wrong line passes, and the line's mistake is said."""
    verdict = judge("weights", ".1192 .8808 0", scaled="0 2 3")
    assert (verdict.status, verdict.passed, verdict.mistakes) == ("carried", True, ())
    assert verdict.cells == (False, False, True)
    assert "√d_k" in verdict.message
    assert judge("output", ".119 1.762", scaled="0 2 3").status == "carried"
    assert judge("output", ".119 1.762", scaled="0 2 3", weights=".119 .881 0").status == "carried"
    assert judge("scaled", ".5 1 .5", scores="1 2 1").status == "carried"


def test_carried_only_from_a_line_that_was_given_and_is_wrong() -> None:
    """A right line, an unreadable one, one of another shape or another problem's carries nothing."""
    for scaled in ("0 1 1.5", "what", "0 2", "", "0 1 _", "9 9 9"):
        assert judge("weights", ".1192 .8808 0", scaled=scaled).status == "mistake", scaled
    assert judge("weights", "0.2689 0.7311 0", scaled="0 2 3").status == "right"


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


# Measured on problems that are not ours, by rules that are not ours.


def separable_share(problems: int, seed: int) -> tuple[int, int, list[str]]:
    """How many separable wrong answers there were, how many got exactly their code, and which did not."""
    stream = random.Random(seed)
    total, hits, misses = 0, 0, []
    for _ in range(problems):
        one = drawn.draw(stream)
        for step in STAGES:
            described = rules.wrong_answers(one.plain, one.row, step)
            right = rules.right(one.plain)[step][one.row - 1]
            for digits in (3, 4):
                apart = [2 * t for t in rules.tolerance(one.plain, one.row, step, digits)]
                for code, answer in described:
                    if -math.inf in answer and step in ("scores", "output"):
                        continue
                    rivals = {c for c, other in described if c != code and rules.close(answer, other, apart)}
                    if rules.close(answer, right, apart) or _is_shuffled(answer, right, one, step, apart):
                        continue
                    if rivals - (set() if code in rules.RARE else rules.RARE):
                        continue
                    total += 1
                    text = drawn.typed(answer, digits)
                    verdict = grade(one.problem, step, text, row=one.row, digits=digits)
                    hits += verdict.mistakes == (code,)
                    if verdict.mistakes != (code,):
                        misses.append(f"{code} at {step}: {verdict.status} {verdict.mistakes}")
    return total, hits, misses


def _is_shuffled(answer: list[float], right: list[float], one: drawn.Drawn, step: str, apart: list[float]) -> bool:
    """True where the answer is the right row in another order, which is a mistake of its own."""
    keep = rules.allowed(one.plain)[one.row - 1] if step in ("masked", "weights") else [True] * len(right)
    cells = [sorted(x for x, ok in zip(row, keep, strict=True) if ok) for row in (answer, right)]
    return rules.close(*cells, apart[: sum(keep)])


def test_separable_mistakes_get_their_name() -> None:
    """At least 98 % of wrong answers that only one description gives are named exactly so."""
    total, hits, misses = separable_share(8, 5)
    assert total > 800
    assert hits >= 0.98 * total, misses


@pytest.mark.slow
def test_separable_mistakes_get_their_name_at_length() -> None:
    """The same on many more problems."""
    total, hits, misses = separable_share(120, 6)
    assert hits >= 0.98 * total, misses


def named_share(answers: int, seed: int) -> float:
    """Which part of random wrong answers gets any code. Hidden cells are filled rightly, the others are random."""
    stream = random.Random(seed)
    named = total = 0
    while total < answers:
        one = drawn.draw(stream)
        keep = rules.allowed(one.plain)[one.row - 1]
        for step in STAGES:
            right = rules.right(one.plain)[step][one.row - 1]
            free = keep if step in ("masked", "weights") else [True] * len(right)
            if not any(free):
                continue
            for spread in (0.5, 2.0):
                answer = [
                    x + stream.choice((-1, 1)) * stream.uniform(0.05, spread) if ok else x
                    for x, ok in zip(right, free, strict=True)
                ]
                verdict = grade(one.problem, step, drawn.typed(answer, stream.choice((2, 3, 4))), row=one.row)
                assert not verdict.passed
                named += bool(verdict.mistakes)
                total += 1
    return named / total


def test_random_answers_get_no_name() -> None:
    """Fewer than one in a hundred."""
    assert named_share(600, 8) < 0.01


@pytest.mark.slow
def test_random_answers_get_no_name_at_length() -> None:
    """The same on many more answers."""
    assert named_share(20_000, 9) < 0.01


def test_every_code_is_reachable() -> None:
    """Each code of the catalogue is given by some answer; a new one needs an example here or in the tables above."""
    from tutor.coaching.mistakes import CATALOGUE

    reached = {code for _, _, code in NAMED} | {code for _, _, codes in AMBIGUOUS for code in codes}
    reached |= {"mixed-keys", "mixed-queries", "products-not-added", "root-of-dmodel", "added-before-scaling"}
    reached |= {
        code for code, problem, stage, text in RARE_PLACES if code in grade(problem, stage, text, row=1).mistakes
    }
    assert reached == set(CATALOGUE)


RARE_PLACES = [
    (
        "key-not-transposed",
        Problem(q=matrix([[1, 2]]), k=matrix([[1, 3], [0, 1]]), v=matrix([[1, 0, 0], [0, 1, 0]])),
        "scores",
        "1 5",
    ),
    (
        "used-values-as-keys",
        Problem(q=matrix([[1, 2]]), k=matrix([[1, 3], [0, 1]]), v=matrix([[1, 0], [4, 1]])),
        "scores",
        "1 6",
    ),
    ("masked-query-row", Problem(q=Q, k=K, v=V, mask=matrix([[1, 1, 0]] * 3)), "masked", "-inf -inf -inf"),
    (
        "offset-ignored",
        Problem(q=Q[:1], k=matrix([*K, *K]), v=matrix([*V, *V]), mask="causal", offset=3),
        "masked",
        "1.5 -inf -inf -inf -inf -inf",
    ),
    ("squared", Problem(q=matrix([[2]]), k=matrix([[1], [3]]), v=matrix([[1], [0]])), "weights", "0.1 0.9"),
    (
        "temperature-ignored",
        Problem(q=matrix([[2]]), k=matrix([[0], [1]]), v=matrix([[1], [0]]), temperature=2),
        "weights",
        "0.1192 0.8808",
    ),
    (
        "multiplied-by-temperature",
        Problem(q=matrix([[2]]), k=matrix([[0], [1]]), v=matrix([[1], [0]]), temperature=2),
        "weights",
        "0.018 0.982",
    ),
]
