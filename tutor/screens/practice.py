"""Practice: one problem, asked step by step, then another like it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar

from textual import events, getters, on
from textual.binding import BindingType
from textual.content import Content
from textual.widget import Widget

from tutor.coaching.grading import asked
from tutor.coaching.practice import LEVELS, Line, Practice, account
from tutor.notation.printer import rounded_vector
from tutor.rendering.matrices import problem_text
from tutor.screens import keys
from tutor.screens.answer_text import hints_text
from tutor.screens.answer_view import STAGE_NAMES, AnswerView
from tutor.screens.base import TutorScreen
from tutor.screens.lesson import NUMERIC
from tutor.widgets.ground import ScrolledGround
from tutor.widgets.note import Note
from tutor.widgets.wording import ascii_only

if TYPE_CHECKING:
    from tutor.coaching.session import Session


def lines_so_far(practice: Practice) -> Content:
    """The steps before the open one, one line each: given ones, the learner's own, and what they left as it was."""
    left = [line for line in practice.lines[: practice.place] if not line.closed]
    shown = [line for line in practice.lines if line in practice.filled_in or line in left]
    return Content("\n").join(_line_text(practice, line) for line in shown)


def _line_text(practice: Practice, line: Line) -> Content:
    if not line.closed:
        return Content.assemble(
            ("✗ ", "$error"), (f"{STAGE_NAMES[line.stage]:<14}", "$text-muted"), line.raw, ("   yours", "$text-muted")
        )
    question = practice.question_at(line.stage)
    row = asked(question.problem, line.stage, question.row, question.head)
    digits = question.digits if line.stage != "scores" else 4
    mine = line.verdict is not None and line.verdict.passed
    mark, style = ("·", "$text-muted") if line.given else ("✓", "$success") if mine else ("s", "$mark")
    what = "given" if line.given else "shown" if line.shown else ""
    return Content.assemble(
        (f"{mark} ", style),
        (f"{STAGE_NAMES[line.stage]:<14}", "$text-muted"),
        rounded_vector(row, digits=digits),
        (f"   {what}", "$text-muted"),
    )


