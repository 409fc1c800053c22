"""The server's own key: made once, kept for its owner alone, the same ever after."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

import asyncssh

FILE = ".host_key"


class HostKeyError(Exception):
    """One sentence on why there is no host key."""


def host_key(path: Path) -> asyncssh.SSHKey:
    """The key in this file, made where there is none.

    Raises HostKeyError where it cannot be read or written, or where others than its owner may read it.
    """
    try:
        if path.is_dir():
            raise HostKeyError(f"{path}: this is a folder; name the file that the host key is or will be in")
        if not path.exists():
            _make(path)
        if path.stat().st_mode & 0o077:
            raise HostKeyError(f"{path}: others may read this host key; chmod 600 it")
        return asyncssh.read_private_key(path)
    except OSError as error:
        raise HostKeyError(f"{path}: {error.strerror or error}") from None
    except (asyncssh.KeyImportError, asyncssh.KeyEncryptionError, ValueError):
        raise HostKeyError(f"{path}: this is no private key that can be used without a passphrase") from None


def _make(path: Path) -> None:
    """Write a new key whole, then give it its name: of two servers that begin together, both take the first one's."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = path.with_name(f"{path.name}-{os.urandom(8).hex()}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(asyncssh.generate_private_key("ssh-ed25519", comment="attn-tutor").export_private_key())
            file.flush()
            os.fsync(file.fileno())
        with suppress(FileExistsError):
            os.link(draft, path)
    finally:
        draft.unlink()
