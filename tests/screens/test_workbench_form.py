"""The workbench's form: what is drawn looks like the fields, and one goes into it as if they were there."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from rich.style import Style
from textual.app import App
from textual.geometry import Size
from textual.pilot import Pilot

from tests.screens.conftest import Start
from tests.screens.driving import key_event, paste, press, settle
from tests.screens.looking import screen_lines
from tutor.coaching.entering import Form, form_of
from tutor.coaching.presets import EXAMPLE
from tutor.screens.workbench import WorkbenchScreen
from tutor.screens.workbench_form import NAMES, field_places
from tutor.widgets.block_field import BlockField
from tutor.widgets.fields import LineField

ODD = Form(q="1 0\t1\n[red]0[/] 2 0 1 0 2 0 1 0 2 0 1 0 2", v="1\n", mask="causal", scale="東京 2", temperature="−1/√2")
"""A tab, markup, a line that is too long, a field that is empty, a last line that is, wide and odd characters."""


async def open_bench(app: App[Any], pilot: Pilot[Any], form: Form | None = None) -> WorkbenchScreen:
    screen = WorkbenchScreen(EXAMPLE.problem, form)
    await app.push_screen(screen)
    await settle(pilot)
    return screen


def looks(screen: WorkbenchScreen) -> list[list[Style]]:
    """The colors of the form's cells; of a blank cell only what is behind it."""
    form, lines = screen.fields.region, screen_lines(screen.app)
    return [
        [
            Style(bgcolor=style.bgcolor, color=style.color if lines[y][x : x + 1].strip() else None)
            for x in range(form.x, form.right)
            for style in [screen.get_style_at(x, y)]
        ]
        for y in range(form.y, form.bottom)
    ]


