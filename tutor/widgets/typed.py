"""What a key types. To Python a joiner or an ideographic space is unprintable, and Textual's fields drop what is."""

from __future__ import annotations

from textual import events
from textual.widget import Widget

from tutor.notation.visible import is_text


def typed_text(event: events.Key) -> str:
    """The character that this key types, or nothing where it is a command."""
    return event.character if event.character is not None and is_text(event.character) else ""


async def act_at_once(field: Widget, event: events.Key) -> None:
    """Do now what the field's own keys stand for: Textual does it once the app has got the key back, and by then what
    was typed next would stand in the field already, to be deleted by a Ctrl+U that came before it."""
    bound = field.screen.active_bindings.get(event.key)
    if bound is None or bound.node is not field or not bound.enabled:
        return
    say = getattr(field.screen, "say", None)
    if say is not None:
        # As with each key that the screen hears of; first, since the key may have something said.
        say("")
    # One that has nothing to do here, such as to copy where nothing is selected, is left to those around the field.
    if await field.app.run_action(bound.binding.action, default_namespace=field):
        event.stop()
        event.prevent_default()


def left_out(event: events.Key) -> str:
    """What this key types but Textual's own fields would drop."""
    return "" if event.is_printable else typed_text(event)
