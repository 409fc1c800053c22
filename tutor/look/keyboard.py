"""Textual's driver for a Unix terminal, but for two things.

A byte that is no UTF-8 is a sign that nobody can read, and a sequence with odd numbers in it is none: Textual's own
ends the app at either. And what comes faster than it can be handled waits in the terminal: a file poured into one would
else become keys that wait in memory, a thousand bytes for each.
"""

from __future__ import annotations

import codecs
import os
import select
import threading
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from textual.drivers.linux_driver import LinuxDriver
from textual.message import Message

from tutor.look.parsing import TolerantParser

if TYPE_CHECKING:
    from textual.app import App

PATIENCE = 0.1
"""Seconds between two looks at whether the driver is to stop, and whether a lone Esc has been waited for enough."""

CHUNK = 4096

AHEAD = 256
"""How many keys and the like may wait to be handled before more is read."""

LOOKS = 10
"""How often it is looked whether they have been, before more is read all the same."""


class TolerantDriver(LinuxDriver):
    """Reads keys as its base does, with a decoder that goes on, and no faster than they are handled."""

    def __init__(
        self, app: App[Any], *, debug: bool = False, mouse: bool = True, size: tuple[int, int] | None = None
    ) -> None:
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        self._handling = app
        self._waiting = 0
        self._parser = TolerantParser()

    def run_input_thread(self) -> None:
        """Wait for input and hand on what it means, until the driver is to stop."""
        decoder = codecs.getincrementaldecoder("utf-8")("replace")
        while not self.exit_event.is_set():
            if select.select([self.fileno], [], [], PATIENCE)[0]:
                data = os.read(self.fileno, CHUNK)
                if not data:
                    # Nothing comes any more, and this would be found out again at once.
                    self.exit_event.wait(PATIENCE)
                self._hand_on(self._parser.feed(decoder.decode(data)))
            self._hand_on(self._parser.tick())

    def _hand_on(self, messages: Iterable[Message]) -> None:
        for message in messages:
            self.process_message(message)
            self._waiting += 1
            if self._waiting >= AHEAD:
                self._waiting = 0
                self._let_them_be_handled()

    def _let_them_be_handled(self) -> None:
        """Wait until all that was handed on has come to where it is handled, and has been; but not for ever."""
        app, handled = self._handling, threading.Event()

        def behind_them() -> None:
            # The app only hands keys on: behind them, in the same queue, comes the sign that they are done with.
            place = (app.focused or app.screen) if app.screen_stack else app
            place.call_later(handled.set)

        app.call_later(behind_them)
        for _ in range(LOOKS):
            # What has just been taken down handles nothing any more.
            if handled.wait(PATIENCE) or self.exit_event.is_set():
                return
