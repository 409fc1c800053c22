"""Below a large table: the row's largest weights, the cell's arithmetic, and in its place the field for a jump."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING

from textual import getters
from textual.containers import Horizontal
from textual.content import Content
from textual.widget import Widget

from tutor.rendering.arithmetic import ROOM_TO_WRAP, cell_arithmetic
from tutor.rendering.exported import largest_words
from tutor.widgets.fields import LineField
from tutor.widgets.ground import Ground
from tutor.widgets.note import Note
from tutor.widgets.wording import ascii_only, words

if TYPE_CHECKING:
    from tutor.maths.exported import Head, Part
    from tutor.rendering.looked import Looked

LABEL = "row's largest weights: "


class CellFoot(Ground):
    """Three lines of words, and sometimes a field."""

    DEFAULT_CSS = """
    CellFoot {
        height: 3;
        padding: 0 1;
        & > .row { height: 1; }
        & > .cell { height: 2; }
        & #label { width: 23; }
        & #largest { height: 1; width: 1fr; }
        & #arithmetic { height: 2; width: 1fr; }
        & #jump { width: 8; }
        & LineField { width: 1fr; }
    }
    """

    label = getters.query_one("#label", Note)
    largest = getters.query_one("#largest", Note)
    arithmetic = getters.query_one("#arithmetic", Note)

    def __init__(self) -> None:
        super().__init__()
        self._told: tuple[Head, int] | None = None

    def compose(self) -> Iterable[Widget]:
        # What stays and what changes are two widgets: only the second is sent at each move.
        yield Horizontal(Note(id="label"), Note(id="largest"), classes="row")
        # The field comes in the arithmetic's place: the table keeps its size, and nothing else is painted.
        yield Horizontal(Note(id="arithmetic"), classes="cell")

    def clear(self) -> None:
        """Say nothing."""
        self._told = None
        self.label.show("")
        self.largest.show("")
        self.arithmetic.show("")

    def tell(self, head: Head, looked: Looked, *, brief: bool) -> None:
        """Say where one is; `brief` keeps both to about half a line, since each move sends them over the link."""
        ascii = ascii_only(self.app)
        part = head.part(looked.row, 1)
        if self._told is None or self._told[0] is not head or self._told[1] != looked.row:
            self._told = (head, looked.row)
            tokens = looked.exported.tokens
            write = partial(largest_words, part.trace, looked.row, tokens=tokens, ascii=ascii, first=part.first)
            self.label.show(LABEL)
            self.largest.show(lambda width: Content(write(width=min(width, _room(width + len(LABEL), brief)))))
        self.arithmetic.show(partial(_arithmetic, part, looked, brief, ascii))

    async def open_field(self, placeholder: str) -> None:
        """Put up the field for a jump, and go into it."""
        field = LineField(placeholder=words(placeholder, ascii=ascii_only(self.app)))
        field.add_class("-field", update=False)
        self.arithmetic.display = False
        await self.query_one(".cell").mount(Note("Jump to", id="jump"), field)
        self.screen.set_focus(field)

    async def close_field(self) -> None:
        """Take it down again."""
        await self.query_one(".cell").remove_children("#jump, LineField")
        self.arithmetic.display = True


def _arithmetic(part: Part, looked: Looked, brief: bool, ascii: bool, width: int) -> Content:
    place = looked.walk.stage, looked.row, looked.column
    return Content(cell_arithmetic(part.trace, *place, ascii=ascii, width=_room(width, brief), first=part.first))


def _room(width: int, brief: bool) -> int:
    return (width + ROOM_TO_WRAP) // 2 if brief else width