@pytest.mark.parametrize("size", [(80, 24), (60, 20), (61, 23), (143, 40)], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("outside", [{}, {"ascii": True}, {"light": True}, {"colors": "none"}], ids=str)
async def test_what_is_drawn_looks_like_the_fields(
    start: Start, size: tuple[int, int], outside: dict[str, Any]
) -> None:
    """Each text and each color is where the field itself has it."""
    app = start(**outside)
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        # In ASCII, a wide character is two question marks, not always next to each other.
        screen = await open_bench(app, pilot, replace(ODD, scale="2") if "ascii" in outside else ODD)
        assert not screen.query(BlockField)
        assert not screen.query(LineField)
        drawn, colors = screen_lines(app), looks(screen)
        for name in NAMES:
            screen.fields.open(name)
        await settle(pilot)
        assert len(screen.query(BlockField)) == len(screen.query(LineField)) == 3
        assert screen_lines(app) == drawn
        assert looks(screen) == colors


def test_the_fields_stand_side_by_side() -> None:
    """By hand, for the 78 cells of an 80-column terminal: 16, 16 and 17, a blank after each, and 26 for the rest."""
    places = field_places(Size(78, 6))
    assert [(x.x, x.y, x.width, x.height) for x in places.values()] == [
        (0, 1, 16, 5),
        (17, 1, 16, 5),
        (34, 1, 17, 5),
        (58, 0, 20, 1),
        (58, 1, 20, 1),
        (58, 2, 20, 1),
    ]


async def test_tab_goes_through_all_fields_and_the_table(start: Start) -> None:
    """Forward and back, whether they have been put up yet or not, and through a question's field as well."""
    app = start()
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        screen = await open_bench(app, pilot)
        seen = []
        for key in ["tab"] * 7 + ["shift+tab"] * 3:
            await press(pilot, [key])
            seen.append(screen.fields.name_of(app.focused) or type(app.focused).__name__)
        assert seen == ["q", "k", "v", "mask", "scale", "temperature", "MatrixView", "temperature", "scale", "mask"]
        await press(pilot, ["escape", "p", "escape"])
        for key in ["tab", "tab", "tab", "shift+tab", "shift+tab"]:
            await press(pilot, [key])
            seen.append(screen.fields.name_of(app.focused) or type(app.focused).__name__)
        assert seen[-5:] == ["LineField", "q", "k", "q", "LineField"]


async def test_back_from_the_table_puts_up_the_last_field(start: Start) -> None:
    app = start()
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        screen = await open_bench(app, pilot)
        await press(pilot, ["shift+tab"])
        assert screen.fields.name_of(app.focused) == "temperature"
        await press(pilot, ["2", "enter"])
        assert screen.problem.temperature == 2


async def test_keys_that_come_at_once_are_typed(start: Start) -> None:
    """Before the field that they go to has been put up: none is lost, none is a command."""
    app = start()
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        screen = await open_bench(app, pilot)
        screen.focus_next()
        assert not screen.query_one("#q", BlockField).is_mounted
        for key in "7q":
            app.post_message(key_event(key))
        await settle(pilot)
        assert app.screen is screen
        assert screen.form().q == "7q0 1"


@pytest.mark.parametrize(
    ("name", "point", "caret"),
    [
        ("q", (4, 0), (0, 2)),
        ("k", (3, 1), (1, 1)),
        ("v", (0, 0), (0, 0)),
        ("v", (15, 4), (1, 3)),
        ("mask", (4, 0), 2),
        ("mask", (19, 0), 4),
        ("scale", (5, 0), 0),
    ],
)
async def test_a_click_goes_to_where_it_points(
    start: Start, name: str, point: tuple[int, int], caret: int | tuple[int, int]
) -> None:
    """Q is 0 1, K 1 0 and 0 1, V 6 0 and 0 3, the mask none. A text begins in the third cell of its field."""
    app = start()
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        screen = await open_bench(app, pilot)
        place = field_places(screen.fields.size)[name]
        await pilot.click(screen.fields, offset=(place.x + point[0], place.y + point[1]))
        await settle(pilot)
        field = app.focused
        assert screen.fields.name_of(field) == name
        assert (field.cursor_location if isinstance(field, BlockField) else field.cursor_position) == caret


async def test_a_matrix_that_does_not_fit_scrolls(start: Start) -> None:
    """It is there as a field from the first, and after a change of the window's height or of the problem."""
    rows = [f"{i} 1" for i in range(6)]
    form = form_of(EXAMPLE.problem)
    app = start()
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        tall = Form(q="\n".join(rows), k="\n".join(rows[:5]), v=form.v, mask=form.mask)
        screen = await open_bench(app, pilot, tall)
        assert [field.id for field in screen.query(BlockField)] == ["q"]
        assert screen.query_one("#q", BlockField).show_vertical_scrollbar
        await pilot.resize_terminal(80, 20)
        await settle(pilot)
        assert [field.id for field in screen.query(BlockField)] == ["q", "k"]
        screen.fields.put(Form(q="1", k="1", v="\n".join(rows)))
        await settle(pilot)
        assert [field.id for field in screen.query(BlockField)] == ["q", "k", "v"]
        assert [screen.fields.text(name) for name in NAMES] == ["1", "1", "\n".join(rows), "", "", ""]


async def test_what_was_typed_can_be_taken_back_after_one_has_been_elsewhere(start: Start) -> None:
    """A field that has been put up stays; another problem goes into it as well as into those that are only drawn."""
    app = start()
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        screen = await open_bench(app, pilot)
        await press(pilot, ["tab", "end"])
        await paste(pilot, " 5")
        await press(pilot, ["escape", "tab", "ctrl+z"])
        assert screen.form().q == "0 1"
        await press(pilot, ["escape", "e", "down", "enter"])
        assert screen.form() == form_of(screen.problem)
        assert screen.problem.q != EXAMPLE.problem.q


async def test_the_title_says_what_a_field_reads_as(start: Start) -> None:
    app = start()
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        screen = await open_bench(app, pilot)
        await press(pilot, ["tab", "tab"])
        screen.query_one("#k", BlockField).select_all()
        await paste(pilot, "1 2 3\n4 5 6")
        assert screen_lines(app)[1].startswith(" Q 1×2 ✓          K 2×3 ✓          V 2×2 ✓           mask  ▎ none")
        await press(pilot, ["x"])
        assert screen_lines(app)[1].startswith(" Q 1×2 ✓          K ?              V 2×2 ✓")
        assert "K: " in screen_lines(app)[7]
