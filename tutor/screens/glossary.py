"""The glossary: type a part of a word, read what it means, and go to the page that teaches it and back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual import getters, on
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Input

from tutor.coaching.page import Aside, Page
from tutor.lessons.glossary import Glossary, Term, other_name, search
from tutor.lessons.listing import Outline
from tutor.lessons.model import Lesson
from tutor.records.progress import Place
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
    outline = next((x for x in outlines if x.slug == term.lesson), None)
    if outline is None:
        return ""
    step = dict(outline.was).get(term.step or "", term.step)
    page = f", page {outline.step_ids.index(step) + 1}" if step in outline.step_ids else ""
    return f"▸ {outline.number} {outline.title}{page}"


@dataclass(frozen=True, slots=True, kw_only=True)
class LookingUp:
    """A page opened from the glossary, and where the learner was before: to be found again afterward.

    `step` is the page that was looked up, `left_at` the one at which its lesson had been left. `aside` and `page`
    are what a screen below the glossary shows, None where none shows a lesson; `place` is the page opened last.
    """

    lesson: Lesson
    step: str
    left_at: str | None
    aside: Aside | None
    page: Page | None
    place: Place | None


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
            self.entry.show(entry_text(self.term, self.tutor.outlines))
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
        session = self.tutor.session
        lesson = session.course.find(self.term.lesson)
        if lesson is None:
            self.say("The lesson that teaches it is not in this course.")
            return
        index = lesson.place_of(self.term.step) if self.term.step else 0
        step = lesson.steps[index or 0].id
        below = any(isinstance(screen, TutorScreen) and screen.shows_lesson for screen in self.app.screen_stack)
        self.looking_up = LookingUp(
            lesson=lesson,
            step=step,
            left_at=session.progress.places.get(lesson.slug),
            aside=session.set_aside() if below else None,
            page=session.page if below else None,
            place=session.progress.place,
        )
        await self.tutor.open_lesson(lesson.slug, step)

    def on_screen_resume(self) -> None:
        """Back from the page: what was open before is open again, so that looking a word up loses no place.

        Who came from no lesson and turned pages there has gone on learning there, and that place stays.
        """
        before, self.looking_up = self.looking_up, None
        if before is None:
            return
        session = self.tutor.session
        if session.lesson is before.lesson and session.step.id == before.step:
            if before.left_at is not None:
                session.open(before.lesson, before.left_at)
            last = session.course.find(before.place.lesson) if before.place is not None else None
            if before.place is not None and last is not None:
                session.open(last, before.place.step)
        if before.aside is not None:
            session.take_up(before.aside)
            if session.page is not before.page:
                self._outdate_below()

    def _outdate_below(self) -> None:
        for screen in self.app.screen_stack:
            if isinstance(screen, TutorScreen):
                screen.outdate()
