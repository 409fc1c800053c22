"""Files for the learner to keep: a table, a program, a progress file. Never writes over one that is there."""

from __future__ import annotations

import os
import re
from pathlib import Path

_SAFE = re.compile(r"[^\w.\- ]+")
_MOST_COPIES = 999


class SaveError(Exception):
    """One sentence why a file could not be saved."""


def save_text(folder: Path, name: str, text: str) -> Path:
    """Write `text` as UTF-8 into a new file of `folder`; the path that it got.

    `name` is a plain file name; what cannot stand in one becomes a hyphen. Where it is taken, -2, -3, … goes
    before the ending. Raises SaveError with one sentence where nothing could be written.
    """
    safe = _safe(name)
    data = text.encode("utf-8", "replace")
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
    stem, ending = os.path.splitext(safe)
    for number in range(1, _MOST_COPIES + 1):
        path = folder / (safe if number == 1 else f"{stem}-{number}{ending}")
        try:
            fd = os.open(path, flags, 0o644)
        except FileExistsError:
            continue
        except (OSError, ValueError) as error:
            raise SaveError(_sentence(path, error)) from None
        try:
            with os.fdopen(fd, "wb") as file:
                file.write(data)
        except OSError as error:
            path.unlink(missing_ok=True)
            raise SaveError(_sentence(path, error)) from None
        return path
    raise SaveError(f"{safe} was not saved: {folder} already holds {_MOST_COPIES} files of that name.")


def saved(folder: Path | None, name: str, text: str, *, kiosk: bool = False) -> str:
    """Save a text where this learner may; the sentence that says where, or why not.

    In a kiosk no folder of the machine is named: its learners cannot go there.
    """
    if folder is None:
        return "There is no folder to save in."
    try:
        path = save_text(folder, name, text)
    except SaveError as error:
        return "It could not be saved; tell your teacher." if kiosk else str(error)
    return f"Saved as {path.name} in your folder; your teacher can give it to you." if kiosk else f"Saved as {path}"


def _safe(name: str) -> str:
    plain = _SAFE.sub("-", name).strip(" .-")
    stem, ending = os.path.splitext(plain)
    # Most file systems take 255 bytes; letters may need four each, and a number may follow.
    return (stem.encode()[:200].decode("utf-8", "ignore") or "attn-tutor") + ending[:20]


def _sentence(path: Path, error: Exception) -> str:
    reason = getattr(error, "strerror", None) or str(error)
    return f"{path.name} was not saved in {path.parent}: {reason}."
