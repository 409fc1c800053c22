"""Numbers as answers: what is right, how near, and each mistake by its name, by arithmetic of the test's own."""

from __future__ import annotations

import math

import pytest

from tutor.coaching.asking.number_problem import NumberProblem, right_values
from tutor.coaching.catalogue.numbers import slips
from tutor.coaching.judging.numbers import grade_answer, grade_calculation
from tutor.coaching.verdict import Verdict
from tutor.lessons.calculations import CALCULATIONS
from tutor.lessons.model import Input, WrongAnswer

LN2 = math.log(2)


def problem(compute: str, unit: str = "nats", **inputs: Input | list[float] | int) -> NumberProblem:
    """A calculation with these inputs."""
    held = {name: tuple(map(float, x)) if isinstance(x, list | tuple) else float(x) for name, x in inputs.items()}
    return NumberProblem(compute=compute, inputs=tuple(held.items()), unit=unit)  # type: ignore[arg-type]


DOT = problem("dot", a=[2, -1, 3], b=[1, 4, 2])
LENGTH = problem("length", a=[2, -6, 3])
JOINT = problem("joint", p=[0.5, 0.25, 0.8])
LOSS = problem("loss", p=[0.5, 0.25, 0.8])
BITS = problem("loss", "bits", p=[0.5, 0.25, 0.8])
PERPLEXITY = problem("perplexity", p=[0.5, 0.25, 0.8])
SURPRISE = problem("surprise", p=0.2)
SOFTMAX = problem("softmax", logits=[2, 1, 0.1], temperature=0.5, index=2)
ROW = problem("softmax", logits=[2, 1, 0.1], temperature=0.5)
WEIGHT = problem("weight", scores=[0, 1, 1.5], index=3)
MIXED = problem("mixed", weights=[0.5, 0.3, 0.2], values=[4, -2, 1])
ENTROPY = problem("entropy", "bits", p=[0.5, 0.25, 0.25])
FIRST_WAVE = problem("sinusoid", position=3, index=1, d=8)
SINUSOID = problem("sinusoid", position=3, index=4, d=4)

RIGHT = [
    (DOT, "4"), (DOT, "2*1 - 1*4 + 3*2"),
    (LENGTH, "7"), (LENGTH, "√49"),
    (JOINT, "0.1"), (JOINT, "10%"), (JOINT, "0.5*0.25*0.8"),
    (LOSS, "0.7675"), (LOSS, "0.768"), (LOSS, "-(ln(0.5)+ln(0.25)+ln(0.8))/3"),
    (BITS, "1.1073"),
    (PERPLEXITY, "2.1544"), (PERPLEXITY, "e^0.768"),
    (SURPRISE, "1.609"), (SURPRISE, "ln(5)"),
    (SOFTMAX, "0.117"), (SOFTMAX, "11.7%"), (SOFTMAX, "e^2/(e^4+e^2+e^0.2)"),
    (ROW, "0.8638 0.1169 0.0193"), (ROW, "86.38% 11.69% 1.93%"),
    (WEIGHT, "0.5465"),
    (MIXED, "1.6"), (MIXED, "2 - 0.6 + 0.2"),
    (ENTROPY, "1.5"),
    (SINUSOID, "0.99955"),  # cos(3 ÷ 10000^(2/4)) = cos 0.03
]  # fmt: skip


@pytest.mark.parametrize(("asked", "text"), RIGHT)
def test_right_however_it_is_written(asked: NumberProblem, text: str) -> None:
    """By hand or from the chapter: 0.1, 0.7675, 2.1544; [.8638, .1169, .0193] at T = 0.5."""
    verdict = grade_calculation(asked, text)
    assert (verdict.status, set(verdict.cells)) == ("right", {True})


def waves(angle: float) -> tuple[float, float]:
    return math.sin(angle), math.cos(angle)


