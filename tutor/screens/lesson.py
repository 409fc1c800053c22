"""A lesson, one page at a time: a few sentences, and below them one thing to do."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar

from textual import events, getters, on
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.widget import Widget
from textual.widgets import Static

from tutor.lessons.model import Step
from tutor.lessons.sources import sources_on
from tutor.rendering.cited import cited
from tutor.rendering.prose import markdown
from tutor.screens import keys
from tutor.screens.base import TutorScreen
from tutor.screens.pages import view_class
from tutor.screens.pages.base import PageView
from tutor.widgets.ground import ScrolledGround
from tutor.widgets.note import Note

if TYPE_CHECKING:
    from rich.console import RenderableType

    from tutor.coaching.page import Page
    from tutor.coaching.session import Session


class Prose(Static):
    """A page's body, as Markdown."""

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        # With no lines at width 0, the scroll bar that leaves no more would come and go without end.
        return super().get_content_height(container, viewport, max(width, 1))


NUMERIC = "0123456789.([-−√"
"""What numbers begin with: typed outside the field, it goes into the field."""


def mark_of(step: Step, page: Page) -> str:
    """How a page stands, before its number: answered right, answered wrong, written, shown, or only read."""
    if step.kind == "explain" and page.judged is not None:
        return "written, compared · "
    if page.verdict is not None and page.chosen is not None and not page.verdict.passed:
        return "✗ "
    if page.shown:
        return "shown · "
    return "✓ " if page.done else ""


