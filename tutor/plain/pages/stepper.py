"""A problem walked through stage by stage."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tutor.lessons.model import StepperStep
from tutor.maths.problem import STAGES
from tutor.plain.pages.base import Page
from tutor.plain.walking import Walking
from tutor.plain.words import CELL, HEAD, INSIDE, ROW
from tutor.rendering.spoken import problem_rows
from tutor.rendering.stages import Walk

if TYPE_CHECKING:
    from tutor.plain.tutor import PlainTutor


class StepperPage(Page):
    """Q, K and V, then one stage at a time. `next` goes on to the next stage, then to the next page."""

    words = (*Page.words, ROW, CELL, INSIDE, HEAD)
    enter = "the next stage, then the next page"

    def __init__(self, tutor: PlainTutor) -> None:
        super().__init__(tutor)
        step = self.step
        assert isinstance(step, StepperStep)
        problem = self.session.problem
        first = next((stage for stage in STAGES if stage not in step.given), step.until)
        self.stages = Walking(self.talk, problem, Walk(stage=first, until=step.until, heads=problem.heads))

    @property
    def label(self) -> str:
        return f"{self.stages.walk.word}, {self.stages.walk.place}"

    def tell_task(self) -> None:
        self.talk.say(*problem_rows(self.stages.problem))
        self._arrive()

    def _arrive(self) -> None:
        self.stages.tell()
        if self.stages.walk.is_last:
            self.session.finish_page()

    def do(self, word: str, rest: str) -> bool:
        if not self.stages.do(word, rest):
            return super().do(word, rest)
        if self.stages.walk.is_last:
            self.session.finish_page()
        return False

    def forward(self) -> bool:
        return self._step(1)

    def backward(self) -> bool:
        return self._step(-1)

    def _step(self, by: int) -> bool:
        if not self.stages.step(by):
            return False
        self._arrive()
        return True
