"""What every question says of itself, and what a session does with one, whatever its kind."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.journey import right_mask, right_number
from tests.lessons.asked_sample import ASKED
from tests.lessons.sample import lesson_of
from tests.records.lines import raw_lines
from tutor.coaching.judging.masks import grid_text
from tutor.coaching.question import question_of
from tutor.coaching.session import Session
from tutor.lessons.model import AskingStep, Course, Lesson, MaskStep, NumberStep, Step, TargetsStep
from tutor.records.journal import Journal
from tutor.records.progress import fold
from tutor.records.recorded import read_events

ASKING = ["root", "bits", "share", "grid", "own", "shift"]
WRONG = {
    "root": "√2",
    "bits": "1.04",
    "share": "7",
    "grid": "1 1 1; 1 1 1; 1 1 1",
    "own": "1 1; 1 1",
    "shift": "START red",
}

Start = Callable[..., Session]


@pytest.fixture
def lesson(tmp_path: Path) -> Lesson:
    found, faults = lesson_of(tmp_path, ASKED)
    assert found is not None, faults
    return found


@pytest.fixture
def start(tmp_path: Path, lesson: Lesson) -> Start:
    """Begins another stay of the same learner, from what the ones before have left in the journal."""
    now = [1_800_000_000.0]

    def clock() -> float:
        now[0] += 1
        return now[0]

    def begin(learner: str | None = None) -> Session:
        progress = fold(read_events(tmp_path / "state", learner=learner).events)
        journal = Journal(
            tmp_path / "state", clock=clock, learner=learner, version="0", front_end="app", after=progress.latest
        )
        return Session(load=lambda: Course(lessons=(lesson,)), journal=journal, progress=progress, learner=learner)

    return begin


def at(session: Session, step_id: str) -> Session:
    session.open(session.course.lessons[0], step_id)
    return session


def right(step: Step, *, learner: str | None = None, again: int = 0) -> str:
    """What a learner who knows types."""
    if isinstance(step, NumberStep):
        return right_number(step, question_of(step, learner=learner, again=again))
    if isinstance(step, MaskStep):
        return grid_text(tuple(map(tuple, right_mask(step))))
    assert isinstance(step, TargetsStep)
    return " ".join(step.tokens[1:])


def asking(lesson: Lesson) -> list[AskingStep]:
    return [step for step in lesson.steps if isinstance(step, AskingStep)]


def test_every_question_says_what_it_asks(lesson: Lesson) -> None:
    """A prompt with its numbers, a label, a form, a name for each cell of the right answer's verdict."""
    for step in asking(lesson):
        question = question_of(step)
        assert question.prompt
        assert "{" not in question.prompt
        assert question.label
        assert question.form
        assert question.placeholder
        verdict = question.judge(right(step))
        assert verdict.status == "right"
        assert len(verdict.cells) == len(question.names)
        ladder = question.ladder()
        assert ladder[:2] == tuple(hint for hint in ladder[:2] if "{" not in hint)
        assert len(ladder) >= 3
        assert len(set(ladder)) == len(ladder)


def test_what_is_heard_while_one_types(lesson: Lesson) -> None:
    """Numbers, words and grids are read back; nothing is said of nothing."""
    heard = {step.id: question_of(step) for step in asking(lesson)}
    for question in heard.values():
        assert question.hear("  ") is None

    def hear(step: str, text: str) -> tuple[tuple[str, ...], str]:
        found = heard[step].hear(text)
        assert found is not None
        return found.cells, found.whole or found.reason or found.aside

    assert hear("root", "1/√2") == (("0.7071",), "(1/√2 = 0.7071)")
    assert hear("root", "1 2")[1].startswith("[1, 2]")
    assert "only + - * /" in hear("root", "abc")[1]
    assert hear("share", "25%") == (("0.25",), "(25% = 0.25)")
    assert hear("grid", "100 110 110") == ((), "1 0 0; 1 1 0; 1 1 0")
    assert "wanted" in hear("grid", "1 0")[1]
    assert hear("shift", "red, END") == (("red", "END"), "")
    assert hear("shift", "[red]") == (("red",), "")
    assert hear("shift", "a b c") == ((), "a b c")


@pytest.mark.parametrize("step_id", ASKING)
def test_wrong_then_hints_then_right(start: Start, tmp_path: Path, step_id: str) -> None:
    """A wrong answer counts, hints come one by one, the right one closes the page; the journal has the raw text."""
    session = at(start("ada"), step_id)
    assert not session.submit(WRONG[step_id]).passed
    first = session.page.tries
    assert session.hint() == 1
    assert session.submit(right(session.step, learner="ada")).status == "right"
    assert (session.page.tries, session.page.done, session.page.closed) == (first + 1, True, True)
    record = session.progress.record(step_id)
    assert (record.passed, record.first_try, record.hints) == (True, first == 0, 1)
    told = [line for line in raw_lines(tmp_path / "state") if line["type"] == "answer"]
    assert [line["raw"] for line in told] == [WRONG[step_id], right(session.step, learner="ada")]
    assert {line["seed"] for line in told} == {session.question.seed}
    assert {line["digits"] for line in told} == {session.question.digits}


@pytest.mark.parametrize("step_id", ASKING)
def test_the_last_hint_shows_the_answer_and_closes_the_page(start: Start, step_id: str) -> None:
    session = at(start(), step_id)
    for rung in range(len(session.ladder())):
        assert not session.page.shown
        assert session.hint() == rung + 1
    assert (session.page.shown, session.page.done) == (True, True)
    assert session.progress.record(step_id).shown


@pytest.mark.parametrize("step_id", ASKING)
def test_another_day_the_answer_is_there_again(start: Start, step_id: str) -> None:
    session = at(start("ada"), step_id)
    typed = right(session.step, learner="ada")
    session.submit(typed)
    later = at(start("ada"), step_id)
    assert (later.page.raw, later.page.judged, later.page.done) == (typed, typed, True)


def test_what_was_typed_for_other_numbers_is_not_shown_beside_these(start: Start) -> None:
    """After `a` the numbers are others; on another day the page shows the first ones, with an empty field."""
    session = at(start("ada"), "share")
    before = session.question.prompt
    session.another()
    assert session.question.prompt != before
    session.submit(right(session.step, learner="ada", again=1))
    later = at(start("ada"), "share")
    assert (later.question.prompt, later.page.raw, later.page.judged, later.page.done) == (before, "", None, True)


def test_a_laboratory_page_is_done_when_one_goes_on(start: Start) -> None:
    session = at(start(), "try-out")
    assert not session.page.done
    session.turn(1)
    assert session.progress.is_done("try-out")
