"""A snapshot never changes what is known: beside the fold over all files, whatever became of either since."""

from __future__ import annotations

import fnmatch
import json
import os
import random
import re
import subprocess
import sys
import threading
import zlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.records.lines import line, put, session
from tests.records.test_under_fire import small_disk  # noqa: F401  # a fixture
from tutor.records import snapshot
from tutor.records.crash import save_report
from tutor.records.export import saved
from tutor.records.progress import fold
from tutor.records.recorded import read_events
from tutor.records.snapshot import Known, keep, read_known

ALIASES = {"old": "a"}
STEPS = ("a", "b", "old", "√ [x]")


@pytest.fixture(autouse=True)
def worth_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every journal is large enough, and none too young."""
    monkeypatch.setattr(snapshot, "WORTH", 1)
    monkeypatch.setattr(snapshot, "DOUBT", 0.0)


def known(state: Path, learner: str | None = None, *, version: str = "1") -> Known:
    return read_known(state, learner=learner, aliases=ALIASES, version=version)


def check(state: Path, learner: str | None = None) -> Known:
    """What is known is what all files say."""
    found, recorded = known(state, learner), read_events(state, learner=learner)
    expected = fold(recorded.events, aliases=ALIASES)
    assert found.progress == expected
    assert list(found.progress.steps) == list(expected.steps)
    assert (found.events, found.note) == (len(recorded.events), recorded.note)
    return found


def taken_in(t: float) -> bytes:
    """The first line of a file from another machine, written as this program writes it."""
    return b'{"v":1,"t":%g,"type":"import","id":"x"}\n' % t


def snapshots(state: Path) -> list[Path]:
    return sorted(path for path in (state / "journal").iterdir() if path.suffix != ".jsonl")


def three_days(state: Path) -> None:
    """Two learners, with all that a record can hold, and a line that is there twice."""
    told: dict[str, object] = {"raw": "0 ½", "status": "mistake", "mistakes": ["no-scaling"], "seed": 7}
    again = line(4.5, "answer", step="b", raw="2", status="wrong", mistakes=[])
    right = line(4, "answer", step="old", raw="1", status="right", mistakes=[])
    put(
        state, "1", session(1), line(2, "open", lesson="l", step="a"), line(3, "answer", step="a", **told), right,
        again, again, line(5, "draft", step="b", raw="[x"),
    )  # fmt: skip
    put(state, "2", session(2.5, "Ada"), line(6, "done", step="b"), line(7, "explain", step="b", raw="v", ticked=[1]))
    put(
        state, "3", session(8), line(9, "shown", step="b", seed=3), line(9.5, "hint", step="a", rung=2), b"damaged\n",
        line(10, "draft", step="a", raw="last"),
    )  # fmt: skip


def forbid_the_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    def read_all(*_: object, **__: object) -> None:
        raise AssertionError("everything was read")

    monkeypatch.setattr(snapshot, "read_events", read_all)


def test_a_snapshot_holds_all_of_it_and_the_files_are_not_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    three_days(tmp_path)
    found = {who: check(tmp_path, who) for who in (None, "Ada")}
    for each in found.values():
        keep(tmp_path, each)
    assert len(snapshots(tmp_path)) == 2
    assert all(path.stat().st_mode & 0o777 == 0o600 for path in snapshots(tmp_path))
    forbid_the_whole(monkeypatch)
    for who, before in found.items():
        again = known(tmp_path, who)
        assert (again.progress, again.events, again.note) == (before.progress, before.events, before.note)


def test_what_came_since_is_added_to_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By its times, whatever the names of the files; what another learner did does not matter."""
    three_days(tmp_path)
    keep(tmp_path, known(tmp_path))
    put(tmp_path, "4", session(11), line(12, "answer", step="a", raw="2", status="right", mistakes=[]))
    put(
        tmp_path, "0", session(13), line(14, "reset", lesson="l", steps=["b"]), line(15, "draft", step="old", raw="new")
    )
    put(tmp_path, "5", session(1, "Ada"), line(2, "done", step="b"), b"damaged\n")
    record = check(tmp_path).progress.record("a")
    assert (record.passes, record.draft) == ((4, 12), "new")
    forbid_the_whole(monkeypatch)
    assert known(tmp_path).progress.record("a") == record


