"""A grid of ones and zeros with names for its rows and columns, set cell by cell. It knows nothing of what it masks.

Only the cells that a key touches are painted again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.actions import SkipAction
from textual.binding import Binding, BindingType
from textual.geometry import Region, Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from tutor.widgets.scrolling import bring_into_view
from tutor.widgets.typed import act_at_once

Cells = tuple[tuple[bool, ...], ...]

CELL = 4
"""A cell takes a bracket, a digit, a bracket and a mark."""

GAP = 1
MARKS = {True: "✓", False: "✗"}


class MaskGrid(Widget, can_focus=True):
    """The arrows move the current cell, the one in brackets; Space turns it over, 1 and 0 set it; Enter submits."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "mask-grid--name",
        "mask-grid--zero",
        "mask-grid--cell",
        "mask-grid--right",
        "mask-grid--wrong",
    }
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1, 0)", show=False),
        Binding("down", "move(1, 0)", show=False),
        Binding("left", "move(0, -1)", show=False),
        Binding("right", "move(0, 1)", show=False),
        Binding("home", "move(0, -1000)", show=False),
        Binding("end", "move(0, 1000)", show=False),
        Binding("space", "turn_over", show=False),
        Binding("1", "set(True)", show=False),
        Binding("0", "set(False)", show=False),
        Binding("enter", "submit", show=False),
    ]
    DEFAULT_CSS = """
    MaskGrid {
        height: auto;
        & > .mask-grid--name { color: $text-muted; }
        & > .mask-grid--zero { color: $text-muted; }
        & > .mask-grid--cell { color: $accent; text-style: bold; }
        &:focus > .mask-grid--cell { text-style: bold reverse; }
        & > .mask-grid--right { color: $success; }
        & > .mask-grid--wrong { color: $error; text-style: bold; }
    }
    """

    @dataclass
    class Changed(Message):
        """A cell was set to something else."""

        grid: MaskGrid

        @property
        def control(self) -> MaskGrid:
            return self.grid

    @dataclass
    class Submitted(Message):
        """Enter was pressed."""

        grid: MaskGrid

        @property
        def control(self) -> MaskGrid:
            return self.grid

    @dataclass
    class Pasted(Message):
        """A text was pasted, which may spell a whole grid."""

        grid: MaskGrid
        text: str

        @property
        def control(self) -> MaskGrid:
            return self.grid

    def __init__(self, rows: Sequence[str], columns: Sequence[str], *, id: str | None = None) -> None:
        """All zeros, under these names."""
        super().__init__(id=id)
        self.row_names = tuple(rows)
        self.column_names = tuple(columns)
        self.row = 0
        self.column = 0
        self._cells = [[False] * len(columns) for _ in rows]
        self._marks: dict[tuple[int, int], bool] = {}

    @property
    def cells(self) -> Cells:
        """The cells as they stand, row by row."""
        return tuple(map(tuple, self._cells))

    def put(self, cells: Sequence[Sequence[bool | None]]) -> None:
        """Show these cells; a blank one is 0. Marks go."""
        self._cells = [[bool(cell) for cell in row] for row in cells]
        self._marks = {}
        self.refresh()

    def mark(self, marks: Mapping[tuple[int, int], bool]) -> None:
        """Put a mark beside cells, by row and column from 0; the others have none."""
        touched = [place for place in {*marks, *self._marks} if marks.get(place) != self._marks.get(place)]
        self._marks = dict(marks)
        for row, column in touched:
            self._refresh_cell(row, column)

    def go_to(self, row: int, column: int) -> None:
        """Make this cell current, or the nearest there is."""
        row = max(0, min(row, len(self.row_names) - 1))
        column = max(0, min(column, len(self.column_names) - 1))
        if (row, column) == (self.row, self.column):
            return
        self._refresh_cell(self.row, self.column)
        self.row, self.column = row, column
        self._refresh_cell(row, column)
        bring_into_view(self, self._region(row, column))

    def action_move(self, rows: int, columns: int) -> None:
        before = (self.row, self.column)
        self.go_to(self.row + rows, self.column + columns)
        if rows and before == (self.row, self.column):
            # At the first and last row the key is the page's, which may have more to show.
            raise SkipAction

    def action_turn_over(self) -> None:
        self.action_set(not self._cells[self.row][self.column])

    def action_set(self, value: bool) -> None:
        if self._cells[self.row][self.column] != value:
            self._cells[self.row][self.column] = value
            self._marks.pop((self.row, self.column), None)
            self._refresh_cell(self.row, self.column)
            self.post_message(self.Changed(self))

    def action_submit(self) -> None:
        self.post_message(self.Submitted(self))

    async def on_key(self, event: events.Key) -> None:
        await act_at_once(self, event)

    def on_paste(self, event: events.Paste) -> None:
        event.stop()
        event.prevent_default()
        self.post_message(self.Pasted(self, event.text))

    def on_click(self, event: events.Click) -> None:
        row, x = event.y - 1, event.x - self._names_width
        column, within = divmod(x, self._column_width) if x >= 0 else (-1, 0)
        if 0 <= row < len(self.row_names) and 0 <= column < len(self.column_names) and within < CELL:
            self.go_to(row, column)
            self.action_turn_over()

    def on_focus(self) -> None:
        self._refresh_cell(self.row, self.column)

    def on_blur(self) -> None:
        self._refresh_cell(self.row, self.column)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(self.row_names) + 1

    @property
    def _names_width(self) -> int:
        return max(map(cell_len, self.row_names), default=0) + GAP

    @property
    def _column_width(self) -> int:
        return max(CELL, *map(cell_len, self.column_names)) + GAP

    def _region(self, row: int, column: int) -> Region:
        return Region(self._names_width + column * self._column_width, row + 1, CELL, 1)

    def _refresh_cell(self, row: int, column: int) -> None:
        self.refresh(self._region(row, column))

    def render_line(self, y: int) -> Strip:
        width, base = self.size.width, self.rich_style
        if y == 0:
            segments = self._header(base)
        elif y <= len(self.row_names):
            segments = self._line(y - 1, base)
        else:
            return Strip.blank(width, base)
        return Strip(segments).adjust_cell_length(width, base)

    def _part(self, name: str, base: Style) -> Style:
        return base + self.get_component_rich_style(f"mask-grid--{name}", partial=True)

    def _header(self, base: Style) -> list[Segment]:
        """Each name begins over its column's digit."""
        names = "".join(set_cell_size(f" {name}", self._column_width) for name in self.column_names)
        return [Segment(" " * self._names_width, base), Segment(names, self._part("name", base))]

    def _line(self, row: int, base: Style) -> list[Segment]:
        segments = [Segment(set_cell_size(self.row_names[row], self._names_width), self._part("name", base))]
        for column, value in enumerate(self._cells[row]):
            if (row, column) == (self.row, self.column):
                segments.append(Segment(f"[{value:d}]", self._part("cell", base)))
            else:
                segments.append(Segment(f" {value:d} ", base if value else self._part("zero", base)))
            mark = self._marks.get((row, column))
            if mark is None:
                segments.append(Segment(" ", base))
            else:
                segments.append(Segment(MARKS[mark], self._part("right" if mark else "wrong", base)))
            segments.append(Segment(" " * (self._column_width - CELL), base))
        return segments
