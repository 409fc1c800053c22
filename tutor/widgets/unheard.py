"""Fields that their screen does not hold on to once they have gone."""

from __future__ import annotations

from textual.widget import Widget


def take_no_selection(field: Widget) -> None:
    """No more tell this field that text is being selected elsewhere on its screen: nothing can be selected there, and
    a screen keeps every field that it once had to tell."""
    if field.is_attached:
        field.screen.text_selection_started_signal.unsubscribe(field)
