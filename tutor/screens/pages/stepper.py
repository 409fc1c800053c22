"""A problem walked through stage by stage."""

from __future__ import annotations

from collections.abc import Iterable

from textual import getters, on
from textual.content import Content
from textual.widget import Widget

from tutor.lessons.model import StepperStep
from tutor.maths.problem import STAGES
from tutor.rendering.matrices import problem_text
from tutor.screens import keys
from tutor.screens.pages.base import PageView, Pairs
from tutor.screens.stage_view import StageView
from tutor.widgets.note import Note


class StepperPage(PageView):
    """Q, K and V, and under them one stage at a time. `n` goes on to the next stage, then to the next page."""

    DEFAULT_CSS = """
    StepperPage {
        & > #given { height: auto; padding: 0 1; margin-bottom: 1; }
    }
    """

    stages = getters.query_one(StageView)

    def compose(self) -> Iterable[Widget]:
        step = self.step
        assert isinstance(step, StepperStep)
        problem = self.session.problem
        first = next((s for s in STAGES if s not in step.given), step.until)
        yield Note(Content(problem_text(problem, ascii=self.tutor.surroundings.ascii)), id="given")
        yield StageView(problem, until=step.until, stage=first)

    def footer(self) -> Pairs:
        last = self.stages.stage == self.stages.stages[-1]
        going = ((keys.NEXT, "next page"), (keys.PREVIOUS, "stage back")) if last else ((keys.STAGE, "stage"),)
        inside = (keys.INSIDE, "close softmax") if self.stages.inside else keys.INSIDE
        extra = (inside,) if "weights" in self.stages.stages else ()
        extra = (*extra, keys.HEAD) if self.stages.heads > 1 else extra
        return keys.footer(*going, keys.CELL, *extra)

    def arrive(self) -> None:
        self.stages.table.focus(scroll_visible=False)

    def forward(self) -> bool:
        return self.stages.step(1)

    def backward(self) -> bool:
        return self.stages.step(-1)

    def turn_head(self, by: int) -> None:
        """The next head, or the one before."""
        self.stages.turn_head(by)

    def inside(self) -> None:
        """Open softmax into its four steps, or close it."""
        self.stages.toggle_inside()

    @on(StageView.Stepped)
    def follow(self) -> None:
        if not self.is_open:
            return
        if self.stages.stage == self.stages.stages[-1]:
            self.session.finish_page()
        self.post_message(self.Changed(self))
