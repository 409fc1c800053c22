"""What a few screens look like at 80×24, character by character, colors aside.

The pictures are text files in `golden/`, beside the lesson that they show. Where a screen has been changed on
purpose, `RENEW_GOLDEN=1 pytest tests/screens/test_golden.py` draws them anew: look at the difference before it is kept.
"""

from __future__ import annotations

import os
import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from tests.screens.conftest import Start
from tests.screens.driving import press, settle
from tests.screens.looking import screen_lines
from tutor.app import TutorApp
from tutor.coaching.presets import PRESETS
from tutor.lessons.loader import load_lesson
from tutor.lessons.model import Course, Lesson, Outline
from tutor.screens.workbench import WorkbenchScreen

GRAY = 4
"""So far apart are the parts of the screenshot's own gray."""

Picture = Callable[..., Awaitable[None]]

FOLDER = Path(__file__).with_name("golden")
THREE = next(x for x in PRESETS if x.problem.n_q == 3 and x.problem.d_k == 4).problem
"""Three queries and keys, which the workbench's pictures show with a causal mask."""


@pytest.fixture
def lesson() -> Lesson:
    """The lesson that the pictures show; it has no other use, and so changes with no other."""
    found, faults = load_lesson(FOLDER / "01_golden.toml")
    assert found is not None, faults
    return found


def outline(lesson: Lesson, number: int) -> Outline:
    return Outline(
        slug=lesson.slug,
        number=number,
        title=lesson.title,
        objectives=lesson.objectives,
        minutes=lesson.minutes,
        needs=lesson.needs,
        step_ids=tuple(step.id for step in lesson.steps),
        path=lesson.path,
    )


@pytest.fixture
def picture(start: Start, lesson: Lesson) -> Picture:
    """Compares the screen after these keys with the picture of this name."""

    async def compare(
        name: str, keys: Sequence[str], *, page: str = "", before: bool = False, **outside: object
    ) -> None:
        app = start(of=Course(lessons=(lesson,)), **outside)
        other = replace(outline(lesson, 2), slug="other", title="Another lesson", step_ids=("other-1",), minutes=None)
        app.stay.outlines = (outline(lesson, 1), other)
        async with app.run_test(size=(80, 24)) as pilot:
            await settle(pilot)
            if page:
                await app.open_lesson(lesson.slug, page)
                await settle(pilot)
            if before:
                await app.push_screen(WorkbenchScreen(replace(THREE, mask="causal")))
                await settle(pilot)
            await press(pilot, keys)
            await pilot.pause()
            await settle(pilot)
            check(name, app)
            if outside.get("colors") == "none":
                assert hues(app) == []

    return compare


def check(name: str, app: TutorApp) -> None:
    """The screen is the picture; with RENEW_GOLDEN the picture becomes the screen."""
    file = FOLDER / f"{name}.txt"
    seen = "\n".join(screen_lines(app)) + "\n"
    if os.environ.get("RENEW_GOLDEN"):
        file.write_text(seen, encoding="utf-8")
    assert seen.splitlines() == file.read_text(encoding="utf-8").splitlines()


def hues(app: TutorApp) -> list[str]:
    """The colors on the screen that are no gray."""
    fills = set(re.findall(r"fill: #([0-9a-f]{6})", app.export_screenshot()))
    parts = {fill: [int(fill[i : i + 2], 16) for i in (0, 2, 4)] for fill in fills}
    return sorted(fill for fill, rgb in parts.items() if max(rgb) - min(rgb) > GRAY)


async def test_home(picture: Picture) -> None:
    """The first start: where to begin, the lessons, the tools."""
    await picture("home", ["down"])


async def test_a_page_to_read(picture: Picture) -> None:
    """Prose, a table, a list, code."""
    await picture("lesson_page", [], page="golden-read")


async def test_a_quiz_answered_wrong(picture: Picture) -> None:
    """Every option with its mark and its reason, and where one's own was."""
    await picture("quiz_answer", ["c", "enter"], page="golden-quiz")


async def test_results(picture: Picture) -> None:
    """What came of the lesson, and the ways on."""
    await picture("results", ["c", "enter", "enter"], page="golden-quiz")


async def test_the_workbench_at_scores(picture: Picture) -> None:
    """Forms above, the first stage below."""
    await picture("workbench_scores", ["down", "right"], before=True)


async def test_the_workbench_at_softmax(picture: Picture) -> None:
    """Hidden keys, sums, and one cell's own arithmetic."""
    await picture("workbench_softmax", ["n", "n", "n", "down", "down"], before=True)


async def test_the_workbench_inside_softmax(picture: Picture) -> None:
    """One of its four steps."""
    await picture("workbench_exponentiate", ["n", "n", "n", "x", "n", "down"], before=True)


async def test_help(picture: Picture) -> None:
    """The keys of a lesson, then those that work everywhere."""
    await picture("help", ["escape", "question_mark"], page="golden-quiz")


BUSIEST: dict[str, tuple[list[str], dict[str, object]]] = {
    "home": (["down"], {}),
    "lesson_page": ([], {"page": "golden-read"}),
    "quiz_answer": (["c", "enter"], {"page": "golden-quiz"}),
    "workbench_softmax": (["n", "n", "n", "down", "down"], {"before": True}),
}


@pytest.mark.parametrize("name", BUSIEST)
@pytest.mark.parametrize("colors", ["none", "16"])
async def test_fewer_colors_are_the_same_picture(picture: Picture, name: str, colors: str) -> None:
    """Right and wrong, hidden, chosen and focused are said by signs; where there is no color, none is sent."""
    keys, where = BUSIEST[name]
    await picture(name, keys, colors=colors, **where)


@pytest.mark.parametrize("name", BUSIEST)
async def test_plain_ascii(picture: Picture, name: str) -> None:
    """The same signs as letters, nothing moved and nothing missing."""
    keys, where = BUSIEST[name]
    await picture(f"{name}_ascii", keys, ascii=True, **where)
    assert (FOLDER / f"{name}_ascii.txt").read_bytes().isascii()
