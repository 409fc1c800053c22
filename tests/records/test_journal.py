"""The journal of one session: its file, its lines, and what it does while the disk takes nothing."""

from __future__ import annotations

import errno
import math
import os
import shutil
import stat
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import Clock
from tests.records.lines import raw_lines
from tutor.records.journal import Journal
from tutor.records.recorded import read_events


def journal_in(state: Path | None, *, clock: Callable[[], float] | None = None, after: float = 0.0) -> Journal:
    return Journal(state, clock=clock or Clock(), version="0.1", front_end="app", learner="Ada", after=after)


def test_one_line_an_event_in_the_form_of_the_contract(tmp_path: Path) -> None:
    """Its time is the clock's, or a millionth of a second more where the clock stands."""
    clock = Clock(now=1_800_000_000.0)
    journal = journal_in(tmp_path, clock=clock)
    journal.opened("mixing", "small-weights")
    clock.now += 1.5
    journal.drafted("small-weights", "[0.33")
    journal.answered(
        "small-weights",
        raw="[0, 1]",
        status="mistake",
        mistakes=("no-scaling",),
        cells=(False, None),
        seed=7,
        digits=3,
        try_=2,
    )
    journal.hinted("small-weights", 1)
    journal.shown("small-weights")
    journal.done("roles")
    journal.explained("why", "Because √d_k", ticked=(1, 3))
    journal.reset("mixing", steps=("small-weights", "roles"))
    journal.reset(None)
    journal.close()
    lines = raw_lines(tmp_path)
    times = [line.pop("t") for line in lines]
    assert times[:4] == [1_800_000_000.0, 1_800_000_000.0, 1_800_000_001.5, 1_800_000_001.500001]
    assert times[-1] == 1_800_000_001.500008
    assert len(str(lines[0].pop("id"))) == 16
    assert lines == [
        {
            "v": 1,
            "type": "session",
            "learner": "Ada",
            "version": "0.1",
            "front_end": "app",
        },
        {"v": 1, "type": "open", "lesson": "mixing", "step": "small-weights"},
        {"v": 1, "type": "draft", "step": "small-weights", "raw": "[0.33"},
        {
            "v": 1,
            "type": "answer",
            "step": "small-weights",
            "raw": "[0, 1]",
            "status": "mistake",
            "mistakes": ["no-scaling"],
            "cells": [False, None],
            "seed": 7,
            "digits": 3,
            "try": 2,
        },
        {"v": 1, "type": "hint", "step": "small-weights", "rung": 1},
        {"v": 1, "type": "shown", "step": "small-weights"},
        {"v": 1, "type": "done", "step": "roles"},
        {"v": 1, "type": "explain", "step": "why", "raw": "Because √d_k", "ticked": [1, 3]},
        {
            "v": 1,
            "type": "reset",
            "lesson": "mixing",
            "steps": ["small-weights", "roles"],
        },
        {"v": 1, "type": "reset", "all": True},
        {"v": 1, "type": "end"},
    ]


def test_the_file_is_named_by_utc_time_and_private(tmp_path: Path) -> None:
    """Even where the umask would give it to everybody."""
    before = os.umask(0)
    try:
        journal_in(tmp_path / "state").opened("mixing", "a")
    finally:
        os.umask(before)
    (path,) = (tmp_path / "state" / "journal").iterdir()
    assert path.name.startswith("20270115T080000Z-")
    assert path.suffix == ".jsonl"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_opening_the_program_and_leaving_it_makes_no_file(tmp_path: Path) -> None:
    journal = journal_in(tmp_path)
    assert journal.prepare() is None
    journal.close()
    assert list((tmp_path / "journal").iterdir()) == []


def test_each_event_is_in_the_file_at_once(tmp_path: Path) -> None:
    journal = journal_in(tmp_path)
    for count in range(1, 4):
        journal.drafted("a", "1" * count)
        assert [x["raw"] for x in raw_lines(tmp_path)[1:]] == ["1" * n for n in range(1, count + 1)]


def test_without_a_state_folder_events_are_returned_and_nothing_is_a_problem() -> None:
    journal = journal_in(None)
    event = journal.answered("a", raw="1", status="right")
    assert (event.type, event.fields["raw"]) == ("answer", "1")
    assert journal.prepare() is None
    journal.close()
    assert journal.problem is None
    assert journal.path is None


def test_a_clock_that_goes_back_does_not_turn_the_order(tmp_path: Path) -> None:
    clock = Clock(now=1_800_000_100.0)
    journal = journal_in(tmp_path, clock=clock)
    for raw, now in (("first", 1_800_000_100.0), ("second", 1_800_000_000.0), ("third", math.nan)):
        clock.now = now
        journal.drafted("a", raw)
    assert [x.fields["raw"] for x in read_events(tmp_path, learner="Ada").events[1:]] == ["first", "second", "third"]


@pytest.mark.parametrize("now", [math.nan, math.inf, -math.inf, -1.0, 1e18])
def test_a_broken_clock_still_writes_lines_that_can_be_read(tmp_path: Path, now: float) -> None:
    journal_in(tmp_path, clock=Clock(now=now)).drafted("a", "kept")
    recorded = read_events(tmp_path, learner="Ada")
    assert [x.type for x in recorded.events] == ["session", "draft"]
    assert recorded.damaged == 0


