"""What stands under an answer field: how the text was read, the marks of its cells, what was said of it.

Free functions over plain data, tested without an app. Every state has a glyph; color only repeats it.
"""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content

from tutor.coaching.asking.asked import Heard
from tutor.coaching.verdict import Verdict
from tutor.screens.keys import ANOTHER, BACK, GLOSSARY, HINT, NEXT, PREVIOUS, SHOW

GLYPHS = {True: ("✓", "$success"), False: ("✗", "$error"), None: ("·", "$text-muted")}

HEADINGS = {
    "right": ("✓", "$success"),
    "rounded": ("✓", "$success"),
    "carried": ("✓", "$success"),
    "mistake": ("✗", "$error"),
    "ambiguous": ("✗", "$error"),
    "cells": ("✗", "$error"),
    "wrong": ("✗", "$error"),
    "partial": ("·", "$mark"),
    "shape": ("·", "$mark"),
    "ask": ("?", "$mark"),
    "unreadable": ("?", "$mark"),
}
"""The glyph and color of each status: ✓ goes on, ✗ counts as a try, · and ? cost nothing."""


LETTERS = frozenset(key.keys for key in (BACK, NEXT, PREVIOUS, GLOSSARY, HINT, SHOW, ANOTHER))
"""What is a command outside a field: inside one it may be typed by mistake."""


def echo(heard: Heard | None, names: Sequence[str], cells: Sequence[bool | None] = ()) -> Content:
    """How a text is understood, cell by cell under the names of what is asked; with marks once it is judged."""
    if heard is None:
        return Content("")
    if heard.whole:
        return Content.assemble(("I read ", "$text-muted"), heard.whole, (f"   {heard.reason}", "$text-muted"))
    if heard.reason:
        return Content.styled(heard.reason, "$text-muted")
    parts: list[Content] = [Content.styled("I read", "$text-muted")]
    for i, name in enumerate(names):
        text = heard.cells[i] if i < len(heard.cells) else "_"
        mark = ("", "")
        if i < len(cells):
            glyph, style = GLYPHS[cells[i]]
            mark = (f"{glyph} ", style)
        parts.append(Content.assemble(mark, (f"{name} " if name else "", "$text-muted"), text))
    if heard.aside:
        parts.append(Content.styled(heard.aside, "$text-muted"))
    return Content("   ").join(parts)


def judgement(verdict: Verdict, typed: str = "") -> Content:
    """The verdict's glyph and what the learner is told; where a lone letter was typed, how it is a command."""
    glyph, style = HEADINGS[verdict.status]
    letter = typed.strip()
    meant = f" If you meant the key: Esc first, then {letter}." if letter in LETTERS else ""
    message = f"{verdict.message}{meant}" if verdict.status == "unreadable" else verdict.message
    return Content.assemble((f"{glyph} ", f"bold {style}"), message)


def hints_text(rungs: Sequence[str], given: int) -> Content:
    """The hints given so far, one under the other."""
    lines = [Content.assemble((f"hint {i + 1}  ", "$mark"), text) for i, text in enumerate(rungs[:given])]
    return Content("\n").join(lines)
