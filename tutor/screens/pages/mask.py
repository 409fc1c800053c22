"""A page that asks for the cells of a mask."""

from __future__ import annotations

from collections.abc import Iterable

from textual import getters, on
from textual.content import Content
from textual.timer import Timer
from textual.widget import Widget

from tutor.coaching.asking.masks import MaskQuestion
from tutor.coaching.judging.masks import grid_text
from tutor.coaching.verdict import Verdict
from tutor.screens import keys
from tutor.screens.answer_text import judgement
from tutor.screens.answer_view import DRAFT_AFTER
from tutor.screens.pages.asking import UNCHANGED, AskingPage
from tutor.screens.pages.base import Pairs
from tutor.widgets.mask_grid import MaskGrid
from tutor.widgets.note import Note


class MaskPage(AskingPage):
    """The prompt, the grid, what was said of it, the hints given so far."""

    DEFAULT_CSS = """
    MaskPage {
        & > #label { height: auto; padding: 0 1; color: $text-muted; }
        & > MaskGrid { margin: 0 1; }
        & > #verdict { height: auto; padding: 0 1; margin-top: 1; }
    }
    """

    grid = getters.query_one(MaskGrid)
    verdict_line = getters.query_one("#verdict", Note)
    _timer: Timer | None = None

    def compose(self) -> Iterable[Widget]:
        question = self.question
        yield Note(question.prompt, id="prompt")
        yield Note(id="given")
        yield Note(Content.assemble((question.label, "bold"), f"   {question.form}"), id="label")
        yield MaskGrid(question.task.queries, question.task.keys)
        yield Note(id="verdict")
        yield Note(id="hints")

    def on_mount(self) -> None:
        super().on_mount()
        page = self.session.page
        cells = self.question.cells(page.raw) if page.raw else None
        if cells is not None:
            self.grid.put(cells)
        if page.verdict is not None:
            self._show_verdict(page.verdict, marked=page.raw == page.judged)

    @property
    def question(self) -> MaskQuestion:
        """What is asked, by its own type."""
        question = self.session.question
        assert isinstance(question, MaskQuestion)
        return question

    @property
    def raw(self) -> str:
        """The grid as text; nothing while all of it is 0."""
        cells = self.grid.cells
        return grid_text(cells) if any(map(any, cells)) else ""

    @property
    def _is_settled(self) -> bool:
        """True where Enter goes on: the mask is right, or was shown, and nothing was set since."""
        page = self.session.page
        return page.closed and self.raw in (page.judged or "", "")

    def footer(self) -> Pairs:
        if self.grid.has_focus:
            submit = keys.GO_ON if self._is_settled else keys.SUBMIT
            return keys.footer(keys.TURN_OVER, submit, self.hint_key, keys.CELL, keys.SHOW, keys.NEXT, keys.PREVIOUS)
        if self.session.page.closed:
            return (*keys.footer(keys.GO_ON, keys.PREVIOUS, (keys.TAB, "grid")), *self.another_key)
        return keys.footer((keys.TAB, "grid"), self.hint_key, keys.SHOW, keys.NEXT, keys.PREVIOUS)

    def type(self, character: str) -> bool:
        """1 and 0 set the current cell, wherever the focus is, unless there is nothing left to answer."""
        if self.session.page.closed or character not in "10":
            return False
        self.grid.focus()
        self.grid.action_set(character == "1")
        return True

    def arrive(self) -> None:
        if not self.session.page.closed:
            self.grid.focus(scroll_visible=False)

    def ask_anew(self) -> None:
        n = self.question.task.n
        self.grid.put(((False,) * n,) * n)
        self.verdict_line.show("")
        self.grid.focus()

    def keep_draft(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        if self.is_open:
            self.session.draft(self.raw)

    @on(MaskGrid.Changed)
    def keep_soon(self, event: MaskGrid.Changed) -> None:
        event.stop()
        if self._timer is not None:
            self._timer.stop()
        self._timer = self.set_timer(DRAFT_AFTER, self.keep_draft)

    @on(MaskGrid.Pasted)
    def take_text(self, event: MaskGrid.Pasted) -> None:
        """A pasted mask fills the grid; what is none says why."""
        event.stop()
        cells = self.question.cells(event.text)
        if cells is None:
            heard = self.question.hear(event.text)
            self.tutor.say(heard.reason if heard is not None else "Nothing was pasted.")
            return
        self.grid.put(cells)
        self.keep_draft()

    @on(MaskGrid.Submitted)
    def submit(self, event: MaskGrid.Submitted) -> None:
        event.stop()
        if not self.is_open:
            return
        page, raw = self.session.page, self.raw
        if self._is_settled:
            self.post_message(self.GoneOn(self))
            return
        if not raw:
            self.tutor.say("Set the cells first: arrows move, space turns 0 into 1. Or h for a hint.")
            return
        if raw == page.judged and page.verdict is not None:
            self.tutor.say(UNCHANGED.replace("esc and h", "h"))
            return
        verdict = self.session.submit(raw)
        self._show_verdict(verdict, marked=True)
        if verdict.passed:
            self.screen.set_focus(None)
        self.post_message(self.Changed(self))

    def _show_verdict(self, verdict: Verdict, *, marked: bool) -> None:
        """What was said; and where it was said of what stands there now, a mark beside each cell."""
        self.verdict_line.show(judgement(verdict))
        n = self.question.task.n
        judged = enumerate(verdict.cells) if marked else ()
        self.grid.mark({divmod(place, n): good for place, good in judged if good is not None})
