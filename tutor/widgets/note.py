"""A few lines of text that change often: only what differs from before is painted, and nothing is laid out anew
unless the number of lines changes."""

from __future__ import annotations

from collections.abc import Callable

from textual.content import Content
from textual.geometry import Region, Size
from textual.strip import Strip
from textual.widget import Widget

from tutor.widgets.wording import ascii_only, worded

Text = Content | str | Callable[[int], Content]
"""What a note shows: a text, taken as it stands, or a function of the width that there is."""


class Note(Widget):
    """Shows one text, wrapped at its own width; blank where there is none."""

    DEFAULT_CSS = "Note { height: auto; }"

    def __init__(self, text: Text = "", *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._text = text
        self._lines: list[Content] = []
        self._wrapped_at = -1

    @property
    def lines(self) -> tuple[str, ...]:
        """What is shown, line by line."""
        return tuple(line.plain for line in self._lines)

    def show(self, text: Text) -> None:
        """Show this instead."""
        if text == self._text and not (isinstance(text, Content) and text.spans != getattr(self._text, "spans", ())):
            return
        self._text = text
        before, width = self._lines, self.content_size.width
        if width <= 0 or width != self._wrapped_at:
            self._wrapped_at = -1
            # Scrolled out of view it has no width; of a height of its own it is laid out as it was.
            self.refresh(layout=self.styles.is_auto_height)
            return
        self._wrap(width)
        if len(self._lines) != len(before):
            self.refresh(layout=self.styles.is_auto_height)
            return
        left, top = self.styles.gutter.left, self.styles.gutter.top
        for y, (old, line) in enumerate(zip(before, self._lines, strict=True)):
            first, last = _difference(old, line)
            if first < last:
                self.refresh(Region(left + first, top + y, last - first, 1))

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        # Never shorter for being narrower. With nothing to show at width 0, a scroll bar that leaves no room would go,
        # the room would be back, and the bar with it, without end.
        self._wrap(max(width, 1))
        return len(self._lines)

    def _wrap(self, width: int) -> None:
        self._wrapped_at = width
        text = self._text(width) if callable(self._text) else self._text
        content = worded(Content(text) if isinstance(text, str) else text, ascii=ascii_only(self.app))
        self._lines = content.wrap(width) if width > 0 and content.plain else []

    def render_line(self, y: int) -> Strip:
        width = self.content_size.width
        if width != self._wrapped_at:
            self._wrap(width)
        style = self.visual_style
        if not 0 <= y < len(self._lines):
            return Strip.blank(width, style.rich_style)
        segments = self._lines[y].render_segments(style)
        return Strip(segments).adjust_cell_length(width, style.rich_style)


def _difference(old: Content, new: Content) -> tuple[int, int]:
    """The first cell in which two lines differ, and the one after the last; (0, 0) where they are the same."""
    last = max(old.cell_length, new.cell_length)
    if old.spans != new.spans:
        return 0, last
    same = 0
    for a, b in zip(old.plain, new.plain, strict=False):
        if a != b:
            break
        same += 1
    first = Content(new.plain[:same]).cell_length
    return (first, last) if old.plain != new.plain else (0, 0)
