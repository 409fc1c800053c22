"""Say it in your own words, then compare with a model answer by a short checklist."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from textual import getters, on
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import TextArea

from tutor.coaching.page import Page
from tutor.lessons.model import ExplainStep
from tutor.screens import keys
from tutor.screens.answer_view import DRAFT_AFTER
from tutor.screens.pages.base import PageView, Pairs
from tutor.widgets.block_field import BlockField
from tutor.widgets.choices import Choices, Item
from tutor.widgets.note import Note

if TYPE_CHECKING:
    from tutor.coaching.session import Session


def point_items(step: ExplainStep, page: Page) -> tuple[Item, ...]:
    """The checklist's points, each with its box."""
    return tuple(
        Item(str(i), Content(f"{'[x]' if i in page.ticked else '[ ]'} {point}"), indent=4)
        for i, point in enumerate(step.checklist, start=1)
    )


class OwnWords(BlockField):
    """A field for a few sentences: Enter submits them."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "submit", show=False)]

    @dataclass
    class Submitted(Message):
        """Enter was pressed."""

        text: str

    def action_submit(self) -> None:
        self.post_message(self.Submitted(self.text))


class ExplainPage(PageView):
    """The prompt, a field, and once it is submitted the model answer and the checklist."""

    DEFAULT_CSS = """
    ExplainPage {
        & > #prompt { height: auto; padding: 0 1; margin-bottom: 1; text-style: bold; }
        & > OwnWords { height: 5; margin: 0 1; }
        & > #model { height: auto; padding: 0 1; margin-top: 1; }
        & > Choices { padding: 0 1; margin-top: 1; display: none; }
    }
    """

    field = getters.query_one(OwnWords)
    model = getters.query_one("#model", Note)
    points = getters.query_one(Choices)

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._timer: Timer | None = None

    def compose(self) -> Iterable[Widget]:
        page = self.session.page
        yield Note(self._step.prompt, id="prompt")
        yield OwnWords(page.raw, wrap=True, placeholder="A sentence or two; enter when done.")
        yield Note(id="model")
        yield Choices(point_items(self._step, page))

    def on_mount(self) -> None:
        self.field.add_class("-field")
        self._show_model()

    @property
    def _step(self) -> ExplainStep:
        assert isinstance(self.step, ExplainStep)
        return self.step

    def footer(self) -> Pairs:
        if self.field.has_focus:
            return keys.footer((keys.SUBMIT, "compare"), keys.THEN, keys.SHOW, keys.NEXT, keys.PREVIOUS)
        if self.session.page.shown:
            return keys.footer((keys.ANSWER, "tick"), keys.NEXT, keys.PREVIOUS, keys.FIELD, (keys.ANOTHER, keys.AGAIN))
        return keys.footer(keys.FIELD, keys.SHOW, keys.NEXT, keys.PREVIOUS)

    def arrive(self) -> None:
        if not self.session.page.shown:
            self.field.focus()

    def show(self) -> None:
        self.session.show()
        self._show_model()
        self.post_message(self.Changed(self))

    def another(self) -> None:
        if not self.session.page.shown:
            super().another()
            return
        self.session.another()
        self.field.text = ""
        self.points.set_items(point_items(self._step, self.session.page))
        self._show_model()
        self.field.focus()
        self.post_message(self.Changed(self, below=False))

    @on(TextArea.Changed)
    def wait_for_a_pause(self, event: TextArea.Changed) -> None:
        event.stop()
        if self._timer is not None:
            self._timer.stop()
        self._timer = self.set_timer(DRAFT_AFTER, self.keep_draft)

    def keep_draft(self) -> None:
        if self.is_open and self.field.text != self.session.page.raw:
            self.session.draft(self.field.text)

    @on(OwnWords.Submitted)
    def compare(self, event: OwnWords.Submitted) -> None:
        event.stop()
        if not self.is_open:
            return
        if not event.text.strip():
            self.tutor.say("Write a sentence first; or esc, then s to see a model answer.")
            return
        self.session.explain(event.text, ticked=self.session.page.ticked)
        self._show_model()
        self.points.focus()
        self.post_message(self.Changed(self))

    @on(Choices.Chosen)
    def tick(self, event: Choices.Chosen) -> None:
        event.stop()
        if not self.is_open:
            return
        page, point = self.session.page, int(event.item.id)
        ticked = set(page.ticked) ^ {point}
        self.session.explain(self.field.text, ticked=tuple(sorted(ticked)))
        self.points.set_items(point_items(self._step, self.session.page), keep=event.item.id)
        self.post_message(self.Changed(self, below=False))

    def _show_model(self) -> None:
        shown = self.session.page.shown
        self.points.display = shown
        self.model.show(
            Content.assemble(("A model answer  ", "$mark"), self._step.model, ("\n\nDoes yours say that …", "$mark"))
            if shown
            else ""
        )
