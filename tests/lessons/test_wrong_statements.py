"""A dozen wrong statements that readers bring along: each is caught by a question of the course, and mended there."""

from __future__ import annotations

import pytest

from tests.lessons.course import STEPS, page
from tutor.coaching.question import question_of
from tutor.lessons.model import AskingStep, ChoiceStep

CAUGHT = [
    # what is believed, the page, what a believer types (None: the option with the code), the code, a word that mends
    ("the scale is d_k", "attention-quiz-divisor", "64", "divided-by-dk", "square root"),
    ("the scale is d_k", "three-scaled", "0 0.5 0.75", "divided-by-dk", "√d_k"),
    ("the mask zeroes the score", "causal-quiz-hide", None, "masked-score-zero", "e⁰ is 1"),
    ("the mask zeroes the score", "five-masked", "0.5 -1.5 -0.5 0 0", "masked-score-zero", "−∞"),
    ("keys are mixed", "attention-roles", None, "mixed-keys", "values"),
    ("keys are mixed", "attention-quiz-mixed", None, "mixed-keys", "values"),
    ("the target is the same token", "shift-faded", None, "target-same", "copying"),
    ("the target is the same token", "shift-fill", "START the red fox sleeps", "target-same", "next"),
    ("likelihood means truth", "likelihood-what-follows", None, "likelihood-is-truth", "likely and false"),
    ("likelihood means truth", "likelihood-quiz-truth", None, "likelihood-is-truth", "repeat an error"),
    ("temperature adds evidence", "decoding-no-evidence", None, "temperature-adds-evidence", "false A"),
    ("temperature adds evidence", "likelihood-quiz-decoding", None, "temperature-adds-evidence", "already"),
    ("one mask for every Transformer", "causal-quiz-one-mask", None, "one-mask-for-all", "encoder"),
    ("one mask for every Transformer", "other-masks", None, "causal-everywhere", "no next token"),
    ("order does not matter at all", "tokens-quiz-order", None, "order-does-not-matter", "move along"),
    ("a row always sums to one", "softmax-dropout", "1", "always-sums-to-one", "before dropout"),
    ("a row always sums to one", "softmax-quiz-sum", None, "always-sums-to-one", "dropout"),
    ("greedy is safest", "decoding-greedy-errors", "0", "greedy-is-safest", "same error every time"),
    ("greedy is safest", "likelihood-quiz-decoding", None, "greedy-is-safest", "every time"),
    ("attention explains", "further-weights-claim", None, "attention-explains", "one head"),
    ("attention explains", "further-quiz-explains", None, "attention-explains", "changed"),
    ("perplexity is the mean of 1/p", "chain-mean-inverse", None, "mean-of-inverse", "far apart"),
]


@pytest.mark.parametrize(
    ("page_id", "typed", "code", "mended"), [row[1:] for row in CAUGHT], ids=[f"{row[0]}: {row[1]}" for row in CAUGHT]
)
def test_the_statement_is_caught_and_mended(page_id: str, typed: str | None, code: str, mended: str) -> None:
    step = page(page_id)
    if typed is None:
        assert isinstance(step, ChoiceStep)
        taken = [option for option in step.options if option.code == code]
        assert [option.correct for option in taken] == [False]
        assert mended in taken[0].why
    else:
        assert isinstance(step, AskingStep)
        verdict = question_of(step).judge(typed)
        assert (verdict.status, verdict.mistakes) == ("mistake", (code,))
        assert mended in verdict.message


def test_the_mean_of_one_over_p_is_no_perplexity_on_drawn_numbers_either() -> None:
    """Whatever probabilities a learner gets, their mean 1/p is named."""
    step = page("chain-perplexity")
    assert isinstance(step, AskingStep)
    for again in range(5):
        question = question_of(step, again=again)
        p = question.problem.row("p")  # type: ignore[attr-defined]  # a number page's own
        verdict = question.judge(str(sum(1 / x for x in p) / len(p)))
        assert (verdict.status, verdict.mistakes) == ("mistake", ("mean-of-inverse",))


def test_a_dozen_are_caught() -> None:
    assert len({row[0] for row in CAUGHT}) == 12


def test_what_is_caught_is_asked_in_a_quiz_or_on_a_page_of_its_own() -> None:
    """Half of the statements at least come up again in a quiz, when the page that mends them is behind."""
    quiz = {step.id for step in STEPS if step.stage == "quiz"}
    assert len({row[0] for row in CAUGHT if row[1] in quiz}) >= 6