POWERS = [math.exp(x) for x in (0.0, 1.0, 1.5)]
MISTAKES = [
    (DOT, 11, "added-not-multiplied"),  # 2 − 1 + 3 + 1 + 4 + 2
    (DOT, 28, "multiplied-sums"),  # 4 · 7
    (DOT, 12, "sign-dropped"),
    (DOT, 4 / 3, "averaged-products"),
    (DOT, math.sqrt(14 * 21), "multiplied-lengths"),
    (DOT, 4 / math.sqrt(14 * 21), "cosine"),
    (LENGTH, 49, "no-root"),
    (LENGTH, 11, "added-lengths"),
    (LENGTH, -1, "added-components"),
    (LENGTH, 24.5, "halved-not-rooted"),
    (LENGTH, math.sqrt(23), "negative-square"),  # 4 − 36 + 9 = −23, its size
    (LENGTH, math.sqrt(49 / 3), "mean-not-sum"),
    (JOINT, 1.55, "added-probabilities"),
    (LOSS, -0.7675, "missing-minus"),
    (LOSS, 2.3026, "sum-not-mean"),
    (BITS, 0.7675, "wrong-log"),
    (PERPLEXITY, 10, "perplexity-of-sum"),
    (PERPLEXITY, 1.7024, "perplexity-wrong-base"),
    (SURPRISE, -1.6094, "missing-minus"),
    (SURPRISE, math.log(5) / LN2, "wrong-log"),
    (SURPRISE, 0.8, "one-minus-p"),
    (SURPRISE, 5, "inverse-not-log"),
    (SURPRISE, 0.3219, "weighted-surprise"),
    (SURPRISE, 0.2, "other-step"),
    (SOFTMAX, 0.2424, "temperature-ignored"),  # the chapter's [.6590, .2424, .0986]
    (SOFTMAX, math.exp(0.5) / (math.exp(1) + math.exp(0.5) + math.exp(0.05)), "multiplied-by-temperature"),
    (SOFTMAX, 2 * math.exp(1) / (math.exp(2) + math.exp(1) + math.exp(0.1)), "divided-probabilities"),
    (SOFTMAX, 0.8638, "other-cell"),
    (SOFTMAX, 2 / 6.2, "no-exponential"),
    (SOFTMAX, math.exp(2), "not-normalized"),
    (SOFTMAX, 2, "other-step"),
    (ROW, "0.6590 0.2424 0.0986", "temperature-ignored"),
    (WEIGHT, POWERS[1] / sum(POWERS), "other-cell"),
    (WEIGHT, 0.6, "no-exponential"),
    (WEIGHT, POWERS[2], "not-normalized"),
    (MIXED, 3, "summed-values"),
    (MIXED, 1, "averaged-values"),
    (MIXED, 4, "best-value-only"),
    (MIXED, 1.6 / 3, "divided-by-count"),
    (MIXED, 0.5 - 0.6 + 0.8, "values-reversed"),
    (MIXED, 2 + 0.6 + 0.2, "sign-dropped"),
    (ENTROPY, -1.5, "missing-minus"),
    (ENTROPY, 1.5 * LN2, "wrong-log"),
    (ENTROPY, 5, "unweighted-logs"),  # 1 + 2 + 2
    (ENTROPY, 5 / 3, "unweighted-logs"),
    (ENTROPY, math.log2(3), "uniform"),
    (ENTROPY, 1, "best-value-only"),
    (ENTROPY, 0.5, "divided-by-count"),
    (ENTROPY, 2**1.5, "other-step"),
    (SINUSOID, waves(0.03)[0], "sine-cosine-swapped"),
    (SINUSOID, waves(3 / 10_000 ** (1 / 4))[1], "exponent-not-doubled"),
    (SINUSOID, waves(300)[1], "rate-multiplied"),
    (SINUSOID, waves(3)[1], "other-pair"),
    (FIRST_WAVE, waves(3 / 10)[0], "other-pair"),
    (problem("sinusoid", position=3, index=2, d=8), waves(3 / 10_000 ** (1 / 8))[1], "exponent-not-paired"),
    (FIRST_WAVE, waves(math.radians(3))[0], "degrees-not-radians"),
    (FIRST_WAVE, waves(2)[0], "other-row"),
    (FIRST_WAVE, waves(4)[0], "other-row"),
    (FIRST_WAVE, 3, "other-step"),
]


