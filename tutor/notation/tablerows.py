"""The names of rows and columns in a line copied from a table, told from the numbers beside them."""

from __future__ import annotations

import re
from typing import NamedTuple

from tutor.notation.expressions import CONSTANTS, INFINITE
from tutor.notation.tokens import EMPTY_WORDS, FUNCTIONS

PIECE = re.compile(r"[^ |]+")
CELL = re.compile(r"[-+]?(?:[0-9]+\.?[0-9]*(?:e[-+]?[0-9]+)?|\.[0-9]+|∞|inf)|[_·]?", re.IGNORECASE)
AROUND_CELL = "[],"
NUMBER = re.compile("[0-9∞]|inf", re.IGNORECASE)
LETTERS = re.compile(r"[^\W\d_]+")

COLUMN_NAME = r"(?:[qkvc][0-9]{1,5}|Σ|sum|total)"
COLUMN_NAMES = re.compile(rf"[ |]*(?:{COLUMN_NAME}[ |]+)*{COLUMN_NAME}[ |]*\Z")
TITLE = re.compile(
    r" *(?:(?:Q|K|V|mask|added) +[0-9]+[x*][0-9]+ *\Z|[a-z_ ]{5,13}: .*\b(?:rows are|its row|each row)\b)"
)
NUMBERED = re.compile(
    r" *(?:[qkvc] ?[0-9]{1,5}|(?:query|key|value|row|head|position|token|column) ?[0-9]{1,5})"
    r"(?: *[:=]|(?=[ |\[])|\Z)",
    re.IGNORECASE,
)
INSIDE = re.compile(r"(?<![^ ,;|])[kc][0-9]{1,5}(?: *[:=]|(?= ))")

NO_NAME = re.compile(r"[0-9+(√-]|\.[0-9]|.*[(^*/=√;]|.*[-+]\Z")
KNOWN_WORDS = frozenset({*FUNCTIONS, *CONSTANTS, *INFINITE, *EMPTY_WORDS, "log", "nan", "masked", "x", "by"})
FEWEST_CELLS = 2
"""Beside a word that nothing else marks as a name, a single number might be its argument."""


class NamedRow(NamedTuple):
    """A line without its names, which are blanked out, and whether there were any."""

    line: str
    named: bool


def named_row(line: str, *, sure: bool) -> NamedRow:
    """Blank out the name of a row: q2, a token, or both. `sure` where something else says that there is one."""
    if not LETTERS.search(line) and not sure:
        return NamedRow(line, False)
    bare = line
    if numbered := NUMBERED.match(line):
        bare = without(line, 0, numbered.end())
    start, count = _cells(bare)
    name = bare[:start].rstrip(" |")
    if count and name.strip() and _is_name(name.strip(" |"), sure=sure, told=start - len(name) > 1 or count > 1):
        bare = without(bare, 0, start)
    bare = INSIDE.sub(lambda found: " " * len(found[0]), bare)
    return NamedRow(bare, bare != line)


def is_column_names(line: str) -> bool:
    """True for a line such as k1 k2 k3 Σ."""
    return COLUMN_NAMES.match(line) is not None


def is_title(line: str) -> bool:
    """True for what stands above a printed matrix, Q 3×4, or above a table, weights: … rows are queries."""
    return TITLE.match(line) is not None


def is_words(line: str) -> bool:
    """True for a line that holds words and no number that stands by itself."""
    pieces = [piece.strip("[](),:") for piece in PIECE.findall(line)]
    numbers = any(piece and CELL.fullmatch(piece) for piece in pieces) or _cells(line)[1] > 0
    return not numbers and any(map(LETTERS.search, pieces))


def may_head(line: str, row: str) -> bool:
    """True where a line of words may name the columns of a row: it has a word for each of at least two cells."""
    count = _cells(row)[1]
    return FEWEST_CELLS <= count <= len(PIECE.findall(line))


def without(line: str, start: int, end: int | None = None) -> str:
    """The line with blanks from `start` to `end`."""
    stop = len(line) if end is None else end
    return line[:start] + " " * (stop - start) + line[stop:]


def _cells(line: str) -> tuple[int, int]:
    """Where the numbers at the end of a line begin, brackets round them included, and how many they are."""
    start, count = len(line), 0
    for found in reversed(list(PIECE.finditer(line))):
        piece = found[0]
        core = piece.strip(AROUND_CELL)
        if CELL.fullmatch(core):
            start = found.start()
            count += bool(NUMBER.search(core))
            continue
        bracket = piece.rfind("[")
        core = piece[bracket:].strip(AROUND_CELL)
        if bracket > 0 and NUMBER.search(core) and CELL.fullmatch(core):
            start, count = found.start() + bracket, count + 1
        break
    return start, count


def _is_name(text: str, *, sure: bool, told: bool) -> bool:
    """True for a token's text; where nothing is `sure`, only for words that no calculation knows."""
    if NO_NAME.match(text):
        return False
    if sure:
        return True
    words = [word.casefold() for word in LETTERS.findall(text)]
    return told and bool(words) and not NUMBER.search(text) and KNOWN_WORDS.isdisjoint(words)
