"""Control characters are shown, never sent to a terminal."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tutor.notation.visible import in_json, is_text, printable, visible

ACTED_ON = [chr(i) for i in (*range(9), *range(11, 32), *range(0x7F, 0xA0))] + list("\u2028\u2029\u202e\u2066\ufeff")
"""C0 but for tab and line feed, DEL, C1, line separators, and what turns the direction of writing."""


def test_escape_codes_are_spelled_out() -> None:
    """Red text, a window title with its bell, an 8-bit CSI, and text turned round."""
    assert visible("a\x1b[31mb") == r"a\x1b[31mb"
    assert visible("\x1b]0;title\x07") == r"\x1b]0;title\x07"
    assert visible("\x9b2J\u202e\r") == r"\x9b2J\u202e\r"


def test_text_of_several_lines_stays_as_it_is() -> None:
    """Line feeds, tabs, no-break spaces and joined emoji are text."""
    text = "[START red]\n\t√d_k\u00a0≤ 2, 👩\u200d🏫 東京"
    assert visible(text) == text


def test_one_line_has_no_line_feed() -> None:
    assert printable("a\nb\tc\x1b") == r"a\nb\tc\x1b"
    assert printable("√d_k") == "√d_k"


@given(st.text(st.sampled_from([*ACTED_ON, "a", "\n", "√", '"', "\\"]), max_size=8))
def test_nothing_that_a_terminal_acts_on_is_left(text: str) -> None:
    assert not set(ACTED_ON) & set(visible(text))
    assert printable(text).isprintable()


@given(st.text(st.sampled_from([*ACTED_ON, "a", "\n", "√", '"', "\\"]), max_size=8))
def test_json_says_the_same_without_them(text: str) -> None:
    """json.dumps leaves DEL, C1 and the marks of direction as they are."""
    encoded = in_json(json.dumps({"read": text}, ensure_ascii=False))
    assert json.loads(encoded) == {"read": text}
    assert not set(ACTED_ON) & set(encoded)


@pytest.mark.parametrize(
    "character", ["a", "\u200d", "\u200c", "\u200e", "\ufe0f", "\u3000", "\u00a0", "\U000e0067", "東"]
)
def test_what_is_text_though_python_cannot_print_it(character: str) -> None:
    assert is_text(character)


@pytest.mark.parametrize("character", ["", "ab", "\n", "\t", "\x1b", "\x7f", "\u2028", "\u202e", "\ufeff", "\ud800"])
def test_what_is_no_text(character: str) -> None:
    """A terminal would act on it, or it ends a line."""
    assert not is_text(character)
