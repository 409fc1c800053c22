"""Tables, blocks of columns and raised signs in words: what a screen reader would skip, or read without its names."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby

from tutor.notation.transliteration import LOWERED, RAISED, SUBSCRIPTS, SUPERSCRIPTS

NUMBER = re.compile(r"[-−+]?(?:\d+\.?\d*|\.\d+)(?:e[-−+]?\d+)?|\?|\{[^{}]*\}|PAD")
"""A number, a gap that is asked for, or the place of a drawn number."""

GAP = re.compile(r"\s{2,}")
"""What parts the columns of a drawing."""

SIGN = re.compile(r"[-−+=·×*/|]|->|→")
"""Signs that stand alone in a column belong to a calculation, which has to be put into words."""

POWERS = {"T": "transposed", "2": "squared", "n": "to the n"}
BETWEEN = re.compile(r"(?<=.)[-−+]")
LOGARITHM = re.compile(r"log$")


def raised_aloud(text: str) -> str:
    """Raised and lowered signs in words: eˣ as e to the x, e²⁺³ as e to the (2+3), log₂ as log base 2, tᵢ as t i."""
    if text.isascii():
        return text
    text = RAISED.sub(_power, text)
    return LOWERED.sub(lambda found: _index(text[: found.start()], found[0].translate(SUBSCRIPTS)), text)


def _power(found: re.Match[str]) -> str:
    sign = found[0].translate(SUPERSCRIPTS)
    if BETWEEN.search(sign):
        sign = f"({sign})"
    said = POWERS.get(sign) or f"to the {sign}"
    if said == "squared" and found.string[: found.start()].endswith("e"):
        said = "to the 2"
    follows = found.string[found.end() : found.end() + 1]
    return f" {said}{' ' if follows.isalnum() else ''}"


def _index(before: str, sign: str) -> str:
    if LOGARITHM.search(before):
        return f" base {sign}"
    return sign if sign.isdigit() else f"({sign})" if BETWEEN.search(sign) else f" {sign}"


def row_aloud(names: Sequence[str], cells: Sequence[str], *, place: int) -> str:
    """One row of a table in words. Its first cell names it, else its `place`; cells with nothing in them are left out.

    Where a cell has a comma in it, semicolons part the cells.
    """
    label = cells[0] if cells and cells[0] else str(place)
    start = label if label.startswith("row ") else f"row {label}"
    told = [_cell(name, cell) for name, cell in zip(names[1:], cells[1:], strict=False) if cell]
    parted = "; " if any("," in part for part in told) else ", "
    return f"{start}: {parted.join(told)}" if told else start


def _cell(name: str, cell: str) -> str:
    if not name:
        return cell
    if name[-1].isdigit() and "=" not in name:
        return f"{name} is {cell}"
    return f"{name} {cell}" if name.isalpha() else f"{name}: {cell}"


def table_aloud(names: Sequence[str], rows: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """A table row by row, each cell with the name of its column.

    Names that are numbers are told with the name that stands before them: place 1 is 3. Where one of them is still to
    be found, they are a row of the table like any other.
    """
    heads = [name for name in names[1:] if name]
    told: list[str] = []
    if "?" in heads:
        rows = [names, *rows]
        names = ["", *(f"column {i}" for i in range(1, len(names)))]
    elif names and names[0]:
        told.append(f"columns: {', '.join(names)}")
        names = [names[0], *(f"{names[0]} {x}" if NUMBER.fullmatch(x) else x for x in names[1:])]
    joined: list[list[str]] = []
    for row in rows:
        if joined and not heads and row and not row[0]:
            # A text of two columns goes on below.
            joined[-1] = [f"{before} {more}".strip() for before, more in zip(joined[-1], row, strict=False)]
        else:
            joined.append(list(row))
    return (*told, *(row_aloud(names, row, place=i) for i, row in enumerate(joined, start=1)))


def block_aloud(block: str) -> tuple[str, ...] | None:
    """The lines of a block without a language, its columns as rows: row 1: 1, 0, 1. None where they can't be told.

    A first line that is set in and has a cell less than those below it, or names above numbers, names the columns.
    """
    told: list[str] = []
    lines = block.rstrip().split("\n")
    for blank, part in groupby(lines, key=lambda line: not line.strip()):
        rows = None if blank else _part_aloud([line.rstrip() for line in part])
        if not blank and rows is None:
            return None
        told += rows or []
    return tuple(told)


def _cells(line: str) -> list[str]:
    """The cells of a line. Numbers may stand so close that a single blank parts them."""
    found: list[str] = []
    for cell in GAP.split(line.strip()):
        words = cell.split()
        found += words if found and all(map(NUMBER.fullmatch, words)) else [cell]
    return found


def _part_aloud(lines: Sequence[str]) -> list[str] | None:
    split = [_cells(line) for line in lines]
    if all(len(cells) == 1 for cells in split):
        numbers = [line.split() for line in lines]
        if not all(len(x) == len(numbers[0]) > 1 and all(map(NUMBER.fullmatch, x)) for x in numbers):
            return list(lines)
        split = numbers
    rows = [[cells[0], cells[1].removeprefix("= "), *cells[2:]] for cells in split[1:] if len(cells) > 1]
    if len(rows) < len(split) - 1 or any(SIGN.fullmatch(cell) for cells in split for cell in cells):
        return None
    if rows and lines[0][:1] == " " and all(len(row) == len(split[0]) + 1 for row in rows):
        return list(table_aloud(["", *split[0]], rows))
    indented = any(line[:1] == " " for line in lines)
    if len(split[0]) < 2 or len(split) < 2 or (indented and not all(NUMBER.fullmatch(x) for row in split for x in row)):
        return None
    if not any(map(NUMBER.fullmatch, split[0])) and all(all(map(NUMBER.fullmatch, row[1:])) for row in rows):
        return list(table_aloud(split[0], rows))
    if all(NUMBER.fullmatch(cell) for row in split for cell in row):
        return [f"row {i}: {', '.join(row)}" for i, row in enumerate(split, start=1)]
    first = [split[0][0], split[0][1].removeprefix("= "), *split[0][2:]]
    return [row_aloud([""] * len(row), row, place=i) for i, row in enumerate([first, *rows], start=1)]
