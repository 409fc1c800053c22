"""The language-model steps: chain rule, loss, perplexity, temperature and shifted targets, with their mistakes."""

from __future__ import annotations

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tutor.coaching.catalogue.language import wrong_numbers
from tutor.coaching.judging.language import grade_language
from tutor.coaching.language import LANGUAGE_STEPS, LanguageProblem
from tutor.coaching.verdict import Verdict

THREE = (0.5, 0.25, 0.8)
LOGITS = (2.0, 1.0, 0.1)
ROW = ("START", "red", "fox", "END")


def judge(step: str, text: str, **more: object) -> Verdict:
    """A verdict with the usual inputs of each step."""
    inputs: dict[str, object] = {"probabilities": THREE, "logits": LOGITS, "temperature": 0.5, "tokens": ROW} | more
    return grade_language(LanguageProblem(step=step, **inputs), text)  # type: ignore[arg-type]


RIGHT = [
    ("joint", "0.1", {}),
    ("joint", "1/10", {}),
    ("joint", "10%", {}),
    ("joint", "0.5*0.25*0.8", {}),
    ("joint", "0.015625", {"probabilities": (0.5, 0.25, 0.125)}),
    ("loss", "0.7675", {}),
    ("loss", ".768", {}),
    ("loss", "-ln(0.1)/3", {}),
    ("loss", "1.1073", {"unit": "bits"}),
    ("loss", "1.386294", {"probabilities": (0.5, 0.25, 0.125)}),
    ("loss", "2", {"probabilities": (0.5, 0.25, 0.125), "unit": "bits"}),
    ("loss", "2.3026", {"accept_sum": True}),
    ("perplexity", "2.1544", {}),
    ("perplexity", "exp(0.768)", {}),
    ("perplexity", "4", {"probabilities": (0.5, 0.25, 0.125)}),
    ("distribution", ".8638 .1169 .0193", {}),
    ("distribution", "0.659 0.2424 0.0986", {"temperature": 1.0}),
    ("distribution", "0.5017 0.3043 0.1940", {"temperature": 2.0}),
    ("distribution", "1 0 0", {"temperature": 1e-9}),
    ("distribution", "1/3 1/3 1/3", {"temperature": 1e9}),
    ("targets", "red fox END", {}),
    ("targets", "[red, fox, END]", {}),
    ("targets", '"red", "fox", "end"', {}),
]


@pytest.mark.parametrize(("step", "text", "more"), RIGHT)
def test_right(step: str, text: str, more: dict[str, object]) -> None:
    """Published and hand-worked values, in several spellings."""
    verdict = judge(step, text, **more)
    assert (verdict.status, verdict.mistakes) == ("right", ())


MISTAKES = [
    ("joint", "1.55", "added-probabilities", {}),
    ("joint", ".5167", "averaged-probabilities", {}),
    ("joint", "2.1544", "other-step", {}),
    ("loss", "-.7675", "missing-minus", {}),
    ("loss", "1.1073", "wrong-log", {}),
    ("loss", ".3333", "wrong-log", {}),
    ("loss", ".7675", "wrong-log", {"unit": "bits"}),
    ("loss", "2.3026", "sum-not-mean", {}),
    ("loss", ".6604", "log-of-mean", {}),
    ("loss", ".4833", "one-minus-p", {}),
    ("loss", "2.1544", "other-step", {}),
    ("perplexity", "10", "perplexity-of-sum", {}),
    ("perplexity", "1.7024", "perplexity-wrong-base", {}),
    ("perplexity", "2.4167", "mean-of-inverse", {}),
    ("perplexity", "4.6667", "mean-of-inverse", {"probabilities": (0.5, 0.25, 0.125)}),
    ("perplexity", ".7675", "other-step", {}),
    ("distribution", ".5017 .3043 .1940", "multiplied-by-temperature", {}),
    ("distribution", ".6590 .2424 .0986", "temperature-ignored", {}),
    ("distribution", "1.318 .4849 .1971", "divided-probabilities", {}),
    ("distribution", "1 0 0", "argmax", {}),
    ("distribution", ".0193 .1169 .8638", "swapped", {}),
    ("distribution", "54.598 7.389 1.221", "not-normalized", {}),
    ("distribution", ".3333 .3333 .3333", "uniform", {}),
    ("distribution", "4 2 .2", "other-step", {}),
    ("targets", "START red fox", "target-same", {}),
    ("targets", "END START red", "target-previous", {}),
    ("targets", "_ START red", "target-previous", {}),
    ("targets", "fox END END", "target-two-ahead", {}),
    ("targets", "fox END _", "target-two-ahead", {}),
]


