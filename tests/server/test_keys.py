"""The file of keys and the server's own key."""

from __future__ import annotations

import os
from pathlib import Path

import asyncssh
import pytest

from tutor.server.hostkey import HostKeyError, host_key
from tutor.server.keys import KeyFile, KeysError, read_keys


def public(comment: str = "") -> tuple[str, str]:
    """A new key's line and its fingerprint."""
    key = asyncssh.generate_private_key("ssh-ed25519")
    line = key.export_public_key().decode().strip().split()[:2]
    return " ".join([*line, comment]).strip(), key.get_fingerprint()


def test_names_behind_keys(tmp_path: Path) -> None:
    (ada, a), (ada_too, a2), (free, f), (machine, m) = public("Ada"), public("ada"), public(), public("ada@laptop")
    file = tmp_path / "keys"
    file.write_text(f"# the class\n\n{ada}\n{ada_too}\n{free}\n{machine}\n")
    keys = read_keys(file)
    assert keys.known == {a, a2, f, m}
    assert [keys.allows("ada", x, None, in_use=False) for x in (a, a2, f, m)] == [True, True, False, False]
    assert keys.allows("bob", f, None, in_use=False)
    assert keys.allows("bob", f, f, in_use=True)
    assert not keys.allows("bob", f, m, in_use=True)
    assert keys.allows("ada", a, None, in_use=True), "the file says whose that is"


def test_a_key_takes_nobodys_name_over(tmp_path: Path) -> None:
    """Ada's key came in as vic, who works by the class code, read what he had done, and shut him out."""
    (ada, a), (free, f) = public("ada"), public()
    file = tmp_path / "keys"
    file.write_text(f"{ada}\n{free}\n")
    keys = read_keys(file)
    assert not keys.allows("vic", a, None, in_use=False), "a key that has a name in the file has that one"
    assert not keys.allows("vic", f, None, in_use=True), "somebody has been here under that name, without a key"


def test_a_line_that_is_no_key_is_named(tmp_path: Path) -> None:
    file = tmp_path / "keys"
    line = public()[0]
    for bad in ("nonsense", f'command="sh" {line}', "ssh-ed25519 AAAA"):
        file.write_text(f"{line}\n{bad}\n")
        with pytest.raises(KeysError, match="line 2"):
            read_keys(file)
    with pytest.raises(KeysError, match="cannot be read"):
        read_keys(tmp_path / "none")
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(KeysError, match="no text in UTF-8"):
        read_keys(file)


def test_the_file_is_read_again_when_it_has_changed(tmp_path: Path) -> None:
    (one, a), (two, b) = public(), public()
    file, said = tmp_path / "keys", []
    file.write_text(one)
    keys = KeyFile(file, said.append)
    assert keys.keys.known == {a}
    file.write_text(f"{one}\n{two}\n")
    assert keys.keys.known == {a, b}
    file.write_text("a line half written, and longer than before")
    assert keys.keys.known == {a, b}
    assert len(said) == 1
    file.unlink()
    assert keys.keys.known == {a, b}
    file.write_text("# nobody any more\n")
    assert keys.keys.known == frozenset()
    assert "there is no key in it" in said[-1]


def test_the_host_key_is_made_once(tmp_path: Path) -> None:
    path = tmp_path / "class" / ".host_key"
    first = host_key(path)
    assert path.stat().st_mode & 0o777 == 0o600
    assert host_key(path).get_fingerprint() == first.get_fingerprint()
    assert os.listdir(path.parent) == [".host_key"]


def test_a_host_key_that_others_may_read(tmp_path: Path) -> None:
    path = tmp_path / "key"
    host_key(path)
    path.chmod(0o640)
    with pytest.raises(HostKeyError, match="chmod 600"):
        host_key(path)
    path.chmod(0o600)
    path.write_text("nonsense")
    with pytest.raises(HostKeyError, match="no private key"):
        host_key(path)


def test_a_folder_is_no_host_key(tmp_path: Path) -> None:
    """It was told to chmod it."""
    with pytest.raises(HostKeyError, match="this is a folder"):
        host_key(tmp_path)
