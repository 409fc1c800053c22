"""The list of laboratories."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widget import Widget

from tutor.coaching.labs.opening import INTRODUCTION, TITLES
from tutor.lessons.labs import LABS
from tutor.screens import keys
from tutor.screens.base import TutorScreen
from tutor.widgets.choices import Choices, Item
from tutor.widgets.note import Note


def lab_items() -> tuple[Item, ...]:
    """One line for each laboratory."""
    lines = ((name, *TITLES[name]) for name in LABS)
    return tuple(Item(name, Content.assemble(f"{title:<17}", (what, "$text-muted"))) for name, title, what in lines)


class LabsScreen(TutorScreen):
    """Choose a laboratory."""

    CSS_PATH = "labs.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,l", "back", show=False)]
    AUTO_FOCUS: ClassVar[str | None] = "Choices"
    help_area = "labs"

    def body(self) -> Iterable[Widget]:
        yield Note(Content.styled(INTRODUCTION, "$text-muted"), id="introduction")
        yield Choices(lab_items())

    def footer_keys(self) -> tuple[tuple[str, str], ...]:
        return keys.footer(keys.BACK, keys.CHOOSE, keys.OPEN, keys.GLOSSARY, keys.HELP)

    def ready(self) -> None:
        self.show_title("Laboratories", "")

    @on(Choices.Chosen)
    async def open_lab(self, event: Choices.Chosen) -> None:
        name = next((name for name in LABS if name == event.item.id), None)
        if name is not None and self.is_live:
            await self.tutor.open_lab(name)
