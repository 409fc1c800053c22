"""A list of choices, one of them current: the home menu, a quiz's options, presets, the glossary.

Drawn line by line, so that moving the cursor repaints two choices and nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual import events
from textual.actions import SkipAction
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

CURSOR = "▸ "
MARGIN = len(CURSOR)


@dataclass(frozen=True, slots=True)
class Item:
    """One choice: what is shown, and the id that answers to it. `heading` lines can't be chosen."""

    id: str
    text: Content
    heading: bool = False


class Choices(ScrollView, can_focus=True):
    """A list that is moved through by the arrow keys and chosen from by Enter."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"choices--current", "choices--cursor"}
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)", show=False),
        Binding("down", "move(1)", show=False),
        Binding("pageup", "move(-8)", show=False),
        Binding("pagedown", "move(8)", show=False),
        Binding("home", "move(-100000)", show=False),
        Binding("end", "move(100000)", show=False),
        Binding("enter,space", "choose", show=False),
    ]
    DEFAULT_CSS = """
    Choices {
        overflow-x: hidden;
        scrollbar-size-vertical: 1;
        height: auto;
        & > .choices--current { text-style: bold; }
        & > .choices--cursor { color: $accent; text-style: bold; }
    }
    """

    @dataclass
    class Highlighted(Message):
        """The cursor has moved to this choice."""

        choices: Choices
        item: Item

        @property
        def control(self) -> Choices:
            return self.choices

    @dataclass
    class Chosen(Message):
        """This choice was taken."""

        choices: Choices
        item: Item

        @property
        def control(self) -> Choices:
            return self.choices

    def __init__(self, items: Sequence[Item] = (), *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.items: tuple[Item, ...] = tuple(items)
        self.index = self._nearest(0, 1)
        self._lines: list[tuple[int, bool, Content]] = []
        self._width = -1

    @property
    def current(self) -> Item | None:
        """The choice under the cursor."""
        return self.items[self.index] if self.items else None

    def set_items(self, items: Sequence[Item], *, keep: str | None = None) -> None:
        """Show these choices, with the cursor on the one whose id is `keep` where there is one."""
        self.items = tuple(items)
        places = [i for i, item in enumerate(self.items) if item.id == keep]
        self.index = places[0] if places else self._nearest(min(self.index, len(self.items) - 1), 1)
        self._width = -1
        self._wrap()
        self.refresh(layout=True)
        self._show_current()

    def go_to(self, index: int) -> None:
        """Put the cursor on this choice."""
        if not self.items or not 0 <= index < len(self.items) or self.items[index].heading:
            return
        if index != self.index:
            before, self.index = self.index, index
            self._refresh_item(before)
            self._refresh_item(index)
            self._show_current()
        self.post_message(self.Highlighted(self, self.items[index]))

    def action_move(self, by: int) -> None:
        if self.items:
            step = 1 if by > 0 else -1
            target = self._nearest(max(0, min(len(self.items) - 1, self.index + by)), step)
            if target == self.index:
                # At either end the key is the page's, which may have more to show.
                raise SkipAction
            self.go_to(target)

    def action_choose(self) -> None:
        item = self.current
        if item is not None and not item.heading:
            self.post_message(self.Chosen(self, item))

    def on_click(self, event: events.Click) -> None:
        y = event.y + self.scroll_offset.y
        if 0 <= y < len(self._lines):
            index = self._lines[y][0]
            if index == self.index:
                self.action_choose()
            else:
                self.go_to(index)

    def _nearest(self, index: int, step: int) -> int:
        """The nearest index that can be chosen, looking in the direction of `step` first."""
        n = len(self.items)
        for direction in (step, -step):
            i = index
            while 0 <= i < n:
                if not self.items[i].heading:
                    return i
                i += direction
        return 0

    def _wrap(self) -> None:
        width = max(self.scrollable_content_region.width or self.size.width, 1)
        if width == self._width:
            return
        self._width = width
        self._lines = [
            (i, first == 0, line)
            for i, item in enumerate(self.items)
            for first, line in enumerate(item.text.wrap(max(width - MARGIN, 1)))
        ]
        self.virtual_size = Size(width, len(self._lines))

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        room = max(width - MARGIN, 1)
        return sum(len(item.text.wrap(room)) for item in self.items)

    def on_resize(self) -> None:
        self._wrap()
        self._show_current()

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self.refresh()

    def _span(self, index: int) -> tuple[int, int]:
        ys = [y for y, (i, _, _) in enumerate(self._lines) if i == index]
        return (ys[0], len(ys)) if ys else (0, 0)

    def _refresh_item(self, index: int) -> None:
        y, count = self._span(index)
        if count:
            self.refresh_lines(y, count)

    def _show_current(self) -> None:
        y, count = self._span(self.index)
        top, height = self.scroll_offset.y, self.size.height
        if height <= 0:
            return
        if y < top:
            self.scroll_to(y=0 if self.index == self._nearest(0, 1) else y, animate=False)
        elif y + count > top + height:
            self.scroll_to(y=y + count - height, animate=False)

    def render_line(self, y: int) -> Strip:
        width = self.size.width
        row = y + self.scroll_offset.y
        base = self.visual_style
        if not 0 <= row < len(self._lines):
            return Strip.blank(width, base.rich_style)
        index, first, line = self._lines[row]
        current = index == self.index
        style = base
        if current:
            style = base + self.get_visual_style("choices--current")
        cursor = base + self.get_visual_style("choices--cursor")
        mark = Content.styled(CURSOR if current and first else " " * MARGIN, cursor if current else base)
        segments = [*mark.render_segments(base), *line.render_segments(style)]
        return Strip(segments).adjust_cell_length(width, style.rich_style)
