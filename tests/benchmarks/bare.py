"""The yardstick: the least that a Textual app can be. `numpy` imports it first, `input` adds a field."""

from __future__ import annotations

import sys

if "numpy" in sys.argv:
    import numpy  # noqa: F401
from textual.app import App, ComposeResult
from textual.widgets import Input, Static


class Bare(App[None]):
    """One Static, and nothing that blinks or moves."""

    def compose(self) -> ComposeResult:
        yield Static("READY")
        if "input" in sys.argv:
            field = Input()
            field.cursor_blink = False
            yield field


if __name__ == "__main__":
    Bare().run()
