"""The options of a question and the points of a checklist, from plain data."""

from __future__ import annotations

from pathlib import Path

from tests.screens.conftest import Start
from tests.screens.driving import press, settle
from tutor.coaching.page import Page
from tutor.lessons.model import ChoiceStep, Course, ExplainStep, Lesson, Option, TextStep
from tutor.screens.pages.choice import option_items
from tutor.screens.pages.explain import point_items
from tutor.widgets.choices import Choices

STEP = ChoiceStep(
    id="x",
    prompt="?",
    options=(
        Option(text="[0, 4]", why="The [/] hidden one."),
        Option(text="[2, 0]", why="Only key 1.", correct=True),
        Option(text="[red fox]", why="No."),
    ),
)

END = TextStep(id="end", body="The end.")


def test_before_the_answer_nothing_is_given_away() -> None:
    """Letters by place, ids by identity; the right option looks like the others."""
    items = option_items(STEP, Page(order=(2, 0, 1)))
    assert [item.id for item in items] == ["2", "0", "1"]
    assert [item.text.plain for item in items] == ["a  [red fox]", "b  [0, 4]", "c  [2, 0]"]
    assert len({tuple(item.text.spans) for item in items}) == 1


def test_after_it_every_option_says_why() -> None:
    """Marks by glyph; the one that was taken is named; all in the same order as before."""
    items = option_items(STEP, Page(order=(2, 0, 1), chosen=0))
    assert [item.text.plain for item in items] == [
        "✗ a  [red fox]\n     No.",
        "✗ b  [0, 4]  (yours)\n     The [/] hidden one.",
        "✓ c  [2, 0]\n     Only key 1.",
    ]


async def test_back_on_an_answered_question_the_cursor_is_on_the_option_taken(start: Start) -> None:
    """What broke: it stood on the first option, as if that had been chosen."""
    lesson = Lesson(slug="x", number=1, title="X", objectives=("Know.",), steps=(STEP, END), path=Path("x.toml"))
    app = start(of=Course(lessons=(lesson,)))
    async with app.run_test(size=(80, 24)) as pilot:
        await app.open_lesson("x", "x")
        await settle(pilot)
        await press(pilot, ["c", "enter", "n", "b"])
        await settle(pilot)
        assert app.session.step is STEP
        current = app.screen.query_one(Choices).current
        assert current is not None
        assert current.id == "2"


def test_points_have_boxes() -> None:
    """Ticked by x, counted from 1."""
    step = ExplainStep(id="e", prompt="?", model="m", checklist=("one", "[two]"))
    items = point_items(step, Page(ticked=(2,)))
    assert [(item.id, item.text.plain) for item in items] == [("1", "[ ] one"), ("2", "[x] [two]")]
