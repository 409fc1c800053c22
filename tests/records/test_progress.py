"""Progress folded out of journals written by hand, counted by hand."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.records.lines import line, put, session
from tutor.coaching import verdict
from tutor.records import progress as rules
from tutor.records.events import Event
from tutor.records.progress import Place, Progress, StepRecord, fold
from tutor.records.recorded import read_events


def event(t: float, kind: str, **fields: object) -> Event:
    return Event(t, kind, fields)


def answer(t: float, step: str, status: str, *mistakes: str, raw: str = "1", seed: int | None = None) -> Event:
    return event(t, "answer", step=step, raw=raw, status=status, mistakes=list(mistakes), seed=seed)


def test_a_stay_counted_by_hand(tmp_path: Path) -> None:
    """Two days: a page read, a row missed twice and got, a hint, a page shown, one left with a draft."""
    put(
        tmp_path,
        "day-1",
        session(100),
        line(101, "open", lesson="mixing", step="roles"),
        line(102, "done", step="roles"),
        line(103, "open", lesson="mixing", step="row"),
        line(
            104, "answer", step="row", raw="0,7", status="ask", mistakes=[], cells=[], seed=None, digits=3, **{"try": 1}
        ),
        line(105, "answer", step="row", raw="0 1", status="mistake", mistakes=["no-scaling"], seed=None),
        line(106, "hint", step="row", rung=1),
        line(107, "answer", step="row", raw="1 0", status="ambiguous", mistakes=["swapped", "diagonal-masked"]),
        line(108, "end"),
    )
    put(
        tmp_path,
        "day-2",
        session(200),
        line(201, "answer", step="row", raw="0 0.707", status="right", mistakes=[], seed=None),
        line(202, "open", lesson="mixing", step="mix"),
        line(203, "shown", step="mix"),
        line(204, "open", lesson="mask", step="why"),
        line(205, "explain", step="why", raw="Softmax follows", ticked=[2]),
        line(206, "done", step="why"),
        line(207, "open", lesson="mixing", step="last"),
        line(208, "draft", step="last", raw="[0.33"),
    )
    progress = fold(read_events(tmp_path, learner=None).events)
    assert progress.place == Place("mixing", "last")
    assert progress.places == {"mixing": "last", "mask": "why"}
    assert progress.latest == 208
    assert {step for step in progress.steps if progress.is_done(step)} == {"roles", "row", "mix", "why"}
    assert progress.record("row") == StepRecord(
        step="row",
        lesson="mixing",
        attempts=3,
        first_status="mistake",
        last_status="right",
        passed=True,
        done=True,
        hints=1,
        answer="0 0.707",
        mistakes={"no-scaling": 1},
        t=201,
        missed=107,
        passes=(201,),
    )
    assert progress.record("mix") == StepRecord(step="mix", lesson="mixing", shown=True, done=True, t=203, missed=203)
    why = progress.record("why")
    assert (why.answer, why.ticked, why.typed, why.attempts) == ("Softmax follows", (2,), "Softmax follows", 0)
    last = progress.record("last")
    assert (last.draft, last.typed, last.done, progress.is_opened("last")) == ("[0.33", "[0.33", False, True)
    assert progress.record("never") == StepRecord(step="never")
    assert not progress.is_opened("never")


@pytest.mark.parametrize("status", sorted(verdict.PASSED))
def test_each_pass_makes_a_page_done_at_the_first_try(status: str) -> None:
    record = fold([answer(1, "a", status)]).record("a")
    assert (record.passed, record.done, record.first_try, record.attempts) == (True, True, True, 1)


@pytest.mark.parametrize("status", ["unreadable", "ask", "shape", "partial"])
def test_what_is_not_counted_costs_no_first_try(status: str) -> None:
    record = fold([answer(1, "a", status), answer(2, "a", "right")]).record("a")
    assert (record.attempts, record.first_try) == (1, True)


def test_a_wrong_shape_that_is_a_mistake_counts() -> None:
    record = fold([answer(1, "a", "shape", "mixed-keys"), answer(2, "a", "right")]).record("a")
    assert (record.attempts, record.first_try, record.first_status) == (2, False, "shape")
    assert record.mistakes == {"mixed-keys": 1}


def test_a_shown_answer_closes_the_page_for_credit() -> None:
    """Typing off what was shown is no first try."""
    record = fold([event(1, "shown", step="a"), answer(2, "a", "right")]).record("a")
    assert (record.done, record.passed, record.first_try, record.attempts) == (True, True, None, 1)


def test_what_was_typed_after_an_answer_stands_in_the_field() -> None:
    events = [answer(1, "a", "wrong", raw="0 1"), event(2, "draft", step="a", raw="")]
    assert fold(events[:1]).record("a").typed == "0 1"
    assert fold(events).record("a").typed == ""
    assert fold([*events, answer(3, "a", "right", raw="1 0")]).record("a").typed == "1 0"


def test_hints_are_the_highest_rung_given() -> None:
    events = [event(t, "hint", step="a", rung=rung) for t, rung in enumerate([1, 3, 2, "odd"])]
    assert fold(events).record("a").hints == 3


def test_right_answers_are_dated_since_the_page_last_went_wrong() -> None:
    """A wrong answer that counts, or a showing, starts the count again; what costs no attempt does not."""
    events = [answer(100, "a", "right"), answer(9_000, "a", "rounded"), answer(9_001, "a", "partial")]
    assert (fold(events).record("a").missed, fold(events).record("a").passes) == (None, (100, 9_000))
    for later in (answer(20_000, "a", "wrong"), event(20_000, "shown", step="a")):
        record = fold([*events, later]).record("a")
        assert (record.missed, record.passes) == (20_000, ())
    record = fold([*events, answer(20_000, "a", "shape", "mixed-keys"), answer(20_001, "a", "carried")]).record("a")
    assert (record.missed, record.passes) == (20_000, (20_001,))


def test_of_an_hour_of_right_answers_the_first_and_the_last_are_kept() -> None:
    """Counted by hand: 0 … 3500 are within an hour of 0, 3600 begins the next one."""
    times = [0, 100, 3_500, 3_600, 7_000, 7_199, 7_300, 90_000]
    passes = fold([answer(t, "a", "right") for t in times]).record("a").passes
    assert passes == (0, 3_500, 7_000, 7_300, 90_000)


def test_an_afternoon_of_practice_stays_short() -> None:
    """Eight hours, a right answer each minute: two an hour at most are kept."""
    passes = fold([answer(60 * i, "a", "right") for i in range(8 * 60)]).record("a").passes
    assert passes[0] == 0
    assert passes[-1] == 60 * (8 * 60 - 1)
    assert len(passes) <= 2 * 8 + 1


def test_the_rules_for_verdicts_are_those_of_the_coaching() -> None:
    """The records may not import the coaching, so the two lists are compared here."""
    assert rules.PASSED == verdict.PASSED
    assert rules.UNCOUNTED == verdict.UNCOUNTED


EVENTS = [
    event(1, "open", lesson="x", step="a"),
    answer(2, "a", "right"),
    event(3, "open", lesson="y", step="b"),
    answer(4, "b", "right"),
    event(5, "open", lesson="x", step="c"),
]


def test_a_reset_of_a_lesson_forgets_its_pages_and_place() -> None:
    progress = fold([*EVENTS, event(6, "reset", lesson="x", steps=["a", "c", "never"])])
    assert set(progress.steps) == {"b"}
    assert (progress.place, progress.places) == (None, {"y": "b"})


def test_a_reset_without_steps_forgets_what_was_opened_in_that_lesson() -> None:
    assert set(fold([*EVENTS, event(6, "reset", lesson="x")]).steps) == {"b"}


def test_a_reset_of_all_forgets_everything_and_what_follows_counts() -> None:
    progress = fold([*EVENTS, event(6, "reset", all=True), answer(7, "a", "wrong")])
    assert (set(progress.steps), progress.is_done("a"), progress.place) == ({"a"}, False, None)


def test_a_page_renamed_keeps_what_was_done_under_its_old_id() -> None:
    """C05: an update renamed a page, and learners lost it."""
    progress = fold([*EVENTS, event(6, "open", lesson="x", step="gone")], aliases={"a": "new-a", "c": "new-c"})
    assert progress.is_done("new-a")
    assert progress.is_done("a")
    assert progress.places["x"] == "gone"
    assert progress.is_opened("new-c")
    assert "gone" in progress.steps
    assert "a" not in progress.steps


def test_a_reset_by_an_old_id_reaches_the_page_by_its_new_one() -> None:
    assert not fold([*EVENTS, event(6, "reset", lesson="x", steps=["a"])], aliases={"a": "new-a"}).is_done("new-a")


def test_ids_learned_later_give_the_same_progress() -> None:
    """The home screen folds before it knows the lessons; the old id came first, as an update does."""
    events = [
        event(1, "open", lesson="x", step="old"),
        answer(2, "old", "mistake", "no-scaling", raw="0 1", seed=3),
        event(3, "hint", step="old", rung=2),
        answer(4, "new", "mistake", "no-scaling", raw="0 2"),
        event(5, "explain", step="old-why", raw="so", ticked=[1]),
        event(6, "shown", step="old-why"),
        answer(7, "new-why", "right"),
        event(8, "open", lesson="x", step="old"),
    ]
    aliases = {"old": "new", "old-why": "new-why", "unmet": "other"}
    assert fold(events).renamed(aliases).steps["new"].mistakes == {"no-scaling": 2}
    late, early = fold(events[:-1]).renamed(aliases), fold(events[:-1], aliases=aliases)
    assert late == early
    assert fold(events).renamed(aliases).place == Place("x", "new")
    assert late.after(answer(9, "old", "right")).is_done("new")


def random_events(count: int) -> list[Event]:
    rng = random.Random(5)
    made = []
    for t in range(count):
        step = f"step-{rng.randrange(8)}"
        kind = rng.choice(["open", "draft", "answer", "hint", "shown", "done", "explain", "end", "reset", "dance"])
        status = rng.choice(["right", "wrong", "mistake", "ask", "shape"])
        codes = rng.sample(["no-scaling", "swapped"], rng.randrange(3))
        fields = {"lesson": f"lesson-{rng.randrange(3)}", "step": step, "raw": str(t), "status": status, "rung": t % 4}
        if kind == "reset":
            fields = {"all": True} if rng.random() < 0.3 else {"lesson": "lesson-1", "steps": ["step-1", "step-2"]}
        made.append(Event(t, kind, {**fields, "mistakes": codes, "ticked": [1], "seed": t}))
    return made


def test_one_event_at_a_time_comes_to_the_same() -> None:
    aliases = {"step-3": "step-0"}
    progress = Progress(aliases=aliases)
    events = random_events(400)
    for number, each in enumerate(events, start=1):
        before = progress
        progress = progress.after(each)
        assert progress is not before
        if number % 50 == 0:
            assert progress == fold(events[:number], aliases=aliases)


def test_progress_of_before_is_not_changed_by_an_event() -> None:
    before = fold([answer(1, "a", "mistake", "no-scaling")])
    after = before.after(answer(2, "a", "mistake", "no-scaling"))
    assert before.record("a").mistakes == {"no-scaling": 1}
    assert after.record("a").mistakes == {"no-scaling": 2}
