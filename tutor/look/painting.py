"""Holding painting back until what is under way is done, so that it comes in one piece: each piece costs a slow link
a round."""

from __future__ import annotations

from contextlib import ExitStack
from typing import Any

from textual.app import App

A_MOMENT = 0.05
"""Seconds after which the first frame is out, so that the imports for the next screens can begin."""


def hold(app: App[Any]) -> ExitStack:
    """Paint nothing from now on, until what is returned is closed."""
    held = ExitStack()
    held.enter_context(app.batch_update())
    return held
