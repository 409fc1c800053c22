"""Lines in plain ASCII with their columns where they were: √2 is longer as sqrt(2), so the blanks after it give way."""

from __future__ import annotations

import re
from collections.abc import Iterable

from rich.cells import cell_len

from tutor.notation.transliteration import plain
from tutor.rendering.labs.line import Line, line, text_of

GAPS = re.compile("( {2,})")
"""What parts columns: it may shrink to one blank."""


def in_ascii(lines: Iterable[Line]) -> tuple[Line, ...]:
    """The same lines in ASCII. What follows a gap stays in its column, as far as the gap has room for what grew."""
    return tuple(one if text_of(one).isascii() else _line(one) for one in lines)


def _line(one: Line) -> Line:
    """One line; `owed` is how many cells further right it is than it was."""
    owed = 0
    parts = []
    for text, role in one:
        pieces = []
        for piece in GAPS.split(text):
            if GAPS.fullmatch(piece):
                left = max(1, len(piece) - owed)
                owed -= len(piece) - left
                pieces.append(" " * left)
            else:
                pieces.append(plain(piece))
                owed += len(pieces[-1]) - cell_len(piece)
        parts.append(("".join(pieces), role))
    return line(*parts)
