"""A conversation with the plain front end: lines to give, and everything that it says."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from tests.journey import right_mask, right_number, right_row
from tutor.coaching.page import remembered
from tutor.coaching.question import question_of
from tutor.lessons.model import (
    ChoiceStep,
    Course,
    ExplainStep,
    Lesson,
    MaskStep,
    NumberStep,
    Step,
    StepperStep,
    TargetsStep,
    VectorStep,
)
from tutor.maths.problem import STAGES
from tutor.plain.talk import Cut, Interrupted
from tutor.plain.tutor import PlainTutor
from tutor.records.progress import StepRecord
from tutor.surroundings import Surroundings

CTRL_C = "\x03"
"""Given as a line: Ctrl+C is pressed in place of it."""

NOW = 1_800_000_000.0


class Script:
    """Gives these lines, one after the other, then ends, with `unfinished` as what stood in the last line."""

    def __init__(self, lines: Iterable[str], *, unfinished: str = "") -> None:
        self.given = iter(lines)
        self.unfinished = unfinished
        self.said: list[str] = []
        self.written: list[str] = []
        """What was said alone, without what was typed."""
        self.prompts: list[str] = []
        self.stop_after = math.inf
        """Long work is interrupted when it has asked so often whether it is."""

    def read(self, prompt: str) -> str:
        self.prompts.append(prompt)
        self.written.append(prompt)
        line = next(self.given, None)
        if line is None:
            raise Cut(self.unfinished)
        self.said.append(f"{prompt}{line}" if line != CTRL_C else prompt)
        if line == CTRL_C:
            raise Interrupted
        return line

    def write(self, line: str) -> None:
        assert "\n" not in line
        self.said.append(line)
        self.written.append(line)

    def interrupted(self) -> bool:
        self.stop_after -= 1
        return self.stop_after < 0

    @property
    def text(self) -> str:
        """Everything so far, prompts and what was typed included."""
        return "\n".join(self.said)

    def flat(self) -> str:
        """The same on one line, so that wrapping hides nothing."""
        return " ".join(self.text.split())


def talk_through(
    course: Course,
    lines: Iterable[str],
    *,
    state: Path | None = None,
    lesson: Lesson | None = None,
    unfinished: str = "",
    width: int = 80,
    **outside: Any,
) -> Script:
    """What is said while these lines are typed, from the first list or from this lesson to the end of the lines."""
    script = Script(lines, unfinished=unfinished)
    surroundings = Surroundings(state=state, **{"clock": lambda: NOW, "seed": 7, **outside})
    PlainTutor(surroundings, script, width=width, course=course).run(lesson)
    return script


def events(state: Path) -> list[dict[str, Any]]:
    """Every event in the journals of a state folder, in the order in which they happened."""
    files = (state / "journal").glob("*.jsonl")
    found = [json.loads(line) for file in files for line in file.read_text(encoding="utf-8").splitlines()]
    return sorted(found, key=lambda event: event["t"])


def told(found: Iterable[dict[str, Any]], *names: str) -> list[tuple[Any, ...]]:
    """These fields of each event; None where it has none such."""
    return [tuple(event.get(name) for name in names) for event in found]


def lines_for(step: Step, *, learner: str | None = None) -> Iterator[str]:
    """What a learner who knows the answers types on one page, and to go on."""
    if isinstance(step, VectorStep):
        yield right_row(question_of(step, learner=learner))
    elif isinstance(step, NumberStep):
        yield right_number(step, question_of(step, learner=learner))
    elif isinstance(step, TargetsStep):
        yield " ".join(step.tokens[1:])
    elif isinstance(step, MaskStep):
        yield from (" ".join(str(int(cell)) for cell in row) for row in right_mask(step))
    elif isinstance(step, ChoiceStep):
        order = remembered(step, StepRecord(step=step.id), learner=learner).order
        yield str(1 + next(i for i, place in enumerate(order) if step.options[place].correct))
    elif isinstance(step, ExplainStep):
        yield from ("a few words of my own", "", "1")
    elif isinstance(step, StepperStep):
        stages = STAGES[: STAGES.index(step.until) + 1]
        first = next((i for i, stage in enumerate(stages) if stage not in step.given), len(stages) - 1)
        yield from ("" for _ in stages[first + 1 :])
    yield "next"
