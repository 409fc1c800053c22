"""The answer box: one row to type, read back while typing, judged cell by cell. Lessons and practice share it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from textual import getters, on
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import Input

from tutor.coaching.question import Question
from tutor.coaching.verdict import Verdict
from tutor.notation.reader import read
from tutor.notation.reading import Reading
from tutor.screens.answer_text import echo, judgement
from tutor.widgets.choices import Choices, Item
from tutor.widgets.fields import LineField
from tutor.widgets.leaving import Left
from tutor.widgets.note import Note

STAGE_NAMES = {
    "scores": "scores",
    "scaled": "scaled scores",
    "masked": "masked scores",
    "weights": "weights",
    "output": "output",
}

DRAFT_AFTER = 0.5
"""Seconds after the last key until what stands in the field is kept."""


def label_of(question: Question) -> tuple[str, str]:
    """What is asked, and in what form."""
    if question.of_shape:
        return f"shape of {STAGE_NAMES.get(question.of_shape, question.of_shape)}", "rows × columns"
    head = f", head {question.head}" if question.problem.heads > 1 else ""
    form = "whole numbers" if question.stage == "scores" else f"{question.digits} decimals"
    return f"{STAGE_NAMES[question.stage]} of {question.row_name}{head}", form


def placeholder(question: Question) -> str:
    """What an empty field says about how to fill it; never a number of the answer."""
    if question.of_shape:
        return "such as 4×7"
    count = len(question.names)
    numbers = f"{count} number{'s' if count != 1 else ''}"
    if question.stage == "masked":
        return f"{numbers}, with -inf where a key is hidden"
    return f"{numbers} with a blank between them" + ("; 2/3 and √5 are fine" if question.stage != "scores" else "")


class AnswerView(Vertical):
    """A labeled field; under it the reading, the marks and what was said. It posts what happens and decides nothing."""

    DEFAULT_CSS = """
    AnswerView {
        height: auto;
        padding: 0 1;
        & > #label { height: 1; color: $text-muted; }
        & > #echo { height: auto; min-height: 1; padding-left: 2; }
        & > #readings { display: none; margin-left: 2; }
        & > #verdict { height: auto; margin-top: 1; }
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

    def __init__(self, question: Question, *, raw: str = "", verdict: Verdict | None = None) -> None:
        super().__init__()
        self.question = question
        self.raw = raw
        self.verdict = verdict
        self.judged = raw if verdict is not None else None
        self._timer: Timer | None = None

    def compose(self) -> Iterable[Widget]:
        question = self.question
        yield Note(id="label")
        yield LineField(self.raw, placeholder=placeholder(question))
        yield Note(id="echo")
        yield Choices(id="readings")
        yield Note(id="verdict")

    def on_mount(self) -> None:
        self.field.add_class("-field")
        self.field.follow = self._show_echo
        self.show_question()

    def ask(self, question: Question, *, raw: str = "", verdict: Verdict | None = None) -> None:
        """Ask something else in the same box."""
        self.question = question
        self.verdict = verdict
        self.judged = raw if verdict is not None else None
        self.field.placeholder = placeholder(question)
        self.field.put(raw)
        self.show_question()

    def show_question(self) -> None:
        """Write the label, the reading and the verdict anew."""
        what, form = label_of(self.question)
        self.label.show(Content.assemble((what, "bold"), f"   {form}"))
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

    def reading(self) -> Reading | None:
        """How the field's text is read; None while it is empty."""
        if not self.value.strip():
            return None
        return read(self.value, expect=(len(self.question.names),), stage=self.question.read_as)

    def _show_echo(self) -> None:
        fresh = self.judged is not None and self.value == self.judged
        cells = self.verdict.cells if fresh and self.verdict is not None else ()
        self.echo_line.show(echo(self.reading(), self.question.names, cells))

    def _show_verdict(self) -> None:
        self.verdict_line.show(judgement(self.verdict) if self.verdict is not None else "")
