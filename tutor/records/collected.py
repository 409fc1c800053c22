"""Many learners' state folders, as they were copied or mounted: where the journals are, and what they hold.

A folder that is damaged, foreign or hostile costs one line, never the others.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from pathlib import Path
from typing import Generic, TypeVar

from tutor.records.events import FOLDER, Event
from tutor.records.recorded import Recorded, read_everyone, read_one
from tutor.records.transfer import EXPORT, IMPORT
from tutor.records.wording import one_line

_WITHIN = (Path(), Path("attn-tutor"), Path(".local", "state", "attn-tutor"))
"""Where in a folder that is named, or in one of those in it, a state folder may lie: homes may be mounted whole."""

_SAY_NOTHING = frozenset({"attn-tutor", "state", ".local", ".state", "share", FOLDER})
"""Names of folders that say nothing about whose they are."""

_MOST_LEARNERS = 500
"""Of one folder. More were not people."""

_LONGEST = 200

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """A state folder or an exported file. `shown` is its name for people, `label` the part that says whose it is."""

    path: Path
    shown: str
    label: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Gathered:
    """One learner's events in one place, oldest first, and the ids of the sessions that they come from."""

    source: Source
    learner: str | None
    events: tuple[Event, ...]
    sessions: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """The places to read, and a line for each that is none."""

    sources: tuple[Source, ...]
    notes: tuple[str, ...]


def find_sources(paths: Sequence[Path]) -> Found:
    """The state folders and exported files that these paths name: themselves, or what lies in a folder of them.

    A place named twice counts once. Links below a named folder are not followed.
    """
    sources: list[Source] = []
    notes: list[str] = []
    seen: set[str] = set()
    for path in paths:
        for found in _named(path):
            if isinstance(found, str):
                notes.append(found)
            elif (real := os.path.realpath(found.path)) in seen:
                notes.append(f"{found.shown}: named more than once, counted once")
            else:
                seen.add(real)
                sources.append(found)
    return Found(sources=tuple(sources), notes=tuple(notes))


def gather(source: Source) -> tuple[tuple[Gathered, ...], str | None]:
    """Every learner in one place, and a line on what could not be read there. Never raises."""
    everyone: Mapping[str | None, Recorded] | None
    try:
        everyone = read_one(source.path) if source.path.is_file() else read_everyone(source.path)
    except (OSError, ValueError, RecursionError, MemoryError):
        everyone = None
    if everyone is None:
        return (), f"{source.shown}: cannot be read"
    found = tuple(
        Gathered(source=source, learner=learner, events=events, sessions=_sessions(events))
        for learner, recorded in sorted(everyone.items(), key=lambda item: item[0] or "")
        if (events := tuple(event for event in recorded.events if event.type not in (EXPORT, IMPORT)))
    )
    said = []
    passed_over = _note(tuple(everyone.values()))
    if passed_over:
        said.append(passed_over)
    if len(found) > _MOST_LEARNERS:
        said.append(f"names {len(found)} learners; only {_MOST_LEARNERS} are counted")
        found = found[:_MOST_LEARNERS]
    elif not found and not passed_over:
        said.append("nothing is recorded there")
    return found, f"{source.shown}: {'; '.join(said)}" if said else None


def each_learner(
    sources: Sequence[Source], made: Callable[[Gathered], T], *, advance: Callable[[], None] = lambda: None
) -> tuple[tuple[T, ...], tuple[str, ...]]:
    """What is made of every learner in these places, and lines on what could not be read and on doubtful copies.

    Two places belong to one learner where they have the same name and a session in common: progress was taken from
    one to the other. Under different names, or none, a session in common is only said. The events of one learner at
    a time are in memory. `advance` is called after each place.
    """
    kept: list[_Kept[T]] = []
    notes, doubts = [], []
    for source in sources:
        people, said = gather(source)
        notes += [said] if said else []
        for each in people:
            same = [x for x in kept if each.sessions & x.whose.sessions]
            mine = next((x for x in same if each.learner is not None and x.whose.learner == each.learner), None)
            others = [x.whose for x in same if x is not mine]
            doubts += [_shared(each, others[0], more=len(others) - 1)] if others else []
            if mine is None:
                kept.append(_Kept(whose=replace(each, events=()), places=[source], made=made(each)))
            else:
                doubts.append(f"{_who(each)}: in {mine.whose.source.shown} and {source.shown}, counted together")
                mine.add(each, made)
        advance()
    return tuple(x.made for x in kept), (*notes, *doubts)


@dataclass(slots=True, kw_only=True)
class _Kept(Generic[T]):
    """A learner without their events, the places that these are in, and what was made of them."""

    whose: Gathered
    places: list[Source]
    made: T

    def add(self, each: Gathered, made: Callable[[Gathered], T]) -> None:
        """The same learner, found in one more place. This is rare: what was in the others is read again."""
        before = [x for place in self.places for x in gather(place)[0] if x.learner == each.learner]
        together = reduce(_together, (*before, each))
        self.places.append(each.source)
        self.whose, self.made = replace(together, events=()), made(together)


