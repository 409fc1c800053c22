"""Q, K, V and perhaps a mask in a text: under headings, or as q = [[1, 0], [0, 1]]."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from tutor.commands import UsageError
from tutor.commands.inputs import rows_of
from tutor.maths.problem import Mask, Matrix, Vector
from tutor.notation.reader import LONGEST

LETTERS = ("q", "k", "v")
MASK, TOKENS = "mask", "tokens"

HOW = (
    "an .npz with the arrays q, k and v, or text: q = [[1, 0], [0, 1]] and so on, or a line Q, K or V above each matrix"
)

HEADING_MARKS = " \t,;:=\"'#"
ASSIGNED = re.compile(r"""[\s"']*(q|k|v|mask|tokens)["']?\s*(?:=|:=?)(?!=)(.*)""", re.IGNORECASE)
BRACKETED = re.compile(r"[\[{]|\(\s*\(")
INNERMOST = re.compile(r"\[([^\[\]]*)\]")
DECIMAL = r"[+-]?[0-9]+\.[0-9]*(?:[eE][+-]?[0-9]+)?"
DECIMALS = re.compile(rf"\s*{DECIMAL}(?:(?:\s*,\s*|\s+){DECIMAL})*\s*")
"""A row as programs write them, which nobody can misread; all others go to the reader of what people type."""


@dataclass(frozen=True, slots=True)
class Stated:
    """What a file states: Q, K and V, a mask where it has one, and the tokens where it names them."""

    q: Matrix
    k: Matrix
    v: Matrix
    mask: Mask | None = None
    tokens: tuple[str, ...] = ()


@dataclass(slots=True)
class _Block:
    """The lines under one name, each with its number. `beside`: the first stands on the line of the name."""

    lines: list[tuple[int, str]]
    beside: bool


def from_text(place: str, text: str) -> Stated:
    """What a text states. `place` is where it comes from, in messages. Raises UsageError, one sentence."""
    blocks = _blocks(place, text)
    missing = [letter.upper() for letter in LETTERS if letter not in blocks or not blocks[letter].lines]
    if missing:
        raise UsageError(f"{place}: it has no numbers for {' and '.join(missing)}; it takes {HOW}")
    q, k, v = (_rows(place, letter.upper(), blocks[letter]) for letter in LETTERS)
    mask = _mask(place, blocks[MASK]) if MASK in blocks else None
    return Stated(q, k, v, mask, _tokens(blocks[TOKENS]) if TOKENS in blocks else ())


def checked_mask(place: str, rows: Matrix) -> Matrix:
    """A mask that is only 1 and 0."""
    for i, row in enumerate(rows, 1):
        for j, cell in enumerate(row, 1):
            if cell not in (0, 1):
                rule = "a mask holds only 1 (may attend) and 0 (hidden); numbers to add go into --add-mask"
                raise UsageError(f"{place}: row {i}, column {j} of the mask is {cell:g}; {rule}")
    return rows


def _blocks(place: str, text: str) -> dict[str, _Block]:
    blocks: dict[str, _Block] = {}
    current: _Block | None = None
    for number, whole_line in enumerate(text.splitlines(), 1):
        line = whole_line
        name = line.strip(HEADING_MARKS).lower()
        assigned = ASSIGNED.fullmatch(line)
        if name in (*LETTERS, MASK):
            line = ""
        elif assigned:
            name, line = assigned[1].lower(), assigned[2]
        else:
            name = ""
        if name:
            if name in blocks:
                raise UsageError(f"{place}: line {number} begins {_shown(name)} a second time")
            current = blocks[name] = _Block([], beside=bool(line.strip(HEADING_MARKS)))
        if not line.strip(HEADING_MARKS) or line.lstrip().startswith("#"):
            continue
        if current is None:
            raise UsageError(f"{place}: line {number} stands under no heading; it takes {HOW}")
        current.lines.append((number, line))
    return blocks


def _mask(place: str, block: _Block) -> Mask:
    words = " ".join(line for _, line in block.lines).strip(HEADING_MARKS).lower()
    if words == "none" or not words:
        return "none"
    if words == "causal":
        return "causal"
    return checked_mask(place, _rows(place, MASK, block))


def _tokens(block: _Block) -> tuple[str, ...]:
    """The names on the lines behind tokens =, between commas, or between blanks where there is no comma."""
    text = " ".join(line for _, line in block.lines).strip().strip("[]()")
    parts = text.split(",") if "," in text else text.split()
    return tuple(part.strip(" \t\"'") for part in parts if part.strip())


def _rows(place: str, name: str, block: _Block) -> Matrix:
    """The rows of a block: as one text where it has brackets, else line by line; a comma or semicolon separates."""
    text = "\n".join(line for _, line in block.lines)
    first = block.lines[0][0]
    if BRACKETED.search(text):
        if len(text) <= LONGEST:
            return rows_of(f"{place}, {name} from line {first} on:", text)
        # Beyond what is read at once, each row is.
        rows = [" ".join(found[1].split()) for found in INNERMOST.finditer(text)]
        return tuple(row for i, line in enumerate(rows, 1) for row in _read(f"{place}, row {i} of {name}:", line))
    if block.beside and len(block.lines) == 1:
        return rows_of(f"{place}, line {first}:", text)
    found: list[Vector] = []
    for number, line in block.lines:
        found += _row(f"{place}, line {number}:", line)
    return tuple(found)


def _row(place: str, line: str) -> Matrix:
    """One line. Spreadsheets separate by semicolons, so a column of single numbers is a row here."""
    rows = _read(place, line)
    return (tuple(row[0] for row in rows),) if all(len(row) == 1 for row in rows) else rows


def _read(place: str, line: str) -> Matrix:
    if DECIMALS.fullmatch(line):
        numbers = tuple(map(float, line.replace(",", " ").split()))
        if all(map(math.isfinite, numbers)):
            return (numbers,)
    return rows_of(place, line)


def _shown(name: str) -> str:
    return name.upper() if name in LETTERS else f"the {name}"
