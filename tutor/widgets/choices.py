"""A list of choices, one of them current: the home menu, a quiz's options, presets, the glossary.

Drawn line by line, so that moving the cursor repaints two choices and nothing else; of a list that is longer than
its place, the part around the cursor is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.segment import Segment
from textual import events
from textual.actions import SkipAction
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.geometry import Region, Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from tutor.widgets.scrolling import bring_into_view
from tutor.widgets.typed import act_at_once
from tutor.widgets.wording import ascii_only, worded

CURSOR = "▸ "
MARGIN = len(CURSOR)
NOWHERE = -1
MORE_WIDTH = 2
"""Room at the right for the arrow that says that there is more above or below."""


@dataclass(frozen=True, slots=True)
class Item:
    """One choice: what is shown, and the id that answers to it. `heading` lines can't be chosen.

    `indent` is the number of cells at the start of each paragraph (a letter, a mark) under which its other lines
    leave a blank.
    """

    id: str
    text: Content
    heading: bool = False
    indent: int = 0


class Choices(Widget, can_focus=True):
    """A list that is moved through by the arrow keys and chosen from by Enter."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"choices--current", "choices--cursor"}
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)", show=False),
        Binding("down", "move(1)", show=False),
        Binding("pageup", "move(-8)", show=False),
        Binding("pagedown", "move(8)", show=False),
        Binding("home", "move(-100000)", show=False),
        Binding("end", "move(100000)", show=False),
        Binding("enter", "choose", show=False),
    ]
    DEFAULT_CSS = """
    Choices {
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

    @dataclass
    class Unset(Message):
        """Enter was pressed before any choice was made."""

        choices: Choices

        @property
        def control(self) -> Choices:
            return self.choices

    def __init__(self, items: Sequence[Item] = (), *, unset: bool = False, id: str | None = None) -> None:
        """With `unset` the cursor stands nowhere until it is moved, so that nobody chooses without looking."""
        super().__init__(id=id)
        self.items: tuple[Item, ...] = tuple(items)
        self.index = NOWHERE if unset else self._nearest(0, 1)
        self.follow: Callable[[], None] | None = None
        """Called when the cursor moves, before anything is painted: what describes it comes in the same frame."""
        self.take_letter: Callable[[str], bool] | None = None
        """Offered each character that is typed here, in its turn among the keys; True where it was taken."""
        self._lines: list[tuple[int, bool, Content]] = []
        self._width = -1
        self._top = 0
        """The first line that is shown."""

    @property
    def current(self) -> Item | None:
        """The choice under the cursor."""
        return self.items[self.index] if self.items and self.index != NOWHERE else None

    def set_items(self, items: Sequence[Item], *, keep: str | None = None, unset: bool = False) -> None:
        """Show these choices, with the cursor on the one whose id is `keep` where there is one; `unset`, nowhere."""
        self.items = tuple(items)
        places = [i for i, item in enumerate(self.items) if item.id == keep]
        self.index = places[0] if places else self._nearest(min(self.index, len(self.items) - 1), 1)
        self.index = NOWHERE if unset else self.index
        self._width = -1
        self.refresh(layout=True)

    def go_to(self, index: int) -> None:
        """Put the cursor on this choice."""
        if not self.items or not 0 <= index < len(self.items) or self.items[index].heading:
            return
        if index != self.index:
            before, self.index = self.index, index
            if self._slide():
                self.refresh()
            else:
                self._refresh_item(before)
                self._refresh_item(index)
            y, count = self._span(index)
            bring_into_view(self, Region(0, y - self._top, 1, count))
            if self.follow is not None:
                self.follow()
        self.post_message(self.Highlighted(self, self.items[index]))

    def action_move(self, by: int) -> None:
        if self.items:
            step = 1 if by > 0 else -1
            start = len(self.items) if self.index == NOWHERE and by < 0 else self.index
            target = self._nearest(max(0, min(len(self.items) - 1, start + by)), step)
            if target == self.index:
                # At either end the key is the page's, which may have more to show.
                raise SkipAction
            self.go_to(target)

    def action_choose(self) -> None:
        item = self.current
        if item is None:
            self.post_message(self.Unset(self))
        elif not item.heading:
            self.post_message(self.Chosen(self, item))

    async def on_key(self, event: events.Key) -> None:
        if not event.is_printable or event.character is None:
            await act_at_once(self, event)
        elif self.take_letter is not None and self.take_letter(event.character):
            event.stop()
            event.prevent_default()

    def on_click(self, event: events.Click) -> None:
        y = event.y + self._top
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

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        self._wrap(width)
        return len(self._lines)

    def _wrap(self, width: int) -> None:
        """The choices as lines of this width, and the part of them that shows the current one."""
        if width != self._width:
            self._width = width
            self._lines = [
                (i, first == 0, line)
                for i, item in enumerate(self.items)
                for first, line in enumerate(self._wrapped(item, width - MARGIN - MORE_WIDTH))
            ]

    def _wrapped(self, item: Item, width: int) -> list[Content]:
        """The lines of one choice: what is wrapped stands under its own text, not under its mark."""
        text, indent = worded(item.text, ascii=ascii_only(self.app)), item.indent
        if not indent:
            return text.wrap(max(width, 1))
        lines = []
        for paragraph in text.split("\n", allow_blank=True):
            mark, rest = paragraph[:indent], paragraph[indent:]
            for first, line in enumerate(rest.wrap(max(width - indent, 1))):
                lines.append(Content.assemble(" " * indent if first else mark, line))
        return lines

    def _span(self, index: int) -> tuple[int, int]:
        """The first line of a choice, and how many it has."""
        ys = [y for y, (i, _, _) in enumerate(self._lines) if i == index]
        return (ys[0], len(ys)) if ys else (0, 0)

    def _refresh_item(self, index: int) -> None:
        y, count = self._span(index)
        if count:
            self.refresh(Region(0, y - self._top, self.size.width, count))

    def _slide(self) -> bool:
        """Move the part that is shown so that the current choice is in it. True where it moved."""
        height = self.size.height
        if height <= 0:
            return False
        y, count = self._span(self.index)
        first_choice = self._span(self._nearest(0, 1))[0]
        top = self._top
        if y < top:
            top = 0 if y <= first_choice else y
        elif y + count > top + height:
            top = y + count - height
        top = max(0, min(top, len(self._lines) - height))
        moved = top != self._top
        self._top = top
        return moved

    def render_line(self, y: int) -> Strip:
        width, height = self.size.width, self.size.height
        if y == 0:
            self._wrap(width)
            self._slide()
        row = y + self._top
        base = self.visual_style
        if not 0 <= row < len(self._lines):
            return Strip.blank(width, base.rich_style)
        index, first, line = self._lines[row]
        current = index == self.index and not self.items[index].heading
        style = base + self.get_visual_style("choices--current") if current else base
        cursor = base + self.get_visual_style("choices--cursor")
        mark = Content.styled(CURSOR if current and first else " " * MARGIN, cursor if current else base)
        strip = Strip([*mark.render_segments(base), *line.render_segments(style)])
        more = "↑" if y == 0 and row > 0 else "↓" if y == height - 1 and row < len(self._lines) - 1 else ""
        if not more or width < MARGIN + MORE_WIDTH:
            return strip.adjust_cell_length(width, style.rich_style)
        strip = strip.adjust_cell_length(width - 1, style.rich_style)
        return Strip.join([strip, Strip([Segment(more, cursor.rich_style)], 1)])
