"""Every size from 1×1 to 300×80, and resizing among them: nothing breaks, and nothing typed or chosen is lost."""

from __future__ import annotations

from typing import Any

import pytest
from textual.pilot import Pilot

from tests.screens.conftest import Start
from tests.screens.driving import paste, press, settle
from tests.screens.looking import screen_lines, screen_text
from tutor.app import TutorApp
from tutor.lessons.model import Course
from tutor.screens.lesson import LessonScreen
from tutor.screens.workbench import WorkbenchScreen
from tutor.widgets.choices import Choices

SIZES = ((80, 24), (60, 20), (59, 19), (40, 12), (20, 6), (1, 1), (300, 80))
TOO_SMALL = {
    (59, 19): "enlarge the window (now 59x19)",
    (40, 12): "enlarge the window (now 40x12)",
    (20, 6): "enlarge the window",
    (8, 3): "enlarge",
    (1, 1): "e",
}

SOME = ((1, 1), (60, 20))
WALK = (
    (60, 20),
    (1, 1),
    (59, 19),
    (300, 80),
    (40, 12),
    (60, 20),
    (20, 6),
    (80, 24),
    (1, 1),
    (300, 80),
    (59, 19),
    (80, 24),
)
"""Up and down, to the smallest and the largest and back."""


async def resize(pilot: Pilot[Any], size: tuple[int, int]) -> None:
    """Another size, and all that comes of it."""
    await pilot.resize_terminal(*size)
    await settle(pilot)


def check(app: TutorApp, size: tuple[int, int]) -> None:
    """One line where it is too small, and otherwise the way out on the last line."""
    lines = screen_lines(app)
    if size in TOO_SMALL:
        assert lines[0] == TOO_SMALL[size]
        assert not any(lines[1:])
    else:
        assert "enlarge" not in lines[0]
        assert lines[-1].strip()


async def open_screen(app: TutorApp, pilot: Pilot[Any], name: str, course: Course) -> None:
    """One of the screens, or a page of this kind."""
    if name in ("workbench", "practice"):
        await press(pilot, [name[0]])
    elif name == "help":
        await press(pilot, ["question_mark"])
    elif name == "menu":
        await press(pilot, ["w", "e"])
    elif name == "code":
        await press(pilot, ["w", "e", "end", "up", "enter"])
    elif name == "results":
        await app.open_lesson(course.lessons[-1].slug, course.lessons[-1].steps[-1].id)
        await press(pilot, ["ctrl+n"])
    elif name != "home":
        lesson, step = next((x, s) for x in course.lessons for s in x.steps if s.kind == name)
        await app.open_lesson(lesson.slug, step.id)
    await settle(pilot)


SCREENS = ("home", "help", "workbench", "menu", "practice", "results", "stepper", "vector", "choice", "explain", "mask")
LESS_OFTEN = ("code", "text", "number", "targets", "lab")


@pytest.mark.parametrize("name", [*SCREENS, *(pytest.param(x, marks=pytest.mark.slow) for x in LESS_OFTEN)])
async def test_every_screen_at_every_size(start: Start, course: Course, name: str) -> None:
    """Opened at 80×24 and resized; keys pressed while it is too small do no harm."""
    app = start()
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await open_screen(app, pilot, name, course)
        screen = type(app.screen)
        for size in SOME:
            await resize(pilot, size)
            check(app, size)
            await press(pilot, ["down", "right"])
        await resize(pilot, (80, 24))
        assert type(app.screen) is screen
        check(app, (80, 24))


@pytest.mark.parametrize("size", [(40, 12), (1, 1), (300, 80)])
async def test_starting_at_every_size(start: Start, course: Course, size: tuple[int, int]) -> None:
    """Screens that open while the window is too small are there, whole, once it is not."""
    app = start()
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        check(app, size)
        for name in ("workbench", "vector", "choice"):
            await open_screen(app, pilot, name, course)
            check(app, size)
            await press(pilot, ["n", "escape"])
        await resize(pilot, (80, 24))
        check(app, (80, 24))


async def test_a_form_and_its_table_survive_all_resizing(start: Start) -> None:
    """Texts, caret, focus, stage and cell of the workbench, up and down among the sizes."""
    app = start()
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, ["w", "n", "n", "n", "right", "tab", "tab"])
        await press(pilot, ["ctrl+a"])
        await paste(pilot, "1 0\n0 1/2")
        await press(pilot, ["left"])
        screen = app.screen
        assert isinstance(screen, WorkbenchScreen)
        field = app.focused
        state = (screen.form(), screen.stages.stage, screen.stages.table.row, screen.stages.table.column)
        caret = getattr(field, "cursor_location", None)
        for size in WALK:
            await resize(pilot, size)
            check(app, size)
        await resize(pilot, (80, 24))
        assert (screen.form(), screen.stages.stage, screen.stages.table.row, screen.stages.table.column) == state
        assert app.focused is field
        assert getattr(field, "cursor_location", None) == caret
        assert "0 1/2" in screen_text(app)


async def test_an_answer_half_typed_survives_all_resizing(start: Start, course: Course) -> None:
    """What stands in the box, where the caret is, and the page."""
    app = start()
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await open_screen(app, pilot, "vector", course)
        await paste(pilot, "0.331 ")
        await press(pilot, ["left", "left"])
        page = app.session.step.id
        for size in SIZES:
            await resize(pilot, size)
        await press(pilot, ["7"])
        await resize(pilot, (80, 24))
        assert app.session.step.id == page
        assert getattr(app.focused, "value", None) == "0.3371 "


async def test_a_chosen_option_survives_all_resizing(start: Start, course: Course) -> None:
    """The cursor stays on its option, and it is in view."""
    app = start()
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await open_screen(app, pilot, "choice", course)
        await press(pilot, ["down", "down", "down"])
        options = app.screen.query_one(Choices)
        for size in SIZES:
            await resize(pilot, size)
            assert options.index == 2
        await resize(pilot, (80, 24))
        assert isinstance(app.screen, LessonScreen)
        assert "▸ c" in screen_text(app)


async def test_a_screen_below_follows_the_size_too(start: Start) -> None:
    """Resized while help was open: the screen below is right when it is come back to."""
    app = start()
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, ["w", "question_mark"])
        await resize(pilot, (40, 12))
        await press(pilot, ["q"])
        check(app, (40, 12))
        await press(pilot, ["question_mark"])
        await resize(pilot, (80, 24))
        await press(pilot, ["q"])
        check(app, (80, 24))
        assert isinstance(app.screen, WorkbenchScreen)


TINY = ((1, 1), (2, 2), (3, 10), (5, 5), (2, 24), (80, 1))
ROUNDS = 8
"""How often everything is waited for before a screen has to be at rest: ten layouts were the most that one needed."""


@pytest.mark.parametrize("name", [*SCREENS, *LESS_OFTEN])
async def test_a_tiny_window_comes_to_rest(start: Start, course: Course, name: str) -> None:
    """A scroll bar that left no width for the text had nothing to scroll, went, and came back, for ever."""
    app = start()
    layouts = 0

    def count(_screen: object) -> None:
        nonlocal layouts
        layouts += 1

    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await open_screen(app, pilot, name, course)
        app.screen.screen_layout_refresh_signal.subscribe(app.screen, count, immediate=True)
        for size in TINY:
            await resize(pilot, size)
            for _ in range(ROUNDS):
                await settle(pilot)
            layouts = 0
            for _ in range(ROUNDS):
                await settle(pilot)
            assert layouts == 0, size
