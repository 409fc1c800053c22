"""Progress on its way to another machine: every event once, whatever else was copied, and no file ever overwritten."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.records.lines import line, put, raw_lines, session
from tutor.records.journal import Journal
from tutor.records.progress import Progress, fold
from tutor.records.recorded import read_events
from tutor.records.transfer import Packed, Taken, TransferError, pack, take_in, write_new

NOW = 1_800_000_000.0


def with_id(t: float, id: str, learner: str | None = None) -> bytes:
    return line(t, "session", id=id, learner=learner)


def packed(state: Path, learner: str | None = None) -> Packed:
    return pack(state, learner=learner, t=NOW, version="0.1", about={"done": 2})


def taken(state: Path, data: bytes, learner: str | None = None) -> Taken:
    return take_in(state, data, learner=learner, t=NOW, version="0.1")


def events(state: Path, learner: str | None = None) -> list[tuple[float, str]]:
    return [
        (x.t, x.type)
        for x in read_events(state, learner=learner).events
        if x.type not in ("session", "import", "export")
    ]


def progress(state: Path, learner: str | None = None) -> Progress:
    return fold(read_events(state, learner=learner).events)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Two sessions, with an unknown event and a line of a later version, and a session of somebody else."""
    put(
        tmp_path / "home",
        "a",
        with_id(1, "s1"),
        line(2, "answer", step="x", raw="0", status="mistake", mistakes=["no-scaling"]),
        line(3, "answer", step="x", raw="1", status="right"),
        line(4, "firework", step="x", height=[1, {"y": "é"}]),
    )
    put(tmp_path / "home", "b", with_id(5, "s2"), line(6, "done", step="y"), b'{"v":2,"t":7,"type":"done","z":1}\n')
    put(tmp_path / "home", "c", with_id(8, "s3", "Bo"), line(9, "done", step="z"))
    return tmp_path / "home"


def test_the_file_says_what_it_is_and_holds_all_lines_as_they_are(home: Path) -> None:
    found = packed(home)
    heading, *rest = found.data.splitlines(keepends=True)
    told = json.loads(heading)
    assert (told["type"], told["learner"], told["lines"], told["done"]) == ("export", None, 7, 2)
    assert "self-reported" in told["note"]
    assert b"".join(rest) == (home / "journal" / "a.jsonl").read_bytes() + (home / "journal" / "b.jsonl").read_bytes()
    assert (found.events, found.damaged) == (5, 0)


def test_taken_in_elsewhere_it_is_the_same_progress(home: Path, tmp_path: Path) -> None:
    found = taken(tmp_path / "lab", packed(home).data)
    assert (found.new, found.known, found.damaged, found.others, found.missing, found.since) == (5, 0, 0, 0, 0, 2)
    assert found.path is not None
    assert found.path.stat().st_mode & 0o777 == 0o600
    assert events(tmp_path / "lab") == events(home) == [(2, "answer"), (3, "answer"), (4, "firework"), (6, "done")]
    assert progress(tmp_path / "lab").steps == progress(home).steps
    assert read_events(tmp_path / "lab", learner=None).newer == 1
    assert {"v": 2, "t": 7, "type": "done", "z": 1} in raw_lines(tmp_path / "lab")


def test_twice_counts_nothing_twice(home: Path, tmp_path: Path) -> None:
    data = packed(home).data
    taken(tmp_path / "lab", data)
    again = taken(tmp_path / "lab", data)
    assert (again.new, again.known, again.path) == (0, 5, None)
    assert len(list((tmp_path / "lab" / "journal").iterdir())) == 1
    assert taken(home, data).new == 0


def test_there_and_back_again_takes_only_what_is_new(home: Path, tmp_path: Path) -> None:
    lab = tmp_path / "lab"
    taken(lab, packed(home).data)
    put(lab, "later", with_id(20, "s4"), line(21, "answer", step="x", raw="2", status="right"))
    back = taken(home, packed(lab).data)
    assert (back.new, back.known) == (1, 5)
    assert progress(home).steps == progress(lab).steps
    assert progress(home).record("x").attempts == 3


def test_a_copied_journal_beside_an_import_of_it_counts_once(home: Path, tmp_path: Path) -> None:
    """Some export, others copy the files; both at once happens as well."""
    lab = tmp_path / "lab"
    taken(lab, packed(home).data)
    for name in ("a", "b"):
        (lab / "journal" / f"{name}.jsonl").write_bytes((home / "journal" / f"{name}.jsonl").read_bytes())
    assert events(lab) == events(home)
    assert progress(lab).record("x").attempts == 2


def test_the_journal_itself_may_go_on_after_an_import(home: Path, tmp_path: Path) -> None:
    lab = tmp_path / "lab"
    taken(lab, packed(home).data)
    latest = progress(lab).latest
    journal = Journal(lab, clock=lambda: 0.0, version="0.1", front_end="app", after=latest)
    journal.answered("x", raw="3", status="wrong")
    journal.close()
    assert progress(lab).record("x").last_status == "wrong"


def test_nameless_progress_becomes_that_of_a_learner_by_name(home: Path, tmp_path: Path) -> None:
    taken(tmp_path / "lab", packed(home).data, "Ada")
    assert events(tmp_path / "lab") == []
    assert events(tmp_path / "lab", "Ada") == events(home)
    assert taken(tmp_path / "lab", packed(home).data, "Ada").new == 0
    assert taken(home, packed(tmp_path / "lab", "Ada").data, "Ada").new == 5


