"""One learner as a teacher asks about them: time, what a reset forgets, mistakes met and got past; counted by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from tutor.records.collected import Gathered, Source
from tutor.records.events import Event
from tutor.records.progress import fold
from tutor.records.report import Met, learned, mistakes_met, surviving, time_spent

NO_ALIASES: dict[str, str] = {}


def answer(t: float, step: str, status: str, *codes: str) -> Event:
    return Event(t, "answer", {"step": step, "raw": "1", "status": status, "mistakes": list(codes)})


def event(t: float, kind: str, **fields: object) -> Event:
    return Event(t, kind, fields)


def test_pauses_over_ten_minutes_and_the_time_between_sessions_are_no_learning() -> None:
    """60 + 600 + 30; 601 is a pause, 20 lies after an end, 5 before a session."""
    times = [
        event(0, "session"),
        event(60, "done", step="a"),
        event(660, "done", step="b"),
        event(1261, "done", step="c"),
        event(1291, "end"),
        event(1311, "draft", step="c", raw="x"),
        event(1316, "session"),
    ]
    assert time_spent(times) == 690.0
    assert time_spent(()) == 0.0


@pytest.mark.parametrize(
    ("answers", "met"),
    [
        ([], {}),
        ([answer(1, "a", "mistake", "no-scaling")], {"no-scaling": Met(times=1, past=False)}),
        (
            [answer(1, "a", "mistake", "no-scaling"), answer(2, "a", "right")],
            {"no-scaling": Met(times=1, past=True)},
        ),
        (
            [answer(1, "a", "mistake", "no-scaling"), answer(2, "b", "right")],
            {"no-scaling": Met(times=1, past=False)},
        ),
        (
            [
                answer(1, "a", "mistake", "no-scaling"),
                answer(2, "a", "rounded"),
                answer(3, "b", "mistake", "no-scaling"),
            ],
            {"no-scaling": Met(times=2, past=False)},
        ),
        (
            [answer(1, "a", "mistake", "x"), answer(2, "a", "mistake", "y"), answer(3, "a", "carried")],
            {"x": Met(times=1, past=True), "y": Met(times=1, past=True)},
        ),
        ([answer(1, "a", "mistake", "x", "y"), answer(2, "a", "right")], {}),
        (
            [answer(1, "old", "mistake", "x"), answer(2, "new", "right")],
            {"x": Met(times=1, past=True)},
        ),
    ],
    ids=["none", "met", "past", "elsewhere", "again", "two", "ambiguous", "renamed"],
)
def test_mistakes_met_and_got_past(answers: list[Event], met: dict[str, Met]) -> None:
    assert mistakes_met(answers, aliases={"old": "new"}) == met


def test_what_a_reset_forgets_is_what_the_progress_forgets() -> None:
    """A whole reset, one of a lesson with its steps, and one of a lesson as it was opened."""
    opened = [event(1, "open", lesson="l", step="a"), event(2, "done", step="a"), event(3, "done", step="b")]
    for reset, left in [
        (event(4, "reset", all=True), []),
        (event(4, "reset", lesson="l", steps=["b"]), ["a", "a"]),
        (event(4, "reset", lesson="l"), ["b"]),
        (event(4, "reset", lesson="other"), ["a", "a", "b"]),
    ]:
        events = [*opened, reset]
        kept = [str(x.fields["step"]) for x in surviving(events, aliases=NO_ALIASES)]
        assert kept == left
        assert set(kept) == set(fold(events).steps)


def test_a_learner_with_a_reset_keeps_its_count() -> None:
    events = (
        event(10, "session", id="x"),
        answer(11, "a", "mistake", "x"),
        event(12, "explain", step="e", raw="first", ticked=[]),
        event(13, "reset", all=True),
        answer(14, "a", "right"),
        event(15, "explain", step="old", raw="second", ticked=[1]),
        event(16, "explain", step="e", raw="third", ticked=[1]),
        event(17, "answer", step="old", raw="2", status="wrong", mistakes=[]),
        event(18, "answer", step="e", raw="3", status="right", mistakes=[]),
    )
    source = Source(path=Path("/class/ada"), shown="class/ada", label="ada")
    gathered = Gathered(source=source, learner=None, events=events)
    who = learned(gathered, name="ada", aliases={"old": "e"}, questions={"e"})
    assert (who.name, who.learner, who.folder) == ("ada", None, "class/ada")
    assert (who.sessions, who.resets, who.first, who.last, who.seconds) == (1, 1, 10, 18, 8)
    assert who.mistakes == {}
    assert {step: x.fields["raw"] for step, x in who.explained.items()} == {"e": "third"}
    assert who.progress.record("a").attempts == 1
    assert who.chosen == {"e": ("2", "3")}
