"""Which files are lessons, in which order, and what cannot be read as text."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tutor.lessons.files import LARGEST_FILE, OWN, course_files, default_slug, lesson_files, read_text


def test_numbered_files_come_first_by_number_then_the_others_by_name(tmp_path: Path) -> None:
    for name in ["b.toml", "10_x.toml", "2_y.toml", "02_a.toml", "a.toml", ".hidden.toml", "notes.md", "03_UPPER.TOML"]:
        (tmp_path / name).touch()
    names = [path.name for path in lesson_files(tmp_path)]
    assert names == ["02_a.toml", "2_y.toml", "03_UPPER.TOML", "10_x.toml", "a.toml", "b.toml"]


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("01_causal_mask.toml", "causal-mask"),
        ("12_Causal Mask.toml", "causal-mask"),
        ("softmax.toml", "softmax"),
        ("7.toml", "7"),
        ("_x.toml", "-x"),
    ],
)
def test_a_slug_is_the_name_without_number_and_ending(name: str, slug: str) -> None:
    assert default_slug(Path(name)) == slug


def test_added_folders_come_after_the_own_and_each_file_once(tmp_path: Path) -> None:
    (tmp_path / "01_mine.toml").touch()
    (tmp_path / "link").symlink_to(tmp_path)
    paths, unread = course_files([tmp_path, tmp_path / "link", OWN])
    assert paths == (*lesson_files(OWN), tmp_path / "01_mine.toml")
    assert unread == ()


def test_a_folder_that_is_gone_is_told_and_the_others_are_read(tmp_path: Path) -> None:
    paths, unread = course_files([tmp_path / "gone"])
    assert paths == lesson_files(OWN)
    assert unread == ((tmp_path / "gone", "cannot be read: no such file or directory"),)


def test_windows_line_ends_and_a_byte_order_mark_are_taken_away(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    path.write_bytes(b"\xef\xbb\xbfa = 1\r\nb = 2\r\n")
    assert read_text(path) == "a = 1\nb = 2\n"


@pytest.mark.parametrize(
    ("raw", "sentence"),
    [
        (b"a = 1\nb = 'caf\xe9'\n", "line 2: the byte 0xe9 is not UTF-8; save the file as UTF-8"),
        ("a = 1".encode("utf-16"), "is UTF-16; save it as UTF-8"),
        (b"#" * (LARGEST_FILE + 1), "is larger than 1 MiB; expected the text of a few pages"),
    ],
)
def test_what_is_no_text_is_refused_in_one_sentence(tmp_path: Path, raw: bytes, sentence: str) -> None:
    path = tmp_path / "a.toml"
    path.write_bytes(raw)
    with pytest.raises(ValueError) as told:
        read_text(path)
    assert str(told.value) == sentence


def test_a_file_of_exactly_one_mebibyte_is_read(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    path.write_bytes(b"#" * LARGEST_FILE)
    assert len(read_text(path)) == LARGEST_FILE


def test_a_folder_a_pipe_and_a_device_are_refused_without_waiting(tmp_path: Path) -> None:
    """Opening a pipe that nobody writes to would wait for ever; /dev/zero would never end."""
    (tmp_path / "folder.toml").mkdir()
    os.mkfifo(tmp_path / "pipe.toml")
    (tmp_path / "device.toml").symlink_to("/dev/zero")
    told = []
    for name in ("folder", "pipe", "device"):
        with pytest.raises(ValueError) as refused:
            read_text(tmp_path / f"{name}.toml")
        told.append(str(refused.value))
    assert told == ["is a folder; expected a file", *["is a device or a pipe; expected a file"] * 2]
