"""The one formatter of numbers: tables, forms, feedback and JSON agree, and −0 never appears.

What it prints, the reader reads back as the numbers that are printed.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from tutor.notation.reading import Reading, Shape
from tutor.notation.transliteration import plain

__all__ = [
    "cell",
    "equality",
    "exact",
    "explained",
    "json_number",
    "json_values",
    "matrix",
    "number",
    "plain",
    "printed",
    "rounded",
    "rounded_vector",
    "value",
    "vector",
]

BLANK = "_"
"""How a cell that was not filled in is printed, and can be typed."""

SCIENTIFIC_FROM = 1e10
"""From this size on, a number is printed with an exponent: its decimals say nothing any more."""

ROUNDED_AWAY = 1e-9
"""Relative: what is printed differs by more than this from a number that was rounded."""

SOURCES_SHOWN = 3
"""How many expressions of one answer are explained beside its echo."""


def number(x: float | None, *, digits: int = 4, fixed: bool = False, ascii: bool = False) -> str:
    """One number, rounded to `digits` decimals; trailing zeros go unless `fixed`.

    Minus infinity is −∞ (`ascii`: -inf), None a blank cell. From 10¹⁰ on the form is 1.2346e10. A number
    that rounds to nothing is 0.0000 when `fixed`, and else 1.5e-7, so that it is never taken for 0.
    """
    if x is None:
        return BLANK
    if not math.isfinite(x):
        return _not_finite(x, ascii=ascii)
    size = abs(x)
    text = f"{x:.{digits}f}"
    vanishes = not any("1" <= c <= "9" for c in text)
    if size >= SCIENTIFIC_FROM or (vanishes and size > 0 and not fixed):
        return _scientific(x, digits)
    if vanishes:
        text = text.lstrip("-")
    if not fixed and "." in text:
        text = text.rstrip("0").rstrip(".")
    return text


def rounded(x: float, *, digits: int = 4, ascii: bool = False) -> str:
    """One number for people to read and to type: to `digits` decimals, where it has so many.

    Trailing zeros go only where nothing was rounded away: 1.5 and 0, but 0.330 for 0.33024 at three decimals.
    """
    text = number(x, digits=digits, ascii=ascii)
    if not math.isfinite(x) or "e" in text or abs(float(text) - x) <= ROUNDED_AWAY * max(1.0, abs(x)):
        return text
    return number(x, digits=digits, fixed=True, ascii=ascii)


def rounded_vector(cells: Sequence[float], *, digits: int = 4, ascii: bool = False) -> str:
    """Numbers as [0.330, 0.670]."""
    return bracketed([rounded(x, digits=digits, ascii=ascii) for x in cells])


def printed(x: float, *, digits: int = 4) -> float:
    """The number that a reader finds where `x` is printed to `digits` decimals."""
    return float(number(x, digits=digits, ascii=True))


def equality(worked: float, result: float, *, digits: int = 4) -> str:
    """The sign between a printed calculation and its printed result: = where a reader who works it out finds it.

    `worked` is what the calculation gives with its numbers as they are printed, `result` the exact result;
    where the one does not print as the other, since numbers between were rounded, the sign is ≈.
    """
    return "=" if number(worked, digits=digits) == number(result, digits=digits) else "≈"


def exact(x: float | None, *, ascii: bool = False) -> str:
    """One number in the shortest form that reads back as exactly the same float."""
    if x is None:
        return BLANK
    if not math.isfinite(x):
        return _not_finite(x, ascii=ascii)
    if x == int(x) and abs(x) < SCIENTIFIC_FROM:
        return str(int(x))
    return _short_exponent(repr(x))


def vector(cells: Sequence[float | None], *, digits: int = 4, fixed: bool = False, ascii: bool = False) -> str:
    """Numbers as [0, 0.7071]."""
    return bracketed([number(x, digits=digits, fixed=fixed, ascii=ascii) for x in cells])


def matrix(rows: Sequence[Sequence[float | None]], *, digits: int = 4, fixed: bool = False, ascii: bool = False) -> str:
    """Rows as [[1, 0], [0, 1]]."""
    return bracketed([vector(row, digits=digits, fixed=fixed, ascii=ascii) for row in rows])


def value(
    cells: Sequence[float | None], shape: Shape, *, digits: int = 4, fixed: bool = False, ascii: bool = False
) -> str:
    """A number, vector or matrix by its shape, from cells that lie row by row."""
    return arranged([number(x, digits=digits, fixed=fixed, ascii=ascii) for x in cells], shape)


def arranged(texts: Sequence[str], shape: Shape) -> str:
    """Cells that are already text, bracketed by their shape."""
    if not shape:
        return texts[0]
    if len(shape) == 1:
        return bracketed(texts)
    width = shape[1]
    return bracketed([bracketed(texts[i * width : (i + 1) * width]) for i in range(shape[0])])


def bracketed(texts: Sequence[str]) -> str:
    """[a, b] from a and b."""
    return f"[{', '.join(texts)}]"


def cell(x: float | None, decimals: int | None) -> str:
    """One cell of an echo: exactly what was typed, or four decimals of what an expression gives."""
    return exact(x) if decimals is not None else number(x)


def shape_words(shape: Shape) -> str:
    """A shape in words: "1 number", "3 numbers", "2×3, 2 rows of 3 numbers"."""
    if len(shape) == 2:
        rows, columns = shape
        return f"{rows}×{columns}, {rows} {_plural('row', rows)} of {columns} {_plural('number', columns)}"
    count = shape[0] if shape else 1
    return f"{count} {_plural('number', count)}"


def explained(reading: Reading) -> str:
    """What a field shows while people type: the echo, and what each expression gives.

    `[0, 0.7071]   (1/√2 = 0.7071)`. Empty for a text that could not be read.
    """
    parts: dict[str, str] = {}
    for source, x, decimals in zip(reading.sources, reading.cells, reading.decimals, strict=False):
        if source is not None:
            parts.setdefault(source, cell(x, decimals))
    if not parts or not reading.echo:
        return reading.echo
    shown = [f"{source} = {result}" for source, result in list(parts.items())[:SOURCES_SHOWN]]
    return f"{reading.echo}   ({', '.join(shown)})"


def json_number(x: float | None) -> float | str | None:
    """A number as JSON takes it: full precision, infinities as "-inf" and "inf", a blank cell as null."""
    if x is None:
        return None
    if math.isfinite(x):
        return x + 0.0
    return _not_finite(x, ascii=True)


def json_values(cells: Sequence[float | None], shape: Shape) -> object:
    """Cells nested by their shape, ready for JSON: a number alone, a list, or a list of lists."""
    encoded = [json_number(x) for x in cells]
    if not shape:
        return encoded[0]
    if len(shape) == 1:
        return encoded
    width = shape[1]
    return [encoded[i * width : (i + 1) * width] for i in range(shape[0])]


def _not_finite(x: float, *, ascii: bool) -> str:
    if math.isnan(x):
        return "nan"
    infinity = "inf" if ascii else "∞"
    return infinity if x > 0 else f"{'-' if ascii else '−'}{infinity}"


def _scientific(x: float, digits: int) -> str:
    text = _short_exponent(f"{x:.{digits}e}")
    # Rounding up the very largest floats would print a number that is none.
    return text if math.isfinite(float(text)) else _short_exponent(repr(x))


def _short_exponent(text: str) -> str:
    """1.50e+07 as 1.5e7."""
    mantissa, mark, exponent = text.partition("e")
    if "." in mantissa:
        mantissa = mantissa.rstrip("0").rstrip(".")
    return f"{mantissa}e{int(exponent)}" if mark else mantissa


def _plural(word: str, count: int) -> str:
    return word if count == 1 else f"{word}s"
