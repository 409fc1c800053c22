"""A large stage as a map of shades, and beside it the numbers round the current cell, row by row on the same lines.

A shade is a background without a number on it, and neighbors of one shade are one piece: each piece costs a terminal
twenty bytes and more. Where there are no colors, the shades are characters.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby
from typing import TYPE_CHECKING, Any

import numpy as np
from rich.cells import cell_len
from rich.console import Group
from rich.style import Style
from rich.text import Text

from tutor.notation.printer import plain, rounded
from tutor.rendering.layout import MARGIN, WITH_SUM, StageLayout, Window, cell_span, hidden_cells, plane
from tutor.rendering.tables import PLAIN, Palette, stage_lines

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tutor.maths.exported import Head, Part

SHADES = 8
GLYPHS = tuple(".:-=+*#@")
"""The shades as characters, from the weakest to the strongest."""

GAP = 2
LEAST_MAP = 8
"""A narrower map shows nothing: there the numbers have the room."""

MARK, MARK_ASCII = "━", "="
"""Above the part of the map whose numbers stand beside it."""

HIDDEN = -1

BY_HALVES = WITH_SUM
"""Stages whose shades are about the row: its numbers are shares of one whole. Others are about the whole table."""

UNMASKED = ("scores", "scaled", "row_sum", "output")
"""Stages in which every cell has a number, whatever the mask."""


@dataclass(frozen=True, slots=True)
class MapWindow:
    """What is drawn: the window of numbers, and from `first` on `across` columns of the map, `cell` wide each.

    `at` is where the map begins; without a map `across` is 0.
    """

    numbers: Window
    first: int = 0
    across: int = 0
    cell: int = 1
    at: int = 0


@dataclass(frozen=True)
class ShadedSource:
    """One stage of a head as a matrix view draws it. `shades` are eight styles; without them characters are drawn.

    Without slots, for what is worked out once.
    """

    head: Head
    layout: StageLayout
    shades: tuple[str, ...] = ()
    palette: Palette = PLAIN

    @property
    def n_rows(self) -> int:
        return self.layout.n_rows

    @property
    def n_columns(self) -> int:
        return self.layout.n_columns

    @cached_property
    def _bare(self) -> StageLayout:
        """The measures of the numbers beside a map, which have no column of sums."""
        return replace(self.layout, sum_width=0)

    def window(self, row: int, column: int, width: int, height: int, before: MapWindow | None) -> MapWindow:
        """The part to draw in `width`×`height` cells: all numbers where they fit side by side, else some and a map.

        A cell that has left the part drawn `before` comes back into its middle: the next moves then draw nothing.
        """
        layout, old = self.layout, before.numbers if before is not None else None
        rows = min(self.n_rows, max(1, height - 1))
        top = _jump(old.top if old else 0, rows, row, self.n_rows)
        if self.fits(width):
            return MapWindow(Window(top, 0, rows, self.n_columns))
        start = MARGIN + layout.row_name_width
        columns = min(self.n_columns, max(1, (width // 2 - start) // layout.cell_width))
        at = start + columns * layout.cell_width + GAP
        room = width - at
        if room < min(LEAST_MAP, self.n_columns):
            columns = min(self.n_columns, max(1, (width - start) // layout.cell_width))
            left = _jump(old.left if old else 0, columns, column, self.n_columns)
            return MapWindow(Window(top, left, rows, columns))
        cell = 2 if 2 * self.n_columns <= room else 1
        across = min(self.n_columns, room // cell)
        left = _jump(old.left if old else 0, columns, column, self.n_columns)
        first = _jump(before.first if before else 0, across, column, self.n_columns)
        return MapWindow(Window(top, left, rows, columns), first, across, cell, at)

    def draw(self, window: MapWindow) -> Group:
        """That part as rich lines: names and numbers at the left, the map at the right."""
        layout = self._bare if window.across else self.layout
        part = self.head.part(window.numbers.top, window.numbers.rows)
        lines = list(stage_lines(part.trace, layout, window.numbers, palette=self.palette, first=part.first))
        if window.across:
            _append(lines[0], window.at, [(self._header(window), self.palette.header)])
            for line, levels in zip(lines[1:], self._levels(part, window).tolist(), strict=True):
                _append(line, window.at, self._row(levels, window.cell))
        return Group(*lines)

    def span(self, window: MapWindow, row: int, column: int) -> tuple[int, int, int]:
        """Where a cell's number stands, or else its shade: line, first column, column after the last."""
        numbers = window.numbers
        if numbers.left <= column < numbers.left + numbers.columns:
            return cell_span(self.layout, numbers, row, column)
        x = window.at + (column - window.first) * window.cell
        seen = window.first <= column < window.first + window.across
        return 1 + row - numbers.top, x if seen else 0, x + window.cell if seen else 0

    def fits(self, width: int) -> bool:
        """True where all columns stand in `width` cells as numbers, and there is no map."""
        return self.layout.width_of(self.n_columns) <= width

    def legend(self, *, digits: int = 4) -> tuple[str, ...]:
        """What the shades mean, in a few words; shorter ones follow."""
        low, high, stage = self.layout.low, self.layout.high, self.layout.stage
        shades = f"{SHADES} shades" if self.shades else "".join(GLYPHS)
        shorter = ""
        if stage in BY_HALVES:
            marks = "shades ≥ 1/2, 1/4, 1/8" if self.shades else "@ ≥ 1/2, # ≥ 1/4, * ≥ 1/8"
            words, shorter = f"{marks} … of the row's largest", f"{shades}, each half of the next"
        elif low == high:
            words = f"one shade: all are {rounded(high, digits=digits)}"
        else:
            words = f"{shades} from {rounded(low, digits=digits)} to {rounded(high, digits=digits)}"
        masked = f"{words}, masked blank" if stage not in UNMASKED and self.head.hides else ""
        ways = tuple(way for way in (masked, words, shorter) if way)
        return tuple(map(plain, ways)) if self.layout.ascii else ways

    def _levels(self, part: Part, window: MapWindow) -> NDArray[Any]:
        """The shade of each cell of the map, counted from 0; −1 where softmax never saw the key."""
        numbers, layout = window.numbers, self.layout
        top = numbers.top - part.first
        rows, columns = slice(top, top + numbers.rows), slice(window.first, window.first + window.across)
        whole = plane(part.trace, layout.stage)[rows]
        values = whole[:, columns]
        hidden = hidden_cells(part.trace, layout.stage, 0, values, (rows, columns))
        if layout.stage in BY_HALVES:
            largest = whole.max(axis=1, keepdims=True)
            levels = shades_by_halves(values, np.where(largest > 0, largest, 1))
        else:
            levels = shades_by_steps(values, layout.low, layout.high)
        if hidden is not None:
            levels[hidden] = HIDDEN
        return levels

    def _row(self, levels: Sequence[int], cell: int) -> list[tuple[str, str]]:
        if not self.shades:
            return [("".join((" " if level == HIDDEN else GLYPHS[level]) * cell for level in levels), "")]
        runs = ((level, sum(1 for _ in run)) for level, run in groupby(levels))
        return [(" " * cell * size, "" if level == HIDDEN else self.shades[level]) for level, size in runs]

    def _header(self, window: MapWindow) -> str:
        """The first and last column of the map by name, and a mark above those whose numbers stand beside it."""
        names, numbers, cell = self.layout.column_names, window.numbers, window.cell
        width, last = window.across * cell, window.first + window.across - 1
        line = [" "] * width
        start = max(numbers.left - window.first, 0) * cell
        end = min(numbers.left + numbers.columns - window.first, window.across) * cell
        if start < end:
            line[start:end] = (MARK_ASCII if self.layout.ascii else MARK) * (end - start)
        for name, x in ((names[window.first], 0), (names[last], width - cell_len(names[last]))):
            # One character a cell, and only where the mark, or the other name, leaves room for it.
            if cell_len(name) == len(name) and "".join(line[max(x - 1, 0) : x + len(name) + 1]).isspace():
                line[x : x + len(name)] = name
        return "".join(line).rstrip()


