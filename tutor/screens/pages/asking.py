"""What the pages have in common whose answer is typed or set: the prompt, the numbers given, the hints so far."""

from __future__ import annotations

from textual import getters
from textual.content import Content

from tutor.coaching.page import ALREADY_RIGHT
from tutor.coaching.question import Question
from tutor.rendering.matrices import problem_text
from tutor.screens import keys
from tutor.screens.answer_text import hints_text
from tutor.screens.pages.base import PageView, Pairs
from tutor.widgets.note import Note

UNCHANGED = "This is what you submitted. Change it, or esc and h for a hint, s to see it worked out."

FEWEST_HINTS = 2
"""An author writes at least so many; the ladder is longer by what is worked out."""


class AskingPage(PageView):
    """A page with a question. A subclass has the place to answer between `#given` and `#hints`."""

    DEFAULT_CSS = """
    AskingPage {
        & > #prompt { height: auto; padding: 0 1; margin-bottom: 1; text-style: bold; }
        & > #given { height: auto; padding: 0 1; margin-bottom: 1; display: none; }
        & > #hints { height: auto; padding: 0 1; margin-top: 1; }
    }
    """

    prompt = getters.query_one("#prompt", Note)
    given = getters.query_one("#given", Note)
    hints = getters.query_one("#hints", Note)

    def on_mount(self) -> None:
        self._show_given()
        self._show_hints()

    @property
    def is_drawn(self) -> bool:
        """True where another page like this has other numbers."""
        return self.session.question.seed is not None

    @property
    def another_key(self) -> Pairs:
        """The key for other numbers, or, where there are none, for the same question again."""
        return keys.footer(keys.ANOTHER if self.is_drawn else (keys.ANOTHER, keys.AGAIN))

    @property
    def hint_key(self) -> tuple[keys.Key, str]:
        """What the next hint is called: the last one shows the answer, and says so beforehand."""
        given = self.session.page.rungs
        last = given >= FEWEST_HINTS and given >= len(self.session.ladder()) - 1
        return keys.HINT, "shows it" if last else "hint"

    def ask_anew(self) -> None:
        """Put the session's question, which is another one now, into the place to answer."""

    def hint(self) -> None:
        self.session.hint()
        self._show_hints()
        self.post_message(self.Changed(self))

    def show(self) -> None:
        self.session.show()
        self._show_hints()
        self.post_message(self.Changed(self))

    def another(self) -> None:
        if not self.is_drawn and not self.session.page.closed:
            super().another()
        else:
            self.session.another()
            self.prompt.show(self.session.question.prompt)
            self._show_given()
            self._show_hints()
            self.ask_anew()
            self.post_message(self.Changed(self))

    def _show_given(self) -> None:
        """Drawn matrices stand on the page itself, since no prompt can name them."""
        question = self.session.question
        if self.is_drawn and isinstance(question, Question):
            self.given.display = True
            self.given.show(Content(problem_text(question.problem, ascii=self.tutor.surroundings.ascii)))

    def _show_hints(self) -> None:
        page = self.session.page
        if not page.rungs and not page.shown:
            self.hints.show("")
            return
        ladder = self.session.ladder()
        parts = [hints_text(ladder, min(page.rungs, len(ladder) - 1))] if page.rungs else []
        if page.shown or page.rungs >= len(ladder):
            if self.session.is_right and not page.shown:
                parts.append(Content(ALREADY_RIGHT))
            parts.append(Content.assemble(("worked out  ", "$mark"), ladder[-1]))
        self.hints.show(Content("\n").join(parts))
