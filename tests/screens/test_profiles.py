"""On an account that several share, the first screen names the learners of this state folder."""

from __future__ import annotations

import time
from pathlib import Path

from tests.records.lines import line, put, session
from tests.screens.conftest import Start
from tests.screens.driving import settle
from tutor.screens.home import HomeScreen


async def about(start: Start, state: Path, learner: str | None) -> str:
    app = start(state=state, learner=learner)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        deadline = time.monotonic() + 20
        while app.worth_another_look is None and time.monotonic() < deadline:
            await pilot.pause(0.02)
        await settle(pilot)
        assert isinstance(app.screen, HomeScreen)
        return "\n".join(
            str(app.screen.about.render_line(y).text).rstrip() for y in range(app.screen.about.size.height)
        )


async def test_the_learners_here_are_named(start: Start, tmp_path: Path) -> None:
    put(tmp_path, "a", session(1, "Ada"), line(2, "done", step="x"))
    put(tmp_path, "b", session(1, "[/b]\x1b[2J"), line(2, "done", step="x"))
    assert "Learners here: [/b]\\x1b[2J, Ada (--learner NAME)" in await about(start, tmp_path, None)
    assert "Also here: [/b]\\x1b[2J (--learner NAME)" in await about(start, tmp_path, "Ada")


async def test_where_there_is_one_learner_nothing_is_said(start: Start, tmp_path: Path) -> None:
    put(tmp_path, "a", session(1), line(2, "done", step="x"))
    assert "here:" not in await about(start, tmp_path, None)
    put(tmp_path, "b", session(1, "Ada"), line(2, "done", step="x"))
    assert "here:" not in await about(start, tmp_path, "Ada")
