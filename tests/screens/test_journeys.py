"""Keyboard only, from the first screen to the results, at the sizes and colors that people have."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from tests.journey import TEXT, keys_through
from tests.screens.conftest import Start
from tests.screens.driving import press, settle
from tests.screens.looking import screen_text
from tutor.app import TutorApp
from tutor.lessons.model import Course, Lesson
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

ONE_EACH = {
    "80x24": "attention-mixes-values",
    "60x20": "practice-exercise",
    "no color": "check-understanding",
    "16 colors": "before-you-start",
    "ascii": "softmax",
}
"""The lesson that is gone through in every run of the tests; the slow ones go through all of them."""


async def go_through(pilot: Pilot[Any], app: TutorApp, lesson: Lesson) -> None:
    """From the lesson's first page, which is open, to its results, by what a learner would press."""
    assert isinstance(app.screen, LessonScreen)
    assert app.session.lesson == lesson
    learner = app.surroundings.learner
    await press(pilot, keys_through(lesson, learner=learner))
    assert isinstance(app.screen, ResultsScreen), f"{lesson.slug}: at page {app.session.index + 1}"
    records = {step.id: app.session.progress.record(step.id) for step in lesson.steps}
    assert [step_id for step_id, record in records.items() if not record.done] == []
    assert [step.id for step in lesson.steps if step.asks and records[step.id].first_try is False] == []
    assert "Lesson finished" in screen_text(app)


@pytest.mark.parametrize("condition", CONDITIONS)
async def test_a_learner_who_knows_the_answers_finishes_a_lesson(
    condition: str, tmp_path: Path, course: Course
) -> None:
    """From the first screen down the list to the lesson, every page of it, its results, and home again."""
    size, outside = CONDITIONS[condition]
    lesson = course.find(ONE_EACH[condition])
    assert lesson is not None
    app = TutorApp(Surroundings(state=tmp_path, clock=lambda: 1_800_000_000.0, **outside), course=course)
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        assert isinstance(app.screen, HomeScreen)
        await press(pilot, ["down"] * (1 + course.lessons.index(lesson)) + ["enter"])
        await go_through(pilot, app, lesson)
        if outside.get("ascii"):
            assert screen_text(app).isascii()
        await press(pilot, ["q"])
        assert isinstance(app.screen, HomeScreen)
        assert f"{len(lesson.steps)} of {sum(len(x.steps) for x in course.lessons)} pages" in screen_text(app)
        await press(pilot, ["q"])
    assert app.return_code == 0


@pytest.mark.slow
@pytest.mark.parametrize("condition", ["60x20", "ascii"])
async def test_a_learner_who_knows_the_answers_finishes_the_course(
    condition: str, tmp_path: Path, course: Course
) -> None:
    """Home, every page of every lesson, the results of each, and back home, where all is done."""
    size, outside = CONDITIONS[condition]
    app = TutorApp(Surroundings(state=tmp_path, clock=lambda: 1_800_000_000.0, **outside), course=course)
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        await press(pilot, ["enter"])
        for lesson in course.lessons:
            await go_through(pilot, app, lesson)
            if lesson is not course.lessons[-1]:
                await press(pilot, ["enter"])
        while not isinstance(app.screen, HomeScreen):
            await press(pilot, ["q"])
        total = sum(len(x.steps) for x in course.lessons)
        assert f"{total} of {total} pages" in screen_text(app)


async def test_coming_back_finds_the_page_and_what_was_typed(start: Start, tmp_path: Path, course: Course) -> None:
    """Quit in the middle of an answer; the next start continues there, with the text in the box."""
    lesson = course.lessons[0]
    place = next(i for i, step in enumerate(lesson.steps) if step.kind in ("vector", "number"))
    app = start(state=tmp_path / "state")
    async with app.run_test() as pilot:
        await press(pilot, ["enter", *["ctrl+n"] * place, TEXT + "0.25 1/", "ctrl+q"])
    again = start(state=tmp_path / "state")
    async with again.run_test() as pilot:
        await settle(pilot)
        assert f"page {place + 1} of {len(lesson.steps)}" in screen_text(again)
        await press(pilot, ["enter"])
        assert again.session.index == place
        assert "0.25 1/" in screen_text(again)


async def test_two_learners_in_one_process_share_nothing(tmp_path: Path, course: Course) -> None:
    """Two apps at once, with their own learner, size and colors: neither sees what the other does."""
    ada = TutorApp(Surroundings(state=tmp_path, learner="ada", colors="true"), course=course)
    bob = TutorApp(Surroundings(state=tmp_path, learner="bob", colors="none", light=True), course=course)
    async with ada.run_test(size=(80, 24)) as first, bob.run_test(size=(60, 20)) as second:
        await press(first, ["enter", "ctrl+n"])
        await press(second, ["w", "n"])
        assert ada.session.index == 1
        assert bob.session.lesson is None
        assert ada.size != bob.size
        assert ada.theme != bob.theme
        await press(first, ["escape", "q"])
        await press(second, ["q"])
        assert "attn-tutor · ada" in screen_text(ada)
        assert "attn-tutor · bob" in screen_text(bob)
        assert " 0 of" in screen_text(bob)
        assert " 0 of" not in screen_text(ada)
