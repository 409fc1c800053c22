"""What is asked: one row of one stage of one problem, wherever it comes from; and the question of any page."""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, overload

from tutor.coaching.asking.asked import NOTHING, Asked, Heard, heard_numbers
from tutor.coaching.verdict import Verdict
from tutor.lessons.blocks import aloud
from tutor.lessons.model import AskingStep, DrawnProblem, MaskStep, NumberStep, Step, TargetsStep, VectorStep
from tutor.maths.problem import Problem
from tutor.notation.reader import read

if TYPE_CHECKING:
    from tutor.coaching.asking.masks import MaskQuestion
    from tutor.coaching.asking.numbers import NumberQuestion
    from tutor.coaching.asking.targets import TargetQuestion
    from tutor.coaching.variants import Variant

SHAPE = "shape:"
"""What comes before a stage whose shape is asked for, not its numbers."""

STAGE_NAMES: Mapping[str, str] = {
    "scores": "scores",
    "scaled": "scaled scores",
    "masked": "masked scores",
    "weights": "weights",
    "output": "output",
}

SEEDS = 1_000_000
TRIED_ANEW = 20
"""So many seeds are tried for numbers other than those before."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One row of one stage, to be typed to `digits` decimals. `row` and `head` count from 1.

    `given` is the stage whose line the prompt states, `before` a problem that this one is easily taken for.
    `hints` are the author's first rungs of the ladder; `seed` is the drawn problem's, None for a stated one.
    """

    problem: Problem
    stage: str
    row: int
    head: int = 1
    digits: int = 3
    hints: tuple[str, ...] = ()
    accepts_indistinct: tuple[str, ...] = ()
    given: str = ""
    before: Problem | None = None
    seed: int | None = None
    prompt: str = ""

    @property
    def of_shape(self) -> str | None:
        """The stage whose shape is asked for, where it is a shape that is asked for."""
        return self.stage.removeprefix(SHAPE) if self.stage.startswith(SHAPE) else None

    @property
    def read_as(self) -> str:
        """The context that the reader is given."""
        return "shape" if self.of_shape else self.stage

    @property
    def names(self) -> tuple[str, ...]:
        """What the numbers that are asked for are called."""
        if self.of_shape:
            return ("rows", "columns")
        if self.stage == "output":
            return tuple(f"c{i}" for i in range(1, self.problem.d_v + 1))
        tokens = self.problem.tokens
        if len(tokens) == self.problem.n_k:
            return tokens
        return tuple(f"k{j}" for j in range(1, self.problem.n_k + 1))

    @property
    def row_name(self) -> str:
        """What the asked row is called."""
        tokens = self.problem.tokens
        return tokens[self.row - 1] if len(tokens) == self.problem.n_q else f"q{self.row}"

    @property
    def label(self) -> str:
        if self.of_shape:
            return f"shape of {STAGE_NAMES.get(self.of_shape, self.of_shape)}"
        head = f", head {self.head}" if self.problem.heads > 1 else ""
        return f"{STAGE_NAMES[self.stage]} of {self.row_name}{head}"

    @property
    def form(self) -> str:
        if self.of_shape:
            return "rows × columns"
        return "whole numbers" if self.stage == "scores" else f"{self.digits} decimals"

    @property
    def placeholder(self) -> str:
        """What an empty field says about how to fill it; never a number of the answer."""
        if self.of_shape:
            return "such as 4×7"
        count = len(self.names)
        numbers = f"{count} number{'s' if count != 1 else ''}"
        if self.stage == "masked":
            return f"{numbers}, with -inf where a key is hidden"
        return f"{numbers} with a blank between them" + ("; 2/3 and √5 are fine" if self.stage != "scores" else "")

    def hear(self, raw: str) -> Heard | None:
        if not raw.strip():
            return None
        return heard_numbers(read(raw, expect=(len(self.names),), stage=self.read_as), len(self.names))

    def judge(self, raw: str, *, earlier: Mapping[str, str] = NOTHING, reading: int | None = None) -> Verdict:
        """What the grader says of this text. `earlier` are this learner's own lines before it, by stage."""
        from tutor.coaching.grading import grade
        from tutor.coaching.judging.nearness import TooLarge
        from tutor.coaching.judging.wording import sentence

        try:
            return grade(
                self.problem,
                self.stage,
                raw,
                row=self.row,
                head=self.head,
                digits=self.digits,
                earlier=earlier,
                reading=reading,
                accepts_indistinct=self.accepts_indistinct,
                given=self.given,
                before=self.before,
            )
        except TooLarge as error:
            return Verdict(status="unreadable", message=f"{sentence(str(error))}.")

    def ladder(self) -> tuple[str, ...]:
        """The hints, each saying more than the one before; the last shows the whole worked out."""
        from tutor.coaching.hints import rungs

        return rungs(self.problem, self.stage, self.row, self.head, hints=self.hints, digits=self.digits)