def test_a_line_that_comes_twice_where_a_file_was_taken_in(tmp_path: Path) -> None:
    """It counts once there, and twice elsewhere, as in the fold over all files."""
    three_days(tmp_path)
    put(tmp_path, "0", taken_in(0.5), session(0.6), line(0.7, "done", step="b"))
    keep(tmp_path, check(tmp_path))
    put(tmp_path, "4", session(21), *TWICE)
    assert check(tmp_path).progress.record("a").attempts == 3


def changed(state: Path, change: Callable[[Path], object]) -> None:
    """Do something to the journals after a snapshot; then what is known is still what they say."""
    three_days(state)
    keep(state, check(state))
    change(state / "journal")
    keep(state, check(state))
    check(state)


CHANGES: dict[str, Callable[[Path], object]] = {
    "a line more": lambda folder: append(folder / "1.jsonl", line(20, "done", step="a")),
    "one line less": lambda folder: cut(folder / "1.jsonl"),
    "as long as before": lambda folder: spoil(folder / "1.jsonl"),
    "gone": lambda folder: (folder / "1.jsonl").unlink(),
    "renamed": lambda folder: (folder / "1.jsonl").rename(folder / "9.jsonl"),
    "older than the snapshot": lambda folder: put(folder.parent, "4", session(1.5), line(3.5, "done", step="b")),
    "as old as its last event": lambda folder: put(folder.parent, "0", line(10, "draft", step="a", raw="?")),
    "a copy": lambda folder: (folder / "4.jsonl").write_bytes((folder / "1.jsonl").read_bytes()),
    "taken in": lambda folder: put(folder.parent, "4", taken_in(20), session(21), *TWICE),
    "the same twice": lambda folder: put(folder.parent, "4", session(21), *TWICE),
    "damaged": lambda folder: put(folder.parent, "4", session(20), b"{\n"),
    "newer": lambda folder: put(folder.parent, "4", b'{"v":2,"t":30,"type":"done","step":"a"}\n'),
    "empty": lambda folder: put(folder.parent, "4"),
    "a folder": lambda folder: (folder / "4.jsonl").mkdir(),
    "a link": lambda folder: (folder / "4.jsonl").symlink_to(folder / "1.jsonl"),
    "another learner's": lambda folder: put(folder.parent, "4", session(0, "Bo"), line(0.5, "done", step="a"), b"?\n"),
}
TWICE = (line(22, "answer", step="a", raw="1", status="wrong", mistakes=[]),) * 2


def append(path: Path, data: bytes) -> None:
    with path.open("ab") as file:
        file.write(data)


def cut(path: Path) -> None:
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:-1]))


def spoil(path: Path) -> None:
    """Other content of the same length, with the time of the last change put back."""
    before, content = path.stat(), path.read_bytes()
    path.write_bytes(content.replace(b"no-scaling", b"yo-scaling"))
    assert path.stat().st_size == before.st_size
    assert path.read_bytes() != content
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_whatever_becomes_of_the_files_they_are_right(tmp_path: Path, change: Callable[[Path], object]) -> None:
    changed(tmp_path, change)


def rewritten(path: Path, **told: object) -> None:
    """A snapshot that says something else, with a checksum that is right."""
    body = json.dumps({**json.loads(path.read_bytes()[9:]), **told}).encode()
    path.write_bytes(b"%08x\n" % zlib.crc32(body) + body)


