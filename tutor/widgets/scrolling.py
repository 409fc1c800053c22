"""Keeps a part of a widget in view where the widget is taller than the page that it stands on."""

from __future__ import annotations

from textual.containers import ScrollableContainer
from textual.geometry import Region
from textual.widget import Widget


def bring_into_view(widget: Widget, part: Region) -> None:
    """Scroll the container round this widget until a part of its content, counted from its own corner, is seen."""
    for holder in widget.ancestors:
        if isinstance(holder, ScrollableContainer):
            place = part.translate(widget.content_region.offset - holder.content_region.offset + holder.scroll_offset)
            holder.scroll_to_region(place, animate=False, force=True)
            return
