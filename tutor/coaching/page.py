"""What stands on one page of a lesson, for one learner, and how it is found again on another day."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

from tutor.coaching.verdict import Verdict
from tutor.lessons.model import ChoiceStep, ExplainStep, Step
from tutor.records.progress import StepRecord


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """What stands on one page now.

    `raw` is what stands in its field; `verdict` judges `judged`, the text last submitted. `rungs` counts the
    hints given. `order` is the order in which a choice shows its options, `chosen` the option taken, both by
    the options' own index. `ticked` are the points of a checklist, from 1.
    """

    raw: str = ""
    judged: str | None = None
    verdict: Verdict | None = None
    tries: int = 0
    rungs: int = 0
    shown: bool = False
    done: bool = False
    order: tuple[int, ...] = ()
    chosen: int | None = None
    ticked: tuple[int, ...] = ()
    again: int = 0

    @property
    def closed(self) -> bool:
        """True once there is nothing left to answer: the way is on."""
        return self.shown or self.chosen is not None or (self.verdict is not None and self.verdict.passed)


def remembered(step: Step, record: StepRecord, *, learner: str | None) -> Page:
    """The page as this learner left it, on an earlier day perhaps."""
    page = Page(raw=record.typed, tries=record.attempts, rungs=record.hints, shown=record.shown, done=record.done)
    if isinstance(step, ChoiceStep):
        return _chosen(step, replace(page, order=_order(step, learner)), record.answer)
    if isinstance(step, ExplainStep) and record.answer is not None:
        return replace(page, ticked=record.ticked, judged=record.answer)
    return page


def _order(step: ChoiceStep, learner: str | None) -> tuple[int, ...]:
    """The order of the options: shuffled once for this learner and question, then it stays."""
    order = list(range(len(step.options)))
    if step.shuffle:
        random.Random(f"{learner or ''}:{step.id}").shuffle(order)
    return tuple(order)


def _chosen(step: ChoiceStep, page: Page, answer: str | None) -> Page:
    """The page with the option that was taken, found by its text, and what was said of it."""
    for i, option in enumerate(step.options):
        if option.text == answer:
            verdict = Verdict(status="right" if option.correct else "wrong", message=option.why, read=option.text)
            return replace(page, chosen=i, verdict=verdict)
    return page
