"""Practice: a problem line by line, and what it leaves blank next time."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.coaching import rules
from tests.records.lines import raw_lines
from tutor.coaching.practice import (
    LEVELS,
    Fading,
    Line,
    Practice,
    account,
    begin,
    fading_after,
    go_on,
    judged,
    level_of,
    step_id,
)
from tutor.coaching.session import Session
from tutor.coaching.verdict import Verdict
from tutor.lessons.model import Course
from tutor.records.journal import Journal
from tutor.records.progress import Progress

RIGHT = Verdict(status="right", message="Right.", cells=(True,))
WRONG = Verdict(status="mistake", message="No.", cells=(False,), mistakes=("no-scaling",))
UNCLEAR = Verdict(status="ask", message="Which?")


def right_text(practice: Practice) -> str:
    """The open line's right answer, by the second implementation of the rules."""
    variant = practice.variant
    row = rules.right(rules.head_of(variant.problem, variant.head))[practice.line.stage][variant.row - 1]
    return " ".join("-inf" if x == -math.inf else f"{x:.6f}" for x in row)


def answered(practice: Practice, *verdicts: Verdict) -> Practice:
    """The open line answered so, and on to the next."""
    for verdict in verdicts:
        practice = judged(practice, "0", verdict)
    return go_on(practice)


@pytest.fixture
def session(tmp_path: Path) -> Session:
    """A stay without lessons."""
    journal = Journal(tmp_path / "state", clock=lambda: 1.8e9, version="0", front_end="app")
    return Session(load=lambda: Course(lessons=()), journal=journal, progress=Progress(), seed=40)


@pytest.mark.parametrize("level", LEVELS)
def test_right_answers_go_through_every_line(session: Session, level: int) -> None:
    """All steps of a problem, masking only where something is hidden."""
    session.practise(level)
    assert session.practice is not None
    stages = [line.stage for line in session.practice.lines]
    hidden = session.practice.variant.problem.mask != "none"
    assert stages == ["scores", "scaled", *(["masked"] if hidden else []), "weights", "output"]
    for _ in stages:
        assert session.answer_practice(right_text(session.practice)).passed
        session.go_on_practice()
    assert session.practice.finished
    named = ", ".join({"scaled": "scaled scores", "masked": "masked scores"}.get(stage, stage) for stage in stages)
    assert account(session.practice) == (f"Right the first time: {named}.",)


def test_the_journal_is_told_with_the_seed(session: Session, tmp_path: Path) -> None:
    """What was typed, for which drawn problem: never rounded numbers."""
    session.practise(1)
    assert session.practice is not None
    session.answer_practice("1 2")
    session.hint_practice()
    session.show_practice()
    lines = [x for x in raw_lines(tmp_path / "state") if x["type"] != "session"]
    assert [(x["type"], x["step"]) for x in lines] == [
        ("answer", "practice-1-scores"),
        ("hint", "practice-1-scores"),
        ("shown", "practice-1-scores"),
    ]
    assert (lines[0]["raw"], lines[0]["seed"]) == ("1 2", session.practice.variant.seed)


def test_what_is_typed_and_not_submitted_waits(session: Session) -> None:
    """What broke: leaving practice lost what stood in the field."""
    session.practise(1)
    assert session.practice is not None
    session.draft_practice("1 ")
    assert session.practice.line.typed == "1 "
    assert session.practice.line.verdict is None
    session.answer_practice("1 2")
    assert (session.practice.line.typed, session.practice.line.raw) == ("1 2", "1 2")
    session.draft_practice("1 2 3")
    assert (session.practice.line.typed, session.practice.line.raw) == ("1 2 3", "1 2")


def test_another_problem_is_another(session: Session) -> None:
    """Other seeds, the same level unless one is named; the same learner's seed gives the same row of problems."""
    seen = []
    for level in (None, None, 3, None):
        session.practise(level)
        assert session.practice is not None
        seen.append((session.practice.variant.seed, session.practice.variant.level))
    assert [level for _, level in seen] == [1, 1, 3, 3]
    assert len({seed for seed, _ in seen}) == 4


