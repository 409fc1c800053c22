"""Reading journals back: every file of the folder, whoever wrote it and whatever became of it since."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from operator import attrgetter
from pathlib import Path

from tutor.records.contents import content
from tutor.records.events import FOLDER, LONGEST_LINE, Event, decode, decode_all, learner_name
from tutor.records.wording import one_line

LARGEST_FILE = 16 << 20
"""Bytes read of one file; a session left open for weeks is smaller."""

LARGEST_FOLDER = 64 << 20
"""Bytes read in all; years of learning are smaller. What is beyond is counted as skipped."""

_OPENING = 4096
"""Bytes at the beginning of a file that hold the lines which say whose it is."""

_ID = b'"type":"session","id":"'
"""What only the heading of a session that carries its own id has."""

_COPIES = (b'"type":"import"', b'"type":"export"')
"""What the first line of a file has that was taken in from another machine, or is to be."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """What the journals of one learner hold, oldest first.

    `damaged` counts lines that could not be read, and files that are empty; `newer` lines of a later version
    of the program; `foreign` lines of other learners; `skipped` are the names of entries that are no plain,
    readable file. All of them stay where they are. `files` are the names of those with damaged lines.
    `in_the_way` is the file that stands where there would have to be a folder.
    """

    events: tuple[Event, ...] = ()
    damaged: int = 0
    newer: int = 0
    foreign: int = 0
    files: tuple[str, ...] = ()
    skipped: tuple[str, ...] = ()
    in_the_way: Path | None = None

    @property
    def note(self) -> str | None:
        """One line on what was passed over, naming files; None where everything was read."""
        if self.in_the_way is not None:
            where = one_line(str(self.in_the_way), longest=400)
            return f"Progress is not kept: {where} is a file. Name a folder with --state DIR."
        parts = []
        if self.damaged:
            parts.append(f"{_count(self.damaged, 'damaged line')} ({_some(self.files)})")
        if self.newer:
            parts.append(f"{_count(self.newer, 'line')} of a newer version of attn-tutor")
        if self.skipped:
            parts.append(f"{_count(len(self.skipped), 'entry', 'entries')} that cannot be read ({_some(self.skipped)})")
        return f"Journal: passed over and kept {'; '.join(parts)}." if parts else None


def read_events(state: Path | None, *, learner: str | None) -> Recorded:
    """All events of one learner under `state`/journal by (time, file name, line); None is the nameless one.

    Never raises and never waits: what cannot be read is counted.
    """
    wanted = learner_name(learner)
    return _read(state, wanted, others=False).get(wanted, Recorded())


def read_everyone(state: Path | None) -> Mapping[str | None, Recorded]:
    """The same for every learner in the folder; what cannot be said to be anybody's is the nameless one's."""
    return _read(state, None, others=True)


def read_one(path: Path) -> Mapping[str | None, Recorded] | None:
    """The same for one file, such as an exported one; None where it is no plain, readable file."""
    data = content(path, LARGEST_FOLDER)
    return None if data is None else _sorted_out({path.name: data}, (), None, others=True)


def _read(state: Path | None, wanted: str | None, *, others: bool) -> dict[str | None, Recorded]:
    """What is recorded of one learner, and, where `others` is true, of each other one."""
    blocked = _file_in_the_way(state)
    if blocked is not None:
        return {wanted: Recorded(in_the_way=blocked)}
    skipped: list[str] = []
    contents: dict[str, bytes] = {}
    for name, data in _files(state):
        if data is None:
            skipped.append(name)
        else:
            contents[name] = data
    return _sorted_out(contents, tuple(skipped), wanted, others=others)


def _sorted_out(
    contents: Mapping[str, bytes], skipped: tuple[str, ...], wanted: str | None, *, others: bool
) -> dict[str | None, Recorded]:
    found = {wanted: _Heap()}
    lines = 0
    for name, owner, what, _ in lines_of(contents):
        lines += 1
        if owner != wanted and others and owner not in found:
            found[owner] = _Heap()
        heap = found.get(owner)
        if heap is None:
            continue
        heap.lines += 1
        if isinstance(what, Event):
            heap.events.append(what)
        elif what == "newer":
            heap.newer += 1
        else:
            heap.damaged[name] = heap.damaged.get(name, 0) + 1
    return {
        owner: heap.frozen(foreign=lines - heap.lines, skipped=skipped if owner == wanted else ())
        for owner, heap in found.items()
    }


@dataclass(slots=True)
class _Heap:
    """What has been found of one learner so far."""

    events: list[Event] = field(default_factory=list)
    damaged: dict[str, int] = field(default_factory=dict)
    newer: int = 0
    lines: int = 0

    def frozen(self, *, foreign: int, skipped: tuple[str, ...]) -> Recorded:
        # Files come in the order of their names and the sort is stable, which settles equal times.
        return Recorded(
            events=tuple(sorted(self.events, key=attrgetter("t"))),
            damaged=sum(self.damaged.values()),
            newer=self.newer,
            foreign=foreign,
            files=tuple(self.damaged),
            skipped=skipped,
        )


def journals(state: Path | None) -> dict[str, bytes]:
    """What is in each readable journal under `state`, by the file's name, in the order of the names."""
    return {name: data for name, data in _files(state) if data is not None}


