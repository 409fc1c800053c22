"""A page that opens a laboratory."""

from __future__ import annotations

from tutor.lessons.labs import LAB_NAMES
from tutor.lessons.model import LabStep
from tutor.plain.pages.base import Page
from tutor.plain.words import Word

OPEN = Word("open", "open the laboratory; leave there comes back to this page")


class LabPage(Page):
    """`open` opens the laboratory. The page is done when one goes on."""

    words = (*Page.words, OPEN)
    enter = ""

    @property
    def label(self) -> str:
        return "open or next"

    def tell_task(self) -> None:
        assert isinstance(self.step, LabStep)
        self.talk.say(f"open goes into the laboratory on {LAB_NAMES[self.step.lab]}; leave there comes back here.")

    def take(self, line: str) -> bool:
        if line.strip():
            return super().take(line)
        return self.do(OPEN.word, "")

    def do(self, word: str, rest: str) -> bool:
        assert isinstance(self.step, LabStep)
        if word != OPEN.word:
            return super().do(word, rest)
        self.tutor.open_lab(self.step.lab, self.step.start)
        self.talk.say(f"Back on {self.where}.")
        return False
