"""A screen on which one may type faster than its fields are put up."""

from __future__ import annotations

from textual import events, on
from textual.widgets import Input, TextArea

from tutor.screens.base import TutorScreen
from tutor.widgets.typed import typed_text


class TypingAhead(TutorScreen):
    """Does at once what a key stands for, so that the field is there for the next one.

    A binding is run only once the app has got the key back; what is typed meanwhile still goes to what had the focus.
    """

    @on(events.Key)
    async def do_at_once(self, event: events.Key) -> None:
        self.on_key(event)
        if not self.is_live:
            return
        if self.in_field and (text := typed_text(event)):
            # What is typed into a field never comes here, unless it was on its way before the field was entered.
            self._type(text)
        else:
            bound = self.active_bindings.get(event.key)
            if bound is None or not bound.enabled:
                return
            await self.app.run_action(bound.binding.action, default_namespace=bound.node)
        event.stop()
        event.prevent_default()

    def _type(self, character: str) -> None:
        """Into the field that has the focus by now."""
        if isinstance(self.focused, Input):
            self.focused.insert_text_at_cursor(character)
        elif isinstance(self.focused, TextArea):
            self.focused.insert(character)
