"""The footer of a page says whether there is more of it than fits, as soon as the page is laid out."""

from __future__ import annotations

import pytest

from tests.screens.conftest import Start
from tests.screens.driving import press, settle
from tests.screens.looking import screen_lines
from tutor.lessons.model import Course
from tutor.screens.lesson import LessonScreen


@pytest.mark.parametrize("size", [(80, 24), (60, 20)])
async def test_each_page_says_whether_there_is_more_of_it(start: Start, course: Course, size: tuple[int, int]) -> None:
    """Page after page, from one that fits to one that does not and back; none says what the one before was like."""
    app = start()
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        lesson = course.lessons[1]
        await app.open_lesson(lesson.slug, lesson.steps[0].id)
        await settle(pilot)
        fits = set()
        for _ in lesson.steps[1:]:
            screen = app.screen
            assert isinstance(screen, LessonScreen)
            if not screen.in_field:
                more = screen.scroll.scroll_y < screen.scroll.max_scroll_y
                fits.add(more)
                assert ("pgdn more" in screen_lines(app)[-1]) is more, app.session.step.id
            await press(pilot, ["ctrl+n"])
        assert size == (80, 24) or fits == {True, False}
