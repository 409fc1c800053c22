"""A terminal without a window: runs a program in a real pseudo-terminal and shows what a person would see.

It answers the questions that programs ask a terminal, keeps every byte with the moment at which it arrived,
and knows which modes the program has switched on and not off again. It never sleeps: every wait is a
`select` with a deadline, and a wait that fails shows the screen.
"""

from __future__ import annotations

import base64
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType

import pyte

KEYS = {
    "up": "\x1b[A", "down": "\x1b[B", "right": "\x1b[C", "left": "\x1b[D", "home": "\x1b[H", "end": "\x1b[F",
    "pageup": "\x1b[5~", "pagedown": "\x1b[6~", "delete": "\x1b[3~", "f1": "\x1bOP",
    "enter": "\r", "tab": "\t", "shift+tab": "\x1b[Z", "escape": "\x1b", "backspace": "\x7f", "space": " ",
}  # fmt: skip

REPLIES = {
    b"\x1b[c": b"\x1b[?62;22c",
    b"\x1b[>c": b"\x1b[>41;354;0c",
    b"\x1b[>q": b"\x1bP>|tests(1)\x1b\\",
    b"\x1b[6n": b"\x1b[1;1R",
    b"\x1b[?2026$p": b"\x1b[?2026;2$y",
    b"\x1b[?2048$p": b"\x1b[?2048;0$y",
    b"\x1b]10;?": b"\x1b]10;rgb:d0d0/d0d0/d0d0\x1b\\",
    b"\x1b]11;?": b"\x1b]11;rgb:1c1c/1c1c/1c1c\x1b\\",
}

# Strings (OSC, DCS, APC) and the private sequences that pyte would print or stumble over.
UNREADABLE = re.compile(
    rb"\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[P_^][^\x1b]*\x1b\\|\x1b\[[<>=][0-9;:]*[a-zA-Z]|\x1b\[\?[0-9;]*(?:\$p|u)"
)
UNFINISHED = re.compile(rb"\x1b(?:\[[0-9;:?<>=$ ]*|[\]P_^][^\x07\x1b]*\x1b?|[()#])?\Z")
SEQUENCE = re.compile(
    rb"\x1b\[[0-9;:?<>=$ ]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[P_^][^\x1b]*\x1b\\|\x1b[()#]?."
)
MODE = re.compile(rb"\x1b\[\?([0-9;]+)([hl])|\x1b\[([<>])[0-9]*u")
CLIPBOARD = re.compile(rb"\x1b\]52;[a-z]*;([A-Za-z0-9+/=]+)")

LASTING = {
    47: "alternate screen", 1047: "alternate screen", 1049: "alternate screen", 1000: "mouse", 1002: "mouse motion",
    1003: "all mouse motion", 1004: "focus reports", 1005: "mouse UTF-8", 1006: "mouse SGR", 1015: "mouse urxvt",
    1016: "mouse pixels", 2004: "bracketed paste", 2026: "synchronized output", 2048: "resize reports",
}  # fmt: skip


def program(name: str = "attn-tutor") -> str:
    """The path of a program that is installed beside this Python."""
    return str(Path(sys.executable).with_name(name))


