"""The end of a lesson: what was reached, which pages are worth another look, and what comes next."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from textual import getters, on
from textual.binding import BindingType
from textual.content import Content
from textual.widget import Widget

from tutor.coaching.results import Results, results
from tutor.screens import keys
from tutor.screens.base import TutorScreen
from tutor.widgets.choices import Choices, Item
from tutor.widgets.note import Note


def summary(found: Results) -> Content:
    """The headline, then one line an objective."""
    asked = len(found.outcomes)
    right = sum(x.passed for x in found.outcomes)
    first = sum(x.first_try for x in found.outcomes)
    noun = "questions" if found.lesson.is_quiz else "pages to answer"
    head = "✓ Lesson finished." if found.finished else "Not finished yet: some pages are still open."
    lines = [
        Content.styled(head, "bold $success" if found.finished else "bold $mark"),
        Content(f"{asked} {noun}: {right} right, {first} of them at the first try."),
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
        met = ", ".join(f"{code} ×{count}" if count > 1 else code for code, count in found.mistakes[:5])
        lines += [Content(""), Content.assemble(("Mistakes met: ", "$text-muted"), met)]
    return Content("\n").join(lines)


def ways_on(found: Results, *, next_title: str | None) -> tuple[Item, ...]:
    """Where one can go from here: pages to look at again, the next lesson, home."""
    items = []
    if next_title is not None:
        items.append(Item("next", Content(f"Next lesson: {next_title}")))
    word = "question" if found.lesson.is_quiz else "page"
    for outcome in found.outcomes:
        if not outcome.passed:
            why = "was shown" if outcome.shown else "still open"
            name = f": {outcome.step.title}" if outcome.step.title else ""
            items.append(
                Item(
                    f"page:{outcome.step.id}",
                    Content.assemble(f"Back to {word} {outcome.place}{name}", (f"   {why}", "$text-muted")),
                )
            )
    items += [Item("home", Content("Home")), Item("again", Content("This lesson again, from its first page"))]
    if found.finished:
        return tuple(items)
    return tuple(sorted(items, key=lambda item: not item.id.startswith("page:")))


class ResultsScreen(TutorScreen):
    """What came of the lesson that was open."""

    CSS_PATH = "results.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*keys.bindings((keys.PREVIOUS, keys.NEXT))]
    AUTO_FOCUS: ClassVar[str | None] = "Choices"
    help_area = "home"

    ways = getters.query_one(Choices)

    def body(self) -> Iterable[Widget]:
        session = self.tutor.session
        lesson = session.lesson
        assert lesson is not None
        found = results(lesson, session.progress)
        following = [x for x in session.course.lessons if x.number > lesson.number]
        self._next = following[0] if following else None
        yield Note(summary(found), id="summary")
        yield Choices(ways_on(found, next_title=self._next.title if self._next else None))

    def footer_keys(self) -> tuple[tuple[str, str], ...]:
        return keys.footer((keys.BACK, "home"), keys.CHOOSE, keys.OPEN, (keys.PREVIOUS, "last page"), keys.HELP)

    def on_mount(self) -> None:
        lesson = self.tutor.session.lesson
        assert lesson is not None
        self.top.set(f"{lesson.number} {lesson.title}", "results")
        self.update_footer()

    @on(Choices.Chosen)
    async def open_way(self, event: Choices.Chosen) -> None:
        session = self.tutor.session
        assert session.lesson is not None
        match event.item.id.split(":", 1):
            case ["next"] if self._next is not None:
                await self.tutor.replace_with_lesson(self._next)
            case ["page", step_id]:
                await self.tutor.replace_with_lesson(session.lesson, step_id)
            case ["again"]:
                await self.tutor.replace_with_lesson(session.lesson, session.lesson.steps[0].id)
            case _:
                self.tutor.go_back()

    async def action_previous(self) -> None:
        session = self.tutor.session
        assert session.lesson is not None
        await self.tutor.replace_with_lesson(session.lesson, session.lesson.steps[-1].id)

    async def action_next(self) -> None:
        self.ways.action_choose()
