"""Runs the app in this process's terminal, and leaves the terminal as it was found, however the end comes.

Only `cli.py` uses it. Textual by itself restores nothing on SIGTERM, SIGHUP or a closed terminal.
"""

from __future__ import annotations

import asyncio
import atexit
import gc
import io
import os
import re
import select
import signal
import sys
import threading
import traceback
from collections.abc import Callable
from contextlib import suppress
from types import FrameType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tutor.app import TutorApp

PATIENCE = 1.2
"""Seconds that the app has for leaving by itself, once it has been told to."""

RESTORE = (
    b"\x1b[?2004l\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1006l\x1b[?1015l\x1b[?1016l\x1b[?1004l\x1b[?2048l"
    b"\x1b[<u\x1b[?1049l\x1b[?7h\x1b[?25h\x1b[0m"
)
"""Paste, mouse, focus and size reports, keyboard and alternate screen off; line wrap and the caret on."""


_COLORS = re.compile(r"\x1b\[[0-9;]*m")


class Crashed(Exception):
    """An error of our own has ended the app; the text is its traceback. The terminal is as it was."""


def run_in_terminal(app: TutorApp, *, mouse: bool = True) -> int:
    """Run the app to its end. Returns its exit code, or 128 and the number of the signal that ended it.

    Raises Crashed where an error of our own ended it; what was typed is in the journal then.
    """
    complaints = io.StringIO()
    # What Textual would else print over the whole screen, with all variables.
    app.error_console.file = complaints
    try:
        code = _run(app, mouse=mouse)
    except Exception:
        details = f"{complaints.getvalue()}\n{traceback.format_exc()}"
    else:
        details = complaints.getvalue()
        if not details:
            return code
    app.stay.journal.close()
    raise Crashed(_COLORS.sub("", details))


def _collect() -> None:
    """Let go of a page that has gone. Its widgets hold each other: several such pages would be here at once."""
    gc.collect()


def _settle() -> None:
    """Look for garbage from now on, but not among what has been loaded: now and then a key waited 10 ms for that."""
    gc.freeze()
    gc.enable()


def _run(app: TutorApp, *, mouse: bool) -> int:
    app.when_warm = _settle
    app.leftovers.when_quiet = _collect
    if os.name == "nt":  # none of these signals, and no terminal settings
        app.run()
        return app.return_code or 0
    # Textual would start its driver a second time at a SIGCONT that no stop of its own came before, and leave the
    # terminal raw; service managers send one after each SIGTERM. After a SIGTSTP it would come back to a blank screen.
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTSTP, signal.SIGCONT})
    received: list[int] = []
    give_up = _last_resort(received)

    async def run() -> None:
        loop = asyncio.get_running_loop()

        def leave(number: int, _frame: FrameType | None) -> None:
            if not received:
                # Once: a window that goes away is told of in several ways, and each would begin the wait anew.
                signal.setitimer(signal.ITIMER_REAL, PATIENCE)
            received.append(number)
            # The app's own queue, so that leaving runs where `self.app` is known.
            loop.call_soon_threadsafe(app.call_later, app.action_leave)

        # Not the event loop's own handlers: those wait for a loop that may be busy.
        signal.signal(signal.SIGALRM, give_up)
        # At the very end Python takes its handlers away, and an alarm then would end the process by itself.
        atexit.register(signal.setitimer, signal.ITIMER_REAL, 0)
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
            signal.signal(number, leave)
        threading.Thread(target=_watch_terminal, daemon=True).start()
        await app.run_async(mouse=mouse)

    asyncio.run(run())
    return 128 + received[0] if received else app.return_code or 0


def _watch_terminal() -> None:
    """Wait, at no cost, for the terminal to go away. Without a controlling terminal no signal would tell."""
    poll = select.poll()
    poll.register(sys.stdin.fileno(), 0)
    if any(event & (select.POLLHUP | select.POLLERR | select.POLLNVAL) for _, event in poll.poll()):
        os.kill(os.getpid(), signal.SIGHUP)


def _last_resort(received: list[int]) -> Callable[[int, FrameType | None], None]:
    """What is done when the app could not leave in time: restore the terminal by hand, and go."""
    import termios

    terminal = sys.stderr.fileno()
    settings = termios.tcgetattr(terminal)

    def give_up(_number: int, _frame: FrameType | None) -> None:
        with suppress(OSError, termios.error):
            # What a stopped terminal has not shown yet would keep the restoring bytes waiting.
            termios.tcflush(terminal, termios.TCOFLUSH)
            termios.tcflow(terminal, termios.TCOON)
            os.write(terminal, RESTORE)
            termios.tcsetattr(terminal, termios.TCSANOW, settings)
        os._exit(128 + received[0])

    return give_up
