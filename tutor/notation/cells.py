"""Tokens as rows of cells: what separates, what brackets enclose. It knows where numbers stand, not their values."""

from __future__ import annotations

from dataclasses import dataclass, field

from tutor.notation.characters import advice
from tutor.notation.expressions import CONSTANTS, word_advice
from tutor.notation.tokens import (
    BAR,
    BLANK,
    CLOSE,
    COMMA,
    LINE_END,
    OPEN,
    OPERATOR,
    OTHER,
    SEMICOLON,
    WORD,
    Scan,
    Token,
    Unreadable,
    ends_operand,
    starts_operand,
)

Run = tuple[int, int]
"""One cell's tokens, by index: first, and one past the last."""


@dataclass(slots=True)
class Row:
    """One row while it is read. `commas`: commas separated it. `trailing`: it ended in one, before `ended`."""

    elements: list[Run | Block | None] = field(default_factory=list)
    commas: bool = False
    trailing: bool = False
    ended: str = ""


@dataclass(slots=True)
class Block:
    """What stands between two brackets, or the whole text. `at` is where it begins, `bracket` with which one."""

    rows: list[Row]
    at: int
    bracket: str = ""


@dataclass(slots=True)
class Grid:
    """Cells in rows. `kind` is number, vector or matrix, as typed.

    `wrapped`: the rows are lines inside one pair of brackets, which may also be one long vector; `continued`:
    each of these lines ended in a comma. `trailing` says of each row that it ended in a comma, `by_blanks`
    that a blank separated two numbers somewhere.
    """

    rows: list[list[Run | None]]
    trailing: list[bool]
    kind: str
    wrapped: bool = False
    continued: bool = False
    by_blanks: bool = False


def grid(scan: Scan) -> Grid:
    """The cells of a scanned text, row by row; rows may differ in length. Unreadable where brackets make no sense."""
    reader = _Reader(scan)
    result = _resolved(scan, reader.block(0, len(scan.tokens)), outermost=True)
    result.by_blanks = reader.by_blanks
    return result


class _Reader:
    """One walk over the tokens of a block."""

    __slots__ = ("by_blanks", "scan")

    def __init__(self, scan: Scan) -> None:
        self.scan = scan
        self.by_blanks = False

    def block(self, start: int, end: int) -> Block:
        tokens = self.scan.tokens
        rows: list[Row] = []
        row = Row()
        begun: int | None = None
        last = ""
        i = start
        while i < end:
            token = tokens[i]
            kind = token.kind
            if kind in (COMMA, BAR, SEMICOLON, LINE_END):
                if begun is not None:
                    row.elements.append(self.cell(begun, i))
                    begun = None
                elif (kind == COMMA and last in (COMMA, SEMICOLON, "")) or (kind == BAR and last == BAR):
                    row.elements.append(None)
                if kind == COMMA:
                    row.commas = True
                if kind == SEMICOLON or (kind == LINE_END and (row.elements or last == COMMA)):
                    row = self.finished(rows, row, last=last, by=kind)
                    last = SEMICOLON if kind == SEMICOLON else ""
                elif kind != LINE_END:
                    last = kind
                i += 1
            elif kind == OPEN and i in self.scan.lists:
                self.refuse_list_in_sum(begun, i)
                if begun is not None:
                    row.elements.append(self.cell(begun, i))
                    begun = None
                close = self.scan.partner[i]
                inner = self.block(i + 1, close)
                inner.at, inner.bracket = token.start, token.text
                row.elements.append(inner)
                last = OPEN
                i = close + 1
            else:
                if begun is not None and _separate(tokens, i, end):
                    self.by_blanks = True
                    row.elements.append(self.cell(begun, i))
                    begun = None
                if begun is None:
                    self.refuse_sum_of_list(i, end, last)
                    begun = i
                last = OPEN
                i = self.scan.partner[i] + 1 if kind == OPEN else i + 1
        if begun is not None:
            row.elements.append(self.cell(begun, end))
        if row.elements or last == COMMA:
            self.finished(rows, row, last=last, by="")
        return Block(rows, tokens[start].start if start < len(tokens) else 0)

    def finished(self, rows: list[Row], row: Row, *, last: str, by: str) -> Row:
        """Put a row away, and begin the next one."""
        row.trailing = last == COMMA
        row.ended = by
        if row.elements or (by == SEMICOLON and (last == SEMICOLON or not rows)):
            if not row.elements:
                row.elements.append(None)
            rows.append(row)
        return Row()

    def cell(self, begun: int, end: int) -> Run | None:
        """A cell's tokens, or None for a mark that leaves it blank."""
        if end - begun == 1:
            token = self.scan.tokens[begun]
            if token.kind == BLANK or token.text == "·":
                return None
        return begun, end

    def refuse_list_in_sum(self, begun: int | None, i: int) -> None:
        """2*[1, 2] is no number."""
        tokens = self.scan.tokens
        if begun is None:
            return
        before, opened = tokens[i - 1], tokens[i]
        if not ends_operand(before) or not opened.gap:
            raise Unreadable(opened.text, opened.start, "this bracket holds a list; only ( ) group a calculation")

    def refuse_sum_of_list(self, i: int, end: int, last: str) -> None:
        """[1, 2] * 2 is no number either."""
        tokens = self.scan.tokens
        token = tokens[i]
        if token.kind != OPERATOR or last != OPEN or tokens[i - 1].kind != CLOSE:
            return
        if not (token.text in ("+", "-") and token.gap and i + 1 < end and not tokens[i + 1].gap):
            raise Unreadable(token.text, token.start, "one cannot calculate with a list; type its numbers one by one")


