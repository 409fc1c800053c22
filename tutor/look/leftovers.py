"""What is kept of pages that nobody sees: gone ones, by Textual and Rich; covered ones, by their own drawn lines."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rich.cells import cached_cell_len
from textual.widget import StylesCache  # type: ignore[attr-defined]

if TYPE_CHECKING:
    from textual.screen import Screen

LET_GO_AFTER = 0.7
"""Seconds after a page has gone: the one in its place is being read then, and no key waits."""


def forget_drawn() -> None:
    """Empty the caches that hold the drawn lines of the last thousand widgets, and the last thousands of texts.

    They are filled again by what is still there, as it is next drawn.
    """
    StylesCache.get_inner_outer.cache_clear()
    cached_cell_len.cache_clear()


class Leftovers:
    """One app's: let go of, all at once, when no more has come for a moment."""

    def __init__(self) -> None:
        self.when_quiet: Callable[[], None] | None = None
        """Called in that moment too."""
        self._covered: set[Screen[Any]] = set()
        self._waiting: asyncio.TimerHandle | None = None

    def add(self, covered: Screen[Any] | None = None) -> None:
        """A page or a screen has gone, or a screen has been covered by another."""
        if covered is not None:
            self._covered.add(covered)
        if self._waiting is not None:
            self._waiting.cancel()
        self._waiting = asyncio.get_running_loop().call_later(LET_GO_AFTER, self._let_go)

    def _let_go(self) -> None:
        while self._covered:
            screen = self._covered.pop()
            if screen.is_attached and screen.app.screen is not screen:
                # Come back to, it is painted anew as a whole; until then a refresh paints nothing.
                for widget in screen.walk_children():
                    widget.refresh()
        forget_drawn()
        if self.when_quiet is not None:
            self.when_quiet()
