"""Every outside condition is pinned here: folders, terminal, colors, locale, size, time zone, clock and seeds."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import pytest
from hypothesis import settings

from tutor.surroundings import Surroundings

PINNED = {
    "TERM": "xterm-256color",
    "COLORTERM": "truecolor",
    "LANG": "C.UTF-8",
    "COLUMNS": "80",
    "LINES": "24",
    "TZ": "UTC",
    "OPENBLAS_NUM_THREADS": "1",
}

UNSET_BY_PREFIX = ("LC_", "SSH_", "TEXTUAL", "XDG_", "RICH_", "TTY_", "PYTHONIO", "PYTHONUTF8", "PYTHONCOERCE")
UNSET = (
    "NO_COLOR", "FORCE_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "COLORFGBG", "LANGUAGE", "TMUX", "STY", "BROWSER",
    "PYTHONUNBUFFERED", "PYTHONDONTWRITEBYTECODE", "PYTHONWARNINGS", "OMP_NUM_THREADS",
)  # fmt: skip

# Textual reads some of these once, when it is imported, which is before any fixture runs.
for _name in [x for x in os.environ if x in UNSET or x.startswith(UNSET_BY_PREFIX)]:
    del os.environ[_name]

# The same examples in every run, however slow the machine; an example found elsewhere becomes a test by itself.
settings.register_profile("pinned", derandomize=True, deadline=None, database=None)
settings.load_profile("pinned")


@dataclass
class Clock:
    """A clock that stands still until a test moves it. 1,800,000,000 is 15 January 2027, 08:00 UTC."""

    now: float = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture(scope="session")
def empty_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The home folder of all tests. Nothing is written to it: state has a place of its own in each test."""
    return tmp_path_factory.mktemp("home")


@pytest.fixture(scope="session")
def _numbers() -> Iterator[int]:
    return count(1)


@pytest.fixture(autouse=True)
def _pinned(empty_home: Path, _numbers: Iterator[int], monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    # A folder that is named but not made costs nothing; `tmp_path` would cost each test two milliseconds.
    place = empty_home.parent / f"xdg-{next(_numbers)}"
    for name in [x for x in os.environ if x in UNSET or x.startswith(UNSET_BY_PREFIX)]:
        monkeypatch.delenv(name)
    for name, value in PINNED.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("HOME", str(empty_home))
    for kind in ("STATE", "CONFIG", "CACHE", "DATA"):
        monkeypatch.setenv(f"XDG_{kind}_HOME", str(place / kind.lower()))
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.fixture
def clock() -> Clock:
    """The clock of `surroundings`: set `clock.now` to let time pass."""
    return Clock()


@pytest.fixture
def surroundings(tmp_path: Path, clock: Clock) -> Surroundings:
    """A learner's world made from nothing: an empty state folder, a calm terminal, a clock that stands still."""
    exports = tmp_path / "exports"
    exports.mkdir()
    return Surroundings(state=tmp_path / "state", exports=exports, calm=True, clock=clock, seed=7)
