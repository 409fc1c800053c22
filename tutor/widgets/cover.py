"""What is shown in place of a screen while the window is too small for it."""

from __future__ import annotations

from textual.content import Content
from textual.geometry import Size
from textual.widget import Widget

SMALLEST = Size(60, 20)


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
        text = f"enlarge the window (now {size.width}x{size.height})"
        return Content(text[: max(size.width, 0)])
