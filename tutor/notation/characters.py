"""The characters that people type and paste, as the plain ones that the rest of the reader knows.

Nothing here changes what a text says: a typographic minus becomes a minus, a no-break space a space.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

MINUSES = "−–—‐‑‒―﹣－➖˗⁃"
SPACES = "\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000\t"
ZERO_WIDTH = "\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\u2061\u2062\u2063\u2064\ufe0e\ufe0f\ufeff"
ZERO_WIDTH += "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
LINE_ENDS = "\r\x0b\x0c\u0085\u2028\u2029"

RULE = "─"
"""What every horizontal line, corner and crossing of a box becomes."""

MARKER = "▸"
"""What every mark for the current row becomes."""

PLAIN = str.maketrans(
    {
        **{chr(code): chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)},
        **dict.fromkeys(MINUSES, "-"),
        **dict.fromkeys(SPACES, " "),
        **dict.fromkeys(LINE_ENDS, "\n"),
        **dict.fromkeys("×⋅∗✕✖⨯", "*"),
        **dict.fromkeys("÷∕⁄➗", "/"),
        **dict.fromkeys("∙・", "·"),
        **dict.fromkeys("、،", ","),
        **dict.fromkeys("⟨〈❬", "<"),
        **dict.fromkeys("⟩〉❭", ">"),
        **dict.fromkeys("【〔", "["),
        **dict.fromkeys("】〕", "]"),
        **dict.fromkeys("│┃║┆┊╎∣", "|"),
        **dict.fromkeys("─━═╌┄┈┌┐└┘├┤┬┴┼╔╗╚╝╠╣╦╩╬╭╮╰╯┏┓┗┛┣┫┳┻╋┡┩╇┢┪╈╞╡╪╴╶", RULE),
        **dict.fromkeys("▶►❯›»", MARKER),
        **dict.fromkeys("⎡⎢⎣⎤⎥⎦⎛⎜⎝⎞⎟⎠⎧⎨⎩⎫⎬⎭", " "),
        **dict.fromkeys("“”„‟＂", '"'),
        **dict.fromkeys("‘’‚‛＇", "'"),
        "∑": "Σ",
        "≅": "≈",
    }
)
DROPPED = re.compile(f"[{ZERO_WIDTH}]|\r(?=\n)")

LONGEST_QUOTE = 24
"""How many characters of a text are repeated in a reason."""


@dataclass(frozen=True, slots=True)
class Source:
    """A typed text in plain characters, and where each of them stood in what was typed."""

    text: str
    typed: str
    places: tuple[int, ...] | None = None

    def place(self, index: int) -> str:
        """ "character 5", or "line 2, character 3" where there are lines; both counted from 1."""
        at = index if self.places is None else self.places[min(index, len(self.places) - 1)]
        line_start = self.typed.rfind("\n", 0, at) + 1
        if "\n" not in self.typed.strip():
            return f"character {at - line_start + 1}"
        line = self.typed.count("\n", 0, at) + 1
        return f"line {line}, character {at - line_start + 1}"

    def with_text(self, text: str) -> Source:
        """The same source after parts of it were blanked out; `text` must be as long as before."""
        return Source(text, self.typed, self.places)


def normalized(typed: str) -> Source:
    """`typed` in plain characters. Same length, but for zero-width characters, which go."""
    if typed.isascii() and "\r" not in typed:
        return Source(typed.translate(PLAIN) if "\t" in typed else typed, typed)
    text, places = typed, None
    if DROPPED.search(typed):
        kept = [(i, c) for i, c in enumerate(typed) if not _dropped(typed, i)]
        text = "".join(c for _, c in kept)
        places = tuple(i for i, _ in kept) or (0,)
    return Source(text.translate(PLAIN), typed, places)


def _dropped(typed: str, index: int) -> bool:
    c = typed[index]
    return c in ZERO_WIDTH or (c == "\r" and typed[index + 1 : index + 2] == "\n")


def quoted(text: str) -> str:
    """A piece of what was typed, in quotes, cut where it is long; characters that do not print are named."""
    piece = " ".join(text.split())
    if len(piece) > LONGEST_QUOTE:
        piece = f"{piece[:LONGEST_QUOTE]}…"
    shown = "".join(c if c.isprintable() else f"U+{ord(c):04X}" for c in piece)
    return f'"{shown}"'


def advice(character: str) -> str:
    """What to type instead of a character that the reader does not know."""
    if character in "⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺":
        return "write powers with ^, as in 10^-3"
    if character in "½⅓¼¾⅔⅕⅛":
        return "write fractions with /, as in 1/2"
    if character == "…" or len(character) > 1:
        return "some numbers were left out here; type all of them"
    if character == "=":
        return "type only what stands right of it"
    name = unicodedata.name(character, "").lower()
    if character.isdecimal():
        return f"this is the {name}; type the digits 0 to 9"
    return f"this is the {name}, which is no part of a number" if name else "this is no part of a number"
