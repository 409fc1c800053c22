"""A typed place in a table as a row and a column: q17 k3, 17 3, or by the names of tokens.

Rows and columns are counted from 1 where they are typed, from 0 where they come out.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

PIECE = re.compile(r"\"([^\"]*)\"|'([^']*)'|([^\s,;]+)")
NUMBERED = re.compile(r"([qkc]?)([0-9]+)", re.IGNORECASE)
FILLERS = ("on", "query", "key", "row", "column")
"""Words that people put between, and that say nothing the order does not."""

LIKE = "q17 k3, or 17 3"
LONGEST_SHOWN = 20

Place = tuple[int, int]
Names = tuple[Sequence[str], Sequence[str]]
"""The tokens that name rows, and those that name columns; none where they are only numbered."""


def place_in(text: str, size: Place, *, here: Place = (0, 0), names: Names = ((), ())) -> Place:
    """The row and the column that a text means, in a table of this size; what it leaves out stays as it is `here`.

    The first piece is the row and the second the column, unless q, k or c says so. A token stands for its next place
    after `here`, round and round; in quotes it is one even where it looks like a number. Raises ValueError, one
    sentence, where there is no such place.
    """
    pieces = [(found[0] or found[1], True) if not found[2] else (found[2], False) for found in PIECE.findall(text)]
    if len(pieces) > 2:
        pieces = [(piece, quoted) for piece, quoted in pieces if quoted or piece.casefold() not in FILLERS]
    if not 1 <= len(pieces) <= 2:
        raise ValueError(f"name a row and a column, such as {LIKE}")
    place: dict[int, int] = {}
    for order, (piece, quoted) in enumerate(pieces):
        numbered = None if quoted else NUMBERED.fullmatch(piece)
        axis = order
        if numbered is not None and numbered[1]:
            axis = 0 if numbered[1].casefold() == "q" else 1
        if axis in place:
            raise ValueError(f"both of them are a {('row', 'column')[axis]}: name a row and a column, such as {LIKE}")
        if numbered is not None:
            place[axis] = _numbered(numbered[2], axis, size)
        else:
            place[axis] = _named(piece, axis, names[axis], here[axis])
    return place.get(0, here[0]), place.get(1, here[1])


def _numbered(digits: str, axis: int, size: Place) -> int:
    count: int = size[axis]
    if len(digits) > len(str(count)) + 2 or not 1 <= int(digits) <= count:
        what = ("rows", "columns")[axis]
        raise ValueError(f"there is no {what[:-1]} {digits[:LONGEST_SHOWN]}: the {what} are 1 to {count}")
    place: int = int(digits) - 1
    return place


def _named(token: str, axis: int, names: Sequence[str], here: int) -> int:
    what = ("row", "column")[axis]
    shown = token if len(token) <= LONGEST_SHOWN else f"{token[:LONGEST_SHOWN]}…"
    if not names:
        raise ValueError(f"no {what} is called {shown}: name a row and a column, such as {LIKE}")
    wanted = token.strip().casefold()
    for place in (*range(here + 1, len(names)), *range(min(here + 1, len(names)))):
        if names[place].strip().casefold() == wanted:
            return int(place)
    raise ValueError(f"no {what} is called {shown}")
