"""What is known of a learner at a start, and a snapshot beside the journals by which it need not be counted anew.

The snapshot is derived and never needed: it counts only where every file that it was made from is as it was then, and
where what has come since is later than all of it. Otherwise the files are read, all of them.
"""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

from tutor.records.contents import content
from tutor.records.events import FOLDER, Event, learner_name
from tutor.records.progress import Place, Progress, StepRecord, fold
from tutor.records.recorded import LARGEST_FILE, LARGEST_FOLDER, holds_copies, lines_of, read_events

FORMAT = 1
"""Of the file and of what is counted. Any change to either makes snapshots of before worthless, and needs another."""

WORTH = 64 << 10
"""Bytes of journals that are as quick to read as a snapshot; also, so many of new ones are worth another snapshot."""

DOUBT = 2.0
"""Seconds. What changed so short a time ago could change again and bear the same time: some clocks are coarse."""

LEFT_BEHIND = 3600.0
"""Seconds after which an unfinished snapshot is nobody's any more."""

Mark = tuple[int, int, int]
"""What tells whether a file is as it was: bytes, and nanoseconds of its last change and of its entry's."""

_FLAGS = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """One learner at a start. `events` counts what is recorded; `note` is one line on what could not be read.

    `key` says for whom and for what version `progress` was counted, `files` from which files, as they were just
    before; None where it is not worth a new snapshot.
    """

    progress: Progress
    events: int = 0
    note: str | None = None
    key: Mapping[str, object]
    files: Mapping[str, Mark] | None = None


def read_known(state: Path | None, *, learner: str | None, aliases: Mapping[str, str], version: str) -> Known:
    """The fold over one learner's journals under `state`, by a snapshot of that program version where one holds.

    `aliases` maps an id that a step once had to its id now. Writes nothing; never raises.
    """
    key = {"format": FORMAT, "version": version, "learner": learner_name(learner), "aliases": dict(aliases)}
    files = _marks(state)
    worth = state is not None and files is not None and _size(files) >= WORTH
    if worth and state is not None and files is not None:
        known = _since(state, _read(state, key), files)
        if known is not None:
            return known
    recorded = read_events(state, learner=learner)
    return Known(
        progress=fold(recorded.events, aliases=aliases),
        events=len(recorded.events),
        note=recorded.note,
        key=key,
        files=files if worth else None,
    )


def keep(state: Path | None, known: Known) -> None:
    """Put a snapshot of this in the place of the one before, where it is worth one. Never raises, says nothing.

    Not for the moments before the first screen: it takes longer than reading one.
    """
    if state is None or known.files is None:
        return
    now = _marks(state) or {}
    if any(now.get(name) != mark for name, mark in known.files.items()):
        return
    path = _path(state, known.key)
    unfinished = path.with_name(f"{path.stem}-{os.urandom(8).hex()}.tmp")
    try:
        data = _encode(known)
        try:
            with os.fdopen(os.open(unfinished, _FLAGS, 0o600), "wb") as file:
                file.write(data)
                file.flush()
                written = os.fstat(file.fileno()).st_mtime_ns
            # What the file system takes for now: its clock is the one by which the files are marked.
            if all(abs(written - mtime) > DOUBT * 1e9 for _, mtime, _ in known.files.values()):
                os.replace(unfinished, path)
        finally:
            with suppress(FileNotFoundError):
                unfinished.unlink()
            _sweep(path.parent, written=_mtime(path))
    except (OSError, ValueError, RecursionError):
        return


def _since(state: Path, known: Known | None, files: Mapping[str, Mark]) -> Known | None:
    """A snapshot with what has been recorded since; None where it does not hold or it cannot be told."""
    if known is None or known.files is None or any(files.get(name) != mark for name, mark in known.files.items()):
        return None
    new = {name: mark for name, mark in files.items() if name not in known.files}
    contents = {}
    for name in new:
        data = content(state / FOLDER / name, LARGEST_FILE)
        # Where a file was taken in, a line may be one that was there before.
        if data is None or holds_copies(data):
            return None
        contents[name] = data
    events: list[Event] = []
    seen: set[str] = set()
    for _, owner, found, text in lines_of(contents):
        if owner != known.key["learner"]:
            continue
        # This also finds each copy of a session that is part of the snapshot: its first line is as old.
        if not isinstance(found, Event) or found.t <= known.progress.latest or text in seen:
            return None
        seen.add(text)
        events.append(found)
    events.sort(key=lambda event: event.t)
    return Known(
        progress=fold(events, aliases=known.progress.aliases, start=known.progress) if events else known.progress,
        events=known.events + len(events),
        note=known.note,
        key=known.key,
        files=files if _size(new) >= WORTH else None,
    )


