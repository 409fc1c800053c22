"""Files for the learner: never over another, never outside the folder, and one sentence where it fails."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from tutor.records import export
from tutor.records.export import SaveError, save_text, saved


def test_a_file_that_is_there_is_never_written_over(tmp_path: Path) -> None:
    paths = [save_text(tmp_path, "weights.py", text) for text in ("one", "two", "three")]
    assert [path.name for path in paths] == ["weights.py", "weights-2.py", "weights-3.py"]
    assert [path.read_text() for path in paths] == ["one", "two", "three"]


def test_text_is_utf8_and_its_line_ends_stay(tmp_path: Path) -> None:
    path = save_text(tmp_path, "table.txt", "q1 −∞ √2\nq2\r\n")
    assert path.read_bytes() == "q1 −∞ √2\nq2\r\n".encode()


@pytest.mark.parametrize(
    ("name", "saved"),
    [
        ("../../etc/passwd", "etc-passwd"),
        ("/root/x.py", "root-x.py"),
        ("a\0b\nc.txt", "a-b-c.txt"),
        ("..", "attn-tutor"),
        ("", "attn-tutor"),
        (".hidden", "hidden"),
        ("C:\\x", "C-x"),
        ("Ada's √.txt", "Ada-s -.txt"),
        ("雪" * 200 + ".txt", "雪" * 66 + ".txt"),
    ],
)
def test_a_name_stays_in_the_folder(tmp_path: Path, name: str, saved: str) -> None:
    path = save_text(tmp_path, name, "x")
    assert (path.parent, path.name) == (tmp_path, saved)
    assert [x.name for x in tmp_path.iterdir() if x.is_file()] == [saved]


def test_a_link_in_the_way_is_not_followed(tmp_path: Path) -> None:
    target = tmp_path / "target"
    (tmp_path / "x.txt").symlink_to(target)
    assert save_text(tmp_path, "x.txt", "mine").name == "x-2.txt"
    assert not target.exists()


@pytest.mark.parametrize("folder", ["missing", "file"])
def test_where_nothing_can_be_saved_one_sentence_says_so(tmp_path: Path, folder: str) -> None:
    (tmp_path / "file").write_text("mine")
    with pytest.raises(SaveError) as caught:
        save_text(tmp_path / folder, "x.txt", "mine")
    assert str(caught.value).startswith(f"x.txt was not saved in {tmp_path / folder}: ")


def test_nothing_half_written_is_left_on_a_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(fd: int, _mode: str) -> object:
        os.close(fd)
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fdopen", full)
    with pytest.raises(SaveError, match="No space left on device"):
        save_text(tmp_path, "x.txt", "mine")
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == []


def test_of_a_thousand_copies_none_is_written_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(export, "_MOST_COPIES", 2)
    assert [save_text(tmp_path, "x.txt", text).name for text in "ab"] == ["x.txt", "x-2.txt"]
    with pytest.raises(SaveError, match=r"^x\.txt was not saved: .* already holds 2 files of that name\.$"):
        save_text(tmp_path, "x.txt", "c")
    assert sorted(path.name for path in tmp_path.iterdir() if path.is_file()) == ["x-2.txt", "x.txt"]


def test_what_is_said_of_saving(tmp_path: Path) -> None:
    """Where it went, or in one sentence why it did not."""
    assert saved(tmp_path, "a.txt", "x") == f"Saved as {tmp_path / 'a.txt'}"
    assert saved(None, "a.txt", "x") == "There is no folder to save in."
    assert saved(tmp_path / "none", "a.txt", "x").startswith("a.txt was not saved in ")


def test_in_a_kiosk_no_folder_of_the_machine_is_named(tmp_path: Path) -> None:
    told = saved(tmp_path, "a.txt", "x", kiosk=True)
    assert told == "Saved as a.txt in your folder; your teacher can give it to you."
    assert (tmp_path / "a.txt").read_text() == "x"
    assert saved(tmp_path / "none", "a.txt", "x", kiosk=True) == "It could not be saved; tell your teacher."