def _named(path: Path) -> Iterator[Source | str]:
    """What one path of the command line stands for; a text says why it is nothing."""
    shown = _shown(path)
    if not os.path.exists(path):
        yield f"{shown}: there is no such folder"
    elif path.is_file():
        yield Source(path=path, shown=shown, label=_label(path))
    elif not os.path.isdir(path):
        yield f"{shown}: is a device or a pipe"
    elif (found := _state_in(path)) is not None:
        yield found
    else:
        yield from _inside(path)


def _inside(path: Path) -> Iterator[Source | str]:
    """The state folders and exported files that lie in a folder, each by its owner's name perhaps."""
    try:
        with os.scandir(path) as entries:
            names = sorted(entry.name for entry in entries)
    except OSError as error:
        yield f"{_shown(path)}: cannot be read ({(error.strerror or str(error)).lower()})"
        return
    empty = []
    any_found = False
    for name in names:
        place = path / name
        if place.is_symlink():
            any_found = True
            yield f"{_shown(place)}: is a link, which is not followed"
        elif os.path.isdir(place) and not os.access(place, os.R_OK | os.X_OK):
            any_found = True
            yield f"{_shown(place)}: cannot be read (permission denied)"
        elif os.path.isdir(place):
            found = _state_in(place)
            any_found = any_found or found is not None
            if found is not None:
                yield found
            else:
                empty.append(name)
        elif name.endswith(".jsonl"):
            any_found = True
            yield Source(path=place, shown=_shown(place), label=_label(place))
    if not any_found:
        yield f"{_shown(path)}: holds no journal of attn-tutor"
    elif empty:
        more = f" and {len(empty) - 3} more" if len(empty) > 3 else ""
        yield f"{_shown(path)}: no journal in {', '.join(one_line(name) for name in empty[:3])}{more}"


def _state_in(path: Path) -> Source | str | None:
    """The state folder that a folder is, or has where a home has it."""
    for within in _WITHIN:
        place = path / within
        journal = place / FOLDER
        if journal.is_symlink():
            return f"{_shown(path)}: its journal is a link, which is not followed"
        if os.path.isdir(journal):
            return Source(path=place, shown=_shown(path), label=_label(place))
    if path.name == FOLDER and _any(path, lambda name: name.endswith(".jsonl")):
        return Source(path=path.parent, shown=_shown(path), label=_label(path))
    return None


def _any(folder: Path, wanted: Callable[[str], bool]) -> bool:
    try:
        with os.scandir(folder) as entries:
            return any(wanted(entry.name) for entry in entries)
    except OSError:
        return False


def _label(path: Path) -> str:
    """The innermost name in a path that says whose it is."""
    real = Path(os.path.realpath(path))
    if real.is_file():
        return one_line(real.stem, longest=_LONGEST)
    says = [part for part in real.parts[1:] if part not in _SAY_NOTHING]
    return one_line(says[-1] if says else real.name or str(real), longest=_LONGEST)


def _shown(path: Path) -> str:
    return one_line(str(path), longest=_LONGEST)


def _note(everyone: Sequence[Recorded]) -> str | None:
    whole = Recorded(
        damaged=sum(x.damaged for x in everyone),
        newer=sum(x.newer for x in everyone),
        files=tuple(dict.fromkeys(name for x in everyone for name in x.files)),
        skipped=tuple(name for x in everyone for name in x.skipped),
        in_the_way=next((x.in_the_way for x in everyone if x.in_the_way is not None), None),
    )
    if whole.in_the_way is not None:
        return "is no folder"
    return whole.note.removeprefix("Journal: ").rstrip(".") if whole.note else None


def _shared(one: Gathered, other: Gathered, *, more: int) -> str:
    both = len(one.sessions & other.sessions)
    sessions = "1 session" if both == 1 else f"{both} sessions"
    others = f" (and {more} more)" if more else ""
    return f"{_who(one)} and {_who(other)}{others} have {sessions} in common: one may be a copy; each is counted"


def _together(one: Gathered, other: Gathered) -> Gathered:
    seen = {repr(sorted(event.fields.items(), key=lambda item: item[0])) for event in one.events}
    new = [x for x in other.events if repr(sorted(x.fields.items(), key=lambda item: item[0])) not in seen]
    events = tuple(sorted((*one.events, *new), key=lambda event: event.t))
    return Gathered(source=one.source, learner=one.learner, events=events, sessions=one.sessions | other.sessions)


def _sessions(events: Sequence[Event]) -> frozenset[str]:
    ids = (event.fields.get("id") for event in events if event.type == "session")
    return frozenset(id for id in ids if isinstance(id, str))


def _who(one: Gathered) -> str:
    return one_line(one.learner) if one.learner else one.source.label
