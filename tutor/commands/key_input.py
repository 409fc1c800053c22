"""A terminal read key by key, so that a line that is begun is in our hands and not in the kernel's.

A terminal that keeps the line until Enter takes it with it when the connection drops.
"""

from __future__ import annotations

import os
import select
import sys
import termios
from collections import deque
from contextlib import suppress

from tutor.plain.typing_line import LineTyping, Typed

LOCAL = 3
"""The place of the local modes among a terminal's settings, as `termios` has them."""

CONTROLS = 6
"""The place of the control characters."""


class KeyInput:
    """The line that is being typed at the terminal of this file descriptor, echoed on whichever stream leads there.

    The echo moves the cursor by backspaces only: no escape byte is written.
    """

    def __init__(self, source: int) -> None:
        self.source = source
        self._typing = LineTyping(self._echo)
        self._typed: deque[Typed] = deque()
        self._before = termios.tcgetattr(source)
        shown = [stream.fileno() for stream in (sys.stdout, sys.stderr) if stream.isatty()]
        self._shown = shown[0] if shown else None

    @property
    def text(self) -> str:
        """What stands in the line so far."""
        return self._typing.text

    def by_keys(self) -> None:
        """From now on each key comes at once; Ctrl+C and the like stay signals."""
        settings = [*self._before[:CONTROLS], list(self._before[CONTROLS])]
        settings[0] &= ~termios.ICRNL
        settings[LOCAL] &= ~(termios.ICANON | termios.IEXTEN)
        if self._shown is not None:
            settings[LOCAL] &= ~termios.ECHO
        settings[CONTROLS][termios.VMIN], settings[CONTROLS][termios.VTIME] = 1, 0
        self._set(settings)

    def as_before(self) -> None:
        """The terminal as it was found. Never waits."""
        self._set(self._before)

    def _set(self, settings: list[object]) -> None:
        with suppress(OSError, termios.error):  # the terminal is gone
            termios.tcsetattr(self.source, termios.TCSANOW, settings)  # type: ignore[arg-type]  # as tcgetattr gave it

    def feed(self, data: bytes) -> None:
        """Bytes have come from the terminal."""
        self._typed.extend(self._typing.feed(data))

    def next(self) -> Typed | None:
        """What was typed and not yet taken; None where a line is still open."""
        return self._typed.popleft() if self._typed else None

    def abandon(self) -> None:
        """Forget the line that was begun."""
        self._typing.text = ""

    def again(self, prompt: str) -> None:
        """The prompt and the line once more, below whatever else was written meanwhile."""
        self._echo(f"{prompt}{self.text}")

    def _echo(self, text: str) -> None:
        """Show what a key has changed; nothing while the terminal is stopped, which would hold us up."""
        if self._shown is None:
            return
        with suppress(OSError):
            if select.select([], [self._shown], [], 0)[1]:
                os.write(self._shown, text.replace("\r\n", "\n").encode("utf-8", "replace"))
