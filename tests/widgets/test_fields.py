"""The field of one line: what is typed and pasted stays, Esc leaves, Ctrl+Z undoes."""

from __future__ import annotations

import pytest
from textual.widgets import Input

from tests.screens.driving import key_event, paste, press, settle
from tests.screens.looking import screen_text
from tests.widgets.holding import Holder
from tutor.widgets.block_field import BlockField
from tutor.widgets.fields import LONGEST, LineField, one_line
from tutor.widgets.leaving import Left


@pytest.mark.parametrize(
    ("pasted", "typed"),
    [
        ("1 0\n0 1", "1 0; 0 1"),
        ("1 0\r\n0 1\r\n", "1 0; 0 1"),
        ("1 0\r0 1", "1 0; 0 1"),
        ("\n\n  0.33 0.67 \n", "  0.33 0.67 "),
        ("[[1. 0.]\n [0. 1.]]", "[[1. 0.] [0. 1.]]"),
        ("array([1.,\n       0.])", "array([1., 0.])"),
        ("", ""),
        ("\n", ""),
        ("[red] [/]", "[red] [/]"),
    ],
)
async def test_a_paste_of_several_lines_arrives_whole(pasted: str, typed: str) -> None:
    """Textual's own field keeps the first line and drops the rest without a word."""
    assert one_line(pasted) == typed
    field = LineField()
    async with Holder(field).run_test() as pilot:
        await paste(pilot, pasted)
        assert field.value == typed


async def test_a_paste_goes_where_the_caret_is_and_over_what_is_selected() -> None:
    """What broke: a paste over a selection left the selected text standing."""
    field = LineField()
    async with Holder(field).run_test() as pilot:
        field.put("abcdef")
        field.cursor_position = 3
        await paste(pilot, "X\nY")
        assert field.value == "abcX; Ydef"
        field.select_all()
        await paste(pilot, "new")
        assert field.value == "new"
        assert field.cursor_position == 3


async def test_a_paste_that_is_too_long_is_cut_and_not_dropped() -> None:
    """What broke: with one character in the field, a paste of the full length was dropped whole."""
    field = LineField()
    async with Holder(field).run_test() as pilot:
        field.put("a")
        field.cursor_position = 1
        await paste(pilot, "b" * (LONGEST + 5))
        assert field.value == "a" + "b" * (LONGEST - 1)
        await press(pilot, ["c"])
        assert len(field.value) == LONGEST


async def test_letters_are_typed_whatever_they_mean_elsewhere() -> None:
    """q, ?, n and the rest are text in a field."""
    field = LineField()
    app = Holder(field)
    async with app.run_test() as pilot:
        await press(pilot, list("q?nbhs[1/2]-e.5"))
        assert field.value == "q?nbhs[1/2]-e.5"
        assert app.keys_passed == []


async def test_escape_says_that_the_learner_wants_out() -> None:
    """The screen decides what becomes of the focus; the text stays."""
    field = LineField()
    app = Holder(field)
    async with app.run_test() as pilot:
        field.put("0 1")
        await press(pilot, ["escape"])
        assert [x.control for x in app.of(Left)] == [field]
        assert field.value == "0 1"


async def test_undo_goes_back_change_by_change() -> None:
    """Typing, a paste, a deletion: each is one step; at the beginning nothing more happens."""
    field = LineField()
    async with Holder(field).run_test() as pilot:
        field.put("0")
        field.cursor_position = 1
        await press(pilot, ["1"])
        await paste(pilot, " 2\n3")
        await press(pilot, ["ctrl+u"])
        assert field.value == ""
        for value in ("01 2; 3", "01", "0", "0"):
            await press(pilot, ["ctrl+z"])
            assert field.value == value
        await press(pilot, ["9", "ctrl+z"])
        assert field.value == "0"


async def test_put_leaves_nothing_to_undo() -> None:
    """Another page's text is not a change of the learner's."""
    field = LineField()
    app = Holder(field)
    async with app.run_test() as pilot:
        field.put("old")
        await press(pilot, ["x"])
        field.put("new")
        assert field.cursor_position == 3
        await press(pilot, ["ctrl+z"])
        assert field.value == "new"


async def test_every_change_is_told_once() -> None:
    """Also those by paste and by undo."""
    field = LineField()
    app = Holder(field)
    async with app.run_test() as pilot:
        await press(pilot, ["1"])
        await paste(pilot, " 0")
        await press(pilot, ["ctrl+z"])
        assert [x.value for x in app.of(Input.Changed)] == ["1", "1 0", "1"]


async def test_nothing_blinks_and_what_was_typed_is_shown_as_typed() -> None:
    """A blinking caret costs two kilobytes a second over a slow link."""
    field = LineField()
    app = Holder(field)
    async with app.run_test() as pilot:
        await paste(pilot, "[red] [/] 東京 −∞")
        await settle(pilot)
        assert not field.cursor_blink
        assert "[red] [/] " in screen_text(app)
        assert "京" in screen_text(app)


@pytest.mark.parametrize("size", [(1, 1), (2, 1), (300, 80)])
async def test_every_size(size: tuple[int, int]) -> None:
    """Text and caret survive a window of one cell."""
    field = LineField(placeholder="two numbers")
    async with Holder(field).run_test(size=(80, 24)) as pilot:
        field.put("0.33 0.67")
        field.cursor_position = 4
        await pilot.resize_terminal(*size)
        await press(pilot, ["1"])
        await pilot.resize_terminal(80, 24)
        assert (field.value, field.cursor_position) == ("0.331 0.67", 5)


JOINED = "\U0001f468\u200d\U0001f469 a\u200cb \u200e\u200f \u2764\ufe0f \u6771\u3000"
"""Joiners, marks of direction, a variation selector, an ideographic space: what Python calls unprintable."""


@pytest.mark.parametrize("kind", [LineField, BlockField])
async def test_what_is_typed_is_what_is_there(kind: type[LineField] | type[BlockField]) -> None:
    """Typed one by one, joiners were dropped, though a paste kept them; a control character is still none."""
    field = kind()
    async with Holder(field).run_test() as pilot:
        await press(pilot, [*JOINED, "\x01"])
        assert (field.value if isinstance(field, LineField) else field.text) == JOINED


async def test_a_joiner_goes_over_what_is_selected() -> None:
    """As every other character does."""
    field = LineField()
    async with Holder(field).run_test() as pilot:
        field.put("ab")
        field.select_all()
        await press(pilot, ["\u200d", "c"])
        assert field.value == "\u200dc"


async def test_a_long_text_is_read_once_for_all_the_keys_that_wait() -> None:
    """Each of two thousand letters had the whole text read anew."""
    field = LineField()
    read: list[str] = []
    app = Holder(field)
    async with app.run_test() as pilot:
        field.follow = lambda: read.append(field.value)
        for key in "ab":
            app.post_message(key_event(key))
        await settle(pilot)
        assert read == ["a", "ab"], "a short one is read with each key"
        field.put("x" * 1000)
        await settle(pilot)
        read.clear()
        for key in "y" * 100:
            app.post_message(key_event(key))
        await settle(pilot)
        assert read[-1] == "x" * 1000 + "y" * 100, "and none is left unread"
        assert len(read) < 100