@pytest.mark.parametrize("learner", [None, "Ada"])
def test_the_progress_of_somebody_else_is_refused(home: Path, tmp_path: Path, learner: str | None) -> None:
    with pytest.raises(TransferError, match=r"it is the progress of Bo; to take it in, name them with --learner NAME"):
        taken(tmp_path / "lab", packed(home, "Bo").data, learner)
    assert not (tmp_path / "lab").exists()


def test_the_first_names_of_a_foreign_file_in_their_order(tmp_path: Path) -> None:
    """Of four, three by the alphabet."""
    names = ("Zoe", "Bo", "Ada", "Max")
    data = b"".join(session(1, name) + line(2, "done", step="x") for name in names)
    data = line(0, "export", learner=None, lines=8) + b"".join([data])
    with pytest.raises(TransferError, match=r"it is the progress of Ada, Bo, Max; to take it in"):
        taken(tmp_path / "lab", data)


def test_of_a_file_with_several_learners_only_ones_own_is_taken(home: Path, tmp_path: Path) -> None:
    data = packed(home).data + packed(home, "Bo").data
    found = taken(tmp_path / "lab", data, "Bo")
    assert (found.new, found.others) == (1, 7)
    assert events(tmp_path / "lab", "Bo") == [(9, "done")]


def test_an_edited_file_is_taken_as_far_as_it_can_be_read(home: Path, tmp_path: Path) -> None:
    """Lines taken away, broken, spaced anew, turned into other types, and a score turned up."""
    lines = packed(home).data.decode().splitlines()
    lines[2] = lines[2].replace('"mistake"', '"right"')
    lines[3] = json.dumps(json.loads(lines[3]), indent=None, separators=(" , ", " : "))
    lines[4] = "[]"
    found = taken(tmp_path / "lab", "\n".join([*lines[:5], "\x1b[2J", '{"v":1,"t":1,"type":"answer"}']).encode())
    assert (found.new, found.damaged, found.missing) == (2, 3, 1)
    assert progress(tmp_path / "lab").record("x").first_try is True
    assert taken(home, "\n".join(lines[3:4]).encode()).new == 0


def test_damaged_lines_are_counted_and_left_behind(tmp_path: Path) -> None:
    """Two of one learner; what another one's file has of them does not count."""
    put(tmp_path, "a", session(1), line(2, "done", step="x"), b"broken\n", line(3, "done", step="y")[:-5] + b"\n")
    put(tmp_path, "b", session(1, "bo"), b"broken\n")
    found = packed(tmp_path)
    assert (found.events, found.damaged) == (1, 2)
    assert b"broken" not in found.data
    assert packed(tmp_path, "bo").damaged == 1


def test_a_state_that_can_be_no_folder_is_one_sentence(home: Path) -> None:
    with pytest.raises(TransferError, match=r"nothing was taken in: .*null"):
        taken(Path("a\0b"), packed(home).data)


@pytest.mark.parametrize(
    "data", [b"", b"\0" * 500, b"\x89PNG\r\n", b"name,grade\nada,3\n", b"[]", b"{}", b'{"v":1,"t":1,"type":"export"}\n']
)
def test_a_foreign_file_is_refused_in_one_sentence(tmp_path: Path, data: bytes) -> None:
    with pytest.raises(TransferError, match="it holds no progress of attn-tutor"):
        taken(tmp_path / "lab", data)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(place=st.integers(0, 700), gone=st.integers(0, 60), put_in=st.binary(max_size=30))
def test_no_bytes_raise_anything_but_a_sentence(
    home: Path, tmp_path: Path, place: int, gone: int, put_in: bytes
) -> None:
    data = packed(home).data
    try:
        found = taken(tmp_path / "lab", data[:place] + put_in + data[place + gone :])
    except TransferError:
        return
    assert found.new + found.known <= 9
    assert read_events(tmp_path / "lab", learner=None).damaged == 0


def test_a_file_that_is_there_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "mine"
    path.write_text("precious")
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "nowhere")
    for there in (path, link, tmp_path):
        with pytest.raises(TransferError, match="is there already and stays as it is; name another file"):
            write_new(there, b"x")
    assert path.read_text() == "precious"
    with pytest.raises(TransferError, match="was not written: no such file or directory"):
        write_new(tmp_path / "gone" / "x", b"x")


@pytest.fixture
def full_disk(tmp_path: Path) -> Iterator[Path]:
    place = tmp_path / "disk"
    place.mkdir()
    try:
        mounted = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", "size=16k", "tmpfs", str(place)], capture_output=True, check=False
        )
    except FileNotFoundError:
        pytest.skip("there is no mount command here")
    if mounted.returncode:
        pytest.skip("a small disk cannot be mounted here")
    with pytest.raises(OSError, match="No space"):
        (place / "filler").write_bytes(b"x" * 100_000)
    yield place
    subprocess.run(["umount", "-l", str(place)], check=True)


def test_a_full_disk_is_one_sentence_and_leaves_no_piece(home: Path, full_disk: Path) -> None:
    with pytest.raises(TransferError, match="was not written: no space is left there"):
        write_new(full_disk / "out.jsonl", packed(home).data)
    with pytest.raises(TransferError, match="no space is left there"):
        taken(full_disk / "state", packed(home).data)
    assert [path for path in full_disk.rglob("*") if path.is_file()] == [full_disk / "filler"]


def test_a_state_that_is_a_file_is_one_sentence(home: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    with pytest.raises(TransferError, match="nothing was taken in: "):
        taken(tmp_path / "file", packed(home).data)
