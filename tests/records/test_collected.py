"""Folders as teachers have them: copied, mounted, named twice, damaged, hostile. Each costs one line at most."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from tests.records.lines import line, put, session
from tutor.records.collected import Gathered, Source, each_learner, find_sources, gather

DONE = line(2, "done", step="a")


def with_id(t: float, id: str, learner: str | None = None) -> bytes:
    return line(t, "session", id=id, learner=learner)


def labels(*paths: Path) -> list[str]:
    return [source.label for source in find_sources(paths).sources]


def notes(*paths: Path) -> list[str]:
    return list(find_sources(paths).notes)


def people(*paths: Path) -> list[Gathered]:
    return [each for source in find_sources(paths).sources for each in gather(source)[0]]


def test_a_state_folder_a_home_a_journal_and_a_folder_of_these(tmp_path: Path) -> None:
    """However it was copied, it is found, and called after whose it is."""
    put(tmp_path / "class" / "ada", "a", session(1), DONE)
    put(tmp_path / "class" / "bo" / "attn-tutor", "a", session(1), DONE)
    put(tmp_path / "class" / "cy" / ".local" / "state" / "attn-tutor", "a", session(1), DONE)
    assert labels(tmp_path / "class") == ["ada", "bo", "cy"]
    assert labels(tmp_path / "class" / "ada") == ["ada"]
    assert labels(tmp_path / "class" / "cy") == ["cy"]
    assert labels(tmp_path / "class" / "ada" / "journal") == ["ada"]
    assert labels(tmp_path / "class" / "cy" / ".local" / "state" / "attn-tutor") == ["cy"]
    assert notes(tmp_path / "class") == []


def test_an_exported_file_is_a_source_too(tmp_path: Path) -> None:
    handed_in = tmp_path / "handed-in"
    handed_in.mkdir()
    (handed_in / "ada.jsonl").write_bytes(line(9, "export", learner=None) + session(1) + DONE)
    (handed_in / "readme.txt").write_text("not one")
    assert labels(handed_in) == labels(handed_in / "ada.jsonl") == ["ada"]
    (found,) = people(handed_in)
    assert [event.type for event in found.events] == ["session", "done"]


def test_a_place_named_twice_counts_once(tmp_path: Path) -> None:
    ada = put(tmp_path / "class" / "ada", "a", session(1), DONE).parent.parent
    assert labels(tmp_path / "class", ada) == ["ada"]
    assert notes(tmp_path / "class", ada) == [f"{ada}: named more than once, counted once"]


def test_what_is_no_state_folder_is_one_line(tmp_path: Path) -> None:
    put(tmp_path / "class" / "ada", "a", session(1), DONE)
    for name in ("old", "notes"):
        (tmp_path / "class" / name).mkdir()
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "none").mkdir()
    told = notes(tmp_path / "class", tmp_path / "none", tmp_path / "gone", tmp_path / "pipe")
    assert told == [
        f"{tmp_path}/class: no journal in notes, old",
        f"{tmp_path}/none: holds no journal of attn-tutor",
        f"{tmp_path}/gone: there is no such folder",
        f"{tmp_path}/pipe: is a device or a pipe",
    ]


def test_links_are_not_followed(tmp_path: Path) -> None:
    """Nor is the link to another learner's folder, nor a journal that is one, nor a file in it."""
    ada = put(tmp_path / "class" / "ada", "a", session(1), DONE).parent.parent
    (tmp_path / "class" / "copy").symlink_to(ada)
    (tmp_path / "class" / "eve").mkdir()
    (tmp_path / "class" / "eve" / "journal").symlink_to(ada / "journal")
    (put(tmp_path / "class" / "mal", "a", session(1), DONE).parent / "b.jsonl").symlink_to("/dev/zero")
    found = find_sources([tmp_path / "class"])
    assert [source.label for source in found.sources] == ["ada", "mal"]
    assert found.notes == (
        f"{tmp_path}/class/copy: is a link, which is not followed",
        f"{tmp_path}/class/eve: its journal is a link, which is not followed",
    )
    assert (
        gather(found.sources[1])[1]
        == f"{tmp_path}/class/mal: passed over and kept 1 entry that cannot be read (b.jsonl)"
    )


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "passed over and kept 1 damaged line (a.jsonl)"),
        (b"\0" * 5000, "passed over and kept 1 damaged line (a.jsonl)"),
        (b"x" * 3_000_000, "passed over and kept 1 damaged line (a.jsonl)"),
        (b"[]\n3\nnull\n", "passed over and kept 3 damaged lines (a.jsonl)"),
        (b"\x89PNG\r\n\x1a\n\xff", "passed over and kept 3 damaged lines (a.jsonl)"),
        (b'{"v":2,"t":1,"type":"done"}\n', "passed over and kept 1 line of a newer version of attn-tutor"),
    ],
    ids=["empty", "NUL", "huge line", "other types", "picture", "newer"],
)
def test_a_damaged_folder_is_one_line_and_no_learner(tmp_path: Path, content: bytes, said: str) -> None:
    put(tmp_path, "a", content)
    (source,) = find_sources([tmp_path]).sources
    assert gather(source) == ((), f"{tmp_path}: {said}")


