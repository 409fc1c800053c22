"""What the pages have in common whose answer is typed and judged: the prompt, the numbers given, the hints so far."""

from __future__ import annotations

from tutor.coaching.page import ALREADY_RIGHT
from tutor.coaching.question import Question
from tutor.coaching.verdict import Verdict
from tutor.plain.pages.base import SUBMIT, Page
from tutor.plain.words import ANOTHER, HINT, SHOW
from tutor.rendering.spoken import problem_rows, verdict_text

UNCHANGED = "This is what you submitted. Change it; or hint, or show to see it worked out."
ON = "Enter goes on."

FEWEST_HINTS = 2
"""An author writes at least so many; the ladder is longer by what is worked out."""


class AskingPage(Page):
    """A page with a question."""

    words = (*Page.words, HINT, SHOW, ANOTHER, SUBMIT)
    enter = "on, once the answer is right or shown"
    takes_numbers = True

    @property
    def label(self) -> str:
        return ON.rstrip(".") if self.standing.closed else self.session.question.label

    @property
    def is_drawn(self) -> bool:
        """True where another page like this has other numbers."""
        return self.session.question.seed is not None

    def tell_task(self) -> None:
        question = self.session.question
        self.talk.tell(question.prompt)
        if self.is_drawn and isinstance(question, Question):
            self.talk.say(*problem_rows(question.problem))
        self.talk.say(f"{question.label}, {question.form}; type {question.placeholder}.")
        self.tell_typed()
        self.tell_hints()

    def tell_typed(self) -> None:
        """What was typed before, and what was said of it."""
        page = self.standing
        if not page.raw.strip():
            return
        if page.raw == page.judged:
            self.talk.say(f"Your last answer: {page.raw}")
            if page.verdict is not None:
                self.talk.say(verdict_text(page.verdict))
        else:
            self.talk.say(f"You had typed, and not submitted: {page.raw}", "submit sends it as it is.")

    def tell_hints(self) -> None:
        """The hints given so far, and the worked answer where it was shown."""
        page = self.standing
        if not page.rungs and not page.shown:
            return
        ladder = self.session.ladder()
        given = min(page.rungs, len(ladder) - 1)
        self.talk.tell(*(f"Hint {i}: {text}" for i, text in enumerate(ladder[:given], 1)))
        if page.shown or page.rungs >= len(ladder):
            self.talk.tell(f"Worked out: {ladder[-1]}")

    def keep(self, text: str) -> None:
        self.session.draft(text)

    def do(self, word: str, rest: str) -> bool:
        if word != SUBMIT.word:
            return super().do(word, rest)
        if self.standing.raw.strip() and self.standing.raw != self.standing.judged:
            return self.take(self.standing.raw)
        self.talk.say("Nothing waits to be submitted.")
        return False

    def hint(self) -> None:
        before = self.standing
        given = self.session.hint()
        ladder = self.session.ladder()
        if given < len(ladder):
            self.talk.tell(f"Hint {given}: {ladder[given - 1]}")
            if given >= FEWEST_HINTS and given == len(ladder) - 1:
                self.talk.say("The next hint shows the answer.")
        else:
            self._say_worked(before_shown=before.shown)

    def show(self) -> None:
        before = self.standing
        self.session.show()
        self._say_worked(before_shown=before.shown)

    def _say_worked(self, *, before_shown: bool) -> None:
        if self.session.is_right:
            self.talk.say(ALREADY_RIGHT)
        self.talk.tell(f"Worked out: {self.session.ladder()[-1]}")
        counts = self.standing.shown and not before_shown
        self.talk.say(f"The page counts as shown. {ON}" if counts else ON)

    def another(self) -> None:
        if not self.is_drawn and not self.standing.closed:
            super().another()
            return
        self.session.another()
        self.tell()

    def say_verdict(self, verdict: Verdict) -> None:
        """What the learner is told, and what comes next."""
        say = self.talk.tell if verdict.counted else self.talk.say
        say(verdict_text(verdict))
        if self.standing.closed:
            self.talk.say(ON)
