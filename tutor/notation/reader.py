"""What people type, as numbers: generous about the form, silent about nothing.

`read` never raises and runs nothing; what it understood is in the `Reading`, to be shown before it is judged.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from tutor.notation.cells import Run, grid
from tutor.notation.characters import Source, normalized, quoted
from tutor.notation.commas import looks_doubtful, other_spellings
from tutor.notation.fitting import COLUMN_NOTE, SUM_NOTE, fits, laid_out, mismatch, ragged, without_sums
from tutor.notation.pasted import unwrapped
from tutor.notation.printer import arranged, cell, explained
from tutor.notation.reading import Reading, Shape
from tutor.notation.shapes import read_shape
from tutor.notation.tokens import SEMICOLON, Token, Unreadable, scan
from tutor.notation.values import BLANK_CELL, Cell, cell_of

LONGEST = 10_000
"""How many characters one field may hold."""

LONE_DOT = re.compile(r"(?:^|(?<=[ \n]))·(?=[ \n]|$)")
PARTED_EXPONENT = re.compile(r"[0-9]\.? +[eE] ?[-+]? ?[0-9]+|[0-9]\.?[eE] +[-+]? ?[0-9]+")
UNSUMMED = ("scores", "scaled", "masked", "output")
"""The stages whose rows have no sum beside them in a table."""

NOTHING = "Nothing is filled in yet."


@dataclass(frozen=True, slots=True)
class _Wanted:
    """What one text is read for. `sums`: its rows end in their sums. `may_sum`: they may, without saying so.

    `copied`: its rows had names, so whoever copied them knows that a sum stood there.
    """

    expect: Shape | None
    stage: str | None
    blanks: bool
    sums: bool
    may_sum: bool
    copied: bool


@dataclass(frozen=True, slots=True)
class _Attempt:
    """One way to read a text. `malformed`: its rows or brackets are at fault. `otherwise`: not only commas separate.

    `nested`: brackets lie inside brackets, as Python writes a matrix.
    """

    reading: Reading
    malformed: bool = False
    otherwise: bool = False
    nested: bool = False

    @property
    def readable(self) -> bool:
        return self.reading.status != "unreadable"

    @property
    def right(self) -> bool:
        """True where it is readable and of the shape that is wanted."""
        return self.reading.status == "read"


def read(text: str, *, expect: Shape | None = None, stage: str | None = None, blanks: bool | None = None) -> Reading:
    """Read `text` as a number, a vector or a matrix.

    `expect` is the shape that is wanted: () a number, (n,) a vector, (r, c) a matrix, None where any will do.
    `stage` is what is asked for: scores, scaled, masked, weights, output, probability, number, shape or None.
    `blanks` says whether cells may be left blank (then None); by itself they may where something is asked.
    """
    if len(text) > LONGEST:
        return _unreadable(f"This is {len(text):,} characters long; at most {LONGEST:,} can be read.")
    typed = normalized(text)
    if stage == "shape":
        return read_shape(typed, expect=expect)
    if stage == "number" and expect is None:
        expect = ()
    pasted = unwrapped(typed)
    source = pasted.source
    may_be_blank = expect is not None or stage is not None
    summed = stage not in UNSUMMED
    wanted = _Wanted(
        expect=expect,
        stage=stage,
        blanks=may_be_blank if blanks is None else blanks,
        sums=pasted.sums and summed,
        may_sum=stage == "weights" or (pasted.named and summed),
        copied=pasted.named,
    )
    first = _attempt(source, wanted)
    if spellings := other_spellings(source.text):
        return _decided(source.text, first, [_attempt(source.with_text(text), wanted) for text in spellings], expect)
    if not first.right and LONE_DOT.search(source.text):
        dotted = _attempt(source.with_text(LONE_DOT.sub("_", source.text)), wanted)
        return dotted.reading if dotted.right or (dotted.readable and not first.readable) else first.reading
    return first.reading


def _decided(text: str, separated: _Attempt, others: list[_Attempt], expect: Shape | None) -> Reading:
    """Commas separate where that fits and nothing else could be meant; else a question with the readings."""
    if not any(other.readable for other in others):
        return separated.reading
    fitting = [other.reading for other in others if other.right]
    doubtful = looks_doubtful(text)
    if expect is not None:
        if separated.nested and len(expect) < 2:
            # Nobody puts brackets round each decimal of a list: this is a matrix, where none is wanted.
            return separated.reading
        if separated.right:
            return _question([separated.reading, *fitting]) if doubtful else separated.reading
        return _question(fitting) if fitting else separated.reading
    otherwise = doubtful or any(attempt.otherwise for attempt in (separated, *others))
    if separated.readable:
        return _question([*fitting, separated.reading]) if otherwise else separated.reading
    return separated.reading if separated.malformed and not otherwise else _question(fitting)


def _question(readings: list[Reading]) -> Reading:
    distinct: dict[tuple[object, ...], Reading] = {}
    for reading in readings:
        distinct.setdefault((reading.cells, reading.shape), reading)
    echoes = " or ".join(" ".join(explained(reading).split()) for reading in distinct.values())
    reason = f"Do you mean {echoes}? Decimals take a point; a comma with a blank after it separates."
    return Reading(status="ask", readings=tuple(distinct.values()), reason=reason)


def _attempt(source: Source, wanted: _Wanted) -> _Attempt:
    """The one way to read a text in which commas separate."""
    try:
        if parted := PARTED_EXPONENT.search(source.text):
            raise Unreadable(parted[0], parted.start(), "write an exponent without blanks, as in 1e-3")
        tokens = scan(source)
        found = grid(tokens)
    except Unreadable as fault:
        return _Attempt(_faulty(source, fault, f"at {source.place(fault.at)}"), malformed=True)
    otherwise = found.by_blanks or any(token.kind == SEMICOLON for token in tokens.tokens)
    rows = laid_out(found, wanted.expect, sums=wanted.sums)
    if all(run is None for row in rows for run in row):
        return _Attempt(_unreadable(NOTHING))
    cells = _valued(source, tokens.tokens, rows, wanted)
    if isinstance(cells, Reading):
        return _Attempt(cells)
    if unequal := ragged(cells):
        return _Attempt(_unreadable(unequal), malformed=True, otherwise=otherwise)
    kept = without_sums(cells, wanted.expect) if wanted.may_sum else cells
    note = SUM_NOTE if kept is not cells and not wanted.copied else ""
    return _Attempt(_shaped(kept, found.kind, wanted.expect, note), otherwise=otherwise, nested=found.nested)


def _valued(
    source: Source, tokens: list[Token], rows: list[list[Run | None]], wanted: _Wanted
) -> list[list[Cell]] | Reading:
    """The cells as numbers, or the reason why one of them is none."""
    several = len(rows) > 1
    cells: list[list[Cell]] = []
    for i, row in enumerate(rows, 1):
        line = []
        for j, run in enumerate(row, 1):
            if run is None:
                if not wanted.blanks:
                    where = f"Row {i}, column {j}" if several else f"Number {j}"
                    return _unreadable(f"{where} is blank; a number is wanted there.")
                line.append(BLANK_CELL)
                continue
            try:
                line.append(cell_of(source, tokens, *run, wanted.stage))
            except Unreadable as fault:
                place = f"row {i}, column {j}" if several else f"at {source.place(fault.at)}"
                return _faulty(source, fault, place)
        cells.append(line)
    return cells


def _shaped(rows: list[list[Cell]], kind: str, expect: Shape | None, note: str) -> Reading:
    """The reading of rows of equal length, in the shape that was wanted or in their own."""
    own: Shape = {"number": (), "vector": (len(rows[0]),)}.get(kind, (len(rows), len(rows[0])))
    fitted = fits(own, expect)
    shape = own if fitted is None else fitted
    cells = [one for row in rows for one in row]
    echo = arranged([cell(one.value, one.decimals) for one in cells], shape)
    if len(own) == 2 and own[0] > 1 and len(shape) == 1:
        note = COLUMN_NOTE
    if note:
        echo += f" ({note})"
    return Reading(
        status="shape" if fitted is None else "read",
        cells=tuple(one.value for one in cells),
        shape=shape,
        decimals=tuple(one.decimals for one in cells),
        sources=tuple(one.source for one in cells),
        echo=echo,
        note=note,
        reason=mismatch(own, expect) if fitted is None and expect is not None else None,
    )


def _faulty(source: Source, fault: Unreadable, place: str) -> Reading:
    piece = fault.piece
    typed = source.text[fault.at : fault.at + len(piece)]
    shown = typed if typed.casefold() == piece.casefold() else piece
    return _unreadable(f"I can't read {quoted(shown)} ({place}): {fault.why}.")


def _unreadable(reason: str) -> Reading:
    return Reading(status="unreadable", reason=reason)