def shades_by_halves(values: NDArray[Any], largest: NDArray[Any]) -> NDArray[Any]:
    """The shade of each number beside the largest of its row: 7 down to its half, 6 down to its quarter, and so on.

    Softmax makes ratios of differences: a score that is smaller by ln 2 has half the weight.
    """
    shades: NDArray[Any] = np.searchsorted(0.5 ** np.arange(SHADES - 1, 0, -1), values / largest, side="right")
    return shades


def shades_by_steps(values: NDArray[Any], low: float, high: float) -> NDArray[Any]:
    """The shade of each number in eight equal steps from the smallest, shade 0, to the largest, shade 7."""
    share = np.arange(1, SHADES) / SHADES
    shades: NDArray[Any] = np.searchsorted(low * (1 - share) + high * share, values, side="right")
    return shades


def _jump(first: int, size: int, place: int, count: int) -> int:
    """The first of `size` places on show: as before while this place is among them, else it comes into the middle."""
    if not first <= place < first + size:
        first = place - size // 2
    return max(0, min(first, count - size))


def _append(line: Text, at: int, pieces: Sequence[tuple[str, str | Style]]) -> None:
    """Put these pieces behind a line, from column `at` on."""
    line.append(" " * (at - line.cell_len))
    for text, style in pieces:
        line.append(text, style)
