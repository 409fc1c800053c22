"""The one mutable object: which page a learner is on, what was typed, judged and shown there.

Any front end drives it; it tells the journal, and keeps `progress` current without reading it back.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from tutor.coaching.asking.asked import Asked
from tutor.coaching.page import Aside, Page, afresh, asked_again, remembered, verdict_on, with_mistake
from tutor.coaching.practising import Practising
from tutor.coaching.question import body_of, problem_of, question_of
from tutor.coaching.results import Results, results
from tutor.coaching.verdict import Verdict
from tutor.lessons.model import AskingStep, ChoiceStep, Course, ExplainStep, Lesson, Step, StepperStep, VectorStep
from tutor.maths.problem import Problem
from tutor.records.journal import Journal
from tutor.records.progress import Progress

if TYPE_CHECKING:
    from tutor.coaching.entering import Form

WORKBENCH = "workbench"
"""What the journal calls the form of the workbench."""


class Session(Practising):
    """One learner's stay. `load` gives the course when it is first needed, on whichever thread asks first."""

    def __init__(
        self,
        *,
        load: Callable[[], Course],
        journal: Journal,
        progress: Progress,
        learner: str | None = None,
        seed: int = 0,
    ) -> None:
        super().__init__(journal=journal, progress=progress, seed=seed)
        self.learner = learner
        self.lesson: Lesson | None = None
        self.index = 0
        self._load = load
        self._course: Course | None = None
        self._loading = threading.Lock()
        self._pages: dict[str, Page] = {}
        self._question: tuple[Step, int, Asked] | None = None
        """The question asked last, with its page and how often that was asked anew: to draw one takes a while."""

    @property
    def course(self) -> Course:
        """The course, loaded once."""
        with self._loading:
            if self._course is None:
                self._course = self._load()
                self.progress = self.progress.renamed(self._course.aliases)
            return self._course

    @property
    def step(self) -> Step:
        """The step whose page is open."""
        assert self.lesson is not None, "open a lesson first"
        return self.lesson.steps[self.index]

    @property
    def page(self) -> Page:
        """What stands on the open page."""
        return self._page_of(self.step)

    @property
    def question(self) -> Asked:
        """What the open page asks; only for pages whose answer is typed or set."""
        step, again = self.step, self.page.again
        assert isinstance(step, AskingStep)
        if self._question is None or self._question[0] is not step or self._question[1] != again:
            self._question = (step, again, question_of(step, learner=self.learner, again=again))
        return self._question[2]

    @property
    def body(self) -> str:
        """The open page's text, with the numbers that are drawn for it."""
        return body_of(self.step, learner=self.learner, again=self.page.again)

    @property
    def spoken_body(self) -> str:
        """The same as it is read out: with words for what is drawn in columns."""
        return body_of(self.step, learner=self.learner, again=self.page.again, spoken=True)

    @property
    def problem(self) -> Problem:
        """The open page's problem; only for pages that have one."""
        step = self.step
        if isinstance(step, VectorStep):
            return question_of(step, learner=self.learner, again=self.page.again).problem
        assert isinstance(step, StepperStep)
        return problem_of(step.problem, step.id, learner=self.learner)

    def results(self) -> Results:
        """What came of the open lesson: of a run, this time; of a lesson of the course, ever."""
        assert self.lesson is not None
        pages = {step.id: self._page_of(step) for step in self.lesson.steps} if self.lesson.made_up else None
        return results(self.lesson, self.progress, pages=pages)

    @property
    def at_end(self) -> bool:
        """True on the last page of the lesson."""
        return self.lesson is not None and self.index == len(self.lesson.steps) - 1

    def open(self, lesson: Lesson, step_id: str | None = None) -> None:
        """Open a lesson at a page: the one named, else where this learner left it, else the first."""
        wanted = step_id or self.progress.places.get(lesson.slug)
        place = lesson.place_of(wanted) if wanted else None
        if step_id is None and place is not None and self._finished(lesson):
            place = 0
        self._leave_run()
        self.lesson, self.index = lesson, place or 0
        self._arrive()

    def open_again(self, lesson: Lesson) -> None:
        """Open a lesson at its first page, with the questions that were answered wrong to be answered afresh."""
        for step in lesson.steps:
            page = self._page_of(step)
            if page.chosen is not None and page.verdict is not None and not page.verdict.passed:
                self._pages[step.id] = asked_again(step, page, learner=self.learner)
        self.open(lesson, lesson.steps[0].id)

    def run(self, lesson: Lesson, *, again: int) -> None:
        """Open a lesson that is in no file, such as a mixed quiz: each of its pages afresh, of the draw `again`.

        Its answers count for the pages that they belong to, but one's place in the course stays where it was.
        """
        self._leave_run()
        for step in lesson.steps:
            self._pages[step.id] = afresh(step, again=again, learner=self.learner)
        self.lesson, self.index = lesson, 0

    def set_aside(self) -> Aside:
        """What is open now, with the pages of a run: to be taken up again once another lesson was open."""
        return Aside(lesson=self.lesson, index=self.index, pages={step.id: self._page_of(step) for step in self._run})

    def take_up(self, aside: Aside) -> None:
        """Open what was set aside, at its page; a run as it stood."""
        self._leave_run()
        self._pages.update(aside.pages)
        self.lesson, self.index = aside.lesson, aside.index
        self._arrive()

    def go_to(self, place: int) -> None:
        """Go to a page of the open lesson by its place, from 1."""
        self.index = place - 1
        self._arrive()

    def turn(self, by: int) -> bool:
        """Go a page on or back; False at either end. A page that asks nothing is done when one goes on."""
        assert self.lesson is not None
        if by > 0 and not self.step.asks:
            self.finish_page()
        place = self.index + by
        if not 0 <= place < len(self.lesson.steps):
            return False
        self.index = place
        self._arrive()
        return True

    def keep_workbench(self, form: Form) -> None:
        """What stands in the workbench's fields: there again on another day."""
        from tutor.coaching.entering import packed

        text = packed(form)
        if text != self.progress.record(WORKBENCH).draft:
            self.tell(self.journal.drafted(WORKBENCH, text))

    def workbench(self) -> tuple[Problem, Form] | None:
        """The workbench as it was left on an earlier day: its problem, and what stood in its fields."""
        from tutor.coaching.entering import enter, unpacked
        from tutor.coaching.presets import EXAMPLE

        form = unpacked(self.progress.record(WORKBENCH).draft or "")
        if form is None:
            return None
        try:
            problem = enter(form)
            problem.solve()
        except ValueError:
            return EXAMPLE.problem, form
        return problem, form

    def finish_page(self) -> None:
        """Mark the open page as worked through."""
        if not self.page.done:
            self.tell(self.journal.done(self.step.id))
            self._change(done=True)

    def draft(self, raw: str) -> None:
        """What stands in the field, not submitted: kept for the next time this page is opened."""
        if raw != self.page.raw:
            self.tell(self.journal.drafted(self.step.id, raw))
            self._change(raw=raw)

    def submit(self, raw: str, *, reading: int | None = None) -> Verdict:
        """Judge what was typed or set. `reading` (from 1) chooses where the text had several readings."""
        question, page = self.question, self.page
        # A page states the numbers that it starts from, so nothing that was typed elsewhere is carried on to it.
        verdict = self.once(question.judge(raw, reading=reading))
        self.tell_answer(self.step.id, question, raw, verdict, tries=page.tries)
        self._change(
            raw=raw,
            judged=raw,
            verdict=verdict,
            tries=page.tries + verdict.counted,
            done=page.done or verdict.passed,
            mistakes=with_mistake(page, verdict),
        )
        return verdict

    def choose(self, option: int) -> Verdict:
        """Answer a choice by the option's own index. Every option is explained then, so the page is closed."""
        step, page = self.step, self.page
        assert isinstance(step, ChoiceStep)
        taken = step.options[option]
        verdict = verdict_on(taken)
        self.tell(
            self.journal.answered(
                step.id, raw=taken.text, status=verdict.status, mistakes=verdict.mistakes, try_=page.tries + 1
            )
        )
        if not taken.correct:
            self.tell(self.journal.shown(step.id))
        self._change(
            raw=taken.text,
            verdict=verdict,
            chosen=option,
            tries=page.tries + 1,
            done=True,
            shown=page.shown or not taken.correct,
            mistakes=with_mistake(page, verdict),
        )
        return verdict

    def explain(self, raw: str, *, ticked: tuple[int, ...] = ()) -> None:
        """Keep an explanation in the learner's own words, with the points that they say it has."""
        assert isinstance(self.step, ExplainStep)
        self.tell(self.journal.explained(self.step.id, raw, ticked=ticked))
        self._change(raw=raw, judged=raw, ticked=ticked, shown=True)
        self.finish_page()

    def hint(self) -> int:
        """Give one hint more, where there is one; the last one shows the answer. Returns how many have been given.

        Once the answer is right, hints are to read only: none of them counts.
        """
        rung, last = self.page.rungs + 1, len(self.ladder())
        if rung <= last:
            if not self.is_right:
                self.tell(self.journal.hinted(self.step.id, rung))
            self._change(rungs=rung)
        if rung == last:
            self.show()
        return self.page.rungs

    def ladder(self) -> tuple[str, ...]:
        """All hints of the open page, the last of which shows the answer worked out."""
        return self.question.ladder()

    def show(self) -> None:
        """Show the worked solution: the page is done, and closed for credit. Once it is right, it stays so."""
        if self.is_right:
            self._change(rungs=len(self.ladder()))
        elif not self.page.shown:
            self.tell(self.journal.shown(self.step.id))
            self._change(shown=True, done=True)

    @property
    def is_right(self) -> bool:
        """True once the question that is asked has its right answer, today or on an earlier day."""
        page, step = self.page, self.step
        if page.verdict is not None or page.judged is None or not isinstance(step, AskingStep):
            return page.verdict is not None and page.verdict.passed
        return self.progress.record(step.id).passed

    def another(self) -> None:
        """The same page asked again: with fresh numbers where they are drawn, and with options in another order."""
        self._pages[self.step.id] = asked_again(self.step, self.page, learner=self.learner)

    def _finished(self, lesson: Lesson) -> bool:
        return all(self.progress.is_done(step.id) for step in lesson.steps)

    @property
    def _run(self) -> tuple[Step, ...]:
        """The steps of the open lesson where that is a run."""
        return self.lesson.steps if self.lesson is not None and self.lesson.made_up else ()

    def _leave_run(self) -> None:
        """The pages of a run are the course's own again."""
        for step in self._run:
            self._pages.pop(step.id, None)

    def _arrive(self) -> None:
        if self.lesson is not None and not self.lesson.made_up:
            self.tell(self.journal.opened(self.lesson.slug, self.step.id))

    def _change(self, **changes: object) -> None:
        self._pages[self.step.id] = replace(self.page, **changes)  # type: ignore[arg-type]  # names of its own fields

    def _page_of(self, step: Step) -> Page:
        if step.id not in self._pages:
            self._pages[step.id] = remembered(step, self.progress.record(step.id), learner=self.learner)
        return self._pages[step.id]
