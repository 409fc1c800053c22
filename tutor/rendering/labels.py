"""How tables and explanations name things: tokens as names, the hidden score, text set left and right.

Free of NumPy, so that lesson pages can be shown before any number is worked out.
"""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len, set_cell_size

from tutor.notation.printer import plain
from tutor.notation.visible import printable

LONGEST_NAME = 10


def sum_name(*, ascii: bool = False) -> str:
    """The header of a column of row sums."""
    return "sum" if ascii else "Σ"


def names(letter: str, count: int, *, tokens: Sequence[str] = (), ascii: bool = False) -> tuple[str, ...]:
    """The tokens where there are as many as are to be named, else q1, q2 and so on."""
    if tokens and len(tokens) == count:
        return tuple(token_name(token, ascii=ascii) for token in tokens)
    return tuple(f"{letter}{i}" for i in range(1, count + 1))


def token_name(token: str, *, ascii: bool = False) -> str:
    """A token as the name of a row or column: as typed, on one line, and never wider than ten cells.

    What cannot be printed, such as a line end or a terminal's escape, is shown by its code; blanks stand in quotes,
    in which a place is typed too.
    """
    name = printable(token) if token.strip(" ") else f'"{token}"'
    if ascii:
        name = plain(name)
    if cell_len(name) <= LONGEST_NAME:
        return name
    return set_cell_size(name, LONGEST_NAME - 1).rstrip() + ("~" if ascii else "…")


def right(text: str, width: int) -> str:
    """The text at the right of so many terminal cells; longer text stays whole."""
    return " " * (width - cell_len(text)) + text


def left(text: str, width: int) -> str:
    """The text at the left of so many terminal cells; longer text stays whole."""
    return text + " " * (width - cell_len(text))
