"""Reading journals back: C01 (cut, emptied, NUL-filled, of another type, of the future), C08, and hostile folders."""

from __future__ import annotations

import os
import shutil
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.records.lines import line, put, session
from tutor.records.events import decode, decode_all
from tutor.records.progress import fold
from tutor.records.recorded import Recorded, learners, read_events

GOOD = session(100) + line(101, "draft", step="a", raw="1") + line(102, "draft", step="a", raw="12")


def raws(recorded: Recorded) -> list[object]:
    return [x.fields["raw"] for x in recorded.events if x.type == "draft"]


def test_events_of_all_files_come_by_time_then_file_then_line(tmp_path: Path) -> None:
    put(tmp_path, "b", session(10), line(10, "draft", step="a", raw="b1"), line(10, "draft", step="a", raw="b2"))
    put(tmp_path, "a", session(10), line(10, "draft", step="a", raw="a"), line(9, "draft", step="a", raw="early"))
    assert raws(read_events(tmp_path, learner=None)) == ["early", "a", "b1", "b2"]


@pytest.mark.parametrize("state", [None, Path("/nonexistent/attn-tutor")])
def test_where_nothing_is_there_is_nothing(state: Path | None) -> None:
    assert read_events(state, learner=None) == Recorded()
    assert Recorded().note is None
    assert learners(state) == ()


