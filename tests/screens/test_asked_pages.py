"""The pages that ask for a number, a mask or targets, and the one of a laboratory, as a learner meets them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from tests.journey import TEXT, keys_through
from tests.lessons.asked_sample import ASKED
from tests.lessons.sample import SOUND, lesson_of
from tests.screens.conftest import Start
from tests.screens.driving import press, settle
from tests.screens.looking import screen_text, squeezed
from tutor.app import TutorApp
from tutor.coaching.labs.decoding import DecodingLab
from tutor.lessons.model import Course
from tutor.screens.lab import LabScreen
from tutor.screens.pages.mask import MaskPage
from tutor.screens.results import ResultsScreen
from tutor.widgets.choices import Choices
from tutor.widgets.mask_grid import MaskGrid

At = Callable[..., Any]


@pytest.fixture
def asked(tmp_path: Path) -> Course:
    """The sample of asked pages, as a course of one lesson."""
    lesson, faults = lesson_of(tmp_path, ASKED)
    assert lesson is not None, faults
    return Course(lessons=(lesson,))


@pytest.fixture
def at(start: Start, asked: Course) -> At:
    """Opens the sample at one of its pages."""

    @asynccontextmanager
    async def open_at(
        step_id: str, *, size: tuple[int, int] = (80, 24), **outside: Any
    ) -> AsyncIterator[tuple[TutorApp, Pilot[None]]]:
        app = start(of=asked, **outside)
        async with app.run_test(size=size) as pilot:
            await settle(pilot)
            await app.open_lesson("small", step_id)
            await settle(pilot)
            yield app, pilot

    return open_at


def text_of(app: TutorApp) -> str:
    return squeezed(screen_text(app))


@pytest.mark.parametrize("size", [(80, 24), (60, 20)])
async def test_a_learner_who_knows_goes_through_every_page(start: Start, asked: Course, size: tuple[int, int]) -> None:
    """Each kind by its keys, right the first time, to the results."""
    app = start(of=asked)
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        await app.open_lesson("small")
        await settle(pilot)
        await press(pilot, keys_through(asked.lessons[0]))
        assert isinstance(app.screen, ResultsScreen)
        steps = asked.lessons[0].steps
        assert all(app.session.progress.is_done(step.id) for step in steps)
        assert all(app.session.progress.record(step.id).first_try for step in steps if step.asks)


async def test_a_number_is_read_back_and_its_mistake_named(at: At) -> None:
    """The unit and the decimals stand over the box, the author's why under it."""
    async with at("root") as (app, pilot):
        assert "answer in meters 3 decimals" in text_of(app)
        await press(pilot, [TEXT + "1/√4"])
        assert "I read 0.5 (1/√4 = 0.5)" in text_of(app)
        await press(pilot, ["escape", "i", *["backspace"] * 4, TEXT + "√2", "enter"])
        assert "✗ Turn it over: 1/√2." in text_of(app)
        await press(pilot, ["escape", "s"])
        assert "worked out 1/√2 = 0.707" in text_of(app)


async def test_another_like_it_has_other_numbers_in_prompt_and_hints(at: At) -> None:
    """`a` draws anew; the field is empty and the hints are gone."""
    async with at("share") as (app, pilot):
        before = app.session.question.prompt
        assert squeezed(before) in text_of(app)
        await press(pilot, [TEXT + "7", "enter", "escape", "h", "a"])
        after = app.session.question.prompt
        assert after != before
        assert squeezed(after) in text_of(app)
        assert "hint 1" not in text_of(app)
        assert app.session.page.raw == ""


@pytest.mark.parametrize("page", ["bits", "grid", "shift"])
async def test_another_on_a_page_without_other_numbers_says_so(at: At, page: str) -> None:
    """What broke: it said that practice has fresh ones, where no such thing is practised."""
    async with at(page) as (app, pilot):
        await press(pilot, ["escape", "a"])
        assert "This page asks the same each time. Once it is answered, a asks it again." in text_of(app)
        assert app.session.page.again == 0