def _separate(tokens: list[Token], i: int, end: int) -> bool:
    """True where the blank before token i separates two numbers.

    It does unless an operator stands beside it; a sign belongs to the number after it, as in `0 -1`, when
    no blank follows the sign.
    """
    token, before = tokens[i], tokens[i - 1]
    if not token.gap or not ends_operand(before):
        return False
    if starts_operand(token):
        return True
    sign = token.kind == OPERATOR and token.text in ("+", "-")
    return sign and i + 1 < end and not tokens[i + 1].gap


def _resolved(scan: Scan, block: Block, *, outermost: bool) -> Grid:
    elements = [element for row in block.rows for element in row.elements]
    if not any(isinstance(element, Block) for element in elements):
        return _of_scalars(block, outermost=outermost)
    if len(elements) == 1 and isinstance(elements[0], Block):
        inner = _resolved(scan, elements[0], outermost=False)
        transparent = block.bracket == "(" and not block.rows[0].commas
        if not outermost and inner.kind == "vector" and not transparent:
            inner.kind = "matrix"
        return inner
    rows: list[list[Run | None]] = []
    trailing: list[bool] = []
    for row in block.rows:
        if _is_row_of_cells(row, outermost=outermost):
            rows.append([_single(scan, element) for element in row.elements])
            trailing.append(row.trailing)
            continue
        for element in row.elements:
            if not isinstance(element, Block):
                raise _mixed(scan, row)
            inner = _resolved(scan, element, outermost=False)
            if inner.wrapped:
                inner = Grid([[cell for line in inner.rows for cell in line]], inner.trailing[-1:], "vector")
            if inner.kind == "matrix":
                opened = scan.tokens[_index_at(scan, element.at)]
                raise Unreadable(opened.text, element.at, "brackets lie three deep here; one matrix has two at most")
            rows += inner.rows
            trailing += inner.trailing
    alone = outermost and len(rows) == 1
    return Grid(rows, trailing, "vector" if alone else "matrix")


def _of_scalars(block: Block, *, outermost: bool) -> Grid:
    rows = [row.elements for row in block.rows]
    cells = [[element for element in row if not isinstance(element, Block)] for row in rows]
    trailing = [row.trailing for row in block.rows]
    if len(cells) > 1:
        ends = block.rows[:-1]
        wrapped = not outermost and all(row.ended == LINE_END for row in ends)
        return Grid(cells, trailing, "matrix", wrapped=wrapped, continued=wrapped and all(row.trailing for row in ends))
    bare = outermost and len(cells) == 1 and len(cells[0]) == 1 and not block.rows[0].commas
    return Grid(cells, trailing, "number" if bare else "vector")


def _is_row_of_cells(row: Row, *, outermost: bool) -> bool:
    """Brackets round single numbers, such as the current cell of a table or the cells of a form."""
    blocks = [element for element in row.elements if isinstance(element, Block)]
    if not all(sum(len(inner.elements) for inner in block.rows) <= 1 for block in blocks):
        return False
    return len(blocks) < len(row.elements) or (outermost and len(blocks) > 1 and not row.commas)


def _single(scan: Scan, element: Run | Block | None) -> Run | None:
    """The one number between brackets; None where nothing stands there."""
    if not isinstance(element, Block):
        return element
    inner = [cell for row in element.rows for cell in row.elements]
    return _single(scan, inner[0]) if inner else None


def _mixed(scan: Scan, row: Row) -> Unreadable:
    for element in row.elements:
        token = scan.tokens[element[0]] if isinstance(element, tuple) else None
        if token is not None and token.kind == OTHER:
            return Unreadable(token.text, token.start, advice(token.text))
        if token is not None and token.kind == WORD and token.text not in CONSTANTS:
            return Unreadable(token.text, token.start, word_advice(token.text))
    block = next(element for element in row.elements if isinstance(element, Block))
    opened = scan.tokens[_index_at(scan, block.at)]
    return Unreadable(opened.text, block.at, "a list and a number stand side by side; close one row before the next")


def _index_at(scan: Scan, at: int) -> int:
    return next(i for i, token in enumerate(scan.tokens) if token.start == at)
