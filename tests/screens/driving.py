"""Pressing what `tests.journey` says: keys one by one, texts as one paste, as quick as the app takes them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from textual import events
from textual.pilot import Pilot

from tests.journey import TEXT


async def press(pilot: Pilot[Any], keys: Iterable[str]) -> None:
    """Press these keys; a text goes to the field that has the focus, as a terminal's paste does."""
    for key in keys:
        if key.startswith(TEXT):
            focused = pilot.app.focused
            assert focused is not None, f"nothing takes {key}"
            focused.post_message(events.Paste(key.removeprefix(TEXT)))
            await pilot.pause()
        else:
            await pilot.press(key)