def test_an_empty_journal_is_said(tmp_path: Path) -> None:
    (tmp_path / "journal").mkdir()
    (source,) = find_sources([tmp_path]).sources
    assert gather(source) == ((), f"{tmp_path}: nothing is recorded there")


def test_names_are_data(tmp_path: Path) -> None:
    """Escape codes of a folder's or a learner's name are spelled out; a name like a path leads nowhere."""
    put(tmp_path / "\x1b[31mred", "a", session(1, "../../etc/passwd"), DONE)
    (source,) = find_sources([tmp_path]).sources
    assert source.label == "\\x1b[31mred"
    assert source.shown.isprintable()
    assert [each.learner for each in gather(source)[0]] == ["../../etc/passwd"]


def test_several_learners_of_one_folder_are_several(tmp_path: Path) -> None:
    put(tmp_path, "a", session(1, "Ada"), DONE)
    put(tmp_path, "b", session(1, "Bo"), DONE, DONE)
    put(tmp_path, "c", session(1), DONE)
    assert [(each.learner, len(each.events)) for each in people(tmp_path)] == [(None, 2), ("Ada", 2), ("Bo", 3)]


def test_a_thousand_names_are_not_people(tmp_path: Path) -> None:
    put(tmp_path, "a", *(session(1, f"n{i}") for i in range(1000)))
    found, said = gather(find_sources([tmp_path]).sources[0])
    assert len(found) == 500
    assert said == f"{tmp_path}: names 1000 learners; only 500 are counted"


def learners(*places: Path) -> tuple[list[tuple[str, list[float]]], tuple[str, ...]]:
    """Each learner's first place with the times of their events, and what was said."""
    made, notes = each_learner(
        find_sources(places).sources, lambda each: (each.source.label, [event.t for event in each.events])
    )
    return list(made), notes


def test_progress_taken_from_one_machine_to_another_counts_once(tmp_path: Path) -> None:
    """From the first to the second, and on from there to a third."""
    for place, more in [("lab", b""), ("home", line(3, "done", step="b")), ("pc", line(4, "done", step="c"))]:
        put(tmp_path / place, "a", with_id(1, "s1", "Ada"), DONE, more)
    made, told = learners(tmp_path / "lab", tmp_path / "home", tmp_path / "pc")
    assert made == [("lab", [1, 2, 3, 4])]
    assert told == (
        f"Ada: in {tmp_path}/lab and {tmp_path}/home, counted together",
        f"Ada: in {tmp_path}/lab and {tmp_path}/pc, counted together",
    )