async def test_an_answered_mask_is_asked_again_with_an_empty_grid(at: At) -> None:
    async with at("grid") as (app, pilot):
        await press(pilot, [TEXT + "1 0 0; 1 1 0; 1 1 0", "enter"])
        assert "✓ Right." in text_of(app)
        assert "a again" in text_of(app)
        await press(pilot, ["a"])
        assert "✓ Right." not in text_of(app)
        assert app.screen.query_one(MaskPage).raw == ""
        assert app.focused is app.screen.query_one(MaskGrid)
        await press(pilot, [TEXT + "1 0 0; 1 1 0; 1 1 0", "enter"])
        assert "✓ Right." in text_of(app)


async def test_a_wrong_choice_is_mended_by_asking_it_again(at_sound: At) -> None:
    """What broke: results led back to a page on which nothing could be answered any more."""
    async with at_sound("choose") as (app, pilot):
        wrong = app.session.page.order.index(0)
        await press(pilot, ["abcd"[wrong], "enter"])
        assert "✗ Not this one" in text_of(app)
        assert "a again" in text_of(app)
        await press(pilot, ["a"])
        assert "✗ Not this one" not in text_of(app)
        assert app.screen.query_one(Choices).current is None
        await press(pilot, ["abcd"[app.session.page.order.index(1)], "enter"])
        assert "✓ Right." in text_of(app)
        record = app.progress.record("choose")
        assert (record.first_try, record.passed) == (False, True)


async def test_own_words_are_asked_for_again(at_sound: At) -> None:
    async with at_sound("say") as (app, pilot):
        await press(pilot, [TEXT + "Because.", "enter", "escape", "a"])
        assert "A model answer" not in text_of(app)
        assert app.session.page.raw == ""


async def test_targets_are_read_back_under_their_inputs(at: At) -> None:
    """Words, not numbers; each wrong one has its mark."""
    async with at("shift") as (app, pilot):
        await press(pilot, [TEXT + "START red"])
        assert "I read START → START red → red" in text_of(app)
        await press(pilot, ["enter"])
        assert "✗ START → START" in text_of(app)
        assert "✗ You gave each position its own token." in text_of(app)


async def test_a_mask_is_set_by_keys_marked_cell_by_cell_and_mended(at: At) -> None:
    """A slip has its name; a cell that is changed loses its mark; the right grid passes."""
    async with at("grid") as (app, pilot):
        assert app.focused is app.screen.query_one(MaskGrid)
        await press(pilot, ["enter"])
        assert "Set the cells first" in text_of(app)
        await press(pilot, ["1", "right", "1", "down", "1", "left", "space", "down", "1", "right", "1", "enter"])
        assert "START 1 ✓ 1 ✗ 0 ✓" in text_of(app)
        assert "✗ You hid the padding alone. Both masks count: PAD is padding, and no query may see" in text_of(app)
        await press(pilot, ["enter"])
        assert "This is what you submitted" in text_of(app)
        await press(pilot, ["up", "up", "0"])
        assert "START 1 ✓ [0] 0 ✓" in text_of(app)
        await press(pilot, ["enter"])
        assert "✓ Right." in text_of(app)
        assert app.session.page.raw == "1 0 0; 1 1 0; 1 1 0"
        await press(pilot, ["enter"])
        assert app.session.step.id == "own"


async def test_a_pasted_mask_fills_the_grid_and_other_text_says_why_not(at: At) -> None:
    async with at("grid") as (app, pilot):
        await press(pilot, [TEXT + "[[1, 0, 0], [1, 1, 0], [1, 1, 0]]"])
        assert app.session.page.raw == "1 0 0; 1 1 0; 1 1 0"
        await press(pilot, [TEXT + "hello"])
        assert "I can't read" in text_of(app)
        assert app.session.page.raw == "1 0 0; 1 1 0; 1 1 0"
        await press(pilot, ["enter"])
        assert app.session.page.done


