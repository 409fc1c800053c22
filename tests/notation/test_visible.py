"""Control characters are shown, never sent to a terminal."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from tutor.notation.visible import in_json, printable, visible

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
