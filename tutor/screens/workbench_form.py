"""The workbench's form: Q, K and V in fields of several lines, and beside them the settings in fields of one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from textual import getters, on
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Static, TextArea

from tutor.coaching.entering import Form, shape_of
from tutor.maths.problem import Problem
from tutor.rendering.matrices import settings as settings_of
from tutor.widgets.block_field import BlockField
from tutor.widgets.fields import LineField
from tutor.widgets.note import Note
from tutor.widgets.wording import ascii_only, words

MATRICES = ("q", "k", "v")
SETTINGS = (
    ("mask", "mask", "none, causal, or 1 0; 1 1"),
    ("scale", "scale", "1/√d_k"),
    ("temperature", "temp.", "1"),
)
"""Each setting's field in `Form`, its label, and what an empty field stands for."""

MEANING = "1 = may attend"


class MatrixBox(Vertical):
    """One matrix: its name and shape, and the field that it is typed in."""

    title = getters.query_one(Note)
    field = getters.query_one(BlockField)

    def __init__(self, name: str, text: str) -> None:
        super().__init__(id=f"box-{name}")
        self.letter = name.upper()
        self.first_text = text

    def compose(self) -> Iterable[Widget]:
        yield Note()
        field = BlockField(self.first_text, id=self.letter.lower(), placeholder="rows of numbers")
        field.add_class("-field")
        yield field

    def on_mount(self) -> None:
        self.show_shape()

    def show_shape(self) -> str | None:
        """Say what the field reads as now: its shape, or a question mark. Returns why it can't be read yet, or None."""
        shape, trouble = shape_of(self.field.text)
        if trouble is None:
            self.title.show(Content.assemble((self.letter, "bold"), f" {shape} ", ("✓", "$success")))
            return None
        self.title.show(Content.assemble((self.letter, "bold"), (" ?", "$mark")))
        return f"{self.letter}: {trouble}"


class WorkbenchForm(Horizontal):
    """All fields. It says while one types what can't be read; it calculates nothing."""

    @dataclass
    class Typed(Message):
        """A matrix was changed. `trouble` is why it can't be read as it stands, None where it can."""

        trouble: str | None

    def __init__(self, form: Form, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.first = form

    def compose(self) -> Iterable[Widget]:
        for name in MATRICES:
            yield MatrixBox(name, getattr(self.first, name))
        settings: list[Widget] = []
        for id, label, usual in SETTINGS:
            placeholder = words(usual, ascii=ascii_only(self.app))
            field = LineField(getattr(self.first, id), placeholder=placeholder, id=id)
            field.add_class("-field")
            settings.append(Horizontal(Static(label), field))
        yield Vertical(*settings, Note(id="meaning"), id="settings")

    def form(self, others: Form) -> Form:
        """What stands in the fields; what has no field is as in `others`."""
        texts = {name: self.query_one(f"#{name}", BlockField).text for name in MATRICES}
        texts |= {id: self.query_one(f"#{id}", LineField).value for id, _, _ in SETTINGS}
        return replace(others, **texts)

    def put(self, form: Form) -> None:
        """Put these texts into the fields."""
        for name in MATRICES:
            self.query_one(f"#{name}", BlockField).text = getattr(form, name)
            self.query_one(f"#box-{name}", MatrixBox).show_shape()
        for id, _, _ in SETTINGS:
            self.query_one(f"#{id}", LineField).put(getattr(form, id))

    def say_others(self, problem: Problem) -> None:
        """What a mask's 1 means, and the settings that came with a preset and have no field."""
        shown = {id for id, _, _ in SETTINGS}
        others = [f"{name} {value}" for name, value in settings_of(problem) if name not in shown]
        if problem.mask == "causal" and problem.offset:
            others.append(f"{problem.offset} keys before q1")
        self.query_one("#meaning", Note).show("\n".join((MEANING, *others)))

    @on(TextArea.Changed)
    def show_shape(self, event: TextArea.Changed) -> None:
        event.stop()
        self.post_message(self.Typed(self.query_one(f"#box-{event.text_area.id}", MatrixBox).show_shape()))
