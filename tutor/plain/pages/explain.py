"""Say it in your own words, then compare with a model answer by a short checklist."""

from __future__ import annotations

from tutor.lessons.model import ExplainStep
from tutor.plain.pages.base import SUBMIT, Page
from tutor.plain.words import SHOW, Word, answer, number_in

ANEW = Word("anew", "write it anew")


class ExplainPage(Page):
    """Lines of one's own up to an empty one; then the model answer, and the points that one's own has, by number."""

    words = (*Page.words, SHOW, SUBMIT, ANEW)
    enter = "ends what you write; after that, on to the next page"
    lines: tuple[str, ...] = ()
    """What has been written and not submitted."""
    anew = False

    @property
    def explained(self) -> ExplainStep:
        """The step, by its own type."""
        assert isinstance(self.step, ExplainStep)
        return self.step

    @property
    def is_comparing(self) -> bool:
        """True while the model answer is there to compare with."""
        return self.standing.shown and not self.lines and not self.anew

    @property
    def label(self) -> str:
        if self.is_comparing:
            return "points you have, or Enter to go on"
        return "more, or an empty line to compare" if self.lines else "your words"

    def tell_task(self) -> None:
        page = self.standing
        self.talk.tell(self.explained.prompt)
        if page.raw.strip():
            self.talk.say("You wrote:" if page.raw == page.judged else "You had written, and not submitted:", page.raw)
            if page.raw != page.judged:
                self.talk.say("submit sends it as it is; or write it anew.")
        if page.shown:
            self._tell_model()
        else:
            self.talk.say("Write a sentence or two; an empty line ends it.")

    def keep(self, text: str) -> None:
        if not self.is_comparing:
            self.session.draft("\n".join((*self.lines, text)))

    def take(self, line: str) -> bool:
        if self.is_comparing:
            return self._tick(line)
        if line.strip():
            self.lines = (*self.lines, answer(line))
            self.session.draft("\n".join(self.lines))
        elif self.lines:
            self._compare("\n".join(self.lines))
        else:
            self.talk.say("Write a sentence first; or show, for a model answer. next leaves it open.")
        return False

    def do(self, word: str, rest: str) -> bool:
        page = self.standing
        if word == ANEW.word:
            self.lines, self.anew = (), True
            self.talk.say("Write it anew; an empty line ends it.")
        elif word == SUBMIT.word and page.raw.strip() and page.raw != page.judged:
            self._compare(page.raw)
        elif word == SUBMIT.word:
            self.talk.say("Nothing waits to be submitted.")
        else:
            return super().do(word, rest)
        return False

    def hint(self) -> None:
        self.talk.say("There are no hints here; show gives a model answer.")

    def show(self) -> None:
        self.session.show()
        self.lines, self.anew = (), False
        self._tell_model()

    def _compare(self, text: str) -> None:
        self.lines, self.anew = (), False
        self.session.explain(text, ticked=self.standing.ticked)
        self._tell_model()

    def _tick(self, line: str) -> bool:
        """Tick the points that a line numbers; those ticked before are taken back. True to go on."""
        typed, count = line.replace(",", " ").split(), len(self.explained.checklist)
        points = [point for x in typed if (point := number_in(x, count)) is not None]
        if not typed:
            return True
        if len(points) < len(typed):
            self.talk.say(f"Numbers from 1 to {count} say which points yours has; anew writes it anew.")
            return False
        ticked = set(self.standing.ticked)
        for point in points:
            ticked ^= {point}
        self.session.explain(self.standing.raw, ticked=tuple(sorted(ticked)))
        has = ", ".join(map(str, sorted(ticked))) or "none"
        self.talk.say(f"Points that yours has: {has}.")
        return False

    def _tell_model(self) -> None:
        self.talk.tell(f"A model answer: {self.explained.model}", "Does yours say that …")
        for i, point in enumerate(self.explained.checklist, 1):
            self.talk.tell(f"{i}) {point}{', yours does' if i in self.standing.ticked else ''}")
        self.talk.say("Type the numbers of the points that yours has; Enter goes on.")
