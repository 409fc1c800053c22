"""Screens open at once: what they need has been read before."""

from __future__ import annotations

import asyncio
from pathlib import Path

import tutor.screens
from tests.screens.conftest import Start
from tests.screens.driving import press, settle
from tests.screens.looking import screen_text
from tutor.screens.help import HelpScreen
from tutor.screens.workbench import WorkbenchScreen

SHEETS = {str(path) for path in Path(tutor.screens.__file__).parent.glob("*.tcss")}


async def test_styles_are_read_before_a_screen_needs_them(start: Start) -> None:
    """Read with its screen, one sheet has all the others parsed again, and every widget styled anew."""
    app = start()
    warm = asyncio.Event()
    app.when_warm = warm.set
    async with app.run_test(size=(80, 24)) as pilot:
        await asyncio.wait_for(warm.wait(), 30)
        read = dict(app.stylesheet.source)
        assert {path for path, _ in read} >= SHEETS
        for way in (["w", "e", "q", "q"], ["p", "escape", "q"], ["enter", "question_mark", "q"]):
            await press(pilot, way)
        assert {path for path, _ in app.stylesheet.source if path.endswith(".tcss")} == {
            path for path, _ in read if path.endswith(".tcss")
        }


async def test_a_screen_has_its_styles_from_the_first(start: Start) -> None:
    """Those of its window's height too: a low one has no blank line between the form and the table."""
    for height, first in ((24, 8), (23, 6)):
        app = start()
        async with app.run_test(size=(80, height)) as pilot:
            await settle(pilot)
            await press(pilot, ["w"])
            assert isinstance(app.screen, WorkbenchScreen)
            assert app.screen.stages.region.y == first


async def test_a_screen_that_is_come_back_to_has_the_theme_of_now(start: Start) -> None:
    """Dark below, light chosen above it: the one below is light too."""
    app = start()
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, ["w", "tab", "escape"])
        screen = app.screen
        dark = screen.get_style_at(3, 2), screen.get_style_at(20, 2)
        await press(pilot, ["question_mark", "d"])
        assert isinstance(app.screen, HelpScreen)
        await press(pilot, ["q"])
        assert app.screen is screen
        assert "Workbench" in screen_text(app)
        light = screen.get_style_at(3, 2), screen.get_style_at(20, 2)
        for before, now in zip(dark, light, strict=True):
            assert before.bgcolor != now.bgcolor
        assert light[0].bgcolor == light[1].bgcolor