@overload
def question_of(step: VectorStep, *, learner: str | None = None, again: int = 0) -> Question: ...
@overload
def question_of(step: NumberStep, *, learner: str | None = None, again: int = 0) -> NumberQuestion: ...
@overload
def question_of(step: MaskStep, *, learner: str | None = None, again: int = 0) -> MaskQuestion: ...
@overload
def question_of(step: TargetsStep, *, learner: str | None = None, again: int = 0) -> TargetQuestion: ...
@overload
def question_of(step: AskingStep, *, learner: str | None = None, again: int = 0) -> Asked: ...


def question_of(step: AskingStep, *, learner: str | None = None, again: int = 0) -> Asked:
    """The question of a page. Drawn numbers are the same for one learner until `again` goes up."""
    match step:
        case VectorStep():
            return _row_question(step, learner, again)
        case NumberStep():
            return _number_question(step, learner, again)
        case MaskStep():
            from tutor.coaching.asking.masks import mask_question

            return mask_question(step)
        case TargetsStep():
            from tutor.coaching.asking.targets import target_question

            return target_question(step)


def _row_question(step: VectorStep, learner: str | None, again: int) -> Question:
    if isinstance(step.problem, DrawnProblem):
        variant = _drawn(step.problem, step.id, learner, again)
        problem, row, head, digits, seed = variant.problem, variant.row, variant.head, variant.digits, variant.seed
    else:
        problem, row, head, digits, seed = step.problem, step.row, 1, step.digits, None
    return Question(
        problem=problem,
        stage=step.ask_for,
        row=row,
        head=head,
        digits=digits,
        hints=step.hints,
        accepts_indistinct=step.accepts_indistinct,
        given=step.given,
        before=step.before,
        seed=seed,
        prompt=step.prompt,
    )


def _number_question(step: NumberStep, learner: str | None, again: int) -> NumberQuestion:
    """Few numbers are nice, so another page might draw those before once more; then the next seed is taken."""
    from tutor.coaching.asking.numbers import number_question

    seed = _seed(step.id, learner, again)
    question = number_question(step, seed=seed)
    if step.draw and again:
        before = number_question(step, seed=_seed(step.id, learner, again - 1))
        for further in range(1, TRIED_ANEW):
            if (question.prompt, question.body) != (before.prompt, before.body):
                break
            question = number_question(step, seed=(seed + further) % SEEDS)
    return question


def other_draw(step: AskingStep, met: Sequence[int], *, learner: str | None = None) -> int:
    """The number of the next draw with other numbers than those `met`, the last of which are asked now.

    Few numbers are nice: where none of the next draws has new ones, those that are asked now still do not come again.
    """
    now = _numbers(step, learner, met[-1])
    # Matrices take a while to draw, and there are so many that none is met twice.
    earlier = [_numbers(step, learner, again) for again in met[:-1]] if isinstance(step, NumberStep) else []
    spare: int | None = None
    for again in range(met[-1] + 1, met[-1] + 1 + TRIED_ANEW):
        numbers = _numbers(step, learner, again)
        if numbers != now:
            if numbers not in earlier:
                return again
            spare = again if spare is None else spare
    return met[-1] + 1 if spare is None else spare


def _numbers(step: AskingStep, learner: str | None, again: int) -> tuple[object, ...]:
    """What of a question differs from draw to draw."""
    question = question_of(step, learner=learner, again=again)
    if isinstance(question, Question):
        return question.problem.q, question.problem.k, question.problem.v, question.row, question.head
    return question.prompt, getattr(question, "body", "")


def body_of(step: Step, *, learner: str | None = None, again: int = 0, spoken: bool = False) -> str:
    """A page's text as this learner reads it, with the numbers that are drawn for it; or hears it, where `spoken`."""
    step = aloud(step) if spoken else step
    return question_of(step, learner=learner, again=again).body if isinstance(step, NumberStep) else step.body


def seed_of(step: Step, *, learner: str | None = None) -> int | None:
    """The seed of the numbers that a learner first gets on a page; None where nothing is drawn."""
    drawn = isinstance(step, NumberStep) and step.draw
    if drawn or (isinstance(step, VectorStep) and isinstance(step.problem, DrawnProblem)):
        return _seed(step.id, learner, 0)
    return None


def problem_of(problem: Problem | DrawnProblem, step_id: str, *, learner: str | None = None) -> Problem:
    """A stated problem itself; a drawn one as this learner gets it on this page."""
    return _drawn(problem, step_id, learner, 0).problem if isinstance(problem, DrawnProblem) else problem


def _drawn(problem: DrawnProblem, step_id: str, learner: str | None, again: int) -> Variant:
    from tutor.coaching.variants import draw

    return draw(_seed(step_id, learner, again), problem.level)


def _seed(step_id: str, learner: str | None, again: int) -> int:
    """The seed of a page's numbers for one learner."""
    return zlib.crc32(f"{learner or ''}:{step_id}:{again}".encode()) % SEEDS
