"""What stands under an answer box, from plain data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, get_args

import pytest
from textual.content import Content

from tutor.coaching.asking.asked import aside_of, heard_numbers, shown_cells
from tutor.coaching.verdict import PASSED, UNCOUNTED, Status, Verdict
from tutor.notation.reading import Reading
from tutor.screens.answer_text import HEADINGS, echo, hints_text, judgement

NAMES = ("k1", "k2")


def row(*cells: float | None, **more: Any) -> Reading:
    """A row that was read, each number typed with one decimal."""
    values: dict[str, Any] = {
        "status": "read",
        "cells": cells,
        "shape": (len(cells),),
        "decimals": tuple(None if x is None else 1 for x in cells),
        "sources": (None,) * len(cells),
        "echo": f"[{', '.join('_' if x is None else f'{x:.1f}' for x in cells)}]",
    }
    return Reading(**{**values, **more})


def echoed(reading: Reading, names: Sequence[str] = NAMES, cells: Sequence[bool | None] = ()) -> Content:
    """What stands under the box for numbers that were read so."""
    return echo(heard_numbers(reading, len(names)), names, cells)


def test_nothing_typed_shows_nothing() -> None:
    """Neither for an empty field nor for a text that means nothing and has no reason."""
    assert echo(None, NAMES).plain == ""
    assert echoed(Reading(status="unreadable"), NAMES).plain == ""


def test_each_number_stands_beside_its_name() -> None:
    """One name and one number for each key."""
    assert echoed(row(0.5, 1.5), NAMES).plain == "I read   k1 0.5   k2 1.5"


def test_marks_stand_before_the_names_once_judged() -> None:
    """✓, ✗ and · for blank: never by color alone."""
    text = echoed(row(0.5, None), NAMES, (True, None)).plain
    assert text == "I read   ✓ k1 0.5   · k2 _"
    assert "✗ k1 0.5" in echoed(row(0.5, 1.5), NAMES, (False, True)).plain


def test_a_row_that_is_too_short_shows_what_is_missing() -> None:
    """While one types, the cells still to come are blank."""
    assert echoed(row(0.5), NAMES).plain == "I read   k1 0.5   k2 _"


def test_a_row_that_is_too_long_is_shown_whole_with_the_reason() -> None:
    """No number is swallowed, whatever the names are for."""
    shape = row(1.0, 2.0, 3.0, status="shape", reason="3 numbers, but 2 are wanted")
    assert echoed(shape, NAMES).plain == "I read [1.0, 2.0, 3.0]   3 numbers, but 2 are wanted"


@pytest.mark.parametrize("status", ["unreadable", "ask"])
def test_what_cannot_be_read_says_why(status: str) -> None:
    """The reason stands there as the reader gave it, brackets and all."""
    reading = Reading(status=status, reason="[/b] at place 3 is no number")  # type: ignore[arg-type]
    assert echoed(reading, NAMES).plain == "[/b] at place 3 is no number"


def test_a_token_in_brackets_keeps_its_brackets() -> None:
    """Tokens name the cells; one may be called [red]."""
    assert "[red] 0.5" in echoed(row(0.5, 1.5), ("[red]", "[/]")).plain


def test_an_expression_shows_what_it_comes_to() -> None:
    """1/√2 is 0.7071: the field is a calculator too."""
    reading = row(2**-0.5, decimals=(None,), sources=("1/√2",), echo="[0.7071]")
    assert shown_cells(reading) == ("0.7071",)
    assert "1/√2" in aside_of(reading)
    assert "0.7071" in aside_of(reading)
    assert aside_of(row(0.5)) == ""


@pytest.mark.parametrize("status", get_args(Status))
def test_every_status_has_a_glyph_that_says_whether_it_counts(status: Status) -> None:
    """✓ goes on, ✗ counts as a try, · and ? cost nothing."""
    glyph = judgement(Verdict(status=status, message="[b]so[/b]")).plain
    assert glyph[1:] == " [b]so[/b]"
    expected = "✓" if status in PASSED else "·?" if status in UNCOUNTED else "✗"
    assert glyph[0] in expected
    assert set(HEADINGS) == set(get_args(Status))


def test_hints_are_numbered_and_only_those_given() -> None:
    """The third is not shown before it is asked for."""
    assert hints_text(("one", "[two]", "three"), 2).plain == "hint 1  one\nhint 2  [two]"
    assert hints_text(("one",), 0).plain == ""


def test_a_lone_letter_is_told_how_it_is_a_command() -> None:
    unread = Verdict(status="unreadable", message='I can\'t read "n".')
    assert judgement(unread, " n ").plain == '? I can\'t read "n". If you meant the key: Esc first, then n.'
    assert judgement(unread, "nn").plain == judgement(unread, "").plain == '? I can\'t read "n".'
