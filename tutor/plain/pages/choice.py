"""A question with options: taken once, then every option says why it is right or wrong."""

from __future__ import annotations

from tutor.lessons.model import ChoiceStep
from tutor.plain.pages.base import Page
from tutor.plain.words import EVERYWHERE, command, number_in

LETTERS = "abcdefgh"


class ChoicePage(Page):
    """The question and its options, by number. A letter, which may be a command as well, only asks."""

    enter = "on, once an option was taken"
    meant: int | None = None
    """The place, from 0, of the option that a letter has asked about: Enter takes it."""

    @property
    def options(self) -> ChoiceStep:
        """The step, by its own type."""
        assert isinstance(self.step, ChoiceStep)
        return self.step

    @property
    def label(self) -> str:
        if self.standing.closed:
            return super().label
        count = f"1 to {len(self.options.options)}"
        return count if self.meant is None else f"Enter answers {self.meant + 1}, or {count}"

    def tell_task(self) -> None:
        page = self.standing
        self.talk.tell(self.options.prompt)
        if page.chosen is not None:
            self._tell_reasons()
            return
        self.talk.tell(*(f"{i}) {self.options.options[index].text}" for i, index in enumerate(page.order, 1)))

    def first(self, line: str) -> bool:
        if self.standing.closed:
            return False
        letter = self._by_letter(line)
        # The same letter once more is the command that it also is.
        return self._by_number(line) is not None or (letter is not None and letter != self.meant)

    def help(self) -> None:
        count = len(self.options.options)
        self.talk.say(f"1 to {count}: answer with this option. A letter, a, b and so on, asks first whether it is one.")
        super().help()

    def hint(self) -> None:
        self.talk.say("A question has no hints: choose, and each option says why it is right or wrong.")

    def show(self) -> None:
        self.hint()

    def another(self) -> None:
        if not self.standing.closed:
            super().another()
            return
        self.session.another()
        self.tell()

    def take(self, line: str) -> bool:
        page = self.standing
        if page.closed:
            if not line.strip():
                return True
            self.talk.say("This is answered; Enter goes on, another asks it again.")
            return False
        letter, meant = self._by_letter(line), self.meant
        self.meant = None
        place = self._by_number(line) if line.strip() else meant
        if letter is not None:
            self._ask_whether(letter)
        elif place is None:
            self.talk.say(f"Choose by a number from 1 to {len(self.options.options)}; next leaves it open.")
        else:
            verdict = self.session.choose(page.order[place])
            self.talk.say("Right." if verdict.passed else "Not this one: here is why, option by option.")
            self._tell_reasons()
            self.talk.say("Enter goes on.")
        return False

    def _ask_whether(self, place: int) -> None:
        """Ask whether a letter was meant as an answer; what it is as a command, it does when it comes again."""
        self.meant = place
        letter, option = LETTERS[place], self.options.options[self.standing.order[place]]
        word, _ = command(letter, (*self.words, *self.silent, *EVERYWHERE))
        other = f"; {letter} again is {word}" if word else ""
        self.talk.tell(f"Answer {place + 1}) {option.text}", f"Enter does{other}.")

    def _by_number(self, line: str) -> int | None:
        """The place, from 0, of the option that a line numbers."""
        number = number_in(line.strip().rstrip(")."), len(self.options.options))
        return None if number is None else number - 1

    def _by_letter(self, line: str) -> int | None:
        """The place, from 0, of the option that a line names by its letter."""
        typed = line.strip().casefold().rstrip(").")
        known = LETTERS[: len(self.options.options)]
        return known.index(typed) if len(typed) == 1 and typed in known else None

    def _tell_reasons(self) -> None:
        page = self.standing
        for i, index in enumerate(page.order, 1):
            option = self.options.options[index]
            yours = ", yours" if index == page.chosen else ""
            mark = "right" if option.correct else "wrong"
            self.talk.tell(f"{i}) {option.text}", f"   {mark}{yours}: {option.why}")