@pytest.mark.parametrize(("asked", "value", "code"), MISTAKES)
def test_each_mistake_has_its_name_and_says_what_to_do(asked: NumberProblem, value: float | str, code: str) -> None:
    """The wrong number worked out by hand or by a formula that stands here."""
    verdict = grade_calculation(asked, value if isinstance(value, str) else f"{value:.6f}", digits=4)
    assert (verdict.status, verdict.mistakes, verdict.counted) == ("mistake", (code,), True)
    assert verdict.message.startswith("You ")
    assert verdict.message.endswith(".")
    assert verdict.message.count(". ") >= 1


def test_every_slip_has_an_example() -> None:
    """A new code needs a line above, unless it is one of the softmax slips, which a row of weights has too."""
    of_softmax = {
        "no-exponential", "not-normalized", "wrong-base", "sigmoid", "argmax", "negated", "uniform", "divided-by-max",
        "divided-by-count", "softmax-twice", "log-softmax", "squared", "shifted-no-exponential",
    }  # fmt: skip
    single = [asked for asked, _, _ in MISTAKES if asked.compute not in ("joint", "loss", "perplexity")]
    made = {(x.compute, wrong.code) for x in single if not x.is_row for wrong in slips(x)}
    met = {(asked.compute, code) for asked, _, code in MISTAKES}
    assert {(compute, code) for compute, code in made - met if code not in of_softmax} <= {("weight", "other-step")}


def test_every_calculation_is_tested() -> None:
    """A new calculation needs a right answer and a mistake above."""
    assert {asked.compute for asked, _ in RIGHT} == {asked.compute for asked, _, _ in MISTAKES} == set(CALCULATIONS)


def test_more_than_one_slip_asks_which_it_was() -> None:
    """(1, 1)·(1, 1): both sums multiplied is 4, and so are all four numbers added."""
    verdict = grade_calculation(problem("dot", a=[1, 1], b=[1, 1]), "4")
    assert (verdict.status, set(verdict.mistakes)) == ("ambiguous", {"added-not-multiplied", "multiplied-sums"})
    assert "Which was it? Find out on paper." in verdict.message


def test_the_products_alone_are_named() -> None:
    """Several numbers where one is asked cost nothing, unless they are the products."""
    verdict = grade_calculation(DOT, "2 -4 6")
    assert (verdict.status, verdict.mistakes, verdict.counted) == ("shape", ("products-not-added",), True)
    assert "2 + (-4) + 6" in verdict.message
    assert not grade_calculation(DOT, "1 2").counted


@pytest.mark.parametrize(
    ("asked", "text", "words"),
    [
        (LENGTH, "-3", "never below 0"),
        (SURPRISE, "-3", "never below 0"),
        (MIXED, "7", "lies between them"),
        (ENTROPY, "-3.3", "never below 0"),
        (ENTROPY, "1.9", "at most log₂ 3 = 1.585"),
        (SINUSOID, "1.7", "between −1 and 1"),
        (SOFTMAX, "3.3", "between 0 and 1"),
        (SOFTMAX, "0.5", "e^2 ÷ (e^4 + e^2 + e^0.2)"),
        (DOT, "13", "2×1 + (-1)×4 + 3×2"),
        (DOT, "-4", "the sign is not"),
        (SURPRISE, "16.094", "decimal point"),
        (SURPRISE, "1.6", "rounded too coarsely"),
        (SOFTMAX, "11.7", "As a percentage type 11.7%, or as a share 0.117"),
        (LOSS, "0.9", "Take −log of each"),
        (MIXED, "3.3", "Not this. Each value times its weight, added up: 0.5×4 + 0.3×(-2) + 0.2×1."),
        (ENTROPY, "1.3", "Not this. Weight each log by its own p"),
    ],
)
def test_a_wrong_number_hears_what_can_be_seen_of_it(asked: NumberProblem, text: str, words: str) -> None:
    """No mistake fits; still something true and useful is said."""
    verdict = grade_calculation(asked, text)
    assert (verdict.status, verdict.mistakes, verdict.cells) == ("wrong", (), (False,))
    assert words in verdict.message
    assert verdict.message.endswith(".")


