"""The measures of a stage's table: which numbers, how wide, how many fit, where each cell stands.

Worked out once for a stage from its smallest and largest numbers, never cell by cell. Knows nothing of rich's tables.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rich.cells import cell_len

from tutor.notation.printer import SCIENTIFIC_FROM, number
from tutor.rendering.labels import names, sum_name

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tutor.maths.attention import Trace

TABLES = ("scores", "scaled", "masked", "shifted", "exponentials", "row_sum", "weights", "output")
"""Every stage that has a table, in the order in which they are worked out."""

WITH_SUM = frozenset({"exponentials", "weights"})
"""Stages whose row sums mean something; in the same stages a hidden cell is 0, in masked and shifted −∞."""

DIGITS = 4
MARGIN = 2
SUM_GAP = 2

Cells = tuple[slice, slice]
EVERYTHING: Cells = (slice(None), slice(None))


@dataclass(frozen=True, slots=True)
class Window:
    """The visible part of a table: its first row and column, counted from 0, and how many of each."""

    top: int
    left: int
    rows: int
    columns: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StageLayout:
    """What all cells of one stage share, worked out once. Widths are in terminal cells.

    `cell_width` holds every formatted number of the stage and a blank on either side, where the brackets of
    the current cell go. `digits` is 0 where all numbers of the stage are whole. `head` counts from 0. `low` and
    `high` are the smallest and the largest number that is not hidden.
    """

    stage: str
    head: int
    ascii: bool
    digits: int
    row_names: tuple[str, ...]
    column_names: tuple[str, ...]
    row_name_width: int
    cell_width: int
    sum_width: int
    low: float = 0.0
    high: float = 0.0

    @property
    def n_rows(self) -> int:
        return len(self.row_names)

    @property
    def n_columns(self) -> int:
        return len(self.column_names)

    @property
    def has_sum(self) -> bool:
        """True where a Σ column stands at the right of every window."""
        return self.sum_width > 0

    @property
    def whole(self) -> Window:
        """The window that shows everything."""
        return Window(0, 0, self.n_rows, self.n_columns)

    def width_of(self, columns: int) -> int:
        """How many terminal cells a window of so many columns takes."""
        sums = SUM_GAP + self.sum_width if self.has_sum else 0
        return MARGIN + self.row_name_width + columns * self.cell_width + sums

    def window(self, row: int, column: int, *, width: int, height: int, before: Window | None = None) -> Window:
        """The largest window that fits, moved from `before` only as far as this cell asks for.

        `height` counts the header line. There is always room for one cell.
        """
        rows = min(self.n_rows, max(1, height - 1))
        columns = min(self.n_columns, max(1, (width - self.width_of(0)) // self.cell_width))
        top, first = (before.top, before.left) if before is not None else (0, 0)
        return Window(
            _slide(top, rows, row, self.n_rows), _slide(first, columns, column, self.n_columns), rows, columns
        )


def stage_layout(
    trace: Trace,
    stage: str,
    *,
    head: int = 0,
    tokens: Sequence[str] = (),
    digits: int = DIGITS,
    ascii: bool = False,
    least: int = 0,
) -> StageLayout:
    """The layout of one stage of one head, from its smallest and largest numbers.

    `tokens` name rows and columns where there are as many of them. `least` is the least width of a cell,
    where there is room to spare. Raises ValueError where the trace did
    not keep the stage.
    """
    values = plane(trace, stage, head)
    hidden = hidden_cells(trace, stage, head, values)
    if hidden is not None and not hidden.any():
        hidden = None
    low, high = _extremes(values, hidden)
    return _laid_out(
        stage,
        values.shape,
        digits=_decimals(values, hidden, digits, high=max(-low, high), zero_is_whole=stage not in WITH_SUM),
        extremes=None if (hidden is not None and hidden.all()) or not values.size else (low, high),
        sums=_extremes(values.sum(axis=1), None) if stage in WITH_SUM else None,
        hides=hidden is not None,
        head=head,
        tokens=tokens,
        ascii=ascii,
        least=least,
    )


def weights_layout(
    allowed: NDArray[Any], *, hides: bool, head: int = 0, tokens: Sequence[str] = (), ascii: bool = False
) -> StageLayout:
    """The layout of the weights of a head that is not worked out: they are from 0 to 1, whatever the scores are.

    `allowed` is True where a query may attend, and `hides` says that it is not so everywhere. A weight is whole, 1,
    only where a query has one key; there are decimals where one has two.
    """
    some = any(row.sum() > 1 for row in allowed[::-1])
    return _laid_out(
        "weights",
        allowed.shape,
        digits=DIGITS if some else 0,
        extremes=(0.0, 1.0) if some or allowed.any() else None,
        sums=(0.0, 1.0),
        hides=hides,
        head=head,
        tokens=tokens,
        ascii=ascii,
    )


def _laid_out(
    stage: str,
    shape: tuple[int, ...],
    *,
    digits: int,
    extremes: tuple[float, float] | None,
    sums: tuple[float, float] | None,
    hides: bool,
    head: int,
    tokens: Sequence[str],
    ascii: bool,
    least: int = 0,
) -> StageLayout:
    """`extremes` of the numbers that are not hidden, None where there are none; `sums` of the rows' sums."""
    low, high = extremes or (0.0, 0.0)
    widths = [_width(low, high, digits, ascii=ascii) if extremes else 0]
    if hides:
        widths.append(len(hidden_text(stage, ascii=ascii)))
    row_names = names("q", shape[0], tokens=tokens, ascii=ascii)
    column_names = _column_names(stage, shape[1], tokens=tokens, ascii=ascii)
    return StageLayout(
        stage=stage,
        head=head,
        ascii=ascii,
        digits=digits,
        row_names=row_names,
        column_names=column_names,
        row_name_width=max(map(cell_len, row_names), default=0),
        cell_width=max(least, 2 + max(*widths, *map(cell_len, column_names))),
        sum_width=max(_width(*sums, digits, ascii=ascii), cell_len(sum_name(ascii=ascii))) if sums else 0,
        low=low,
        high=high,
    )


