"""One session of a connection: what the client asks for, the seat it gets, and how the session ends."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

import asyncssh

from tutor.server.app_seat import AppSeat
from tutor.server.asked import Wanted, of_command, of_subsystem
from tutor.server.hall import Guest
from tutor.server.house import House
from tutor.server.plain_seat import PlainSeat
from tutor.server.seat import IDLE, End, Seat
from tutor.server.wire import Wire
from tutor.server.world import LONGEST_VALUE, is_too_much, surroundings_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tutor.surroundings import Surroundings

WRITE_AHEAD = 32_768
"""Bytes that may wait for a client before it counts as one that does not read."""

STOPPED = 1
"""The exit code of a session that was refused."""


class Visitor(asyncssh.SSHServerSession[bytes]):
    """One session. `refused` has sentences on what its client asked for in vain; they are said once.

    `left` is called when it has ended.
    """

    def __init__(
        self,
        house: House,
        conn: asyncssh.SSHServerConnection,
        name: str,
        address: str,
        *,
        refused: list[str],
        left: Callable[[], None],
    ) -> None:
        self._house = house
        self._conn = conn
        self._name = name
        self._from = address
        self._refused = refused
        self._left = left
        self._wanted: Wanted = "tutor"
        self._sentence = ""
        self._term: str | None = None
        self._size = (0, 0)
        self._guest = Guest(name, self.dismiss)
        self._seat: Seat | None = None
        self._task: asyncio.Task[None] | None = None
        self._dismissed: End | None = None
        self._idle: asyncio.TimerHandle | None = None
        self._early = b""
        self._no_more = False
        self._last = 0.0
        self._begun = 0.0
        self._is_open = False
        self.is_here = False
        """True from the session's begin to its end."""
        self.is_gone = False

    @property
    def is_overloaded(self) -> bool:
        """True where the client has sent more of its environment than any client does."""
        return self._is_open and is_too_much(self._chan.get_environment_bytes())

    # What the client asks for.

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        self._chan = chan
        self._is_open = True
        self._loop = asyncio.get_running_loop()
        self._wire = Wire(chan, limit=self._house.rules.patience.stuck, stuck=self._stuck)
        chan.set_write_buffer_limits(high=WRITE_AHEAD)

    def pty_requested(
        self, term_type: str, term_size: tuple[int, int, int, int], term_modes: Mapping[int, int]
    ) -> bool:
        self._term, self._size = term_type[:LONGEST_VALUE], term_size[:2]
        return True

    def shell_requested(self) -> bool:
        return True

    def exec_requested(self, command: str) -> bool:
        """One of two words; for all else there is a sentence."""
        self._wanted, what, sentence = of_command(command)
        if self._wanted == "refused":
            self._refuse(what, sentence)
        return True

    def subsystem_requested(self, subsystem: str) -> bool:
        """None is there."""
        self._refuse(*of_subsystem(subsystem))
        return True

    def _refuse(self, what: str, sentence: str) -> None:
        self._wanted, self._sentence = "refused", sentence
        self._log("refused", why=what)

    # The session.

    def session_started(self) -> None:
        self._say("\n".join(self._refused), error=True)
        self._refused.clear()
        if self._wanted != "refused":
            full = self._house.hall.refusal(self._name)
            if full is not None:
                self._refuse("no place", full)
        if self._wanted == "refused":
            self._say(self._sentence, error=True)
            self._close(STOPPED)
            return
        self._house.hall.enter(self._guest)
        self.is_here = True
        self._begun = self._last = self._loop.time()
        self._watch()
        self._task = self._loop.create_task(self._through())

    async def _through(self) -> None:
        """From the first screen to the last word."""
        try:
            sent = self._chan.get_environment_bytes()
            surroundings = surroundings_of(self._house.rules, self._name, sent=sent, term=self._term)
            has_screen = self._wanted == "tutor" and self._term not in (None, "", "dumb")
            kind = self._wanted if self._wanted == "progress" else "tutor" if has_screen else "plain"
            self._log("session", kind=kind, term=self._term)
            if kind == "progress":
                end = await self._progress(surroundings)
            else:
                end = await self._take_seat(surroundings, screen=has_screen)
        except Exception as error:
            end = End(70, f"failed: {type(error).__name__}", "The tutor could not be opened; tell your teacher.")
        finally:
            self._house.hall.leave(self._guest)
            self.is_here = False
            if not self.is_gone:
                self._left()
            if self._idle is not None:
                self._idle.cancel()
            self._seat = None
        if self._dismissed is not None:
            end = replace(self._dismissed, code=end.code, trouble=end.trouble)
        if end.trouble is not None:
            self._log("not kept", why=end.trouble)
        self._log("end", why=end.why, seconds=round(self._loop.time() - self._begun, 1))
        self._loop.call_soon(self._house.tidy)
        self._say(end.sentence)
        self._wire.flush()
        self._wire.close()
        self._close(end.code)

    async def _take_seat(self, surroundings: Surroundings, *, screen: bool) -> End:
        if screen:
            seat: Seat = AppSeat(
                surroundings,
                course=self._house.course,
                sheets=self._house.sheets,
                rules=self._house.rules,
                wire=self._wire,
                size=self._size,
                full=self._full,
            )
        else:
            seat = PlainSeat(
                surroundings,
                course=self._house.course,
                wire=self._wire,
                columns=(self._size[0] or 80) if self._term is not None else None,
                full=self._full,
            )
        self._seat = seat
        running = self._loop.create_task(seat.run())
        # What came while the seat was being made; first let it begin.
        await asyncio.sleep(0)
        early, self._early = self._early, b""
        seat.feed(early)
        if self._no_more:
            seat.no_more()
        if self.is_gone or self._dismissed is not None:
            seat.leave()
        return await running

    async def _progress(self, surroundings: Surroundings) -> End:
        text = await asyncio.to_thread(self._house.rules.progress, surroundings, self._house.course)
        self._say(text)
        return End(0, "left")

    def dismiss(self, why: str, sentence: str) -> None:
        """Send the learner home, with a sentence."""
        if self._dismissed is None:
            self._dismissed = End(0, why, sentence)
            if self._seat is not None:
                self._seat.leave()

    # What comes from the client.

    def data_received(self, data: bytes, datatype: int | None) -> None:
        self._last = self._loop.time()
        if self._seat is not None:
            self._seat.feed(data)
        else:
            # Typed ahead of the first screen: at most a window full, for more has not been allowed for yet.
            self._early += data

    def eof_received(self) -> bool:
        """Nothing more is typed; what is to be said is said all the same."""
        self._no_more = True
        if self._seat is not None:
            self._seat.no_more()
        return True

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        self._size = (width, height)
        if self._seat is not None:
            self._seat.resize(width, height)

    def signal_received(self, signal: str) -> None:
        if self._seat is not None and signal == "INT":
            self._seat.interrupt()
        elif self._seat is not None and signal in ("TERM", "HUP", "KILL", "QUIT"):
            self._seat.leave()

    def break_received(self, msec: int) -> bool:
        return False

    def _full(self, is_full: bool) -> None:
        with suppress(OSError):
            if is_full:
                self._chan.pause_reading()
            else:
                self._chan.resume_reading()

    # What goes out.

    def pause_writing(self) -> None:
        self._wire.hold("channel")

    def resume_writing(self) -> None:
        self._wire.release("channel")

    def hold(self) -> None:
        """The connection takes no more for now."""
        self._wire.hold("connection")

    def release(self) -> None:
        """It takes more again."""
        self._wire.release("connection")

    def _stuck(self) -> None:
        self.dismiss("stuck", "")
        self._conn.abort()

    def _say(self, sentence: str, *, error: bool = False) -> None:
        if not sentence:
            return
        end = "\r\n" if self._term is not None else "\n"
        data = (end.join(sentence.splitlines()) + end).encode()
        if error:
            with suppress(OSError):
                self._chan.write_stderr(data)
        else:
            self._wire.write(data, must=True)

    def _close(self, code: int) -> None:
        """The end of the session, once all that was said is shown."""
        if not self.is_gone:
            self._house.last_words.add(self._chan)
        with suppress(OSError):
            self._chan.exit(code)

    def connection_lost(self, exc: Exception | None) -> None:
        self.is_gone = True
        if self._is_open:
            self._house.last_words.discard(self._chan)
        self._wire.close()
        if self._seat is not None:
            if self._dismissed is None:
                self._dismissed = End(0, "connection lost")
            self._seat.leave()

    def _watch(self) -> None:
        """Send those home who have not typed for long: one timer each, and it runs once in that time."""
        limit = self._house.rules.patience.idle
        left = self._last + limit - self._loop.time()
        if limit <= 0:
            return
        if left > 0:
            self._idle = self._loop.call_later(left, self._watch)
        else:
            self.dismiss("idle", IDLE)

    def _log(self, event: str, **fields: str | float | None) -> None:
        self._house.log(event, learner=self._name, **fields, **{"from": self._from})
