"""What stands on one page of a lesson, for one learner, and how it is found again on another day."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, replace

from tutor.coaching.question import SHAPE, TRIED_ANEW, other_draw, seed_of
from tutor.coaching.verdict import Verdict
from tutor.lessons.model import AskingStep, ChoiceStep, ExplainStep, Lesson, Option, Step, VectorStep
from tutor.records.progress import StepRecord

ALREADY_RIGHT = "Already right: it stays so."
"""What is said where a worked answer is asked for that one has found oneself."""


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
    met: tuple[int, ...] = ()
    """The draws asked here before this one, while others were asked for."""
    mistakes: tuple[str, ...] = ()
    """The codes met here since the page was opened afresh."""

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
        return replace(page, ticked=record.ticked, judged=record.answer, shown=True)
    if isinstance(step, AskingStep):
        if record.seed is not None and record.seed != seed_of(step, learner=learner):
            # What was typed belongs to other numbers than those that the page shows now.
            return replace(page, raw="")
        return replace(page, judged=record.answer)
    return page


def afresh(step: Step, *, again: int, learner: str | None) -> Page:
    """The page as if it had never been open, with the numbers and the order of another draw."""
    order = _order(step, learner, again) if isinstance(step, ChoiceStep) else ()
    return Page(again=again, order=order)


def asked_again(step: Step, page: Page, *, learner: str | None) -> Page:
    """The page with its question open once more: other numbers, where they are drawn, and options in another order.

    Where the question stays the same, the tries go on, so that the first one is never made twice.
    """
    drawn = isinstance(step, AskingStep) and seed_of(step, learner=learner) is not None
    met = (*page.met, page.again)
    again = other_draw(step, met, learner=learner) if drawn and isinstance(step, AskingStep) else page.again + 1
    cleared = replace(page, again=again, met=met, raw="", judged=None, verdict=None, rungs=0, chosen=None, ticked=())
    cleared = replace(cleared, shown=False, done=page.done and not page.shown)
    if isinstance(step, ChoiceStep):
        # The right option moves too: who remembers its letter alone is to read the options once more.
        place = _right_place(step, page.order)
        orders = (_order(step, learner, again + further) for further in range(TRIED_ANEW))
        return replace(cleared, order=next((x for x in orders if _right_place(step, x) != place), page.order))
    return replace(cleared, tries=0) if drawn else cleared


def no_other(step: Step, *, practice: str) -> str:
    """Why a page has nothing other to ask now, and what there is instead. `practice` says where practice is found."""
    if not step.asks:
        return "There is nothing to answer on this page."
    if isinstance(step, VectorStep) and not step.ask_for.startswith(SHAPE):
        return f"This page has numbers of its own. Practice, from {practice}, has fresh ones."
    return "This page asks the same each time. Once it is answered, a asks it again."


def _order(step: ChoiceStep, learner: str | None, again: int = 0) -> tuple[int, ...]:
    """The order of the options: shuffled once for this learner, question and draw, then it stays."""
    order = list(range(len(step.options)))
    if step.shuffle:
        random.Random(f"{learner or ''}:{step.id}:{again}").shuffle(order)
    return tuple(order)


def _right_place(step: ChoiceStep, order: tuple[int, ...]) -> int:
    """Where the right option stands in this order, from 0; −1 in an order of nothing."""
    return next((place for place, index in enumerate(order) if step.options[index].correct), -1)


def _chosen(step: ChoiceStep, page: Page, answer: str | None) -> Page:
    """The page with the option that was taken, found by its text, and what was said of it."""
    for i, option in enumerate(step.options):
        if option.text == answer:
            verdict = Verdict(status="right" if option.correct else "wrong", message=option.why, read=option.text)
            # Asked again and answered right, it is not shown any more.
            return replace(page, chosen=i, verdict=verdict, shown=page.shown and not option.correct)
    return page


@dataclass(frozen=True, slots=True, kw_only=True)
class Aside:
    """What was open when another lesson was looked into: its page from 0, and the pages of a run, by step id."""

    lesson: Lesson | None
    index: int
    pages: Mapping[str, Page]


def verdict_on(option: Option) -> Verdict:
    """What is said of an option that was taken: its own explanation."""
    return Verdict(
        status="right" if option.correct else "mistake" if option.code else "wrong",
        message=option.why,
        mistakes=(option.code,) if option.code and not option.correct else (),
        read=option.text,
    )


def with_mistake(page: Page, verdict: Verdict) -> tuple[str, ...]:
    """The codes met on a page, with the one of this verdict; where several would explain it, none is added."""
    return (*page.mistakes, *verdict.mistakes) if len(verdict.mistakes) == 1 else page.mistakes
