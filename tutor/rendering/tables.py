"""A stage of attention as a table: only the visible window is formatted, so 1,024 × 1,024 costs what 16 × 16 costs.

Knows rich and `Trace`, nothing of screens. All text is `rich.text.Text`: as a plain `str`, a token such as
`[red]` would be taken for markup and vanish.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.style import StyleType
from rich.text import Text

from tutor.notation.printer import number
from tutor.rendering.labels import left, right, sum_name
from tutor.rendering.layout import (
    DIGITS,
    MARGIN,
    SUM_GAP,
    StageLayout,
    Window,
    cell_span,
    hidden_cells,
    hidden_text,
    plane,
    stage_layout,
)

if TYPE_CHECKING:
    from tutor.maths.attention import Trace


@dataclass(frozen=True, slots=True, kw_only=True)
class Palette:
    """The styles of a table's parts. Nothing is told by color alone, so all of them may be empty."""

    header: StyleType = "dim"
    name: StyleType = ""
    number: StyleType = ""
    masked: StyleType = "dim"
    sum: StyleType = "dim"
    current: StyleType = "bold"


PLAIN = Palette()


@dataclass(frozen=True, slots=True)
class StageSource:
    """One stage as a matrix view draws it: a window around a cell, its picture, and where each cell stands."""

    trace: Trace
    layout: StageLayout
    palette: Palette = PLAIN

    @property
    def n_rows(self) -> int:
        return self.layout.n_rows

    @property
    def n_columns(self) -> int:
        return self.layout.n_columns

    def window(self, row: int, column: int, width: int, height: int, before: Window | None) -> Window:
        """The part to draw in `width`×`height` cells so that this cell is in it."""
        return self.layout.window(row, column, width=width, height=height, before=before)

    def draw(self, window: Window) -> RenderableType:
        """That part as rich lines."""
        return stage_table(self.trace, self.layout, window, palette=self.palette)

    def span(self, window: Window, row: int, column: int) -> tuple[int, int, int]:
        """Where a cell stands in the drawing: line, first column, column after the last."""
        return cell_span(self.layout, window, row, column)


def stage_table(
    trace: Trace,
    layout: StageLayout,
    window: Window,
    *,
    current: tuple[int, int] | None = None,
    palette: Palette = PLAIN,
) -> Group:
    """The window as whole lines: rich's own Table, cell by cell, would take five times as long."""
    return Group(*stage_lines(trace, layout, window, current=current, palette=palette))


def stage_lines(
    trace: Trace,
    layout: StageLayout,
    window: Window,
    *,
    current: tuple[int, int] | None = None,
    palette: Palette = PLAIN,
    first: int = 0,
) -> Iterator[Text]:
    """The window line by line: the header, then one line a row. `current` is (row, column), counted from 0.

    `first` is the row that the trace begins with, where it has only some of them.
    """
    yield _header(layout, window, palette)
    rows = slice(window.top - first, window.top - first + window.rows)
    columns = slice(window.left, window.left + window.columns)
    values = plane(trace, layout.stage, layout.head)[rows]
    sums = values.sum(axis=1).tolist() if layout.has_sum else [None] * len(values)
    values = values[:, columns]
    hidden = hidden_cells(trace, layout.stage, layout.head, values, (rows, columns))
    masks = hidden.tolist() if hidden is not None else [[False] * window.columns] * len(values)
    for i, (numbers, mask, total) in enumerate(zip(values.tolist(), masks, sums, strict=True)):
        row = window.top + i
        at = current[1] - window.left if current is not None and current[0] == row else None
        line = _row_start(layout, row, palette, here=at is not None)
        start = len(line)
        cells = _cells(layout, numbers, mask, at=at)
        # Neighbors of one style are one piece: each piece costs rich time, and a terminal bytes.
        for masked, run in groupby(zip(mask, cells, strict=True), key=itemgetter(0)):
            line.append("".join(cell for _, cell in run), palette.masked if masked else palette.number)
        if at is not None:
            line.stylize(palette.current, start + at * layout.cell_width, start + (at + 1) * layout.cell_width)
        if total is not None:
            text = number(total, digits=layout.digits if total else 0, fixed=True, ascii=layout.ascii)
            line.append(" " * SUM_GAP + text.rjust(layout.sum_width), palette.sum)
        line.rstrip()
        yield line


def as_text(
    trace: Trace,
    stage: str,
    *,
    head: int = 0,
    digits: int = DIGITS,
    ascii: bool = False,
    row: int | None = None,
) -> str:
    """A whole stage as aligned text for copying, saving and commands; read back, it is the same numbers.

    `row`, counted from 0, is the only one where it is named. Rows and columns are q1, k1 and so on, never tokens:
    a token may itself look like a number.
    """
    layout = stage_layout(trace, stage, head=head, digits=digits, ascii=ascii)
    window = layout.whole if row is None else Window(row, 0, 1, layout.n_columns)
    return "\n".join(line.plain for line in stage_lines(trace, layout, window))


def _header(layout: StageLayout, window: Window, palette: Palette) -> Text:
    shown = layout.column_names[window.left : window.left + window.columns]
    line = " " * (MARGIN + layout.row_name_width) + "".join(right(name + " ", layout.cell_width) for name in shown)
    if layout.has_sum:
        line += " " * SUM_GAP + right(sum_name(ascii=layout.ascii), layout.sum_width)
    return Text(line.rstrip(), palette.header, no_wrap=True, overflow="crop")


def _cells(
    layout: StageLayout, numbers: Sequence[float], mask: Sequence[bool], *, at: int | None = None
) -> Iterator[str]:
    """The cells of a row, each at the right of its place with a blank on either side; brackets round that at `at`."""
    width, digits, ascii = layout.cell_width, layout.digits, layout.ascii
    hidden = hidden_text(layout.stage, ascii=ascii)
    for j, (x, masked) in enumerate(zip(numbers, mask, strict=True)):
        text = hidden if masked else number(x, digits=digits, fixed=True, ascii=ascii)
        yield (f"[{text}]" if j == at else f"{text} ").rjust(width)


def _row_start(layout: StageLayout, row: int, palette: Palette, *, here: bool) -> Text:
    line = Text(no_wrap=True, overflow="crop")
    line.append(("> " if layout.ascii else "▸ ") if here else " " * MARGIN)
    line.append(left(layout.row_names[row], layout.row_name_width), palette.name)
    return line