SPOILED: dict[str, Callable[[Path], object]] = {
    "empty": lambda path: path.write_bytes(b""),
    "cut": lambda path: path.write_bytes(path.read_bytes()[:-5]),
    "a digit": lambda path: path.write_bytes(path.read_bytes().replace(b'"hints":2', b'"hints":3')),
    "not JSON": lambda path: path.write_bytes(b"%08x\n?" % zlib.crc32(b"?")),
    "a number": lambda path: path.write_bytes(b"%08x\n7" % zlib.crc32(b"7")),
    "deep": lambda path: path.write_bytes(b"%08x\n" % zlib.crc32(b"[" * 99_999) + b"[" * 99_999),
    "huge": lambda path: path.write_bytes(b"x" * (20 << 20)),
    "a link": lambda path: (path.unlink(), path.symlink_to("/dev/zero")),
    "a folder": lambda path: (path.unlink(), path.mkdir()),
    "a pipe": lambda path: (path.unlink(), os.mkfifo(path)),
    "another form": lambda path: rewritten(path, format=0),
    "another version": lambda path: rewritten(path, version="0"),
    "another learner": lambda path: rewritten(path, learner="Ada"),
    "other aliases": lambda path: rewritten(path, aliases={}),
    "no list of steps": lambda path: rewritten(path, steps=7),
    "a step of nothing": lambda path: rewritten(path, steps=[{}]),
    "a text for a time": lambda path: rewritten(path, latest="x"),
    "a place of one": lambda path: rewritten(path, place=["a"]),
    "files without marks": lambda path: rewritten(path, files={"1.jsonl": 7}),
}


@pytest.mark.parametrize("spoil", SPOILED.values(), ids=SPOILED)
def test_a_spoiled_snapshot_is_as_none(tmp_path: Path, spoil: Callable[[Path], object]) -> None:
    """And it is replaced, where that can be done."""
    three_days(tmp_path)
    keep(tmp_path, known(tmp_path))
    (path,) = snapshots(tmp_path)
    sound = path.read_bytes()
    spoil(path)
    keep(tmp_path, check(tmp_path))
    assert path.is_dir() or path.read_bytes() == sound
    assert snapshots(tmp_path) == [path]


@pytest.mark.parametrize("field", ["attempts", "raw", "t", "passes", "done", "mistakes"])
def test_a_record_with_a_field_of_another_kind_is_none(tmp_path: Path, field: str) -> None:
    three_days(tmp_path)
    keep(tmp_path, known(tmp_path))
    (path,) = snapshots(tmp_path)
    steps = json.loads(path.read_bytes()[9:])["steps"]
    rewritten(path, steps=[{**step, field: [None]} for step in steps])
    check(tmp_path)


def test_another_program_version_counts_anew(tmp_path: Path) -> None:
    three_days(tmp_path)
    wrong = replace(known(tmp_path), events=99)
    keep(tmp_path, wrong)
    assert known(tmp_path).events == 99
    assert known(tmp_path, version="2").events == len(read_events(tmp_path, learner=None).events)


def test_files_that_change_meanwhile_make_no_snapshot(tmp_path: Path) -> None:
    three_days(tmp_path)
    found = known(tmp_path)
    append(tmp_path / "journal" / "1.jsonl", line(20, "done", step="a"))
    keep(tmp_path, found)
    assert snapshots(tmp_path) == []


