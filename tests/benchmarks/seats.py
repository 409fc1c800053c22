"""Learners who type at a steady pace, whether over SSH to one server or each with a process of their own."""

from __future__ import annotations

import asyncio
import itertools
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Protocol

import asyncssh

from tests.benchmarks.screens import HOME
from tests.server.classroom import Client, connect
from tests.terminal import KEYS, SEQUENCE, Terminal
from tutor.lessons.labs import LABS

AT_THE_TABLE = ("right", "left", "right", "left", "n", "b")
"""Cell moves and stages of the workbench, there and back."""

IN_A_FORM = ("1", "2", "backspace", "backspace")
"""Digits in one of its matrices, typed and taken back."""

TO_THE_LEAK = ("l", *("down",) * LABS.index("leak"), "enter")
"""From the first screen into the laboratory of the leak."""

LONGEST = ("n", *("+",) * 8)
"""There, to its longest run."""

TRAINS = "any key stop"
"""Stands in the footer while it trains."""


class Seat(Protocol):
    """One learner's place: keys go in, what comes out is counted, and when it came is noted."""

    size: int
    """Bytes so far."""
    last: float
    """When the last of them came, in monotonic seconds."""
    in_a_form: bool
    """True for who types digits, False for who moves about in a table."""

    def press(self, key: str) -> None:
        """Press a key, by its name or as the text itself."""

    async def until(self, text: str) -> None:
        """Wait until this has been written since the last key that was pressed."""


class OverSsh(Client):
    """A place at the server."""

    def __init__(self) -> None:
        super().__init__()
        self.size = 0
        self.last = 0.0
        self.in_a_form = False
        self.connection: asyncssh.SSHClientConnection

    def data_received(self, data: bytes, datatype: int | None) -> None:
        self.last = time.monotonic()
        self.size += len(data)
        super().data_received(data, datatype)

    def press(self, key: str) -> None:
        self.seen = b""
        self.chan.write(KEYS.get(key, key).encode())

    async def until(self, wanted: object, limit: float = 60.0) -> None:
        text = str(wanted).encode()
        await super().until(lambda seen: text in SEQUENCE.sub(b"", seen), limit)

    async def leave(self, *, politely: bool) -> None:
        """Leave by the key for it, or vanish."""
        if politely:
            self.press("\x11")
            await asyncio.wait_for(self.is_closed.wait(), 20)
        self.connection.abort()
        await self.connection.wait_closed()


async def sit_down(port: int, name: str) -> OverSsh:
    """Log in, and wait for the whole first screen."""
    connection = await connect(port, name)
    _, seat = await connection.create_session(
        OverSsh, term_type="xterm-256color", term_size=(80, 24), encoding=None, window=1 << 20
    )
    seat.connection = connection
    await seat.until(HOME)
    return seat


class AtATerminal:
    """A place at a process of its own, which is read as soon as it writes."""

    def __init__(self, terminal: Terminal) -> None:
        self.terminal = terminal
        self.size = 0
        self.last = 0.0
        self.in_a_form = False
        self._loop = asyncio.get_running_loop()
        self._news = asyncio.Event()
        self._loop.add_reader(terminal.fileno(), self._came)

    def _came(self) -> None:
        if not self.terminal.read(0):
            self.leave()
            return
        self.last = time.monotonic()
        self.size += len(self.terminal.chunks[-1][1])
        self._news.set()

    def press(self, key: str) -> None:
        self.terminal.chunks.clear()
        self.terminal.send(key)

    async def until(self, text: str, limit: float = 180.0) -> None:
        async with asyncio.timeout(limit):
            while text not in self.terminal.text_since(0):
                self._news.clear()
                await self._news.wait()

    def leave(self) -> None:
        """Read it no more."""
        with suppress(ValueError, OSError):
            self._loop.remove_reader(self.terminal.fileno())


@dataclass(slots=True)
class Typed:
    """Seconds from each key to the last byte of its answer, and how many keys had none before the next one."""

    answered: list[float] = field(default_factory=list)
    unanswered: int = 0


async def open_workbench(seats: Sequence[Seat]) -> None:
    """Every second one at its table, the others in the first of its forms."""
    for seat in seats:
        seat.press("w")
    for seat in seats:
        await seat.until("may attend")
    for seat in seats[1::2]:
        seat.in_a_form = True
        seat.press("tab")
    for seat in seats[1::2]:
        await seat.until("next field")
    await all_quiet(seats)


async def all_quiet(seats: Sequence[Seat], seconds: float = 1.0, limit: float | None = 120.0) -> None:
    """Wait until nothing has come to any of them for so long."""
    async with asyncio.timeout(limit):
        while (left := max(seat.last for seat in seats) + seconds - time.monotonic()) > 0:
            await asyncio.sleep(left)


async def type_on(seats: Sequence[Seat], a_second: float, seconds: float) -> Typed:
    """All of them type, so many keys a second each, whether or not an answer has come; spread evenly over time.

    Each one's last keys lead back to where they began.
    """
    typed, start = Typed(), time.monotonic() + 0.2

    async def one(number: int, seat: Seat) -> None:
        due = start + number / len(seats) / a_second
        keys = IN_A_FORM if seat.in_a_form else AT_THE_TABLE
        for turn, key in enumerate(itertools.cycle(keys)):
            if turn % len(keys) == 0 and due >= start + seconds:
                return
            await asyncio.sleep(max(0.0, due - time.monotonic()))
            pressed = time.monotonic()
            seat.press(key)
            due += 1 / a_second
            await asyncio.sleep(max(0.0, due - time.monotonic()))
            if seat.last > pressed:
                typed.answered.append(seat.last - pressed)
            else:
                typed.unanswered += 1

    await asyncio.gather(*(one(number, seat) for number, seat in enumerate(seats)))
    return typed


async def begin_training(seat: Seat) -> None:
    """Go into the laboratory of the leak, and begin its longest run."""
    for key in TO_THE_LEAK:
        seat.press(key)
        await all_quiet([seat], 0.3)
    await seat.until("The leak")
    for key in LONGEST:
        seat.press(key)
        await all_quiet([seat], 0.3)
    seat.press(" ")
    await seat.until(TRAINS)


async def go_on_training(seat: Seat, after: float = 1.0) -> None:
    """Train once more whenever a run has ended, until cancelled."""
    while True:
        await all_quiet([seat], after, limit=None)
        seat.press(" ")