class Terminal:
    """One program in one pseudo-terminal; leaving the `with` block kills whatever still runs.

    `command` is the installed attn-tutor unless given. `env` is laid over this process's environment, where
    None takes a variable away. `t0` is the moment of the start, `chunks` what arrived and when.
    """

    def __init__(
        self,
        command: Sequence[str] | None = None,
        *,
        cols: int = 80,
        rows: int = 24,
        env: Mapping[str, str | None] | None = None,
        cwd: Path | None = None,
    ) -> None:
        self.chunks: list[tuple[float, bytes]] = []
        self.modes: dict[int, bool] = {}
        self.keyboard_levels = 0
        self.replies: dict[bytes, bytes] = dict(REPLIES)
        self._size = (cols, rows)
        self._display = pyte.Screen(cols, rows)
        self._stream = pyte.ByteStream(self._display)
        self._shown = 0
        self._rest = b""
        self._tail = b""
        self._ended = False
        self._master, slave = pty.openpty()
        self._set_size()
        self._settings = termios.tcgetattr(self._master)
        # The shell opens the terminal itself: that makes it the controlling one, without a fork of this process.
        line = ["/bin/sh", "-c", 'exec "$@" <"$0"', os.ttyname(slave), *(command or [program()])]
        self.t0 = time.monotonic()
        self.process = subprocess.Popen(
            line, stdin=slave, stdout=slave, stderr=slave, env=_environment(env), cwd=cwd, start_new_session=True
        )
        os.close(slave)

    def __enter__(self) -> Terminal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.hang_up()

    def fileno(self) -> int:
        """The terminal's file descriptor, so that `select` can wait for several at once."""
        return self._master

    # What the person does

    def send(self, *keys: str) -> None:
        """Press keys, by name ("down", "enter", "ctrl+q") or as the text itself."""
        for key in keys:
            control = key.startswith("ctrl+") and len(key) == 6
            text = chr(ord(key[5].upper()) & 0x1F) if control else KEYS.get(key, key)
            os.write(self._master, text.encode())

    def paste(self, text: str) -> None:
        """Paste, in brackets where the program asked for them."""
        self.send(f"\x1b[200~{text}\x1b[201~" if self.modes.get(2004) else text)

    def resize(self, cols: int, rows: int) -> None:
        """Change the window's size; the kernel tells the program."""
        self.lines()
        self._size = (cols, rows)
        self._display.resize(rows, cols)
        self._set_size()

    def signal(self, number: int) -> None:
        """Send the program a signal."""
        self.process.send_signal(number)

    def hang_up(self) -> None:
        """Close the window under the program."""
        if self._master >= 0:
            os.close(self._master)
            self._master = -1
            self._ended = True

    # What the person sees

    def lines(self) -> list[str]:
        """The screen as it stands, one string a row, blanks at the end cut off."""
        while self._shown < len(self.chunks):
            data = self._rest + self.chunks[self._shown][1]
            self._shown += 1
            unfinished = UNFINISHED.search(data)
            end = unfinished.start() if unfinished else len(data)
            self._rest = data[end:]
            self._stream.feed(UNREADABLE.sub(b"", data[:end]))
        buffer, columns = self._display.buffer, range(self._display.columns)
        # A wide character is followed by an empty cell; pyte's own `display` fails where only that one was overwritten.
        return ["".join(buffer[y][x].data for x in columns).rstrip() for y in range(self._display.lines)]

    def screen(self) -> str:
        """The screen as one text."""
        return "\n".join(self.lines())

    def style_at(self, row: int, column: int) -> pyte.screens.Char:
        """One cell with its colors, row and column counted from 0."""
        self.lines()
        return self._display.buffer[row][column]

    @property
    def caret(self) -> tuple[int, int] | None:
        """Row and column of the visible caret, counted from 0; None while it is hidden."""
        self.lines()
        return None if self._display.cursor.hidden else (self._display.cursor.y, self._display.cursor.x)

    @property
    def clipboard(self) -> str | None:
        """What the program copied last (OSC 52)."""
        found = CLIPBOARD.findall(self.bytes_since(0))
        return base64.b64decode(found[-1]).decode() if found else None

    def mark(self) -> int:
        """A place in the stream, for `bytes_since`."""
        return sum(len(data) for _, data in self.chunks)

    def bytes_since(self, mark: int) -> bytes:
        """What the program has written since a mark."""
        return b"".join(data for _, data in self.chunks)[mark:]

    def text_since(self, mark: int) -> str:
        """The same without its escape sequences: cheap to look through, but not laid out."""
        return SEQUENCE.sub(b"", self.bytes_since(mark)).decode(errors="replace")

    # Waiting

    def read(self, timeout: float) -> bool:
        """Wait for one piece of output and answer what it asks. False where none came in time, or none can come."""
        if self._ended:
            return False
        if not select.select([self._master], [], [], max(0.0, timeout))[0]:
            return False
        try:
            data = os.read(self._master, 65536)
        except OSError:  # Linux says so when the last program has closed the terminal.
            data = b""
        if not data:
            self._ended = True
            return False
        self.chunks.append((time.monotonic(), data))
        self._notice(data)
        return True

    def wait_for(self, wanted: str | Callable[[str], bool], timeout: float = 15.0) -> list[str]:
        """Read until the text stands on the screen, or the predicate holds for it. Returns the screen's lines."""
        holds = wanted if callable(wanted) else lambda screen: wanted in screen
        deadline = time.monotonic() + timeout
        while not holds(self.screen()):
            if not self.read(deadline - time.monotonic()) and (self._ended or time.monotonic() >= deadline):
                raise AssertionError(f"waited for {wanted!r}, {self._state()}, the screen is:\n{self.screen()}")
        return self.lines()

    def wait_gone(self, text: str, timeout: float = 15.0) -> list[str]:
        """Read until the text stands nowhere on the screen."""
        return self.wait_for(lambda screen: text not in screen, timeout)

    def quiet(self, seconds: float = 0.15, limit: float = 15.0) -> int:
        """Read until nothing has come for so long; the number of bytes that came. Stops at the limit anyway."""
        deadline, start = time.monotonic() + limit, self.mark()
        while time.monotonic() < deadline and self.read(seconds):
            pass
        return self.mark() - start

    def exit_code(self, timeout: float = 10.0) -> int:
        """Read to the end and return the program's exit code, negative for a signal."""
        deadline = time.monotonic() + timeout
        while not self._ended and time.monotonic() < deadline:
            self.read(deadline - time.monotonic())
        try:
            return self.process.wait(max(0.1, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            raise AssertionError(f"still running after {timeout} s, the screen is:\n{self.screen()}") from None

    # How it was left

    def left_behind(self) -> list[str]:
        """What the program switched on and not off again; empty where the terminal was left as it was found."""
        left = [name for number, name in LASTING.items() if self.modes.get(number)]
        if not self.modes.get(25, True):
            left.append("hidden cursor")
        if self.keyboard_levels > 0:
            left.append("kitty keyboard")
        if self._master >= 0 and termios.tcgetattr(self._master)[:4] != self._settings[:4]:
            left.append("line settings")
        return left

    def _notice(self, data: bytes) -> None:
        """Answer questions and follow modes, also where a sequence came in two pieces."""
        tail = self._tail
        both = tail + data
        self._tail = both[-24:]
        for question, answer in self.replies.items():
            if both.count(question) > tail.count(question):
                os.write(self._master, answer)
        for found in MODE.finditer(both):
            if found.end() <= len(tail):
                continue
            if found[3]:
                self.keyboard_levels = max(0, self.keyboard_levels + (1 if found[3] == b">" else -1))
            else:
                for number in found[1].split(b";"):
                    self.modes[int(number)] = found[2] == b"h"

    def _set_size(self) -> None:
        cols, rows = self._size
        fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, cols, 0, 0))

    def _state(self) -> str:
        code = self.process.poll()
        return "the program runs" if code is None else f"the program has ended with {code}"


def _environment(changes: Mapping[str, str | None] | None) -> dict[str, str]:
    # COLUMNS and LINES would win over the window's real size.
    wanted: dict[str, str | None] = {**os.environ, "COLUMNS": None, "LINES": None, **(changes or {})}
    return {name: value for name, value in wanted.items() if value is not None}
