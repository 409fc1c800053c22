"""Lessons as frozen data: one class per kind of step. Knows what a lesson is, not how it is stored or shown."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar, Literal

from tutor.lessons.labs import LabName, LabValue
from tutor.lessons.listing import Fault as Fault
from tutor.lessons.listing import Outline as Outline
from tutor.lessons.listing import as_named
from tutor.maths.problem import Problem

Phase = Literal["worked", "faded", "alone", "quiz"]
"""Where a step stands on the way from a worked example to a quiz."""


Apart = Literal["all", "question", "nothing"]
"""How a page stands apart from its lesson: with its text, as the bare question, or not at all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnProblem:
    """A problem whose numbers, and whose asked row, are drawn anew by a seed, at a level from 1 to 4."""

    level: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One page. `id` is unique in the course and outlives every move; `was` lists ids it had before.

    `objective` is the place, from 1, in the lesson's list of objectives. `body` is Markdown,
    `spoken` what is said for each of its blocks where it is read out; nothing where they can be read as they are.
    `sources` are what the page's own claims come from.
    `apart` says what of it is asked where it stands alone, in a review or a mixed quiz.
    """

    kind: ClassVar[str] = ""
    asks: ClassVar[bool] = False

    id: str
    title: str = ""
    was: tuple[str, ...] = ()
    objective: int | None = None
    stage: Phase | None = None
    body: str = ""
    spoken: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    apart: Apart = "all"


@dataclass(frozen=True, slots=True, kw_only=True)
class TextStep(Step):
    """A page to read."""

    kind: ClassVar[str] = "text"


@dataclass(frozen=True, slots=True, kw_only=True)
class StepperStep(Step):
    """A problem walked through stage by stage, up to `until`; the stages in `given` stand there at once."""

    kind: ClassVar[str] = "stepper"

    problem: Problem | DrawnProblem
    until: str = "output"
    given: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class VectorStep(Step):
    """One row of one stage, to be typed. The right answer is computed from the problem, never stored.

    `ask_for` is a stage, or `shape:` and a stage. `row` counts from 1; where the problem is drawn, so is its row.
    `given` is the stage whose line the prompt states, "" where none; `before` a problem whose answer is a likely slip.
    """

    kind: ClassVar[str] = "vector"
    asks: ClassVar[bool] = True

    problem: Problem | DrawnProblem
    ask_for: str
    prompt: str
    hints: tuple[str, ...]
    row: int = 1
    digits: int = 3
    accepts_indistinct: tuple[str, ...] = ()
    given: str = ""
    before: Problem | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """One option of a choice. `code` names the misconception behind a wrong one."""

    text: str
    why: str
    correct: bool = False
    code: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceStep(Step):
    """A question with options, exactly one of them right; each has its own explanation."""

    kind: ClassVar[str] = "choice"
    asks: ClassVar[bool] = True

    prompt: str
    options: tuple[Option, ...]
    shuffle: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ExplainStep(Step):
    """Say it in your own words, then compare with a model answer by a short checklist."""

    kind: ClassVar[str] = "explain"
    asks: ClassVar[bool] = True

    prompt: str
    model: str
    checklist: tuple[str, ...]


Input = float | tuple[float, ...]
"""What a computed number is worked out from: one number, or a row of them."""

Pool = tuple[tuple[str, tuple[float, ...] | str], ...]
"""By name, in order: the numbers that one is drawn from, or a calculation with those before it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WrongAnswer:
    """A wrong answer that somebody believes in. `value` is what `answer`, an expression, comes to.

    Where numbers are drawn, `answer` names them, and `value` is for the first of each list.
    """

    answer: str
    value: float
    code: str
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberStep(Step):
    """One number to be typed, or one row of probabilities.

    Either `answer` is an expression, which comes to `value`, and `mistakes` are wrong answers to it; or `compute`
    says what is worked out from `inputs`, by name. With `draw` numbers are drawn by a seed: the inputs, of which there
    are none here, or for an `answer` those of one of the `pools`. Texts name them in braces, those of a pool in `body`,
    `answer` and `mistakes` too. `digits` 0 asks for a whole number; `unit` stands beside the box.
    """

    kind: ClassVar[str] = "number"
    asks: ClassVar[bool] = True

    prompt: str
    hints: tuple[str, ...]
    answer: str = ""
    value: float | None = None
    mistakes: tuple[WrongAnswer, ...] = ()
    compute: str = ""
    inputs: tuple[tuple[str, Input], ...] = ()
    draw: bool = False
    pools: tuple[Pool, ...] = ()
    digits: int = 3
    unit: str = ""


