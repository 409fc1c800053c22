"""A laboratory's lines, the strip of its parts and the keys of its footer, as a screen shows them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from textual.content import Content

from tutor.coaching.labs.lab import Control, Lab
from tutor.notation.visible import visible
from tutor.rendering.labs.line import Line, Role

STYLES: dict[Role, str] = {
    "bold": "bold",
    "muted": "$text-muted",
    "accent": "$accent",
    "good": "$success",
    "bad": "$error",
    "mark": "$mark",
}
MARKS = {"good": ("✓ ", "bold $success"), "bad": ("✗ ", "bold $error"), "note": ("", "")}

TOGETHER = {"↓↑": "↑↓", "→←": "←→", "+−": "+ −", "el": "e l"}
DIGITS = "123456789"


def drawn(lines: Iterable[Line]) -> Content:
    """Lines with the colors of their roles."""
    return Content("\n").join(
        Content.assemble(*((visible(text), STYLES[role]) if role else visible(text) for text, role in line))
        for line in lines
    )


def strip_of_parts(lab: Lab) -> Content:
    """The parts in a row, the open one in brackets."""
    parts: list[str | tuple[str, str]] = []
    for i, name in enumerate(lab.parts):
        if i:
            parts.append((" ─ ", "$text-muted"))
        parts.append((f"[{name}]", "bold $accent") if i == lab.part else name)
    return Content.assemble(*parts)


def named_once(controls: Sequence[Control]) -> tuple[tuple[str, str], ...]:
    """The footer's pairs: what has the same label stands together, such as ↑↓, and what has none is left out."""
    pairs: dict[str, str] = {}
    for control in controls:
        if control.label:
            pairs[control.label] = pairs.get(control.label, "") + control.shown
    return tuple((_together(shown), label) for label, shown in pairs.items())


def _together(shown: str) -> str:
    """Several keys as people read them: ↑↓ whichever was named first, 1–4."""
    if len(shown) > 1 and shown in DIGITS:
        return f"{shown[0]}–{shown[-1]}"
    return TOGETHER.get(shown, shown)
