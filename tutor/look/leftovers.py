"""What Textual and Rich keep of pages that have gone."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from rich.cells import cached_cell_len

# By the name that the widget module has for it: its own module is private.
from textual.widget import StylesCache  # type: ignore[attr-defined]

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
        self._waiting: asyncio.TimerHandle | None = None

    def add(self) -> None:
        """A page or a screen has gone."""
        if self._waiting is not None:
            self._waiting.cancel()
        self._waiting = asyncio.get_running_loop().call_later(LET_GO_AFTER, self._let_go)

    def _let_go(self) -> None:
        forget_drawn()
        if self.when_quiet is not None:
            self.when_quiet()
