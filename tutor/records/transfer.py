"""A learner's whole progress as one file, and such a file taken in again, on another machine perhaps.

The file is a journal like any other: its lines are those that were written, kept as they are.
"""

from __future__ import annotations

import errno
import json
import os
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from tutor.records.events import FOLDER, Event, encode, learner_name
from tutor.records.recorded import journals, lines_of
from tutor.records.wording import one_line

EXPORT, IMPORT = "export", "import"
"""The types of the lines that say where a file comes from; they belong to the file, not to the progress."""

SELF_REPORTED = "Progress in attn-tutor, self-reported: a text file that anyone can edit."

_FLAGS = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)

_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


class TransferError(Exception):
    """One sentence why a file of progress could not be written, read or taken in."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Packed:
    """What a file of progress is to hold. `events` counts its lines without the first, `damaged` those left out."""

    data: bytes
    events: int
    damaged: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """What came of taking a file in.

    `new` events were added, `known` ones were here already, `damaged` lines could not be read, and `others` are the
    lines of other learners. `missing` lines the file once had by its own account. `since` is the time of the first
    new event, in UTC seconds. `path` is the new journal, None where there was nothing new.
    """

    new: int
    known: int
    damaged: int
    others: int
    missing: int
    since: float
    path: Path | None


def pack(state: Path | None, *, learner: str | None, t: float, version: str, about: Mapping[str, object]) -> Packed:
    """All that is recorded of one learner, as the bytes of a file. `t` is now, in UTC seconds.

    The first line says what the file is; `about` goes into it. Lines of a later version and of unknown type are kept.
    """
    wanted = learner_name(learner)
    lines: list[str] = []
    damaged = events = 0
    for _, owner, found, text in lines_of(journals(state)):
        if owner != wanted or _is_bookkeeping(found):
            continue
        if found == "damaged":
            damaged += 1
            continue
        lines.append(text.strip())
        events += not _is_session(found)
    fields = {"note": SELF_REPORTED, "learner": wanted, "version": version, "lines": len(lines), **about}
    heading = encode(Event(t, EXPORT, fields))
    return Packed(data=heading + "".join(f"{line}\n" for line in lines).encode(), events=events, damaged=damaged)


def take_in(state: Path, data: bytes, *, learner: str | None, t: float, version: str) -> Taken:
    """Add what a file of progress holds, and is not here yet, as one new journal. `t` is now, in UTC seconds.

    Nameless progress becomes that of `learner`. Raises TransferError, one sentence, where the file holds none, or only
    that of others, and where nothing can be written.
    """
    wanted = learner_name(learner)
    found, promised = _lines(data)
    damaged = sum(what == "damaged" for _, what, _ in found)
    sound = [(owner, what, text) for owner, what, text in found if what != "damaged"]
    owner = _whose({who for who, _, _ in sound}, wanted)
    own = [_renamed(what, text, wanted) for who, what, text in sound if who == owner]
    known = {_key(what, text) for _, who, what, text in lines_of(journals(state)) if who == wanted}
    lines: list[bytes] = []
    heading = encode(Event(t, "session", {"learner": wanted, "version": version, "front_end": "import"}))
    new = old = 0
    since = t
    for what, text in own:
        key = _key(what, text)
        if _is_session(what):
            heading = _line(text)
        elif key in known:
            old += 1
        else:
            known.add(key)
            new += 1
            since = min(since, what.t) if isinstance(what, Event) else since
            if heading:
                lines.append(heading)
                heading = b""
            lines.append(_line(text))
    path = _new_journal(state, b"".join(lines), t=t, version=version, learner=wanted) if new else None
    # The damaged lines may be some of those that are missing.
    missing = max(0, promised - len(sound) - damaged)
    others = len(sound) - len(own)
    return Taken(new=new, known=old, damaged=damaged, others=others, missing=missing, since=since, path=path)


def write_new(path: Path, data: bytes) -> None:
    """Write a new file, for its owner only. Raises TransferError, one sentence, where there is one or it fails."""
    name = one_line(str(path), longest=400)
    try:
        fd = os.open(path, _FLAGS, 0o600)
    except FileExistsError:
        raise TransferError(f"{name} is there already and stays as it is; name another file") from None
    except (OSError, ValueError) as error:
        raise TransferError(f"{name} was not written: {_reason(error)}") from None
    try:
        with os.fdopen(fd, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(fd)
    except OSError as error:
        with suppress(OSError):
            path.unlink()
        raise TransferError(f"{name} was not written: {_reason(error)}") from None


def _lines(data: bytes) -> tuple[list[tuple[str | None, Event | str, str]], int]:
    """The lines of a file without those about the file, and how many there are by its own account."""
    found = []
    promised = 0
    for _, owner, what, text in lines_of({"": data}):
        if _is_bookkeeping(what):
            count = what.fields.get("lines") if isinstance(what, Event) else 0
            promised = count if isinstance(count, int) else 0
        else:
            found.append((owner, what, text))
    return found, promised


def _whose(owners: set[str | None], wanted: str | None) -> str | None:
    """Of the learners in a file the one whose lines are to be taken in."""
    if not owners:
        raise TransferError("it holds no progress of attn-tutor")
    if wanted in owners:
        return wanted
    if owners == {None}:
        return None
    names = ", ".join(one_line(name) for name in sorted(name for name in owners if name)[:3])
    raise TransferError(f"it is the progress of {names}; to take it in, name them with --learner NAME")


def _renamed(what: Event | str, text: str, learner: str | None) -> tuple[Event | str, str]:
    """A line; a `session` with the learner that it is to have here."""
    if not isinstance(what, Event) or what.type != "session" or what.fields.get("learner") == learner:
        return what, text
    session = Event(what.t, what.type, {**what.fields, "learner": learner})
    return session, encode(session).decode()


def _line(text: str) -> bytes:
    return f"{text.strip()}\n".encode()


def _key(what: Event | str, text: str) -> str:
    """What makes two lines the same event, however they are spaced."""
    return json.dumps(what.fields, sort_keys=True) if isinstance(what, Event) else text.strip()


def _is_session(what: Event | str) -> bool:
    return isinstance(what, Event) and what.type == "session"


def _is_bookkeeping(what: Event | str) -> bool:
    return isinstance(what, Event) and what.type in (EXPORT, IMPORT)


def _new_journal(state: Path, data: bytes, *, t: float, version: str, learner: str | None) -> Path:
    folder = state / FOLDER
    token = os.urandom(8).hex()
    heading = encode(Event(t, IMPORT, {"id": token, "learner": learner, "version": version}))
    path = folder / f"{time.strftime('%Y%m%dT%H%M%SZ', time.gmtime(t))}-{token}.jsonl"
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        folder.mkdir(mode=0o700, exist_ok=True)
    except (OSError, ValueError) as error:
        raise TransferError(f"nothing was taken in: {one_line(str(folder))}: {_reason(error)}") from None
    write_new(path, heading + data)
    return path


def _reason(error: Exception) -> str:
    if isinstance(error, OSError):
        if error.errno in _FULL:
            return "no space is left there"
        return (error.strerror or str(error)).lower()
    return str(error)
