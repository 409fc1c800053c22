"""The colors of the app: two themes of its own, and the terminal's own sixteen where there are no more.

The colors stand in the 256-color cube, since ssh forwards no COLORTERM; text is at least 4.5:1.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.theme import BUILTIN_THEMES, Theme

if TYPE_CHECKING:
    from tutor.surroundings import Surroundings

DARK = Theme(
    name="tutor-dark",
    primary="#87afd7",
    secondary="#87afd7",
    accent="#87afd7",
    success="#87d787",
    warning="#ffd787",
    error="#ff8787",
    foreground="#d0d0d0",
    background="#1c1c1c",
    surface="#1c1c1c",
    panel="#303030",
    dark=True,
    variables={
        "text-muted": "#a8a8a8",
        "rule": "#4e4e4e",
        "field": "#303030",
        "field-focus": "#3a3a3a",
        "mark": "#ffd787",
        "input-cursor-background": "#d0d0d0",
        "input-cursor-foreground": "#1c1c1c",
        "input-selection-background": "#005f87",
        "scrollbar": "#4e4e4e",
        "scrollbar-background": "#1c1c1c",
    },
)

LIGHT = Theme(
    name="tutor-light",
    primary="#005faf",
    secondary="#005faf",
    accent="#005faf",
    success="#005f00",
    warning="#875f00",
    error="#af0000",
    foreground="#262626",
    background="#eeeeee",
    surface="#eeeeee",
    panel="#dadada",
    dark=False,
    variables={
        "text-muted": "#585858",
        "rule": "#b2b2b2",
        "field": "#dadada",
        "field-focus": "#d0d0d0",
        "mark": "#875f00",
        "input-cursor-background": "#262626",
        "input-cursor-foreground": "#eeeeee",
        "input-selection-background": "#afd7ff",
        "scrollbar": "#b2b2b2",
        "scrollbar-background": "#eeeeee",
    },
)

SIXTEEN = {
    "text-muted": "ansi_default",
    "rule": "ansi_default",
    "field": "ansi_default",
    "field-focus": "ansi_default",
    "mark": "ansi_default",
}
"""Our own names in the terminal's colors: shades would all become one black there."""


def theme_name(surroundings: Surroundings, *, light: bool) -> str:
    """The theme for this terminal."""
    if surroundings.colors in ("none", "16"):
        return "ansi-light" if light else "ansi-dark"
    return "tutor-light" if light else "tutor-dark"


def defaults(name: str) -> dict[str, str]:
    """Our own color names for a theme that does not define them."""
    return SIXTEEN if BUILTIN_THEMES.get(name, DARK).ansi else dict(DARK.variables)
