"""The last step before the terminal: no colors, or plain ASCII, where that is all it shows."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import product

from rich.cells import cell_len
from rich.color import Color as RichColor
from rich.color import ColorType
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter

from tutor.notation.transliteration import plain

PLAIN = str.maketrans(
    {
        "─": "-", "━": "-", "═": "-", "│": "|", "┃": "|", "║": "|", "▎": "|", "▏": "|", "▌": "|", "█": "#",
        "┌": "+", "┐": "+", "└": "+", "┘": "+", "├": "+", "┤": "+", "┬": "+", "┴": "+", "┼": "+",
        "╭": "+", "╮": "+", "╰": "+", "╯": "+", "╷": "|", "╵": "|", "╶": "-", "╴": "-", "╺": "-", "╸": "-",
        "▸": ">", "▶": ">", "◂": "<", "✓": "+", "✗": "x", "·": ".", "•": "*", "…": "~", "−": "-", "–": "-", "—": "-",
        "×": "x", "÷": "/", "√": "V", "Σ": "S", "∞": "I", "≤": "<", "≥": ">", "≈": "~", "→": ">", "←": "<", "↑": "^",
        "↓": "v", "’": "'", "‘": "'", "“": '"', "”": '"', "\u00a0": " ", "\u202f": " ", "\u2009": " ", "ᵀ": "T",
        "ₖ": "k", "²": "2", "≠": "#", "▁": "_", "▔": "-", "▕": "|", "▐": "|", "▀": "-", "▄": "_",
        "▂": "_", "▃": "_", "▅": "#", "▆": "#", "▇": "#",
    }
)  # fmt: skip
"""One cell for one cell, so that nothing moves. Words such as sqrt are put in earlier, where there is room."""


class Uncolored(LineFilter):
    """No code for a color is sent, not even for the terminal's own; bold, dim and reverse stay."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        return [
            Segment(segment.text, segment.style.without_color, segment.control) if segment.style else segment
            for segment in segments
        ]


GAPS = re.compile("( {2,})")
"""Blanks that part columns or fill a line: all but one of them may give way."""

UNKNOWN = "?"


class AsciiOnly(LineFilter):
    """Every character outside ASCII becomes its nearest one of the same width; one that has none is named by number.

    <U+6771> is wider than the letter: the next blanks to the right give way, so that what follows them stays where it
    was. Where they are too few, a question mark stands in each of the letter's cells.
    """

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        if all(segment.text.isascii() for segment in segments):
            return segments
        near = [segment.text.translate(PLAIN) for segment in segments]
        if all(text.isascii() for text in near):
            texts = near
        else:
            gaps = _gaps(near)
            texts = [_named(GAPS.split(text), gaps) for text in near]
        return [Segment(text, each.style, each.control) for text, each in zip(texts, segments, strict=True)]


def _gaps(texts: list[str]) -> list[int]:
    """The lengths of all gaps in a line, the first one last."""
    return [len(gap) for text in texts for gap in GAPS.findall(text)][::-1]


def _named(pieces: list[str], gaps: list[int]) -> str:
    """Pieces of a line with gaps between them, in ASCII. `gaps` are those from here on; it shrinks as they come by."""
    parts = []
    for piece in pieces:
        if GAPS.fullmatch(piece):
            parts.append(" " * gaps.pop())
        else:
            parts += [letter if letter.isascii() else _fitted(letter, gaps) for letter in piece]
    return "".join(parts)


def _fitted(letter: str, gaps: list[int]) -> str:
    """A character as texts have it in ASCII, with room taken from the gap behind it; or as question marks."""
    width = cell_len(letter)
    name = plain(letter).ljust(width)
    missing = len(name) - width
    if missing > (gaps[-1] - 1 if gaps else 0):
        return UNKNOWN * width
    if missing:
        gaps[-1] -= missing
    return name


STEPS = (0, 95, 135, 175, 215, 255)
CUBE: dict[tuple[int, ...], int] = {
    **{rgb: number for number, rgb in enumerate(product(STEPS, repeat=3), start=16)},
    **{(8 + 10 * i,) * 3: 232 + i for i in range(24)},
}
"""The colors that a terminal of 256 has by number, from 16 on: a cube and a row of grays."""


class FewerSegments(LineFilter):
    """Neighbors of one style become one segment, and blanks take their neighbor's style where that shows nothing else.

    Each segment is sent with its colors spelled out, so this halves what a screen costs over a slow link. A color that
    terminals have by number is sent by it: 11 bytes at most in place of 19.
    """

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        return [
            Segment(segment.text, _by_number(segment.style), segment.control) if segment.style else segment
            for segment in self._merged(segments)
        ]

    def _merged(self, segments: list[Segment]) -> list[Segment]:
        if len(segments) < 2:
            return segments
        merged: list[Segment] = []
        for segment in segments:
            if segment.control:
                return segments
            if not segment.text:
                continue
            if merged:
                last = merged[-1]
                style = _common_style(last, segment)
                if style is not None:
                    merged[-1] = Segment(last.text + segment.text, style)
                    continue
            merged.append(segment)
        return merged


@lru_cache(1024)
def _by_number(style: Style) -> Style:
    """The same style, its colors by their numbers where they have one."""
    color, ground = _numbered(style.color), _numbered(style.bgcolor)
    if color is style.color and ground is style.bgcolor:
        return style
    return style + Style.from_color(color, ground)


def _numbered(color: RichColor | None) -> RichColor | None:
    if color is None or color.triplet is None:
        return color
    number = CUBE.get(tuple(color.triplet))
    if number is None:
        return color
    return RichColor(color.name, ColorType.EIGHT_BIT, number=number, triplet=color.triplet)


def _common_style(left: Segment, right: Segment) -> Style | None:
    """A style in which both can be drawn and look the same; None where there is none."""
    first, second = left.style, right.style
    if first is None or second is None:
        return None
    if first == second:
        return first
    if first.meta != second.meta or first.bgcolor != second.bgcolor:
        return None
    if right.text.isspace() and _plain_blank(first) and _plain_blank(second):
        return first
    if left.text.isspace() and _plain_blank(first) and _plain_blank(second):
        return second
    return None


def _plain_blank(style: Style) -> bool:
    """True where a blank in this style shows only its background."""
    return not (style.reverse or style.underline or style.underline2 or style.strike or style.overline or style.frame)
