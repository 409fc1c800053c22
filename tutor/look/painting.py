"""Holding painting back until what is under way is done, so that it comes in one piece: each piece costs a slow link
a round."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

from textual.app import App

A_MOMENT = 0.05
"""Seconds after which the first frame is out."""


def hold(app: App[Any]) -> ExitStack:
    """Paint nothing from now on, until what is returned is closed."""
    held = ExitStack()
    held.enter_context(app.batch_update())
    return held


def paint_first_screen_once(app: App[Any], *, then: Callable[[], object]) -> None:
    """Hold painting back while the first screen is laid out, in several rounds; a moment later, `then`."""
    held = hold(app)
    app.screen.call_after_refresh(held.close)

    def go_on() -> None:
        # A key may have led away from the screen that was to let go.
        held.close()
        for screen in app.screen_stack:
            screen.check_idle()
        then()

    app.set_timer(A_MOMENT, go_on)
