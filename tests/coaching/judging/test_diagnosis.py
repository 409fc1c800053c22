"""Diagnosis: which answer gets which name, and the question asked where several fit."""

from __future__ import annotations

import math
import random
import re

import pytest

from tests.coaching import drawn, rules
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
    said = judge("weights", ".122 .331 .547").message
    assert "Do row 1 the same way: the weight on k1 is 0.5761 by (1), 0.7311 by (2)." in said


def test_the_question_where_there_is_no_other_row() -> None:
    """Other numbers for the query, with the line before: [0.7071, 1.4142] makes 1/3, 2/3 without e^, and 0, 1.

    What broke: it said to look at the line before, on pages where there is none.
    """
    said = judge("output", "0 3", problem=CHAPTER, row=1).message
    assert said.endswith(
        "With q1 = [1, 2] instead (scaled scores [0.7071, 1.4142]): component 1 is 2 by (1), 0 by (2)."
    )
    assert "the largest score all the weight" in judge("weights", "0 1", problem=CHAPTER, row=1).message


def test_the_question_where_no_numbers_tell_the_slips_apart() -> None:
    """e^−s of two scores is always the right pair in another order: the calculation of one cell helps with either."""
    verdict = judge("weights", ".6698 .3302", problem=CHAPTER, row=1)
    assert verdict.mistakes == ("swapped", "negated")
    assert verdict.message.endswith("Find out on paper. Work out the weight on k1 anew: e^0 ÷ (e^0 + e^0.7071).")
    hidden = Problem(q=matrix([[1, 0]]), k=CHAPTER.k, v=matrix([[2, 0], [0, 2]]), mask=matrix([[1, 0]]))
    said = judge("masked", "1.4142 -inf", problem=hidden, row=1).message
    assert said.endswith("The masked score on k1: q1 may attend the key, so its scaled score 0.7071 stays.")


def test_the_question_is_true() -> None:
    """Whatever numbers it names: they are what the mistakes make of the row that it points at."""
    stream = random.Random(2)
    checked = 0
    for _ in range(6):
        one = drawn.draw(stream)
        for stage in ("scaled", "masked", "weights", "output"):
            for code, answer in rules.wrong_answers(one.plain, one.row, stage):
                verdict = grade(one.problem, stage, drawn.typed(answer, 4), row=one.row, digits=4)
                found = re.search(r"Do row (\d) the same way: .*?(?:k|component )(\d) is (.*)\.$", verdict.message)
                if found is None or code not in verdict.mistakes:
                    continue
                row, cell = int(found[1]), int(found[2]) - 1
                by = f"({verdict.mistakes.index(code) + 1})"
                told = next((x for x, which in re.findall(r"(\S+) by ([^,]*)", found[3]) if by in which), None)
                if told is not None:
                    made = [line[cell] for c, line in rules.wrong_answers(one.plain, row, stage) if c == code]
                    number = float(told.replace("−∞", "-inf"))
                    assert any(x == number or math.isclose(x, number, abs_tol=6e-5) for x in made), verdict.message
                    checked += 1
    assert checked > 5


def test_at_most_three_are_named() -> None:
    """Scores −3 and 9 leave key 1 no weight, so five slips give it all: the message names the commonest three."""
    problem = Problem(
        q=matrix([[1], [3], [2]]), k=matrix([[-1], [3], [1]]), v=matrix([[1, 2], [3, 4], [5, 6]]), mask="causal"
    )
    verdict = judge("weights", "1 0 0", problem=problem)
    assert verdict.mistakes == ("other-row", "swapped", "diagonal-masked", "negated", "shifted-no-exponential")
    assert verdict.message.startswith("Several slips give these numbers: (1) you worked out row 1; (2) you had")
    assert "(3) you hid the query's own key too. Which was it? Find out on paper." in verdict.message
    assert "(4)" not in verdict.message


REPEATED = Problem(q=matrix([[1, 2], [2, -1]]), k=matrix([[1, 0], [0, 1]]), v=matrix([[6, 0], [0, 3]]))


def test_another_steps_line_written_down_again() -> None:
    """What broke: scores [2, −1] typed for weights were named no-exponential, since they happen to add up to 1; and
    weights typed for the output were named mixed-keys, since K is the identity.
    """
    assert judge("weights", "2 -1", problem=REPEATED, row=2).mistakes == ("other-step", "no-exponential")
    assert judge("output", "0.893 0.107", problem=REPEATED, row=2).mistakes == ("other-step", "mixed-keys")
    assert "(1) you gave the weights instead" in judge("output", "0.893 0.107", problem=REPEATED, row=2).message
    assert judge("scaled", "2 -1", problem=REPEATED, row=2).mistakes == ("no-scaling",)
    assert judge("weights", "1.4142 -0.7071", problem=REPEATED, row=2).mistakes == ("other-step",)
    assert "other-step" not in judge("masked", "0 1 1.5").mistakes


