"""Texts of unknown origin, made fit for one line of a terminal."""

from __future__ import annotations

from tutor.notation.visible import printable


def one_line(text: str, *, longest: int = 80) -> str:
    """The text with every character that is not printable shown as its code, cut where it grows too long."""
    cut = text if len(text) <= longest else text[: longest - 1] + "…"
    return printable(cut)
