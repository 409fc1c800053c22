"""The mask, target and laboratory pages of a lesson file."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import TypeGuard, get_args

from tutor.lessons.fields import Section, found, shown
from tutor.lessons.labs import LAB_VALUES, LABS, LabValue, LabValueKind
from tutor.lessons.model import LabStep, MaskStep, MaskWant, TargetsStep

MASK_KEYS = ("prompt", "hints", "tokens", "n", "want", "keep", "size", "body")
TARGET_KEYS = ("prompt", "hints", "tokens", "body")
LAB_KEYS = ("lab", "set", "body")

LARGEST_GRID = 8
WIDEST_GRID = 54
LEAST_COLUMN = 4
"""Characters of a column: brackets, a digit and a mark."""

MOST_TOKENS = 12
LONGEST_TOKEN = 16
WORDS: tuple[MaskWant, ...] = tuple(word for word in get_args(MaskWant) if word != "rows")
KEEPS, SIZES = ("padding", "causal-padding"), ("window",)
APART = re.compile(r"[\s,;|\[\](){}\"'“”‘’`]")
"""What parts one typed token from the next, or stands round it."""

Rows = tuple[tuple[bool, ...], ...]


def read_mask(section: Section, name: str) -> MaskStep:
    """One mask page, its faults noted."""
    tokens = _mask_tokens(section)
    n = len(tokens) or section.whole("n", low=2, high=LARGEST_GRID) or 0
    stated, own = _want(section, n)
    keep, size = (_limit(section, key, whose, stated, n) for key, whose in (("keep", KEEPS), ("size", SIZES)))
    want = stated or "causal"
    rows = own if want == "rows" else wanted_rows(want, n or 2, keep=keep, size=size)
    return MaskStep(
        id=name,
        prompt=section.text("prompt", needed=True),
        hints=section.texts("hints", at_least=2, needed=True),
        want=want,
        rows=rows,
        tokens=tokens,
        keep=keep,
        size=size,
    )


def wanted_rows(want: MaskWant, n: int, *, keep: int | None = None, size: int | None = None) -> Rows:
    """The right mask for n positions; True may attend. `keep` and `size` are taken as all of them where left out."""
    real = n if keep is None else keep
    window = n if size is None else size

    def allowed(i: int, j: int) -> bool:
        match want:
            case "causal":
                return j <= i
            case "strict":
                return j < i
            case "padding":
                return j < real
            case "causal-padding":
                return j <= i and j < real
            case "window":
                return i - window < j <= i
            case _:
                return True

    return tuple(tuple(allowed(i, j) for j in range(n)) for i in range(n))


def _mask_tokens(section: Section) -> tuple[str, ...]:
    if "tokens" not in section.data:
        if "n" not in section.data:
            section.note("tokens", 'missing; expected tokens = ["START", "red", "fox"], or their number as n = 3')
        return ()
    if "n" in section.data:
        section.note("n", "the tokens are counted already; leave this out")
    tokens = _tokens(section, least=2, most=LARGEST_GRID)
    width = max(map(len, tokens), default=0) + 1 + sum(max(len(token), LEAST_COLUMN) + 1 for token in tokens)
    if width > WIDEST_GRID:
        section.note("tokens", f"make a grid {width} characters wide; there is room for {WIDEST_GRID}, so shorten them")
    return tokens


def _want(section: Section, n: int) -> tuple[MaskWant | None, Rows]:
    """What is wanted, None where that is faulty, and the author's own rows where it is those."""
    rows_of = "rows of 1 (may attend) and 0 (hidden)"
    value = section.data.get("want")
    if value is None:
        section.note("want", f"missing; expected one of {', '.join(WORDS)}, in quotes, or {rows_of}")
        return None, ()
    if not isinstance(value, list):
        word = section.checked_word(value, "want", (*WORDS, rows_of))
        return next((known for known in WORDS if known == word), None), ()
    rows: list[tuple[bool, ...]] = []
    for i, row in enumerate(value, start=1):
        if not isinstance(row, list) or any(isinstance(cell, bool) or cell not in (0, 1) for cell in row):
            section.note("want", f"row {i}: expected a list of 1 (may attend) and 0 (hidden)")
            return None, ()
        rows.append(tuple(cell == 1 for cell in row))
    count = n or len(rows)
    if len(rows) != count or any(len(row) != count for row in rows):
        section.note("want", f"expected {count} rows of {count}, one for each position")
    elif not any(map(any, rows)):
        section.note("want", "hides every key from every query: then the empty grid is right from the start")
    return "rows", tuple(rows)


