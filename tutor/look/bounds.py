"""An app that draws no more than a large screen's worth, whatever size the terminal says that it has.

The size comes from the other end of a connection: 65535 by 65535 cells would take all memory of a shared machine.
"""

from __future__ import annotations

from textual import events
from textual.geometry import Size

from tutor.look.in_order import InOrderApp

MOST_COLUMNS, MOST_ROWS = 500, 200
"""More than the smallest letters give on a very large screen; what lies beyond stays blank."""


def bounded(size: Size) -> Size:
    """This size, or as much of it as is drawn."""
    return Size(min(size.width, MOST_COLUMNS), min(size.height, MOST_ROWS))


class BoundedApp(InOrderApp):
    """An app of at most so many columns and rows."""

    @property
    def size(self) -> Size:
        return bounded(super().size)

    async def on_event(self, event: events.Event) -> None:
        if isinstance(event, events.Resize) and event.size != bounded(event.size):
            event = events.Resize(bounded(event.size), bounded(event.virtual_size), pixel_size=event.pixel_size)
        await super().on_event(event)
