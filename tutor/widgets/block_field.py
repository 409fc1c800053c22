"""A field of several lines, for a matrix or a few sentences of one's own."""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.strip import Strip
from textual.widgets import TextArea

from tutor.widgets.fields import LONGEST
from tutor.widgets.leaving import Left
from tutor.widgets.typed import act_at_once, left_out
from tutor.widgets.unheard import take_no_selection


class BlockField(TextArea):
    """Several lines, for a matrix or a few sentences."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", show=False)]
    DEFAULT_CSS = """
    BlockField {
        border: none;
        padding: 0;
        background: $field;
        scrollbar-size-vertical: 1;
        scrollbar-size-horizontal: 0;
        &:focus { border: none; background: $field-focus; background-tint: transparent; }
        & .text-area--placeholder { color: $text-muted; }
    }
    """

    def __init__(self, text: str = "", *, wrap: bool = False, placeholder: str = "", id: str | None = None) -> None:
        super().__init__(
            text,
            soft_wrap=wrap,
            show_line_numbers=False,
            tab_behavior="focus",
            highlight_cursor_line=False,
            placeholder=placeholder,
            id=id,
        )
        self.cursor_blink = False

    @property
    def wrap_width(self) -> int:
        # To a width of 0 TextArea does not wrap at all: the text is short, its scroll bar goes, there is a width again,
        # the bar comes back, and so on without end.
        return max(1, super().wrap_width) if self.soft_wrap else 0

    def render_line(self, y: int) -> Strip:
        if self.content_size.width <= 0:
            # In a window too narrow for it, TextArea divides its placeholder by a width of 0.
            return Strip([])
        try:
            return super().render_line(y)
        except ValueError:
            # Between a change of the text and the next layout, it is asked for lines that are no longer there.
            return Strip.blank(self.size.width, self.rich_style)

    def on_mount(self) -> None:
        self.call_next(take_no_selection, self)

    async def on_key(self, event: events.Key) -> None:
        if text := left_out(event):
            event.stop()
            event.prevent_default()
            self.replace(text, *self.selection, maintain_selection_offset=False)
        elif not event.is_printable:
            await act_at_once(self, event)

    def on_paste(self, event: events.Paste) -> None:
        event.prevent_default()
        event.stop()
        room = LONGEST - len(self.text) + len(self.selected_text)
        self.replace(event.text[: max(room, 0)], *self.selection, maintain_selection_offset=False)

    def action_leave(self) -> None:
        self.post_message(Left(self))
