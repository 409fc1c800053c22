"""Characters that a terminal would act on, spelled out instead of sent to it."""

from __future__ import annotations

import re

CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]")
"""What would move the cursor, ring, or turn the direction of writing. Line feeds and tabs are text."""


def visible(text: str) -> str:
    """A text of any number of lines with its control characters spelled out: ESC as \\x1b."""
    return CONTROL.sub(lambda found: _escape(found[0]), text)


def is_text(character: str) -> bool:
    """Whether this is one character of a line of text, seen or not.

    Joiners, marks of direction, blanks of every width and signs newer than this Python are: all that Python calls
    unprintable, but for what a terminal would act on, line feeds and tabs, and halves of surrogates.
    """
    if len(character) != 1 or character in "\t\n" or CONTROL.match(character):
        return False
    return not "\ud800" <= character <= "\udfff"


def printable(text: str) -> str:
    """The text on one line, with everything in it that does not print spelled out, line feeds too."""
    return text if text.isprintable() else "".join(c if c.isprintable() else _escape(c) for c in text)


def in_json(text: str) -> str:
    """A text of JSON whose strings hold no control character, as JSON's own escapes allow: ESC as \\u001b."""
    return CONTROL.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def _escape(character: str) -> str:
    return character.encode("unicode_escape").decode("ascii")
