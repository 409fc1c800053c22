"""The journal under fire: real kills, a real full disk, a real read-only one, real limits."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import Clock
from tests.records.lines import raw_lines
from tutor.records.journal import Journal
from tutor.records.recorded import read_events

SAVES_WITHOUT_END = """
import os, sys, time
from pathlib import Path
from tutor.records.journal import Journal
journal = Journal(Path(sys.argv[1]), clock=time.time, version="0.1", front_end="app")
number = 0
while True:
    journal.answered(sys.argv[2], raw=str(number), status="wrong", cells=[False] * 50)
    os.write(1, b"%d\\n" % number)
    number += 1
"""


def killed_while_saving(state: Path, name: str, *, after: int) -> int:
    """Kill a saving process once it has said `after` times that a line is saved; the last number it said."""
    with subprocess.Popen([sys.executable, "-c", SAVES_WITHOUT_END, str(state), name], stdout=subprocess.PIPE) as child:
        assert child.stdout is not None
        for _ in range(after):
            child.stdout.readline()
        child.kill()
        said = child.stdout.read()
    whole = said[: said.rfind(b"\n") + 1].split()
    return int(whole[-1]) if whole else after - 1


def kill_loop(state: Path, times: int) -> None:
    rng = random.Random(11)
    last = {}
    for number in range(times):
        last[f"run-{number}"] = killed_while_saving(state, f"run-{number}", after=rng.randrange(1, 120))
    recorded = read_events(state, learner=None)
    found: dict[object, list[int]] = {}
    for event in recorded.events:
        if event.type == "answer":
            found.setdefault(event.fields["step"], []).append(int(str(event.fields["raw"])))
    assert set(found) == set(last)
    for name, said in last.items():
        assert found[name] == list(range(len(found[name])))
        assert found[name][-1] >= said
    assert recorded.skipped == ()
    assert len(list((state / "journal").iterdir())) == times
    # A kill may cut the line that was being written, which nobody was told is saved.
    assert recorded.damaged <= times // 10


def test_twenty_kills_in_a_save_loop_lose_nothing_that_was_saved(tmp_path: Path) -> None:
    kill_loop(tmp_path, 20)


@pytest.mark.slow
def test_two_hundred_kills_in_a_save_loop_lose_nothing_that_was_saved(tmp_path: Path) -> None:
    kill_loop(tmp_path, 200)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 64 KB."""
    place = tmp_path / "disk"
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(place)]
    try:
        done = subprocess.run(mount, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        pytest.skip("there is no mount command here")
    if done.returncode:
        pytest.skip(f"a small disk cannot be mounted here: {done.stderr.strip()}")
    yield place
    subprocess.run(["umount", "-l", str(place)], check=True)


def test_a_full_disk_with_space_returning_later_loses_nothing(small_disk: Path) -> None:
    """The disk fills in the middle of a line; what follows waits, and the line is ended where it was cut."""
    filler = small_disk / "filler"
    filler.write_bytes(b"x" * 40_000)
    journal = Journal(small_disk / "state", clock=Clock(), version="0.1", front_end="app")
    count = 0
    while journal.problem is None:
        journal.drafted("a", f"{count} {'·' * 100}")
        count += 1
        assert count < 1000
    assert "no space is left" in journal.problem
    assert journal.path is not None
    assert not journal.path.read_bytes().endswith(b"\n")
    for _ in range(50):
        journal.drafted("a", f"{count} {'·' * 100}")
        count += 1
    filler.unlink()
    journal.drafted("a", f"{count} back")
    assert journal.problem is None
    assert [str(x["raw"]).split()[0] for x in raw_lines(small_disk / "state")[1:]] == [
        str(number) for number in range(count + 1)
    ]


def test_a_disk_that_is_full_from_the_start_says_so_and_leaves_no_empty_file(small_disk: Path) -> None:
    state = small_disk / "state"
    (state / "journal").mkdir(parents=True)
    with pytest.raises(OSError, match="No space"):
        (small_disk / "filler").write_bytes(b"x" * 100_000)
    journal = Journal(state, clock=Clock(), version="0.1", front_end="app")
    for number in range(20):
        journal.drafted("a", str(number))
    assert journal.problem is not None
    journal.close()
    assert list((state / "journal").iterdir()) == []
    (small_disk / "filler").unlink()
    journal.close()
    assert [x["raw"] for x in raw_lines(state) if x["type"] == "draft"] == [str(number) for number in range(20)]


def test_a_disk_that_turns_read_only_and_back_loses_nothing(small_disk: Path) -> None:
    journal = Journal(small_disk / "state", clock=Clock(), version="0.1", front_end="app")
    journal.drafted("a", "1")
    journal.close()
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    journal.drafted("a", "2")
    assert journal.problem is not None
    assert "nothing may be written" in journal.problem
    assert Journal(small_disk / "other", clock=Clock(), version="0.1", front_end="app").prepare() is not None
    subprocess.run(["mount", "-o", "remount,rw", str(small_disk)], check=True)
    journal.drafted("a", "3")
    drafts = [x.fields["raw"] for x in read_events(small_disk / "state", learner=None).events if x.type == "draft"]
    assert (drafts, journal.problem) == (["1", "2", "3"], None)


LIMITED = """
import resource, sys
from pathlib import Path
from tutor.records.journal import Journal
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]),) * 2)
journal = Journal(Path(sys.argv[1]), clock=lambda: 1.8e9, version="0.1", front_end="app")
for number in range(40):
    journal.drafted("a", str(number))
journal.close()
print(journal.problem)
"""


def limited(state: Path, size: int) -> str:
    command = [sys.executable, "-c", LIMITED, str(state), str(size)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def test_a_limit_on_the_size_of_a_file_makes_the_journal_go_on_in_another(tmp_path: Path) -> None:
    assert limited(tmp_path, 700) == "None"
    recorded = read_events(tmp_path, learner=None)
    drafts = [x.fields["raw"] for x in recorded.events if x.type == "draft"]
    assert drafts == [str(number) for number in range(40)]
    assert all(os.path.getsize(path) <= 700 for path in (tmp_path / "journal").iterdir())


def test_a_limit_of_nothing_leaves_no_files(tmp_path: Path) -> None:
    assert limited(tmp_path, 0).startswith("Progress is not being kept: ")
    assert list((tmp_path / "journal").iterdir()) == []