def test_a_number_that_was_cut_is_told_so() -> None:
    """−ln 0.3 = 1.20397…; and what stands before the dots is cut too, not rounded."""
    asked = problem("surprise", p=0.3)
    assert "cut, not rounded: 1.2039… becomes 1.204" in grade_calculation(asked, "1.203").message
    # −ln 0.27 = 1.30933… and −ln 0.25 = 1.38629…: two decimals are enough to tell, one is not.
    assert "cut, not rounded: 1.309… becomes 1.31" in grade_calculation(problem("surprise", p=0.27), "1.30").message
    assert "cut" not in grade_calculation(problem("surprise", p=0.25), "1.3").message


def test_one_digit_less_is_rounded() -> None:
    """Two of three decimals pass, and ask for one more."""
    verdict = grade_calculation(SURPRISE, "1.61")
    assert (verdict.status, verdict.passed) == ("rounded", True)
    assert "three decimals are asked" in verdict.message.lower()


def test_what_follows_from_rounded_lines_is_right() -> None:
    """Weights from e^1.5 ≈ 4.48, e^1 ≈ 2.72: 4.48/8.20 = 0.5463, asked to four decimals as 0.5465."""
    assert grade_calculation(WEIGHT, "4.482/8.200", digits=3).status == "right"
    own = problem("softmax", logits=[1, 2, 4], temperature=3, index=3)
    rounded = [0.333, 0.667, 1.333]
    value = math.exp(1.333) / sum(map(math.exp, rounded))
    assert grade_calculation(own, f"{value:.4f}").status == "right"


def test_what_follows_from_the_own_loss_is_carried() -> None:
    """A perplexity e^0.9 after a loss of 0.9 passes, and says where the mistake was."""
    verdict = grade_calculation(PERPLEXITY, f"{math.exp(0.9):.3f}", earlier={"loss": "0.9"})
    assert verdict.status == "carried"
    assert "loss" in verdict.message


def test_weights_are_spoken_of_as_weights() -> None:
    """A row of weights is graded as a row of probabilities, in the words of keys and scores."""
    row = problem("weight", scores=[0, 1, 2])
    for text in ("0.2 0.3 0.1", "0.3333 0.3333 0.3333", "0.1 0.2", "0.1 0.2 0.3 0.4"):
        message = grade_calculation(row, text).message
        assert "token" not in message
        assert "probabilit" not in message


def answered(text: str, *, value: float = 0.5, digits: int = 3, read_as: str = "number") -> Verdict:
    mistakes = (WrongAnswer(answer="2", value=2.0, code="not-inverted", why="That is 2 itself. Type 1/2."),)
    return grade_answer(value, text, digits=digits, read_as=read_as, mistakes=mistakes)


def test_an_authors_answer() -> None:
    """Right, a mistake with the author's words, and wrong with ours."""
    assert answered("1/2").status == "right"
    wrong = answered("2")
    assert (wrong.status, wrong.mistakes, wrong.message) == (
        "mistake", ("not-inverted",), "That is 2 itself. Type 1/2.",
    )  # fmt: skip
    assert answered("0.9").status == "wrong"
    assert answered("50%", read_as="probability").status == "right"
    assert answered("50%").status == "unreadable"
    assert answered("0,5").status == "ask"
    assert grade_answer(0.5, "0,5", reading=1).status == "right"


