"""A Textual driver for one connection: bytes of the client in, screens out. It knows no terminal of this process."""

from __future__ import annotations

import asyncio
import codecs
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from textual import events
from textual.constants import ESCAPE_DELAY
from textual.driver import Driver
from textual.geometry import Size

from tutor.look.parsing import TolerantParser
from tutor.server.pace import Pace
from tutor.server.wire import Wire

if TYPE_CHECKING:
    from collections.abc import Iterator

    from textual.app import App
    from textual.message import Message

BEGIN = "\x1b[?1049h\x1b[?25l\x1b[?2004h\x1b[?7l"
"""The alternate screen, no caret, bracketed paste, no line wrap. Neither mouse nor focus: nobody here needs them."""

END = (
    "\x1b[?2004l\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1006l\x1b[?1015l\x1b[?1016l\x1b[?1004l\x1b[?2048l"
    "\x1b[<u\x1b[?1049l\x1b[?7h\x1b[?25h\x1b[0m"
)
"""All of it back, and all else that could have been switched on."""

SYNC = "\x1b[?2026$p"
"""Asks whether the terminal can show a screen in one piece."""

SLICE = 256
"""Bytes that are read at once, so that the others' keys come in between."""

MOST_COLUMNS, MOST_ROWS = 300, 100
MOST_WAITING = 16_384
"""Bytes of a client's that wait here; then no more are taken from it."""

RESIZE_EVERY = 0.1
"""Seconds. A window that is drawn larger changes its size a hundred times."""


class WireDriver(Driver):
    """Drives one app over one wire."""

    def __init__(
        self,
        app: App[Any],
        *,
        wire: Wire,
        keyboard: Keyboard,
        settle: Callable[[], None],
        debug: bool = False,
        mouse: bool = True,
        size: tuple[int, int] | None = None,
    ) -> None:
        super().__init__(app, debug=debug, mouse=mouse, size=size or keyboard.size)
        self._wire = wire
        self._keyboard = keyboard
        self._settle = settle

    def write(self, data: str) -> None:
        """Send a piece of a screen."""
        self._wire.write(data.encode("utf-8", "replace"))

    def start_application_mode(self) -> None:
        """Take over the client's terminal."""
        # Textual is about to turn the process's streams aside, to this app: it then remembers the process's own and not
        # another app's. A moment later they are put back, since every thread keeps those that it was begun with.
        self._settle()
        asyncio.get_running_loop().call_soon(self._settle)
        self._keyboard.is_taken = True
        self._wire.write((BEGIN + SYNC).encode(), must=True)
        self._keyboard.attach(self)

    def disable_input(self) -> None:
        """Hand on no more keys."""
        self._keyboard.detach()

    def stop_application_mode(self) -> None:
        """Give the terminal back as it was."""
        self._keyboard.detach()
        if self._keyboard.is_taken:
            self._keyboard.is_taken = False
            self._wire.write(END.encode(), must=True)

    def resize(self, columns: int, rows: int) -> None:
        """Tell the app the size of the client's window."""
        self._size = (columns, rows)
        size = Size(columns, rows)
        self.send_message(events.Resize(size, size))

    def open_url(self, url: str, new_tab: bool = True) -> None:
        """Open nothing: a browser would start here, not at the learner's."""


class Keyboard:
    """What comes in from one client: its keys, pastes and sizes, at a pace at which the others do not wait.

    `full` is called with True when no more is to be taken from the client for now, and with False when it is again.
    """

    def __init__(self, size: tuple[int, int], *, full: Callable[[bool], None]) -> None:
        self.size = bounded(*size)
        self.is_taken = False
        """True while an app draws on the client's terminal."""
        self._full = full
        self._is_full = False
        self._loop = asyncio.get_running_loop()
        self._waiting = bytearray()
        self._driver: WireDriver | None = None
        self._parser = TolerantParser()
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._pace = Pace(self._loop.time)
        self._work: asyncio.Task[None] | None = None
        self._tick: asyncio.TimerHandle | None = None
        self._resize: asyncio.TimerHandle | None = None
        self._resized = 0.0

    def attach(self, driver: WireDriver) -> None:
        """Hand everything to this driver from now on, what has been typed meanwhile too."""
        self._driver = driver
        driver.resize(*self.size)
        self._begin()

    def detach(self) -> None:
        """Let go of the driver; what comes now leads nowhere."""
        self._driver = None
        self._waiting.clear()
        for timer in (self._tick, self._resize):
            if timer is not None:
                timer.cancel()
        self._tick = self._resize = None

    def feed(self, data: bytes) -> None:
        """Bytes have come from the client."""
        self._waiting += data
        if len(self._waiting) > MOST_WAITING and not self._is_full:
            self._is_full = True
            self._full(True)
        self._begin()

    def resize(self, columns: int, rows: int) -> None:
        """The client's window has changed its size."""
        self.size = bounded(columns, rows)
        if self._driver is not None and self._resize is None:
            wait = self._resized + RESIZE_EVERY - self._loop.time()
            self._resize = self._loop.call_later(max(0.0, wait), self._tell_size)

    def _tell_size(self) -> None:
        self._resize = None
        self._resized = self._loop.time()
        if self._driver is not None:
            self._driver.resize(*self.size)

    def _begin(self) -> None:
        if self._driver is not None and self._waiting and self._work is None:
            self._work = self._loop.create_task(self._through())
            self._work.add_done_callback(self._worked)

    def _worked(self, _task: asyncio.Task[None]) -> None:
        self._work = None
        self._begin()

    async def _through(self) -> None:
        """Hand on all that waits, slice by slice."""
        while self._waiting and self._driver is not None:
            data = bytes(self._waiting[:SLICE])
            del self._waiting[:SLICE]
            if self._is_full and len(self._waiting) <= MOST_WAITING // 2:
                self._is_full = False
                self._full(False)
            for event in self._events(data):
                wait = self._pace.take()
                if wait:
                    await asyncio.sleep(wait)
                self._hand_on(event)
            await asyncio.sleep(0)
        if self._tick is not None:
            self._tick.cancel()
            self._tick = None
        if self._driver is not None:
            # An escape that nothing follows is the key itself; the parser finds that out when it is asked later. Later
            # than the last byte, not than the first: asked too early, it would go on waiting for what follows.
            self._tick = self._loop.call_later(ESCAPE_DELAY * 1.1, self._ticked)

    def _events(self, data: bytes) -> Iterator[Message]:
        """What these bytes mean. Keys are copied: a cache of Textual's keeps parsers, and these their last key."""
        for event in self._parser.feed(self._decoder.decode(data)):
            yield events.Key(event.key, event.character) if isinstance(event, events.Key) else event

    def _ticked(self) -> None:
        self._tick = None
        for event in self._parser.tick():
            self._hand_on(events.Key(event.key, event.character) if isinstance(event, events.Key) else event)

    def _hand_on(self, event: Message) -> None:
        if self._driver is None:
            return
        # No mouse was asked for, and a size that is typed is none.
        if not isinstance(event, events.MouseEvent | events.Resize):
            self._driver.process_message(event)


def bounded(columns: int, rows: int) -> tuple[int, int]:
    """A size that a window may have; 80×24 where the client does not know."""
    return min(columns or 80, MOST_COLUMNS), min(rows or 24, MOST_ROWS)