def test_a_session_sorts_after_all_that_was_recorded_even_where_the_clock_stands(tmp_path: Path) -> None:
    """With equal times the file name would decide, and half of that is random."""
    latest = 0.0
    for number in range(20):
        journal = journal_in(tmp_path, after=latest)
        latest = journal.drafted("a", str(number)).t
        journal.close()
    drafts = [x.fields["raw"] for x in read_events(tmp_path, learner="Ada").events if x.type == "draft"]
    assert drafts == [str(number) for number in range(20)]


def test_two_sessions_at_once_lose_nothing(tmp_path: Path) -> None:
    clock = Clock()
    first, second = journal_in(tmp_path, clock=clock), journal_in(tmp_path, clock=clock)
    for number in range(30):
        clock.now += 1
        (first if number % 2 else second).drafted("a", str(number))
    assert len(list((tmp_path / "journal").iterdir())) == 2
    drafts = [x.fields["raw"] for x in read_events(tmp_path, learner="Ada").events if x.type == "draft"]
    assert drafts == [str(number) for number in range(30)]


def test_fifty_quick_sessions_in_one_second_lose_nothing(tmp_path: Path) -> None:
    journals = [journal_in(tmp_path) for _ in range(50)]
    for round_ in range(3):
        for number, journal in enumerate(journals):
            journal.drafted(f"step-{number}", str(round_))
    for journal in journals:
        journal.close()
    events = read_events(tmp_path, learner="Ada").events
    drafts = {(x.fields["step"], x.fields["raw"]) for x in events if x.type == "draft"}
    assert drafts == {(f"step-{number}", str(round_)) for number in range(50) for round_ in range(3)}
    assert len(list((tmp_path / "journal").iterdir())) == 50


@pytest.mark.parametrize("raw", ["a\nb\r\n\tc", "\u2028\x85\x0b", '"\\', "−∞ √ 雪", "\x00\x1b[31m", "[/]"])
def test_any_text_comes_back_as_typed(tmp_path: Path, raw: str) -> None:
    journal_in(tmp_path).drafted("a", raw)
    assert read_events(tmp_path, learner="Ada").events[1].fields["raw"] == raw


def test_a_lone_surrogate_is_kept_in_the_file_and_harmless_when_read(tmp_path: Path) -> None:
    """Bytes that are no UTF-8 arrive so from a terminal in another encoding; no terminal can be sent one."""
    journal_in(tmp_path).drafted("a", "caf\udce9")
    assert raw_lines(tmp_path)[1]["raw"] == "caf\udce9"
    assert read_events(tmp_path, learner="Ada").events[1].fields["raw"] == "caf?"


def test_a_huge_text_is_cut_to_what_can_be_read_back(tmp_path: Path) -> None:
    journal_in(tmp_path).drafted("a", "\x01" * 1_000_000)
    recorded = read_events(tmp_path, learner="Ada")
    assert recorded.damaged == 0
    assert recorded.events[1].fields["raw"] == "\x01" * 100_000


def test_an_event_after_the_end_is_kept_too(tmp_path: Path) -> None:
    journal = journal_in(tmp_path)
    journal.opened("mixing", "a")
    journal.close()
    journal.drafted("a", "late")
    journal.close()
    assert [x["type"] for x in raw_lines(tmp_path)] == ["session", "open", "end", "draft", "end"]


def test_closing_twice_ends_once(tmp_path: Path) -> None:
    journal = journal_in(tmp_path)
    journal.opened("mixing", "a")
    journal.close()
    journal.close()
    assert [x["type"] for x in raw_lines(tmp_path)] == ["session", "open", "end"]