def openings(state: Path | None) -> dict[str, bytes]:
    """The first lines of each readable journal under `state`: who it belongs to stands there."""
    return {name: data for name, data in _files(state, most=_OPENING) if data is not None}


def holds_copies(data: bytes) -> bool:
    """True of a journal whose lines may be copies of lines in another one: it was taken in, or saved here to be."""
    heading = data[: data.find(b"\n") + 1]
    return any(mark in heading for mark in _COPIES)


def lines_of(contents: Mapping[str, bytes]) -> Iterator[tuple[str, str | None, Event | str, str]]:
    """Each line that counts: its file, its learner, what it holds (as `decode` says) and its text.

    A session that two files hold counts once. Where a file was taken in from another machine, or saved for one,
    so does a line that the original, here as well, has too.
    """
    seen: set[tuple[str | None, str]] | None = None
    if any(map(holds_copies, contents.values())):
        seen = set()
    for name, data in _originals(contents):
        for owner, found, text in _owned(data):
            if seen is not None and isinstance(found, Event):
                if (owner, text) in seen:
                    continue
                seen.add((owner, text))
            yield name, owner, found, text


def learners(state: Path | None) -> tuple[str, ...]:
    """The names of all learners with a journal under `state`, in the order of the alphabet."""
    return learners_in(journals(state))


def learners_in(contents: Mapping[str, bytes]) -> tuple[str, ...]:
    """The names of all learners in these journals, in the order of the alphabet."""
    names = set()
    for data in contents.values():
        for line in _lines(data):
            found = decode(line) if '"session"' in line else None
            if isinstance(found, Event) and found.type == "session":
                names.add(_learner(found))
    return tuple(sorted((name for name in names if name), key=lambda name: (name.casefold(), name)))


def _originals(contents: Mapping[str, bytes]) -> Iterator[tuple[str, bytes]]:
    """The files without copies of a session that another file holds as far or further.

    Backups and synchronizing folders make such copies; counted twice, one attempt would look like two.
    """
    longest: dict[bytes, bytes] = {}
    for data in contents.values():
        heading = data[: data.find(b"\n") + 1]
        if len(data) > len(longest.get(heading, b"")):
            longest[heading] = data
    seen: set[bytes] = set()
    for name, data in contents.items():
        heading = data[: data.find(b"\n") + 1]
        if _ID not in heading or not longest[heading].startswith(data):
            yield name, data
        elif data == longest[heading] and heading not in seen:
            seen.add(heading)
            yield name, data


def _owned(data: bytes) -> Iterator[tuple[str | None, Event | str, str]]:
    """Each line of a file with the learner of the `session` line before it; the first speaks for what precedes it."""
    lines = list(_lines(data))
    events = decode_all(lines) if lines else ["damaged"]
    owner = next((_learner(x) for x in events if isinstance(x, Event) and x.type == "session"), None)
    for found, text in zip(events, lines or [""], strict=True):
        if isinstance(found, Event) and found.type == "session":
            owner = _learner(found)
        yield owner, found, text


def _learner(session: Event) -> str | None:
    name = session.fields.get("learner")
    return learner_name(name) if isinstance(name, str) else None


def _lines(data: bytes) -> Iterator[str]:
    """The lines of a file, blank ones left out; one that is not UTF-8 becomes a text that is no event."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        for line in data.split(b"\n"):
            if line.strip():
                try:
                    yield line.decode() if len(line) <= LONGEST_LINE else ""
                except UnicodeDecodeError:
                    yield ""
        return
    yield from (line for line in text.split("\n") if line and not line.isspace())


def _file_in_the_way(state: Path | None) -> Path | None:
    """What stands where the journals' folder, or one above it, should be, and is no folder."""
    for place in () if state is None else (state / FOLDER, state, *state.parents):
        # Unlike Path.exists, these are False too for what may not be looked at.
        if os.path.isdir(place):
            break
        if os.path.exists(place):
            return place
    return None


def _files(state: Path | None, *, most: int = LARGEST_FILE) -> Iterator[tuple[str, bytes | None]]:
    """The journals in the order of their names, with what is in them; None for what is no plain, readable file.

    Of each, `most` bytes at the most, up to the end of a line.
    """
    if state is None:
        return
    folder = state / FOLDER
    try:
        with os.scandir(folder) as entries:
            found = sorted((x.name, x.is_file(follow_symlinks=False)) for x in entries if x.name.endswith(".jsonl"))
    except FileNotFoundError:
        return
    except (OSError, ValueError):
        yield str(folder), None
        return
    left = LARGEST_FOLDER
    for name, plain in found:
        data = content(folder / name, most) if plain and left > 0 else None
        left -= len(data or b"")
        yield name, data


def _count(n: int, singular: str, plural: str | None = None) -> str:
    return f"{n} {singular if n == 1 else plural or singular + 's'}"


def _some(names: tuple[str, ...]) -> str:
    shown = ", ".join(one_line(name, longest=200) for name in names[:3])
    return f"{shown} and {len(names) - 3} more" if len(names) > 3 else shown
