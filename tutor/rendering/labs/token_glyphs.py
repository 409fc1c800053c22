"""Pieces of any text, safe to write to a terminal and each to be seen: blanks, marks, joiners and single bytes too."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from tutor.maths.tokens import FLAG_LETTERS, characters, is_mark
from tutor.notation.transliteration import numbered
from tutor.rendering.labs.line import Line, Role, clipped, line, pad, width_of

BLANK_SHOWN = "␣"
MARK_HOLDER = "◌"
INVISIBLE_MARKS = range(0xFE00, 0xFE10)
"""Variation selectors: marks that change how the character before them is drawn, and are nothing alone."""

SKINS = range(0x1F3FB, 0x1F400)
"""Tones of skin: to some terminals they color the picture before them, to others they are two cells of their own."""

FIRST_STAND_IN = 0xDC80
"""What Python reads a byte 128 as that is no whole character: U+DC80."""

FIRST_PICTURE = 0x10000
"""Above it lie pictures and rare scripts, none of which is a sign of our own."""

GAP = 1
MOST_TOGETHER = 3
"""Code points of one character that are written as they are; terminals disagree about longer ones."""

MUTED: Role = "muted"

Cell = tuple[str, str]
"""What a token looks like, and its id."""


def code_point(letter: str) -> str:
    """One code point: a blank as ␣, an accent on a circle, what can't be seen or is no letter alone as U+200D."""
    code = ord(letter)
    if letter == " ":
        return BLANK_SHOWN
    if not letter.isprintable() or code in FLAG_LETTERS or code in INVISIBLE_MARKS or code in SKINS:
        return numbered(letter)[1:-1]
    if is_mark(letter) and width_of(line(letter)) == 0:
        return MARK_HOLDER + letter
    return letter


def piece(text: str) -> str:
    """A piece of text as one sees it, blanks as ␣; characters that terminals draw in several widths are taken apart."""
    return "".join(map(_character, characters(text)))


def phrase(text: str) -> str:
    """The same for a text that is read, not counted: its blanks stay blanks."""
    return "".join(" " if each == " " else _character(each) for each in characters(text))


def _character(cluster: str) -> str:
    if len(cluster) == 1:
        return _among_others(cluster)
    safe = len(cluster) <= MOST_TOGETHER and not is_mark(cluster[0])
    if safe and all(letter.isprintable() and not code_point(letter).startswith("U+") for letter in cluster):
        return cluster
    return "".join(map(_among_others, cluster))


def _among_others(letter: str) -> str:
    """A code point where others stand beside it: its number in brackets."""
    shown = code_point(letter)
    return f"<{shown}>" if len(shown) > len("U+") and shown.startswith("U+") else shown


def byte_piece(letters: str) -> str:
    """A piece made of bytes, each letter one of them: whole characters as such, a lone byte as <C3>."""
    text = letters.encode("latin-1").decode("utf-8", "surrogateescape")
    lone = {letter for letter in text if "\udc80" <= letter <= "\udcff"}
    if not lone:
        return piece(text)
    return "".join(f"<{ord(c) - FIRST_STAND_IN + 128:02X}>" if c in lone else _among_others(c) for c in text)


def told_apart(text: str, *, alone: bool = False) -> str:
    """A text whose letters, digits and pictures beyond ASCII are spelled as U+6771, in brackets but where `alone`.

    For terminals of ASCII alone, on which they would all look the same. Signs such as → stay for others to spell.
    """
    bare = text.replace(MARK_HOLDER, "")
    if alone and len(bare) == 1 and _is_content(bare):
        return numbered(bare)[1:-1]
    return "".join(numbered(c) if _is_content(c) else c for c in bare)


def _is_content(letter: str) -> bool:
    """True for what belongs to a text, False for the signs that the laboratory draws around it."""
    if letter.isascii():
        return False
    return unicodedata.category(letter)[0] in "LMNC" or ord(letter) >= FIRST_PICTURE or width_of(line(letter)) == 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Spelling:
    """How tokens are written: as they are, or in `ascii` so that they are told apart there."""

    ascii: bool = False

    def text(self, text: str) -> str:
        """A text that was made for the eye by `piece` and its like."""
        return told_apart(text) if self.ascii else text

    def cells(self, tokens: Sequence[Cell]) -> Sequence[Cell]:
        """Tokens that stand above their ids."""
        return [(told_apart(shown, alone=True), number) for shown, number in tokens] if self.ascii else tokens


def short(text: str, width: int) -> str:
    """A text in at most so many cells, with … where it is longer."""
    return clipped(text, width)


def cells(tokens: Sequence[Cell], width: int, *, rows: int, role: Role = "accent") -> list[Line]:
    """Tokens side by side, each with its id below it, on at most so many rows; what is left is counted."""
    lines: list[Line] = []
    at = 0
    for _ in range(rows):
        if at == len(tokens):
            break
        above, below, used = [], [], 0
        while at < len(tokens):
            shown, number = tokens[at]
            wide = min(width, max(width_of(line(shown)), len(number)))
            if used and used + wide > width:
                break
            above.append(pad(short(shown, wide), wide))
            below.append(pad(number, wide))
            used += wide + GAP
            at += 1
        lines += [line(((" " * GAP).join(row).rstrip(), part)) for row, part in ((above, role), (below, MUTED))]
    if at < len(tokens):
        lines.append(line((f"… and {len(tokens) - at} more", MUTED)))
    return lines
