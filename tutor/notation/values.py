"""One cell's tokens as a number, with what the asked stage allows: minus infinity, percentages, blanks."""

from __future__ import annotations

import math
from typing import NamedTuple

from tutor.notation.characters import Source
from tutor.notation.expressions import INFINITE, NOT_FINITE, evaluate
from tutor.notation.printer import exact
from tutor.notation.tokens import CLOSE, NUMBER, OPEN, OPERATOR, PERCENT, WORD, Token, Unreadable

MASKED_STAGES = ("scaled", "masked", "weights")
"""Where a hidden key may be written as minus infinity."""

PERCENT_STAGES = ("weights", "probability")

HIDDEN_WORDS = ("masked", "x")
HIDDEN_LATER = "the scores before any mask are asked, a number for every key"
MOST_DECIMALS = 400
LOWEST = -1e4
"""From here down, a finite stand-in for minus infinity is taken for what it stands for."""


class Cell(NamedTuple):
    """A number, how many decimals it was typed with, and the text of a calculation; None for what there is not."""

    value: float | None
    decimals: int | None
    source: str | None


BLANK_CELL = Cell(None, None, None)


def cell_of(source: Source, tokens: list[Token], start: int, end: int, stage: str | None) -> Cell:
    """The cell that tokens[start:end] spell; Unreadable where they spell no number, or one not allowed here."""
    if end - start in (3, 4) and tokens[start].kind == OPEN and tokens[end - 1].kind == CLOSE:
        start, end = start + 1, end - 1
    negative = end - start == 2 and tokens[start].kind == OPERATOR and tokens[start].text == "-"
    last = tokens[end - 1]
    if last.kind == WORD and (cell := _hidden(source, tokens[start:end], negative, stage)):
        return cell
    if last.kind == PERCENT and end - start > 1:
        return _percent(source, tokens, start, end, stage)
    signed = end - start == 2 and tokens[start].kind == OPERATOR and tokens[start].text in ("+", "-")
    if last.kind == NUMBER and (end - start == 1 or signed):
        found = Cell(_literal(last, negative, stage), _decimals(last.text), None)
    else:
        typed = " ".join(source.text[tokens[start].start : last.end].split())
        found = Cell(evaluate(tokens, start, end), _decimals_of_power(tokens[start:end]), typed)
    if stage in MASKED_STAGES and found.value is not None and found.value <= LOWEST:
        return Cell(-math.inf, None, None)
    return found


def _literal(token: Token, negative: bool, stage: str | None) -> float:
    value = float(token.text)
    if math.isinf(value) and not (negative and stage in MASKED_STAGES):
        raise Unreadable(token.text, token.start, f"this is too large; {NOT_FINITE}")
    return (-value if negative else value) + 0.0


def _decimals(text: str) -> int:
    """How many decimals a typed number has: 2 for 0.33 and 3.3e-1, 0 for 5 and 5e3."""
    mantissa, _, exponent = text.casefold().partition("e")
    typed = len(mantissa.partition(".")[2])
    if exponent:
        # An exponent of thousands of digits says no more than one of six.
        size = int(exponent.lstrip("+-0")[:6] or "0")
        typed += size if exponent.startswith("-") else -size
    return min(max(0, typed), MOST_DECIMALS)


def _decimals_of_power(tokens: list[Token]) -> int | None:
    """The decimals of 3.3*10^-1, which is a typed number in all but form; None for any other calculation."""
    rest = tokens[1:] if tokens[0].kind == OPERATOR else tokens
    texts = [token.text for token in rest]
    if len(texts) not in (5, 6) or texts[1] not in ("*", "·") or texts[2] != "10" or texts[3] not in ("^", "**"):
        return None
    sign = texts[4] if len(texts) == 6 else ""
    if sign not in ("", "+", "-") or not texts[-1].isdecimal() or rest[0].kind != NUMBER or "e" in texts[0].casefold():
        return None
    return _decimals(f"{texts[0]}e{sign}{texts[-1]}")


def _hidden(source: Source, tokens: list[Token], negative: bool, stage: str | None) -> Cell | None:
    """A word for minus infinity, where the stage knows hidden keys."""
    word = tokens[-1]
    if not (negative and word.text in INFINITE) and not (len(tokens) == 1 and word.text in HIDDEN_WORDS):
        return None
    if stage in MASKED_STAGES:
        return Cell(-math.inf, None, None)
    if word.text == "x" and stage == "scores":
        raise Unreadable(word.text, word.start, HIDDEN_LATER)
    if word.text == "x":
        return None
    piece = source.text[tokens[0].start : word.end]
    raise Unreadable(piece, tokens[0].start, NOT_FINITE)


def _percent(source: Source, tokens: list[Token], start: int, end: int, stage: str | None) -> Cell:
    first, last = tokens[start], tokens[end - 1]
    typed = "".join(source.text[first.start : last.end].split())
    number = tokens[end - 2]
    plain = end - start == 2 and number.kind == NUMBER
    if plain and "e" not in number.text.casefold():
        # Shifting the decimal point loses nothing; dividing by 100 would.
        value, decimals = float(f"{number.text}e-2"), _decimals(f"{number.text}e-2")
        if not math.isfinite(value):
            raise Unreadable(number.text, number.start, f"this is too large; {NOT_FINITE}")
    else:
        value, decimals = evaluate(tokens, start, end - 1) / 100, None
    if stage not in PERCENT_STAGES:
        raise Unreadable(typed, first.start, f"a number is wanted here, no percentage; write {exact(value)}")
    return Cell(value, decimals, typed)
