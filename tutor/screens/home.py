"""The first screen: go on where you were, or choose a lesson or a tool."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from textual import getters, on
from textual.binding import BindingType
from textual.content import Content
from textual.widget import Widget

from tutor.coaching.offers import TOOLS, is_begun, missed_in, place_in, worth_another_look
from tutor.lessons.listing import Outline
from tutor.records.progress import Progress
from tutor.records.wording import one_line
from tutor.screens import keys
from tutor.screens.base import TutorScreen
from tutor.widgets.choices import Choices, Item
from tutor.widgets.note import Note

CONTINUE = "continue"
LESSON = "lesson:"


def home_items(outlines: Sequence[Outline], progress: Progress, *, due: int | None = None) -> tuple[Item, ...]:
    """The menu: where to go on, the lessons with their marks, the tools. `due` pages are worth another look."""
    items = []
    place = place_in(outlines, progress)
    if place is not None:
        lesson, index = place
        word = "Continue" if progress.place else "Start here"
        where = f", page {index + 1} of {len(lesson.step_ids)}" if progress.place else ""
        items.append(Item(CONTINUE, Content.styled(f"{word}: {lesson.title}{where}", "bold")))
        again = f"   {keys.REVIEW.shown} {keys.REVIEW.label}: {worth_another_look(due)}" if due else ""
        items.append(Item("", Content.styled(again, "$mark"), heading=True))
    width = max((len(x.title) for x in outlines), default=0)
    for outline in outlines:
        line = Content.assemble(f"{outline.number:>2}  {outline.title:<{width}}   ", mark_of(outline, progress))
        items.append(Item(LESSON + outline.slug, line))
    items.append(Item("", Content(""), heading=True))
    for id, title, what in TOOLS:
        if id == "review" and due:
            what = worth_another_look(due)
        items.append(Item(id, Content.assemble(f"    {title:<14}", (what, "$text-muted"))))
    return tuple(items)


def mark_of(outline: Outline, progress: Progress) -> tuple[str, str]:
    """How far a lesson is, with a glyph, and the style it is shown in."""
    done = sum(progress.is_done(step) for step in outline.step_ids)
    total = len(outline.step_ids)
    if total and done == total:
        missed = missed_in(outline, progress)
        return f"✓ done, {missed} for review" if missed else "✓ done", "$success"
    if is_begun(outline, progress):
        return f"▸ {done} of {total}", "$mark"
    return "·", "$text-muted"


def detail(item: Item | None, outlines: Sequence[Outline], progress: Progress) -> Content:
    """Two lines about the choice under the cursor."""
    if item is None:
        return Content("")
    outline = None
    if item.id == CONTINUE:
        place = place_in(outlines, progress)
        outline = place[0] if place else None
    elif item.id.startswith(LESSON):
        outline = next((x for x in outlines if LESSON + x.slug == item.id), None)
    if outline is None:
        return Content("")
    minutes = f"about {outline.minutes} min" if outline.minutes else ""
    numbers = {x.slug: str(x.number) for x in outlines}
    needs = ", ".join(numbers.get(slug, slug) for slug in outline.needs)
    first = "   ".join(x for x in (minutes, f"after {needs}" if needs else "") if x)
    return Content.assemble((f"{first} · " if first else "", "$text-muted"), " · ".join(outline.objectives))


class HomeScreen(TutorScreen):
    """The menu of lessons and tools."""

    BINDINGS: ClassVar[list[BindingType]] = [*keys.bindings((keys.WORKBENCH, keys.PRACTICE, keys.REVIEW, keys.LABS))]
    help_area = "home"

    menu = getters.query_one(Choices)
    about = getters.query_one("#about", Note)
    AUTO_FOCUS: ClassVar[str | None] = "Choices"

    def body(self) -> Iterable[Widget]:
        yield Choices(id="menu")
        yield Note(id="about")

    def footer_keys(self) -> tuple[tuple[str, str], ...]:
        tools = (keys.WORKBENCH, keys.PRACTICE, keys.REVIEW, keys.LABS, keys.GLOSSARY)
        return keys.footer(keys.QUIT, keys.OPEN, *tools, keys.CHOOSE, keys.HELP)

    def ready(self) -> None:
        self.menu.follow = self.show_detail
        self.show_progress()

    def on_screen_resume(self) -> None:
        self.show_progress()

    def show_progress(self) -> None:
        """Draw the menu from what is recorded now. What is read beside the keys may come when all is being closed."""
        if not self.query(Choices):
            return
        app = self.tutor
        outlines, progress = app.stay.outlines, app.progress
        total = sum(len(x.step_ids) for x in outlines)
        done = sum(progress.is_done(step) for x in outlines for step in x.step_ids)
        who = f" · {one_line(app.surroundings.learner)}" if app.surroundings.learner else ""
        self.show_title(f"attn-tutor{who}", f"{done} of {total} pages")
        current = self.menu.current
        items = home_items(outlines, progress, due=app.worth_another_look)
        if items != self.menu.items:
            self.menu.set_items(items, keep=current.id if current else None)
        self.show_detail()

    def show_detail(self) -> None:
        """What has to be said about saving or lessons; then as much as fits about the choice under the cursor."""
        app = self.tutor
        about = detail(self.menu.current, app.stay.outlines, app.progress)
        notice = app.stay.notice()
        lines = [Content.styled(notice, "$mark")] if notice else []
        lines += [Content.styled(app.profiles, "$text-muted")] if app.profiles else []
        self.about.show(Content("\n").join([*lines, about]))

    @on(Choices.Chosen)
    async def open_choice(self, event: Choices.Chosen) -> None:
        id = event.item.id
        if not self.is_live:
            return
        if id == CONTINUE:
            place = place_in(self.tutor.stay.outlines, self.tutor.progress)
            if place is not None:
                await self.tutor.open_lesson(place[0].slug, place[0].step_ids[place[1]])
        elif id.startswith(LESSON):
            await self.tutor.open_lesson(id.removeprefix(LESSON))
        elif id == "workbench":
            await self.tutor.open_workbench()
        elif id == "practice":
            await self.tutor.open_practice()
        elif id == "quiz":
            await self.tutor.open_quiz()
        elif id == "review":
            await self.tutor.open_review()
        elif id == "labs":
            await self.tutor.open_labs()

    async def action_labs(self) -> None:
        await self.tutor.open_labs()

    async def action_workbench(self) -> None:
        await self.tutor.open_workbench()

    async def action_review(self) -> None:
        await self.tutor.open_review()

    async def action_practice(self) -> None:
        await self.tutor.open_practice()
