"""What is read of a file: so many bytes, whole lines, and a mark for what was left out."""

from __future__ import annotations

from pathlib import Path

import pytest

from tutor.records.contents import content
from tutor.records.events import LONGEST_LINE


@pytest.mark.parametrize(
    ("data", "most", "kept"),
    [
        (b"", 6, b""),
        (b"ab\ncd\n", 6, b"ab\ncd\n"),
        (b"ab\ncd\ne", 6, b"ab\ncd\n(cut)"),
        (b"ab\ncd\n", 5, b"ab\n(cut)"),
        (b"abcdef", 5, b"(cut)"),
    ],
)
def test_as_many_whole_lines_as_fit(tmp_path: Path, data: bytes, most: int, kept: bytes) -> None:
    (tmp_path / "f").write_bytes(data)
    assert content(tmp_path / "f", most) == kept


def test_lines_too_long_for_any_event_are_passed_by(tmp_path: Path) -> None:
    """One of just the longest length stays."""
    longest = b"x" * (LONGEST_LINE - 1) + b"\n"
    (tmp_path / "f").write_bytes(b"a\n" + b"y" + longest + longest + b"b\n")
    assert content(tmp_path / "f", LONGEST_LINE + 100) == b"a\n(cut)\n" + longest + b"b\n"


def test_what_is_no_plain_file_has_no_content(tmp_path: Path) -> None:
    (tmp_path / "f").write_bytes(b"a\n")
    (tmp_path / "link").symlink_to(tmp_path / "f")
    assert content(tmp_path, 10) is None
    assert content(tmp_path / "link", 10) is None
    assert content(tmp_path / "none", 10) is None