@pytest.mark.parametrize(("step", "text", "code", "more"), MISTAKES)
def test_mistakes(step: str, text: str, code: str, more: dict[str, object]) -> None:
    """Each by its name, with what to do."""
    verdict = judge(step, text, **more)
    assert (verdict.status, verdict.mistakes, verdict.counted) == ("mistake", (code,), True)
    assert verdict.message.endswith(".")


def test_every_language_mistake_has_an_example() -> None:
    """A new code needs a line above."""
    examples = {code for _, _, code, _ in MISTAKES} | {
        "no-exponential", "wrong-base", "sigmoid", "negated", "divided-by-max", "divided-by-count", "softmax-twice",
        "log-softmax", "squared", "shifted-no-exponential",
    }  # fmt: skip
    made = {"swapped", "target-same", "target-previous", "target-two-ahead"}
    for step in LANGUAGE_STEPS[:-1]:
        problem = LanguageProblem(step=step, probabilities=THREE, logits=LOGITS, temperature=0.5)
        made |= {wrong.code for wrong in wrong_numbers(problem)}
    assert made == examples


def test_softmax_slips_of_logits() -> None:
    """The softmax mistakes are named for logits too: here for [4, 2, 0.2], worked out apart."""
    divided = [4.0, 2.0, 0.2]
    powers = [math.exp(z) for z in divided]
    answers = {
        "no-exponential": [z / sum(divided) for z in divided],
        "wrong-base": [2**z / sum(2**y for y in divided) for z in divided],
        "negated": [math.exp(-z) / sum(math.exp(-y) for y in divided) for z in divided],
        "divided-by-max": [p / max(powers) for p in powers],
        "divided-by-count": [p / 3 for p in powers],
        "sigmoid": [1 / (1 + math.exp(-z)) for z in divided],
        "squared": [z * z / sum(y * y for y in divided) for z in divided],
        "shifted-no-exponential": [(z - 4) / sum(y - 4 for y in divided) for z in divided],
        "log-softmax": [math.log(p / sum(powers)) for p in powers],
        "softmax-twice": [math.exp(p / sum(powers)) / sum(math.exp(x / sum(powers)) for x in powers) for p in powers],
    }
    for code, numbers in answers.items():
        assert judge("distribution", " ".join(f"{x:.4f}" for x in numbers)).mistakes == (code,)


def test_ambiguous() -> None:
    """p = 0.5 twice: the joint 0.25 is right, and 0.5 is the mean and the answer of no other common rule."""
    assert judge("joint", "0.25", probabilities=(0.5, 0.5)).status == "right"
    assert judge("joint", "0.5", probabilities=(0.5, 0.5)).mistakes == ("averaged-probabilities",)
    both = judge("distribution", "0.2689 0.7311", logits=(1.0, 0.0), temperature=1.0)
    assert (both.status, set(both.mistakes)) == ("ambiguous", {"negated", "swapped"})
    assert "?" in both.message
    shifts = judge("targets", "a b a", tokens=("a", "b", "a", "b"))
    assert (shifts.status, set(shifts.mistakes)) == ("ambiguous", {"target-same", "target-two-ahead"})
    assert "which was it?" in shifts.message


def test_units_are_named() -> None:
    """Bits are no crime where bits are asked; elsewhere the unit is said."""
    assert "asked in nats, so take ln" in judge("loss", "1.1073").message
    assert "asked in bits, so take log₂" in judge("loss", "0.7675", unit="bits").message


def test_the_sum_where_it_is_accepted() -> None:
    """It passes, and is named for what it is."""
    verdict = judge("loss", "2.3026", accept_sum=True)
    assert "sum of the losses" in verdict.message
    assert "0.7675" in verdict.message


