"""An app whose keys are done in the order in which they are pressed, however fast they come.

A key that works inside fields too is done by the app itself: without this, what was typed before it would still be on
its way to the field, and an answer that was just submitted on its way to its page.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress

from textual import events
from textual.app import App
from textual.screen import Screen
from textual.widget import Widget

PATIENCE = 1.0
"""Seconds that a key waits for those before it, should a widget be held up by something else."""


class InOrderApp(App[None]):
    """An app in which no key overtakes another."""

    async def on_event(self, event: events.Event) -> None:
        if isinstance(event, events.Key) and not event.is_forwarded and self._overtakes(event):
            await caught_up(self.focused)
        await super().on_event(event)

    def _overtakes(self, event: events.Key) -> bool:
        """True for a key that the app does before the field with the focus hears of it."""
        if event.is_printable or self.focused is None:
            return False
        bound = self.active_bindings.get(event.key)
        return bound is not None and bound.binding.priority


async def caught_up(focused: Widget | None) -> None:
    """Wait until the widget with the focus, and those around it below the screen, have done all that they know of."""
    if focused is None:
        return
    with suppress(TimeoutError):
        async with asyncio.timeout(PATIENCE):
            for node in focused.ancestors_with_self:
                if isinstance(node, Screen):
                    return
                # Once for what is there, once more for the messages that a widget posts to itself while it does that.
                for _ in range(2):
                    done = asyncio.Event()
                    if not node.call_later(done.set):
                        break
                    await done.wait()