class Disk:
    """Stands in for `os.write`: each call does the next thing on a list, and then all goes well."""

    def __init__(self, *script: tuple[str, int]) -> None:
        self.script: Iterator[tuple[str, int]] = iter(script)
        self.real = os.write

    def write(self, fd: int, data: bytes) -> int:
        kind, code = next(self.script, ("all", 0))
        part = {"all": len(data), "all but one": len(data) - 1, "half": (len(data) + 1) // 2, "none": 0}[kind]
        written = self.real(fd, data[:part]) if part else 0
        if code:
            raise OSError(code, os.strerror(code))
        return written


FULL, BROKEN = errno.ENOSPC, errno.EIO
SCRIPTS = st.lists(
    st.tuples(
        st.sampled_from(["all", "all but one", "half", "none"]), st.sampled_from([0, FULL, errno.EDQUOT, BROKEN])
    ),
    max_size=12,
)


@given(script=SCRIPTS)
def test_every_event_is_written_once_and_in_order_whatever_the_disk_does(
    script: list[tuple[str, int]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    """A full disk may take a part of a line; a broken one may take a whole line and deny it."""
    state = tmp_path_factory.mktemp("state")
    journal = journal_in(state)
    disk = Disk(*script)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "write", disk.write)
        for number in range(6):
            journal.drafted("a", str(number))
        for _ in script:
            journal.shown("a")
        journal.close()
    recorded = read_events(state, learner="Ada")
    assert [x.fields["raw"] for x in recorded.events if x.type == "draft"] == [str(number) for number in range(6)]
    assert journal.problem is None
    # A line cut in a file that broke stays there; a full disk leaves no mark at all.
    assert recorded.damaged <= sum(code == BROKEN for _, code in script)


def test_a_full_disk_says_so_once_it_is_full_and_stops_saying_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = journal_in(tmp_path)
    journal.opened("mixing", "a")
    monkeypatch.setattr(os, "write", Disk(("half", FULL), ("none", FULL)).write)
    journal.drafted("a", "1")
    journal.drafted("a", "12")
    assert journal.problem == (
        f"Progress is not being kept: no space is left for {tmp_path / 'journal'}. Name a folder with --state DIR."
    )
    journal.drafted("a", "123")
    assert journal.problem is None
    assert [x.get("raw") for x in raw_lines(tmp_path)] == [None, None, "1", "12", "123"]


def test_bytes_that_others_put_into_the_file_never_run_into_a_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = journal_in(tmp_path)
    journal.opened("mixing", "a")
    monkeypatch.setattr(os, "write", Disk(("none", FULL)).write)
    journal.drafted("a", "1")
    assert journal.path is not None
    with journal.path.open("ab") as file:
        file.write(b"garbage")
    journal.drafted("a", "2")
    recorded = read_events(tmp_path, learner="Ada")
    assert [x.fields["raw"] for x in recorded.events if x.type == "draft"] == ["1", "2"]
    assert recorded.damaged == 1


def test_a_deleted_folder_comes_back_with_all_of_this_session(tmp_path: Path) -> None:
    """Writing on into a deleted file succeeds, and would lose all of it at the end."""
    state = tmp_path / "state"
    journal = journal_in(state)
    journal.opened("mixing", "a")
    journal.drafted("a", "1")
    shutil.rmtree(state)
    journal.drafted("a", "2")
    journal.close()
    assert [x["type"] for x in raw_lines(state)] == ["session", "open", "draft", "draft", "end"]
    assert journal.problem is None


def test_a_deleted_folder_whose_place_is_taken_by_a_file_for_a_while(tmp_path: Path) -> None:
    state = tmp_path / "state"
    journal = journal_in(state)
    journal.drafted("a", "1")
    shutil.rmtree(state)
    state.write_text("in the way")
    journal.drafted("a", "2")
    assert journal.problem is not None
    state.unlink()
    journal.drafted("a", "3")
    assert [x.get("raw") for x in raw_lines(state)] == [None, "1", "2", "3"]
    assert journal.problem is None


def test_memory_stays_bounded_while_the_disk_takes_nothing_for_good(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The newest events stay, and the line that says whose they are."""
    monkeypatch.setattr("tutor.records.journal._LARGEST_BACKLOG", 2000)
    monkeypatch.setattr(os, "write", Disk(*[("none", FULL)] * 100).write)
    journal = journal_in(tmp_path)
    for number in range(100):
        journal.drafted("a", str(number))
    journal.drafted("a", "100")
    drafts = [x.fields["raw"] for x in read_events(tmp_path, learner="Ada").events if x.type == "draft"]
    assert 5 < len(drafts) < 50
    assert drafts == [str(number) for number in range(101 - len(drafts), 101)]


def nowhere(tmp_path: Path, kind: str) -> Path:
    file = tmp_path / "file"
    file.write_text("mine")
    if kind == "journal is a file":
        (tmp_path / "state").mkdir()
        (tmp_path / "state" / "journal").write_text("mine")
        return tmp_path / "state"
    return {"a file": file, "under a file": file / "state", "proc": Path("/proc/attn-tutor"), "nul": Path("a\0b")}[kind]


@pytest.mark.parametrize("kind", ["a file", "under a file", "journal is a file", "proc", "nul"])
def test_where_nothing_can_be_kept_one_sentence_says_so_and_learning_goes_on(tmp_path: Path, kind: str) -> None:
    state = nowhere(tmp_path, kind)
    journal = journal_in(state)
    said = journal.prepare()
    assert said is not None
    assert said.startswith("Progress is not being kept: ")
    assert said.endswith(". Name a folder with --state DIR.")
    assert journal.answered("a", raw="1", status="right").fields["raw"] == "1"
    journal.close()
    assert journal.problem == said
    assert not (tmp_path / "file").is_dir()
    read_events(state, learner="Ada")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")
def test_a_folder_of_somebody_else_is_not_written(tmp_path: Path) -> None:
    state = tmp_path / "state"
    (state / "journal").mkdir(parents=True)
    for folder in (tmp_path, *list(tmp_path.parents)[:3]):
        folder.chmod(0o755)
    os.seteuid(65534)
    try:
        journal = journal_in(state)
        said = journal.prepare()
        journal.opened("mixing", "a")
    finally:
        os.seteuid(0)
    assert said == journal.problem
    assert said is not None
    assert f"nothing may be written in {state / 'journal'}" in said
    assert list((state / "journal").iterdir()) == []
