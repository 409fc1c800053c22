"""Learners' names: which texts are names, where a learner's folder is, and whose key a name belongs to."""

from __future__ import annotations

import os
import re
import unicodedata
from contextlib import suppress
from pathlib import Path

LONGEST = 32
RESERVED = frozenset({"journal", "attn-tutor"})
"""Folders of these names mean something else in a state folder."""

RULE = f"A name has 1 to {LONGEST} letters, digits, dots, hyphens or underscores, and begins with a letter or digit."

_NAME = re.compile(rf"[^\W_][\w.-]{{0,{LONGEST - 1}}}")
_INVISIBLE = re.compile("[\u115f\u1160]")
"""Letters to Unicode, and nothing to the eye: with one of them, two names look the same."""
_KEY = "key"


def name_in(text: str) -> str | None:
    """The name that a text is, in small letters; None where it is none.

    A name never holds a separator, never begins with a dot, and so names a folder here and nowhere else.
    """
    folded = unicodedata.normalize("NFKC", text).casefold()
    name = unicodedata.normalize("NFKC", folded)
    if name in RESERVED or _INVISIBLE.search(name):
        return None
    return name if _NAME.fullmatch(name) and len(name.encode()) <= 4 * LONGEST else None


def folder_of(state: Path, name: str) -> Path:
    """A learner's own folder, made where it is missing, for its owner alone."""
    folder = state / name
    # Somebody may have moved the class's folder away meanwhile: each of the two is its owner's alone.
    for each in (state, folder):
        each.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def is_in_use(state: Path, name: str) -> bool:
    """True for a name under which somebody has been here."""
    return (state / name / "journal").is_dir()


def key_of(state: Path, name: str) -> str | None:
    """The fingerprint of the key that a name belongs to; None for a name that no key has taken."""
    try:
        return (state / name / _KEY).read_text(encoding="ascii").strip() or None
    except FileNotFoundError:
        return None
    except (OSError, ValueError):
        # It says that there is a key, but not which: nobody gets in by a guess.
        return "unreadable"


def take(state: Path, name: str, fingerprint: str) -> bool:
    """Make a name that key's own for good. False where another key was first, in this server or in another one."""
    folder = folder_of(state, name)
    # Written whole under another name and then linked: nobody ever reads half of it, and only the first link succeeds.
    draft = folder / f".{_KEY}-{os.urandom(8).hex()}"
    draft.write_text(f"{fingerprint}\n", encoding="ascii")
    try:
        with suppress(FileExistsError):
            os.link(draft, folder / _KEY)
    finally:
        draft.unlink()
    return key_of(state, name) == fingerprint
