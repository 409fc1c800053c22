"""A page that opens a laboratory."""

from __future__ import annotations

from collections.abc import Iterable

from textual.content import Content
from textual.widget import Widget

from tutor.lessons.labs import LAB_NAMES
from tutor.lessons.model import LabStep
from tutor.screens import keys
from tutor.screens.pages.base import PageView, Pairs
from tutor.widgets.note import Note


class LabPage(PageView):
    """Enter opens the laboratory, and `q` there comes back here. The page is done when one goes on."""

    DEFAULT_CSS = """
    LabPage {
        & > #door { height: auto; padding: 0 1; }
    }
    """

    def compose(self) -> Iterable[Widget]:
        assert isinstance(self.step, LabStep)
        where = f" opens the laboratory on {LAB_NAMES[self.step.lab]}; q there comes back to this page."
        yield Note(Content.assemble(("▸ ", "bold $accent"), ("Enter", "bold $accent"), where), id="door")

    def footer(self) -> Pairs:
        return keys.footer((keys.OPEN, "laboratory"), (keys.NEXT, "next page"), keys.PREVIOUS, keys.GLOSSARY)

    async def open(self) -> bool:
        assert isinstance(self.step, LabStep)
        await self.tutor.open_lab(self.step.lab, self.step.start)
        return True
