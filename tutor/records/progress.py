"""Progress: a fold over the events of the journals. Knows step ids, not lessons, and reads no file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from types import MappingProxyType
from typing import NamedTuple, TypeVar

from tutor.records.events import Event, numbers, texts

PASSED = frozenset({"right", "rounded", "carried"})
"""The statuses of an answer after which a page is done."""

UNCOUNTED = frozenset({"unreadable", "ask", "shape", "partial"})
"""The statuses that cost no attempt, unless a mistake was named. The coaching says the same; a test compares."""

SITTING = 3600.0
"""Seconds. Of the passes within it only the first and the last are kept, so that long practice stays short here."""

_NOTHING: Mapping[str, str] = MappingProxyType({})
_NONE_MET: Mapping[str, int] = MappingProxyType({})


class Place(NamedTuple):
    """A page: its lesson's slug and its step's id."""

    lesson: str
    step: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StepRecord:
    """What a learner did on one page.

    `lesson` is the slug of the lesson that it was last opened in. `attempts` are the counted verdicts;
    `first_status` is the first of them, None where the answer had been shown before it; `last_status` the
    latest verdict, counted or not. `passed`: answered right at some time; `shown`: the answer was shown;
    `done`: either, or said to be done. `hints` is the highest rung given. `answer` is the text last
    submitted, `draft` what was typed since and not submitted, None where nothing was. `mistakes` counts each
    code by which an answer was explained; where several would explain it, none. `seed` is the drawn
    problem's in the latest answer. `t` is the time of the latest event; `missed` that of the latest wrong answer
    that counted or the latest showing, None where there was none; `passes` those of the right answers since then,
    of each hour at most the first and the last.
    """

    step: str
    lesson: str | None = None
    attempts: int = 0
    first_status: str | None = None
    last_status: str | None = None
    passed: bool = False
    shown: bool = False
    done: bool = False
    hints: int = 0
    draft: str | None = None
    answer: str | None = None
    ticked: tuple[int, ...] = ()
    mistakes: Mapping[str, int] = field(default_factory=lambda: _NONE_MET)
    seed: int | None = None
    shown_seed: int | None = None
    t: float = 0.0
    missed: float | None = None
    passes: tuple[float, ...] = ()

    @property
    def first_try(self) -> bool | None:
        """Whether the first counted verdict was a pass; None where there was none."""
        return self.first_status in PASSED if self.first_status is not None else None

    @property
    def typed(self) -> str:
        """What stood in the field last: the draft, or else the answer."""
        return self.draft if self.draft is not None else self.answer or ""


@dataclass(slots=True)
class _Tally:
    """A `StepRecord` while it is being counted."""

    step: str
    lesson: str | None = None
    attempts: int = 0
    first_status: str | None = None
    last_status: str | None = None
    passed: bool = False
    shown: bool = False
    done: bool = False
    hints: int = 0
    draft: str | None = None
    answer: str | None = None
    ticked: tuple[int, ...] = ()
    mistakes: dict[str, int] = field(default_factory=dict)
    seed: int | None = None
    shown_seed: int | None = None
    t: float = 0.0
    missed: float | None = None
    passes: tuple[float, ...] = ()

    def add(self, event: Event) -> None:
        kind, told = event.type, event.fields
        self.t = max(self.t, event.t)
        if kind == "answer":
            self._judge(told, event.t)
        elif kind == "open":
            self.lesson = str(told["lesson"])
        elif kind == "draft":
            self.draft = str(told["raw"])
            seed = told.get("seed")
            self.seed = seed if isinstance(seed, int) else self.seed
        elif kind == "hint":
            rung = told.get("rung")
            self.hints = max(self.hints, rung if isinstance(rung, int) else 1)
        elif kind == "shown":
            self.shown = self.done = True
            seed = told.get("seed")
            self.shown_seed = seed if isinstance(seed, int) else None
            self.seed = self.seed if self.shown_seed is None else self.shown_seed
            self.missed, self.passes = event.t, ()
        elif kind == "done":
            self.done = True
        elif kind == "explain":
            self.answer, self.draft = str(told["raw"]), None
            self.ticked = numbers(told.get("ticked"))

    def _judge(self, told: Mapping[str, object], t: float) -> None:
        status, codes = str(told["status"]), texts(told.get("mistakes"))
        self.answer, self.draft, self.last_status = str(told["raw"]), None, status
        seed = told.get("seed")
        self.seed = seed if isinstance(seed, int) else None
        if status in PASSED:
            self.passed = self.done = True
            self.passes = _with_pass(self.passes, t)
        if status not in UNCOUNTED or codes:
            self.attempts += 1
            if status not in PASSED:
                self.missed, self.passes = t, ()
            if self.first_status is None and not self.shown:
                self.first_status = status
        if len(codes) == 1:
            self.mistakes[codes[0]] = self.mistakes.get(codes[0], 0) + 1

    def freeze(self) -> StepRecord:
        values = {name: getattr(self, name) for name in _FIELDS}
        return StepRecord(**{**values, "mistakes": MappingProxyType(dict(self.mistakes))})


def _with_pass(passes: tuple[float, ...], t: float) -> tuple[float, ...]:
    """The times of passes with one more, which takes the last one's place where both are of the hour before it."""
    return (*(passes[:-1] if len(passes) > 1 and t - passes[-2] < SITTING else passes), t)


