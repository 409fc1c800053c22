"""Pages that have gone take no memory."""

from __future__ import annotations

import asyncio
import gc
import weakref

from textual.pilot import Pilot
from textual.strip import Strip

from tests.screens.driving import press, settle
from tutor.app import TutorApp
from tutor.screens.pages.base import PageView
from tutor.surroundings import Surroundings


def strips() -> int:
    """How many drawn lines there are: the whole process's, without those that are garbage."""
    gc.collect()
    return sum(type(each) is Strip for each in gc.get_objects())


async def quiet(app: TutorApp, pilot: Pilot[object]) -> None:
    """Wait until what is left has been let go of."""
    moment = asyncio.Event()
    app.leftovers.when_quiet = moment.set
    await asyncio.wait_for(moment.wait(), 30)
    await settle(pilot)


async def test_pages_that_have_gone_leave_no_lines() -> None:
    """What broke: each page that was turned left its drawn lines in a cache of Textual's, 0.3 MiB of them."""
    app = TutorApp(Surroundings(colors="true"))
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, ["enter", "ctrl+n", "ctrl+p"])
        await quiet(app, pilot)
        first, gone = strips(), weakref.ref(app.screen.query(PageView).first())
        for _ in range(4):
            await press(pilot, ["ctrl+n", "ctrl+p"])
        await quiet(app, pilot)
        assert strips() < 1.3 * first
        assert gone() is None
