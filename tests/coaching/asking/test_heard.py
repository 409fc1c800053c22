"""How a text is understood while it is typed: cell by cell, with what was made of it beside them."""

from __future__ import annotations

import pytest

from tests.coaching.probe import CHAPTER
from tutor.coaching.asking.numbers import NumberQuestion
from tutor.coaching.question import Question


@pytest.mark.parametrize(
    ("text", "cells", "aside"),
    [
        ("0.33 0.67", ("0.33", "0.67"), ""),
        ("0.33; 0.67", ("0.33", "0.67"), "(a column)"),
        ("0.33 0.67 1", ("0.33", "0.67"), "(the last number is read as the sum)"),
        ("1/3 2/3 1", ("0.3333", "0.6667"), "(the last number is read as the sum) (1/3 = 0.3333, 2/3 = 0.6667)"),
        ("q1 0.33 0.67 1", ("0.33", "0.67"), ""),
    ],
)
def test_what_was_made_of_the_text_is_said(text: str, cells: tuple[str, ...], aside: str) -> None:
    """What broke: the 1 of 0.33 0.67 1 went without a word, before it was judged and after."""
    heard = Question(problem=CHAPTER, stage="weights", row=1).hear(text)
    assert heard is not None
    assert (heard.cells, heard.aside) == (cells, aside)


@pytest.mark.parametrize("text", ["3x10", "3 x 10", "3×10", "3 × 10", "3X10"])
def test_a_product_may_be_typed_with_an_x(text: str) -> None:
    """Of numbers alone, where no key is hidden by an x. What broke: 3x10 could not be read."""
    question = NumberQuestion(prompt="?", value=30.0, answer="3*10", digits=0)
    heard = question.hear(text)
    assert heard is not None
    assert (heard.cells, heard.reason) == (("30",), "")
    assert question.judge(text).passed


def test_other_ways_to_write_a_number_stay_unread() -> None:
    assert NumberQuestion(prompt="?", value=16.0, digits=0).judge("0x10").status == "unreadable"
