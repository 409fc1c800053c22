"""The program where its folder is full, shared, read-only, damaged or nowhere: learning goes on, and all is kept."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
from pathlib import Path

import pytest

from tests.records.lines import line, put, session
from tests.records.test_under_fire import small_disk  # noqa: F401  # a fixture
from tests.terminal import Terminal, program
from tests.test_leaving import drafts, to_a_field
from tests.test_through_terminal import READY, press
from tutor.lessons.loader import load_course

NOBODY = "65531"
"""A user number that no passwd file has."""


@pytest.fixture
def state(tmp_path: Path) -> Path:
    return tmp_path / "state"


def tutor(state: Path | str) -> list[str]:
    return [program(), "--state", str(state)]


def quit(t: Terminal) -> None:
    t.send("ctrl+q")
    assert t.exit_code() == 0
    assert t.left_behind() == []


def said(t: Terminal) -> str:
    """The screen on one line: sentences are wrapped at its edge."""
    return " ".join(t.screen().split())


def to_the_first_number(t: Terminal) -> None:
    """From the first screen to the first page of the course that asks for a number."""
    place = next(i for i, step in enumerate(load_course().lessons[0].steps) if step.kind == "number")
    press(t, "down", "enter")
    t.wait_for("page 1 of")
    press(t, *["ctrl+n"] * place)
    t.wait_for(f"page {place + 1} of")


# Full


def fill(disk: Path) -> Path:
    """A file that takes all the space there is."""
    filler = disk / "filler"
    with filler.open("wb", buffering=0) as file:
        try:
            while file.write(b"x" * 4096):
                pass
        except OSError:
            pass
    return filler


def test_a_disk_that_fills_while_one_learns(small_disk: Path) -> None:  # noqa: F811
    """It is said while it is so, and no longer; what was typed meanwhile is there in the end."""
    texts = ["1" + "7 " * 700 * times for times in range(1, 5)]
    with Terminal(tutor(small_disk / "state")) as t:
        to_a_field(t)
        press(t, "1")
        t.quiet(0.8)
        filler = fill(small_disk)
        # What is left of the file's last block still takes a few lines.
        for _ in texts:
            t.paste("7 " * 700)
            t.quiet(0.8)
        press(t, "escape", "q")
        t.wait_for(READY)
        t.quiet(0.3)
        assert "Progress is not being kept: no space is left" in said(t)
        filler.unlink()
        to_a_field(t)
        press(t, "3")
        t.quiet(0.8)
        press(t, "escape", "q")
        t.wait_for(READY)
        t.quiet(0.3)
        assert "no space is left" not in said(t)
        quit(t)
    assert drafts(small_disk / "state") == ["1", *texts, texts[-1] + "3"]


# Shared


def test_two_at_once_on_one_folder(state: Path) -> None:
    """Each has a file of its own; the next start knows what both have done."""
    with Terminal(tutor(state)) as one, Terminal(tutor(state)) as two:
        to_a_field(one)
        two.wait_for(READY)
        to_the_first_number(two)
        for digit in "123":
            press(one, digit)
            press(two, digit)
        quit(one)
        quit(two)
    assert len(list((state / "journal").iterdir())) == 2
    assert drafts(state).count("123") == 2
    with Terminal(tutor(state)) as t:
        t.wait_for("Continue: ")
        press(t, "enter")
        t.wait_for("123")
        quit(t)


def quick_sessions(state: Path, times: int) -> None:
    """So many sessions on one folder, each begun before the last one has ended; every other one is killed."""
    typed = [str(100 + number) for number in range(times)]
    before: Terminal | None = None
    try:
        for number, text in enumerate(typed):
            t = Terminal(tutor(state))
            try:
                t.wait_for(READY)
                if before is not None:
                    before.send("ctrl+q") if number % 2 else before.signal(signal.SIGKILL)
                    before.exit_code()
                    before.hang_up()
                to_a_field(t)
                press(t, "ctrl+u", text)
                # Only what has stood for half a second is promised to one who is killed.
                t.quiet(0.8)
            finally:
                before = t
    finally:
        if before is not None:
            before.__exit__(None, None, None)
    assert [text for text in typed if text not in drafts(state)] == []
    assert len(list((state / "journal").iterdir())) == times


def test_quick_alternating_sessions(state: Path) -> None:
    quick_sessions(state, 4)


@pytest.mark.slow
def test_fifty_quick_alternating_sessions(state: Path) -> None:
    quick_sessions(state, 50)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_killed_at_any_moment(state: Path, seed: int) -> None:
    """All that was submitted before is there, whole, and the next start opens what was typed last."""
    rng = random.Random(seed)
    submitted = []
    with Terminal(tutor(state)) as t:
        t.wait_for(READY)
        to_the_first_number(t)
        for number in range(rng.randrange(1, 8)):
            submitted.append(str(90_000 + number))
            press(t, "ctrl+u", submitted[-1], "enter")
            t.wait_for(f"✗ {submitted[-1]}")
        press(t, "ctrl+u", "12345")
        t.quiet(rng.uniform(0.0, 1.2))
        t.signal(signal.SIGKILL)
        t.exit_code()
    (file,) = (state / "journal").iterdir()
    events = [json.loads(text) for text in file.read_text().splitlines()]
    assert [event["raw"] for event in events if event["type"] == "answer"] == submitted
    with Terminal(tutor(state)) as t:
        t.wait_for("Continue: ")
        press(t, "enter")
        t.wait_for(lambda screen: "12345" in screen or submitted[-1] in screen)
        quit(t)


# Not to be written


@pytest.fixture(scope="module")
def as_nobody() -> list[str]:
    """The words before a command that make its user one whom the system does not know, and no root."""
    words = ["unshare", "--user", f"--map-user={NOBODY}", f"--map-group={NOBODY}"]
    try:
        done = subprocess.run([*words, "true"], capture_output=True, text=True, check=False)
    except FileNotFoundError:
        pytest.skip("there is no unshare command here")
    if done.returncode:
        pytest.skip(f"nobody may become another user here: {done.stderr.strip()}")
    return words


def test_a_user_whom_nobody_knows_and_who_has_no_home(as_nobody: list[str]) -> None:
    """Containers start programs so."""
    with Terminal([*as_nobody, program()], env={"HOME": None, "XDG_STATE_HOME": None, "USER": None}) as t:
        t.wait_for(READY)
        assert "Progress is not kept: this user has no home folder. Name a folder with --state DIR." in said(t)
        to_a_field(t)
        quit(t)


@pytest.mark.parametrize("place", ["the folder", "its journal", "the folder above"])
def test_a_folder_that_is_read_only(as_nobody: list[str], state: Path, place: str) -> None:
    """What is in it counts; nothing more goes in; it is said, and lessons work."""
    step = load_course().lessons[0].steps[0].id
    put(state, "old", session(1.8e9), line(1.8e9 + 1, "done", step=step))
    shut = {"the folder": state, "its journal": state / "journal", "the folder above": state.parent}[place]
    wanted = state / "new" if place != "its journal" else state
    shut.chmod(0o555)
    try:
        with Terminal([*as_nobody, *tutor(state.parent / "new" if place == "the folder above" else wanted)]) as t:
            t.wait_for(READY)
            assert "nothing may be written in" in said(t)
            assert "--state DIR" in said(t)
            assert ("1 of " in said(t)) is (place == "its journal")
            to_a_field(t)
            press(t, "7")
            quit(t)
    finally:
        shut.chmod(0o755)
    assert [path.name for path in (state / "journal").iterdir()] == ["old.jsonl"]


def test_a_folder_that_is_a_file(tmp_path: Path) -> None:
    """Somebody's file; it stays as it is."""
    (tmp_path / "notes").write_text("mine")
    with Terminal(tutor(tmp_path / "notes")) as t:
        t.wait_for(READY)
        assert "Progress is not being kept: " in said(t)
        assert "--state DIR" in said(t)
        to_a_field(t)
        press(t, "7")
        quit(t)
    assert (tmp_path / "notes").read_text() == "mine"