_FIELDS = tuple(x.name for x in fields(StepRecord))


def _thaw(record: StepRecord) -> _Tally:
    values = {name: getattr(record, name) for name in _FIELDS}
    return _Tally(**{**values, "mistakes": dict(record.mistakes)})


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """Where a learner stands. `steps` by step id, unknown ids too; `place` is the page opened last.

    `places` holds for each lesson's slug the id of its page opened last. `latest` is the time of the latest
    event. `aliases` maps ids of old to those of now.
    """

    steps: Mapping[str, StepRecord] = field(default_factory=dict)
    place: Place | None = None
    places: Mapping[str, str] = field(default_factory=dict)
    latest: float = 0.0
    aliases: Mapping[str, str] = field(default_factory=lambda: _NOTHING)

    def record(self, step: str) -> StepRecord:
        """What was done on a page, by its present or former id; an empty record where nothing was."""
        now = self.aliases.get(step, step)
        return self.steps.get(now) or StepRecord(step=now)

    def is_done(self, step: str) -> bool:
        """Whether a page was answered right, shown, or worked through."""
        return self.record(step).done

    def is_opened(self, step: str) -> bool:
        """Whether anything at all happened on a page."""
        return self.aliases.get(step, step) in self.steps

    def renamed(self, aliases: Mapping[str, str]) -> Progress:
        """The same progress once it is known which ids steps had before; what was done by old ids came first."""
        steps = dict(self.steps)
        for old, now in aliases.items():
            if old in steps and old != now:
                earlier, later = replace(steps.pop(old), step=now), steps.get(now)
                steps[now] = _joined(earlier, later) if later else earlier
        place = self.place
        if place is not None:
            place = Place(place.lesson, aliases.get(place.step, place.step))
        places = {lesson: aliases.get(step, step) for lesson, step in self.places.items()}
        return Progress(steps=steps, place=place, places=places, latest=self.latest, aliases=aliases)

    def after(self, event: Event) -> Progress:
        """Progress with one more event, which is later than all before it."""
        steps, place, places = self.steps, self.place, self.places
        if event.type == "reset":
            steps, place, places = _forget(event, steps, place, places, self.aliases)
        elif event.type in _OF_A_STEP:
            step = _step(event, self.aliases)
            known = steps.get(step)
            tally = _thaw(known) if known else _Tally(step)
            tally.add(event)
            steps = {**steps, step: tally.freeze()}
            if tally.lesson is not None and event.type == "open":
                place = Place(tally.lesson, step)
                places = {**places, place.lesson: step}
        latest = max(self.latest, event.t)
        return Progress(steps=steps, place=place, places=places, latest=latest, aliases=self.aliases)


