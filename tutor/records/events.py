"""One line of a journal and the event that it holds. Knows the form of a line, not what it means for progress."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

VERSION = 1

FOLDER = "journal"
"""Where under the state folder the journals lie."""

LATEST = 4102444800.0
"""2100-01-01 in UTC seconds. A later time is a broken line or clock, not a moment of learning."""

LONGEST_LINE = 1 << 20
"""Bytes. A longer line was not written by this program, which cuts what is typed at `LONGEST_TEXT`."""

LONGEST_TEXT = 100_000
"""Characters of typed text kept in one event; escaped at its worst it still fits `LONGEST_LINE`."""

_TEXTS: Mapping[str, tuple[str, ...]] = {
    "open": ("lesson", "step"),
    "draft": ("step", "raw"),
    "answer": ("step", "raw", "status"),
    "hint": ("step",),
    "shown": ("step",),
    "done": ("step",),
    "explain": ("step", "raw"),
}
"""For each type of event the fields that it cannot do without; all of them are texts."""


@dataclass(frozen=True, slots=True)
class Event:
    """What happened, when (UTC seconds), and the whole line as a mapping."""

    t: float
    type: str
    fields: Mapping[str, object]


def encode(event: Event) -> bytes:
    """One line of UTF-8 with its newline."""
    # The order "v", "t", "type" is for people who read the file.
    line = {"v": VERSION, "t": event.t, "type": event.type, **event.fields}
    try:
        return (json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n").encode()
    except UnicodeEncodeError:
        # Undecodable bytes of a terminal arrive as lone surrogates, which only an escape can carry.
        return (json.dumps(line, separators=(",", ":")) + "\n").encode()


def decode(line: str) -> Event | Literal["damaged", "newer"]:
    """The event in one line; "newer" for a line of a later version, "damaged" for anything else."""
    if len(line) > LONGEST_LINE:
        return "damaged"
    line = line.strip()
    try:
        # raw_decode is decode without two searches for blanks, a third of the time of reading a journal.
        found, end = _DECODER.raw_decode(line)
        if end != len(line):
            return "damaged"
    except (ValueError, RecursionError):
        return "damaged"
    return _event(found, line)


def decode_all(lines: Sequence[str]) -> list[Event | Literal["damaged", "newer"]]:
    """The same for many lines, in half the time where nothing is wrong with any of them."""
    # With a word of JavaScript between them the lines are one list; no line has that word, so that none can end or
    # begin within another.
    whole = ",NaN,".join(lines)
    if whole.count("NaN") == len(lines) - 1 and max(map(len, lines), default=0) <= LONGEST_LINE:
        try:
            found = _OF_MANY.decode(f"[{whole}]")
        except (ValueError, RecursionError):
            found = []
        if len(found) == 2 * len(lines) - 1 and all(x is _BETWEEN for x in found[1::2]):
            return [_event(x, line) for x, line in zip(found[::2], lines, strict=True)]
    return [decode(line) for line in lines]


def _event(found: object, line: str) -> Event | Literal["damaged", "newer"]:
    """What a line holds, once it has been read as JSON."""
    if "\\u" in line:
        try:
            found = _without_lone_surrogates(found)
        except (ValueError, RecursionError):
            return "damaged"
    if type(found) is not dict:
        return "damaged"
    version, t, kind = found.get("v"), found.get("t"), found.get("type")
    if type(version) is not int or version < VERSION:
        return "damaged"
    if version > VERSION:
        return "newer"
    if (type(t) is not float and type(t) is not int) or not 0 <= t <= LATEST or type(kind) is not str:
        return "damaged"
    for name in _TEXTS.get(kind, ()):
        if type(found.get(name)) is not str:
            return "damaged"
    if kind == "reset" and not _names_what(found):
        return "damaged"
    return Event(t, kind, found)


def learner_name(name: str | None) -> str | None:
    """A learner's name as it is compared: composed, without blanks around it; None where nothing is left."""
    return (unicodedata.normalize("NFC", name).strip() or None) if name else None


def texts(value: object) -> tuple[str, ...]:
    """The texts in a list read from a line; none where it is no list."""
    return tuple([x for x in value if isinstance(x, str)]) if isinstance(value, list | tuple) else ()


def numbers(value: object) -> tuple[int, ...]:
    """The whole numbers in a list read from a line; none where it is no list."""
    if not isinstance(value, list | tuple):
        return ()
    return tuple(x for x in value if isinstance(x, int) and not isinstance(x, bool))


def _names_what(reset: Mapping[str, object]) -> bool:
    """Whether a reset says what is to be forgotten; a broken one must not forget everything."""
    if reset.get("all") is True:
        return "lesson" not in reset
    return isinstance(reset.get("lesson"), str) and isinstance(reset.get("steps", []), list)


def _refuse(constant: str) -> object:
    raise ValueError(f"{constant} is not JSON")


_DECODER = json.JSONDecoder(parse_constant=_refuse)

_BETWEEN = object()


def _between(constant: str) -> object:
    return _BETWEEN if constant == "NaN" else _refuse(constant)


_OF_MANY = json.JSONDecoder(parse_constant=_between)


def _without_lone_surrogates(found: object) -> object:
    """The same value with every lone surrogate as a question mark: no terminal can be sent one."""
    return json.loads(json.dumps(found, ensure_ascii=False).encode("utf-8", "replace"))
