"""A learner at the screens: a Textual app on a connection."""

from __future__ import annotations

import asyncio
import io
import re
import traceback
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Literal, cast

from rich.console import Console

from tutor.app import TutorApp
from tutor.look.leftovers import forget_drawn
from tutor.server.driver import END, Keyboard, WireDriver
from tutor.server.seat import End, crashed

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.driver import Driver

    from tutor.lessons.model import Course
    from tutor.look.sheets import Sheets
    from tutor.server.rules import Rules
    from tutor.server.wire import Wire
    from tutor.surroundings import Colors, Surroundings

_STYLES = re.compile(r"\x1b\[[0-9;]*m")

COLOR_SYSTEMS: dict[Colors, Literal["standard", "256", "truecolor"]] = {
    "none": "standard",
    "16": "standard",
    "256": "256",
    "true": "truecolor",
}


class AppSeat:
    """Runs the app until it ends, and restores the client's terminal however that came about."""

    def __init__(
        self,
        surroundings: Surroundings,
        *,
        course: Course,
        sheets: Sheets,
        rules: Rules,
        wire: Wire,
        size: tuple[int, int],
        full: Callable[[bool], None],
    ) -> None:
        self._rules = rules
        self._wire = wire
        self._keyboard = Keyboard(size, full=full)
        self._app = TutorApp(surroundings, course=course, sheets=sheets)
        # Textual takes the colors from the process's environment; these are the client's.
        self._app.console = Console(
            color_system=COLOR_SYSTEMS[surroundings.colors],
            file=io.StringIO(),
            force_terminal=True,
            legacy_windows=False,
            highlight=False,
            emoji=False,
            safe_box=False,
            width=self._keyboard.size[0],
            height=self._keyboard.size[1],
            _environ={},
        )
        driver = partial(WireDriver, wire=wire, keyboard=self._keyboard, settle=rules.settle)
        self._app.driver_class = cast("type[Driver]", driver)
        self._task: asyncio.Task[None] | None = None
        self._given_up: asyncio.TimerHandle | None = None
        wire.resumed = self._draw_again

    def feed(self, data: bytes) -> None:
        """Bytes have come from the client."""
        self._keyboard.feed(data)

    def no_more(self) -> None:
        """Nothing can be typed any more."""
        self.leave()

    def resize(self, columns: int, rows: int) -> None:
        """The client's window has changed its size."""
        self._keyboard.resize(columns, rows)

    def interrupt(self) -> None:
        """As Ctrl+C typed."""
        self._keyboard.feed(b"\x03")

    def leave(self) -> None:
        """Save and leave; an app that does not come to it in time is ended."""
        if self._given_up is None and self._task is not None and not self._task.done():
            # The app's own queue, so that leaving runs where `self.app` is known.
            self._app.call_later(self._app.action_leave)
            loop = asyncio.get_running_loop()
            self._given_up = loop.call_later(self._rules.patience.leaving, self._task.cancel)

    async def run(self) -> End:
        """Run the app."""
        complaints = io.StringIO()
        # What Textual would else print over the whole screen, with all variables.
        self._app.error_console.file = complaints
        self._task = asyncio.create_task(self._app_alone())
        details = ""
        try:
            await self._task
        except asyncio.CancelledError:
            if not self._task.cancelled():
                raise
        except Exception:
            details = traceback.format_exc()
        details = complaints.getvalue() + details
        if self._given_up is not None:
            self._given_up.cancel()
        self._keyboard.detach()
        self._rules.settle()
        forget_drawn()
        trouble: str | None = None
        with suppress(Exception):
            trouble = self._app.stay.journal.problem
            self._app.stay.journal.close()
        if self._keyboard.is_taken:  # the app was ended before it could do so
            self._wire.write(END.encode(), must=True)
        if details:
            return crashed(_STYLES.sub("", details), self._app.surroundings)
        return End(0, "left", trouble=trouble)

    async def _app_alone(self) -> None:
        """The app, in a task of its own: what it sets for itself is nobody else's."""
        await self._app.run_async(mouse=False, size=self._keyboard.size)

    def _draw_again(self, dropped: bool) -> None:
        if dropped:
            self._app.call_later(self._app.refresh, layout=True)
            with suppress(Exception):
                self._app.screen.refresh(layout=True)
