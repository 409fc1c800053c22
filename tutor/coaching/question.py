"""What is asked: one row of one stage of one problem, wherever it comes from: a lesson, practice, the workbench."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

from tutor.coaching.verdict import Verdict
from tutor.lessons.model import DrawnProblem, VectorStep
from tutor.maths.problem import Problem

if TYPE_CHECKING:
    from tutor.coaching.variants import Variant

SHAPE = "shape:"
"""What comes before a stage whose shape is asked for, not its numbers."""

NOTHING: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One row of one stage, to be typed to `digits` decimals. `row` and `head` count from 1.

    `hints` are the author's first rungs of the ladder; `seed` is the drawn problem's, None for a stated one.
    """

    problem: Problem
    stage: str
    row: int
    head: int = 1
    digits: int = 3
    hints: tuple[str, ...] = ()
    accepts_indistinct: tuple[str, ...] = ()
    seed: int | None = None

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

    def judge(self, raw: str, *, earlier: Mapping[str, str] = NOTHING, reading: int | None = None) -> Verdict:
        """What the grader says of this text. `earlier` are this learner's own lines before it, by stage."""
        from tutor.coaching.grading import grade

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
        )

    def ladder(self) -> tuple[str, ...]:
        """The hints, each saying more than the one before; the last shows the whole worked out."""
        from tutor.coaching.hints import rungs

        return rungs(self.problem, self.stage, self.row, self.head, hints=self.hints, digits=self.digits)


def question_of(step: VectorStep, *, learner: str | None = None, again: int = 0) -> Question:
    """The question of a page. A drawn problem is the same for one learner until `again` goes up."""
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
        seed=seed,
    )


def problem_of(problem: Problem | DrawnProblem, step_id: str, *, learner: str | None = None) -> Problem:
    """A stated problem itself; a drawn one as this learner gets it on this page."""
    return _drawn(problem, step_id, learner, 0).problem if isinstance(problem, DrawnProblem) else problem


def _drawn(problem: DrawnProblem, step_id: str, learner: str | None, again: int) -> Variant:
    from tutor.coaching.variants import draw

    return draw(zlib.crc32(f"{learner or ''}:{step_id}:{again}".encode()) % 1_000_000, problem.level)
