"""The journal of one session: what happened, one line an event, written as it happens.

It never raises, overwrites, renames or reads back what others wrote; it knows nothing of lessons and screens.
"""

from __future__ import annotations

import contextlib
import errno
import math
import os
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from tutor.records.events import FOLDER, LATEST, LONGEST_TEXT, Event, encode, learner_name
from tutor.records.recorded import Recorded, learners, read_events

__all__ = ["Journal", "Recorded", "learners", "read_events"]

_LARGEST_BACKLOG = 16 << 20
"""Bytes of events held in memory while the disk takes none; beyond it the oldest go."""

_STEP = 0.000001
"""Seconds: the least difference between times in a journal."""

_FLAGS = os.O_RDWR | os.O_APPEND | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)

_WAITS_FOR_SPACE = (errno.ENOSPC, errno.EDQUOT)


class Journal:
    """Writes one new file under `state`/journal, made at the first event; with `state` None it keeps nothing.

    `clock` gives UTC seconds. `after` is the latest time already recorded, so that all written now sorts
    after it, whatever the clock has done since. Every method that records returns the event, for
    `Progress.after`. `problem` is a sentence for the learner while saving does not work; meanwhile events
    wait in memory and each later one, and `close`, tries again.
    """

    def __init__(
        self,
        state: Path | None,
        *,
        clock: Callable[[], float],
        version: str,
        front_end: str,
        learner: str | None = None,
        after: float = 0.0,
    ) -> None:
        self._folder = state / FOLDER if state is not None else None
        self._clock = clock
        self._about = {"learner": learner_name(learner), "version": version, "front_end": front_end}
        self._t = after
        self._begun = False
        """True while there is something that an `end` would end."""
        self._path: Path | None = None
        self._fd: int | None = None
        self._heading = b""
        """The session's first line, once it has a file."""
        self._waiting = b""
        """Whole lines that may not be in the file yet."""
        self._size = 0
        """Where in the file the first waiting line begins."""
        self._doubt = False
        """True where a write was begun and did not end well."""
        self._problem: str | None = None

    @property
    def problem(self) -> str | None:
        """One sentence why progress is not being kept, or None."""
        return self._problem

    @property
    def path(self) -> Path | None:
        """The file of this session, once there is one."""
        return self._path

    def prepare(self) -> str | None:
        """Make the folder and see whether files can be made in it; `problem`, without leaving a file."""
        if self._folder is not None:
            try:
                _make(self._folder)
                self._problem = None
                effective = os.access in os.supports_effective_ids
                if not os.access(self._folder, os.W_OK | os.X_OK, effective_ids=effective):
                    raise PermissionError(errno.EACCES, "not writable")
            except (OSError, ValueError) as error:
                self._problem = self._sentence(error)
        return self._problem

    def opened(self, lesson: str, step: str) -> Event:
        """A page was opened."""
        return self._append("open", {"lesson": lesson, "step": step})

    def drafted(self, step: str, raw: str, *, seed: int | None = None) -> Event:
        """Text stands in a field, not submitted. `seed` is that of drawn numbers which are not the page's own."""
        fields: dict[str, object] = {"step": step, "raw": raw[:LONGEST_TEXT]}
        return self._append("draft", fields if seed is None else {**fields, "seed": seed})

    def answered(
        self,
        step: str,
        *,
        raw: str,
        status: str,
        mistakes: Sequence[str] = (),
        cells: Sequence[bool | None] = (),
        seed: int | None = None,
        digits: int | None = None,
        try_: int = 1,
    ) -> Event:
        """An answer was judged. `try_` counts this page's answers from 1; `seed` is the drawn problem's."""
        fields: dict[str, object] = {
            "step": step,
            "raw": raw[:LONGEST_TEXT],
            "status": status,
            "mistakes": list(mistakes),
            "cells": list(cells),
            "seed": seed,
            "digits": digits,
            "try": try_,
        }
        return self._append("answer", fields)

    def hinted(self, step: str, rung: int) -> Event:
        """A hint was given; rungs of the ladder count from 1."""
        return self._append("hint", {"step": step, "rung": rung})

    def shown(self, step: str, *, seed: int | None = None) -> Event:
        """The right answer was shown. `seed` is that of drawn numbers which are not the page's own."""
        return self._append("shown", {"step": step} if seed is None else {"step": step, "seed": seed})

    def done(self, step: str) -> Event:
        """A page that asks nothing, or is judged by its learner, was worked through."""
        return self._append("done", {"step": step})

    def explained(self, step: str, raw: str, *, ticked: Sequence[int] = ()) -> Event:
        """An own explanation was compared; `ticked` are the checklist's points, counted from 1."""
        return self._append("explain", {"step": step, "raw": raw[:LONGEST_TEXT], "ticked": list(ticked)})

    def reset(self, lesson: str | None, *, steps: Sequence[str] = ()) -> Event:
        """What came before is to be forgotten: in one lesson, which has these step ids, or (None) everywhere."""
        if lesson is None:
            return self._append("reset", {"all": True})
        return self._append("reset", {"lesson": lesson, "steps": list(steps)})

    def close(self) -> None:
        """The session ended: record that where anything else was, try once more to save what waits, let go.

        Once is enough, twice does no harm, and an event after this opens the file again.
        """
        if self._begun:
            self._append("end", {})
            self._begun = False
        elif self._waiting:
            self._save()
        if self._fd is not None:
            with contextlib.suppress(OSError):
                os.fsync(self._fd)
            self._release()

    def _append(self, kind: str, fields: dict[str, object]) -> Event:
        now = self._clock()
        # No two times are equal: between files, a name that is half random would decide.
        self._t = min(round(max(now if math.isfinite(now) else 0.0, self._t + _STEP), 6), LATEST)
        event = Event(self._t, kind, fields)
        self._begun = True
        if self._folder is not None:
            self._waiting += encode(event)
            self._save()
        return event

    def _save(self) -> None:
        try:
            self._write()
            self._problem = None
        except (OSError, ValueError) as error:
            self._problem = self._sentence(error)
            if not (isinstance(error, OSError) and error.errno in _WAITS_FOR_SPACE):
                self._abandon()
            self._bound()

    def _write(self) -> None:
        fd = self._open()
        data = self._rest(fd) if self._doubt else self._waiting
        self._doubt = True
        while data:
            written = os.write(fd, data)
            if not written:
                raise OSError(errno.ENOSPC, "nothing was written")
            data = data[written:]
        self._size += len(self._waiting)
        self._waiting = b""
        self._doubt = False

    def _rest(self, fd: int) -> bytes:
        """What of the waiting lines is still to be written; the file itself knows how much has reached it."""
        os.lseek(fd, self._size, os.SEEK_SET)
        there = os.read(fd, len(self._waiting) + 1)
        if not self._waiting.startswith(there):
            # Whatever that is, it must not run into the next line.
            self._size = os.lseek(fd, 0, os.SEEK_END)
            self._waiting = b"\n" + self._waiting
            return self._waiting
        whole = there.rfind(b"\n") + 1
        self._size += whole
        self._waiting = self._waiting[whole:]
        return self._waiting[len(there) - whole :]

    def _open(self) -> int:
        """The open file: this session's, or a new one where there is none yet or it has been deleted."""
        if self._fd is None and self._path is not None:
            with contextlib.suppress(OSError):
                self._fd = os.open(self._path, _FLAGS)
        if self._fd is not None:
            if os.fstat(self._fd).st_nlink:
                return self._fd
            self._rescue(self._fd)
        assert self._folder is not None
        _make(self._folder)
        stamp = time.strftime("%Y%m%dT%H%M%SZ", time.gmtime(self._t))
        while self._fd is None:
            token = os.urandom(8).hex()
            with contextlib.suppress(FileExistsError):
                path = self._folder / f"{stamp}-{token}.jsonl"
                self._fd = os.open(path, _FLAGS | os.O_CREAT | os.O_EXCL, 0o600)
                self._path = path
                self._heading = self._heading or encode(Event(self._t, "session", {"id": token, **self._about}))
        if not self._waiting.startswith(self._heading):
            self._waiting = self._heading + self._waiting
        self._size, self._doubt = 0, False
        return self._fd

    def _rescue(self, fd: int) -> None:
        """Take back what stood in a deleted file, which lives as long as it is open."""
        os.lseek(fd, 0, os.SEEK_SET)
        lines = b""
        while len(lines) < self._size and (part := os.read(fd, self._size - len(lines))):
            lines += part
        self._waiting = lines + self._waiting
        self._size, self._doubt = 0, False
        self._release()
        self._path = None

    def _abandon(self) -> None:
        """Give up a file that may never take another byte; the next try makes a new one."""
        if self._fd is not None and self._doubt:
            with contextlib.suppress(OSError):
                if self._rest(self._fd).startswith(b"\n"):
                    # Without its newline the last line there counts all the same, and must not count twice.
                    self._waiting = self._waiting[self._waiting.find(b"\n") + 1 :]
        self._release()
        self._path = None

    def _release(self) -> None:
        """Close the file, and leave none of our own that is empty."""
        if self._fd is not None:
            with contextlib.suppress(OSError):
                if self._path is not None and os.fstat(self._fd).st_size == 0:
                    self._path.unlink()
                    self._path = None
            with contextlib.suppress(OSError):
                os.close(self._fd)
            self._fd = None

    def _bound(self) -> None:
        """Let the oldest events go where too many wait; never the line that says whose they are."""
        if len(self._waiting) > _LARGEST_BACKLOG:
            kept = self._heading if self._waiting.startswith(self._heading) else b""
            cut = self._waiting.find(b"\n", len(self._waiting) - _LARGEST_BACKLOG) + 1
            self._waiting = kept + self._waiting[max(cut, len(kept)) :]

    def _sentence(self, error: Exception) -> str:
        code = error.errno if isinstance(error, OSError) else None
        if code in _WAITS_FOR_SPACE:
            why = f"no space is left for {self._folder}"
        elif code in (errno.ENOTDIR, errno.EEXIST):
            why = f"{self._folder} is not a folder, nor can it be made one"
        elif code in (errno.EACCES, errno.EPERM, errno.EROFS):
            why = f"nothing may be written in {self._folder}"
        else:
            why = f"{self._folder} cannot be written ({getattr(error, 'strerror', None) or error})"
        return f"Progress is not being kept: {why}. Name a folder with --state DIR."


def _make(folder: Path) -> None:
    folder.parent.mkdir(parents=True, exist_ok=True)
    folder.mkdir(mode=0o700, exist_ok=True)
