"""One learner's journals as a teacher asks about them: time, attempts, the mistakes met and got past.

Knows step ids and codes, not lessons. What a reset has forgotten is forgotten here too, and the reset is counted.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from tutor.records.collected import Gathered
from tutor.records.events import Event, texts
from tutor.records.progress import PASSED, Progress, fold

PAUSE = 600.0
"""Seconds. A longer time without any event is not counted as learning."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Met:
    """How often one learner made a mistake, and whether a right answer on the same page came after the last time."""

    times: int
    past: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Learned:
    """One learner's record.

    `name` is the learner's, or what says whose folder it is. Of what no reset has forgotten, `chosen` holds for each
    question the options answered, oldest first, and `explained` for each page the last explanation; both by the id
    that a step has now. `seconds` is the time between one event and the next, pauses of over ten minutes left out.
    `first` and `last` are UTC seconds.

    Nothing else of the events is kept: a class has a million of them.
    """

    name: str
    learner: str | None
    folder: str
    progress: Progress
    chosen: Mapping[str, tuple[str, ...]]
    explained: Mapping[str, Event]
    mistakes: Mapping[str, Met]
    seconds: float
    sessions: int
    resets: int
    first: float
    last: float


def learned(gathered: Gathered, *, name: str, aliases: Mapping[str, str], questions: Collection[str]) -> Learned:
    """What one learner's events come to. `aliases` maps an id that a step once had to its id now.

    `questions` are the ids of the steps whose answers are options to be counted.
    """
    events = gathered.events
    left = surviving(events, aliases=aliases)
    answers = [event for event in left if event.type == "answer"]
    chosen: dict[str, list[str]] = {}
    for event in answers:
        step = str(event.fields["step"])
        step = aliases.get(step, step)
        if step in questions:
            chosen.setdefault(step, []).append(str(event.fields["raw"]))
    explained = {}
    for event in left:
        if event.type == "explain":
            step = str(event.fields["step"])
            explained[aliases.get(step, step)] = event
    return Learned(
        name=name,
        learner=gathered.learner,
        folder=gathered.source.shown,
        progress=fold(events, aliases=aliases),
        chosen={step: tuple(raws) for step, raws in chosen.items()},
        explained=explained,
        mistakes=mistakes_met(answers, aliases=aliases),
        seconds=time_spent(events),
        sessions=sum(event.type == "session" for event in events),
        resets=sum(event.type == "reset" for event in events),
        first=events[0].t,
        last=events[-1].t,
    )


def surviving(events: Iterable[Event], *, aliases: Mapping[str, str]) -> tuple[Event, ...]:
    """The events of pages that no later reset forgets."""
    kept: list[tuple[str, Event]] = []
    lesson_of: dict[str, str] = {}
    for event in events:
        if event.type == "reset":
            kept = [x for x in kept if not _forgets(event, x[0], lesson_of.get(x[0]), aliases)]
        elif isinstance(step := event.fields.get("step"), str):
            now = aliases.get(step, step)
            if event.type == "open":
                lesson_of[now] = str(event.fields["lesson"])
            kept.append((now, event))
    return tuple(event for _, event in kept)


def mistakes_met(answers: Iterable[Event], *, aliases: Mapping[str, str]) -> dict[str, Met]:
    """Each code by which an answer was explained; where several would explain it, none, as in the progress."""
    times: dict[str, int] = {}
    page: dict[str, str] = {}
    past: set[str] = set()
    for event in answers:
        step, codes = str(event.fields["step"]), texts(event.fields.get("mistakes"))
        step = aliases.get(step, step)
        if len(codes) == 1:
            times[codes[0]] = times.get(codes[0], 0) + 1
            page[codes[0]] = step
            past.discard(codes[0])
        if event.fields["status"] in PASSED:
            past |= {code for code, where in page.items() if where == step}
    return {code: Met(times=count, past=code in past) for code, count in times.items()}


def time_spent(events: Sequence[Event]) -> float:
    """Seconds between one event and the next, without pauses of more than ten minutes and the time between sessions."""
    total = 0.0
    for before, after in pairwise(events):
        gap = after.t - before.t
        if gap <= PAUSE and after.type != "session" and before.type != "end":
            total += gap
    return total


def _forgets(reset: Event, step: str, lesson: str | None, aliases: Mapping[str, str]) -> bool:
    """Whether a reset forgets what was done on a page, as the progress has it."""
    if not isinstance(reset.fields.get("lesson"), str):
        return True
    if "steps" in reset.fields:
        return step in {aliases.get(x, x) for x in texts(reset.fields["steps"])}
    return lesson == reset.fields["lesson"]