async def test_letters_are_commands_beside_the_grid(at: At) -> None:
    """h hints, s shows, n goes on; a 1 finds the grid again."""
    async with at("grid") as (app, pilot):
        await press(pilot, ["h", "h", "h"])
        assert "For example, row 2, red, may attend START and red, so 1 1 0." in text_of(app)
        await press(pilot, ["h"])
        assert "Row by row: 1 0 0; 1 1 0; 1 1 0." in text_of(app)
        assert (app.session.page.shown, app.session.page.done) == (True, True)
        await press(pilot, ["enter"])
        assert app.session.step.id == "own"
        app.screen.set_focus(None)
        await press(pilot, ["1"])
        assert app.screen.query_one(MaskPage).raw == "1 0; 0 0"


async def test_what_was_set_is_there_again(start: Start, asked: Course, tmp_path: Path) -> None:
    """Leaving the page keeps the grid, and so does leaving the program."""
    state = tmp_path / "state"
    for _ in range(2):
        app = start(of=asked, state=state)
        async with app.run_test() as pilot:
            await settle(pilot)
            await app.open_lesson("small", "grid")
            await settle(pilot)
            if not app.session.page.raw:
                await press(pilot, ["down", "1", "q"])
            else:
                assert app.screen.query_one(MaskPage).raw == "0 0 0; 1 0 0; 0 0 0"
                break
    else:
        pytest.fail("nothing was kept")


async def test_a_laboratory_opens_at_the_values_of_its_page_and_comes_back_to_it(at: At) -> None:
    """Opened again it is as it was left; the page is done when one goes on."""
    async with at("try-out") as (app, pilot):
        assert "Enter opens the laboratory on decoding" in text_of(app)
        await press(pilot, ["enter"])
        assert isinstance(app.screen, LabScreen)
        assert isinstance(app.screen.lab, DecodingLab)
        assert app.screen.lab.logits == (1.0, 0.5)
        assert app.screen.lab.temperature == 2.0
        await press(pilot, ["right", "q", "enter"])
        assert isinstance(app.screen, LabScreen)
        assert isinstance(app.screen.lab, DecodingLab)
        assert app.screen.lab.temperature > 2.0
        await press(pilot, ["q"])
        assert not app.session.page.done
        await press(pilot, ["n"])
        assert isinstance(app.screen, ResultsScreen)
        assert app.session.progress.is_done("try-out")


async def test_a_mask_fits_without_scrolling_and_reads_in_ascii(at: At) -> None:
    """Eight cells wide at 60 columns; brackets, digits and marks alone."""
    async with at("grid", size=(60, 20), ascii=True, colors="none") as (app, pilot):
        await press(pilot, ["1", "down", "1", "enter"])
        screen = screen_text(app)
        assert screen.isascii()
        assert "START  1 +" in screen
        assert "PAD    0 x" in screen


@pytest.fixture
def at_sound(start: Start, tmp_path: Path) -> At:
    """Opens the other sample at one of its pages."""
    lesson, faults = lesson_of(tmp_path, SOUND)
    assert lesson is not None, faults
    of = Course(lessons=(lesson,))

    @asynccontextmanager
    async def open_at(step_id: str, *, size: tuple[int, int] = (80, 24)) -> AsyncIterator[tuple[TutorApp, Pilot[None]]]:
        app = start(of=of)
        async with app.run_test(size=size) as pilot:
            await settle(pilot)
            await app.open_lesson("small", step_id)
            await settle(pilot)
            yield app, pilot

    return open_at


@pytest.mark.parametrize("size", [(80, 24), (60, 20)])
async def test_what_was_written_is_not_called_shown(at_sound: At, size: tuple[int, int]) -> None:
    """The title says what the learner did; a model answer that was only looked at is shown."""
    async with at_sound("say", size=size) as (app, pilot):
        await press(pilot, [*"Words", "enter"])
        assert "written, compared · page 6 of 6" in text_of(app)
    async with at_sound("say", size=size) as (app, pilot):
        await press(pilot, ["escape", "s"])
        assert "shown · page 6 of 6" in text_of(app)