def test_a_line_of_another_step_goes_before_rare_mistakes() -> None:
    """0.7071 is also the score by √d_v and by the root of the number of keys; nobody asks which."""
    assert judge("scores", "0 0.7071", problem=CHAPTER, row=1).mistakes == ("other-step",)


def test_what_softmax_is_taken_of_is_called_by_its_name() -> None:
    """Where no mask is, there are no masked scores."""
    assert "softmax of the scaled scores" in judge("weights", "1.4142 -0.7071", problem=REPEATED, row=2).message
    assert "softmax of the masked scores" in judge("weights", "0 1 -inf").message


@pytest.mark.parametrize(
    ("stage", "text", "said"),
    [
        ("scores", "3 2 0", "The score on k1 is not 3: the order is k1, k2, k3."),
        ("scaled", "1.5 1 0", "The scaled score on k1 is not 1.5: the order is k1, k2, k3."),
        ("output", "1.4621 0.2689", "Component 1 is not 1.4621: the order is that of V's columns."),
    ],
)
def test_swapped_numbers_are_named_by_what_they_are(stage: str, text: str, said: str) -> None:
    """What broke: "k1 is not 1: put them in the order k1, k2, k3, …." k1 is a key, and there were two."""
    verdict = judge(stage, text)
    assert verdict.mistakes == ("swapped",)
    assert verdict.message.endswith(said)


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
    (
        "sign-dropped",
        Problem(q=matrix([[2, -1]]), k=matrix([[1, 0], [0, 1]]), v=matrix([[6, 0], [0, 3]])),
        "scores",
        "2 1",
    ),
]


SIGNED = Problem(
    q=matrix([[2, -1, 0, 2]]),
    k=matrix([[-4, 1, 1, 0], [0, 4, 3, -1], [1, 0, 5, -3]]),
    v=matrix([[1, 0], [0, 2], [3, 1]]),
)
"""Scores -9, -6 and -4; without the signs of their numbers 9, 6 and 8. Scaled by 2: -4.5, -3, -2."""


@pytest.mark.parametrize(
    ("problem", "stage", "text", "said"),
    [
        (SIGNED, "scaled", "4.5 3 2", "q1·k1 is 2×(-4) + (-1)×1 + 0×1 + 2×0 = -9"),
        (SIGNED, "scaled", "4.5 3 4", "q1·k1 is 2×(-4)"),
        (SIGNED, "scores", "9 6 4", "keep the sign"),
        (SIGNED, "weights", "0.547 0.122 0.331", "You left out the minus signs. The rest is right."),
    ],
)
def test_dropped_signs_are_named(problem: Problem, stage: str, text: str, said: str) -> None:
    """What broke: "each of yours is -1 times the right number, divide by √4", or softmax was to blame."""
    verdict = grade(problem, stage, text, row=1)
    assert verdict.mistakes == ("sign-dropped",)
    assert said in verdict.message


def test_signs_that_are_all_turned_are_no_wrong_factor() -> None:
    turned = Problem(q=matrix([[1, 2]]), k=matrix([[-1, 0], [0, 1]]), v=matrix([[1], [2]]))
    assert grade(turned, "scores", "1 -2", row=1).message == (
        "The sizes are right, and every sign is turned. Look at k1: 1×(-1) + 2×0."
    )


def test_a_lone_free_number_has_no_room_beyond_its_rounding() -> None:
    """Of two weights the second follows from the first: 0.1192 without scaling is not near 0.12, nor near 0.118."""
    assert judge("weights", ".119 .881 0").mistakes == ("no-scaling",)
    assert judge("weights", ".12 .88 0").mistakes == ()
    assert judge("weights", ".118 .882 0").mistakes == ()


def test_another_steps_line_with_fewer_decimals_yields_to_a_slip() -> None:
    """The weights 0.893 and 0.107 are as good as copied, 0.89 and 0.11 are not: those may be the keys mixed."""
    assert judge("output", "0.893 0.107", problem=REPEATED, row=2).mistakes == ("other-step", "mixed-keys")
    assert judge("output", "0.89 0.11", problem=REPEATED, row=2).mistakes == ("mixed-keys",)