def test_rounded_carried_cells_partial_and_wrong() -> None:
    """The same order of verdicts as for a row of attention."""
    assert judge("loss", "0.77").status == "rounded"
    assert judge("loss", "0.77").message.startswith("Right, so you may go on.")
    problem = LanguageProblem(step="perplexity", probabilities=THREE)
    assert grade_language(problem, "10", earlier={"loss": "2.3026"}).status == "carried"
    assert grade_language(problem, "10", earlier={"loss": "0.7675"}).status == "mistake"
    assert grade_language(problem, "10", earlier={"loss": "what"}).status == "mistake"
    assert judge("distribution", ".9 .1169 .0193").cells == (False, True, True)
    assert judge("distribution", ".9 .1169 .0193").status == "cells"
    assert judge("distribution", ".8638 _ .0193").status == "partial"
    assert judge("distribution", "1 2").status == "shape"
    assert judge("loss", "what").status == "unreadable"
    assert judge("loss", "0,7675").status == "ask"
    for step, text, said in [
        ("joint", "0.4", "at most the smallest"),
        ("joint", "0.2", "Multiply"),
        ("loss", "-3", "never below 0"),
        ("loss", "9", "mean"),
        ("perplexity", "0.2", "at least 1"),
        ("perplexity", "9", "Raise e"),
        ("distribution", ".5 .6 -.1", "cannot be"),
        ("distribution", ".5 .6 .3", "add up to 1.4"),
        ("distribution", ".2 .5 .3", "largest logit"),
        ("distribution", ".6 .3 .1", "T = 0.5"),
    ]:
        verdict = judge(step, text)
        assert (verdict.status, verdict.mistakes) == ("wrong", ())
        assert said in verdict.message


@pytest.mark.parametrize(
    ("step", "text", "said"),
    [
        ("loss", "0.8", "This is the right number, rounded too coarsely: two more digits, please. Three decimals are"),
        ("distribution", ".9 .1 .0", "These are the right numbers, rounded too coarsely: two more digits, please."),
        ("distribution", ".9 .1169 .0193", "These are the right numbers, rounded too coarsely: two more digits"),
        ("distribution", "86 12 2", "As percentages type 86% 12% 2%, or 0.86 0.12 0.02."),
    ],
)
def test_right_numbers_in_too_coarse_a_form(step: str, text: str, said: str) -> None:
    """The exact ones are 0.7675, and 0.8638 0.1169 0.0193."""
    verdict = judge(step, text)
    assert (verdict.passed, verdict.mistakes) == (False, ())
    assert said in verdict.message


def test_targets() -> None:
    """Counts, blanks and single slips."""
    whole = judge("targets", "START red fox END")
    assert (whole.status, whole.mistakes, whole.counted) == ("shape", (), False)
    assert "START is never a target" in whole.message
    assert judge("targets", "START red").mistakes == ("target-previous",)
    assert judge("targets", "fox END").mistakes == ("target-two-ahead",)
    assert judge("targets", "red _ END").status == "partial"
    one = judge("targets", "red fox fox")
    assert (one.status, one.cells) == ("cells", (True, True, False))
    assert judge("targets", "red b c").status == "wrong"
    assert judge("targets", "red fox b c", tokens=(*ROW, "END")).status == "cells"
    assert judge("targets", "a b c").status == "wrong"
    assert judge("targets", " , ").status == "unreadable"


@pytest.mark.parametrize(
    ("step", "inputs", "said"),
    [
        ("joint", {}, "needs probabilities"),
        ("joint", {"probabilities": (0.5, 0.0)}, "probability 2 is 0"),
        ("loss", {"probabilities": (1.5,)}, "at most 1"),
        ("distribution", {}, "needs logits"),
        ("distribution", {"logits": (1.0, 2.0), "temperature": 0.0}, "above 0"),
        ("distribution", {"logits": (1.0, 2.0), "temperature": -1.0}, "above 0"),
        ("distribution", {"logits": (1.0, 2e300), "temperature": 1e-300}, "too large"),
        ("distribution", {"logits": (1.0, math.inf)}, "finite"),
        ("targets", {"tokens": ("a",)}, "at least 2"),
        ("sums", {}, "no step"),
        ("joint", {"probabilities": (0.5,), "unit": "bans"}, "nats or bits"),
    ],
)
def test_questions_that_make_no_sense(step: str, inputs: dict[str, object], said: str) -> None:
    """One sentence for whoever asks."""
    with pytest.raises(ValueError, match=said):
        LanguageProblem(step=step, **inputs)  # type: ignore[arg-type]


