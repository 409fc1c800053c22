"""Below a large table: the row's largest weights, the cell's arithmetic, and in its place the field for a jump."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING

from textual import getters
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widget import Widget

from tutor.rendering.arithmetic import ROOM_TO_WRAP, cell_arithmetic
from tutor.rendering.exported import largest_words
from tutor.widgets.fields import LineField
from tutor.widgets.note import Note
from tutor.widgets.wording import ascii_only, words

if TYPE_CHECKING:
    from tutor.maths.attention import Trace
    from tutor.rendering.looked import Looked


class CellFoot(Vertical):
    """Three lines of words, and sometimes a field."""

    DEFAULT_CSS = """
    CellFoot {
        height: 3;
        padding: 0 1;
        & > #largest { height: 1; }
        & > Horizontal { height: 2; }
        & #arithmetic { height: 2; width: 1fr; }
        & #jump { width: 8; }
        & LineField { width: 1fr; }
    }
    """

    largest = getters.query_one("#largest", Note)
    arithmetic = getters.query_one("#arithmetic", Note)

    def __init__(self) -> None:
        super().__init__()
        self._told: tuple[Trace, int] | None = None

    def compose(self) -> Iterable[Widget]:
        yield Note(id="largest")
        # The field comes in the arithmetic's place: the table keeps its size, and nothing else is painted.
        yield Horizontal(Note(id="arithmetic"))

    def clear(self) -> None:
        """Say nothing."""
        self._told = None
        self.largest.show("")
        self.arithmetic.show("")

    def tell(self, trace: Trace, looked: Looked, *, brief: bool) -> None:
        """Say where one is; `brief` keeps the arithmetic to about a line, since each move sends it over the link."""
        ascii = ascii_only(self.app)
        if self._told is None or self._told[0] is not trace or self._told[1] != looked.row:
            self._told = (trace, looked.row)
            write = partial(largest_words, trace, looked.row, tokens=looked.exported.tokens, ascii=ascii)
            self.largest.show(lambda width: Content(write(width=width)))
        self.arithmetic.show(partial(_arithmetic, trace, looked, brief, ascii))

    async def open_field(self, placeholder: str) -> None:
        """Put up the field for a jump, and go into it."""
        field = LineField(placeholder=words(placeholder, ascii=ascii_only(self.app)))
        field.add_class("-field", update=False)
        self.arithmetic.display = False
        await self.query_one(Horizontal).mount(Note("Jump to", id="jump"), field)
        self.screen.set_focus(field)

    async def close_field(self) -> None:
        """Take it down again."""
        await self.query_one(Horizontal).remove_children("#jump, LineField")
        self.arithmetic.display = True


def _arithmetic(trace: Trace, looked: Looked, brief: bool, ascii: bool, width: int) -> Content:
    room = (width + ROOM_TO_WRAP) // 2 if brief else width
    walk, row, column = looked.walk, looked.row, looked.column
    return Content(cell_arithmetic(trace, walk.stage, row, column, head=walk.head, ascii=ascii, width=room))
