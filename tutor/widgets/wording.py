"""Texts as the terminal can show them: signs such as √ and ∞ as words where there is only ASCII."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from textual.app import App
from textual.content import Content, Span

from tutor.notation.transliteration import plain


def ascii_only(app: App[Any]) -> bool:
    """True where the app's terminal shows nothing beyond ASCII."""
    return bool(getattr(getattr(app, "surroundings", None), "ascii", False))


def words(text: str, *, ascii: bool) -> str:
    """The same text, in plain ASCII where asked."""
    return plain(text) if ascii else text


def worded(content: Content, *, ascii: bool) -> Content:
    """The same content, in plain ASCII where asked: √2 becomes sqrt(2), and styles stay on their words."""
    text = content.plain
    if not ascii or text.isascii():
        return content
    cuts = sorted({0, len(text), *(x for span in content.spans for x in (span.start, span.end) if 0 <= x <= len(text))})
    moved, parts = {0: 0}, []
    for start, end in pairwise(cuts):
        parts.append(plain(text[start:end]))
        moved[end] = moved[start] + len(parts[-1])
    spans = [
        Span(moved[max(span.start, 0)], moved[min(span.end, len(text))], span.style)
        for span in content.spans
        if span.start < len(text)
    ]
    return Content("".join(parts), spans=spans)