# Damaged


def test_files_that_were_cut_filled_or_come_from_a_newer_version(state: Path) -> None:
    """What can be read counts, what cannot is named once and stays byte for byte."""
    first, second = (step.id for step in load_course().lessons[0].steps[:2])
    whole = session(1.8e9) + line(1.8e9 + 1, "done", step=first)
    put(state, "a_whole", whole)
    put(state, "b_cut", session(1.8e9), line(1.8e9 + 2, "done", step=second)[:-9])
    put(state, "c_nul", b"\0" * 512)
    put(state, "d_newer", session(1.8e9), b'{"v":2,"t":1800000003,"type":"done","step":"x"}\n')
    put(state, "e_empty")
    before = {path.name: path.read_bytes() for path in (state / "journal").iterdir()}
    with Terminal(tutor(state), cols=100) as t:
        t.wait_for(READY)
        t.wait_for("1 of ")
        assert "Journal: passed over and kept 3 damaged lines" in said(t)
        assert "1 line of a newer version" in said(t)
        to_a_field(t)
        press(t, "7/3")
        press(t, "escape", "q")
        t.wait_for(READY)
        assert "1 of " in said(t)
        quit(t)
    after = {path.name: path.read_bytes() for path in (state / "journal").iterdir()}
    assert {name: after[name] for name in before} == before
    assert len(after) == len(before) + 1
    assert "7/3" in drafts_of(state, set(after) - set(before))


def drafts_of(state: Path, names: set[str]) -> list[str]:
    events = [json.loads(text) for name in names for text in (state / "journal" / name).read_text().splitlines()]
    return [event["raw"] for event in events if event["type"] == "draft"]


def test_a_folder_that_goes_away_and_comes_back(state: Path) -> None:
    """Somebody cleans up while one learns: the session is written again as a whole."""
    with Terminal(tutor(state)) as t:
        to_a_field(t)
        press(t, "7")
        t.quiet(0.8)
        assert drafts(state) == ["7"]
        shutil.rmtree(state)
        press(t, "8")
        t.quiet(0.8)
        quit(t)
    assert drafts(state)[-1] == "78"
    assert drafts(state)[0] == "7"
    assert os.stat(state / "journal").st_mode & 0o077 == 0