class PracticeScreen(TutorScreen):
    """The problem, the steps so far, and the box for the next one."""

    CSS_PATH = "practice.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        *keys.bindings((keys.NEXT, keys.HINT, keys.SHOW, keys.ANOTHER, keys.FIELD, keys.GO_ON)),
        *keys.bindings((keys.LEVEL,)),
    ]
    help_area = "practice"

    box = getters.query_one(AnswerView)
    scroll = getters.query_one("#work", ScrolledGround)

    @property
    def session(self) -> Session:
        return self.tutor.session

    @property
    def practice(self) -> Practice:
        practice = self.session.practice
        assert practice is not None
        return practice

    def body(self) -> Iterable[Widget]:
        if self.session.practice is None:
            self.session.practise()
        yield ScrolledGround(
            Note(id="problem"),
            Note(id="lines"),
            AnswerView(self.practice.question, raw=self.practice.line.typed),
            Note(id="hints"),
            Note(id="account"),
            id="work",
            can_focus=False,
        )

    def footer_keys(self) -> tuple[tuple[str, str], ...]:
        practice = self.practice
        if practice.finished:
            return keys.footer(keys.BACK, (keys.GO_ON, "another like it"), keys.LEVEL, keys.HELP)
        if self.in_field:
            submit = (keys.GO_ON, "next step") if practice.line.closed else keys.SUBMIT
            on = ((keys.NEXT, "go on anyway"),) if practice.line.tries and not practice.line.closed else ()
            after = (keys.THEN, keys.HINT, keys.SHOW, *on, keys.ANOTHER)
            return keys.footer(submit, *after, keys.HELP_FROM_FIELD)
        if practice.line.closed:
            return keys.footer(keys.BACK, (keys.GO_ON, "next step"), keys.HELP)
        on = ((keys.NEXT, "go on anyway"),) if practice.line.tries else ()
        return keys.footer(keys.BACK, keys.FIELD, keys.HINT, keys.SHOW, *on, keys.ANOTHER, keys.LEVEL, keys.HELP)

    def ready(self) -> None:
        self.show_problem()

    def show_problem(self) -> None:
        """Show the problem and its open line."""
        problem = self.query_one("#problem", Note)
        width = max(self.size.width - 4, 40)
        problem.show(Content(problem_text(self.practice.variant.problem, width=width, ascii=ascii_only(self.app))))
        self.show_line()

    def show_line(self) -> None:
        """Ask the open line; or, past the last one, give the account."""
        practice = self.practice
        variant = practice.variant
        self.show_title(
            f"Practice   level {variant.level}: {LEVELS[variant.level]}",
            "done" if practice.finished else f"step {practice.place + 1} of {len(practice.lines)}",
        )
        self.query_one("#lines", Note).show(lines_so_far(practice))
        self.box.display = not practice.finished
        summary = self.query_one("#account", Note)
        summary.display = practice.finished
        if practice.finished:
            summary.show(Content("\n").join([Content.styled("✓ Worked through.", "bold $success"), *account(practice)]))
            self.set_focus(None)
        else:
            line = practice.line
            self.box.ask(practice.question, raw=line.typed, verdict=line.verdict, judged=line.raw)
            self.box.focus_field()
        self.show_hints()

    def show_hints(self) -> None:
        """The hints given for the open line, and the worked answer where it was shown."""
        practice = self.practice
        line = practice.line
        parts = []
        if not practice.finished and (line.rungs or line.shown):
            ladder = self.session.practice_ladder()
            if line.rungs:
                parts.append(hints_text(ladder, min(line.rungs, len(ladder) - 1)))
            if line.shown:
                parts.append(Content.assemble(("worked out  ", "$mark"), ladder[-1]))
        self.query_one("#hints", Note).show(Content("\n").join(parts))
        self.update_footer()
        self.once_laid_out(self.scroll_to_the_end)

    def scroll_to_the_end(self) -> None:
        """Bring what has just been said into view."""
        self.scroll.scroll_end(animate=False)

    @on(AnswerView.Drafted)
    def keep(self, event: AnswerView.Drafted) -> None:
        event.stop()
        self.keep_draft()

    def keep_draft(self) -> None:
        """Keep what stands in the field."""
        if not self.practice.finished:
            self.session.draft_practice(self.box.value)

    @on(AnswerView.Submitted)
    def submit(self, event: AnswerView.Submitted) -> None:
        event.stop()
        line = self.practice.line
        if line.closed:
            self.action_go_on()
            return
        if not event.raw.strip():
            self.say("Type the numbers first; or esc, then h for a hint.")
            return
        if line.verdict is not None and event.raw == line.raw and event.reading is None:
            self.say("This is what you submitted. Change it, or esc and h for a hint, s to see it worked out.")
            return
        verdict = self.session.answer_practice(event.raw, reading=event.reading)
        self.box.show_verdict(verdict, judged=event.raw)
        if verdict.passed:
            self.set_focus(None)
        self.update_footer()
        self.once_laid_out(self.scroll_to_the_end)

    def action_go_on(self) -> None:
        """Enter outside the field: the next step, or after the last one another problem."""
        if self.practice.finished:
            self.action_another()
        elif self.practice.line.closed:
            self.session.go_on_practice()
            self.show_line()

    def action_next(self) -> None:
        """On to the next step, with a wrong line too: what follows from it is then right."""
        practice = self.practice
        if practice.finished or practice.line.closed:
            self.action_go_on()
        elif practice.line.tries:
            self.keep_draft()
            self.session.go_on_practice()
            self.show_line()
        else:
            self.say("Try this step first; or h for a hint, s to see it worked out.")

    def action_hint(self) -> None:
        if not self.practice.finished:
            self.session.hint_practice()
            self.show_hints()

    def action_show(self) -> None:
        if not self.practice.finished and not self.practice.line.closed:
            self.session.show_practice()
            self.set_focus(None)
            self.show_hints()

    def action_another(self) -> None:
        self.session.practise()
        self.show_problem()

    def on_key(self, event: events.Key) -> None:
        typed = event.character
        if (
            typed
            and typed in NUMERIC
            and not self.in_field
            and not self.practice.finished
            and not self.practice.line.closed
        ):
            event.stop()
            event.prevent_default()
            self.box.type(typed)

    def action_level(self) -> None:
        """The next level; after the last one, the first."""
        self.session.practise(self.practice.variant.level % len(LEVELS) + 1)
        self.show_problem()

    async def action_back(self) -> None:
        self.keep_draft()
        await super().action_back()

    def action_field(self) -> None:
        if not self.practice.finished:
            self.box.focus_field()