def test_files_that_have_just_changed_make_no_snapshot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Their times may not tell whether they change once more."""
    monkeypatch.setattr(snapshot, "DOUBT", 2.0)
    three_days(tmp_path)
    keep(tmp_path, known(tmp_path))
    assert snapshots(tmp_path) == []
    for path in (tmp_path / "journal").iterdir():
        os.utime(path, (1.7e9, 1.7e9))
    keep(tmp_path, known(tmp_path))
    assert len(snapshots(tmp_path)) == 1


def test_a_small_journal_has_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(snapshot, "WORTH", 2000)
    three_days(tmp_path)
    keep(tmp_path, known(tmp_path))
    assert snapshots(tmp_path) == []
    put(tmp_path, "4", session(11), *(line(12 + i, "done", step="a") for i in range(50)))
    keep(tmp_path, known(tmp_path))
    (path,) = snapshots(tmp_path)
    first = path.read_bytes()
    put(tmp_path, "5", session(99), line(100, "done", step="b"))
    keep(tmp_path, check(tmp_path))
    assert path.read_bytes() == first
    put(tmp_path, "6", session(200), *(line(201 + i, "done", step="b") for i in range(50)))
    keep(tmp_path, check(tmp_path))
    assert path.read_bytes() != first


def test_without_a_folder_nothing_is_known_or_kept() -> None:
    found = read_known(None, learner=None, aliases={}, version="1")
    assert (found.events, found.note, found.progress.steps) == (0, None, {})
    keep(None, found)


def test_a_folder_that_may_not_be_written_is_silently_without(tmp_path: Path) -> None:
    three_days(tmp_path)
    found = known(tmp_path)
    folder = tmp_path / "journal"
    folder.chmod(0o500)
    try:
        if os.access(folder, os.W_OK):
            pytest.skip("this user may write everywhere")
        keep(tmp_path, found)
        assert snapshots(tmp_path) == []
    finally:
        folder.chmod(0o700)


def test_a_full_disk_is_silently_without(small_disk: Path) -> None:  # noqa: F811
    three_days(small_disk)
    found = known(small_disk)
    with pytest.raises(OSError, match="No space"):
        (small_disk / "filler").write_bytes(b"x" * 100_000)
    keep(small_disk, found)
    assert snapshots(small_disk) == []
    check(small_disk)


def test_what_killed_sessions_left_is_taken_away_when_it_is_old(tmp_path: Path) -> None:
    three_days(tmp_path)
    for name, age in [("old", 1.7e9), ("young", None)]:
        path = tmp_path / "journal" / f"snapshot-00000000-{name}.tmp"
        path.write_bytes(b"")
        os.utime(path, None if age is None else (age, age))
    keep(tmp_path, known(tmp_path))
    assert [path.name for path in snapshots(tmp_path)] == ["snapshot-00000000-young.tmp", "snapshot-00000000.json"]


def events() -> st.SearchStrategy[bytes]:
    """A line of a journal; times are few, so that they often come out of order or are equal."""
    times, steps = st.integers(1, 30), st.sampled_from(STEPS)
    status = st.sampled_from(["right", "wrong", "mistake", "shape"])
    codes = st.lists(st.sampled_from(["x", "y"]), max_size=2)
    learner = st.sampled_from([None, "Ada"])
    return st.one_of(
        st.builds(
            lambda t, s, x, c: line(t, "answer", step=s, raw="1", status=x, mistakes=c), times, steps, status, codes
        ),
        st.builds(lambda t, s: line(t, "open", lesson="l", step=s), times, steps),
        st.builds(lambda t, s, k: line(t, k, step=s), times, steps, st.sampled_from(["done", "shown", "hint"])),
        st.builds(lambda t, s: line(t, "draft", step=s, raw="·"), times, steps),
        st.builds(lambda t, s: line(t, "reset", lesson="l", steps=[s]), times, steps),
        st.builds(lambda t: line(t, "reset", all=True), times),
        st.builds(lambda t, w: session(t, w), times, learner),
        st.builds(taken_in, times),
        st.sampled_from([b"?\n", b'{"v":2,"t":1,"type":"done"}\n']),
    )


MOVES = st.lists(
    st.tuples(
        st.sampled_from(["write", "append", "remove", "copy", "keep", "start"]),
        st.integers(0, 3),
        st.lists(events(), max_size=4),
    ),
    min_size=2,
    max_size=12,
)


@settings(max_examples=300)
@given(moves=MOVES)
def test_random_journals_and_random_moments(
    tmp_path_factory: pytest.TempPathFactory, moves: list[tuple[str, int, list[bytes]]]
) -> None:
    """Sessions write, files come and go and are copied, snapshots are made of what was known a while ago."""
    state = tmp_path_factory.mktemp("random")
    folder = state / "journal"
    put(state, "0", session(1))
    before = check(state)
    for number, (move, which, lines) in enumerate(moves):
        path = folder / f"{which}.jsonl"
        if move == "write":
            path.write_bytes(b"".join(lines))
        elif move == "append":
            append(path, b"".join(lines))
        elif move == "remove":
            path.unlink(missing_ok=True)
        elif move == "copy" and path.exists():
            (folder / f"{(which + 1) % 4}.jsonl").write_bytes(path.read_bytes())
        elif move == "keep":
            keep(state, before)
        for path in folder.glob("*.jsonl"):
            # A change within one tick of a coarse clock is what DOUBT is for; here every change has its own time.
            if path.stat().st_mtime > 1.75e9:
                os.utime(path, (1.7e9 + number, 1.7e9 + number))
        if move == "start":
            before = check(state)
            check(state, "Ada")
    check(state)
    check(state, "Ada")


def test_two_sessions_at_once_leave_one_whole_snapshot(tmp_path: Path) -> None:
    three_days(tmp_path)
    found = known(tmp_path)
    threads = [threading.Thread(target=lambda: [keep(tmp_path, found) for _ in range(30)]) for _ in range(4)]
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        check(tmp_path)
    for thread in threads:
        thread.join()
    assert [path.name for path in snapshots(tmp_path)] == ["snapshot-00000000.json"]
    check(tmp_path)


KEEPS_WITHOUT_END = """
import os, sys
from pathlib import Path
from tutor.records import snapshot
from tutor.records.journal import Journal
snapshot.WORTH, snapshot.DOUBT = 1, 0.0
state = Path(sys.argv[1])
number = int(sys.argv[2])
while True:
    number += 1
    known = snapshot.read_known(state, learner=None, aliases={}, version="1")
    journal = Journal(state, clock=lambda: 1.8e9 + number, version="1", front_end="app", after=known.progress.latest)
    journal.answered("a", raw=str(number), status="right")
    journal.close()
    snapshot.keep(state, snapshot.read_known(state, learner=None, aliases={}, version="1"))
    os.write(1, b".")
