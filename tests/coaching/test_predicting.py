"""A predicted row that was not finished, in the app and in plain lines: one journal, found again in either."""

from __future__ import annotations

from pathlib import Path

from tests.plain.talking import events, talk_through, told
from tests.screens.driving import paste, press
from tutor.app import TutorApp
from tutor.coaching.predicting import is_prediction, numbers_of
from tutor.coaching.presets import EXAMPLE, PRESETS
from tutor.lessons.loader import load_course
from tutor.screens.answer_view import AnswerView
from tutor.screens.workbench import WorkbenchScreen
from tutor.surroundings import Surroundings
from tutor.widgets.fields import LineField

NOW = 1_800_000_000.0
STEP = "workbench-weights-row-1-head-1"


def app(state: Path) -> TutorApp:
    return TutorApp(Surroundings(state=state, clock=lambda: NOW, seed=7), course=load_course())


def drafts(state: Path) -> list[tuple[object, ...]]:
    """What the journal was told about predictions: the row's name, and what stood in the field."""
    return told([x for x in events(state) if is_prediction(str(x.get("step")))], "type", "step", "raw")


async def test_it_is_there_again_however_one_leaves(tmp_path: Path) -> None:
    """What broke: of all fields, only that of a prediction in the workbench kept nothing."""
    first = app(tmp_path)
    async with first.run_test(size=(80, 24)) as pilot:
        await press(pilot, ["w", "n", "n", "n", "p"])
        await paste(pilot, "0.33 0.")
        await press(pilot, ["ctrl+q"])
    assert drafts(tmp_path) == [("draft", STEP, "0.33 0.")]
    second = app(tmp_path)
    async with second.run_test(size=(80, 24)) as pilot:
        await press(pilot, ["w", "n", "n", "n", "p"])
        assert isinstance(second.screen, WorkbenchScreen)
        assert second.screen.query_one(AnswerView).value == "0.33 0."
        # Stopped and begun again, by either key; and in another stage it is another field.
        await press(pilot, ["escape", "p", "p"])
        assert second.screen.query_one(AnswerView).value == "0.33 0."
        await press(pilot, ["escape", "b", "p"])
        assert second.screen.query_one(AnswerView).value == ""


async def test_what_stands_in_it_is_kept_when_the_program_dies(tmp_path: Path) -> None:
    """Every screen is asked for what stands in its fields; it is in the file before anything is closed."""
    dying = app(tmp_path)
    async with dying.run_test(size=(80, 24)) as pilot:
        await press(pilot, ["w", "p", "4", "2"])
        dying.keep_drafts()
        assert drafts(tmp_path) == [("draft", "workbench-scores-row-1-head-1", "42")]


async def test_other_numbers_have_an_empty_field(tmp_path: Path) -> None:
    """What was typed for the same row of another problem would be wrong there."""
    other = app(tmp_path)
    async with other.run_test(size=(80, 24)) as pilot:
        await press(pilot, ["w", "p", "4", "escape", "p", "tab", "ctrl+k", "3", "space", "4", "escape", "p"])
        assert other.screen.query_one(AnswerView).value == ""
        await press(pilot, ["escape", "p"])
        # Back to the numbers of before: Ctrl+K on the line, and what stood there.
        await press(pilot, ["i", "home", "ctrl+k", "0", "space", "1", "escape", "p"])
        assert other.screen.query_one(AnswerView).value == "4"


async def test_what_was_right_is_done_with(tmp_path: Path) -> None:
    """A wrong row stays to be mended; the right one does not stand there the next time."""
    right = app(tmp_path)
    async with right.run_test(size=(80, 24)) as pilot:
        await press(pilot, ["w", "p", "1", "space", "1", "enter"])
        assert drafts(tmp_path)[-1][2] == "1 1"
        right.screen.query_one(LineField).put("")
        await press(pilot, ["0", "space", "1", "enter"])
        assert drafts(tmp_path)[-1][2] == ""
        await press(pilot, ["enter", "p"])
        assert right.screen.query_one(AnswerView).value == ""


def test_in_plain_lines(tmp_path: Path) -> None:
    """A line that was not ended is there when the row is asked for again, and `submit` sends it."""
    course = load_course()
    talk_through(course, ["workbench", "predict weights 1"], state=tmp_path, unfinished="0.3302 0.66")
    assert drafts(tmp_path) == [("draft", STEP, "0.3302 0.66")]
    said = talk_through(course, ["workbench", "submit", "predict 1 weights", "submit", "submit"], state=tmp_path)
    assert said.text.count("Nothing waits to be submitted.") == 1
    assert said.text.count("You had typed: 0.3302 0.66\nsubmit sends it as it is.") == 1
    assert said.text.count("wrong") >= 2, "it was judged twice, as it stands"
    again = talk_through(course, ["workbench", "predict weights 1", "[0.3302,", "0.6698]", "predict weights 1"],
                         state=tmp_path)  # fmt: skip
    assert again.text.count("You had typed") == 1
    assert drafts(tmp_path)[-1][2] == ""


async def test_either_front_end_finds_what_the_other_kept(tmp_path: Path) -> None:
    talk_through(load_course(), ["workbench", "predict weights 1"], state=tmp_path, unfinished="1/3 2/")
    found = app(tmp_path)
    async with found.run_test(size=(80, 24)) as pilot:
        await press(pilot, ["w", "n", "n", "n", "p"])
        assert found.screen.query_one(AnswerView).value == "1/3 2/"


def test_problems_are_told_apart() -> None:
    """Each of those that the menu offers, and the same one twice."""
    found = [numbers_of(preset.problem) for preset in PRESETS]
    assert len(set(found)) == len({repr(preset.problem) for preset in PRESETS})
    assert numbers_of(EXAMPLE.problem) == found[PRESETS.index(EXAMPLE)]


def test_its_name_is_no_page() -> None:
    """Nor is any page's name taken for it."""
    assert is_prediction(STEP)
    for step in ("workbench", "workbench-1", "workbench-weights", "my-workbench-weights-row-1-head-1", ""):
        assert not is_prediction(step)
    assert not [step.id for lesson in load_course().lessons for step in lesson.steps if is_prediction(step.id)]
