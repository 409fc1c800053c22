"""Names: what is one, what never becomes a path, and whose it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from tutor.server.names import folder_of, key_of, name_in, take


@pytest.mark.parametrize(
    ("text", "name"),
    [("ada", "ada"), ("Ada", "ada"), ("zoë.k-2_b", "zoë.k-2_b"), ("7", "7"), ("a" * 32, "a" * 32), ("ＡＤＡ", "ada")],
)
def test_names(text: str, name: str) -> None:
    assert name_in(text) == name


@pytest.mark.parametrize(
    "text",
    ["", " ", ".", "..", "../ada", "a/b", "a\\b", ".ada", "-ada", "_ada", "a" * 33, "a b", "a\n", "a\0", "~root", "a:b",
     "$HOME", "journal", "attn-tutor", "Journal", "ada\u202e", "a\u2215b", "…",
     "\u1160a", "a\u115f", "\u3164", "a\uffa0"],
)  # fmt: skip
def test_what_is_no_name(text: str) -> None:
    assert name_in(text) is None


def test_the_first_key_keeps_a_name(tmp_path: Path) -> None:
    assert key_of(tmp_path, "ada") is None
    assert take(tmp_path, "ada", "SHA256:one")
    assert take(tmp_path, "ada", "SHA256:one")
    assert not take(tmp_path, "ada", "SHA256:two")
    assert key_of(tmp_path, "ada") == "SHA256:one"
    assert key_of(tmp_path, "bob") is None
    assert [path.name for path in (tmp_path / "ada").iterdir()] == ["key"]


def test_a_key_that_cannot_be_read_is_nobodys(tmp_path: Path) -> None:
    (folder_of(tmp_path, "ada") / "key").mkdir()
    assert key_of(tmp_path, "ada") not in (None, "SHA256:one")


def test_a_folder_is_its_owners(tmp_path: Path) -> None:
    """The class's folder too, where somebody has moved it away meanwhile."""
    assert folder_of(tmp_path / "class", "ada").stat().st_mode & 0o077 == 0
    assert (tmp_path / "class").stat().st_mode & 0o077 == 0
