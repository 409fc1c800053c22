"""A matrix with a current cell, of any size: only the part that fits is drawn, once, into strips.

Moving the cell repaints the lines that it leaves and enters; leaving the part that is drawn draws another, of which
only what differs is painted.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol, Self

from rich.console import RenderableType
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

POINTER = "▸ "


class Source(Protocol):
    """What a matrix view asks of a matrix. A window is any hashable value of the source's own."""

    @property
    def n_rows(self) -> int: ...

    @property
    def n_columns(self) -> int: ...

    def window(self, row: int, column: int, width: int, height: int, before: Any) -> Any:
        """The part to draw in `width`×`height` cells so that this cell is in it: `before` where it is."""

    def draw(self, window: Any) -> RenderableType:
        """That part as a rich renderable."""

    def span(self, window: Any, row: int, column: int) -> tuple[int, int, int]:
        """Where a cell stands in the drawing: line, first column, column after the last."""


class MatrixView(Widget, can_focus=True):
    """Shows a `Source`, and marks one cell of it by brackets as well as by color."""

    # Two classes, not one whose style depends on the focus: with that, a move of the focus would paint everything.
    COMPONENT_CLASSES: ClassVar[set[str]] = {"matrix-view--cell", "matrix-view--focused"}
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1, 0)", show=False),
        Binding("down", "move(1, 0)", show=False),
        Binding("left", "move(0, -1)", show=False),
        Binding("right", "move(0, 1)", show=False),
        Binding("home", "move(0, -1000000)", show=False),
        Binding("end", "move(0, 1000000)", show=False),
        Binding("pageup", "move(-10, 0)", show=False),
        Binding("pagedown", "move(10, 0)", show=False),
    ]
    DEFAULT_CSS = """
    MatrixView {
        height: 1fr;
        & > .matrix-view--cell { color: $accent; text-style: bold; }
        & > .matrix-view--focused { color: $accent; text-style: reverse; }
    }
    """

    @dataclass
    class Moved(Message):
        """Another cell is current. Rows and columns are counted from 0."""

        view: MatrixView
        row: int
        column: int

        @property
        def control(self) -> MatrixView:
            return self.view

    def __init__(self, *, id: str | None = None) -> None:
        self._marks_only = False
        """True while the focus comes or goes."""
        super().__init__(id=id)
        self.source: Source | None = None
        self.row = 0
        self.column = 0
        self.follow: Callable[[], None] | None = None
        """Called at each move, before anything is painted: what follows the cell comes in the same frame."""
        self._window: Any = None
        self._window_before: Any = None
        """What the last matrix showed, so that another one of its kind shows the same part."""
        self._strips: list[Strip] = []
        self._drawn_for: tuple[Size, Style] | None = None
        """The size and style that the strips were drawn for; None where they have to be drawn anew."""

    def set_source(self, source: Source | None) -> None:
        """Show this matrix; the current cell stays where it is, as far as the matrix has it."""
        # As high as the one before, it is painted without laying the screen out anew.
        as_high = source is not None and self.source is not None and source.n_rows == self.source.n_rows
        self._window_before = self._window if type(source) is type(self.source) else None
        old = self._span(self.row, self.column)
        self.source = source
        self._window = None
        if source is not None:
            self.row = max(0, min(self.row, source.n_rows - 1))
            self.column = max(0, min(self.column, source.n_columns - 1))
        if source is not None and (as_high or not self.styles.is_auto_height):
            self._draw_anew(old)
        else:
            self._drawn_for = None
            self.refresh(layout=True)

    def go_to(self, row: int, column: int) -> None:
        """Make this cell current, or the nearest there is."""
        source = self.source
        if source is None:
            return
        row = max(0, min(row, source.n_rows - 1))
        column = max(0, min(column, source.n_columns - 1))
        if (row, column) == (self.row, self.column):
            return
        old = self._span(self.row, self.column)
        self.row, self.column = row, column
        if not self._slide(old):
            self._refresh_marks(old, self._span(row, column))
        place = self._span(row, column)
        if place is not None:
            bring_into_view(self, Region(place[1], place[0], place[2] - place[1], 1))
        if self.follow is not None:
            self.follow()
        self.post_message(self.Moved(self, row, column))

    def action_move(self, rows: int, columns: int) -> None:
        before = (self.row, self.column)
        self.go_to(self.row + rows, self.column + columns)
        if rows and before == (self.row, self.column):
            # At the first and last row the key is the page's, which may have more to show.
            raise SkipAction

    def on_click(self, event: events.Click) -> None:
        source = self.source
        if source is None or self._window is None:
            return
        for row in range(source.n_rows):
            y, _, _ = source.span(self._window, row, self.column)
            if y == event.y:
                for column in range(source.n_columns):
                    _, x0, x1 = source.span(self._window, row, column)
                    if x0 <= event.x < x1:
                        self.go_to(row, column)
                        return

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return self.source.n_rows + 1 if self.source is not None else 1

    def on_focus(self) -> None:
        self._marks_only = True

    def on_blur(self) -> None:
        self._marks_only = True

    def refresh(self, *regions: Region, repaint: bool = True, layout: bool = False, recompose: bool = False) -> Self:
        """As Textual has it; but when the focus comes or goes, at which it paints all of a widget, only the marks."""
        if self._marks_only and repaint and not (regions or layout or recompose):
            span = self._span(self.row, self.column)
            if span is not None:
                regions = (_up_to(span[0], span[2]),)
        self._marks_only = False
        return super().refresh(*regions, repaint=repaint, layout=layout, recompose=recompose)

    def _span(self, row: int, column: int) -> tuple[int, int, int] | None:
        if self.source is None or self._window is None:
            return None
        return self.source.span(self._window, row, column)

    def _refresh_marks(self, *spans: tuple[int, int, int] | None) -> None:
        """Paint the lines of these cells, as far as the marks go."""
        for span in spans:
            if span is not None:
                self.refresh(_up_to(span[0], span[2]))

    def _slide(self, old: tuple[int, int, int] | None) -> bool:
        """Draw another part where the current cell has left the one that is drawn. True where it did."""
        source, size = self.source, self.size
        if source is None or not size.area:
            return False
        if source.window(self.row, self.column, size.width, size.height, self._window) == self._window:
            return False
        self._draw_anew(old)
        return True

    def _draw_anew(self, old: tuple[int, int, int] | None) -> None:
        """Draw the part round the current cell, and paint what differs; `old` is where the cell was marked."""
        before, base = self._strips, self.visual_style.rich_style
        fits = self._drawn_for == (self.size, base)
        self._drawn_for = None
        if fits:
            self._draw(base)
        if not fits or len(before) != len(self._strips):
            self.refresh()
            return
        for y, (was, strip) in enumerate(zip(before, self._strips, strict=True)):
            first, last = _difference(was, strip)
            if first < last:
                self.refresh(_up_to(y, last))
        self._refresh_marks(old, self._span(self.row, self.column))

    def _draw(self, base: Style) -> None:
        """Draw the part around the current cell, unless it is drawn already. Waits until there is a size to fill."""
        source, size = self.source, self.size
        if self._drawn_for == (size, base) or source is None or not size.area:
            return
        self._drawn_for = (size, base)
        before = self._window if self._window is not None else self._window_before
        self._window = source.window(self.row, self.column, size.width, size.height, before)
        console = self.app.console
        options = console.options.update(width=size.width, height=None, highlight=False)
        lines = console.render_lines(source.draw(self._window), options, style=base, pad=True)
        self._strips = [Strip(map(lighter, line), size.width) for line in lines]

    def render_line(self, y: int) -> Strip:
        width, base = self.size.width, self.visual_style.rich_style
        self._draw(base)
        if self.source is None or not 0 <= y < len(self._strips):
            return Strip.blank(width, base)
        strip = self._strips[y]
        span = self._span(self.row, self.column)
        if span is None or span[0] != y:
            return strip
        _, x0, x1 = span
        name = "matrix-view--focused" if self.has_focus else "matrix-view--cell"
        current = base + self.get_component_rich_style(name, partial=True)
        before, cell, after = strip.crop(0, x0), strip.crop(x0, x1), strip.crop(x1)
        if before.cell_length >= len(POINTER):
            # In the color of the line, of which it is then one piece.
            before = Strip.join([Strip([Segment(POINTER, base)], len(POINTER)), before.crop(len(POINTER))])
        return Strip.join([before, _bracketed(cell, base, current), after])


