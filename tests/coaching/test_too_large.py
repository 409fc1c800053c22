"""Numbers so large that any answer would pass: refused in one sentence by the grader, and said by the app."""

from __future__ import annotations

import math

import pytest

from tutor.coaching.asking.number_problem import NumberProblem
from tutor.coaching.grading import allowances, grade
from tutor.coaching.judging.fits import marks
from tutor.coaching.judging.language import grade_language
from tutor.coaching.judging.nearness import TooLarge
from tutor.coaching.language import LanguageProblem
from tutor.coaching.question import Question
from tutor.maths.problem import Problem

HUGE = Problem(q=((0.0, 1.0),), k=((1.0, 0.0), (0.0, 1.0)), v=((1e308, 1.0), (1e308, 1.0)))


class TestRows:
    @pytest.mark.parametrize("answer", ["5 1", "1e308 1", "0 0"])
    def test_an_infinite_tolerance_is_refused(self, answer: str) -> None:
        """|v| adds up to 2e308, which no float holds: 5 was right for 1e308."""
        with pytest.raises(TooLarge, match=r"^the output of row 1 is too large to be judged: make the numbers in V "):
            grade(HUGE, "output", answer, row=1)
        with pytest.raises(TooLarge):
            allowances(HUGE, "output", 1)

    def test_the_steps_before_it_are_judged(self) -> None:
        assert grade(HUGE, "weights", ".330 .670", row=1).status == "right"
        assert grade(HUGE, "scores", "5 1", row=1).status == "cells"

    def test_large_numbers_that_can_be_told_apart_are_judged(self) -> None:
        """To three decimals 1e300 has a tolerance of about 1e297."""
        problem = Problem(q=HUGE.q, k=HUGE.k, v=((1e300, 1.0), (1e300, 1.0)))
        assert grade(problem, "output", "1e300 1", row=1).status == "right"
        assert not grade(problem, "output", "5 1", row=1).passed

    def test_the_app_says_it_and_counts_nothing(self) -> None:
        """The workbench asks for any row of any numbers."""
        verdict = Question(problem=HUGE, stage="output", row=1).judge("5 1")
        assert (verdict.status, verdict.counted, verdict.cells) == ("unreadable", False, ())
        assert verdict.message == "The output of row 1 is too large to be judged: make the numbers in V smaller."


class TestLanguage:
    def test_an_infinite_perplexity_is_refused(self) -> None:
        """e^736.8 is no float; any answer was right."""
        with pytest.raises(ValueError, match=r"^the perplexity overflows to infinity: make the probabilities larger$"):
            LanguageProblem(step="perplexity", probabilities=(1e-320, 1e-320))

    def test_the_largest_perplexities_are_judged(self) -> None:
        """1 ÷ 1e-308 = 1e308 was taken for infinite; and the mean of 1/p may be infinite where perplexity is not."""
        problem = LanguageProblem(step="perplexity", probabilities=(1e-308,))
        assert grade_language(problem, "1e308").status == "right"
        assert not grade_language(problem, "3").passed
        twice = LanguageProblem(step="perplexity", probabilities=(6e-309, 6e-309))
        assert not grade_language(twice, "3").passed

    def test_tiny_probabilities_have_a_loss_and_a_joint_probability(self) -> None:
        """−ln 1e-320 = 320·ln 10 = 736.827; the joint probability is 0 to three decimals."""
        assert grade_language(LanguageProblem(step="loss", probabilities=(1e-320,)), "736.827").status == "right"
        assert grade_language(LanguageProblem(step="joint", probabilities=(1e-320, 1e-320)), "0").status == "right"

    def test_nothing_follows_from_a_loss_of_ones_own_that_is_too_large(self) -> None:
        """e^5000 is infinite, and every answer followed rightly from it."""
        problem = LanguageProblem(step="perplexity", probabilities=(0.5, 0.25, 0.8))
        assert grade_language(problem, "7", earlier={"loss": "5000"}).status == "wrong"
        assert grade_language(problem, "148.413", earlier={"loss": "5"}).status == "carried"

    def test_powers_whose_sum_overflows(self) -> None:
        """e^709 is a float, three of them are not: adding them up ended in a traceback."""
        problem = LanguageProblem(step="distribution", logits=(709.0, 709.0, 709.0))
        assert grade_language(problem, "1/3 1/3 1/3").status == "right"
        assert not grade_language(problem, "1 0 0").passed
        assert NumberProblem(compute="softmax", inputs=(("logits", (709.0,) * 3), ("index", 1.0))).language is not None


def test_nothing_is_near_an_infinite_number() -> None:
    """The room around it would be infinite too."""
    assert marks((5.0, -3.0, 2.0), [(math.inf, -math.inf, 2.0)], 3) == [False, False, True]
