"""The field of several lines."""

from __future__ import annotations

import pytest
from textual.geometry import Offset

from tests.screens.driving import paste, press, settle
from tests.screens.looking import screen_lines, screen_text
from tests.widgets.holding import Holder
from tutor.widgets.block_field import BlockField
from tutor.widgets.fields import LONGEST, LineField
from tutor.widgets.leaving import Left


@pytest.mark.parametrize("pasted", ["1 0\n0 1", "1 0\r\n0 1", "1 0\r0 1"])
async def test_a_paste_keeps_its_lines(pasted: str) -> None:
    """Terminals send a line break as a carriage return, files as they like."""
    field = BlockField()
    app = Holder(field)
    async with app.run_test(size=(20, 5)) as pilot:
        await paste(pilot, pasted)
        assert field.text.splitlines() == ["1 0", "0 1"]
        assert screen_lines(app)[:2] == ["1 0", "0 1"]
        assert field.cursor_location == (1, 3)


async def test_a_paste_goes_over_what_is_selected() -> None:
    """And the caret stands after it."""
    field = BlockField("abc\ndef")
    async with Holder(field).run_test() as pilot:
        field.select_all()
        await paste(pilot, "X")
        assert field.text == "X"
        assert field.cursor_location == (0, 1)


async def test_a_paste_that_is_too_long_is_cut() -> None:
    """A megabyte by mistake must not hold up thirty learners."""
    field = BlockField("a")
    async with Holder(field).run_test() as pilot:
        field.move_cursor((0, 1))
        await paste(pilot, "b" * (LONGEST + 5))
        assert field.text == "a" + "b" * (LONGEST - 1)


async def test_keys() -> None:
    """Letters are typed, Enter breaks the line, Tab goes on, Esc wants out, Ctrl+Z undoes."""
    field, after = BlockField(), LineField()
    app = Holder(field, after)
    async with app.run_test() as pilot:
        await press(pilot, ["q", "enter", "?", "n"])
        assert field.text == "q\n?n"
        await press(pilot, ["escape"])
        assert [x.control for x in app.of(Left)] == [field]
        await press(pilot, ["tab"])
        assert app.focused is after
        field.focus()
        await press(pilot, ["ctrl+z"])
        assert field.text != "q\n?n"


@pytest.mark.parametrize("size", [(1, 1), (2, 1), (3, 2), (300, 80)])
@pytest.mark.parametrize("text", ["", "1 0\n0 1"])
async def test_every_size(size: tuple[int, int], text: str) -> None:
    """What broke: an empty field with a placeholder, in a window too narrow for it, ended the program."""
    field = BlockField(text, placeholder="rows of numbers")
    field.styles.border_left = ("wide", "red")
    field.styles.padding = (0, 0, 0, 1)
    async with Holder(field).run_test(size=(80, 24)) as pilot:
        await pilot.resize_terminal(*size)
        await press(pilot, ["end"])
        await pilot.resize_terminal(80, 24)
        assert field.text == text


async def test_it_shows_what_was_typed() -> None:
    """Brackets and wide characters too; nothing blinks."""
    field = BlockField()
    app = Holder(field)
    async with app.run_test() as pilot:
        await paste(pilot, "[red] [/]\n東京")
        await settle(pilot)
        assert "[red] [/]" in screen_text(app)
        assert not field.cursor_blink
        assert field.scroll_offset == Offset(0, 0)
