"""A one-line field for an answer or a setting. Nothing blinks, Esc leaves, Ctrl+Z undoes, a paste arrives whole."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.widgets import Input

from tutor.widgets.leaving import Left
from tutor.widgets.typed import act_at_once, left_out
from tutor.widgets.unheard import take_no_selection

LONGEST = 10_000
"""Characters a field takes; the reader refuses longer ones anyway."""

EAGER = 200
"""Characters up to which all that reads along is done with each key; it reads the whole text anew."""

UNDO_STEPS = 200


def one_line(text: str) -> str:
    """A pasted text on one line: a line break between rows becomes a semicolon, inside brackets a blank."""
    rows = [row for row in text.splitlines() if row.strip()]
    if len(rows) < 2:
        # Its blanks stay: they may be all that parts it from the number before.
        return "".join(rows)
    rows = [rows[0].rstrip(), *(row.strip() for row in rows[1:])]
    return (" " if "[" in text or "(" in text else "; ").join(rows)


class LineField(Input):
    """One line, for an answer or a setting. Ctrl+Z takes the last change back."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", show=False),
        Binding("ctrl+z", "undo", show=False),
    ]
    DEFAULT_CSS = """
    LineField {
        border: none;
        height: 1;
        padding: 0;
        background: $field;
        &:focus { border: none; background: $field-focus; background-tint: transparent; }
        & > .input--placeholder { color: $text-muted; }
    }
    """

    def __init__(self, value: str = "", *, placeholder: str = "", id: str | None = None) -> None:
        self.follow: Callable[[], None] | None = None
        """Called at each change, before anything is painted; for a long text, once for all the keys that wait."""
        self._following = False
        """True while `follow` is to be called once the keys that wait have been typed."""
        self._before: list[str] = []
        self._last = value
        super().__init__(value, placeholder=placeholder, max_length=LONGEST, select_on_focus=False, id=id)
        self.cursor_blink = False

    def on_mount(self) -> None:
        self.call_next(take_no_selection, self)

    def put(self, text: str) -> None:
        """Show this text, as if it had always stood there."""
        self._before.clear()
        self._last = text
        self.value = text
        self.cursor_position = len(text)

    def watch_value(self, value: str) -> None:
        if value != self._last:
            self._before = [*self._before[-UNDO_STEPS:], self._last]
            self._last = value
        if self.follow is None or self._following:
            return
        if len(value) <= EAGER:
            self.follow()
        else:
            # A key costs no more for all that stands before it: what reads along waits for the keys that are here.
            self._following = True
            self.call_later(self._follow)

    def _follow(self) -> None:
        self._following = False
        if self.follow is not None:
            self.follow()

    async def on_key(self, event: events.Key) -> None:
        if text := left_out(event):
            event.stop()
            event.prevent_default()
            self.replace(text, *self.selection)
        elif not event.is_printable:
            await act_at_once(self, event)

    def on_paste(self, event: events.Paste) -> None:
        event.prevent_default()
        event.stop()
        start, end = self.selection
        room = LONGEST - len(self.value) + abs(end - start)
        # Input drops a text that is too long, all of it: as much as there is room for is better.
        self.replace(one_line(event.text)[: max(room, 0)], start, end)

    def action_undo(self) -> None:
        if self._before:
            text = self._before.pop()
            self._last = text
            self.value = text
            self.cursor_position = len(text)

    def action_leave(self) -> None:
        self.post_message(Left(self))
