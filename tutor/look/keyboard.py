"""Textual's driver for a Unix terminal, but for one thing: a byte that is no UTF-8 is a sign that nobody can read.

Textual's own ends the app there. Such bytes come from terminals set to Latin-1, and from lines with a fault.
"""

from __future__ import annotations

import codecs
import os
import select
from collections.abc import Iterable

from textual.drivers.linux_driver import LinuxDriver

# The parser of keys, by the name that another driver has for it: its own module is private.
from textual.drivers.web_driver import XTermParser  # type: ignore[attr-defined]
from textual.message import Message

PATIENCE = 0.1
"""Seconds between two looks at whether the driver is to stop, and whether a lone Esc has been waited for enough."""

CHUNK = 4096


class TolerantDriver(LinuxDriver):
    """Reads keys as its base does, with a decoder that goes on."""

    def run_input_thread(self) -> None:
        """Wait for input and hand on what it means, until the driver is to stop."""
        parser = XTermParser()
        decoder = codecs.getincrementaldecoder("utf-8")("replace")
        while not self.exit_event.is_set():
            if select.select([self.fileno], [], [], PATIENCE)[0]:
                data = os.read(self.fileno, CHUNK)
                if not data:
                    # Nothing comes any more, and this would be found out again at once.
                    self.exit_event.wait(PATIENCE)
                text = decoder.decode(data)
                # To the parser an empty text is the end.
                self._hand_on(parser.feed(text) if text else ())
            self._hand_on(parser.tick())

    def _hand_on(self, messages: Iterable[Message]) -> None:
        for message in messages:
            self.process_message(message)