MaskWant = Literal["causal", "strict", "padding", "causal-padding", "window", "all", "rows"]
"""Which mask a page wants; `rows` is one of the author's own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MaskStep(Step):
    """The cells of a mask, to be set: 1 may attend, 0 is hidden. A row for each query, a column for each key.

    `names` are the tokens, or q1, q2 … where only their number was given (then `tokens` is empty). The first
    `keep` keys are real, the others padding; `size` is how many keys a window holds, the query's own included.
    `rows` is the right mask, whatever `want` says.
    """

    kind: ClassVar[str] = "mask"
    asks: ClassVar[bool] = True

    prompt: str
    hints: tuple[str, ...]
    want: MaskWant
    rows: tuple[tuple[bool, ...], ...]
    tokens: tuple[str, ...] = ()
    keep: int | None = None
    size: int | None = None

    @property
    def n(self) -> int:
        return len(self.rows)


@dataclass(frozen=True, slots=True, kw_only=True)
class TargetsStep(Step):
    """The target of each position, to be typed. `tokens` is the whole row; its last one is a target only."""

    kind: ClassVar[str] = "targets"
    asks: ClassVar[bool] = True

    prompt: str
    hints: tuple[str, ...]
    tokens: tuple[str, ...]


AskingStep = VectorStep | NumberStep | MaskStep | TargetsStep
"""The pages whose answer is typed, or set, and judged."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LabStep(Step):
    """A page that opens a laboratory, at the values in `start`."""

    kind: ClassVar[str] = "lab"

    lab: LabName
    start: tuple[tuple[str, LabValue], ...] = ()


KINDS: dict[str, type[Step]] = {
    cls.kind: cls
    for cls in (
        TextStep,
        StepperStep,
        VectorStep,
        NumberStep,
        MaskStep,
        TargetsStep,
        ChoiceStep,
        ExplainStep,
        LabStep,
    )
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """One file: one unit of the course.

    `number` is the place of its file in the course, from 1. Faulty files keep their places, so numbers may skip.
    """

    slug: str
    number: int
    title: str
    objectives: tuple[str, ...]
    steps: tuple[Step, ...]
    minutes: int | None = None
    needs: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    path: Path

    @property
    def made_up(self) -> bool:
        """True for a lesson that is in no file, put together from the course's pages."""
        return self.number == 0

    @property
    def is_quiz(self) -> bool:
        """True where every page is a question: its pages are then called questions."""
        return all(isinstance(step, ChoiceStep) for step in self.steps)

    def place_of(self, step_id: str) -> int | None:
        """The index of the step that has, or once had, this id."""
        for i, step in enumerate(self.steps):
            if step.id == step_id or step_id in step.was:
                return i
        return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Course:
    """The sound lessons, in order, and the faults of the others. Loaded once, shared, never changed."""

    lessons: tuple[Lesson, ...]
    faults: tuple[Fault, ...] = field(default=())

    @property
    def aliases(self) -> dict[str, str]:
        """Each id that a step once had, and its id now."""
        return {old: step.id for lesson in self.lessons for step in lesson.steps for old in step.was}

    def find(self, name: str) -> Lesson | None:
        """A lesson by number, slug or the start of its title, in that order, whatever article it has; else None."""
        wanted = as_named(name)
        if not wanted:
            return None
        for lesson in self.lessons:
            if wanted in (str(lesson.number), lesson.slug.casefold()):
                return lesson
        return next((x for x in self.lessons if as_named(x.title).startswith(wanted)), None)

    def named(self, slug: str) -> Lesson | None:
        """The lesson with exactly this slug; None where the course has none."""
        return next((x for x in self.lessons if x.slug == slug), None)

    def step(self, step_id: str) -> tuple[Lesson, Step] | None:
        """The lesson and step with this id, present or former."""
        for lesson in self.lessons:
            place = lesson.place_of(step_id)
            if place is not None:
                return lesson, lesson.steps[place]
        return None
