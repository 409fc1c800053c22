"""A page that asks for something to be typed on one line: a row of numbers, one number, a row of targets."""

from __future__ import annotations

from collections.abc import Iterable

from textual import getters, on
from textual.widget import Widget

from tutor.screens import keys
from tutor.screens.answer_view import AnswerView
from tutor.screens.pages.asking import UNCHANGED, AskingPage
from tutor.screens.pages.base import Pairs
from tutor.widgets.note import Note


class AnswerPage(AskingPage):
    """The prompt, the answer box, the hints given so far."""

    box = getters.query_one(AnswerView)

    def compose(self) -> Iterable[Widget]:
        page, question = self.session.page, self.session.question
        yield Note(question.prompt, id="prompt")
        yield Note(id="given")
        yield AnswerView(question, raw=page.raw, verdict=page.verdict, judged=page.judged)
        yield Note(id="hints")

    def footer(self) -> Pairs:
        if self.box.field.has_focus:
            submit = keys.GO_ON if self._is_settled else keys.SUBMIT
            return keys.footer(submit, keys.THEN, self.hint_key, keys.SHOW, keys.NEXT, keys.PREVIOUS)
        if self.box.readings.has_focus:
            return keys.footer((keys.ANSWER, "take this reading"), (keys.LEAVE, "type on"))
        if self.session.page.closed:
            return (*keys.footer(keys.GO_ON, keys.PREVIOUS, keys.FIELD), *self.another_key)
        return keys.footer(keys.FIELD, self.hint_key, keys.SHOW, keys.NEXT, keys.PREVIOUS)

    def type(self, character: str) -> bool:
        """A number typed outside the field goes into it, unless there is nothing left to answer."""
        if self.session.page.closed:
            return False
        self.box.type(character)
        return True

    @property
    def _is_settled(self) -> bool:
        """True where Enter goes on: the answer is right, or was shown, and nothing was typed since."""
        page = self.session.page
        return page.closed and (self.box.value == page.judged or not self.box.value.strip())

    def arrive(self) -> None:
        if not self.session.page.closed:
            self.box.focus_field()

    def ask_anew(self) -> None:
        self.box.ask(self.session.question)
        self.box.focus_field()

    def keep_draft(self) -> None:
        if self.is_open:
            self.session.draft(self.box.value)

    @on(AnswerView.Drafted)
    def keep(self, event: AnswerView.Drafted) -> None:
        event.stop()
        if self.is_open:
            self.session.draft(event.raw)
            self.post_message(self.Changed(self, below=False))

    @on(AnswerView.Submitted)
    def submit(self, event: AnswerView.Submitted) -> None:
        event.stop()
        if not self.is_open:
            return
        page = self.session.page
        if self._is_settled:
            self.post_message(self.GoneOn(self))
            return
        if not event.raw.strip():
            self.tutor.say("Type the answer first; or esc, then h for a hint.")
            return
        if event.raw == page.judged and event.reading is None and page.verdict is not None:
            self.tutor.say(UNCHANGED)
            return
        verdict = self.session.submit(event.raw, reading=event.reading)
        self.box.show_verdict(verdict, judged=event.raw)
        if verdict.passed:
            self.screen.set_focus(None)
        self.post_message(self.Changed(self))
