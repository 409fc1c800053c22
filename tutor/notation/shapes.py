"""A shape as people type it: 3×2, 3 by 2, (3, 2), torch.Size([3, 2])."""

from __future__ import annotations

import re

from tutor.notation.characters import Source, quoted
from tutor.notation.fitting import mismatch
from tutor.notation.reading import Reading, Shape

SIZE = re.compile("0|[1-9][0-9]{0,9}")
PIECE = re.compile(r"(?P<size>[-+]?[0-9]+(?:\.[0-9]+)?)|(?P<word>[^\W\d_]+\.?)|(?P<other>[^\s0-9])")
COLUMNS_FIRST = re.compile(r"\W*[0-9]+\s*col", re.IGNORECASE)
FILLERS = frozenset({"x", "by", "and", "row", "rows", "column", "columns", "of", "numbers", "shape", "torch.", "size"})
PUNCTUATION = frozenset("*,;:=()[]{}<>·")
WANTED = "A shape is two whole numbers, rows and then columns, for example 3×2"


def read_shape(source: Source, *, expect: Shape | None = None) -> Reading:
    """Whole numbers, rows first; `expect` is (2,) where nothing else is said. Echoed as 3×2."""
    text = source.text
    sizes: list[int] = []
    for found in PIECE.finditer(text):
        piece = found[0]
        if found.lastgroup == "size" and SIZE.fullmatch(piece):
            sizes.append(int(piece))
        elif piece.casefold() not in FILLERS and piece not in PUNCTUATION:
            return _unreadable(source, found, piece)
    if not sizes:
        return Reading(status="unreadable", reason=f"{WANTED}.")
    if len(sizes) == 2 and COLUMNS_FIRST.match(text):
        sizes.reverse()
    wanted = expect if expect is not None and len(expect) == 1 else (2,)
    shape = (len(sizes),)
    return Reading(
        status="read" if shape == wanted else "shape",
        cells=tuple(map(float, sizes)),
        shape=shape,
        decimals=(0,) * len(sizes),
        sources=(None,) * len(sizes),
        echo="×".join(map(str, sizes)),
        reason=None if shape == wanted else f"{mismatch(shape, wanted).partition(', for')[0].rstrip('.')}. {WANTED}.",
    )


def _unreadable(source: Source, found: re.Match[str], piece: str) -> Reading:
    place = source.place(found.start())
    return Reading(status="unreadable", reason=f"I can't read {quoted(piece)} (at {place}). {WANTED}.")
