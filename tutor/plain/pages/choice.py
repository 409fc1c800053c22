"""A question with options: taken once, then every option says why it is right or wrong."""

from __future__ import annotations

from tutor.lessons.model import ChoiceStep
from tutor.plain.pages.base import Page
from tutor.plain.words import number_in

LETTERS = "abcdefgh"


class ChoicePage(Page):
    """The question and its options, by number; a letter does too."""

    enter = "on, once an option was taken"

    @property
    def options(self) -> ChoiceStep:
        """The step, by its own type."""
        assert isinstance(self.step, ChoiceStep)
        return self.step

    @property
    def label(self) -> str:
        return super().label if self.standing.closed else f"1 to {len(self.options.options)}"

    def tell_task(self) -> None:
        page = self.standing
        self.talk.say(self.options.prompt)
        if page.chosen is not None:
            self._tell_reasons()
            return
        self.talk.say(*(f"{i}) {self.options.options[index].text}" for i, index in enumerate(page.order, 1)))

    def first(self, line: str) -> bool:
        return not self.standing.closed and self._place(line) is not None

    def help(self) -> None:
        count = len(self.options.options)
        self.talk.say(f"1 to {count}: answer with this option; its letter, a, b and so on, does too.")
        super().help()

    def hint(self) -> None:
        self.talk.say("A question has no hints: choose, and each option says why it is right or wrong.")

    def show(self) -> None:
        self.hint()

    def take(self, line: str) -> bool:
        page, place = self.standing, self._place(line)
        if not line.strip() and page.closed:
            return True
        if page.closed:
            self.talk.say("This is answered; Enter goes on.")
        elif place is None:
            self.talk.say(f"Choose by a number from 1 to {len(self.options.options)}; next leaves it open.")
        else:
            verdict = self.session.choose(page.order[place])
            self.talk.say("Right." if verdict.passed else "Not this one: here is why, option by option.")
            self._tell_reasons()
            self.talk.say("Enter goes on.")
        return False

    def _place(self, line: str) -> int | None:
        """The place, from 0, of the option that a line names."""
        typed = line.strip().casefold().rstrip(").")
        if len(typed) == 1 and typed in LETTERS:
            typed = str(LETTERS.index(typed) + 1)
        number = number_in(typed, len(self.options.options))
        return None if number is None else number - 1

    def _tell_reasons(self) -> None:
        page = self.standing
        for i, index in enumerate(page.order, 1):
            option = self.options.options[index]
            yours = ", yours" if index == page.chosen else ""
            mark = "right" if option.correct else "wrong"
            self.talk.say(f"{i}) {option.text}", f"   {mark}{yours}: {option.why}")
