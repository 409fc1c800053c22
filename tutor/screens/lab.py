"""Shows any laboratory: its parts, its lines, its field, and the keys that it has now.

What a key does is the laboratory's own matter; long work runs in a thread, and stops at any key.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable, Iterator
from typing import ClassVar

from textual import events, getters, on, work
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.geometry import Region, Size
from textual.widget import Widget
from textual.widgets import Input
from textual.widgets.input import Selection

from tutor.coaching.labs.lab import Lab
from tutor.notation.visible import visible
from tutor.rendering.labs.showing import view
from tutor.screens import keys
from tutor.screens.base import TutorScreen
from tutor.screens.lab_text import MARKS, drawn, named_once, strip_of_parts
from tutor.screens.lesson import NUMERIC
from tutor.widgets.fields import LineField
from tutor.widgets.ground import ScrolledGround
from tutor.widgets.leaving import Left
from tutor.widgets.note import Note
from tutor.widgets.typed import typed_text

FRAME = 0.05
"""Seconds at least between two states of long work that are shown."""

POINTERS = ("▸", ">")
"""What a line begins with that is pointed at, also where there is only ASCII."""

STOP = "stop"
"""The move that tells a laboratory that its long work has been ended early."""


class LabScreen(TutorScreen):
    """One laboratory, kept in the app for this stay so that it is found again as it was left."""

    CSS_PATH = "lab.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        *keys.bindings((keys.PAGE_ON, keys.PAGE_BACK)),
        Binding("up", "scroll(-1)", show=False),
        Binding("down", "scroll(1)", show=False),
        Binding("pageup", "scroll(-8)", show=False),
        Binding("pagedown", "scroll(8)", show=False),
    ]
    help_area = "lab"

    strip = getters.query_one("#parts", Note)
    scroll = getters.query_one("#view", ScrolledGround)
    lines = getters.query_one("#lines", Note)
    prompt = getters.query_one("#prompt", Note)
    entry = getters.query_one(LineField)
    said = getters.query_one("#said", Note)

    def __init__(self, lab: Lab, kept_as: str) -> None:
        super().__init__()
        self.lab = lab
        self.kept_as = kept_as
        self._settled: tuple[int | None, Size, Size] | None = None
        """The line that was last brought into view, and the sizes that it was for."""
        self._stopping: threading.Event | None = None
        """Set to end the work that is under way; None where nothing is."""

    def body(self) -> Iterable[Widget]:
        yield Note(id="parts")
        yield ScrolledGround(Note(id="lines"), id="view", can_focus=False)
        yield Note(id="said")
        yield Note(id="prompt")
        field = LineField(id="entry")
        field.add_class("-field")
        yield field

    def ready(self) -> None:
        self.show_lab(self.lab, arrive=True)

    def footer_keys(self) -> tuple[tuple[str, str], ...]:
        if self.is_working:
            return keys.footer(keys.BACK, keys.ANY_KEY)
        if self.in_field:
            return keys.footer(keys.LEAVE, keys.TAKE, keys.HELP_FROM_FIELD)
        more: tuple[keys.Key, ...] = ()
        if self.scroll.max_scroll_y > 0:
            more = (keys.MORE,) if self.scroll.scroll_y < self.scroll.max_scroll_y else (keys.ABOVE,)
        own = named_once(self.lab.controls())
        parts = keys.footer(keys.PART) if len(self.lab.parts) > 1 else ()
        field = keys.footer(keys.TYPE) if self.lab.field() is not None else ()
        return (*keys.footer(keys.BACK, *more), *parts, *field, *own, *keys.footer(keys.HELP))

    # What is shown.

    def show_lab(self, lab: Lab, *, arrive: bool = False) -> None:
        """Draw this state of the laboratory; `arrive` where another part is come to."""
        self.lab = lab
        self.tutor.labs[self.kept_as] = lab
        place = f"part {lab.part + 1} of {len(lab.parts)}" if len(lab.parts) > 1 else ""
        self.show_title(f"Laboratory: {lab.title}", place, short=lab.title)
        self.strip.show(strip_of_parts(lab) if len(lab.parts) > 1 else "")
        self.lines.show(lambda width: drawn(view(lab, width, ascii=self.tutor.surroundings.ascii)))
        said = lab.said
        if self.said.display is (said is None):
            self.said.display = said is not None
        self.said.show(Content.assemble(MARKS[said.kind], visible(said.text)) if said is not None else "")
        self._show_field(arrive=arrive)
        if arrive:
            self.scroll.scroll_home(animate=False)
        self.update_footer()
        self._settled = None
        self.once_laid_out(self._settle)

    def laid_out(self) -> None:
        super().laid_out()
        self._settle()

    def _settle(self) -> None:
        """Bring the line that is pointed at into view, once for each state and each size: one may scroll on from it."""
        pointed = next((y for y, text in enumerate(self.lines.lines) if text.startswith(POINTERS)), None)
        place = (pointed, self.scroll.virtual_size, self.scroll.container_size)
        if place != self._settled:
            self._settled = place
            if pointed is not None:
                self.scroll.scroll_to_region(Region(0, pointed, 1, 1), animate=False)

    def _show_field(self, *, arrive: bool) -> None:
        field = self.lab.field()
        if field is None and self.in_field:
            self.set_focus(None)
        for widget in (self.prompt, self.entry):
            if widget.display is (field is None):
                widget.display = field is not None
        if field is not None:
            self.prompt.show(Content.styled(field.prompt, "$text-muted"))
            self.entry.placeholder = field.help
            if arrive or not self.in_field:
                self.entry.put(field.text)

    # What can be done.

    def _do(self, lab: Lab) -> None:
        """Show what a move has led to, and begin the long work that it asks for."""
        before = self.lab
        self.show_lab(lab, arrive=(lab.part, lab.asked) != (before.part, before.asked))
        states = lab.work() if lab is not before else None
        if states is not None:
            self._stopping = threading.Event()
            self.update_footer()
            self._run(states, self._stopping)

    def action_next(self) -> None:
        self._go(1, "This is the last part: b goes back.")

    def action_previous(self) -> None:
        self._go(-1, "This is the first part: n goes on.")

    def action_page(self, by: int) -> None:
        """Ctrl+N and Ctrl+P, which work in the field too."""
        if self.is_working:
            self.interrupt()
        elif by > 0:
            self.action_next()
        else:
            self.action_previous()

    def _go(self, by: int, end: str) -> None:
        lab = self.lab.go(by)
        if lab is not self.lab:
            self._do(lab)
        elif len(self.lab.parts) > 1:
            self.say(end)

    def on_key(self, event: events.Key) -> None:
        super().on_key(event)
        if not self.is_live:
            return
        if self.is_working:
            if event.key not in ("q", "ctrl+q"):
                event.stop()
                event.prevent_default()
            self.interrupt()
            return
        if self._answer(event):
            event.stop()
            event.prevent_default()

    def _answer(self, event: events.Key) -> bool:
        """Do at once what a key stands for here. A binding is run only once the app has got the key back, and the
        next key may be quicker than that."""
        if self.in_field:
            # What is typed into the field never comes here, unless it was on its way before the field was entered.
            if text := typed_text(event):
                self.entry.replace(text, *self.entry.selection)
            return bool(text)
        for key, action in ((keys.NEXT, self.action_next), (keys.PREVIOUS, self.action_previous)):
            if event.key == key.keys:
                action()
                return True
        if event.key == keys.TYPE.keys and self.lab.field() is not None:
            self.set_focus(self.entry)
            self._select_all()
            return True
        for control in self.lab.controls():
            if event.key in control.key.split(","):
                self._do(self.lab.press(control.move))
                return True
        if event.character and event.character in NUMERIC and self.lab.field() is not None:
            self.set_focus(self.entry)
            self.entry.put(event.character)
            return True
        return False

    @on(Input.Submitted)
    def take(self, event: Input.Submitted) -> None:
        """Hand what was typed to the laboratory. What could not be taken stays, to be mended."""
        self._do(self.lab.enter(event.value))
        said, field = self.lab.said, self.lab.field()
        if field is not None and not (said is not None and (said.kind == "bad" or said.stays)):
            self.entry.put(field.text)
            self._select_all()

    def _select_all(self) -> None:
        """What is typed next takes the place of what stands in the field; an arrow keeps it."""
        self.entry.selection = Selection(0, len(self.entry.value))

    @on(Left)
    def leave_field(self) -> None:
        self.set_focus(None)

    def action_scroll(self, lines: int) -> None:
        self.scroll.scroll_relative(y=lines, animate=False)

    # Long work.

    @property
    def is_working(self) -> bool:
        """True while long work is under way."""
        return self._stopping is not None

    def interrupt(self) -> None:
        """End the work that is under way; what it came to stays."""
        if self._stopping is not None:
            self._stopping.set()
            self._stopping = None
            self.show_lab(self.lab.press(STOP))

    @work(thread=True, group="lab")
    def _run(self, states: Iterator[Lab], stopping: threading.Event) -> None:
        pause, last = max(self.lab.pace, FRAME), 0.0
        state = None
        for state in states:
            if stopping.is_set():
                return
            if self.lab.pace:
                stopping.wait(max(0.0, last + pause - time.monotonic()))
            if not stopping.is_set() and time.monotonic() - last >= pause:
                last = time.monotonic()
                self.app.call_from_thread(self._show_work, state, stopping, False)
        if state is not None and not stopping.is_set():
            self.app.call_from_thread(self._show_work, state, stopping, True)

    def _show_work(self, state: Lab, stopping: threading.Event, done: bool) -> None:
        if self._stopping is not stopping or not self.is_attached:
            return
        if done:
            self._stopping = None
        self.show_lab(state)

    def on_screen_suspend(self) -> None:
        """Nothing runs while nobody looks."""
        self.interrupt()

    def on_unmount(self) -> None:
        if self._stopping is not None:
            self._stopping.set()

    async def action_help(self) -> None:
        from tutor.screens.help import HelpScreen

        own = tuple((control.shown, control.what) for control in self.lab.controls())
        await self.tutor.push_at_once(HelpScreen(self.help_area, own=own))
