"""Lines of text with the role that each piece plays; a front end gives roles their colors."""

from __future__ import annotations

from typing import Literal

from rich.cells import cell_len, set_cell_size

Role = Literal["", "bold", "muted", "accent", "good", "bad", "mark"]
Line = tuple[tuple[str, Role], ...]

BLANK: Line = ()


def line(*parts: str | tuple[str, Role]) -> Line:
    """One line of these pieces; a bare text plays no role."""
    return tuple((part, "") if isinstance(part, str) else part for part in parts if part)


def text_of(line: Line) -> str:
    """A line's text alone."""
    return "".join(text for text, _ in line)


def width_of(line: Line) -> int:
    """How many cells of a terminal a line takes: 東 and 🦊 are two wide."""
    return cell_len(text_of(line))


def pad(text: str, width: int, align: Literal["left", "right"] = "left") -> str:
    """A text in exactly so many cells; where it is longer, an … says that it was cut: foxes is no fox."""
    gap = width - cell_len(text)
    if gap < 0:
        return set_cell_size(clipped(text, width), width)
    return " " * gap + text if align == "right" else text + " " * gap


def clipped(text: str, width: int) -> str:
    """A text in at most so many cells, with … where it is longer."""
    if cell_len(text) <= width:
        return text
    return f"{set_cell_size(text, width - 1).rstrip()}…" if width > 0 else ""


def wrapped(text: str, width: int, role: Role = "") -> list[Line]:
    """A text on as many lines as it needs. Words stay whole where they fit; one that does not is cut."""
    lines: list[Line] = []
    for paragraph in text.split("\n"):
        words = [piece for word in paragraph.split() for piece in _pieces(word, max(width, 2))]
        row = ""
        for word in words:
            if row and cell_len(row) + 1 + cell_len(word) > width:
                lines.append(line((row, role)))
                row = word
            else:
                row = f"{row} {word}" if row else word
        lines.append(line((row, role)) if row else BLANK)
    return lines


def _pieces(word: str, width: int) -> list[str]:
    """A word in pieces of at most `width` cells."""
    pieces, piece = [], ""
    for character in word:
        if piece and cell_len(piece + character) > width:
            pieces.append(piece)
            piece = ""
        piece += character
    return [*pieces, piece] if piece else pieces
