"""What the grader says of one answer. Plain data for screens, the journal and JSON alike."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tutor.notation.reading import Reading

Status = Literal[
    "unreadable",
    "ask",
    "shape",
    "right",
    "rounded",
    "carried",
    "mistake",
    "ambiguous",
    "cells",
    "partial",
    "wrong",
]

PASSED: frozenset[str] = frozenset({"right", "rounded", "carried"})
"""The statuses after which the learner goes on; `grade` exits 0 for them."""

UNCOUNTED: frozenset[str] = frozenset({"unreadable", "ask", "shape", "partial"})
"""The statuses that cost no attempt. A `shape` that carries a mistake's code does count."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """The judgement of one answer.

    `cells` marks the asked row: True right, False wrong, None blank; empty for unreadable, ask and shape.
    `mistakes` are codes of the catalogue. `read` is the echo of what was understood. `message` is what the
    learner is told, ending in what to do next. `readings` are the choices when the status is `ask`.
    """

    status: Status
    message: str
    cells: tuple[bool | None, ...] = ()
    mistakes: tuple[str, ...] = ()
    read: str = ""
    readings: tuple[Reading, ...] = ()

    @property
    def passed(self) -> bool:
        return self.status in PASSED

    @property
    def counted(self) -> bool:
        return self.status not in UNCOUNTED or bool(self.mistakes)