"""


def kills(state: Path, times: int) -> Iterator[Path]:
    rng = random.Random(5)
    for number in range(times):
        command = [sys.executable, "-c", KEEPS_WITHOUT_END, str(state), str(1000 * number)]
        with subprocess.Popen(command, stdout=subprocess.PIPE) as child:
            assert child.stdout is not None
            child.stdout.read(rng.randrange(1, 40))
            child.kill()
        yield state


@pytest.mark.parametrize("times", [8, pytest.param(100, marks=pytest.mark.slow)])
def test_kills_while_snapshots_are_made_change_nothing(tmp_path: Path, times: int) -> None:
    """What is found after each kill is what the files say; of unfinished snapshots none is taken for one."""
    for state in kills(tmp_path, times):
        found = read_known(state, learner=None, aliases={}, version="1")
        recorded = read_events(state, learner=None)
        assert found.progress == fold(recorded.events)
        assert found.events == len(recorded.events)
    assert known(tmp_path).progress.record("a").attempts > times


def test_the_classrooms_page_names_what_a_state_folder_holds(tmp_path: Path) -> None:
    """What broke: a teacher who looked into one found files beside the journals that nothing explained."""
    page = (Path(__file__).parents[2] / "docs" / "classroom.md").read_text(encoding="utf-8")
    _, _, section = page.partition("\n| file | what it is |\n")
    named = [name for row in section.partition("\n\n")[0].splitlines() for name in re.findall("`([^`]+)`", row)[:2]]
    three_days(tmp_path)
    keep(tmp_path, known(tmp_path))
    assert save_report([tmp_path], "oops", t=0) is not None
    assert saved(tmp_path, "attention_numpy.py", "1").startswith("Saved")
    found = [path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file()]
    assert {path.rpartition(".")[2] for path in found} == {"jsonl", "json", "txt", "py"}
    for path in found:
        assert any(fnmatch.fnmatchcase(path, name) for name in named if path.count("/") == name.count("/")), path
