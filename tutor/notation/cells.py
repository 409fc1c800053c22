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
    that a blank separated two numbers somewhere, `nested` that rows stood in brackets inside brackets.
    """

    rows: list[list[Run | None]]
    trailing: list[bool]
    kind: str
    wrapped: bool = False
    continued: bool = False
    by_blanks: bool = False
    nested: bool = False


def grid(scan: Scan) -> Grid:
    """The cells of a scanned text, row by row; rows may differ in length. Unreadable where brackets make no sense."""
    reader = _BlockReader(scan, 0, len(scan.tokens))
    result = _resolved(scan, reader.block(), outermost=True)
    result.by_blanks = reader.by_blanks
    return result


class _BlockReader:
    """One walk over the tokens between two brackets; `begun` is where the cell that is being read began.

    `last` is what came last in the row: a separator, OPEN for a cell, or nothing.
    """

    __slots__ = ("at", "begun", "by_blanks", "end", "last", "row", "rows", "scan", "start")

    def __init__(self, scan: Scan, start: int, end: int) -> None:
        self.scan = scan
        self.start = self.at = start
        self.end = end
        self.rows: list[Row] = []
        self.row = Row()
        self.begun: int | None = None
        self.last = ""
        self.by_blanks = False

    def block(self) -> Block:
        tokens = self.scan.tokens
        while self.at < self.end:
            token = tokens[self.at]
            if token.kind in (COMMA, BAR, SEMICOLON, LINE_END):
                self.separator(token.kind)
            elif token.kind == OPEN and self.at in self.scan.lists:
                self.inner_list()
            else:
                self.operand(token)
        self.finish_cell()
        if self.row.elements or self.last == COMMA:
            self.finish_row("")
        return Block(self.rows, tokens[self.start].start if self.start < len(tokens) else 0)

    def separator(self, kind: str) -> None:
        """A comma after another leaves a blank cell, and so does a bar; bars may also stand at both ends."""
        if self.begun is not None:
            self.finish_cell()
        elif (kind == COMMA and self.last in (COMMA, SEMICOLON, "")) or (kind == BAR and self.last == BAR):
            self.row.elements.append(None)
        self.row.commas = self.row.commas or kind == COMMA
        if kind == SEMICOLON or (kind == LINE_END and (self.row.elements or self.last == COMMA)):
            self.finish_row(kind)
        elif kind != LINE_END:
            self.last = kind
        self.at += 1

    def inner_list(self) -> None:
        """A list within this one."""
        tokens = self.scan.tokens
        opened = tokens[self.at]
        if self.begun is not None and not (opened.gap and ends_operand(tokens[self.at - 1])):
            raise Unreadable(opened.text, opened.start, "this bracket holds a list; only ( ) group a calculation")
        self.finish_cell()
        close = self.scan.partner[self.at]
        reader = _BlockReader(self.scan, self.at + 1, close)
        inner = reader.block()
        inner.at, inner.bracket = opened.start, opened.text
        self.by_blanks = self.by_blanks or reader.by_blanks
        self.row.elements.append(inner)
        self.last = OPEN
        self.at = close + 1

    def operand(self, token: Token) -> None:
        """A part of a cell; ( ) are passed over as one."""
        if self.begun is not None and _separate(self.scan.tokens, self.at, self.end):
            self.by_blanks = True
            self.finish_cell()
        if self.begun is None:
            self.refuse_sum_of_list(token)
            self.begun = self.at
        self.last = OPEN
        self.at = self.scan.partner[self.at] + 1 if token.kind == OPEN else self.at + 1

    def finish_cell(self) -> None:
        """Put away the cell that is being read, if there is one; a mark for a blank leaves it blank."""
        if self.begun is None:
            return
        token = self.scan.tokens[self.begun]
        blank = self.at - self.begun == 1 and (token.kind == BLANK or token.text == "·")
        self.row.elements.append(None if blank else (self.begun, self.at))
        self.begun = None

    def finish_row(self, by: str) -> None:
        """Put a row away, and begin the next one. Two semicolons leave a row of one blank cell."""
        self.row.trailing = self.last == COMMA
        self.row.ended = by
        if not self.row.elements and by == SEMICOLON and (self.last == SEMICOLON or not self.rows):
            self.row.elements.append(None)
        if self.row.elements:
            self.rows.append(self.row)
        self.row = Row()
        self.last = SEMICOLON if by == SEMICOLON else ""

    def refuse_sum_of_list(self, token: Token) -> None:
        """[1, 2] * 2 is no number."""
        tokens = self.scan.tokens
        if token.kind != OPERATOR or self.last != OPEN or tokens[self.at - 1].kind != CLOSE:
            return
        sign = token.text in ("+", "-") and token.gap
        if not (sign and self.at + 1 < self.end and not tokens[self.at + 1].gap):
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
            inner.kind, inner.nested = "matrix", True
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
    return Grid(rows, trailing, "vector" if alone else "matrix", nested=not outermost)


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
