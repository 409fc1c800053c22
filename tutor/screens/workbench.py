"""The workbench: the learner's own Q, K and V, and every step of their attention."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import ClassVar

from textual import getters, on
from textual.binding import BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.events import DescendantBlur
from textual.widget import Widget
from textual.widgets import Input

from tutor.coaching.entering import Form, enter, form_of
from tutor.coaching.predicting import draft_prediction, predicted
from tutor.coaching.presets import EXAMPLE, PRESETS
from tutor.coaching.question import Question
from tutor.maths.problem import Problem
from tutor.screens import keys
from tutor.screens.answer_view import AnswerView
from tutor.screens.stage_view import StageView
from tutor.screens.type_ahead import TypingAhead
from tutor.screens.workbench_form import NAMES, WorkbenchForm
from tutor.widgets.leaving import Left
from tutor.widgets.matrix_view import MatrixView
from tutor.widgets.note import Note

TALL = 24
"""From so many lines on there is a blank one between the form and the table."""


class WorkbenchScreen(TypingAhead):
    """Forms above, the stepper below; Tab goes between them."""

    CSS_PATH = "workbench.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        *keys.bindings((keys.NEXT, keys.PREVIOUS, keys.INSIDE, keys.HEAD, keys.HEAD_BACK)),
        *keys.bindings((keys.PREDICT, keys.MENU, keys.COPY, keys.FIELD)),
    ]
    VERTICAL_BREAKPOINTS = [(0, "-short"), (TALL, "-tall")]  # noqa: RUF012  # Textual declares it without ClassVar
    help_area = "workbench"

    fields = getters.query_one(WorkbenchForm)
    stages = getters.query_one(StageView)
    misfit = getters.query_one("#misfit", Note)

    def __init__(self, problem: Problem = EXAMPLE.problem, form: Form | None = None) -> None:
        """`form` is what stands in the fields, where that is not just what states the problem."""
        super().__init__()
        self.problem: Problem = problem
        self._entered = form_of(problem)
        self._first_form = form or self._entered
        self._tokens = problem.tokens

    def body(self) -> Iterable[Widget]:
        # Set now, while nothing is there that would be styled anew.
        tall = self.app.size.height >= TALL
        self.update_classes({"-short": not tall, "-tall": tall}, update=False)
        yield WorkbenchForm(self._first_form, id="form")
        yield Note(id="misfit")
        stages = StageView(self.problem)
        stages.add_class("-fill", update=False)
        yield stages
        # A place of its own: what is mounted on the screen itself has all of it painted anew.
        yield Vertical(id="ask")

    def footer_keys(self) -> tuple[tuple[str, str], ...]:
        if self.query(AnswerView):
            if self.in_field:
                return keys.footer(keys.LEAVE, keys.SUBMIT, keys.HELP_FROM_FIELD)
            return keys.footer(keys.BACK, keys.FIELD, (keys.PREDICT, "stop predicting"), keys.HELP)
        if self.in_field:
            return keys.footer((keys.LEAVE, "calculate"), (keys.TAB, "next field"), keys.HELP_FROM_FIELD)
        inside = (keys.INSIDE, "close") if self.stages.inside else keys.INSIDE
        return keys.footer(keys.BACK, keys.STAGE, keys.SWITCH, keys.MENU, inside, keys.PREDICT, keys.CELL, keys.HELP)

    def ready(self) -> None:
        self.show_sizes()
        self.calculate()
        self.stages.table.focus()

    # The form.

    def focus_next(self, selector: str | type[Widget] = "*") -> Widget | None:
        return self._move_on(1) if self.is_live else None

    def focus_previous(self, selector: str | type[Widget] = "*") -> Widget | None:
        return self._move_on(-1) if self.is_live else None

    def _move_on(self, by: int) -> Widget:
        """Through the form's fields, which Textual does not know of while they are only drawn, and through the rest."""
        ring: list[str | Widget] = [*NAMES, *(x for x in self.focus_chain if x.parent is not self.fields)]
        now = self.fields.name_of(self.focused) or self.focused
        there = ring[(ring.index(now) + by) % len(ring)] if now in ring else ring[0]
        widget = self.fields.open(there) if isinstance(there, str) else there
        self.set_focus(widget)
        return widget

    def form(self) -> Form:
        """What stands in the fields."""
        return self.fields.form(self._entered)

    @on(WorkbenchForm.Typed)
    def say_trouble(self, event: WorkbenchForm.Typed) -> None:
        """Why a matrix can't be read as it stands, in full: its title has no room for that."""
        self.misfit.show(Content.styled(event.trouble or "", "$text-muted"))

    @on(Input.Submitted)
    def enter_settings(self) -> None:
        self.calculate()
        self.stages.table.focus()

    def on_descendant_blur(self, event: DescendantBlur) -> None:
        if event.widget.has_class("-field") and not isinstance(event.widget.parent, AnswerView):
            self.calculate()

    @on(Left)
    def leave_field(self) -> None:
        self.calculate()
        self.stages.table.focus()

    def calculate(self) -> None:
        """Work out what stands in the form, where it has changed; say the first thing that does not fit."""
        form = self.form()
        if form == self._entered and not self.has_class("-misfit"):
            return
        try:
            problem = enter(form)
            problem = self._with_tokens(problem)
            trace = problem.solve()
        except ValueError as error:
            self._say_misfit(error)
            return
        self._entered, self.problem = form, problem
        self.remove_class("-misfit")
        self.misfit.show("")
        self.stages.set_problem(problem, trace)
        self.show_sizes()

    def _say_misfit(self, error: ValueError) -> None:
        self.add_class("-misfit")
        old = "The table below does not show these numbers."
        self.misfit.show(Content.assemble(("✗ ", "bold $error"), f"{error}. ", (old, "$text-muted")))

    def _with_tokens(self, problem: Problem) -> Problem:
        fits = len(self._tokens) in (problem.n_q, problem.n_k)
        return replace(problem, tokens=self._tokens) if fits else problem

    def load(self, problem: Problem) -> None:
        """Put another problem into the form and show it."""
        form = form_of(problem)
        self._tokens = problem.tokens
        self._entered = form
        self.fields.put(form)
        self.problem = problem
        self.remove_class("-misfit")
        self.misfit.show("")
        self.stages.set_problem(problem, problem.solve())
        self.show_sizes()

    def show_sizes(self) -> None:
        """The sizes of the problem, in the top bar."""
        p = self.problem
        self.fields.say_others(p)
        n = f"n {p.n_q}" if p.n_q == p.n_k else f"n_q {p.n_q}   n_k {p.n_k}"
        self.show_title("Workbench", f"{n}   d_k {p.d_k}   d_v {p.d_v}")

    # The stepper.

    def action_next(self) -> None:
        if not self.stages.step(1):
            self.say("This is the last stage: b goes back.")

    def action_previous(self) -> None:
        if not self.stages.step(-1):
            self.say("This is the first stage: n goes on.")

    def action_inside(self) -> None:
        self.stages.toggle_inside()
        self.update_footer()

    async def action_head(self) -> None:
        await self._turn_head(1)

    async def action_head_back(self) -> None:
        await self._turn_head(-1)

    async def _turn_head(self, by: int) -> None:
        await self._close_prediction()
        self.stages.turn_head(by)

    def action_copy(self) -> None:
        self.app.copy_to_clipboard(self.stages.as_text())
        self.say("Copied, where your terminal allows it; e and save write a file.")

    def action_field(self) -> None:
        box = next(iter(self.query(AnswerView)), None)
        if box is not None:
            box.focus_field()
        else:
            self.set_focus(self.fields.open("q"))

    @on(StageView.Stepped)
    async def stop_predicting(self) -> None:
        # By the time that this comes, a row of the stage that was stepped to may be asked for.
        if any(box.question != self._asked_now() for box in self.query(AnswerView)):
            await self._close_prediction()

    # Predict, then look.

    async def action_predict(self) -> None:
        """Hide the current row of this stage and ask for it; or, while asking, stop."""
        if await self._close_prediction():
            return
        if self.stages.inside:
            self.stages.toggle_inside()
        row, question = self.stages.table.row, self._asked_now()
        async with self.batch():
            self.stages.veiled = frozenset({row})
            self.stages.show_stage()
            box = AnswerView(question, raw=predicted(self.tutor.session, question))
            await self.query_one("#ask").mount(box)
            # At once: what is typed next may be here already.
            self.set_focus(box.field)
            self.update_footer()

    def _asked_now(self) -> Question:
        """What is asked where the current row is hidden."""
        stages = self.stages
        return Question(problem=self.problem, stage=stages.stage, row=stages.table.row + 1, head=stages.head + 1)

    async def _close_prediction(self) -> bool:
        boxes = self.query(AnswerView)
        if not boxes:
            return False
        self._keep_prediction()
        async with self.batch():
            self.stages.veiled = frozenset()
            self.stages.show_stage()
            await self.query_one("#ask").remove_children()
            self.stages.table.focus()
            self.update_footer()
        return True

    @on(AnswerView.Drafted)
    def keep_prediction(self, event: AnswerView.Drafted) -> None:
        event.stop()
        self._keep_prediction()

    def _keep_prediction(self) -> None:
        """Keep what stands in the field for the next time that this row is asked for; what is right is done with."""
        for box in self.query(AnswerView):
            # It may only just be on its way, with no field yet.
            if isinstance(box.question, Question) and box.query(".-field"):
                done = box.is_fresh and box.verdict is not None and box.verdict.passed
                draft_prediction(self.tutor.session, box.question, "" if done else box.value)

    @on(AnswerView.Submitted)
    async def judge(self, event: AnswerView.Submitted) -> None:
        event.stop()
        if event.view not in self.query(AnswerView) or not event.view.query(".-field"):
            # The question was closed meanwhile, and what stood in its field is kept.
            return
        question = event.view.question
        if event.view.verdict is not None and event.view.verdict.passed and event.raw == event.view.judged:
            await self._close_prediction()
            return
        verdict = question.judge(event.raw, reading=event.reading)
        event.view.show_verdict(verdict, judged=event.raw)
        self._keep_prediction()
        if verdict.passed:
            self.stages.veiled = frozenset()
            self.stages.show_stage()
            self.say("Right: enter closes the question.")

    @on(MatrixView.Moved)
    async def follow_cell(self) -> None:
        if self.query(AnswerView) and self.stages.table.row not in self.stages.veiled:
            await self._close_prediction()

    # The menu.

    async def action_menu(self) -> None:
        from tutor.screens.menu import MenuScreen

        self.app.delay_update()
        await self.app.push_screen(
            MenuScreen(self.problem, self.stages.caption_text + "\n" + self.stages.as_text()), self._choose
        )

    def _choose(self, preset_id: str | None) -> None:
        preset = next((x for x in PRESETS if x.id == preset_id), None)
        if preset is not None:
            self.app.delay_update()
            self.load(preset.problem)
            self.stages.start_at(preset.stage)
            self.stages.table.focus()
            self.say(preset.what)

    def keep_draft(self) -> None:
        """Keep what stands in the fields for the next time the workbench is opened."""
        self._keep_prediction()
        form = self.form()
        self.tutor.bench = (self.problem, form)
        self.tutor.session.keep_workbench(form)

    async def action_back(self) -> None:
        self.keep_draft()
        if not await self._close_prediction():
            await super().action_back()
