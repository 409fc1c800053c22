"""Who else learns here: names from the beginnings of files, as data, on one line."""

from __future__ import annotations

from pathlib import Path

from tests.records.lines import line, put, session
from tutor.records.profiles import known_learners, profiles_line


def test_names_of_all_learners_with_a_journal(tmp_path: Path) -> None:
    put(tmp_path, "a", session(1, "bo"), line(2, "draft", step="x", raw="y" * 100_000))
    put(tmp_path, "b", session(1, "Ada"))
    put(tmp_path, "c", session(1, "bo"))
    put(tmp_path, "d", session(1))
    put(tmp_path, "e", b"\0" * 5000)
    put(tmp_path, "f", line(1, "import", learner="Cy"), session(1, "Cy"))
    assert known_learners(tmp_path) == ("Ada", "bo", "Cy")


def test_where_nothing_is_there_is_nobody(tmp_path: Path) -> None:
    assert known_learners(None) == known_learners(tmp_path / "gone") == ()
    (tmp_path / "file").touch()
    assert known_learners(tmp_path / "file") == ()


def test_the_line_for_the_first_screen() -> None:
    names = ("Ada", "bo")
    assert profiles_line((), None) == profiles_line(("Ada",), " Ada ") == ""
    assert profiles_line(names, None) == "Learners here: Ada, bo (--learner NAME)"
    assert profiles_line(names, "Ada") == "Also here: bo (--learner NAME)"


def test_a_name_is_shown_as_data_and_never_fills_the_line() -> None:
    hostile = ("../../etc/passwd", "\x1b[31mred\n", "x" * 500, "[/b]", *(f"n{i}" for i in range(9)))
    shown = profiles_line(hostile, None)
    assert shown.isprintable()
    assert shown == "Learners here: ../../etc/passwd, \\x1b[31mred\\n and 11 more (--learner NAME)"
    assert profiles_line(("x" * 500,), "y") == f"Also here: {'x' * 20}… (--learner NAME)"
    assert len(profiles_line(tuple(f"name number {i}" for i in range(1000)), None)) <= 80
