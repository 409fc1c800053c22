"""Where in the tutor one is: what it says, what it is called, and which words work there."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from tutor.plain.words import EVERYWHERE, HELP, RETURN, UNLISTED, Word, command

if TYPE_CHECKING:
    from tutor.plain.tutor import PlainTutor

NUMBERS = (
    "Numbers may be typed as they come: 0 0.7071, [0, 1/√2], (0; sqrt(2)/2), exp(0.7071)/(1+exp(0.7071)). "
    "How you were read is said back. What can't be read costs nothing."
)
COMMANDS_AS_ANSWERS = "To answer with a word that is a command here, put = before it: = next."


class GoHome(Exception):  # nothing is wrong
    """The learner wants the list of lessons."""


class Return(Exception):
    """The learner comes back from a page that was visited."""


class Place:
    """A place that asks for lines. A subclass says what it is, names its words, and does what they ask."""

    title: ClassVar[str] = ""
    words: tuple[Word, ...] = ()
    silent: tuple[Word, ...] = ()
    """Words that are understood too, and that help does not list: they do nothing here but say so."""
    enter: str = ""
    """What an empty line does, for help; nothing where it does nothing."""
    takes_numbers: bool = False

    def __init__(self, tutor: PlainTutor) -> None:
        self.tutor = tutor
        self.talk = tutor.talk

    @property
    def prompt(self) -> str:
        """What the line is asked for."""
        return self.title

    def tell(self) -> None:
        """Say everything that stands here."""

    def keep(self, text: str) -> None:
        """Keep a line that was not ended."""

    def ask(self) -> tuple[str, str]:
        """A command of this place and what follows it, or "" and the line. What works everywhere is done here."""
        from tutor.plain.talk import Cut

        while True:
            self.tutor.say_trouble()
            try:
                line = self.talk.ask(self.prompt)
            except Cut as cut:
                if cut.text.strip():
                    self.keep(cut.text)
                raise
            own = self.first(line)
            here = (*self.words, *self.silent)
            word, rest = ("", "") if own else command(line, (*here, *self._everywhere, *UNLISTED))
            if word in [x.word for x in here]:
                return word, rest
            if not word:
                return "", line
            if word == HELP.word:
                self._explain(briefly=line.strip() == HELP.short)
            else:
                self.tutor.everywhere(word, rest, self)

    def first(self, line: str) -> bool:
        """True for a line that is an answer here, whatever else it would mean."""
        return False

    @property
    def _everywhere(self) -> tuple[Word, ...]:
        return (*EVERYWHERE, RETURN) if self.tutor.is_visiting else EVERYWHERE

    def _explain(self, *, briefly: bool) -> None:
        """Say what can be typed here: all of it the first time, after that the words alone where they will do."""
        if briefly and type(self) in self.tutor.explained:
            words = ", ".join(word.shown for word in (*self.words, *self._everywhere))
            self.talk.say(f"Words here: {words}. help says what each does.")
            return
        self.tutor.explained.add(type(self))
        self.help()

    def help(self) -> None:
        """Say what can be typed here."""
        if self.enter:
            self.talk.say(f"Enter: {self.enter}.")
        self.talk.say(*(f"{word.shown}: {word.what}." for word in (*self.words, *self._everywhere)))
        if self.takes_numbers:
            self.talk.say(NUMBERS, COMMANDS_AS_ANSWERS)
