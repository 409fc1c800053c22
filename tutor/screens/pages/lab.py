"""A page that opens a laboratory."""

from __future__ import annotations

from collections.abc import Iterable

from textual.widget import Widget

from tutor.lessons.model import LabStep
from tutor.rendering.labs import not_open
from tutor.screens.pages.base import PageView
from tutor.widgets.note import Note


class LabPage(PageView):
    """Says that the laboratory is not open yet. The page is done when one goes on."""

    DEFAULT_CSS = """
    LabPage {
        & > #closed { height: auto; padding: 0 1; }
    }
    """

    def compose(self) -> Iterable[Widget]:
        assert isinstance(self.step, LabStep)
        yield Note(not_open(self.step), id="closed")
