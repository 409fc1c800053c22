"""A learner's stay: what stands on each page, what the journal is told, and what is there on another day."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.lessons.sample import SOUND, lesson_of
from tests.records.lines import raw_lines
from tutor.coaching.judging.remarks import MASK_FIRST
from tutor.coaching.page import asked_again, remembered
from tutor.coaching.question import question_of
from tutor.coaching.session import Session
from tutor.coaching.verdict import Verdict
from tutor.lessons.model import ChoiceStep, Course, Lesson, NumberStep, Option
from tutor.records.journal import Journal
from tutor.records.progress import StepRecord, fold
from tutor.records.recorded import read_events

TEXT = (
    SOUND.replace('id = "weights"', 'id = "weights"')
    + """
[[steps]]
id = "scaled"
kind = "vector"
problem = "small"
ask_for = "scaled"
prompt = "Which scaled scores?"
hints = ["Divide.", "By the root of d_k."]

[[steps]]
id = "output"
kind = "vector"
problem = "small"
ask_for = "output"
prompt = "Which output?"
hints = ["Mix.", "Weights times values."]
"""
)
PLACES = ["read", "walk", "weights", "again", "choose", "say", "scaled", "output"]

Start = Callable[..., Session]


@pytest.fixture
def lesson(tmp_path: Path) -> Lesson:
    """The sound lesson, and two more pages on its small problem."""
    found, faults = lesson_of(tmp_path, TEXT)
    assert found is not None, faults
    assert [step.id for step in found.steps] == PLACES
    return found


@pytest.fixture
def start(tmp_path: Path, lesson: Lesson) -> Start:
    """Begins another stay of the same learner, from what the ones before have left in the journal."""
    now = [1_800_000_000.0]

    def clock() -> float:
        now[0] += 1
        return now[0]

    def begin(learner: str | None = None, *, seed: int = 7) -> Session:
        progress = fold(read_events(tmp_path / "state", learner=learner).events)
        journal = Journal(
            tmp_path / "state", clock=clock, learner=learner, version="0", front_end="app", after=progress.latest
        )
        return Session(
            load=lambda: Course(lessons=(lesson,)), journal=journal, progress=progress, learner=learner, seed=seed
        )

    return begin


def at(session: Session, step_id: str) -> Session:
    """The same session with this page open."""
    session.open(session.course.lessons[0], step_id)
    return session


def told(folder: Path, *kinds: str) -> list[dict[str, Any]]:
    """What the journals hold of these kinds, without what every line has."""
    return [
        {name: value for name, value in line.items() if name not in ("v", "t")}
        for line in raw_lines(folder / "state")
        if line["type"] in kinds
    ]


def test_opening_begins_at_the_first_page_and_tells_the_journal(start: Start, tmp_path: Path) -> None:
    """One line for the page that is opened, none for the others."""
    session = start()
    session.open(session.course.lessons[0])
    assert (session.index, session.step.id) == (0, "read")
    assert told(tmp_path, "open") == [{"type": "open", "lesson": "small", "step": "read"}]


def test_turning_pages(start: Start) -> None:
    """Back at the first and on at the last page there is nowhere to go."""
    session = at(start(), "read")
    assert not session.turn(-1)
    assert [session.turn(1) for _ in PLACES] == [True] * (len(PLACES) - 1) + [False]
    assert session.at_end
    assert session.turn(-1)
    assert session.step.id == "scaled"


def test_a_page_that_asks_nothing_is_done_when_one_goes_on(start: Start, tmp_path: Path) -> None:
    """Once, and not when one goes back; a page that asks is not done by turning it."""
    session = at(start(), "read")
    session.turn(1)
    session.turn(-1)
    session.turn(1)
    session.turn(1)
    session.turn(1)
    assert told(tmp_path, "done") == [{"type": "done", "step": "read"}, {"type": "done", "step": "walk"}]
    assert not session.progress.is_done("weights")


def test_an_answer_is_judged_and_recorded_as_typed(start: Start, tmp_path: Path) -> None:
    """q = [0, 1], keys e1 and e2: weights 0.330 and 0.670. Without scaling 0.269 and 0.731."""
    session = at(start(), "weights")
    assert session.submit("[.27; .731").status == "unreadable"
    assert session.page.tries == 0
    verdict = session.submit("0.269 0.731")
    assert verdict.mistakes == ("no-scaling",)
    assert (session.page.tries, session.page.done) == (1, False)
    assert session.submit("0.330 0.670").passed
    assert (session.page.tries, session.page.done, session.page.closed) == (2, True, True)
    lines = told(tmp_path, "answer")
    assert [(x["raw"], x["status"], x["mistakes"]) for x in lines] == [
        ("[.27; .731", "unreadable", []),
        ("0.269 0.731", "mistake", ["no-scaling"]),
        ("0.330 0.670", "right", []),
    ]
    assert [x["try"] for x in lines] == [1, 1, 2]
    assert session.progress.record("weights").first_status == "mistake"


def test_a_draft_is_kept_and_costs_nothing(start: Start, tmp_path: Path) -> None:
    """The same text twice is one line; what was judged before stays judged."""
    session = at(start(), "weights")
    session.submit("0.269 0.731")
    session.draft("0.3")
    session.draft("0.3")
    assert told(tmp_path, "draft") == [{"type": "draft", "step": "weights", "raw": "0.3"}]
    assert (session.page.raw, session.page.judged, session.page.tries) == ("0.3", "0.269 0.731", 1)


def test_hints_go_up_the_ladder_one_by_one(start: Start, tmp_path: Path) -> None:
    """The author's two, a worked cell, the whole; then there are no more."""
    session = at(start(), "weights")
    ladder = session.ladder()
    assert ladder[:2] == ("Scale first.", "Then exponentiate.")
    assert "0.33" in ladder[-1]
    assert "0.67" in ladder[-1]
    assert [session.hint() for _ in range(6)] == [1, 2, 3, 4, 4, 4]
    assert [x["rung"] for x in told(tmp_path, "hint")] == [1, 2, 3, 4]