def _marks(state: Path | None) -> dict[str, Mark] | None:
    """Every journal as it is now; None where that is more, or anything else, than a snapshot is made from."""
    if state is None:
        return None
    files = {}
    try:
        with os.scandir(state / FOLDER) as entries:
            for entry in entries:
                if entry.name.endswith(".jsonl"):
                    if not entry.is_file(follow_symlinks=False):
                        return None
                    found = entry.stat(follow_symlinks=False)
                    files[entry.name] = (found.st_size, found.st_mtime_ns, found.st_ctime_ns)
    except (OSError, ValueError):
        return None
    # Of what is larger only a part is read.
    largest = max((size for size, _, _ in files.values()), default=0)
    return dict(sorted(files.items())) if largest <= LARGEST_FILE and _size(files) <= LARGEST_FOLDER else None


def _size(files: Mapping[str, Mark]) -> int:
    return sum(size for size, _, _ in files.values())


def _path(state: Path, key: Mapping[str, object]) -> Path:
    """Where a learner's snapshot is: a name is never part of a path. Two of one checksum take turns, which is slow."""
    return state / FOLDER / f"snapshot-{zlib.crc32(str(key['learner'] or '').encode('utf-8', 'replace')):08x}.json"


def _sweep(folder: Path, *, written: float) -> None:
    """Take away what killed sessions have left unfinished."""
    for path in folder.glob("snapshot-*.tmp"):
        with suppress(OSError):
            if _mtime(path) < written - LEFT_BEHIND:
                path.unlink()


def _mtime(path: Path) -> float:
    return path.stat(follow_symlinks=False).st_mtime


def _encode(known: Known) -> bytes:
    """A checksum on a line of its own, then one JSON object."""
    progress = known.progress
    steps = [{name: getattr(record, name) for name in _KINDS} for record in progress.steps.values()]
    told = {
        **known.key,
        "files": known.files,
        "events": known.events,
        "note": known.note,
        "steps": [{**step, "mistakes": dict(step["mistakes"])} for step in steps],
        "place": progress.place,
        "places": progress.places,
        "latest": progress.latest,
    }
    body = json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode()
    return b"%08x\n" % zlib.crc32(body) + body


def _read(state: Path, key: Mapping[str, object]) -> Known | None:
    """The snapshot for this key; None where there is none, or one that is damaged, foreign or of another version."""
    data = content(_path(state, key), LARGEST_FILE)
    if data is None or data[:9] != b"%08x\n" % zlib.crc32(data[9:]):
        return None
    try:
        told = json.loads(data[9:])
        if any(told[name] != value for name, value in key.items()):
            return None
        return _known(told, key)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None


def _known(told: Mapping[str, Any], key: Mapping[str, object]) -> Known:
    """What a snapshot says. Raises where it is not what this program writes, whatever its checksum."""
    steps = {record.step: record for record in map(_record, told["steps"])}
    place = None if told["place"] is None else Place(*_all(str, told["place"]))
    places = dict(zip(told["places"], _all(str, told["places"].values()), strict=True))
    latest, events, note = told["latest"], told["events"], told["note"]
    if not isinstance(latest, int | float) or not isinstance(events, int) or not isinstance(note, str | None):
        raise TypeError("not a snapshot")
    files = {name: (size, mtime, ctime) for name, (size, mtime, ctime) in told["files"].items()}
    aliases = told["aliases"]
    progress = Progress(steps=steps, place=place, places=places, latest=latest, aliases=aliases)
    return Known(progress=progress, events=events, note=note, key=key, files=files)


_NUMBER = (int, float)

_KINDS: Mapping[str, Any] = MappingProxyType(
    {
        "step": str,
        "lesson": (str, type(None)),
        "attempts": int,
        "first_status": (str, type(None)),
        "last_status": (str, type(None)),
        "passed": bool,
        "shown": bool,
        "done": bool,
        "hints": int,
        "draft": (str, type(None)),
        "answer": (str, type(None)),
        "ticked": list,
        "mistakes": dict,
        "seed": (int, type(None)),
        "shown_seed": (int, type(None)),
        "t": _NUMBER,
        "missed": (*_NUMBER, type(None)),
        "passes": list,
    }
)
"""What each field of a `StepRecord` is in JSON."""


def _record(told: Mapping[str, Any]) -> StepRecord:
    if told.keys() != _KINDS.keys() or not all(isinstance(told[name], kind) for name, kind in _KINDS.items()):
        raise TypeError("not a record")
    _all(int, told["mistakes"].values())
    mistakes = MappingProxyType(told["mistakes"])
    ticked, passes = _all(int, told["ticked"]), _all(_NUMBER, told["passes"])
    return StepRecord(**{**told, "ticked": ticked, "passes": passes, "mistakes": mistakes})


def _all(kind: Any, values: Any) -> tuple[Any, ...]:
    """The values, if all of them are of that kind."""
    found = tuple(values)
    if not all(isinstance(value, kind) for value in found):
        raise TypeError("not of one kind")
    return found
