"""Eight backgrounds for maps of numbers, from the weakest to the strongest, all from the 256-color cube.

In the light theme the strongest is the darkest, so that it stands out from the ground in either.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tutor.surroundings import Colors

ON_DARK = ("#303030", "#4e4e4e", "#5f5f87", "#5f87af", "#87afd7", "#afd7ff", "#d7ffff", "#ffffff")
ON_LIGHT = ("#d0d0d0", "#afafd7", "#87afd7", "#5f87d7", "#5f5faf", "#005f87", "#262626", "#000000")


def shade_styles(colors: Colors, *, light: bool) -> tuple[str, ...]:
    """The shades as styles; none where the terminal shows too few colors to tell eight of them apart."""
    if colors not in ("256", "true"):
        return ()
    return tuple(f"on {color}" for color in (ON_LIGHT if light else ON_DARK))