@pytest.mark.parametrize("another_day", [False, True])
def test_what_is_right_already_is_not_shown(start: Start, tmp_path: Path, another_day: bool) -> None:
    """What broke: to look at the worked answer after one's own right one counted as shown, and its hints as hints."""
    session = at(start(), "weights")
    assert session.submit("0.3302 0.6698").passed
    if another_day:
        session = at(start(), "weights")
    assert session.is_right
    session.show()
    assert session.page.rungs == len(session.ladder())
    assert not session.page.shown
    assert (told(tmp_path, "shown"), told(tmp_path, "hint")) == ([], [])
    session = at(start(), "scaled")
    assert session.submit("0 0.7071").passed
    for _ in session.ladder():
        session.hint()
    assert (told(tmp_path, "shown"), told(tmp_path, "hint")) == ([], [])
    session.submit("1 1")
    session.show()
    assert told(tmp_path, "shown") == [{"type": "shown", "step": "scaled"}]


def test_a_shown_answer_closes_the_page_for_credit(start: Start, tmp_path: Path) -> None:
    """It is done, but what is typed afterwards is no first try."""
    session = at(start(), "weights")
    session.show()
    session.show()
    assert told(tmp_path, "shown") == [{"type": "shown", "step": "weights"}]
    assert (session.page.shown, session.page.done, session.page.closed) == (True, True, True)
    session.submit("0.330 0.670")
    record = session.progress.record("weights")
    assert (record.shown, record.first_try) == (True, None)


def test_nothing_is_carried_from_one_page_to_another(start: Start) -> None:
    """Scaled scores 0 and 0.4 are wrong, and e^0.4 = 1.4918 gives weights of 0.4013 and 0.5987.

    What broke: they passed as following from that line, on a page that states the right scaled scores.
    """
    session = at(start(), "scaled")
    assert not session.submit("0 0.4").passed
    at(session, "weights")
    verdict = session.submit("0.4013 0.5987")
    assert (verdict.status, verdict.passed) == ("wrong", False)
    assert not at(start(), "weights").submit("0.4013 0.5987").passed


def test_coming_back_finds_everything_as_it_was(start: Start) -> None:
    """The page, what was typed since, tries, hints, and whether it is done."""
    first = at(start(), "weights")
    first.submit("0.269 0.731")
    first.hint()
    first.draft("0.33 ")
    second = start()
    second.open(second.course.lessons[0])
    assert second.step.id == "weights"
    page = second.page
    assert (page.raw, page.judged, page.tries, page.rungs, page.done) == ("0.33 ", "0.269 0.731", 1, 1, False)


def test_a_finished_lesson_opens_at_its_beginning(start: Start) -> None:
    """There is no place left to come back to."""
    session = at(start(), "read")
    for step in session.course.lessons[0].steps:
        at(session, step.id).finish_page()
    again = start()
    again.open(again.course.lessons[0])
    assert again.index == 0


def test_a_page_that_was_renamed_is_found(start: Start) -> None:
    """`was` names an id of old."""
    session = at(start(), "read-old")
    assert session.step.id == "read"