def _joined(earlier: StepRecord, later: StepRecord) -> StepRecord:
    """What was done on one page under two ids, one after the other."""
    typed = later if later.draft is not None or later.answer is not None else earlier
    judged = later if later.last_status is not None else earlier
    mistakes = {code: earlier.mistakes.get(code, 0) for code in (*earlier.mistakes, *later.mistakes)}
    missed, passes = later.missed, later.passes
    if missed is None:
        missed, passes = earlier.missed, earlier.passes
        for t in later.passes:
            passes = _with_pass(passes, t)
    return StepRecord(
        step=later.step,
        lesson=later.lesson or earlier.lesson,
        attempts=earlier.attempts + later.attempts,
        first_status=earlier.first_status or (None if earlier.shown else later.first_status),
        last_status=judged.last_status,
        passed=earlier.passed or later.passed,
        shown=earlier.shown or later.shown,
        done=earlier.done or later.done,
        hints=max(earlier.hints, later.hints),
        draft=typed.draft,
        answer=later.answer if later.answer is not None else earlier.answer,
        ticked=later.ticked or earlier.ticked,
        mistakes=MappingProxyType({code: n + later.mistakes.get(code, 0) for code, n in mistakes.items()}),
        seed=judged.seed,
        t=max(earlier.t, later.t),
        missed=missed,
        passes=passes,
    )


_OF_A_STEP = frozenset({"open", "draft", "answer", "hint", "shown", "done", "explain"})

Steps = TypeVar("Steps", StepRecord, _Tally)


def fold(events: Iterable[Event], *, aliases: Mapping[str, str] = _NOTHING, start: Progress | None = None) -> Progress:
    """Progress after all these events, oldest first. `aliases` maps an id that a step once had to its id now.

    `start` is what was before them, counted with the same aliases; all events are later than that.
    """
    before = start or Progress()
    tallies = {step: _thaw(record) for step, record in before.steps.items()}
    place, places, latest = before.place, dict(before.places), before.latest
    for event in events:
        latest = max(latest, event.t)
        if event.type in _OF_A_STEP:
            step = _step(event, aliases)
            tally = tallies.get(step)
            if tally is None:
                tally = tallies[step] = _Tally(step)
            tally.add(event)
            if tally.lesson is not None and event.type == "open":
                place = Place(tally.lesson, step)
                places[place.lesson] = step
        elif event.type == "reset":
            tallies, place, places = _forget(event, tallies, place, places, aliases)
    steps = {step: tally.freeze() for step, tally in tallies.items()}
    return Progress(steps=steps, place=place, places=places, latest=latest, aliases=aliases)


def _step(event: Event, aliases: Mapping[str, str]) -> str:
    step = str(event.fields["step"])
    return aliases.get(step, step)


def _forget(
    event: Event,
    steps: Mapping[str, Steps],
    place: Place | None,
    places: Mapping[str, str],
    aliases: Mapping[str, str],
) -> tuple[dict[str, Steps], Place | None, dict[str, str]]:
    """What is left after a reset of everything, or of one lesson and the steps that it then had."""
    lesson = event.fields.get("lesson")
    if not isinstance(lesson, str):
        return {}, None, {}
    if "steps" in event.fields:
        gone = {aliases.get(step, step) for step in texts(event.fields["steps"])}
    else:
        gone = {step for step, x in steps.items() if x.lesson == lesson}
    if place is not None and (place.lesson == lesson or place.step in gone):
        place = None
    left = {slug: step for slug, step in places.items() if slug != lesson and step not in gone}
    return {step: x for step, x in steps.items() if step not in gone}, place, left
