"""What stands under an answer field: how the text was read, the marks of its cells, what was said of it.

Free functions over plain data, tested without an app. Every state has a glyph; color only repeats it.
"""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content

from tutor.coaching.verdict import Verdict
from tutor.notation.printer import cell, explained
from tutor.notation.reading import Reading

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


def echo(reading: Reading | None, names: Sequence[str], cells: Sequence[bool | None] = ()) -> Content:
    """How a text is read, cell by cell under the names of the asked row; with marks once it is judged."""
    if reading is None or (reading.status == "unreadable" and not reading.reason):
        return Content("")
    if reading.status in ("unreadable", "ask"):
        return Content.styled(reading.reason or "", "$text-muted")
    if len(reading.cells) > len(names):
        return Content.assemble(("I read ", "$text-muted"), reading.echo, (f"   {reading.reason or ''}", "$text-muted"))
    texts = shown_cells(reading)
    parts: list[Content] = [Content.styled("I read", "$text-muted")]
    for i, name in enumerate(names):
        text = texts[i] if i < len(texts) else "_"
        mark = ("", "")
        if i < len(cells):
            glyph, style = GLYPHS[cells[i]]
            mark = (f"{glyph} ", style)
        parts.append(Content.assemble(mark, (f"{name} ", "$text-muted"), text))
    aside = aside_of(reading)
    if aside:
        parts.append(Content.styled(aside, "$text-muted"))
    return Content("   ").join(parts)


def shown_cells(reading: Reading) -> tuple[str, ...]:
    """Each cell as the echo writes it."""
    return tuple(cell(x, decimals) for x, decimals in zip(reading.cells, reading.decimals, strict=True))


def aside_of(reading: Reading) -> str:
    """What typed expressions come to: `(1/√2 = 0.7071)`."""
    return explained(reading).removeprefix(reading.echo).strip()


def judgement(verdict: Verdict) -> Content:
    """The verdict's glyph and what the learner is told."""
    glyph, style = HEADINGS[verdict.status]
    return Content.assemble((f"{glyph} ", f"bold {style}"), verdict.message)


def hints_text(rungs: Sequence[str], given: int) -> Content:
    """The hints given so far, one under the other."""
    lines = [Content.assemble((f"hint {i + 1}  ", "$mark"), text) for i, text in enumerate(rungs[:given])]
    return Content("\n").join(lines)
