"""All filters of an app as one: Textual keeps each line after each filter, which is most of what a screen takes."""

from __future__ import annotations

from collections.abc import Sequence

from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

from tutor.look.filters import AsciiOnly, FewerSegments, Uncolored


class InOne:
    """Filters of our own, put into one with Textual's."""

    def __init__(self, *, colored: bool, ascii: bool) -> None:
        self._own: tuple[LineFilter, ...] = (
            *((Uncolored(),) if not colored else ()),
            *((AsciiOnly(),) if ascii else ()),
            FewerSegments(),
        )
        self._made = Chain(self._own)

    def after(self, others: Sequence[LineFilter]) -> tuple[LineFilter]:
        """The one for now: those of Textual's, then ours. The same object until Textual's change, since what it has
        done is kept by it."""
        filters = (*others, *self._own)
        if filters != self._made.filters:
            self._made = Chain(filters)
        return (self._made,)


class Chain(LineFilter):
    """Filters, one after the other."""

    def __init__(self, filters: tuple[LineFilter, ...]) -> None:
        super().__init__()
        self.filters = filters

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        for each in self.filters:
            segments = each.apply(segments, background)
        return segments