DRAWN = """\
title = "Drawn"
objectives = ["Count."]

[[steps]]
id = "count"
kind = "number"
stage = "quiz"
body = "The text has {n} tokens."
prompt = "And how many with START?"
answer = "{n} + 1"
digits = 0
hints = ["START is one.", "{n} and one more."]

[steps.draw]
n = [11, 12, 13, 14, 15, 16, 17, 18, 19]
"""


async def test_another_changes_the_numbers_in_the_text_too(start: Start, tmp_path: Path) -> None:
    lesson, faults = lesson_of(tmp_path, DRAWN)
    assert lesson is not None, faults
    app = start(of=Course(lessons=(lesson,)))
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await app.open_lesson("small", "count")
        await settle(pilot)
        seen = set()
        for _ in range(4):
            (body,) = [line for line in screen_text(app).splitlines() if "The text has" in line]
            count = int(body.split()[3])
            seen.add(count)
            await press(pilot, [*str(count + 1), "enter"])
            assert app.session.page.verdict is not None
            assert app.session.page.verdict.status == "right"
            await press(pilot, ["a"])
            await settle(pilot)
        assert len(seen) > 1


async def test_the_last_lesson_leads_on_to_a_mixed_quiz(start: Start, tmp_path: Path) -> None:
    lesson, faults = lesson_of(tmp_path, DRAWN)
    assert lesson is not None, faults
    app = start(of=Course(lessons=(lesson,)))
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await app.open_lesson("small", "count")
        await settle(pilot)
        await press(pilot, [*app.session.question.ladder()[-1].split(" = ")[-1].rstrip("."), "enter", "enter"])
        await settle(pilot)
        assert isinstance(app.screen, ResultsScreen)
        ways = app.screen.ways
        assert [item.id for item in ways.items[:2]] == ["course", "quiz"]
        ways.set_items(ways.items, keep="quiz")
        await press(pilot, ["enter"])
        await settle(pilot)
        assert app.session.lesson is not None
        assert (app.session.lesson.title, app.session.step.id) == ("Mixed quiz", "count")
        assert "question 1 of 1" in text_of(app)


async def test_a_page_looked_at_from_results_leads_back_to_them(start: Start, asked: Course) -> None:
    """What broke: `q` went home, and the results of a mixed quiz were gone for good."""
    app = start(of=asked)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        lesson = asked.lessons[0]
        await app.open_lesson("small")
        await settle(pilot)
        app.session.run(replace(lesson, number=0, slug="mixed-quiz"), again=1)
        await app.open_results()
        await settle(pilot)
        results = app.screen
        assert isinstance(results, ResultsScreen)
        way = next(item for item in results.ways.items if item.id.startswith("page:"))
        results.ways.set_items(results.ways.items, keep=way.id)
        await press(pilot, ["enter"])
        assert app.session.lesson is lesson
        app.screen.set_focus(None)
        await press(pilot, ["q"])
        assert app.screen is results
        assert app.session.lesson is not None
        assert app.session.lesson.slug == "mixed-quiz"
        way = next(item for item in results.ways.items if item.id.startswith("question:"))
        results.ways.set_items(results.ways.items, keep=way.id)
        await press(pilot, ["enter"])
        assert f"question {way.id.split(':')[1]} of" in text_of(app)


async def test_what_is_right_stays_so_and_is_said_to(at: At) -> None:
    """What broke: s after the right answer showed the solution, and one could think the page lost; plain lines said so.

    It is still said when the page is come back to, and never where the answer was not right.
    """
    said = "Already right: it stays so."
    async with at("root") as (app, pilot):
        await press(pilot, [TEXT + "0.7", "enter", "escape", "s"])
        assert "worked out 1/√2 = 0.707" in text_of(app)
        assert said not in text_of(app)
    async with at("root") as (app, pilot):
        await press(pilot, [TEXT + "0.707", "enter"])
        assert said not in text_of(app)
        await press(pilot, ["s"])
        assert text_of(app).index(said) < text_of(app).index("worked out 1/√2 = 0.707")
        assert not app.session.page.shown
        await press(pilot, ["n", "ctrl+p"])
        assert said in text_of(app)
