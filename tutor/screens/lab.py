"""Shows any laboratory: its parts, its lines, its field, and the keys that it has now.

What a key does is the laboratory's own matter; long work runs in a thread, and stops at any key.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar

from textual import events, getters, on, work
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.geometry import Region
from textual.widget import Widget
from textual.widgets import Input
from textual.widgets.input import Selection

from tutor.coaching.labs.lab import Control, Lab
from tutor.notation.visible import visible
from tutor.rendering.labs.line import Line, Role
from tutor.rendering.labs.showing import view
from tutor.screens import keys
from tutor.screens.base import TutorScreen
from tutor.screens.lesson import NUMERIC
from tutor.widgets.fields import LineField
from tutor.widgets.leaving import Left
from tutor.widgets.note import Note

STYLES: dict[Role, str] = {
    "bold": "bold",
    "muted": "$text-muted",
    "accent": "$accent",
    "good": "$success",
    "bad": "$error",
    "mark": "$mark",
}
MARKS = {"good": ("✓ ", "bold $success"), "bad": ("✗ ", "bold $error"), "note": ("", "")}
FRAME = 0.05
"""Seconds at least between two states of long work that are shown."""

TOGETHER = {"↓↑": "↑↓", "→←": "←→", "+−": "+ −"}
DIGITS = "123456789"

POINTERS = ("▸", ">")
"""What a line begins with that is pointed at, also where there is only ASCII."""

STOP = "stop"
"""The move that tells a laboratory that its long work has been ended early."""


def drawn(lines: Iterable[Line]) -> Content:
    """Lines with the colors of their roles."""
    return Content("\n").join(
        Content.assemble(*((visible(text), STYLES[role]) if role else visible(text) for text, role in line))
        for line in lines
    )


def strip_of_parts(lab: Lab) -> Content:
    """The parts in a row, the open one in brackets."""
    parts: list[str | tuple[str, str]] = []
    for i, name in enumerate(lab.parts):
        if i:
            parts.append((" ─ ", "$text-muted"))
        parts.append((f"[{name}]", "bold $accent") if i == lab.part else name)
    return Content.assemble(*parts)


def named_once(controls: Sequence[Control]) -> tuple[tuple[str, str], ...]:
    """The footer's pairs: what has the same label stands together, such as ↑↓, and what has none is left out."""
    pairs: dict[str, str] = {}
    for control in controls:
        if control.label:
            pairs[control.label] = pairs.get(control.label, "") + control.shown
    return tuple((_together(shown), label) for label, shown in pairs.items())


def _together(shown: str) -> str:
    """Several keys as people read them: ↑↓ whichever was named first, 1–4."""
    if len(shown) > 1 and shown in DIGITS:
        return f"{shown[0]}–{shown[-1]}"
    return TOGETHER.get(shown, shown)


class LabScreen(TutorScreen):
    """One laboratory, kept in the app for this stay so that it is found again as it was left."""

    CSS_PATH = "lab.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "scroll(-1)", show=False),
        Binding("down", "scroll(1)", show=False),
        Binding("pageup", "scroll(-8)", show=False),
        Binding("pagedown", "scroll(8)", show=False),
    ]
    help_area = "lab"

    strip = getters.query_one("#parts", Note)
    scroll = getters.query_one("#view", VerticalScroll)
    lines = getters.query_one("#lines", Note)
    prompt = getters.query_one("#prompt", Note)
    entry = getters.query_one(LineField)
    said = getters.query_one("#said", Note)

    def __init__(self, lab: Lab, kept_as: str) -> None:
        super().__init__()
        self.lab = lab
        self.kept_as = kept_as
        self._stopping: threading.Event | None = None
        """Set to end the work that is under way; None where nothing is."""

    def body(self) -> Iterable[Widget]:
        yield Note(id="parts")
        yield VerticalScroll(Note(id="lines"), id="view", can_focus=False)
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
        # Whether there is more than fits is known once the lines are laid out.
        self.once_laid_out(self._settle)

    def _settle(self) -> None:
        """Keep the line that is pointed at in view, and say where there is more."""
        pointed = next((y for y, text in enumerate(self.lines.lines) if text.startswith(POINTERS)), None)
        if pointed is not None:
            self.scroll.scroll_to_region(Region(0, pointed, 1, 1), animate=False)
        self.update_footer()

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
            if event.is_printable and event.character:
                self.entry.replace(event.character, *self.entry.selection)
                return True
            return False
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
        if field is not None and (said is None or said.kind != "bad"):
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
        self.once_laid_out(self.update_footer)

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