class LessonScreen(TutorScreen):
    """Shows the session's lesson, page by page, and hands each key to the page that is open."""

    CSS_PATH = "lesson.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        *keys.bindings((keys.NEXT, keys.PREVIOUS, keys.HINT, keys.SHOW, keys.FIELD, keys.GO_ON, keys.ANOTHER)),
        *keys.bindings((keys.PAGE_ON, keys.PAGE_BACK, keys.INSIDE, keys.HEAD, keys.HEAD_BACK)),
        Binding("up", "scroll(-1)", show=False),
        Binding("down", "scroll(1)", show=False),
        Binding("pageup", "scroll(-8)", show=False),
        Binding("pagedown", "scroll(8)", show=False),
    ]
    help_area = "lesson"
    shows_lesson = True

    scroll = getters.query_one("#page", ScrolledGround)

    def __init__(self) -> None:
        super().__init__()
        # Ctrl+N is the app's own task, Enter on a page this screen's: they may come to the turn of a page together.
        self._turning = asyncio.Lock()
        self._outdated = False

    @property
    def session(self) -> Session:
        return self.tutor.session

    @property
    def view(self) -> PageView | None:
        """The view of the open page; None while it is on its way."""
        return None if self._turning.locked() else next(iter(self.query(PageView)), None)

    def _shown(self) -> PageView:
        # Not by `query_one`: Textual would keep the last thousand pages that it found.
        return self.query(PageView).first()

    def body(self) -> Iterable[Widget]:
        yield ScrolledGround(*self._widgets(self.session.step), id="page", can_focus=False)

    def footer_keys(self) -> tuple[tuple[str, str], ...]:
        view = self._shown()
        if self.in_field:
            return (*view.footer(), *keys.footer(keys.HELP_FROM_FIELD))
        more: tuple[keys.Key, ...] = ()
        if self.scroll.scroll_y < self.scroll.max_scroll_y:
            more = (keys.MORE,)
        elif self.scroll.max_scroll_y > 0:
            more = (keys.ABOVE,)
        return (*keys.footer(keys.BACK, *more), *view.footer(), *keys.footer(keys.HELP))

    def update_footer(self) -> None:
        if self.view is not None:
            super().update_footer()

    def ready(self) -> None:
        self._settle()

    def _widgets(self, step: Step) -> list[Widget]:
        widgets: list[Widget] = []
        if step.body.strip():
            widgets.append(Prose(self._prose(), id="body"))
        widgets.append(view_class(step.kind)(self.session))
        sources = sources_on(step, self.session.lesson)
        if sources:
            widgets.append(Note(cited(sources), id="sources"))
        return widgets

    def _prose(self) -> RenderableType:
        return markdown(self.session.body, ascii=self.tutor.surroundings.ascii)

    def _settle(self) -> None:
        """Title, focus and footer of the page that has just been put up."""
        self._show_place()
        self.scroll.scroll_home(animate=False)
        self._shown().arrive()

    def _show_place(self) -> None:
        session = self.session
        lesson = session.lesson
        assert lesson is not None
        word = "question" if lesson.is_quiz or lesson.made_up else "page"
        number = "" if lesson.made_up else f"{lesson.number} "
        title = session.step.title
        self.show_title(
            f"{number}{lesson.title}{f': {title}' if title else ''}",
            f"{mark_of(session.step, session.page)}{word} {session.index + 1} of {len(lesson.steps)}",
            short=f"{number}{title or lesson.title}",
        )

    async def show_page(self) -> None:
        """Put up the page that the session is on."""
        async with self.batch():
            await self.scroll.remove_children()
            await self.scroll.mount(*self._widgets(self.session.step))
            self._settle()
            # Textual asks for a layout once more after each removal; the batch waits for that, so as to paint once.
            settled = asyncio.Event()
            self.scroll.call_next(settled.set)
            await settled.wait()
        self.tutor.leftovers.add()

    def outdate(self) -> None:
        self._outdated = True

    async def on_screen_resume(self) -> None:
        if self._outdated:
            self._outdated = False
            await self.show_page()

    def keep_draft(self) -> None:
        """Keep what stands in the page's fields."""
        if self.view is not None:
            self.view.keep_draft()

    @on(PageView.Changed)
    def follow(self, event: PageView.Changed) -> None:
        """A verdict, a hint: bring it into view, and show the keys that work now."""
        if self.view is None:
            return
        self._show_place()
        self.update_footer()
        if event.below:
            self.once_laid_out(self._look_below)

    def _look_below(self) -> None:
        self.scroll.scroll_end(animate=False)

    @on(PageView.GoneOn)
    async def go_on(self) -> None:
        await self._turn(1)

    async def action_next(self) -> None:
        if self.view is not None and not self.view.forward():
            await self._turn(1)

    async def action_previous(self) -> None:
        if self.view is not None and not self.view.backward():
            await self._turn(-1)

    async def action_page(self, by: int) -> None:
        """Ctrl+N and Ctrl+P turn the page, whatever stage it is at."""
        await self._turn(by)

    async def action_go_on(self) -> None:
        """Enter where nothing has the focus: what the page opens; else on, once it is closed or asks nothing."""
        if self.view is not None and await self.view.open():
            return
        if self.session.page.closed or not self.session.step.asks:
            await self.action_next()

    async def _turn(self, by: int) -> None:
        self.say("")
        async with self._turning:
            for view in self.query(PageView):
                view.keep_draft()
            if self.session.turn(by):
                await self.show_page()
            elif by > 0:
                await self.tutor.open_results()
            else:
                self.say("This is the first page.")
        self.update_footer()

    def on_key(self, event: events.Key) -> None:
        if event.character and event.character in NUMERIC and self.view is not None and self.view.type(event.character):
            event.stop()
            event.prevent_default()

    def action_hint(self) -> None:
        if self.view is not None:
            self.view.hint()

    def action_show(self) -> None:
        if self.view is not None:
            self.view.show()

    def action_another(self) -> None:
        if self.view is not None:
            self.view.another()
            for body in self.query(Prose):
                # Drawn numbers may stand in it too.
                body.update(self._prose())

    def action_scroll(self, lines: int) -> None:
        self.scroll.scroll_relative(y=lines, animate=False)

    def action_inside(self) -> None:
        inside = getattr(self.view, "inside", None)
        if inside is not None:
            inside()

    def action_head(self) -> None:
        self._turn_head(1)

    def action_head_back(self) -> None:
        self._turn_head(-1)

    def _turn_head(self, by: int) -> None:
        turn_head = getattr(self.view, "turn_head", None)
        if turn_head is not None:
            turn_head(by)

    def action_field(self) -> None:
        """Back into the answer field."""
        field = next(iter(self.query(".-field")), None)
        if field is not None:
            field.focus()

    async def action_back(self) -> None:
        self.keep_draft()
        await super().action_back()
