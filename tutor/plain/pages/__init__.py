"""One class for each kind of page: what it says, what it takes, what its words do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tutor.plain.pages.answer import AnswerPage
from tutor.plain.pages.base import Page
from tutor.plain.pages.choice import ChoicePage
from tutor.plain.pages.explain import ExplainPage
from tutor.plain.pages.lab import LabPage
from tutor.plain.pages.mask import MaskPage
from tutor.plain.pages.stepper import StepperPage

if TYPE_CHECKING:
    from tutor.plain.tutor import PlainTutor

PAGES: dict[str, type[Page]] = {
    "text": Page,
    "stepper": StepperPage,
    "vector": AnswerPage,
    "number": AnswerPage,
    "mask": MaskPage,
    "targets": AnswerPage,
    "choice": ChoicePage,
    "explain": ExplainPage,
    "lab": LabPage,
}


def open_page(tutor: PlainTutor) -> Page:
    """The session's open page."""
    return PAGES[tutor.session.step.kind](tutor)