def test_the_second_place_may_be_the_link_to_the_third(tmp_path: Path) -> None:
    """Nothing of the first is in the third; both have a session of the second."""
    put(tmp_path / "lab", "a", with_id(1, "s1", "Ada"), DONE)
    put(tmp_path / "home", "a", with_id(1, "s1", "Ada"), DONE)
    put(tmp_path / "home", "b", with_id(3, "s2", "Ada"), line(4, "done", step="b"))
    put(tmp_path / "pc", "b", with_id(3, "s2", "Ada"), line(4, "done", step="b"))
    made, _ = learners(tmp_path / "lab", tmp_path / "home", tmp_path / "pc")
    assert made == [("lab", [1, 2, 3, 4])]


def test_two_learners_with_a_session_in_common_are_two(tmp_path: Path) -> None:
    """Each has a name, and another one."""
    put(tmp_path / "lab", "a", with_id(1, "s1", "Ada"), DONE)
    put(tmp_path / "home", "a", with_id(1, "s1", "Bo"), DONE)
    made, told = learners(tmp_path / "lab", tmp_path / "home")
    assert made == [("lab", [1, 2]), ("home", [1, 2])]
    assert told == ("Bo and Ada have 1 session in common: one may be a copy; each is counted",)


def test_the_same_name_without_a_session_in_common_is_two_people(tmp_path: Path) -> None:
    put(tmp_path / "lab", "a", with_id(1, "s1", "Ada"), DONE)
    put(tmp_path / "home", "a", with_id(1, "s2", "Ada"), DONE)
    assert learners(tmp_path / "lab", tmp_path / "home") == ([("lab", [1, 2]), ("home", [1, 2])], ())


def test_a_copy_under_another_name_is_said(tmp_path: Path) -> None:
    for place in ("ada", "bo"):
        put(tmp_path / place, "a", with_id(1, "s1"), DONE)
    made, told = learners(tmp_path / "ada", tmp_path / "bo")
    assert made == [("ada", [1, 2]), ("bo", [1, 2])]
    assert told == ("bo and ada have 1 session in common: one may be a copy; each is counted",)


def test_many_copies_are_one_line_each(tmp_path: Path) -> None:
    """What broke: each was named with each other one, 190 lines for twenty folders."""
    places = [tmp_path / f"c{i:02}" for i in range(20)]
    for place in places:
        put(place, "a", with_id(1, "s1"), DONE)
    made, told = learners(*places)
    assert len(made) == 20
    assert told[:2] == (
        "c01 and c00 have 1 session in common: one may be a copy; each is counted",
        "c02 and c00 (and 1 more) have 1 session in common: one may be a copy; each is counted",
    )
    assert len(told) == 19


def test_what_cannot_be_read_is_said_before_what_is_doubtful(tmp_path: Path) -> None:
    for place in ("ada", "bo"):
        put(tmp_path / place, "a", with_id(1, "s1"), DONE)
    put(tmp_path / "cy", "a", b"?")
    made, told = learners(tmp_path / "ada", tmp_path / "bo", tmp_path / "cy")
    assert len(made) == 2
    assert [said.partition(":")[0] for said in told] == [f"{tmp_path}/cy", "bo and ada have 1 session in common"]


def test_a_folder_that_may_not_be_read_is_one_line(tmp_path: Path) -> None:
    closed = put(tmp_path / "class" / "ada", "a", session(1), DONE).parent.parent
    closed.chmod(0)
    try:
        if os.access(closed, os.R_OK):
            pytest.skip("this user may read everything")
        assert notes(tmp_path / "class") == [f"{closed}: cannot be read (permission denied)"]
    finally:
        closed.chmod(stat.S_IRWXU)


def test_a_source_that_goes_away_meanwhile(tmp_path: Path) -> None:
    gone = Source(path=tmp_path / "gone", shown="gone", label="gone")
    assert gather(gone) == ((), "gone: nothing is recorded there")