def test_the_last_hint_shows_the_line(session: Session) -> None:
    """Then it is closed, and going on works."""
    session.practise(1)
    assert session.practice is not None
    for _ in session.practice_ladder():
        assert not session.practice.line.closed
        session.hint_practice()
    assert session.practice.line.shown
    session.hint_practice()
    assert session.practice.line.shown
    session.go_on_practice()
    assert session.practice.line.stage == "scaled"


def test_an_own_wrong_line_is_carried(session: Session) -> None:
    """Scaled scores that are off by 0.2 give other weights, which are then the right ones for them."""
    session.practise(1)
    assert session.practice is not None
    session.answer_practice(right_text(session.practice))
    session.go_on_practice()
    right = [float(x) for x in right_text(session.practice).split()]
    own = [right[0] + 0.2, *right[1:]]
    session.answer_practice(" ".join(f"{x:.4f}" for x in own))
    session.practice = go_on(session.practice)
    powers = [math.exp(x) for x in own]
    verdict = session.answer_practice(" ".join(f"{x / sum(powers):.4f}" for x in powers))
    assert verdict.status == "carried"


def test_first_try_is_the_first_counted_answer() -> None:
    """A question costs nothing; a mistake does; what comes after a showing is no try."""
    start = begin(1, 1)
    assert judged(judged(start, "0", UNCLEAR), "1", RIGHT).line.first_try
    assert not judged(judged(start, "0", WRONG), "1", RIGHT).line.first_try
    assert judged(judged(start, "0", WRONG), "1", RIGHT).line.tries == 2
    shown = start.with_line(shown=True)
    assert not judged(shown, "1", RIGHT).line.first_try


def test_a_step_that_was_shown_is_the_only_blank_one_next_time() -> None:
    """A faded example: all is given but that step."""
    shown = begin(1, 1).with_line(shown=True)
    fading = fading_after(shown)
    assert fading == Fading(blank="scores")
    faded = begin(2, 1, fading)
    assert [line.given for line in faded.lines] == [False, True, True, True]
    assert faded.line.stage == "scores"
    assert go_on(faded).finished


def test_a_given_line_after_the_blank_one_waits() -> None:
    """What broke: with only the scores blank the scaled scores stood there, and twice those are the scores."""
    faded = begin(2, 1, Fading(blank="scores"))
    assert faded.filled_in == ()
    assert [line.stage for line in answered(faded, RIGHT).filled_in] == ["scores", "scaled", "weights", "output"]
    weights = begin(2, 1, Fading(blank="weights"))
    assert [(line.stage, line.given) for line in weights.filled_in] == [("scores", True), ("scaled", True)]
    whole = answered(begin(2, 1), RIGHT)
    assert [line.stage for line in whole.filled_in] == ["scores"]


def test_nothing_is_carried_from_a_line_that_was_shown() -> None:
    """It stands there right, whatever was typed before; from one's own other line it still is."""
    start = judged(begin(1, 1), "1 2 3", WRONG)
    assert go_on(start).earlier == {"scores": "1 2 3"}
    assert go_on(start.with_line(shown=True)).earlier == {}


@pytest.mark.parametrize(
    ("step", "level"),
    [
        ("practice-1-scores", 1),
        ("practice-4-output", 4),
        ("practice-1", None),
        ("practice-x-scores", None),
        ("practice-1-sums", None),
        ("more-practice-1-scores", None),
        ("workbench", None),
    ],
)
def test_the_level_of_a_step_in_the_journal(step: str, level: int | None) -> None:
    assert level_of(step) == level


