"""The last step before the terminal: no colors, or plain ASCII, where that is all it shows."""

from __future__ import annotations

from rich.segment import Segment
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
    }
)  # fmt: skip
"""One cell for one cell, so that nothing moves. Words such as sqrt are put in earlier, where there is room."""


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
