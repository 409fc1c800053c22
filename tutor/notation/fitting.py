"""Cells in rows, brought to the shape that is wanted where that changes nothing but the form."""

from __future__ import annotations

from collections.abc import Sequence

from tutor.notation.cells import Grid, Run
from tutor.notation.printer import shape_words
from tutor.notation.reading import Shape
from tutor.notation.values import Cell

EXAMPLE_CELLS = 6
COLUMN_NOTE = "a column"
SUM_NOTE = "the last number is read as the sum"
"""What a reading says of numbers that it brought to the wanted shape, where nobody copied them from a table."""

SUM_TOLERANCE = 6e-4
"""How far a copied row sum may lie from the sum of the copied row, for each cell: both are rounded."""


def laid_out(grid: Grid, expect: Shape | None, *, sums: bool) -> list[list[Run | None]]:
    """The rows of a grid. Lines inside one bracket may be one long vector; a trailing comma may leave a cell blank.

    `sums`: the last of each row is its sum, and goes.
    """
    rows = grid.rows
    if sums:
        rows = [row[:-1] if len(row) > 1 else row for row in rows]
    if grid.wrapped and _is_one_vector(rows, expect, continued=grid.continued):
        rows = [[cell for row in rows for cell in row]]
        grid.kind = "vector"
    count = expect[0] if expect is not None and len(expect) == 2 else 1
    width = expect[-1] if expect and len(rows) == count else None
    return [
        [*row, None] if trailing and width == len(row) + 1 else row
        for row, trailing in zip(rows, grid.trailing, strict=False)
    ]


def _is_one_vector(rows: list[list[Run | None]], expect: Shape | None, *, continued: bool) -> bool:
    widths = [len(row) for row in rows]
    if expect is not None and len(expect) == 1 and sum(widths) == expect[0]:
        return True
    if expect is not None and len(expect) == 2 and widths == [expect[1]] * expect[0]:
        return False
    # NumPy fills each line of a long vector but the last.
    return continued or (len(set(widths[:-1])) == 1 and widths[-1] < widths[0])


def without_sums(rows: list[list[Cell]], expect: Shape | None) -> list[list[Cell]]:
    """Rows of weights without a last number that is their sum, where exactly that makes them fit."""
    if not expect or any(len(row) != expect[-1] + 1 for row in rows):
        return rows
    for row in rows:
        numbers = [cell.value for cell in row if cell.value is not None]
        if len(numbers) != len(row) or not abs(numbers[-1] - sum(numbers[:-1])) <= SUM_TOLERANCE * len(row):
            return rows
    return [row[:-1] for row in rows]


def ragged(rows: Sequence[Sequence[object]]) -> str | None:
    """Why these rows are no matrix: "row 2 has 1 number, row 1 has 2". None where they are one."""
    first = len(rows[0])
    for i, row in enumerate(rows[1:], 2):
        if len(row) != first:
            numbers = "number" if len(row) == 1 else "numbers"
            return f"The rows differ in length: row {i} has {len(row)} {numbers}, row 1 has {first}."
    return None


def fits(shape: Shape, expect: Shape | None) -> Shape | None:
    """The shape that numbers of this shape are read as; None where they do not fit what is wanted.

    A row and a column of n are n numbers, one number is a vector of one, and n numbers are a 1×n matrix.
    """
    if expect is None or shape == expect:
        return shape
    count = 1
    for size in shape:
        count *= size
    wanted = 1
    for size in expect:
        wanted *= size
    if count != wanted:
        return None
    if len(expect) < 2:
        return expect if len(shape) < 2 or 1 in shape else None
    return expect if expect[0] == 1 and len(shape) < 2 else None


def mismatch(shape: Shape, expect: Shape) -> str:
    """Both shapes in words, and an example of the one that is wanted."""
    example = _example(expect)
    be = "is" if shape in ((), (1,)) else "are"
    there = f"These {be}" if be == "are" else "This is"
    return f"{there} {shape_words(shape)}, but {shape_words(expect)} {_is_wanted(expect)}{example}."


def _is_wanted(expect: Shape) -> str:
    return "is wanted" if expect in ((), (1,)) else "are wanted"


def _example(expect: Shape) -> str:
    rows = expect[0] if len(expect) == 2 else 1
    columns = expect[-1] if expect else 1
    if rows * columns > EXAMPLE_CELLS:
        return ""
    numbers = [f"0.{i + 1}" for i in range(rows * columns)]
    lines = [" ".join(numbers[i * columns : (i + 1) * columns]) for i in range(rows)]
    return f", for example {'; '.join(lines)}"
