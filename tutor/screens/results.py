"""The end of a lesson: what was reached, which pages are worth another look, and what comes next."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from textual import getters, on
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widget import Widget

from tutor.coaching.ending import Ending, ending, is_done
from tutor.coaching.page import Aside
from tutor.coaching.results import Results
from tutor.coaching.ways import Way, next_lesson, ways_on
from tutor.rendering.outcome import (
    COURSE_DONE,
    NEXT,
    hardest,
    headline,
    look_again,
    met_most,
    mistakes_met,
    objective_count,
    objective_name,
    score,
)
from tutor.screens import keys
from tutor.screens.base import TutorScreen
from tutor.widgets.choices import Choices, Item
from tutor.widgets.ground import ScrolledGround
from tutor.widgets.note import Note


def summary(found: Results) -> Content:
    """The headline, then one line an objective."""
    good = found.finished and not found.went_wrong
    lines = [
        Content.styled(f"✓ {headline(found)}" if good else headline(found), "bold $success" if good else "bold $mark"),
        Content(score(found)),
        Content(""),
    ]
    for objective in found.objectives:
        glyph, style = ("✓", "$success") if objective.reached else ("·", "$mark")
        count = objective_count(objective)
        lines.append(
            Content.assemble((f"{glyph} ", f"bold {style}"), objective_name(objective), (f"   {count}", "$text-muted"))
        )
    if met := mistakes_met(found):
        lines += [Content(""), Content.assemble(("Mistakes met: ", "$text-muted"), met)]
    return Content("\n").join(lines)


def farewell(end: Ending) -> Content:
    """The end of the course: what was hard, what comes next, what one can do now and what is to be looked at again."""
    lines = [Content.styled(f"✓ {COURSE_DONE}", "bold $success")]
    if hard := hardest(end):
        lines.append(Content.assemble(("Hardest for you: ", "$text-muted"), hard))
    if met := met_most(end):
        lines.append(Content.assemble(("Met most: ", "$text-muted"), met))
    lines.append(Content.assemble(("Next: ", "$text-muted"), NEXT))
    if again := look_again(end):
        lines += [Content.styled("Look again at:", "bold $mark"), *(Content(f"  · {objective}") for objective in again)]
    if end.can:
        lines += [Content.styled("You can now:", "bold"), *(Content(f"  · {objective}") for objective in end.can)]
    return Content("\n").join(lines)


def way_items(ways: Iterable[Way]) -> tuple[Item, ...]:
    """One line for each way, with why one might take it."""
    return tuple(
        Item(way.id, Content.assemble(way.text, (f"   {way.why}", "$text-muted") if way.why else "")) for way in ways
    )


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

    _aside: Aside | None = None
    """These results' own lesson, while a page of another one is looked at."""

    ways = getters.query_one(Choices)

    def body(self) -> Iterable[Widget]:
        session = self.tutor.session
        lesson = session.lesson
        assert lesson is not None
        found = session.results()
        self._next = next_lesson(lesson, session.course, session.progress)
        yield ScrolledGround(Note(summary(found), id="outcome"), id="summary", can_focus=False)
        ways = ways_on(
            found,
            session.course,
            next_title=self._next.title if self._next else None,
            course_done=is_done(session.course, session.progress),
        )
        yield Choices(way_items(ways))

    def footer_keys(self) -> tuple[tuple[str, str], ...]:
        lesson = self.tutor.session.lesson
        last = ((keys.PREVIOUS, "last page"),) if lesson is not None and not lesson.made_up else ()
        more: tuple[keys.Key, ...] = ()
        for scroll in self.query("#summary"):
            if scroll.max_scroll_y > 0:
                more = (keys.MORE if scroll.scroll_y < scroll.max_scroll_y else keys.ABOVE,)
        return keys.footer((keys.BACK, "home"), *more, keys.CHOOSE, keys.OPEN, *last, keys.HELP)

    def ready(self) -> None:
        lesson = self.tutor.session.lesson
        assert lesson is not None
        self.show_title(lesson.title if lesson.made_up else f"{lesson.number} {lesson.title}", "results")

    @on(Choices.Chosen)
    async def open_way(self, event: Choices.Chosen) -> None:
        session = self.tutor.session
        assert session.lesson is not None
        match event.item.id.split(":"):
            case ["next"] if self._next is not None:
                session.open(self._next)
                self.tutor.replace_with_lesson()
            case ["quiz"]:
                await self.tutor.replace_with_quiz()
            case ["course"]:
                self.query_one("#outcome", Note).show(farewell(ending(session.course, session.progress)))
                self.query_one("#summary").scroll_home(animate=False)
                self.ways.action_move(1)
                self.call_after_refresh(self.update_footer)
            case ["page", slug, step_id] if slug != session.lesson.slug:
                # To read up on a question: `q` comes back to these results.
                self._aside = session.set_aside()
                await self.tutor.open_lesson(slug, step_id)
            case ["page", _, step_id]:
                session.open(session.lesson, step_id)
                self.tutor.replace_with_lesson()
            case ["question", place]:
                session.go_to(int(place))
                self.tutor.replace_with_lesson()
            case ["again"]:
                session.open_again(session.lesson)
                self.tutor.replace_with_lesson()
            case _:
                self.tutor.go_back()

    def on_screen_resume(self) -> None:
        """Back from a page that was looked at: what these are the results of is open again."""
        aside, self._aside = self._aside, None
        if aside is not None:
            self.tutor.session.take_up(aside)

    def action_scroll(self, lines: int) -> None:
        """Page Up and Page Down move the summary, where it is longer than its place."""
        self.query_one("#summary").scroll_relative(y=lines, animate=False)

    async def action_previous(self) -> None:
        session = self.tutor.session
        assert session.lesson is not None
        if not session.lesson.made_up:
            session.open(session.lesson, session.lesson.steps[-1].id)
            self.tutor.replace_with_lesson()

    async def action_next(self) -> None:
        self.ways.action_choose()
