"""What is in one file, however large or strange it is: never a wait, never more than was asked for."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import BinaryIO

from tutor.records.events import LONGEST_LINE

_FLAGS = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)

_MOST_LOOKED_AT = 512 << 20
"""Bytes of one file that are passed by, lines too long for any event among them."""

_CUT = b"(cut)"
"""Stands for what was left out: no event, so that it is counted."""


def content(path: Path, most: int) -> bytes | None:
    """What is in a file, `most` bytes at the most, up to the end of a line; None where it is no plain, readable one.

    Of a file that is larger, lines that are too long for any event are left out, so that they hide no others.
    """
    try:
        fd = os.open(path, _FLAGS)
        with os.fdopen(fd, "rb") as file:
            if not stat.S_ISREG(os.fstat(fd).st_mode):
                return None
            data = file.read(most + 1)
            if len(data) > most > LONGEST_LINE:
                file.seek(0)
                data = _without_long_lines(file, most)
    except (OSError, ValueError):
        return None
    return data if len(data) <= most else data[: data.rfind(b"\n", 0, most) + 1] + _CUT


def _without_long_lines(file: BinaryIO, most: int) -> bytes:
    """The lines of a file, a little more than `most` bytes of them; for each that is too long, a broken one."""
    kept: list[bytes] = []
    size = read = 0
    while size <= most and read <= _MOST_LOOKED_AT and (line := file.readline(LONGEST_LINE + 1)):
        read += len(line)
        if len(line) > LONGEST_LINE:
            while not line.endswith(b"\n") and read <= _MOST_LOOKED_AT and (line := file.readline(LONGEST_LINE)):
                read += len(line)
            line = _CUT + b"\n"
        kept.append(line)
        size += len(line)
    return b"".join(kept)
