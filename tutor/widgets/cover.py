"""What is shown in place of a screen while the window is too small for it."""

from __future__ import annotations

from textual.content import Content
from textual.geometry import Size
from textual.widget import Widget

SMALLEST = Size(60, 20)
SHORTEST = "enlarge"


def too_small(size: Size) -> bool:
    """True where a screen of this size can't be used."""
    return size.width < SMALLEST.width or size.height < SMALLEST.height


class Cover(Widget):
    """One line that asks for a larger window; it goes away by itself."""

    DEFAULT_CSS = """
    Cover {
        layer: cover;
        dock: top;
        width: 100%;
        height: 100%;
        display: none;
        background: $background;
    }
    """

    def render(self) -> Content:
        size = self.app.size
        ways = (f"enlarge the window (now {size.width}x{size.height})", "enlarge the window", SHORTEST)
        return Content(next((way for way in ways if len(way) <= size.width), SHORTEST[: max(size.width, 0)]))
