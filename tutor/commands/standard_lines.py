"""Lines from standard input and to standard output, and what signals do meanwhile.

A line that was begun when the end comes is not lost: it is handed over with the end.
"""

from __future__ import annotations

import os
import select
import signal
import sys
from collections.abc import Callable
from contextlib import ExitStack, suppress
from types import FrameType, TracebackType
from typing import TYPE_CHECKING

from tutor.commands.output import say
from tutor.plain.talk import Cut, Interrupted

if TYPE_CHECKING:
    from tutor.commands.key_input import KeyInput

Handler = Callable[[int, FrameType | None], None] | signal.Handlers

CHUNK = 65_536
LONGEST = 1 << 20
"""Bytes of one line; what is longer is cut."""

PATIENCE = 1.2
"""Seconds for leaving, once it has been asked for; a stopped terminal would else hold the process for ever."""

ENDS = ("SIGTERM", "SIGHUP")
QUIT = "SIGQUIT"
"""Ctrl+\\: it ends, as the others do, where it may; nothing is dumped."""


class StandardLines:
    """The two ends of a conversation over this process's streams, while the `with` block lasts.

    `signal` is the number of the signal that has ended it, None where none has. On a terminal, Ctrl+C interrupts; on
    a pipe it ends, as with other programs.
    """

    def __init__(self, *, kiosk: bool = False) -> None:
        self.signal: int | None = None
        self._kiosk = kiosk
        self._interactive = sys.stdin.isatty()
        self._pressed = False
        self._continued = False
        self._buffer = b""
        self._input = sys.stdin.fileno()
        self._keys: KeyInput | None = None
        """The terminal, where it is one that is read key by key."""
        self._woken: int | None = None
        self._left = ExitStack()

    def __enter__(self) -> StandardLines:
        if os.name == "nt":  # none of these signals, and no waiting for two things at once
            return self
        # A signal makes a byte here, so that waiting for a line ends without an exception in the middle of it.
        self._woken, waker = os.pipe()
        for end in (self._woken, waker):
            os.set_blocking(end, False)
            self._left.callback(os.close, end)
        before = signal.set_wakeup_fd(waker, warn_on_full_buffer=False)
        self._left.callback(signal.set_wakeup_fd, before)
        ends = ENDS if self._kiosk else (*ENDS, QUIT)
        handlers: dict[int, Handler] = {getattr(signal, name): self._leave for name in ends}
        handlers[signal.SIGINT] = self._press if self._interactive else self._leave
        handlers[signal.SIGALRM] = self._give_up
        if self._kiosk:  # there may be a shell behind it
            handlers |= {signal.SIGTSTP: signal.SIG_IGN, signal.SIGQUIT: signal.SIG_IGN}
        if self._interactive:
            from tutor.commands.key_input import KeyInput

            self._keys = KeyInput(self._input)
            if not self._kiosk:
                handlers[signal.SIGTSTP] = self._stop
            handlers[signal.SIGCONT] = self._go_on
            self._left.callback(self._keys.as_before)
            self._keys.by_keys()
        for number, handler in handlers.items():
            self._handle(number, handler)
        self._left.callback(signal.setitimer, signal.ITIMER_REAL, 0.0)
        return self

    def _handle(self, number: int, handler: Handler) -> None:
        """Handle a signal so until the end; after that, as before."""
        before = signal.signal(number, handler)
        self._left.callback(signal.signal, number, before if before is not None else signal.SIG_DFL)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        self._left.close()

    # The two ends.

    def write(self, line: str) -> None:
        """One line to standard output, nothing in it that a terminal acts on."""
        say(line)

    def read(self, prompt: str) -> str:
        """The next line of standard input. On a pipe what was read is said after the prompt, as a terminal shows it."""
        say(prompt, end="")
        sys.stdout.flush()
        self._pressed = False
        return self._pipe() if self._keys is None else self._typed(self._keys, prompt)

    def _pipe(self) -> str:
        while b"\n" not in self._buffer:
            self._wait("")
            data = self._received()
            if not data:
                self._end()
            # The rest of a line that is too long goes.
            self._buffer = (self._buffer + data)[:LONGEST] if b"\n" not in data else self._buffer[:LONGEST] + data
        line, _, self._buffer = self._buffer.partition(b"\n")
        text = _text(line)
        if not self._interactive:
            say(text)
        return text

    def _typed(self, keys: KeyInput, prompt: str) -> str:
        """The next line that is typed at the terminal."""
        if keys.text:
            keys.again("")
        while True:
            found = keys.next()
            if found == "end":
                self._end()
            elif found == "interrupt":
                raise Interrupted
            elif found is not None:
                return found.text
            else:
                self._wait(prompt)
                data = self._received()
                if not data:
                    self._end()
                keys.feed(data)

    def interrupted(self) -> bool:
        """True once for each Ctrl+C, and always once the end has been asked for."""
        sys.stdout.flush()
        pressed, self._pressed = self._pressed, False
        return pressed or self.signal is not None

    # Waiting.

    def _wait(self, prompt: str) -> None:
        """Wait until something can be read. Raises `Cut` or `Interrupted` where a signal comes first."""
        while self._woken is not None:
            if self.signal is not None:
                self._end()
            if self._pressed:
                self._pressed = False
                if self._keys is not None:
                    self._keys.abandon()
                say("")
                raise Interrupted
            if self._continued and self._keys is not None:
                self._continued = False
                self._keys.again(prompt)
            ready = select.select([self._input, self._woken], [], [])[0]
            if self._woken in ready:
                with suppress(BlockingIOError):
                    os.read(self._woken, CHUNK)
            elif self._input in ready:
                return

    def _received(self) -> bytes:
        try:
            return os.read(self._input, CHUNK)
        except OSError:  # the terminal is gone
            return b""

    def _end(self) -> None:
        """No line comes any more: hand over the one that was begun."""
        unfinished = self._keys.text if self._keys is not None else _text(self._buffer)
        self._buffer = b""
        if self.signal is None:
            with suppress(OSError):
                say("")
        raise Cut(unfinished)

    # Signals.

    def _press(self, _number: int, _frame: FrameType | None) -> None:
        self._pressed = True

    def _leave(self, number: int, _frame: FrameType | None) -> None:
        self.signal = number
        signal.setitimer(signal.ITIMER_REAL, PATIENCE)

    def _stop(self, _number: int, _frame: FrameType | None) -> None:
        """Into the background, with the terminal as the shell knows it."""
        if self._keys is not None:
            self._keys.as_before()
        os.kill(os.getpid(), signal.SIGSTOP)

    def _go_on(self, _number: int, _frame: FrameType | None) -> None:
        if self._keys is not None:
            self._keys.by_keys()
        self._continued = True

    def _give_up(self, _number: int, _frame: FrameType | None) -> None:
        if self._keys is not None:
            self._keys.as_before()
        os._exit(128 + (self.signal or 0))


def _text(line: bytes) -> str:
    """A line as text, whatever its bytes, without the return that some systems end it with."""
    return line.decode("utf-8", "replace").rstrip("\r")
