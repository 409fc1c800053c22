"""Where lesson files are, in which order, and what text is in them. Knows nothing of lessons."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterable, Sequence
from pathlib import Path

OWN = Path(__file__).parent
"""The folder of the program's own lessons."""

LARGEST_FILE = 1024 * 1024

NUMBERED = re.compile(r"([0-9]{1,9})_(.+)", re.DOTALL)


def lesson_files(folder: Path) -> tuple[Path, ...]:
    """The lesson files of a folder, in order: NN_ first, by number, then by name. Raises OSError."""
    names = [name for name in os.listdir(folder) if name.lower().endswith(".toml") and not name.startswith(".")]
    return tuple(folder / name for name in sorted(names, key=_place))


def course_files(folders: Sequence[Path] = ()) -> tuple[tuple[Path, ...], tuple[tuple[Path, str], ...]]:
    """The program's own files, then those of the added folders, each once; and unreadable folders, with why."""
    paths: list[Path] = []
    unread: list[tuple[Path, str]] = []
    for folder in (OWN, *folders):
        try:
            paths.extend(lesson_files(folder))
        except OSError as error:
            unread.append((folder, why_not(error)))
    return once(paths) if folders else tuple(paths), tuple(unread)


def once(paths: Iterable[Path]) -> tuple[Path, ...]:
    """The paths without those that lead to a file which an earlier one leads to."""
    kept: dict[str, Path] = {}
    for path in paths:
        kept.setdefault(os.path.realpath(path), path)
    return tuple(kept.values())


def default_slug(path: Path) -> str:
    """The slug that a file's name gives: without NN_ and .toml, with hyphens."""
    numbered = NUMBERED.match(path.stem)
    return (numbered[2] if numbered else path.stem).lower().replace("_", "-").replace(" ", "-")


def read_text(path: Path) -> str:
    """The text of a lesson file, its lines ending in line feeds.

    Raises OSError, or ValueError with a sentence; reads 1 MiB at most and never waits for a pipe or a device.
    """
    mode = path.stat().st_mode
    if stat.S_ISDIR(mode):
        raise ValueError("is a folder; expected a file")
    if not stat.S_ISREG(mode):
        raise ValueError("is a device or a pipe; expected a file")
    with path.open("rb") as file:
        raw = file.read(LARGEST_FILE + 1)
    if len(raw) > LARGEST_FILE:
        raise ValueError("is larger than 1 MiB; expected the text of a few pages")
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise ValueError("is UTF-16; save it as UTF-8")
    try:
        return raw.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise ValueError(
            f"line {line}: the byte 0x{raw[error.start]:02x} is not UTF-8; save the file as UTF-8"
        ) from None


def why_not(error: OSError) -> str:
    """Why a file or folder cannot be read, as the system says it."""
    return f"cannot be read: {(error.strerror or 'unknown reason').lower()}"


def _place(name: str) -> tuple[bool, int, str]:
    numbered = NUMBERED.match(name)
    return numbered is None, int(numbered[1]) if numbered else 0, name