def test_random_numbers_get_no_name() -> None:
    """Fewer than one in a hundred of random answers, each at least 0.05 off, gets a code."""
    stream = random.Random(4)
    named = total = 0
    for _ in range(150):
        probabilities = tuple(round(stream.uniform(0.05, 0.95), 2) for _ in range(3))
        for step in ("joint", "loss", "perplexity"):
            problem = LanguageProblem(step=step, probabilities=probabilities)
            for _ in range(4):
                answer = problem.right[0] + stream.choice((-1, 1)) * stream.uniform(0.05, 3)
                named += bool(grade_language(problem, f"{answer:.4f}").mistakes)
                total += 1
    assert named < 0.01 * total


@given(st.text(max_size=30), st.sampled_from(LANGUAGE_STEPS))
def test_no_text_raises(text: str, step: str) -> None:
    """Whatever is typed is a verdict."""
    assert judge(step, text).message


@given(st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=3, max_size=3))
def test_no_numbers_raise(numbers: list[float]) -> None:
    """Numbers of any size are judged without a warning."""
    assert judge("distribution", " ".join(map(repr, numbers))).message
    assert judge("perplexity", repr(numbers[0])).message


def test_extreme_inputs() -> None:
    """Tiny probabilities and huge logits make no overflow."""
    assert judge("perplexity", "5", probabilities=(5e-324, 0.5)).message
    assert judge("loss", "5", probabilities=(5e-324,) * 20).message
    assert judge("distribution", "1 0 0", logits=(1e300, 0.0, -1e300), temperature=0.5).status == "right"


def test_one_number_of_several_is_off() -> None:
    """Logits 2, 1 and 0.1 divided by 0.5 are 4, 2 and 0.2; of three numbers the second is wrong."""
    verdict = judge("distribution", ".8638 .9 .0193")
    assert (verdict.status, verdict.cells, verdict.mistakes) == ("cells", (True, False, True), ())
    assert verdict.message == "Number 2 is off: e^2 divided by the sum of all e^ is not 0.9."


def test_a_product_that_overflows_is_no_slip() -> None:
    """10³⁰⁰ times a temperature of 10³⁰⁰ is no number that anybody could have typed."""
    problem = LanguageProblem(step="distribution", logits=(1e300, 1.0, 0.1), temperature=1e300)
    codes = [wrong.code for wrong in wrong_numbers(problem)]
    assert "multiplied-by-temperature" not in codes
    assert "temperature-ignored" in codes


def test_rare_slips_are_those_that_are_rare_elsewhere() -> None:
    """They speak only where no other fits."""
    problem = LanguageProblem(step="distribution", logits=LOGITS, temperature=0.5)
    rare = {wrong.code for wrong in wrong_numbers(problem) if wrong.rare}
    assert rare == {
        "divided-by-count", "divided-by-max", "log-softmax", "other-step", "sigmoid", "softmax-twice", "squared"
    }  # fmt: skip


def test_what_is_to_be_done_has_the_problems_numbers() -> None:
    """Three probabilities: multiplied, and their logs in the unit that is asked; of six the first ones."""
    assert "multiply them: 0.5 × 0.25 × 0.8" in judge("joint", "1.55").message
    six = (0.5, 0.25, 0.8, 0.9, 0.6, 0.75)
    assert "0.5 × 0.25 × 0.8 × 0.9 × 0.6 × …" in judge("joint", "3.8", probabilities=six).message
    assert "(−ln 0.5 − ln 0.25 − ln 0.8) ÷ 3" in judge("loss", ".6604").message
    assert "(−log₂ 0.5 − log₂ 0.25 − log₂ 0.8) ÷ 3" in judge("loss", ".9527", unit="bits").message


@pytest.mark.parametrize("text", ["2.2", "2.3"])
def test_too_coarse_by_either_way_to_the_right_number(text: str) -> None:
    """1 ÷ 0.4445 = 2.2497; with the loss rounded to 0.811 before, e^0.811 = 2.2502."""
    verdict = judge("perplexity", text, probabilities=(0.4445,))
    assert verdict.status == "wrong"
    assert "This is the right number, rounded too coarsely" in verdict.message
