"""What is known of a lesson without its pages: its outline and its faults. The first screen needs no more."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from tutor.notation.visible import printable

BEFORE_A_NAME = re.compile(r"(?:(?:lesson|unit)\s+(?=\d)|(?:the|an?)\s+(?=\S))")


def as_named(name: str) -> str:
    """What a lesson is looked for by: "unit 4" and "4." come to 4, "The chain rule" and "chain rule" to the same."""
    wanted = " ".join(name.casefold().split())
    before = BEFORE_A_NAME.match(wanted)
    return (wanted[before.end() :] if before else wanted).rstrip(".)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """Something wrong in a lesson file, in one line: where, what, and what was expected."""

    path: Path
    message: str
    step: str | None = None
    key: str | None = None
    level: Literal["error", "warning"] = "error"

    def __str__(self) -> str:
        place = [printable(self.path.name)]
        if self.step:
            place.append(f"step {self.step}")
        if self.key:
            place.append(self.key)
        return f"{': '.join(place)}: {'warning: ' if self.level == 'warning' else ''}{self.message}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Outline:
    """What the home screen needs of a lesson before its pages are read. `was` pairs a former step id with today's."""

    slug: str
    number: int
    title: str
    objectives: tuple[str, ...]
    minutes: int | None
    needs: tuple[str, ...]
    step_ids: tuple[str, ...]
    was: tuple[tuple[str, str], ...] = ()
    path: Path