def _limit(section: Section, key: str, for_whom: tuple[str, ...], want: str | None, n: int) -> int | None:
    """`keep` or `size`: needed by some masks, out of place in the others."""
    if want is None:
        return None
    if want not in for_whom:
        if key in section.data:
            section.note(key, f"belongs to want = {' or '.join(for_whom)}")
        return None
    if section.missing(key, f"a whole number, since want is {want}"):
        return None
    # With all of them it would be another mask: none, or the causal one.
    return section.whole(key, low=1, high=(n if n > 1 else LARGEST_GRID) - 1)


def read_targets(section: Section, name: str) -> TargetsStep:
    """One page of shifted targets, its faults noted."""
    if not section.missing("tokens", 'the whole row, such as ["START", "red", "fox", "END"]'):
        tokens = _tokens(section, least=3, most=MOST_TOKENS)
        for place, token in enumerate(tokens, start=1):
            if APART.search(token) or token == "_":
                section.note(f"tokens {place}", f"{shown(token)} cannot be typed as one token; no blanks or quotes")
        if len(tokens) > 1 and len({token.casefold() for token in tokens}) == 1:
            section.note("tokens", "are all the same, so that a row that is not shifted is right too")
    else:
        tokens = ()
    return TargetsStep(
        id=name,
        prompt=section.text("prompt", needed=True),
        hints=section.texts("hints", at_least=2, needed=True),
        tokens=tokens,
    )


def _tokens(section: Section, *, least: int, most: int) -> tuple[str, ...]:
    tokens = section.texts("tokens", at_least=least)
    if len(tokens) > most:
        section.note("tokens", f"expected at most {most}, found {len(tokens)}")
    for place, token in enumerate(tokens, start=1):
        if "\n" in token or len(token) > LONGEST_TOKEN:
            section.note(f"tokens {place}", f"expected one line of at most {LONGEST_TOKEN} characters")
    return tokens


def read_lab(section: Section, name: str) -> LabStep:
    """One laboratory page, its faults noted."""
    word = section.one_of("lab", LABS, needed=True)
    lab = next((lab for lab in LABS if lab == word), None)
    start = _start(section, LAB_VALUES[lab]) if lab is not None else ()
    return LabStep(id=name, lab=lab or LABS[0], start=start)


def _start(section: Section, takes: Mapping[str, LabValueKind]) -> tuple[tuple[str, LabValue], ...]:
    table = section.data.get("set", {})
    if not isinstance(table, dict):
        section.note("set", f'expected a table such as {{ text = "red fox" }}, found {found(table)}')
        return ()
    inside = section.inside(table, "set")
    inside.only(tuple(takes), "this laboratory")
    values = ((key, _start_value(inside, key, value, takes[key])) for key, value in table.items() if key in takes)
    return tuple((key, value) for key, value in values if value is not None)


def _start_value(section: Section, key: str, value: object, kind: LabValueKind) -> LabValue | None:
    if kind == "text":
        return section.checked_text(value, key)
    if kind == "number" and _is_number(value):
        return float(value)
    if kind == "numbers" and isinstance(value, list) and value and all(map(_is_number, value)):
        return tuple(map(float, value))
    wanted = "a finite number" if kind == "number" else "a list of finite numbers"
    section.note(key, f"expected {wanted}, found {found(value)}")
    return None


def _is_number(value: object) -> TypeGuard[float]:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
