"""One view for each kind of page. A page is a body to read and, below it, one thing to do."""

from __future__ import annotations

from importlib import import_module

from tutor.screens.pages.base import PageView

VIEWS = {
    "text": ("tutor.screens.pages.base", "PageView"),
    "stepper": ("tutor.screens.pages.stepper", "StepperPage"),
    "vector": ("tutor.screens.pages.answer", "AnswerPage"),
    "number": ("tutor.screens.pages.answer", "AnswerPage"),
    "mask": ("tutor.screens.pages.mask", "MaskPage"),
    "targets": ("tutor.screens.pages.answer", "AnswerPage"),
    "lab": ("tutor.screens.pages.lab", "LabPage"),
    "choice": ("tutor.screens.pages.choice", "ChoicePage"),
    "explain": ("tutor.screens.pages.explain", "ExplainPage"),
}
"""Where the view of each kind is; imported when a page of that kind is first opened."""


def view_class(kind: str) -> type[PageView]:
    """The view for a kind of page."""
    module, name = VIEWS[kind]
    view: type[PageView] = getattr(import_module(module), name)
    return view
