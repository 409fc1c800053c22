"""The comma, which separates numbers for some and begins decimals for others; never decided in silence.

Texts in, other spellings of the same text out. It knows no values.
"""

from __future__ import annotations

import re

TIGHT = re.compile(r"(?<=[0-9]),(?=[0-9])")
LONG = re.compile(r"[0-9],[0-9]{3}")
THOUSANDS = re.compile(r"(?<![0-9.,])[1-9][0-9]{0,2}(?:,[0-9]{3})+(?![0-9,])(?:\.[0-9]*)?")
POINTED_THOUSANDS = re.compile(r"(?<![0-9.,])[1-9][0-9]{0,2}(?:\.[0-9]{3})+,[0-9]+(?![0-9,.])")


def other_spellings(text: str) -> list[str]:
    """What the text says if its commas do not separate: as thousands 16,000, as decimals 0,5, as 1.234,5.

    As long as `text`, so that places stay. Empty where every comma has a blank beside it.
    """
    if not TIGHT.search(text):
        return []
    spellings = []
    grouped = THOUSANDS.sub(lambda found: _padded(found[0].replace(",", ""), found[0]), text)
    if not TIGHT.search(grouped):
        spellings.append(grouped)
    spellings.append(TIGHT.sub(".", text))
    pointed = POINTED_THOUSANDS.sub(lambda found: _padded(found[0].replace(".", "").replace(",", "."), found[0]), text)
    if not TIGHT.search(pointed):
        spellings.append(pointed)
    return spellings


def looks_doubtful(text: str) -> bool:
    """True for 16,000 and 0,7071, and for 1.234,5, whose points and commas mix."""
    return bool(LONG.search(text) or POINTED_THOUSANDS.search(text))


def _padded(text: str, before: str) -> str:
    return text + " " * (len(before) - len(text))