def test_after_two_right_in_a_row_all_of_it_is_the_learners_again() -> None:
    """One right keeps the fading, a second ends it; a showing in between begins anew."""
    first = begin(2, 1, Fading(blank="scaled"))
    assert first.line.stage == "scaled"
    once = answered(first, RIGHT)
    assert once.finished
    assert fading_after(once) == Fading(blank="scaled", streak=1)
    twice = answered(begin(3, 1, fading_after(once)), WRONG, RIGHT)
    assert fading_after(twice) == Fading()
    assert account(twice)[-1] == "Two right in a row: the next problem is all yours."
    again = begin(3, 1, fading_after(once)).with_line(shown=True)
    assert fading_after(again) == Fading(blank="scaled")
    assert [line.given for line in begin(4, 1, Fading()).lines] == [False] * 4


def test_a_blank_step_that_a_problem_has_not_is_forgotten() -> None:
    """Without a mask there is nothing to mask."""
    assert not any(line.given for line in begin(2, 1, Fading(blank="masked")).lines)
    assert sum(not line.given for line in begin(2, 2, Fading(blank="masked")).lines) == 1


def test_another_level_ends_the_fading(session: Session) -> None:
    """Fading belongs to problems of one level; an unfinished problem fades nothing."""
    session.practise(1)
    assert session.practice is not None
    session.show_practice()
    while not session.practice.finished:
        session.show_practice()
        session.go_on_practice()
    session.practise()
    assert [line.given for line in session.practice.lines] == [False, True, True, True]
    session.practise(2)
    assert not any(line.given for line in session.practice.lines)


def test_the_account() -> None:
    """First tries, later ones, showings, mistakes, and what comes next."""
    practice = begin(1, 1)
    practice = answered(practice, RIGHT)
    practice = answered(practice, WRONG, WRONG, RIGHT)
    practice = go_on(practice.with_line(shown=True))
    practice = answered(practice, RIGHT)
    assert practice.finished
    assert account(practice) == (
        "Right the first time: scores, output.",
        "Right after another try: scaled scores.",
        "Shown: weights.",
        "Mistakes that came up: not scaled by √d_k ×2.",
        "The next problem fills in all steps but one: the weights are yours.",
    )


@pytest.mark.parametrize(
    ("line", "closed"),
    [
        ({}, False),
        ({"given": True}, True),
        ({"shown": True}, True),
        ({"verdict": RIGHT}, True),
        ({"verdict": WRONG}, False),
    ],
)
def test_when_a_line_is_closed(line: dict[str, Any], closed: bool) -> None:
    """Given, shown or right: nothing is left to answer."""
    assert Line(stage="scores", **line).closed is closed


def test_the_names_of_lines_in_the_journal() -> None:
    """Other programs read them."""
    assert step_id(3, "masked") == "practice-3-masked"
    practice = begin(9, 2)
    assert practice.step_id == "practice-2-scores"
    assert replace(practice, place=99).finished


def test_another_day_finds_the_problem_as_it_was_left(session: Session) -> None:
    """What broke: a line that had been shown was open again after a restart, for credit."""
    session.practise()
    first = session.practice
    assert first is not None
    session.show_practice()
    session.go_on_practice()
    session.draft_practice("0.5 1/")
    later = Session(load=lambda: Course(lessons=()), journal=session.journal, progress=session.progress, seed=41)
    later.practise()
    assert later.practice is not None
    assert later.practice.variant == first.variant
    assert later.practice.lines[0].shown
    assert later.practice.place == 1
    assert later.practice.line.typed == "0.5 1/"


def test_a_line_that_was_left_wrong_is_said_and_comes_back() -> None:
    """Going on is allowed; the account says what was left, and the next problem leaves that step blank."""
    practice = begin(7, 1)
    practice = answered(practice, WRONG)
    for _ in practice.lines[1:]:
        practice = answered(practice, RIGHT)
    assert practice.finished
    assert "Left wrong: scores." in account(practice)
    assert fading_after(practice) == Fading(blank="scores")
