"""A class at once on one machine: every learner in a terminal of their own, reading, typing answers, turning pages."""

from __future__ import annotations

import json
import random
import re
import select
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from tests.benchmarks.measuring import Table, cpu_seconds, memory_mib, percentile, world
from tests.benchmarks.screens import HOME
from tests.journey import TEXT, keys_for
from tests.terminal import Terminal, program
from tutor.lessons.loader import load_course
from tutor.lessons.model import Course

LEARNERS, SECONDS = 30, 60.0

TYPED, ENTERED, OTHER = "a character typed", "Enter", "another key"

PAUSES = {TYPED: (0.12, 0.35), ENTERED: (0.4, 1.2), OTHER: (0.5, 1.5)}
"""Seconds before such a key, least and most."""

READING = (2.0, 5.0)
"""Seconds with a page before its first key."""

PATIENCE = 5.0
"""Seconds after which a key counts as one that changed nothing."""

SETTLED = 0.5
"""Seconds without a byte after which what comes is no longer a key's doing."""

IDLE = 10.0

PLAIN_NUMBERS = re.compile(r"-?\d+(\.\d+)?( -?\d+(\.\d+)?)*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Key:
    """A key, what kind it is, and how long one waits before pressing it, in seconds."""

    name: str
    kind: str
    pause: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """A key that was answered: seconds until the first byte, and until the last one."""

    kind: str
    first: float
    quiet: float


def through_the_course(course: Course, start: int, rng: random.Random, typed: list[str]) -> Iterator[Key]:
    """The keys of one learner, from the first screen on; what they enter is added to `typed`.

    They begin with lesson number `start`, counted from 0, and stop when they have been through all of them.
    """

    def key(name: str, kind: str = OTHER, pauses: tuple[float, float] | None = None) -> Key:
        return Key(name=name, kind=kind, pause=rng.uniform(*(pauses or PAUSES[kind])))

    def line(text: str) -> Iterator[Key]:
        for place, character in enumerate(text):
            yield key(character, TYPED, None if place else READING)
        typed.append(text)

    def page(step_keys: Iterator[str]) -> Iterator[Key]:
        pauses: tuple[float, float] | None = READING
        for name in step_keys:
            if name.startswith(TEXT):
                text = name.removeprefix(TEXT)
                if PLAIN_NUMBERS.fullmatch(text) and rng.random() < 0.4:
                    # Wrong at first: finding out which mistake it is costs most.
                    yield from line(" ".join(f"{float(x) + 1:g}" for x in text.split()))
                    yield key("enter", ENTERED)
                    yield key("ctrl+u", OTHER, READING)
                yield from line(text)
            else:
                yield key(name, ENTERED if name == "enter" else OTHER, pauses)
            pauses = None

    for turn in range(len(course.lessons)):
        number = (start + turn) % len(course.lessons)
        for name in (*(("q", "home") if turn else ()), *("down",) * (number + 1), "enter"):
            yield key(name)
        for step in course.lessons[number].steps:
            yield from page(keys_for(step))


class Learner:
    """One person at one terminal: presses the next key when it is time, and notes when what came back."""

    def __init__(self, terminal: Terminal, keys: Iterator[Key], typed: list[str]) -> None:
        self.terminal = terminal
        self.answered: list[Answered] = []
        self.unanswered: list[str] = []
        self.typed = typed
        """What has been typed in full, in order."""
        self._keys = keys
        self._next = next(keys, None)
        self._due = 0.0
        self._kind = ""
        self._pressed = self._first = self._last = 0.0

    def begin(self, now: float) -> None:
        """Start the clock: the first key comes after its pause."""
        if self._next is not None:
            self._due = now + self._next.pause

    @property
    def finished(self) -> bool:
        """True where there is nothing left to do."""
        return self._next is None

    def wait(self, now: float) -> float:
        """Seconds until there is something to do, at most."""
        if self._pressed and not self._first:
            return self._pressed + PATIENCE - now
        return self._due - now if self._next is not None else PATIENCE

    def act(self, now: float) -> None:
        """Press the next key, if the last one has been answered and it is time."""
        if self._pressed and not self._first:
            if now - self._pressed < PATIENCE:
                return
            self.unanswered.append(self._kind)
            self._pressed = 0.0
        if self._next is None or now < self._due:
            return
        self.settle()
        # Not faster than the screen: nobody types on before they see what they have typed.
        self._kind, self._pressed, self._first = self._next.kind, time.monotonic(), 0.0
        self.terminal.send(self._next.name)
        self._next = next(self._keys, None)
        self._due = self._pressed + (self._next.pause if self._next is not None else 0.0)

    def saw(self) -> None:
        """Take what the program has written."""
        if not self.terminal.read(0):
            return
        now = self.terminal.chunks[-1][0]
        if not self._pressed or (self._first and now - self._last > SETTLED):
            return
        self._first = self._first or now
        self._last = now
        if self._kind != TYPED and self._next is not None:
            self._due = max(self._due, now + self._next.pause)

    def settle(self) -> None:
        """Note how long the last key took."""
        if self._pressed and self._first:
            took = Answered(kind=self._kind, first=self._first - self._pressed, quiet=self._last - self._pressed)
            self.answered.append(took)
        self._pressed = 0.0


def run(_rounds: int, *, learners: int = LEARNERS, seconds: float = SECONDS) -> list[Table]:
    """So many learners for so long, once."""
    course = load_course()
    with ExitStack() as stack:
        homes = [stack.enter_context(world()) for _ in range(learners)]
        terminals = [stack.enter_context(Terminal([program()], env=env)) for env in homes]
        ready = _first_screens(terminals)
        people = []
        for number, terminal in enumerate(terminals):
            typed: list[str] = []
            start = number % len(course.lessons)
            people.append(Learner(terminal, through_the_course(course, start, random.Random(number), typed), typed))
        _drive(people, 2.0, lambda: None)
        for person in people:
            person.begin(time.monotonic())
        cpu, start_time = sum(map(cpu_seconds, terminals)), time.monotonic()
        _drive(people, seconds, lambda: [person.act(time.monotonic()) for person in people])
        took = time.monotonic() - start_time
        busy = 100 * (sum(map(cpu_seconds, terminals)) - cpu) / took
        for person in people:
            person.settle()
        # What had just been typed is written half a second later; then there is nothing left to do.
        _drive(people, 2.0, lambda: None)
        marks = [terminal.mark() for terminal in terminals]
        cpu = sum(map(cpu_seconds, terminals))
        _drive(people, IDLE, lambda: None)
        idle = 100 * (sum(map(cpu_seconds, terminals)) - cpu) / IDLE
        idle_bytes = sum(terminal.mark() - mark for terminal, mark in zip(terminals, marks, strict=True))
        memory = sum(map(memory_mib, terminals)) if sys.platform.startswith("linux") else None
        codes = Counter(_left(terminal) for terminal in terminals)
        journals = [Path(str(env["XDG_STATE_HOME"]), "attn-tutor", "journal") for env in homes]
        broken = [
            said for person, folder in zip(people, journals, strict=True) if (said := fault(folder, person.typed))
        ]
    answered = [each for person in people for each in person.answered]
    unanswered = [each for person in people for each in person.unanswered]
    times = _times(
        f"classroom: {learners} learners for {took:.0f} s, from a key to what it shows", answered, unanswered
    )
    rest = Table("classroom: the rest", ("what", "value"), note="; ".join(broken))
    rest.rows += [
        ("first screen of the first one, s", min(ready)),
        ("first screen of the last one, s", max(ready)),
        ("% of a core, all together, while they work", busy),
        ("% of a core, all together, idle", idle),
        ("bytes, all together, idle", idle_bytes),
        ("PSS MiB, all together", memory),
        ("left with exit code 0", codes[0]),
        ("answers entered", sum(len(person.typed) for person in people)),
        ("journals that are whole", len(people) - len(broken)),
        ("learners who had been through everything", sum(person.finished for person in people)),
    ]
    return [times, rest]


def _times(title: str, answered: Sequence[Answered], unanswered: Sequence[str]) -> Table:
    table = Table(
        title,
        (
            "key",
            "pressed",
            "no byte",
            *(f"{what} {p} ms" for what in ("first", "quiet") for p in ("p50", "p95", "p99")),
        ),
        note="target: p95 ≤ 150 ms",
    )
    for kind in (TYPED, ENTERED, OTHER, "all"):
        some = [each for each in answered if kind in ("all", each.kind)]
        silent = len([each for each in unanswered if kind in ("all", each)])
        shares = [
            1000 * percentile(values, p) if values else None
            for values in ([each.first for each in some], [each.quiet for each in some])
            for p in (50, 95, 99)
        ]
        table.rows.append((kind, len(some) + silent, silent, *shares))
    return table


def _first_screens(terminals: Sequence[Terminal], limit: float = 180.0) -> list[float]:
    """Seconds until each one's first screen was there, counted from the start of the first."""
    began = min(terminal.t0 for terminal in terminals)
    ready: dict[int, float] = {}
    while len(ready) < len(terminals):
        assert time.monotonic() < began + limit, f"only {len(ready)} first screens came in {limit:.0f} s"
        for terminal in select.select(terminals, [], [], 1.0)[0]:
            came = terminal.read(0)
            assert came, f"one has ended: {terminal.screen()}"
            if terminal.fileno() not in ready and HOME in terminal.text_since(0):
                ready[terminal.fileno()] = terminal.chunks[-1][0] - began
    return list(ready.values())


def _drive(people: Sequence[Learner], seconds: float, act: Callable[[], object]) -> None:
    """Read all terminals as they write, and act in between, for so long."""
    deadline = time.monotonic() + seconds
    of = {person.terminal: person for person in people}
    while (now := time.monotonic()) < deadline:
        act()
        pause = min(deadline - now, *(person.wait(now) for person in people), 0.25)
        for terminal in select.select(list(of), [], [], max(0.0, pause))[0]:
            of[terminal].saw()


def _left(terminal: Terminal) -> int:
    terminal.send("ctrl+q")
    return terminal.exit_code(30)


def fault(folder: Path, typed: Sequence[str]) -> str | None:
    """What is wrong with a learner's journal, or None: all lines are whole, each typed answer is there, in order."""
    events = []
    for path in sorted(folder.glob("*.jsonl")):
        for number, text in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            try:
                events.append(json.loads(text))
            except ValueError:
                return f"{path.name}, line {number}: {text[:40]!r}"
    if not events or (events[0]["type"], events[-1]["type"]) != ("session", "end"):
        return f"{folder}: it does not go from a session's beginning to its end"
    raws = [str(event["raw"]) for event in events if "raw" in event]
    rest = iter(raws)
    missing = next((text for text in typed if text not in rest), None)
    return None if missing is None else f"{folder}: {missing!r} is not in it, where {len(raws)} texts are: {raws[-3:]}"
