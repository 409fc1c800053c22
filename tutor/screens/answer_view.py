"""The answer box: one line to type, read back while typing, judged cell by cell. Lessons and practice share it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from textual import events, getters, on
from textual.content import Content
from textual.message import Message
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import Input

from tutor.coaching.asking.asked import Asked
from tutor.coaching.question import STAGE_NAMES as STAGE_NAMES
from tutor.coaching.verdict import Verdict
from tutor.screens.answer_text import echo, judgement
from tutor.widgets.choices import Choices, Item
from tutor.widgets.fields import LineField
from tutor.widgets.ground import Ground
from tutor.widgets.leaving import Left
from tutor.widgets.note import Note
from tutor.widgets.wording import ascii_only, words

UNREAD = ("unreadable", "ask", "shape")
"""The statuses whose message is the reading's own."""

DRAFT_AFTER = 0.5
"""Seconds after the last key until what stands in the field is kept."""


class AnswerView(Ground):
    """A labeled field; under it the reading, the marks and what was said. It posts what happens and decides nothing."""

    DEFAULT_CSS = """
    AnswerView {
        height: auto;
        padding: 0 1;
        & > #label { height: 1; color: $text-muted; }
        & > #echo { height: auto; min-height: 1; padding-left: 2; }
        & > #readings { display: none; margin-left: 2; }
        & > #verdict { height: auto; margin-top: 1; }
        & > #verdict.-old { color: $text-muted; }
    }
    """

    label = getters.query_one("#label", Note)
    field = getters.query_one(LineField)
    echo_line = getters.query_one("#echo", Note)
    readings = getters.query_one("#readings", Choices)
    verdict_line = getters.query_one("#verdict", Note)

    @dataclass
    class Submitted(Message):
        """Enter was pressed. `reading` (from 1) is the one chosen where the text had several."""

        view: AnswerView
        raw: str
        reading: int | None = None

    @dataclass
    class Drafted(Message):
        """This text has stood in the field for a moment."""

        view: AnswerView
        raw: str

    def __init__(
        self, question: Asked, *, raw: str = "", verdict: Verdict | None = None, judged: str | None = None
    ) -> None:
        """`verdict` is what was said of `judged`; `raw` stands in the field, and may have been typed since."""
        super().__init__()
        self.question = question
        self.raw = raw
        self.verdict = verdict
        self.judged = judged
        self._timer: Timer | None = None

    def compose(self) -> Iterable[Widget]:
        question = self.question
        yield Note(id="label")
        yield LineField(self.raw, placeholder=self._placeholder(question))
        yield Note(id="echo")
        yield Choices(id="readings")
        yield Note(id="verdict")

    def _placeholder(self, question: Asked) -> str:
        return words(question.placeholder, ascii=ascii_only(self.app))

    def on_mount(self) -> None:
        self.field.add_class("-field")
        self.field.follow = self._show_echo
        # While a reading is to be chosen, typing goes on in the field.
        self.readings.take_letter = self.type
        self.show_question()

    def ask(self, question: Asked, *, raw: str = "", verdict: Verdict | None = None, judged: str | None = None) -> None:
        """Ask something else in the same box."""
        self.question = question
        self.verdict = verdict
        self.judged = judged
        self.field.placeholder = self._placeholder(question)
        self.field.put(raw)
        self.show_question()

    def show_question(self) -> None:
        """Write the label, the reading and the verdict anew."""
        self.label.show(Content.assemble((self.question.label, "bold"), f"   {self.question.form}"))
        self._show_echo()
        self._show_verdict()

    def show_verdict(self, verdict: Verdict, *, judged: str) -> None:
        """Show what was said of this text."""
        self.verdict, self.judged = verdict, judged
        self._show_echo()
        self._show_verdict()
        asks = verdict.status == "ask" and bool(verdict.readings)
        self.readings.display = asks
        if asks:
            items = [Item(str(i), Content(reading.echo)) for i, reading in enumerate(verdict.readings, start=1)]
            self.readings.set_items(items)
            self.readings.focus()

    def focus_field(self) -> None:
        """Put the caret into the field."""
        self.field.focus()

    @property
    def value(self) -> str:
        """What stands in the field."""
        return self.field.value

    @on(Input.Changed)
    def read_along(self, event: Input.Changed) -> None:
        event.stop()
        if self.readings.display:
            self.readings.display = False
        if self._timer is not None:
            self._timer.stop()
        self._timer = self.set_timer(DRAFT_AFTER, self._drafted)

    @on(Input.Submitted)
    def submit(self, event: Input.Submitted) -> None:
        event.stop()
        self.post_message(self.Submitted(self, self.value))

    @on(Choices.Chosen, "#readings")
    def submit_reading(self, event: Choices.Chosen) -> None:
        event.stop()
        self.readings.display = False
        self.field.focus()
        self.post_message(self.Submitted(self, self.value, reading=int(event.item.id)))

    @on(Left)
    def stop_timer(self) -> None:
        self._drafted()

    def _drafted(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        self.post_message(self.Drafted(self, self.value))

    def type(self, character: str) -> bool:
        """A character typed outside the field goes into it, at the end. Returns True, as one that was taken."""
        self.readings.display = False
        self.field.focus()
        self.field.cursor_position = len(self.value)
        self.field.insert_text_at_cursor(character)
        return True

    def on_key(self, event: events.Key) -> None:
        if self.readings.has_focus and event.key == "escape":
            event.stop()
            self.field.focus()

    @property
    def is_fresh(self) -> bool:
        """True while what stands in the field is what was judged."""
        return self.verdict is not None and self.value == self.judged

    def _show_echo(self) -> None:
        verdict, heard = self.verdict, self.question.hear(self.value)
        self.verdict_line.set_class(verdict is not None and not self.is_fresh, "-old")
        if verdict is None or not self.is_fresh:
            self.echo_line.show(echo(heard, self.question.names))
        elif verdict.status in UNREAD:
            # The verdict says the same as the reading would.
            self.echo_line.show("")
        else:
            if heard is not None and heard.reason and verdict.read:
                # One of several readings was chosen: that one is shown from now on.
                heard = self.question.hear(verdict.read)
            self.echo_line.show(echo(heard, self.question.names, verdict.cells))

    def _show_verdict(self) -> None:
        self.verdict_line.show(judgement(self.verdict, self.judged or "") if self.verdict is not None else "")
