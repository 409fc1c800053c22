"""Numbers worked out in words: other numbers for an example, then the asked ones, each result by hand."""

from __future__ import annotations

import re

import pytest

from tutor.coaching.asking.drawing import draw
from tutor.coaching.asking.number_problem import NumberProblem, right_values
from tutor.coaching.asking.number_worked import EXAMPLES, example, worked
from tutor.coaching.asking.numbers import NumberQuestion
from tutor.lessons.calculations import CALCULATIONS
from tutor.notation.printer import number

BY_HAND = {
    "dot": "2×3 + (-1)×4 = 2.",
    "length": "√(2² + (-6)² + 3²) = √49 = 7.",
    "joint": "0.5 × 0.2 × 0.3 = 0.03.",
    "loss": "(−ln 0.5 − ln 0.2) ÷ 2 = (0.6931 + 1.6094) ÷ 2 = 1.1513.",
    "perplexity": "Then e^1.1513 = 3.1623.",  # √10
    "surprise": "−ln 0.3 = 1.204.",
    "softmax": "e^1 ÷ (e^1 + e^0 + e^(-1)) = 2.7183 ÷ 4.0862 = 0.6652.",
    "weight": "e^1 ÷ (e^1 + e^0 + e^(-1)) = 2.7183 ÷ 4.0862 = 0.6652.",
    "mixed": "0.6×5 + 0.4×(-5) = 1.",
    "entropy": "−(0.7·ln 0.7 + 0.3·ln 0.3) = 0.2497 + 0.3612 = 0.6109.",
    "sinusoid": "cos(3 ÷ 10000^(2/8)) = cos 0.3 = 0.9553.",
}

each = pytest.mark.parametrize("compute", CALCULATIONS)


@each
def test_the_example_is_worked_out_for_other_numbers(compute: str) -> None:
    """By hand; and never for those that are asked."""
    asked = draw(compute, 5, named=("index",) if compute in ("softmax", "weight") else ())
    said = example(asked)
    assert said.startswith("For example, with ")
    assert said.endswith(BY_HAND[compute])
    kept = tuple((name, 1.0) for name, _ in asked.inputs if name == "index" and compute != "sinusoid")
    first = NumberProblem(compute=compute, inputs=(*EXAMPLES[compute][0], *kept))
    assert example(first) != said
    assert not example(first).endswith(BY_HAND[compute])


@each
def test_the_whole_ends_in_the_right_number(compute: str) -> None:
    """To the asked decimals, and = stands only where the printed numbers give it."""
    for seed in range(20):
        asked = draw(compute, seed, named=("index",) if compute in ("softmax", "weight") else ())
        right = right_values(asked)[0]
        text = worked(asked, 3)
        assert re.search(r"[=≈] (-?[0-9.]+)$", text), text
        assert text.endswith(f" {number(right, digits=3)}"), text


def test_a_temperature_is_divided_by_first() -> None:
    """The chapter's T = 0.5 on [2, 1, 0.1]."""
    asked = NumberProblem(compute="softmax", inputs=(("logits", (2.0, 1.0, 0.1)), ("temperature", 0.5), ("index", 2.0)))
    assert worked(asked, 4) == (
        "Divided by T = 0.5 the logits are [4, 2, 0.2]. Then e^2 ÷ (e^4 + e^2 + e^0.2) = 7.3891 ÷ 63.2086 = 0.1169"
    )
    row = NumberProblem(compute="softmax", inputs=(("logits", (2.0, 1.0, 0.1)),))
    assert worked(row, 4).endswith("divide each e^ by it: [0.659, 0.2424, 0.0986]")


def test_bits_are_worked_out_in_bits() -> None:
    """p = 0.5, 0.25, 0.125 is 2 bits."""
    asked = NumberProblem(compute="loss", inputs=(("p", (0.5, 0.25, 0.125)),), unit="bits")
    assert worked(asked, 3) == "(−log₂ 0.5 − log₂ 0.25 − log₂ 0.125) ÷ 3 = (1 + 2 + 3) ÷ 3 = 2"


def test_one_token_has_no_mean() -> None:
    """−log₂ 0.25 = 2, and e^(−ln 0.25) = 4."""
    one = NumberProblem(compute="loss", inputs=(("p", (0.25,)),), unit="bits")
    assert worked(one, 3) == "−log₂ 0.25 = 2"
    assert worked(NumberProblem(compute="perplexity", inputs=(("p", (0.25,)),)), 3).endswith(" 4")


def test_an_authors_answer_is_shown_with_its_expression() -> None:
    """A bare number once, not twice."""
    asked = NumberQuestion(prompt="p", hints=("a", "b"), answer="4*512^2", value=1_048_576.0, digits=0)
    assert asked.ladder() == ("a", "b", "4*512^2 = 1048576.")
    assert NumberQuestion(prompt="p", hints=("a", "b"), answer="12", value=12.0).ladder()[-1] == "The answer is 12."
