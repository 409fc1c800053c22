"""A learner in plain lines: the plain front end in a thread of its own, for `ssh host plain` and without a terminal."""

from __future__ import annotations

import asyncio
import queue
import threading
import traceback
from typing import TYPE_CHECKING

from tutor.notation.visible import visible
from tutor.plain.talk import WIDTH, Cut, Interrupted
from tutor.plain.tutor import PlainTutor
from tutor.plain.typing_line import Line, LineTyping
from tutor.server.seat import End, crashed

if TYPE_CHECKING:
    from collections.abc import Callable

    from tutor.lessons.model import Course
    from tutor.server.wire import Wire
    from tutor.surroundings import Surroundings

MOST_LINES = 64
"""Lines that wait to be read; then no more are taken from the client."""


class ConnectedLines:
    """The two ends of a conversation: the thread of the plain tutor reads and writes, the loop brings and fetches.

    Lines that nobody has read yet are part of what was typed: at the end the last one is handed over as unfinished.
    """

    def __init__(self, wire: Wire, *, terminal: bool, full: Callable[[bool], None]) -> None:
        self._wire = wire
        self._full = full
        self._is_full = False
        self._loop = asyncio.get_running_loop()
        self._terminal = terminal
        self._lines: queue.SimpleQueue[str | Exception] = queue.SimpleQueue()
        self._pressed = threading.Event()
        self._over = threading.Event()
        self._may_write = threading.Event()
        self._may_write.set()
        self.typing = LineTyping(self._echo if terminal else None)
        wire.resumed = lambda _dropped: self._may_write.set()

    # In the loop.

    def feed(self, data: bytes) -> None:
        """Bytes have come from the client."""
        for typed in self.typing.feed(data):
            if isinstance(typed, Line):
                self._lines.put(typed.text)
            elif typed == "interrupt":
                self.interrupt()
            else:
                self.end()
        if self._lines.qsize() > MOST_LINES and not self._is_full:
            self._is_full = True
            self._full(True)

    def interrupt(self) -> None:
        """Ctrl+C."""
        self._pressed.set()
        self._lines.put(Interrupted())

    def end(self) -> None:
        """No line can come any more, after those that have come."""
        text, self.typing.text = self.typing.text, ""
        self._lines.put(Cut(text))

    def end_now(self) -> None:
        """The conversation is over: what is written leads nowhere, and work under way ends."""
        self._over.set()
        self._may_write.set()
        self.end()

    def _echo(self, text: str) -> None:
        self._wire.write(text.encode("utf-8", "replace"))

    def _emptied(self) -> None:
        if self._is_full:
            self._is_full = False
            self._full(False)

    def _send(self, data: bytes) -> None:
        self._wire.write(data, must=True)
        if self._wire.is_held:
            self._may_write.clear()

    # In the thread of the tutor.

    def read(self, prompt: str) -> str:
        """The next line."""
        self._put(prompt, end="")
        self._pressed.clear()
        found = self._lines.get()
        if self._lines.empty():
            self._loop.call_soon_threadsafe(self._emptied)
        if isinstance(found, Exception):
            self._put("")
            raise found
        if not self._terminal:
            # As a terminal shows it: what was read stands behind the prompt.
            self._put(found)
        return found

    def write(self, line: str) -> None:
        """One line, nothing in it that a terminal acts on."""
        self._put(line)

    def interrupted(self) -> bool:
        """True once for each Ctrl+C, and always once the end has been asked for."""
        pressed = self._pressed.is_set()
        self._pressed.clear()
        return pressed or self._over.is_set()

    def _put(self, text: str, end: str = "\n") -> None:
        self._may_write.wait()
        if not self._over.is_set():
            shown = visible(text) + end
            self._loop.call_soon_threadsafe(
                self._send, (shown.replace("\n", "\r\n") if self._terminal else shown).encode()
            )


class PlainSeat:
    """Runs the plain tutor until it ends."""

    def __init__(
        self,
        surroundings: Surroundings,
        *,
        course: Course,
        wire: Wire,
        columns: int | None,
        full: Callable[[bool], None],
    ) -> None:
        self._surroundings = surroundings
        self._course = course
        self._width = min(WIDTH, columns or WIDTH)
        self._lines = ConnectedLines(wire, terminal=columns is not None, full=full)

    def feed(self, data: bytes) -> None:
        """Bytes have come from the client."""
        self._lines.feed(data)

    def no_more(self) -> None:
        """The client has closed its side."""
        self._lines.end()

    def resize(self, columns: int, rows: int) -> None:
        """Lines that are written stay as they are."""

    def interrupt(self) -> None:
        """As Ctrl+C typed."""
        self._lines.interrupt()

    def leave(self) -> None:
        """Save and leave."""
        self._lines.end_now()

    async def run(self) -> End:
        """Run the tutor in a thread."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[tuple[str, str | None]] = loop.create_future()

        def talk() -> None:
            details, trouble = "", None
            try:
                tutor = PlainTutor(self._surroundings, self._lines, width=self._width, course=self._course)
                tutor.run()
                tutor.farewell()
                trouble = tutor.stay.journal.problem
            except Exception:
                details = traceback.format_exc()
            loop.call_soon_threadsafe(done.set_result, (details, trouble))

        # Not one of the pool's: those are for work that ends.
        threading.Thread(target=talk, name="plain", daemon=True).start()
        details, trouble = await done
        return crashed(details, self._surroundings) if details else End(0, "left", trouble=trouble)