@pytest.mark.parametrize(
    ("content", "damaged"),
    [
        (b"", 1),
        (GOOD[: len(GOOD) // 2], 1),
        (b"\0" * len(GOOD), 1),
        (b"[]\n3\n", 2),
        (b"\xff\xfe\n", 1),
        (b'null\ntrue\n"text"\n{}\n', 4),
    ],
    ids=["empty", "half", "NUL", "other types", "no UTF-8", "other values"],
)
def test_a_bad_file_is_named_and_kept_and_the_others_count(tmp_path: Path, content: bytes, damaged: int) -> None:
    put(tmp_path, "good", GOOD)
    bad = put(tmp_path, "bad", content)
    recorded = read_events(tmp_path, learner=None)
    assert raws(recorded) == ["1", "12"]
    assert recorded.damaged == damaged
    assert recorded.files == ("bad.jsonl",)
    word = "1 damaged line" if damaged == 1 else f"{damaged} damaged lines"
    assert recorded.note == f"Journal: passed over and kept {word} (bad.jsonl)."
    assert bad.read_bytes() == content


@pytest.mark.parametrize(
    "bad",
    [
        b'{"v":1,"t":101,"type":"draft","step":"a"',
        b'{"v":1,"t":101,"type":"draft","step":"a","raw":"x"} {}',
        b'{"t":101,"type":"done","step":"a"}',
        b'{"v":0,"t":101,"type":"done","step":"a"}',
        b'{"v":"1","t":101,"type":"done","step":"a"}',
        b'{"v":true,"t":101,"type":"done","step":"a"}',
        b'{"v":1,"type":"done","step":"a"}',
        b'{"v":1,"t":"101","type":"done","step":"a"}',
        b'{"v":1,"t":true,"type":"done","step":"a"}',
        b'{"v":1,"t":NaN,"type":"done","step":"a"}',
        b'{"v":1,"t":Infinity,"type":"done","step":"a"}',
        b'{"v":1,"t":101,"type":"done","step":"a","seed":NaN}',
        b'{"v":1,"t":1e400,"type":"done","step":"a"}',
        b'{"v":1,"t":-5,"type":"done","step":"a"}',
        b'{"v":1,"t":1800000000000,"type":"done","step":"a"}',
        b'{"v":1,"t":4102444801,"type":"done","step":"a"}',
        b'{"v":1,"t":101,"step":"a"}',
        b'{"v":1,"t":101,"type":["done"],"step":"a"}',
        b'{"v":1,"t":101,"type":"done"}',
        b'{"v":1,"t":101,"type":"done","step":7}',
        b'{"v":1,"t":101,"type":"answer","step":"a","raw":"1"}',
        b'{"v":1,"t":101,"type":"answer","step":"a","raw":[1],"status":"right"}',
        b'{"v":1,"t":101,"type":"reset"}',
        b'{"v":1,"t":101,"type":"reset","lesson":5}',
        b'{"v":1,"t":101,"type":"reset","all":true,"lesson":"x"}',
        b'{"v":1,"t":101,"type":"done","step":"\xff"}',
        b"\0\0\0" + line(101, "done", step="a").strip(),
        b'{"v":1,"t":' + b"9" * 5000 + b',"type":"done","step":"a"}',
        b"[" * 200_000,
        line(101, "draft", step="a", raw="x" * 2_000_000).strip(),
    ],
)
def test_a_damaged_line_is_skipped_and_counted(tmp_path: Path, bad: bytes) -> None:
    """One of them must not count for progress, nor take its neighbors with it, nor forget anything."""
    put(tmp_path, "a", GOOD, bad + b"\n", line(103, "draft", step="a", raw="123"))
    recorded = read_events(tmp_path, learner=None)
    assert b"\xff" in bad or decode(bad.decode()) == "damaged"
    assert raws(recorded) == ["1", "12", "123"]
    assert (recorded.damaged, recorded.newer, len(recorded.events)) == (1, 0, 4)


def test_a_newer_version_and_unknown_types_are_left_alone(tmp_path: Path) -> None:
    newer = b'{"v":2,"when":"2031-01-01","what":{"step":"a"}}\n'
    path = put(tmp_path, "a", GOOD, newer, line(103, "dance", step="a", raw=7))
    recorded = read_events(tmp_path, learner=None)
    assert (recorded.newer, recorded.damaged) == (1, 0)
    assert recorded.note == "Journal: passed over and kept 1 line of a newer version of attn-tutor."
    assert fold(recorded.events).record("a").draft == "12"
    assert newer in path.read_bytes()


@pytest.mark.parametrize("change", [lambda x: x.replace(b"\n", b"\r\n"), lambda x: b"\xef\xbb\xbf" + x, bytes.rstrip])
def test_what_an_editor_does_to_a_file_harms_nothing(tmp_path: Path, change: object) -> None:
    """Windows line ends, a byte order mark, no newline at the end."""
    put(tmp_path, "a", change(GOOD))  # type: ignore[operator]
    recorded = read_events(tmp_path, learner=None)
    assert raws(recorded) == ["1", "12"]
    assert recorded.damaged == 0


def test_each_learner_sees_only_their_own(tmp_path: Path) -> None:
    put(tmp_path, "a", session(1, "Ada"), line(2, "draft", step="a", raw="Ada's"), b"cut\n")
    put(tmp_path, "b", session(1), line(2, "draft", step="a", raw="nobody's"))
    put(tmp_path, "c", session(1, "../../etc/passwd"), line(2, "draft", step="a", raw="a path's"))
    ada, nobody = read_events(tmp_path, learner="Ada"), read_events(tmp_path, learner=None)
    assert (raws(ada), ada.damaged, ada.foreign) == (["Ada's"], 1, 4)
    assert (raws(nobody), nobody.damaged, nobody.foreign) == (["nobody's"], 0, 5)
    assert raws(read_events(tmp_path, learner="../../etc/passwd")) == ["a path's"]
    assert learners(tmp_path) == ("../../etc/passwd", "Ada")


def test_a_name_is_the_same_however_its_letters_are_composed(tmp_path: Path) -> None:
    """One system types é as one character, another as e and an accent."""
    put(tmp_path, "a", session(1, " Jose\u0301 "), line(2, "draft", step="a", raw="1"))
    assert raws(read_events(tmp_path, learner=unicodedata.normalize("NFC", "José"))) == ["1"]
    assert learners(tmp_path) == ("José",)


def test_files_joined_by_hand_keep_their_owners(tmp_path: Path) -> None:
    one = session(1, "Ada") + line(2, "draft", step="a", raw="Ada's")
    two = session(1, "Bo") + line(2, "draft", step="a", raw="Bo's")
    put(tmp_path, "both", b"cut\n", one, two)
    assert raws(read_events(tmp_path, learner="Ada")) == ["Ada's"]
    assert raws(read_events(tmp_path, learner="Bo")) == ["Bo's"]
    assert read_events(tmp_path, learner="Ada").damaged == 1
    assert learners(tmp_path) == ("Ada", "Bo")


def test_a_copy_of_a_session_is_not_counted_twice(tmp_path: Path) -> None:
    """A synchronizing folder makes a second file of an older state; merged folders hold the same file twice."""
    heading = b'{"v":1,"t":1,"type":"session","id":"00ff","learner":null}\n'
    lines = heading + line(2, "answer", step="a", raw="1", status="wrong")
    whole = lines + line(3, "answer", step="a", raw="2", status="right")
    put(tmp_path, "a", whole)
    put(tmp_path, "a (conflicted copy)", lines)
    put(tmp_path, "b", whole)
    put(tmp_path, "c", lines[:-20])
    recorded = read_events(tmp_path, learner=None)
    assert fold(recorded.events).record("a").attempts == 2
    assert recorded.damaged == 0


def test_equal_sessions_without_an_id_are_two(tmp_path: Path) -> None:
    lines = session(1) + line(2, "answer", step="a", raw="1", status="wrong")
    put(tmp_path, "a", lines)
    put(tmp_path, "b", lines)
    assert fold(read_events(tmp_path, learner=None).events).record("a").attempts == 2


def test_folders_merge_by_copying_files(tmp_path: Path) -> None:
    """Twice the same copy is once."""
    home, work = tmp_path / "home", tmp_path / "work"
    put(home, "h", session(1), line(2, "done", step="a"), line(6, "open", lesson="x", step="c"))
    put(work, "w", session(3), line(4, "done", step="b"))
    for _ in range(2):
        shutil.copytree(work / "journal", home / "journal", dirs_exist_ok=True)
    progress = fold(read_events(home, learner=None).events)
    assert (progress.is_done("a"), progress.is_done("b"), progress.place) == (True, True, ("x", "c"))


def test_what_is_no_plain_file_is_skipped_and_counted_without_a_wait(tmp_path: Path) -> None:
    """A FIFO would wait for a writer for ever; a link may lead anywhere."""
    outside = tmp_path / "outside"
    outside.write_bytes(session(1) + line(2, "draft", step="a", raw="outside"))
    folder = put(tmp_path, "good", GOOD).parent
    (folder / "link.jsonl").symlink_to(outside)
    (folder / "loop.jsonl").symlink_to("loop.jsonl")
    (folder / "folder.jsonl").mkdir()
    os.mkfifo(folder / "pipe.jsonl")
    (folder / "notes.txt").write_text("not a journal")
    recorded = read_events(tmp_path, learner=None)
    assert raws(recorded) == ["1", "12"]
    assert recorded.skipped == ("folder.jsonl", "link.jsonl", "loop.jsonl", "pipe.jsonl")
    assert recorded.note == (
        "Journal: passed over and kept 4 entries that cannot be read (folder.jsonl, link.jsonl, loop.jsonl and 1 more)."
    )


@pytest.mark.parametrize("named", ["state", "state/below/it", "other"])
def test_a_file_where_the_folder_should_be_is_said(tmp_path: Path, named: str) -> None:
    """Once, by its own name; nothing is passed over beside it."""
    (tmp_path / "state").write_text("mine")
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "journal").write_text("mine")
    file = tmp_path / ("other/journal" if named == "other" else "state")
    recorded = read_events(tmp_path / named, learner=None)
    assert (recorded.in_the_way, recorded.skipped, recorded.events) == (file, (), ())
    assert recorded.note == f"Progress is not kept: {file} is a file. Name a folder with --state DIR."


def test_a_folder_that_is_not_there_yet_is_in_nobodys_way(tmp_path: Path) -> None:
    assert read_events(tmp_path / "new" / "state", learner=None).note is None


def test_escape_codes_in_a_name_do_not_reach_the_note(tmp_path: Path) -> None:
    put(tmp_path, "\x1b[2J\nlie", b"")
    note = read_events(tmp_path, learner=None).note
    assert note is not None
    assert note.isprintable()
    assert "\\x1b[2J\\nlie.jsonl" in note


def test_a_file_of_many_megabytes_is_read_in_part(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tutor.records.recorded.LARGEST_FILE", len(GOOD) + 100)
    put(tmp_path, "a", GOOD, b"\0" * 10_000)
    recorded = read_events(tmp_path, learner=None)
    assert (raws(recorded), recorded.damaged) == (["1", "12"], 1)


@pytest.mark.parametrize("long", [b"x" * 30_000_000, b"\0" * 17_000_000, b"\xff" * 30_000_000])
def test_a_line_of_many_megabytes_hides_no_other(tmp_path: Path, long: bytes) -> None:
    """What broke: everything behind such a line in its file was left out. It is one damaged line."""
    put(tmp_path, "a", session(1), line(2, "draft", step="a", raw="before"), long + b"\n", long + b"\n",
        line(3, "draft", step="a", raw="behind"))  # fmt: skip
    recorded = read_events(tmp_path, learner=None)
    assert (raws(recorded), recorded.damaged) == (["before", "behind"], 2)
    assert recorded.files == ("a.jsonl",)


def test_a_line_of_many_megabytes_at_the_end(tmp_path: Path) -> None:
    put(tmp_path, "a", session(1), line(2, "draft", step="a", raw="before"), b"x" * 20_000_000)
    recorded = read_events(tmp_path, learner=None)
    assert (raws(recorded), recorded.damaged) == (["before"], 1)


def test_an_export_saved_among_the_journals_counts_once(tmp_path: Path) -> None:
    """What broke: each attempt was there twice. What only the exported file has counts all the same."""
    first, second = session(1, "Ada"), line(2, "draft", step="a", raw="1")
    put(tmp_path, "a", first, second)
    heading = b'{"v":1,"t":9,"type":"export","learner":"Ada"}\n'
    put(tmp_path, "z-export", heading, first, second, line(3, "draft", step="a", raw="2"))
    recorded = read_events(tmp_path, learner="Ada")
    assert raws(recorded) == ["1", "2"]


def test_a_folder_of_very_many_megabytes_is_read_in_part(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tutor.records.recorded.LARGEST_FOLDER", 2 * len(GOOD))
    for name in "abcd":
        put(tmp_path, name, GOOD)
    recorded = read_events(tmp_path, learner=None)
    assert (raws(recorded), recorded.skipped) == (["1", "1", "12", "12"], ("c.jsonl", "d.jsonl"))


def test_a_lone_surrogate_escaped_by_hand_becomes_a_question_mark(tmp_path: Path) -> None:
    put(tmp_path, "a", b'{"v":1,"t":1,"type":"draft","step":"a","raw":"\\ud800 \\ud83d\\ude00"}\n')
    assert raws(read_events(tmp_path, learner=None)) == ["? 😀"]


@given(contents=st.lists(st.binary(max_size=200), max_size=3))
def test_no_bytes_at_all_raise(contents: list[bytes], tmp_path_factory: pytest.TempPathFactory) -> None:
    state = tmp_path_factory.mktemp("state")
    for number, content in enumerate(contents):
        put(state, str(number), content)
    recorded = read_events(state, learner=None)
    fold(recorded.events)
    learners(state)
    assert recorded.damaged + recorded.newer + recorded.foreign + len(recorded.events) >= len(contents)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda x: st.lists(x, max_size=3) | st.dictionaries(st.text(max_size=5), x, max_size=3),
    max_leaves=5,
)
KINDS = ["session", "open", "draft", "answer", "hint", "shown", "done", "explain", "reset", "end", "other"]
KEYS = ["lesson", "step", "raw", "status", "mistakes", "cells", "seed", "digits", "try", "rung", "ticked", "all"]


@given(
    events=st.lists(
        st.tuples(
            st.floats(0, 4e9), st.sampled_from(KINDS), st.dictionaries(st.sampled_from([*KEYS, "steps", "id"]), VALUES)
        ),
        max_size=12,
    )
)
def test_no_values_of_odd_types_raise(
    events: list[tuple[float, str, dict[str, object]]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Files edited by hand: a status that is a list, a rung that is a text, ticks that are a number."""
    state = tmp_path_factory.mktemp("state")
    put(state, "a", *(line(t, kind, **fields) for t, kind, fields in events))
    progress = fold(read_events(state, learner=None).events)
    for record in progress.steps.values():
        assert isinstance(record.typed, str)
        assert isinstance(record.hints, int)


PIECES = (
    '{"v":1,"t":1,"type":"done","step":"a"}', "{}", "[", "]", "{", "}", ",", "NaN", "-", '"', "7", "null", " ",
    "\u00a0", '"\\ud800"', '"NaN"', '{"v":2}', '{"a":[{}', "{}]}", "{},NaN,{}", "1" * 5000, "Infinity",
)  # fmt: skip


@settings(max_examples=400)
@given(st.lists(st.lists(st.sampled_from(PIECES), min_size=1, max_size=3).map("".join), max_size=6))
def test_many_lines_at_once_are_what_each_line_is(lines: list[str]) -> None:
    """Lines that are only whole with the next one, or hold two, are damaged, however they come together."""
    assert decode_all(lines) == [decode(line) for line in lines]


def test_lines_before_the_first_session_are_its_learners(tmp_path: Path) -> None:
    """A journal whose heading an editor moved down: nobody else can have written them."""
    put(tmp_path, "a", line(1, "draft", step="a", raw="before"), session(2, "Ada"))
    assert raws(read_events(tmp_path, learner="Ada")) == ["before"]
    assert raws(read_events(tmp_path, learner=None)) == []


@pytest.mark.parametrize(("count", "named"), [(3, "(a0.jsonl, a1.jsonl, a2.jsonl)"), (5, "a2.jsonl and 2 more)")])
def test_three_files_are_named_and_others_counted(tmp_path: Path, count: int, named: str) -> None:
    for n in range(count):
        put(tmp_path, f"a{n}", b"cut\n")
    note = read_events(tmp_path, learner=None).note
    assert note is not None
    assert named in note