@pytest.mark.parametrize("text", ["", "   ", "_", "nan", "inf", "one half", "__import__('os')"])
def test_what_cannot_be_read_costs_nothing(text: str) -> None:
    """And never passes."""
    verdict = answered(text)
    assert not verdict.counted
    assert not verdict.passed


def test_a_whole_number_has_to_be_met() -> None:
    """With no decimals asked, 1048576 is met by itself alone, not by a half beside it."""
    for text in ("1048576", "4*512^2", "2^20"):
        assert answered(text, value=1_048_576.0, digits=0).status == "right"
    for text in ("1048575", "1048577", "1048576.4"):
        assert not answered(text, value=1_048_576.0, digits=0).passed
    assert "A whole number is asked" in answered("6.5", value=9.0, digits=0).message
    assert answered("3", value=2.6, digits=0).status == "right"


@pytest.mark.parametrize("asked", [DOT, LENGTH, SURPRISE, SOFTMAX, WEIGHT, MIXED, ENTROPY, FIRST_WAVE])
def test_the_right_number_is_no_mistake(asked: NumberProblem) -> None:
    """None of the slips of these numbers lies on the right answer."""
    right = right_values(asked)[0]
    assert not [wrong.code for wrong in slips(asked) if abs(wrong.values[0] - right) <= 0.00051]


def test_large_scores_do_not_overflow() -> None:
    """The scores of the softmax unit, [1000, 1001]: 1/(1 + e) and its rest, with no warning."""
    row = problem("weight", scores=[1000, 1001], index=2)
    assert grade_calculation(row, "0.731").status == "right"
    assert grade_calculation(row, "0.5").passed is False


MINUSES = NumberProblem(compute="dot", inputs=(("a", (-2.0, 3.0, -3.0)), ("b", (1.0, 2.0, -1.0))))


def test_minus_times_minus_is_named() -> None:
    """−2 + 6 + 3 = 7; with −3 in place of the last product, 1."""
    assert grade_calculation(MINUSES, "7", digits=0).passed
    verdict = grade_calculation(MINUSES, "1", digits=0)
    assert verdict.mistakes == ("two-minuses",)
    assert "Minus times minus is plus" in verdict.message


def test_two_slips_that_give_one_number_are_both_named() -> None:
    """0 + 6 + 3 = 9, a third of which is 3, and 0 + 6 − 3 is 3 as well. What broke: only the mean was named."""
    problem = NumberProblem(compute="dot", inputs=(("a", (-2.0, 3.0, -3.0)), ("b", (0.0, 2.0, -1.0))))
    verdict = grade_calculation(problem, "3", digits=0)
    assert (verdict.status, set(verdict.mistakes)) == ("ambiguous", {"two-minuses", "averaged-products"})


@pytest.mark.parametrize(("digits", "example"), [(0, "for example 12."), (3, "for example 0.1.")])
def test_the_example_is_of_the_kind_that_is_asked(digits: int, example: str) -> None:
    """What broke: where a whole number was asked, 0.1 was the example."""
    assert grade_calculation(MINUSES, "1 2 4 5", digits=digits).message.endswith(example)
    assert grade_answer(7, "1 2 4 5", digits=digits).message.endswith(example)


def test_where_a_whole_number_is_asked_nobody_is_sent_to_work_it_out_in_the_box() -> None:
    """What broke: who misread a table was told that the box works out what one types."""
    assert "the box works out what you type" in grade_answer(0.5, "0.7").message
    assert grade_answer(11, "7", digits=0).message == (
        "Not this yet. Go through the question once more, one thing at a time; the hints begin with where to look."
    )


def test_a_number_beside_the_whole_one_is_told_so() -> None:
    """What broke: the right logarithm, 11.09, was told to count again."""
    for typed in ("11.09", "10.7"):
        message = grade_answer(11, typed, digits=0).message
        assert message == f"{typed} leads there, but a whole number is asked: is it the one below, or the one above?"
    assert grade_answer(11, "12.4", digits=0).message.endswith("Count again.")