def cell_span(layout: StageLayout, window: Window, row: int, column: int) -> tuple[int, int, int]:
    """Where a cell is drawn: (line, first x, x after the last), the blanks for its brackets included.

    Line 0 is the header. Cells outside the window get the place that they would have.
    """
    x = MARGIN + layout.row_name_width + (column - window.left) * layout.cell_width
    return 1 + row - window.top, x, x + layout.cell_width


def plane(trace: Trace, stage: str, head: int = 0) -> NDArray[Any]:
    """One stage of one head, counted from 0, as a matrix; `row_max` and `row_sum` are one column.

    Raises ValueError where the trace did not keep the stage.
    """
    values = getattr(trace, stage)
    if values is None:
        raise ValueError(f"the stage {stage} was not kept, so there is nothing to show")
    return _head_of(values[..., None] if stage in ("row_max", "row_sum") else values, head)


def _head_of(values: NDArray[Any], head: int) -> NDArray[Any]:
    chosen: NDArray[Any] = values if values.ndim == 2 else values[head]
    return chosen


def hidden_cells(trace: Trace, stage: str, head: int, values: NDArray[Any], cells: Cells = EVERYTHING) -> Any:
    """True where softmax never saw the key, for these cells of the stage; None where the mask plays no part."""
    if stage in ("masked", "shifted"):
        return values == -math.inf
    if stage in WITH_SUM:
        return ~_head_of(trace.allowed, head)[cells]
    return None


def hidden_text(stage: str, *, ascii: bool = False) -> str:
    """What stands in a cell that softmax never saw."""
    return "0" if stage in WITH_SUM else number(-math.inf, ascii=ascii)


def _slide(first: int, size: int, place: int, count: int) -> int:
    """The first row of a window of `size` that shows `place`, as near to `first` as can be."""
    return max(0, min(max(place - size + 1, min(first, place)), count - size))


def _column_names(stage: str, count: int, *, tokens: Sequence[str], ascii: bool) -> tuple[str, ...]:
    if stage == "row_sum":
        return ("total",)
    if stage == "output":
        return names("c", count)
    return names("k", count, tokens=tokens, ascii=ascii)


def _decimals(values: NDArray[Any], hidden: Any, digits: int, *, high: float, zero_is_whole: bool) -> int:
    """0 where every number is whole. A weight that underflowed to 0 is no whole number: it shows 0.0000."""
    if high >= SCIENTIFIC_FROM:
        return digits

    def whole(numbers: NDArray[Any], passed_over: Any) -> bool:
        is_whole = numbers == numbers.round()
        if not zero_is_whole:
            is_whole &= numbers != 0
        return bool((is_whole if passed_over is None else is_whole | passed_over).all())

    # Of numbers that are not whole, some stand in the last row nearly always.
    last = slice(-1, None)
    if not whole(values[last], None if hidden is None else hidden[last]):
        return digits
    return 0 if whole(values, hidden) else digits


def _extremes(values: NDArray[Any], hidden: Any) -> tuple[float, float]:
    """The smallest and the largest of those that are not hidden; zeros where there is no number."""
    if hidden is not None and hidden.size:
        import numpy as np

        place = int(hidden.argmin())
        if hidden.flat[place]:
            return 0.0, 0.0
        # One of those that are not hidden in the place of those that are: picking them out takes five times as long.
        values = np.where(hidden, values.flat[place], values)
    return (float(values.min()), float(values.max())) if values.size else (0.0, 0.0)


def _width(low: float, high: float, digits: int, *, ascii: bool) -> int:
    """The longest that a number from `low` to `high` gets."""
    sign = -1 if low < 0 else 1
    candidates = [low, high]
    if max(-low, high) >= SCIENTIFIC_FROM:
        # Between the two, the number just below the limit may be longest, or an exponent with all its decimals.
        candidates += [sign * (SCIENTIFIC_FROM - 1), sign * 1.23456789e300]
    return max(len(number(x, digits=digits, fixed=True, ascii=ascii)) for x in candidates)
