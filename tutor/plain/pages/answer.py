"""A page that asks for something to be typed on one line: a row of numbers, one number, a row of targets."""

from __future__ import annotations

from tutor.coaching.verdict import Verdict
from tutor.plain.answering import Answering, spoken_answer
from tutor.plain.pages.asking import ON, UNCHANGED, AskingPage
from tutor.plain.words import answer
from tutor.rendering.spoken import verdict_text


class AnswerPage(AskingPage, Answering):
    """The question, and one line for its answer."""

    @property
    def label(self) -> str:
        return self.waiting_for or super().label

    def keep(self, text: str) -> None:
        self.session.draft(self.joined(text))

    def take(self, line: str) -> bool:
        page = self.standing
        chosen = self.reading_of(line)
        if chosen is not None:
            self._say(self.session.submit(page.judged or "", reading=chosen), page.judged or "")
            return False
        if not line.strip() and not self.begun:
            if page.closed:
                return True
            self.talk.say("Type the answer first; or hint, or show. next leaves it open.")
            return False
        raw = self.whole(line)
        if raw is None:
            self.session.draft(self.joined(""))
            return False
        raw = answer(raw)
        if raw == page.judged and page.verdict is not None:
            self.talk.say(ON if page.closed else UNCHANGED)
            return False
        self._say(self.session.submit(raw), raw)
        return False

    def _say(self, verdict: Verdict, raw: str) -> None:
        self.talk.say(spoken_answer(self.session.question, verdict, raw))
        self.offer(verdict)
        if not self.readings:
            self.say_verdict(verdict)
        else:
            self.talk.say(verdict_text(verdict), *self.choices())
