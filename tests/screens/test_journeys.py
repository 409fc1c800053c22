"""Keyboard only, from the first screen to the results, at the sizes and colors that people have."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.journey import TEXT, keys_through
from tests.screens.driving import press
from tests.screens.looking import screen_text
from tutor.app import TutorApp
from tutor.lessons.loader import load_course
from tutor.screens.home import HomeScreen
from tutor.screens.lesson import LessonScreen
from tutor.screens.results import ResultsScreen
from tutor.surroundings import Surroundings

CONDITIONS: dict[str, tuple[tuple[int, int], dict[str, Any]]] = {
    "80x24": ((80, 24), {}),
    "60x20": ((60, 20), {"colors": "256"}),
    "no color": ((80, 24), {"colors": "none"}),
    "16 colors": ((80, 24), {"colors": "16", "light": True}),
    "ascii": ((80, 24), {"colors": "none", "ascii": True}),
}


@pytest.mark.parametrize("condition", CONDITIONS)
async def test_a_learner_who_knows_the_answers_finishes_the_course(condition: str, tmp_path: Path) -> None:
    """Home, every page of every lesson, the results of each, and back home, where all is done."""
    size, outside = CONDITIONS[condition]
    course = load_course()
    app = TutorApp(Surroundings(state=tmp_path, clock=lambda: 1_800_000_000.0, **outside), course=course)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen)
        await pilot.press("enter")
        for lesson in course.lessons:
            assert isinstance(app.screen, LessonScreen)
            assert app.session.lesson == lesson
            await press(pilot, keys_through(lesson))
            await pilot.pause()
            assert isinstance(app.screen, ResultsScreen), f"{lesson.slug}: at page {app.session.index + 1}"
            assert "Lesson finished" in screen_text(app)
            assert all(app.session.progress.is_done(step.id) for step in lesson.steps)
            assert all(app.session.progress.record(s.id).first_try for s in lesson.steps if s.kind == "vector")
            if lesson is not course.lessons[-1]:
                await pilot.press("enter")
        await pilot.press("q")
        total = sum(len(x.steps) for x in course.lessons)
        assert f"{total} of {total} pages" in screen_text(app)
        if outside.get("ascii"):
            assert screen_text(app).isascii()
        await pilot.press("q")
    assert app.return_code == 0


async def test_coming_back_finds_the_page_and_what_was_typed(tmp_path: Path) -> None:
    """Quit in the middle of an answer; the next start continues there, with the text in the box."""
    course = load_course()
    lesson = course.lessons[0]
    place = next(i for i, step in enumerate(lesson.steps) if step.kind == "vector")
    surroundings = Surroundings(state=tmp_path, clock=lambda: 1_800_000_000.0)
    app = TutorApp(surroundings, course=course)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, ["enter", *["ctrl+n"] * place, TEXT + "0.25 1/", "ctrl+q"])
    again = TutorApp(surroundings, course=course)
    async with again.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert f"page {place + 1} of {len(lesson.steps)}" in screen_text(again)
        await pilot.press("enter")
        await pilot.pause()
        assert again.session.index == place
        assert "0.25 1/" in screen_text(again)


async def test_two_learners_in_one_process_share_nothing(tmp_path: Path) -> None:
    """Two apps at once, with their own learner, size and colors: neither sees what the other does."""
    course = load_course()
    ada = TutorApp(Surroundings(state=tmp_path, learner="ada", colors="true"), course=course)
    bob = TutorApp(Surroundings(state=tmp_path, learner="bob", colors="none", light=True), course=course)
    async with ada.run_test(size=(80, 24)) as first, bob.run_test(size=(60, 20)) as second:
        await first.press("enter", "n", "n")
        await second.press("w", "n")
        assert ada.session.index == 1 or ada.session.index == 2
        assert bob.session.lesson is None
        assert ada.size != bob.size
        assert ada.theme != bob.theme
        await first.press("q")
        await second.press("q")
        assert "ada" in screen_text(ada)
        assert "bob" in screen_text(bob)
        assert "0 of" in screen_text(bob)
        assert "0 of" not in screen_text(ada)
