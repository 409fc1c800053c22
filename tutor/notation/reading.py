"""What became of a text that somebody typed: numbers, a question, or a reason.

Plain data, free of NumPy, so that fields can show a reading while people type.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Shape = tuple[int, ...]
"""() is one number, (n,) a vector, (rows, columns) a matrix."""

Status = Literal["read", "ask", "unreadable", "shape"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """One text, read.

    `read`: `cells` holds the numbers row by row (None where a cell was left blank), `shape` their shape,
    `decimals` how many decimals each was typed with (None for an expression such as 1/√2), `sources` the
    text of each cell that is more than a plain number (None for the others), `echo` the numbers as they were
    understood, which reads back as the numbers that it shows: typed ones in full, an expression's rounded.
    `note` is what was changed on the way to them, such as "a column"; the echo ends in it.
    `ask`: the text has two readings, or one that wants a yes; they are in `readings`, and `reason` is the
    question. `shape`: readable (cells, shape and echo are filled), but not of the shape that was wanted;
    `reason` names both. `unreadable`: `reason` says what is wrong and where.
    """

    status: Status
    cells: tuple[float | None, ...] = ()
    shape: Shape = ()
    decimals: tuple[int | None, ...] = ()
    sources: tuple[str | None, ...] = ()
    echo: str = ""
    note: str = ""
    readings: tuple[Reading, ...] = ()
    reason: str | None = None

    def rows(self) -> tuple[tuple[float | None, ...], ...]:
        """The cells as rows: one row for a number or a vector."""
        if len(self.shape) < 2:
            return (self.cells,)
        width = self.shape[1]
        return tuple(self.cells[i * width : (i + 1) * width] for i in range(self.shape[0]))
