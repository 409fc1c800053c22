"""The help page: the keys of the screen one came from, and those that work everywhere."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widget import Widget

from tutor.screens import keys
from tutor.screens.base import TutorScreen
from tutor.widgets.ground import ScrolledGround
from tutor.widgets.note import Note

TITLES = {
    "home": "The home screen",
    "lesson": "A lesson",
    "question": "A question",
    "workbench": "The workbench",
    "matrices": "The workbench, with numbers from a file",
    "practice": "Practice",
    "glossary": "The glossary",
    "labs": "Laboratories",
    "lab": "This laboratory",
}

ANSWERS = (
    "Numbers may be typed as they come: 0 0.7071, [0, 1/√2], (0; sqrt(2)/2), exp(0.7071)/(1+exp(0.7071)). "
    "The line under the box shows how it reads you while you type. What can't be read costs nothing."
)


Pairs = tuple[tuple[str, str], ...]


def help_text(area: str, own: Pairs = ()) -> Content:
    """The keys that a screen has of its own now, those of its area and of everywhere, and how numbers are typed."""
    parts = [*_section(TITLES[area], (*own, *_pairs(keys.AREAS[area])))]
    if area == "lesson":
        parts += [Content(""), *_section(TITLES["question"], _pairs(keys.AREAS["question"]))]
    parts += [Content(""), *_section("Everywhere outside a field", _pairs(keys.EVERYWHERE))]
    parts += [Content(""), Content.styled("Typing numbers", "bold"), Content(ANSWERS)]
    return Content("\n").join(parts)


def _pairs(listed: Sequence[keys.Key]) -> Pairs:
    return tuple((key.shown, key.what) for key in listed)


def _section(title: str, listed: Pairs) -> list[Content]:
    width = max(len(shown) for shown, _ in listed)
    return [
        Content.styled(title, "bold"),
        *(Content.assemble((f"  {shown:<{width}}  ", "bold $accent"), what) for shown, what in listed),
    ]


class HelpScreen(TutorScreen):
    """Shows the help of the screen below it; Esc or q goes back there."""

    CSS_PATH = "help.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,enter", "back", show=False)]
    AUTO_FOCUS: ClassVar[str | None] = "ScrolledGround"

    def __init__(self, area: str, *, own: Pairs = ()) -> None:
        super().__init__()
        self.area = area
        self.own = own

    def body(self) -> Iterable[Widget]:
        yield ScrolledGround(Note(help_text(self.area, self.own)), id="help")

    def footer_keys(self) -> tuple[tuple[str, str], ...]:
        return keys.footer(keys.BACK, (keys.CHOOSE, "scroll"))

    def ready(self) -> None:
        self.show_title("Help", "")

    async def action_help(self) -> None:
        await self.action_back()