def test_own_words_are_kept_with_the_points_that_they_have(start: Start, tmp_path: Path) -> None:
    """Once submitted, the model answer may be seen, and the page is done."""
    session = at(start(), "say")
    assert not session.page.closed
    session.explain("Because of\nthe values.", ticked=(1,))
    assert told(tmp_path, "explain", "done") == [
        {"type": "explain", "step": "say", "raw": "Because of\nthe values.", "ticked": [1]},
        {"type": "done", "step": "say"},
    ]
    assert (session.page.shown, session.page.done) == (True, True)


def test_own_words_are_there_on_another_day(start: Start) -> None:
    """What broke: after a restart the model answer and the ticks were gone from the page."""
    at(start(), "say").explain("Because.", ticked=(1,))
    page = at(start(), "say").page
    assert (page.raw, page.ticked, page.shown, page.closed) == ("Because.", (1,), True, True)


def test_other_numbers_begin_afresh(start: Start) -> None:
    """The same page, another problem: nothing typed, no tries; and the problem of before on another day."""
    session = at(start(), "again")
    before = session.question
    session.submit("1 2 3")
    session.hint()
    session.another()
    assert session.question.seed != before.seed
    page = session.page
    assert (page.raw, page.judged, page.verdict, page.tries, page.rungs) == ("", None, None, 0, 0)
    assert at(start(), "again").question.seed == before.seed


def test_numbers_are_drawn_once(start: Start) -> None:
    """What broke: a page with drawn numbers drew them anew, 25 ms each, for every key and every footer."""
    session = at(start(), "again")
    asked = session.question
    assert session.question is asked
    session.another()
    assert session.question is not asked
    assert at(session, "weights").question.seed is None


def test_that_models_hide_first_is_said_once(start: Start) -> None:
    """Each right row of masked weights had it; and the practice problem's too."""
    session = start()
    said = Verdict(status="right", message=f"Right. {MASK_FIRST}")
    assert [session.once(said).message for _ in range(3)] == [said.message, "Right.", "Right."]


def test_two_learners_get_numbers_of_their_own(start: Start) -> None:
    """Drawn by the learner's name, so that copying does not help, and the same on every day."""
    seeds = {name: at(start(name), "again").question.seed for name in ("ada", "bob", "eve")}
    assert len(set(seeds.values())) == 3
    assert at(start("ada"), "again").question.seed == seeds["ada"]


def test_a_choice_is_taken_once_and_explained(start: Start, tmp_path: Path) -> None:
    """The right one is right; the text is recorded, never the place."""
    session = at(start(), "choose")
    verdict = session.choose(1)
    assert (verdict.status, verdict.message) == ("right", "The output is a sum of values.")
    [line] = told(tmp_path, "answer")
    assert (line["raw"], line["status"], line["mistakes"]) == ("The values", "right", [])
    assert told(tmp_path, "shown") == []


def test_a_wrong_choice_shows_the_right_one(start: Start, tmp_path: Path) -> None:
    """So the page is done, and counts as shown; the misconception is recorded."""
    session = at(start(), "choose")
    verdict = session.choose(0)
    assert (verdict.status, verdict.mistakes) == ("mistake", ("mixed-keys",))
    assert (session.page.shown, session.page.done, session.page.closed) == (True, True, True)
    assert told(tmp_path, "shown") == [{"type": "shown", "step": "choose"}]
    page = at(start(), "choose").page
    assert (page.chosen, page.closed) == (0, True)


def test_a_wrong_choice_can_be_mended(start: Start, tmp_path: Path) -> None:
    """Asked again it is open; right then, it stands right on another day too. The first try stays the first."""
    session = at(start(), "choose")
    session.choose(0)
    session.another()
    page = session.page
    assert (page.chosen, page.verdict, page.shown, page.done, page.closed) == (None, None, False, False, False)
    assert session.choose(1).passed
    assert [(x["status"], x["try"]) for x in told(tmp_path, "answer")] == [("mistake", 1), ("right", 2)]
    record = session.progress.record("choose")
    assert (record.first_try, record.passed, record.attempts) == (False, True, 2)
    page = at(start(), "choose").page
    assert (page.chosen, page.shown, page.closed) == (1, False, True)
    [outcome] = [x for x in session.results().outcomes if x.step.id == "choose"]
    assert (outcome.first_try, outcome.passed) == (False, True)


def test_asked_again_in_a_run_is_no_first_try(start: Start) -> None:
    """Its results are those of this time: right, but not at the first try."""
    session = start()
    session.open(session.course.lessons[0])
    session.run(replace(session.course.lessons[0], number=0), again=3)
    session.turn(4)
    assert session.step.id == "choose"
    session.choose(0)
    session.another()
    session.choose(1)
    [outcome] = [x for x in session.results().outcomes if x.step.id == "choose"]
    assert (outcome.first_try, outcome.passed) == (False, True)


