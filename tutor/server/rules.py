"""What one server is to do: all that its command line decides, and how much patience it has, in one frozen value."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from tutor.lessons.model import Course
from tutor.surroundings import Surroundings


@dataclass(frozen=True, slots=True, kw_only=True)
class Patience:
    """How long things may take, in seconds."""

    login: float = 30.0
    """From the first byte to a proven name, and from there to a session."""
    keep_alive: float = 30.0
    """Between questions whether a silent client is still there; after four without an answer it is not."""
    idle: float = 3600.0
    """Without a key, before a learner is sent home."""
    stuck: float = 60.0
    """That a client may leave unread what it was sent."""
    leaving: float = 3.0
    """For an app to leave by itself, once it has been told to."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """One server's rules.

    `state` has a folder for each learner. `keys` is a file of public keys; `code` says that a class code is asked for;
    `open` lets everybody in. `settle` puts the process's streams back, which Textual turns aside while an app runs.
    `progress` gives the text of what a learner has done.
    """

    state: Path
    host: str = "127.0.0.1"
    port: int = 2222
    host_key: Path | None = None
    keys: Path | None = None
    code: bool = False
    open: bool = False
    max_sessions: int = 40
    max_each: int = 4
    """Sessions that one learner may have at once."""
    patience: Patience = field(default_factory=Patience)
    base: Surroundings
    """What all learners have in common: the lessons, the clock, ASCII or not."""
    settle: Callable[[], None]
    progress: Callable[[Surroundings, Course], str]
