"""Reads typed values out of one table of a lesson file, and writes down in an author's words what does not fit."""

from __future__ import annotations

import datetime
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from tutor.lessons.listing import Fault
from tutor.notation.visible import CONTROL, printable

ID_FORM = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*", re.ASCII)

CONTROL_NAMES = {0x00: "NUL", 0x07: "BEL", 0x08: "BS", 0x0C: "FF", 0x0D: "CR", 0x1B: "ESC", 0x7F: "DEL"}

LARGEST = 10**15
"""Whole numbers beyond this are not written out: Python itself refuses to print the longest."""

MOST_FAULTS = 500
"""Told of one file."""


def shown(text: str, *, limit: int = 40) -> str:
    """A text in quotes on one line, cut where it is long, with control characters spelled out."""
    return f'"{short(text, limit=limit)}"'


def short(text: str, *, limit: int = 60) -> str:
    """A text on one printable line, cut where it is long."""
    return printable(text if len(text) <= limit else f"{text[: limit - 1]}…")


def found(value: object) -> str:
    """What an author wrote, in their words."""
    if isinstance(value, str):
        return f"the text {shown(value)}"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int) and abs(value) > LARGEST:
        return "a very large number"
    if isinstance(value, int | float):
        return f"the number {value}"
    if isinstance(value, list):
        return "a list" if value else "an empty list"
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, datetime.date | datetime.time):
        return f"the {'time' if isinstance(value, datetime.time) else 'date'} {value}"
    return "something else"


def near(word: str, known: Collection[str]) -> str | None:
    """The known word that was probably meant."""
    import difflib

    return next(iter(difflib.get_close_matches(word.lower(), known, n=1, cutoff=0.6)), None) or next(
        (name for name in known if name.lower() == word.lower()), None
    )


def listed(words: Collection[str]) -> str:
    """Words as people list them: a, b or c."""
    *first, last = words
    return f"{', '.join(first)} or {last}" if first else last


@dataclass(slots=True, eq=False, repr=False)
class Section:
    """One table of a lesson file, its place, and the list that its faults go to.

    Each reader returns a value of the promised type even where it notes a fault, so that one pass finds all
    the faults of a file.
    """

    data: Mapping[str, object]
    path: Path
    faults: list[Fault]
    step: str | None = None
    within: str = ""

    def note(self, key: str | None, message: str, *, level: Literal["error", "warning"] = "error") -> None:
        """Write down one fault of this table."""
        if len(self.faults) > MOST_FAULTS:
            return
        if len(self.faults) == MOST_FAULTS:
            key, message, level = None, f"has more than {MOST_FAULTS} faults; mend these first", "error"
        place = ", ".join(short(part) for part in (self.within, key) if part) or None
        line = printable(message)
        self.faults.append(Fault(path=self.path, step=self.step, key=place, message=line, level=level))

    def inside(self, data: Mapping[str, object], within: str) -> Section:
        """A table within this one."""
        return Section(data, self.path, self.faults, self.step, within)

    def only(self, keys: Collection[str], owner: str) -> None:
        """Note every key that does not belong here."""
        for key in self.data:
            if key not in keys:
                guess = near(key, keys)
                self.note(key, f"unknown key; {f'did you mean {guess}?' if guess else f'{owner} has {listed(keys)}'}")

    def missing(self, key: str, expected: str) -> bool:
        """True, with a fault, where the key is not there."""
        if key in self.data:
            return False
        self.note(key, f"missing; expected {expected}")
        return True

    def text(self, key: str, *, needed: bool = False, one_line: bool = False) -> str:
        """The text under a key, exactly as typed; "" where there is none."""
        if key not in self.data:
            if needed:
                self.note(key, "missing; expected text in quotes")
            return ""
        return self.checked_text(self.data[key], key, one_line=one_line)

    def checked_text(self, value: object, key: str, *, one_line: bool = False) -> str:
        """A value that must be text: not blank, and free of control characters."""
        if not isinstance(value, str):
            quotes = "" if isinstance(value, list | dict) else "; put quotes around it"
            self.note(key, f"expected text, found {found(value)}{quotes}")
            return ""
        control = CONTROL.search(value)
        if control:
            code = ord(control[0])
            name = f" ({CONTROL_NAMES[code]})" if code in CONTROL_NAMES else ""
            line = value.count("\n", 0, control.start()) + 1
            where = f" in its line {line}" if "\n" in value else ""
            self.note(key, f"holds the control character U+{code:04X}{name}{where}; take it out")
            return ""
        if not value.strip():
            self.note(key, "is empty; expected text")
        elif one_line and "\n" in value:
            self.note(key, "expected one line of text, found several")
        return value

    def texts(self, key: str, *, at_least: int = 0, needed: bool = False) -> tuple[str, ...]:
        """The list of texts under a key."""
        wanted = f"a list of at least {at_least} texts" if at_least > 1 else "a list of texts in quotes"
        if at_least == 1:
            wanted += ", at least one"
        if key not in self.data:
            if needed:
                self.note(key, f"missing; expected {wanted}")
            return ()
        value = self.data[key]
        if not isinstance(value, list):
            brackets = "; put brackets around it" if isinstance(value, str) else ""
            self.note(key, f"expected {wanted}, found {found(value)}{brackets}")
            return ()
        if len(value) < at_least:
            self.note(key, f"expected {wanted}, found {len(value) or 'none'}")
        return tuple(self.checked_text(item, f"{key} {i}") for i, item in enumerate(value, start=1))

    def whole(self, key: str, *, low: int, high: int) -> int | None:
        """The whole number from low to high under a key; None where there is none."""
        if key not in self.data:
            return None
        value = self.data[key]
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            self.note(key, f"expected a whole number from {low} to {high}, found {found(value)}")
            return None
        return value

    def flag(self, key: str) -> bool:
        """The true or false under a key; false where there is none."""
        value = self.data.get(key, False)
        if not isinstance(value, bool):
            self.note(key, f"expected true or false, without quotes, found {found(value)}")
            return False
        return value

    def one_of(self, key: str, words: Collection[str], *, needed: bool = False) -> str | None:
        """The word under a key, out of a few; None where there is none."""
        if key not in self.data:
            if needed:
                self.note(key, f"missing; expected {listed(words)}, in quotes")
            return None
        return self.checked_word(self.data[key], key, words)

    def checked_word(self, value: object, key: str, words: Collection[str]) -> str | None:
        """A value that must be one of a few words."""
        if isinstance(value, str) and value in words:
            return value
        guess = near(value, words) if isinstance(value, str) else None
        meant = f"; did you mean {guess}?" if guess else ""
        self.note(key, f"expected {listed(words)}, found {found(value)}{meant}")
        return None

    def ids(self, key: str) -> tuple[str, ...]:
        """The list of ids under a key."""
        return tuple(name for name in self.texts(key) if name.strip() and self.is_id(name, key))

    def is_id(self, name: str, key: str) -> bool:
        """True where a name has the form of an id; otherwise a fault."""
        if ID_FORM.fullmatch(name) and len(name) <= 60:
            return True
        self.note(key, f"expected small letters, digits and single hyphens, such as small-weights; found {shown(name)}")
        return False
