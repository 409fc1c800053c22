"""Keys that come faster than the fields they are meant for are put up: none is lost, and each is done in its turn."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

import pytest
from textual.app import App

from tests.screens.conftest import Start
from tests.screens.driving import key_event, press, settle
from tests.widgets.holding import Holder
from tutor.lessons.model import Course, MaskStep
from tutor.screens.answer_view import AnswerView
from tutor.screens.stage_view import StageView
from tutor.screens.workbench import WorkbenchScreen
from tutor.widgets.block_field import BlockField
from tutor.widgets.fields import LineField
from tutor.widgets.mask_grid import MaskGrid


def at_once(app: App[None], keys: Iterable[str]) -> None:
    """All of them are there before the first one is handled, as a terminal hands over what was typed in a stall."""
    for key in keys:
        app.post_message(key_event(key))


@pytest.mark.parametrize(
    ("keys", "q", "k", "mask"),
    [
        (["tab", *"5 "], "5 0 1", "1 0\n0 1", "none"),
        (["i", *"5 "], "5 0 1", "1 0\n0 1", "none"),
        (["tab", "9", "tab", "8", "tab", "tab", *"causal"], "90 1", "81 0\n0 1", "nonecausal"),
        (["shift+tab", "shift+tab", "shift+tab", "x"], "0 1", "1 0\n0 1", "nonex"),
    ],
    ids=str,
)
async def test_into_the_form(start: Start, keys: list[str], q: str, k: str, mask: str) -> None:
    """What broke: what was typed within 20 ms after Tab went to the table, where a digit is nothing."""
    app = start()
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, ["w"])
        at_once(app, keys)
        await settle(pilot)
        assert isinstance(app.screen, WorkbenchScreen)
        form = app.screen.form()
        assert (form.q, form.k, form.mask) == (q, k, mask)


@pytest.mark.parametrize(
    ("before", "asked"),
    [([], "scores of q1"), (["n", "n", "n"], "weights of q1"), (["n", "b", "right", "n"], "scaled scores of q1")],
    ids=str,
)
async def test_into_a_prediction(start: Start, before: list[str], asked: str) -> None:
    """Steps and moves before it are done first; Enter after it judges all that was typed."""
    app = start()
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, ["w"])
        at_once(app, [*before, "p", *"7 8", "enter"])
        await settle(pilot)
        await settle(pilot)
        box = app.screen.query_one(AnswerView)
        assert (box.question.label, box.value, box.judged) == (asked, "7 8", "7 8")


async def test_keys_of_the_app_and_of_the_table_still_work(start: Start) -> None:
    """Each once: a cell to the right, a stage on, help, out."""
    app = start()
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, ["w", "right", "n", "n"])
        assert isinstance(app.screen, WorkbenchScreen)
        assert (app.screen.stages.table.column, app.screen.stages.stage) == (1, "masked")
        await press(pilot, ["question_mark"])
        assert not isinstance(app.screen, WorkbenchScreen)
        await press(pilot, ["escape", "q"])
        assert len(app.screen_stack) == 1
        await press(pilot, ["ctrl+q"])
        assert app.return_code == 0


@pytest.mark.parametrize(
    ("keys", "text"),
    [
        (["ctrl+u", *"12"], "12"),
        (["ctrl+a", "ctrl+k", *"12"], "12"),
        (["backspace", "1", "left", "2"], "0 21"),
        (["home", "1", "end", "2"], "10 02"),
        (["7", "ctrl+z", "8"], "0 08"),
        (["ctrl+w", "3"], "0 3"),
    ],
    ids=str,
)
@pytest.mark.parametrize("kind", [LineField, BlockField])
async def test_editing_keys_have_their_turn(keys: list[str], text: str, kind: type[LineField | BlockField]) -> None:
    """What broke: Ctrl+U and an answer in one burst, and the answer was deleted, in one of ten tries on a busy host."""

    app = Holder()
    async with app.run_test() as pilot:
        field = kind("0 0")
        await app.mount(field)
        field.focus()
        await settle(pilot)
        at_once(app, ["end", *keys])
        await settle(pilot)
        assert (field.value if isinstance(field, LineField) else field.text) == text


async def test_a_mask_is_set_in_the_order_of_the_keys(start: Start, course: Course) -> None:
    """What broke: of an arrow and a digit that came together, the digit was first, and set the cell before."""
    lesson, step = next((x, s) for x in course.lessons for s in x.steps if isinstance(s, MaskStep) and s.n >= 3)
    app = start()
    async with app.run_test(size=(80, 24)) as pilot:
        await app.open_lesson(lesson.slug, step.id)
        await settle(pilot)
        at_once(app, ["0", "right", "1", "right", "0", "down", "1", "left", "1", "left", "0"])
        await settle(pilot)
        assert [row[:3] for row in app.screen.query_one(MaskGrid).cells[:2]] == [
            (False, True, False),
            (False, True, True),
        ]


async def test_an_answer_to_a_question_that_has_been_closed_is_let_go(start: Start) -> None:
    """What broke: among random keys, Enter in a prediction and at once the key that closes it ended the app."""
    app = start()
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, ["w", "p"])
        box = app.screen.query_one(AnswerView)
        await press(pilot, ["escape", "p"])
        assert not app.screen.query(AnswerView)
        app.screen.post_message(AnswerView.Submitted(box, "7 8"))
        await settle(pilot)
        assert box.verdict is None
        assert app.screen.query_one(StageView).is_attached


WORDS = "Each one may look back."


@pytest.mark.parametrize(
    ("kind", "keys", "raw", "judged"),
    [
        ("explain", [*WORDS, "enter", "ctrl+n"], WORDS, WORDS),
        ("explain", [*WORDS, "ctrl+n"], WORDS, None),
        ("number", [*"1 7 3", "enter", "ctrl+n"], "1 7 3", "1 7 3"),
        ("number", [*"1 7 3", "ctrl+p"], "1 7 3", None),
        ("number", ["escape", *"17", "enter", "ctrl+g", "4", "ctrl+g", "ctrl+n"], "17", "17"),
    ],
    ids=str,
)
async def test_a_page_is_turned_after_what_was_typed_before_that(
    start: Start, course: Course, kind: str, keys: list[str], raw: str, judged: str | None
) -> None:
    """What broke: Enter and Ctrl+N in one burst; the page was turned, and the answer was not, or not all, submitted."""
    lesson, at = next(
        (x, i) for x in course.lessons for i, s in enumerate(x.steps) if s.kind == kind and 0 < i < len(x.steps) - 1
    )
    app = start()
    async with app.run_test(size=(80, 24)) as pilot:
        await app.open_lesson(lesson.slug, lesson.steps[at].id)
        await settle(pilot)
        at_once(app, keys)
        await settle(pilot)
        await settle(pilot)
        assert app.session.index == at + (-1 if "ctrl+p" in keys else 1)
        await press(pilot, ["ctrl+p" if "ctrl+n" in keys else "ctrl+n"])
        page = app.session.page
        assert (page.raw, page.judged) == (raw, judged)


@pytest.mark.parametrize(
    ("keys", "chosen"), [(["b", "enter"], 1), (["down", "down", "enter"], 1), (["a", "up", "b", "enter"], 1)], ids=str
)
async def test_a_question_is_answered_before_its_page_is_turned(
    start: Start, course: Course, keys: list[str], chosen: int
) -> None:
    lesson, at = next(
        (x, i)
        for x in course.lessons
        for i, s in enumerate(x.steps)
        if s.kind == "choice" and len(s.options) > 2 and i < len(x.steps) - 1
    )
    app = start()
    async with app.run_test(size=(80, 24)) as pilot:
        await app.open_lesson(lesson.slug, lesson.steps[at].id)
        await settle(pilot)
        at_once(app, [*keys, "ctrl+n"])
        await settle(pilot)
        assert app.session.index == at + 1
        await press(pilot, ["ctrl+p"])
        assert app.session.page.chosen == chosen


async def test_leaving_waits_for_what_was_typed_before_it(start: Start, course: Course, tmp_path: Path) -> None:
    """What broke: of an answer and Ctrl+Q in one burst, only what had reached the field by then was kept."""
    lesson, step = next((x, s) for x in course.lessons for s in x.steps if s.kind == "number")
    app = start(state=tmp_path / "state")
    async with app.run_test(size=(80, 24)) as pilot:
        await app.open_lesson(lesson.slug, step.id)
        await settle(pilot)
        at_once(app, [*"-0.125", "ctrl+q"])
        await settle(pilot)
    kept = [
        json.loads(line) for file in (tmp_path / "state").rglob("*.jsonl") for line in file.read_text().splitlines()
    ]
    assert [event["raw"] for event in kept if event["type"] == "draft"][-1:] == ["-0.125"]
