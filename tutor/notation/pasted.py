"""What surrounds the numbers in text that was copied from our own screens or from Python, blanked out.

Every change keeps the length of the text, so that a reason can still name the place where something was typed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import takewhile
from keyword import iskeyword

from tutor.notation.characters import MARKER, RULE, Source
from tutor.notation.fitting import COLUMN_NOTE, SUM_NOTE
from tutor.notation.tablerows import NamedRow, is_column_names, is_title, is_words, may_head, named_row, without

ONLY_NUMBERS = re.compile(r"[0-9.,;()\[\]{} \n*/^+-]*\Z")

ASSIGNED = re.compile(r"\s*(?:[^\W\d]\w*(?:\[[0-9:, ]*\])?\s*:?=|[^\W\d]\w*\s*[:≈]|[=≈])(?!=)")
SHAPE_WORDS = re.compile(r"\s*(?:[0-9]+[x*][0-9]+, [0-9]+ rows? of )?[0-9]+ numbers?:")
ARRAY_NAME = re.compile(
    r"\s*(?:[A-Za-z_]\w*\.){0,3}(?:array|asarray|tensor|Tensor|matrix|Array|DeviceArray)\s*(?=\()"
    r"|\s*Parameter containing:"
)
ARRAY_OPTION = re.compile(
    r",\s*(?:dtype|device|requires_grad|grad_fn|layout|copy|weak_type|shape|order)\s*="
    r"\s*(?:<[^<>\n]*>|'[^'\n]*'|\"[^\"\n]*\"|\([0-9, ]*\)|[\w.]+(?:\([^()\n]*\))?)"
)
NUMPY_SCALAR = re.compile(r"\b(?:np|numpy)\.float(?:16|32|64)(?=\()")
FLOAT_INFINITY = re.compile(
    r"""\b(?:float|(?:np|numpy)\.float(?:16|32|64)) ?\( ?(["'])( ?-? ?)(inf(?:inity)?) ?\1 ?\)""", re.IGNORECASE
)
QUOTED_INFINITY = re.compile(r"""(["'])( ?-? ?(?:inf(?:inity)?|∞) ?)\1""", re.IGNORECASE)

ECHO = re.compile(r"I read\b:?")
NOTES = tuple(f"({note})" for note in (COLUMN_NOTE, SUM_NOTE))
CURRENT = re.compile(rf" *(?:{MARKER}|>(?= ))")
RULE_CHARACTERS = frozenset(f"{RULE}|+-= ")
SUM_LAST = re.compile(r"(?:^|[ |])(?:Σ|sum)[ |]*\Z")
DIGIT = re.compile("[0-9]")
MARKS = str.maketrans("✓✗✔✘", "    ")


@dataclass(frozen=True, slots=True)
class Pasted:
    """A source freed of what is no number.

    `sums`: a header names a Σ column, so each row ends in its sum. `named`: the rows had names, so they were
    copied from a table.
    """

    source: Source
    sums: bool = False
    named: bool = False


def unwrapped(source: Source) -> Pasted:
    """Blank out names, wrappers, markers, row and column names, and box lines."""
    text = source.text
    if ONLY_NUMBERS.match(text) and "--" not in text:
        return Pasted(source)
    lines = text.translate(MARKS).split("\n")
    if any(map(is_title, lines)):
        lines = [" " * len(line) if is_title(line) else line for line in lines]
    lines = _without_wrapper("\n".join(lines)).split("\n")
    marked: list[bool] = []
    for i, line in enumerate(lines):
        bare = " " * len(line) if _is_rule(line) else _without_echo(line)
        current = CURRENT.match(bare)
        marked.append(current is not None)
        lines[i] = without(bare, 0, current.end()) if current else bare
    rows, headers = _table(lines, marked)
    sums = any(SUM_LAST.search(lines[i]) for i in headers)
    kept = [" " * len(row.line) if i in headers else row.line for i, row in enumerate(rows)]
    return Pasted(source.with_text("\n".join(kept)), sums=sums, named=any(row.named for row in rows))


def _table(lines: list[str], marked: list[bool]) -> tuple[list[NamedRow], frozenset[int]]:
    """The rows without their names, and which lines are headers.

    Words above the first row of numbers are headers only where every row below has a name. `marked` says
    which line carried the mark of the current row.
    """
    filled = [i for i, line in enumerate(lines) if line.strip()]
    columns = frozenset(i for i in filled if is_column_names(lines[i]))
    above = list(takewhile(lambda i: i in columns or is_words(lines[i]), filled))
    below = filled[len(above) :]
    if above and below and (above[-1] in columns or any(marked) or may_head(lines[above[-1]], lines[below[0]])):
        rows = [named_row(line, sure=True) for line in lines]
        if all(rows[i].named for i in below):
            return rows, columns.union(above)
    return [named_row(line, sure=mark) for line, mark in zip(lines, marked, strict=True)], columns


def _without_wrapper(text: str) -> str:
    """scores = [..] and np.array([..], dtype=float32) as [..], with blanks around it."""
    if "'" in text or '"' in text:
        # What was typed for minus infinity comes first, so that a sign before it stays its own.
        text = FLOAT_INFINITY.sub(lambda found: f"{found[2].strip()}{found[3]}".ljust(len(found[0])), text)
        text = QUOTED_INFINITY.sub(r" \2 ", text)
    if "np" in text or "numpy" in text:
        text = NUMPY_SCALAR.sub(lambda found: _blank(found[0]), text)
    found = ASSIGNED.match(text) or SHAPE_WORDS.match(text)
    if found and not iskeyword(found[0].strip(" :")):
        text = _blank(found[0]) + text[found.end() :]
    while found := ARRAY_NAME.match(text):
        text = _blank(found[0]) + text[found.end() :]
        text = ARRAY_OPTION.sub(lambda option: _blank(option[0]), text)
    return text


def _is_rule(line: str) -> bool:
    """A line of a box, or one that underlines."""
    return (RULE in line or "--" in line or "==" in line) and RULE_CHARACTERS.issuperset(line)


def _without_echo(line: str) -> str:
    """The line without our own echo beside an answer; of an echo that stands alone, what was understood."""
    if found := ECHO.search(line):
        answered = DIGIT.search(line, 0, found.start())
        line = without(line, found.start()) if answered else without(line, 0, found.end())
    if line.rstrip().endswith(")"):
        # `explained` of the printer sets three blanks before what an expression gives.
        aside = line.find("   (")
        if aside > 0 and "=" in line[aside:]:
            line = without(line, aside)
        end = line.rstrip()
        for note in NOTES:
            if end.endswith(note):
                line = without(line, len(end) - len(note))
    return line


def _blank(text: str) -> str:
    """As many blanks; line ends stay."""
    return "".join("\n" if c == "\n" else " " for c in text) if "\n" in text else " " * len(text)
