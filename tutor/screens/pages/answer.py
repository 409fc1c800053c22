"""A page that asks for one row of numbers."""

from __future__ import annotations

from collections.abc import Iterable

from textual import getters, on
from textual.content import Content
from textual.widget import Widget

from tutor.lessons.model import DrawnProblem, VectorStep
from tutor.rendering.matrices import problem_text
from tutor.screens import keys
from tutor.screens.answer_text import hints_text
from tutor.screens.answer_view import AnswerView
from tutor.screens.pages.base import PageView, Pairs
from tutor.widgets.note import Note

UNCHANGED = "This is what you submitted. Change it, or esc and h for a hint, s to see it worked out."


class AnswerPage(PageView):
    """The prompt, the answer box, the hints given so far."""

    DEFAULT_CSS = """
    AnswerPage {
        & > #prompt { height: auto; padding: 0 1; margin-bottom: 1; text-style: bold; }
        & > #given { height: auto; padding: 0 1; margin-bottom: 1; display: none; }
        & > #hints { height: auto; padding: 0 1; margin-top: 1; }
    }
    """

    box = getters.query_one(AnswerView)
    given = getters.query_one("#given", Note)
    hints = getters.query_one("#hints", Note)

    def compose(self) -> Iterable[Widget]:
        page = self.session.page
        yield Note(self._step.prompt, id="prompt")
        yield Note(id="given")
        yield AnswerView(self.session.question, raw=page.raw, verdict=page.verdict)
        yield Note(id="hints")

    def on_mount(self) -> None:
        if isinstance(self._step.problem, DrawnProblem):
            self.given.display = True
            self._show_given()
        self._show_hints()

    @property
    def _step(self) -> VectorStep:
        assert isinstance(self.step, VectorStep)
        return self.step

    def footer(self) -> Pairs:
        drawn = (keys.ANOTHER,) if isinstance(self._step.problem, DrawnProblem) else ()
        if self.box.field.has_focus:
            submit = keys.GO_ON if self._is_settled else keys.SUBMIT
            return keys.footer(submit, keys.THEN, keys.HINT, keys.SHOW, keys.NEXT, keys.PREVIOUS)
        if self.session.page.closed:
            return keys.footer(keys.GO_ON, keys.PREVIOUS, keys.FIELD, *drawn)
        return keys.footer(keys.FIELD, keys.HINT, keys.SHOW, keys.NEXT, keys.PREVIOUS)

    @property
    def _is_settled(self) -> bool:
        """True where Enter goes on: the answer is right, or was shown, and nothing was typed since."""
        page = self.session.page
        return page.closed and self.box.value == page.raw

    def arrive(self) -> None:
        if not self.session.page.closed:
            self.box.focus_field()

    def hint(self) -> None:
        self.session.hint()
        self._show_hints()
        self.post_message(self.Changed(self))

    def show(self) -> None:
        self.session.show()
        self._show_hints()
        self.post_message(self.Changed(self))

    def another(self) -> None:
        if isinstance(self._step.problem, DrawnProblem):
            self.session.another()
            self.box.ask(self.session.question)
            self._show_given()
            self._show_hints()
            self.box.focus_field()
            self.post_message(self.Changed(self))

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
            self.tutor.say("Type the numbers first; or esc, then h for a hint.")
            return
        if event.raw == page.judged and event.reading is None and page.verdict is not None:
            self.tutor.say(UNCHANGED)
            return
        verdict = self.session.submit(event.raw, reading=event.reading)
        self.box.show_verdict(verdict, judged=event.raw)
        if verdict.passed:
            self.screen.set_focus(None)
        self.post_message(self.Changed(self))

    def _show_given(self) -> None:
        problem = self.session.question.problem
        self.given.show(Content(problem_text(problem, ascii=self.tutor.surroundings.ascii)))

    def _show_hints(self) -> None:
        page = self.session.page
        if not page.rungs and not page.shown:
            self.hints.show("")
            return
        ladder = self.session.ladder()
        parts = [hints_text(ladder, min(page.rungs, len(ladder) - 1))] if page.rungs else []
        if page.shown or page.rungs >= len(ladder):
            parts.append(Content.assemble(("worked out  ", "$mark"), ladder[-1]))
        self.hints.show(Content("\n").join(parts))
