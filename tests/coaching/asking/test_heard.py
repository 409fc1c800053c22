"""How a text is understood while it is typed: cell by cell, with what was made of it beside them."""

from __future__ import annotations

import pytest

from tests.coaching.probe import CHAPTER
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
