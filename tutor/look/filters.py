"""The last step before the terminal: no colors, or plain ASCII, where that is all it shows."""

from __future__ import annotations

from functools import lru_cache
from itertools import product

from rich.color import Color as RichColor
from rich.color import ColorType
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter

PLAIN = str.maketrans(
    {
        "─": "-", "━": "-", "═": "-", "│": "|", "┃": "|", "║": "|", "▎": "|", "▏": "|", "▌": "|", "█": "#",
        "┌": "+", "┐": "+", "└": "+", "┘": "+", "├": "+", "┤": "+", "┬": "+", "┴": "+", "┼": "+",
        "╭": "+", "╮": "+", "╰": "+", "╯": "+", "╷": "|", "╵": "|", "╶": "-", "╴": "-", "╺": "-", "╸": "-",
        "▸": ">", "▶": ">", "◂": "<", "✓": "+", "✗": "x", "·": ".", "•": "*", "…": "~", "−": "-", "–": "-", "—": "-",
        "×": "x", "÷": "/", "√": "V", "Σ": "S", "∞": "I", "≤": "<", "≥": ">", "≈": "~", "→": ">", "←": "<", "↑": "^",
        "↓": "v", "’": "'", "‘": "'", "“": '"', "”": '"', "\u00a0": " ", "\u202f": " ", "\u2009": " ", "ᵀ": "T",
        "ₖ": "k", "²": "2", "≠": "#", "é": "e", "ï": "i", "▁": "_", "▔": "-", "▕": "|", "▐": "|", "▀": "-", "▄": "_",
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


class AsciiOnly(LineFilter):
    """Every character outside ASCII becomes its nearest one of the same width."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        return [
            segment if segment.text.isascii() else Segment(_ascii(segment), segment.style, segment.control)
            for segment in segments
        ]


def _ascii(segment: Segment) -> str:
    text = segment.text.translate(PLAIN)
    if text.isascii():
        return text
    plain = "".join(c if c.isascii() else "?" for c in text)
    # A wide character becomes two, a combining one none: the cells have to add up.
    return plain.ljust(segment.cell_length, "?")[: segment.cell_length]


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
