"""Diagnosis: which answer gets which name, and the question asked where several fit."""

from __future__ import annotations

import pytest

from tests.coaching.probe import CHAPTER, PROBE, K, Q, V, judge
from tutor.coaching.grading import grade
from tutor.coaching.mistakes import CATALOGUE
from tutor.maths.problem import Problem, matrix

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


def test_every_code_is_reachable() -> None:
    """Each code of the catalogue is given by some answer; a new one needs an example here or in the tables above."""
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
