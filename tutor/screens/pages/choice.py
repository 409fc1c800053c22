"""A question with options: taken once, then every option says why it is right or wrong."""

from __future__ import annotations

from collections.abc import Iterable

from textual import getters, on
from textual.content import Content
from textual.widget import Widget

from tutor.coaching.page import Page
from tutor.lessons.model import ChoiceStep
from tutor.screens import keys
from tutor.screens.pages.base import PageView, Pairs
from tutor.widgets.choices import Choices, Item
from tutor.widgets.note import Note

LETTERS = "abcdefgh"


def option_items(step: ChoiceStep, page: Page) -> tuple[Item, ...]:
    """The options in the order of this page; once one is taken, each with its mark and its reason."""
    items = []
    for place, index in enumerate(page.order):
        option, letter = step.options[index], LETTERS[place]
        if page.chosen is None:
            text = Content.assemble((f"{letter}  ", "$text-muted"), option.text)
        else:
            glyph, style = ("✓", "$success") if option.correct else ("✗", "$error")
            yours = "  (yours)" if index == page.chosen else ""
            text = Content.assemble(
                (f"{glyph} ", f"bold {style}"),
                (f"{letter}  ", "$text-muted"),
                (option.text, "bold" if option.correct or yours else ""),
                (yours, "$text-muted"),
                ("\n     " + option.why, "$text-muted"),
            )
        items.append(Item(str(index), text, indent=3 if page.chosen is None else 5))
    return tuple(items)


class ChoicePage(PageView):
    """The question and its options. A letter or the arrows choose, Enter answers."""

    DEFAULT_CSS = """
    ChoicePage {
        & > #prompt { height: auto; padding: 0 1; margin-bottom: 1; text-style: bold; }
        & > Choices { padding: 0 1; }
        & > #verdict { height: auto; padding: 0 1; margin-top: 1; }
    }
    """

    options = getters.query_one(Choices)
    verdict = getters.query_one("#verdict", Note)

    def compose(self) -> Iterable[Widget]:
        yield Note(self._step.prompt, id="prompt")
        yield Choices(unset=True)
        yield Note(id="verdict")

    def on_mount(self) -> None:
        chosen = self.session.page.chosen
        keep = None if chosen is None else str(chosen)
        self.options.set_items(option_items(self._step, self.session.page), keep=keep, unset=chosen is None)
        self.options.take_letter = self.pick
        self._show_verdict()

    @property
    def _step(self) -> ChoiceStep:
        assert isinstance(self.step, ChoiceStep)
        return self.step

    def footer(self) -> Pairs:
        if self.session.page.closed:
            return keys.footer(keys.GO_ON, (keys.ANOTHER, keys.AGAIN), keys.NEXT, keys.PREVIOUS)
        last = LETTERS[len(self._step.options) - 1]
        return (*keys.footer(keys.CHOOSE), (f"a–{last}", keys.PICK.label), *keys.footer(keys.ANSWER, keys.PAGES))

    def arrive(self) -> None:
        self.options.focus(scroll_visible=False)

    def pick(self, letter: str) -> bool:
        """Put the cursor on the option with this letter; False where there is none to pick."""
        place = LETTERS.find(letter)
        if self.session.page.closed or not 0 <= place < len(self._step.options):
            return False
        self.options.focus()
        self.options.go_to(place)
        return True

    @on(Choices.Unset)
    def choose_first(self, event: Choices.Unset) -> None:
        event.stop()
        self.tutor.say("Choose first: ↑ and ↓, or an option's letter; then enter.")

    @on(Choices.Chosen)
    def answer(self, event: Choices.Chosen) -> None:
        event.stop()
        if not self.is_open:
            return
        if self.session.page.closed:
            self.post_message(self.GoneOn(self))
            return
        self.session.choose(int(event.item.id))
        self.options.set_items(option_items(self._step, self.session.page), keep=event.item.id)
        self._show_verdict()
        self.post_message(self.Changed(self))

    def another(self) -> None:
        if not self.session.page.closed:
            super().another()
            return
        self.session.another()
        self.options.set_items(option_items(self._step, self.session.page), unset=True)
        self._show_verdict()
        self.options.focus()
        self.post_message(self.Changed(self, below=False))

    def _show_verdict(self) -> None:
        verdict = self.session.page.verdict
        if verdict is None:
            self.verdict.show("")
        elif verdict.passed:
            self.verdict.show(Content.styled("✓ Right.", "bold $success"))
        else:
            self.verdict.show(Content.styled("✗ Not this one: read why, beside each option.", "bold $error"))
