"""The glossary: type a part of a word, read what it means, and go to the page that teaches it and back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from textual import getters, on
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Input

from tutor.coaching.looking_up import LookingUp, come_back, looking_up
from tutor.lessons.glossary import Glossary, Term, other_name, place_of, search
from tutor.lessons.listing import Outline
from tutor.screens import keys
from tutor.screens.base import TutorScreen
from tutor.widgets.choices import Choices, Item
from tutor.widgets.fields import LineField
from tutor.widgets.leaving import Left
from tutor.widgets.note import Note


def term_items(terms: Sequence[Term], typed: str = "") -> tuple[Item, ...]:
    """One line a term; where it was found by another name, with that."""
    items = []
    for term in terms:
        other = other_name(term, typed)
        items.append(Item(term.name, Content.assemble(term.name, (f"  {other}" if other else "", "$text-muted"))))
    return tuple(items)


def entry_text(term: Term, outlines: Sequence[Outline]) -> Content:
    """The names of a term, what it is, and where it is taught."""
    names = Content.assemble(
        (term.name, "bold"), (f"   also: {', '.join(term.also)}" if term.also else "", "$text-muted")
    )
    return Content("\n").join([names, Content(term.text), Content.styled(taught_in(term, outlines), "$text-muted")])


def taught_in(term: Term, outlines: Sequence[Outline]) -> str:
    """The lesson, and the page where there is one, that teach a term; nothing where the course has none."""
    where = place_of(term, outlines)
    return f"▸ {where}" if where else ""


class GlossaryScreen(TutorScreen):
    """A field to search in, the terms that fit, and the one under the cursor explained."""

    CSS_PATH = "glossary.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", show=False),
        Binding("up", "move(-1)", show=False),
        Binding("down", "move(1)", show=False),
        Binding("pageup", "move(-8)", show=False),
        Binding("pagedown", "move(8)", show=False),
    ]
    AUTO_FOCUS: ClassVar[str | None] = "LineField"
    help_area = "glossary"

    field = getters.query_one(LineField)
    choices = getters.query_one(Choices)
    entry = getters.query_one("#entry", Note)

    def __init__(self, glossary: Glossary) -> None:
        super().__init__()
        self.glossary = glossary
        self.found: tuple[Term, ...] = glossary.terms
        self.looking_up: LookingUp | None = None

    def body(self) -> Iterable[Widget]:
        field = LineField(placeholder="type a part of a word", id="search")
        field.add_class("-field")
        yield field
        yield Choices(term_items(self.found), id="terms")
        yield Note(id="entry")

    def footer_keys(self) -> tuple[tuple[str, str], ...]:
        if self.in_field:
            return keys.footer(keys.LEAVE, keys.CHOOSE, keys.TEACHES, keys.HELP_FROM_FIELD)
        return keys.footer(keys.BACK, keys.CHOOSE, keys.TEACHES, keys.SEARCH, keys.HELP)

    def ready(self) -> None:
        self.field.follow = self.filter
        self.choices.follow = self.show_entry
        self.filter()

    @property
    def term(self) -> Term | None:
        """The term under the cursor."""
        return self.found[self.choices.index] if self.found else None

    def filter(self) -> None:
        """Show the terms that the field's text fits, the best one chosen."""
        typed = self.field.value
        self.found = search(self.glossary.terms, typed)
        items = term_items(self.found, typed)
        if items != self.choices.items:
            self.choices.set_items(items, keep=items[0].id if items else None)
        count, total = len(self.found), len(self.glossary.terms)
        self.show_title("Glossary", f"{total} terms" if count == total else f"{count} of {total} terms")
        self.show_entry()

    def show_entry(self) -> None:
        """Explain the term under the cursor."""
        if self.term is not None:
            self.entry.show(entry_text(self.term, self.tutor.stay.outlines))
        elif self.glossary.terms:
            self.entry.show(Content.styled("No term has this in its name or text. Try fewer letters.", "$text-muted"))
        else:
            why = "; ".join(str(fault) for fault in self.glossary.faults[:1])
            self.entry.show(Content.styled(f"The glossary cannot be read: {why}", "$mark"))

    def action_move(self, by: int) -> None:
        self.choices.action_move(by)

    async def action_glossary(self) -> None:
        """The glossary's own key: into the field; from there, out again."""
        if self.in_field:
            await self.action_back()
        else:
            self.field.focus()

    @on(Left)
    def leave_field(self) -> None:
        self.choices.focus(scroll_visible=False)

    # The page that teaches a term, and back.

    @on(Input.Submitted)
    @on(Choices.Chosen)
    async def open_page(self) -> None:
        """Open the page that teaches the term under the cursor."""
        if self.term is None or not self.in_front:
            return
        below = any(isinstance(screen, TutorScreen) and screen.shows_lesson for screen in self.app.screen_stack)
        found = looking_up(self.tutor.session, self.term, in_lesson=below)
        if found is None:
            self.say("The lesson that teaches it is not in this course.")
            return
        self.looking_up = found
        await self.tutor.open_lesson(found.lesson.slug, found.step)

    def on_screen_resume(self) -> None:
        """Back from the page: what was open before is open again, so that looking a word up loses no place."""
        before, self.looking_up = self.looking_up, None
        if before is not None and come_back(self.tutor.session, before):
            self._outdate_below()

    def _outdate_below(self) -> None:
        for screen in self.app.screen_stack:
            if isinstance(screen, TutorScreen):
                screen.outdate()
