"""What went wrong in the program itself, as a file for whoever mends it."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from pathlib import Path

from tutor.notation.visible import visible
from tutor.records.transfer import TransferError, write_new

_LONGEST = 1 << 20
"""Characters of a report; a traceback of endless recursion is longer."""


def save_report(folders: Sequence[Path], details: str, *, t: float) -> Path | None:
    """A new file with these details, for its owner only, in the first folder that takes one; None where none does.

    `t` is now, in UTC seconds. Never raises.
    """
    # Whoever prints the file must not have its errors' texts obeyed.
    data = visible(details[-_LONGEST:]).encode("utf-8", "replace")
    name = f"error-{time.strftime('%Y%m%dT%H%M%SZ', time.gmtime(t))}-{os.urandom(4).hex()}.txt"
    for folder in folders:
        path = folder / name
        try:
            write_new(path, data)
        except (TransferError, OSError):
            continue
        return path
    return None


def summary(details: str, *, longest: int = 160) -> str:
    """What the last line of a traceback says: the kind of error and its message."""
    last = next((line.strip() for line in reversed(details.splitlines()) if line.strip()), "unknown")
    return last if len(last) <= longest else f"{last[: longest - 1]}…"