def _up_to(y: int, end: int) -> Region:
    """A line as far as before this cell. Textual sends each piece of a line from the edge of its widget on."""
    return Region(0, y, end, 1)


def _difference(was: Strip, strip: Strip) -> tuple[int, int]:
    """From which cell to before which other two lines differ, piece by piece; (0, 0) where they are the same."""
    old, new = list(was), list(strip)
    if old == new:
        return 0, 0
    first, last = 0, strip.cell_length
    while old and new and old[0] == new[0]:
        first += new.pop(0).cell_length
        old.pop(0)
    while old and new and old[-1] == new[-1]:
        last -= new.pop().cell_length
        old.pop()
    return first, last


def lighter(segment: Segment) -> Segment:
    """Blanks without the color of the text that is not there: it would be sent with each of them."""
    style = segment.style
    if style is None or style.color is None or not segment.text.isspace() or style.underline or style.reverse:
        return segment
    return Segment(segment.text, Style.from_color(None, style.bgcolor))


def _bracketed(cell: Strip, base: Style, current: Style) -> Strip:
    """The cell in brackets, drawn over the blanks on both sides of its number: as few styles as it can do with."""
    text = cell.text
    inner = text.strip()
    start = max(text.find(inner) - 1, 0)
    segments = [Segment(" " * start, base)] if start else []
    segments.append(Segment(f"[{inner}]", current))
    return Strip(segments).adjust_cell_length(cell.cell_length, base)
