"""Widgets that only hold others. Their own lines are all alike: one is drawn and kept, and stands for all of them.

Kept line by line, with what is cut out of them for the widgets on top, the blanks of a screen take more memory than all
that is written on it.
"""

from __future__ import annotations

from collections.abc import Callable

from textual.containers import Vertical, VerticalScroll
from textual.geometry import Region
from textual.strip import Strip


def all_alike(draw: Callable[[Region], list[Strip]], crop: Region) -> list[Strip]:
    """The lines of this region, as `draw` draws the first one."""
    return draw(Region(crop.x, 0, crop.width, 1)) * crop.height


class Ground(Vertical):
    """Holds widgets one below the other."""

    def render_lines(self, crop: Region) -> list[Strip]:
        return all_alike(super().render_lines, crop)


class ScrolledGround(VerticalScroll):
    """The same, where there may be more than there is room for."""

    def render_lines(self, crop: Region) -> list[Strip]:
        return all_alike(super().render_lines, crop)
