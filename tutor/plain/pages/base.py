"""What all pages share: their heading, their text, and the way on and back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tutor.coaching.page import Page as Standing
from tutor.coaching.page import no_other
from tutor.lessons.model import Step
from tutor.lessons.sources import sources_on
from tutor.plain.place import Place
from tutor.plain.words import ANOTHER, BACK, HINT, NEXT, PAGE, SHOW, Word
from tutor.rendering.cited import cited
from tutor.rendering.prose import spoken_prose

if TYPE_CHECKING:
    from tutor.plain.tutor import PlainTutor

SUBMIT = Word("submit", "send what you had typed before as it is")
SOURCES = Word("sources", "what this page is taken from")
NOT_UNDERSTOOD = "That is no command here; ? lists them."


def state_of(step: Step, page: Standing) -> str:
    """How a page stands, in words; nothing where it is open."""
    if step.kind == "explain" and page.judged is not None:
        return "Written, compared."
    if page.verdict is not None and page.chosen is not None and not page.verdict.passed:
        return "Answered, not right."
    if page.shown:
        return "Shown."
    return "Done." if page.done else ""


class Page(Place):
    """A page of a lesson; on its own, one that is only read."""

    words: tuple[Word, ...] = (NEXT, BACK, PAGE, SOURCES)
    silent = (HINT, SHOW, ANOTHER)
    enter = "on to the next page"

    def __init__(self, tutor: PlainTutor) -> None:
        super().__init__(tutor)
        self.session = tutor.session
        self.step = tutor.session.step

    @property
    def standing(self) -> Standing:
        """What stands on the page now."""
        return self.session.page

    @property
    def where(self) -> str:
        """Which page of how many."""
        lesson = self.session.lesson
        assert lesson is not None
        word = "question" if lesson.is_quiz or lesson.made_up else "page"
        return f"{word} {self.session.index + 1} of {len(lesson.steps)}"

    @property
    def label(self) -> str:
        """What the page asks for now."""
        return "Enter goes on"

    @property
    def prompt(self) -> str:
        return f"{self.where}, {self.label}"

    def tell(self) -> None:
        """The heading, the text, and what there is to do."""
        lesson = self.session.lesson
        assert lesson is not None
        number = "" if lesson.made_up else f"{lesson.number} "
        title = f": {self.step.title}" if self.step.title else ""
        self.talk.gap()
        heading = f"{number}{lesson.title}, {self.where}{title}"
        heading += "" if heading.endswith((".", "?", "!")) else "."
        self.talk.say(f"{heading} {state_of(self.step, self.standing)}".rstrip())
        if self.session.index == 0 and not lesson.made_up:
            self.talk.say(*(["Afterwards you can:"] if lesson.objectives else []), *lesson.objectives)
        if self.session.body.strip():
            self.talk.gap()
            self.talk.say(spoken_prose(self.session.spoken_body, width=self.talk.width, ascii=self.talk.ascii))
            self.talk.gap()
        self.tell_task()

    def tell_task(self) -> None:
        """What there is to do on the page, and what was done."""

    def take(self, line: str) -> bool:
        """A line that is no command. True to go on."""
        if line.strip():
            self.talk.say(NOT_UNDERSTOOD)
        return not line.strip()

    def do(self, word: str, rest: str) -> bool:
        """A command of the page beside going through the pages. True to go on."""
        if word == SHOW.word:
            self.show()
        elif word == HINT.word:
            self.hint()
        elif word == ANOTHER.word:
            self.another()
        elif word == SOURCES.word:
            self._tell_sources()
        return False

    def _tell_sources(self) -> None:
        self.talk.say(cited(sources_on(self.step, self.session.lesson)) or "This page names no sources.")

    def forward(self) -> bool:
        """`next`: True where the page itself had somewhere to go."""
        return False

    def backward(self) -> bool:
        """`back`: True where the page itself had somewhere to go."""
        return False

    def hint(self) -> None:
        """`hint` on this page."""
        self.talk.say("There is nothing to answer on this page.")

    def show(self) -> None:
        """`show` on this page."""
        self.talk.say("There is nothing to answer on this page.")

    def another(self) -> None:
        """`another` on this page."""
        self.talk.say(no_other(self.step, practice="the list of lessons"))
