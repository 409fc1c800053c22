"""Practice: one problem, asked step by step, then another like it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tutor.coaching.grading import asked
from tutor.coaching.page import ALREADY_RIGHT
from tutor.coaching.practice import LEVELS, Line, Practice, account
from tutor.coaching.question import STAGE_NAMES
from tutor.coaching.verdict import Verdict
from tutor.notation.printer import rounded_vector
from tutor.plain.answering import Answering, spoken_answer
from tutor.plain.pages.asking import UNCHANGED
from tutor.plain.pages.base import SUBMIT
from tutor.plain.place import Place
from tutor.plain.words import ANOTHER, HINT, NEXT, SHOW, Word, answer, number_in
from tutor.rendering.spoken import problem_rows, verdict_text

if TYPE_CHECKING:
    from tutor.plain.tutor import PlainTutor

GO_ON = Word(NEXT.word, "on to the next step, with a wrong line too", short=NEXT.short)
LEVEL = Word("level", "a problem of this level; alone, of the next", follows="NUMBER")
SHOWN = Word(SHOW.word, "the step worked out; the next problem leaves it blank", short=SHOW.short)
AS_SCORES = 4
"""Decimals of scores, which are whole."""


class PracticePlace(Place, Answering):
    """The problem, the steps so far, and the open one."""

    words = (GO_ON, HINT, SHOWN, ANOTHER, LEVEL, SUBMIT)
    enter = "on, once the step is right or shown; after the last one, another problem"
    takes_numbers = True

    def __init__(self, tutor: PlainTutor) -> None:
        super().__init__(tutor)
        self.session = tutor.session
        if self.session.practice is None:
            self.session.practise()

    @property
    def practice(self) -> Practice:
        """The problem that is practised."""
        assert self.session.practice is not None
        return self.session.practice

    @property
    def prompt(self) -> str:
        practice = self.practice
        if practice.finished:
            return "practice, Enter for another problem"
        label = self.waiting_for or ("Enter goes on" if practice.line.closed else practice.question.label)
        return f"practice, step {practice.place + 1} of {len(practice.lines)}, {label}"

    def tell(self) -> None:
        variant = self.practice.variant
        self.talk.gap()
        self.talk.say(f"Practice, level {variant.level}: {LEVELS[variant.level]}.", *problem_rows(variant.problem))
        self._tell_step()

    def play(self) -> None:
        """Practise until the learner goes home."""
        self.tell()
        while True:
            word, rest = self.ask()
            if word == ANOTHER.word:
                self._fresh()
            elif word == LEVEL.word:
                self._change_level(rest)
            elif self.practice.finished:
                self._after_all(word, rest)
            elif word == GO_ON.word:
                self._go_on()
            elif word == HINT.word:
                self._hint()
            elif word == SHOWN.word:
                self._show()
            elif word == SUBMIT.word:
                line = self.practice.line
                if line.typed.strip() and line.typed != line.raw:
                    self._take(line.typed)
                else:
                    self.talk.say("Nothing waits to be submitted.")
            else:
                self._take(rest)

    def keep(self, text: str) -> None:
        self.session.draft_practice(self.joined(text))

    def _tell_step(self) -> None:
        """The steps before the open one, and what that asks; past the last one, the account."""
        practice = self.practice
        left = [line for line in practice.lines[: practice.place] if not line.closed]
        for line in practice.lines:
            if line in practice.filled_in or line in left:
                self.talk.say(self._line_text(line))
        if practice.finished:
            self.talk.say("Worked through.", *account(practice), "Enter gives another problem; home goes back.")
            return
        line, question = practice.line, practice.question
        self.talk.say(f"{question.label}, {question.form}; type {question.placeholder}.")
        if line.typed.strip() and line.typed != line.raw:
            self.talk.say(f"You had typed, and not submitted: {line.typed}", "submit sends it as it is.")
        elif line.raw:
            self.talk.say(f"Your last answer: {line.raw}")
        if line.verdict is not None:
            self.talk.say(verdict_text(line.verdict))
        ladder = self.session.practice_ladder() if line.rungs or line.shown else ()
        self.talk.say(*(f"Hint {i}: {text}" for i, text in enumerate(ladder[: min(line.rungs, len(ladder) - 1)], 1)))
        if line.shown:
            self.talk.say(f"Worked out: {ladder[-1]}")

    def _line_text(self, line: Line) -> str:
        name = STAGE_NAMES[line.stage]
        if not line.closed:
            return f"{name}, yours, not right: {line.raw}"
        question = self.practice.question_at(line.stage)
        row = asked(question.problem, line.stage, question.row, question.head)
        digits = question.digits if line.stage != "scores" else AS_SCORES
        how = "given" if line.given else "shown" if line.shown else "right"
        return f"{name}, {how}: {rounded_vector(row, digits=digits)}"

    def _after_all(self, word: str, rest: str) -> None:
        if (word and word != GO_ON.word) or rest.strip():
            self.talk.say("This problem is done: Enter gives another one.")
        else:
            self._fresh()

    def _fresh(self) -> None:
        self.session.practise()
        self._begin_anew()

    def _change_level(self, rest: str) -> None:
        following = self.practice.variant.level % len(LEVELS) + 1
        level = number_in(rest, len(LEVELS)) if rest else following
        if level is None:
            self.talk.say(f"The levels are 1 to {len(LEVELS)}.")
            return
        self.session.practise(level)
        self._begin_anew()

    def _begin_anew(self) -> None:
        self.readings, self.begun = (), ()
        self.tell()

    def _go_on(self) -> None:
        line = self.practice.line
        if not line.closed and not line.tries:
            self.talk.say("Try this step first; or hint, or show to see it worked out.")
            return
        self.session.go_on_practice()
        self._tell_step()

    def _hint(self) -> None:
        before = self.practice.line
        self.session.hint_practice()
        line, ladder = self.practice.line, self.session.practice_ladder()
        if line.shown and not before.shown:
            self.talk.say(f"Worked out: {ladder[-1]}", "Enter goes on.")
        elif line.rungs > before.rungs:
            self.talk.say(f"Hint {line.rungs}: {ladder[line.rungs - 1]}")
            if line.rungs == len(ladder) - 1:
                self.talk.say("The next hint shows the answer.")
        else:
            self.talk.say("Enter goes on.")

    def _show(self) -> None:
        line = self.practice.line
        if line.closed:
            self.talk.say("" if line.shown else ALREADY_RIGHT, "Enter goes on.")
            return
        self.session.show_practice()
        self.talk.say(f"Worked out: {self.session.practice_ladder()[-1]}", "Enter goes on.")

    def _take(self, text: str) -> None:
        line = self.practice.line
        chosen = self.reading_of(text)
        if chosen is not None:
            self._say(self.session.answer_practice(line.raw, reading=chosen), line.raw)
            return
        if not text.strip() and not self.begun:
            if line.closed:
                self._go_on()
            else:
                self.talk.say("Type the numbers first; or hint, or show.")
            return
        if line.closed:
            self.talk.say("This step is done: Enter goes on.")
            return
        raw = self.whole(text)
        if raw is None:
            self.session.draft_practice(self.joined(""))
            return
        raw = answer(raw)
        if line.verdict is not None and raw == line.raw:
            self.talk.say(UNCHANGED)
            return
        self._say(self.session.answer_practice(raw), raw)

    def _say(self, verdict: Verdict, raw: str) -> None:
        self.talk.say(spoken_answer(self.practice.question, verdict, raw))
        self.offer(verdict)
        self.talk.say(verdict_text(verdict), *self.choices())
        if verdict.passed:
            self.talk.say("Enter goes on.")
        elif verdict.counted:
            self.talk.say("Try again; or hint, or show; or next, to go on with your own line.")