def test_a_lesson_again_opens_its_wrong_questions(start: Start) -> None:
    """Those that were right stay as they are."""
    session = at(start(), "choose")
    session.choose(0)
    session.open_again(session.course.lessons[0])
    assert session.index == 0
    assert not at(session, "choose").page.closed
    session.choose(1)
    session.open_again(session.course.lessons[0])
    assert at(session, "choose").page.closed


def test_options_come_in_another_order_each_time() -> None:
    """Where they are shuffled, and the right one at another letter; where not, they keep the file's."""
    options = tuple(Option(text=str(i), why="w", correct=i == 0) for i in range(3))
    step = ChoiceStep(id="x", prompt="?", options=options, shuffle=True)
    page = remembered(step, StepRecord(step="x"), learner=None)
    for _ in range(40):
        before, page = page, asked_again(step, page, learner=None)
        assert page.order != before.order
        assert page.order.index(0) != before.order.index(0), "the right option keeps its letter"
        assert sorted(page.order) == [0, 1, 2]
    plain = ChoiceStep(id="x", prompt="?", options=options)
    assert asked_again(plain, remembered(plain, StepRecord(step="x"), learner=None), learner=None).order == (0, 1, 2)


def test_another_draw_has_numbers_not_yet_met() -> None:
    """What broke: a page with few nice numbers asked the problem of before once more, or the one before that.

    Three numbers give six orders of two places: five other prompts come before any comes again.
    """
    step = NumberStep(
        id="few", prompt="{x} and {y}?", hints=("a", "b"), answer="{x} - 3*{y}", value=-5.0, draw=True,
        pools=((("x", (1.0, 2.0, 5.0)), ("y", (2.0, 7.0))),),
    )  # fmt: skip
    for learner in ("ada", "bob", "eve"):
        page = remembered(step, StepRecord(step="few"), learner=learner)
        prompts = [question_of(step, learner=learner, again=page.again).prompt]
        for _ in range(5):
            page = asked_again(step, page, learner=learner)
            prompts.append(question_of(step, learner=learner, again=page.again).prompt)
        assert len(set(prompts)) == 6
        page = asked_again(step, page, learner=learner)
        assert question_of(step, learner=learner, again=page.again).prompt != prompts[-1]


def test_what_was_shown_is_not_done_while_it_is_asked_again(start: Start) -> None:
    """What broke: with other numbers the header said ✓ before anything was answered."""
    session = at(start(), "again")
    session.show()
    session.another()
    assert (session.page.done, session.page.closed) == (False, False)


@pytest.mark.parametrize("seed", range(50))
def test_options_are_graded_by_identity_whatever_their_order(seed: int) -> None:
    """The order is the learner's own, stays, and is found again by the option's text (C07)."""
    options = [Option(text=f"option {i}", why=f"why {i}") for i in range(3)]
    options.insert(seed % 4, Option(text="the right one", why="yes", correct=True))
    step = ChoiceStep(id=f"step-{seed}", prompt="?", options=tuple(options), shuffle=True)
    learner = f"learner {seed}"
    page = remembered(step, StepRecord(step=step.id), learner=learner)
    assert sorted(page.order) == [0, 1, 2, 3]
    assert remembered(step, StepRecord(step=step.id), learner=learner).order == page.order
    for i, option in enumerate(options):
        back = remembered(step, StepRecord(step=step.id, answer=option.text), learner=learner)
        assert (back.chosen, back.order) == (i, page.order)
        assert back.verdict is not None
        assert back.verdict.passed is option.correct


def test_the_order_is_shuffled_for_some_and_kept_where_it_is_not_asked_for() -> None:
    """Over fifty learners each place holds each option at some time; without `shuffle` the file's order stays."""
    options = tuple(Option(text=str(i), why="w", correct=i == 0) for i in range(4))
    step = ChoiceStep(id="x", prompt="?", options=options, shuffle=True)
    orders = {remembered(step, StepRecord(step="x"), learner=f"n{i}").order for i in range(50)}
    assert all({order[place] for order in orders} == {0, 1, 2, 3} for place in range(4))
    plain = ChoiceStep(id="x", prompt="?", options=options)
    assert {remembered(plain, StepRecord(step="x"), learner=f"n{i}").order for i in range(9)} == {(0, 1, 2, 3)}


def test_an_option_that_is_gone_leaves_the_question_open() -> None:
    """A text that no option has any more is no answer to any of them."""
    step = ChoiceStep(id="x", prompt="?", options=(Option(text="a", why="w", correct=True), Option(text="b", why="w")))
    page = remembered(step, StepRecord(step="x", answer="gone"), learner=None)
    assert (page.chosen, page.verdict, page.closed) == (None, None, False)
