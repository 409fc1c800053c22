"""The file of public keys: who may come in, and which names it gives to which keys."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import asyncssh

from tutor.server.names import name_in

NO_KEY = "{path}: there is no key in it, so nobody comes in with one until there is."

Stamp = tuple[int, int, int]


class KeysError(Exception):
    """One sentence on what is wrong with the file."""


@dataclass(frozen=True, slots=True)
class Keys:
    """Fingerprints of the keys in the file, and for each name that stands behind a key, whose it is."""

    known: frozenset[str]
    named: dict[str, frozenset[str]]

    def knows(self, fingerprint: str) -> bool:
        """True for a key of the file."""
        return fingerprint in self.known

    def names(self, name: str) -> bool:
        """True for a name that the file gives to a key."""
        return name in self.named

    def allows(self, name: str, fingerprint: str, taken_by: str | None, *, in_use: bool) -> bool:
        """True where this key may be this learner: as the file says, else as the first key under that name.

        A key that the file names is that learner's alone. And a name that is `in_use` without a key is somebody's
        who came in by the class code: no key takes it over.
        """
        if name in self.named:
            return fingerprint in self.named[name]
        if any(fingerprint in owners for owners in self.named.values()):
            return False
        return taken_by == fingerprint or (taken_by is None and not in_use)


def read_keys(path: Path) -> Keys:
    """Read a file as OpenSSH's authorized_keys: a key a line, and behind it perhaps the learner's name.

    Raises KeysError for a file that cannot be read, or that holds a line which is no public key.
    """
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise KeysError(f"{path}: cannot be read ({error.strerror or error})") from None
    except ValueError:
        raise KeysError(f"{path}: cannot be read (this is no text in UTF-8)") from None
    known: set[str] = set()
    named: dict[str, frozenset[str]] = {}
    for number, line in enumerate(lines, start=1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        try:
            key = asyncssh.import_public_key(line.strip())
        except (asyncssh.KeyImportError, ValueError):
            raise KeysError(
                f"{path}, line {number}: not a public key (options before one are not understood)"
            ) from None
        fingerprint = key.get_fingerprint()
        known.add(fingerprint)
        comment = line.split(maxsplit=2)[2:]
        # What ssh-keygen writes by itself, user@machine, is nobody's choice of a name.
        name = name_in(comment[0].strip()) if comment else None
        if name is not None:
            named[name] = named.get(name, frozenset()) | {fingerprint}
    return Keys(frozenset(known), named)


class KeyFile:
    """The file as it is now: read again when it has changed. A damaged new version is said, and the old one kept."""

    def __init__(self, path: Path, complain: Callable[[str], None]) -> None:
        self._path = path
        self._complain = complain
        self._stamp = self._look()
        self._keys = read_keys(path)

    @property
    def keys(self) -> Keys:
        """The keys that the file has now."""
        stamp = self._look()
        if stamp != self._stamp:
            self._stamp = stamp
            try:
                self._keys = read_keys(self._path)
            except KeysError as error:
                self._complain(str(error))
            else:
                if not self._keys.known:
                    self._complain(NO_KEY.format(path=self._path))
        return self._keys

    def _look(self) -> Stamp | None:
        try:
            now = os.stat(self._path)
        except OSError:
            return None
        return now.st_mtime_ns, now.st_size, now.st_ino
