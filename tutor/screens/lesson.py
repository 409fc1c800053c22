"""A lesson, one page at a time: a few sentences, and below them one thing to do."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar

from textual import getters, on
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widget import Widget
from textual.widgets import Static

from tutor.lessons.model import Step
from tutor.rendering.prose import markdown
from tutor.screens import keys
from tutor.screens.base import TutorScreen
from tutor.screens.pages import view_class
from tutor.screens.pages.base import PageView

if TYPE_CHECKING:
    from tutor.coaching.session import Session


class Prose(Static):
    """A page's body, as Markdown."""


class LessonScreen(TutorScreen):
    """Shows the session's lesson, page by page, and hands each key to the page that is open."""

    CSS_PATH = "lesson.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        *keys.bindings((keys.NEXT, keys.PREVIOUS, keys.HINT, keys.SHOW, keys.FIELD, keys.GO_ON, keys.ANOTHER)),
        *keys.bindings((keys.PAGE_ON, keys.PAGE_BACK, keys.INSIDE)),
        Binding("up", "scroll(-1)", show=False),
        Binding("down", "scroll(1)", show=False),
        Binding("pageup", "scroll(-8)", show=False),
        Binding("pagedown,space", "scroll(8)", show=False),
    ]
    help_area = "lesson"

    scroll = getters.query_one("#page", VerticalScroll)

    def __init__(self) -> None:
        super().__init__()
        # Ctrl+N is the app's own task, Enter on a page this screen's: they may come to the turn of a page together.
        self._turning = asyncio.Lock()

    @property
    def session(self) -> Session:
        return self.tutor.session

    @property
    def view(self) -> PageView | None:
        """The view of the open page; None while it is on its way."""
        return None if self._turning.locked() else self.query_one(PageView)

    def body(self) -> Iterable[Widget]:
        yield VerticalScroll(*self._widgets(self.session.step), id="page", can_focus=False)

    def footer_keys(self) -> tuple[tuple[str, str], ...]:
        view = self.query_one(PageView)
        more = (keys.MORE,) if self.scroll.max_scroll_y > 0 and not self.in_field else ()
        if self.in_field:
            return (*keys.footer(keys.LEAVE), *view.footer(), *keys.footer(keys.HELP_FROM_FIELD))
        return (*keys.footer(keys.BACK), *view.footer(), *keys.footer(*more, keys.HELP))

    def update_footer(self) -> None:
        if self.view is not None:
            super().update_footer()

    def on_mount(self) -> None:
        self._settle()

    def _widgets(self, step: Step) -> list[Widget]:
        widgets: list[Widget] = []
        if step.body.strip():
            widgets.append(Prose(markdown(step.body, ascii=self.tutor.surroundings.ascii)))
        widgets.append(view_class(step.kind)(self.session))
        return widgets

    def _settle(self) -> None:
        """Title, focus and footer of the page that has just been put up."""
        self._show_place()
        self.scroll.scroll_home(animate=False)
        self.query_one(PageView).arrive()
        # Whether there is more than fits is known once the page is laid out.
        self.call_after_refresh(self.update_footer)

    def _show_place(self) -> None:
        session = self.session
        lesson = session.lesson
        assert lesson is not None
        word = "question" if lesson.is_quiz else "page"
        mark = "✓ " if session.page.done else ""
        title = f": {session.step.title}" if session.step.title else ""
        self.top.set(
            f"{lesson.number} {lesson.title}{title}", f"{mark}{word} {session.index + 1} of {len(lesson.steps)}"
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
            self.call_after_refresh(self._look_below)

    def _look_below(self) -> None:
        self.scroll.scroll_end(animate=False)
        # Only now is it known whether there is more than fits.
        self.update_footer()

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
        """Enter where nothing has the focus: on, once the page is closed or asks nothing."""
        if self.session.page.closed or not self.session.step.asks:
            await self.action_next()

    async def _turn(self, by: int) -> None:
        async with self._turning:
            self.query_one(PageView).keep_draft()
            if self.session.turn(by):
                await self.show_page()
            elif by > 0:
                await self.tutor.open_results()
            else:
                self.say("This is the first page.")
        self.call_after_refresh(self.update_footer)

    def action_hint(self) -> None:
        if self.view is not None:
            self.view.hint()

    def action_show(self) -> None:
        if self.view is not None:
            self.view.show()

    def action_another(self) -> None:
        if self.view is not None:
            self.view.another()

    def action_scroll(self, lines: int) -> None:
        self.scroll.scroll_relative(y=lines, animate=False)

    def action_inside(self) -> None:
        inside = getattr(self.view, "inside", None)
        if inside is not None:
            inside()

    def action_field(self) -> None:
        """Back into the answer field."""
        field = next(iter(self.query(".-field")), None)
        if field is not None:
            field.focus()

    async def action_back(self) -> None:
        self.keep_draft()
        await super().action_back()
