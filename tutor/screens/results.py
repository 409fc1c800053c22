"""The end of a lesson: what was reached, which pages are worth another look, and what comes next."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from textual import getters, on
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widget import Widget

from tutor.coaching.catalogue.labels import counted_labels, label
from tutor.coaching.ending import Ending, ending, is_done
from tutor.coaching.quiz import page_behind
from tutor.coaching.results import Outcome, Results
from tutor.lessons.model import Course
from tutor.screens import keys
from tutor.screens.base import TutorScreen
from tutor.widgets.choices import Choices, Item
from tutor.widgets.note import Note


def summary(found: Results) -> Content:
    """The headline, then one line an objective."""
    asked = len(found.outcomes)
    right = sum(x.passed for x in found.outcomes)
    first = sum(x.first_try for x in found.outcomes)
    noun, plural = ("question", "questions") if found.lesson.is_quiz else ("page to answer", "pages to answer")
    made_up = found.lesson.made_up
    done = f"✓ {found.lesson.title} finished." if made_up else "✓ Lesson finished."
    head = done if found.finished else "Not finished yet: some pages are still open."
    lines = [
        Content.styled(head, "bold $success" if found.finished else "bold $mark"),
        Content(f"{asked} {noun if asked == 1 else plural}: {right} right, {first} of them at the first try."),
        Content(""),
    ]
    for objective in found.objectives:
        glyph, style = ("✓", "$success") if objective.reached else ("·", "$mark")
        count = f"{objective.right} of {len(objective.outcomes)}"
        lines.append(
            Content.assemble(
                (f"{glyph} ", f"bold {style}"), objective.objective or "Other pages", (f"   {count}", "$text-muted")
            )
        )
    if found.mistakes:
        met = counted_labels(found.mistakes[:5])
        lines += [Content(""), Content.assemble(("Mistakes met: ", "$text-muted"), met)]
    return Content("\n").join(lines)


def farewell(end: Ending) -> Content:
    """The end of the course: what was hard, what comes next, and everything that one can do now."""
    lines = [Content.styled("✓ Lesson finished, and with it the course.", "bold $success")]
    if end.hard:
        hard = "; ".join(f"{lesson.number} {step.title or lesson.title}" for lesson, step in end.hard)
        lines.append(Content.assemble(("Hardest for you: ", "$text-muted"), hard))
    if end.mistakes:
        met = ", ".join(label(code) for code, _ in end.mistakes)
        lines.append(Content.assemble(("Met most: ", "$text-muted"), met))
    what = "an experiment of your own, in the workbench or with attn-tutor compute in a shell."
    lines.append(Content.assemble(("Next: ", "$text-muted"), what))
    lines += [Content.styled("You can now:", "bold"), *(Content(f"  · {objective}") for objective in end.can)]
    return Content("\n").join(lines)


def ways_on(found: Results, course: Course, *, next_title: str | None) -> tuple[Item, ...]:
    """Where one can go from here: pages to look at again, the next lesson, home. Every way stands once."""
    items = []
    if next_title is not None:
        items.append(Item("next", Content(f"Next lesson: {next_title}")))
    missed = {x.place: _why(x) for x in found.outcomes if not x.passed}
    missed |= dict.fromkeys(found.unread, "not read yet")
    ways = [_way_back(found, course, place, missed[place]) for place in sorted(missed)]
    items += {item.id: item for item in ways}.values()
    items.append(Item("home", Content("Home")))
    if not found.lesson.made_up:
        items.append(Item("again", Content("This lesson again, from its first page")))
    if found.finished:
        return tuple(items)
    return tuple(sorted(items, key=lambda item: not item.id.startswith("page:")))


def _why(outcome: Outcome) -> str:
    """Why one might go back to a page. A question that is answered wrong shows its answer, and counts as wrong."""
    if outcome.shown:
        return "not right" if outcome.step.kind == "choice" else "was shown"
    return "still open"


def _way_back(found: Results, course: Course, place: int, why: str) -> Item:
    """To the page itself; after a question, to the page that shows what it asks."""
    step = found.lesson.steps[place - 1]
    behind = page_behind(course, step.id) if found.lesson.is_quiz or found.lesson.made_up else None
    target = course.step(behind.step) if behind is not None else None
    if behind is None or target is None:
        name = f": {step.title}" if step.title else ""
        line = Content.assemble(f"Back to page {place}{name}", (f"   {why}", "$text-muted"))
        return Item(f"page:{found.lesson.slug}:{step.id}", line)
    lesson, page = target
    name = f": {page.title}" if page.title else f", page {lesson.steps.index(page) + 1}"
    line = Content.assemble(
        f"Look again at {lesson.number} {lesson.title}{name}", (f"   question {place} {why}", "$text-muted")
    )
    return Item(f"page:{behind.lesson}:{behind.step}", line)


class ResultsScreen(TutorScreen):
    """What came of the lesson that was open."""

    CSS_PATH = "results.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        *keys.bindings((keys.PREVIOUS, keys.NEXT)),
        Binding("pageup", "scroll(-6)", show=False, priority=True),
        Binding("pagedown", "scroll(6)", show=False, priority=True),
    ]
    AUTO_FOCUS: ClassVar[str | None] = "Choices"
    help_area = "home"
    shows_lesson = True

    ways = getters.query_one(Choices)

    def body(self) -> Iterable[Widget]:
        session = self.tutor.session
        lesson = session.lesson
        assert lesson is not None
        found = session.results()
        following = [] if lesson.made_up else [x for x in session.course.lessons if x.number > lesson.number]
        self._next = following[0] if following else None
        parts = [summary(found)]
        if not lesson.made_up and is_done(session.course, session.progress):
            parts.insert(0, farewell(ending(session.course, session.progress)))
        yield VerticalScroll(Note(Content("\n\n").join(parts)), id="summary", can_focus=False)
        yield Choices(ways_on(found, session.course, next_title=self._next.title if self._next else None))

    def footer_keys(self) -> tuple[tuple[str, str], ...]:
        lesson = self.tutor.session.lesson
        last = ((keys.PREVIOUS, "last page"),) if lesson is not None and not lesson.made_up else ()
        more: tuple[keys.Key, ...] = ()
        for scroll in self.query("#summary"):
            if scroll.max_scroll_y > 0:
                more = (keys.MORE if scroll.scroll_y < scroll.max_scroll_y else keys.ABOVE,)
        return keys.footer((keys.BACK, "home"), *more, keys.CHOOSE, keys.OPEN, *last, keys.HELP)

    def ready(self) -> None:
        self.call_after_refresh(self.update_footer)
        lesson = self.tutor.session.lesson
        assert lesson is not None
        self.show_title(lesson.title if lesson.made_up else f"{lesson.number} {lesson.title}", "results")

    @on(Choices.Chosen)
    async def open_way(self, event: Choices.Chosen) -> None:
        session = self.tutor.session
        assert session.lesson is not None
        match event.item.id.split(":"):
            case ["next"] if self._next is not None:
                await self.tutor.replace_with_lesson(self._next)
            case ["page", slug, step_id] if (lesson := session.course.find(slug)) is not None:
                await self.tutor.replace_with_lesson(lesson, step_id)
            case ["again"]:
                await self.tutor.replace_with_lesson(session.lesson, session.lesson.steps[0].id)
            case _:
                self.tutor.go_back()

    def action_scroll(self, lines: int) -> None:
        """Page Up and Page Down move the summary, where it is longer than its place."""
        self.query_one("#summary").scroll_relative(y=lines, animate=False)
        self.call_after_refresh(self.update_footer)

    async def action_previous(self) -> None:
        session = self.tutor.session
        assert session.lesson is not None
        if not session.lesson.made_up:
            await self.tutor.replace_with_lesson(session.lesson, session.lesson.steps[-1].id)

    async def action_next(self) -> None:
        self.ways.action_choose()
