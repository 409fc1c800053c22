"""Keys and signals that end, stop or freeze other programs, a real shell, and windows that go away."""

from __future__ import annotations

import json
import os
import select
import shutil
import signal
import time
from pathlib import Path

import pytest

from tests.terminal import Terminal, program
from tests.test_through_terminal import READY, press

SHELL = shutil.which("bash")

OF_A_SHELL = ["bracketed paste", "line settings"]
"""What a shell that waits for a line has switched on itself."""

needs_proc = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="only Linux tells so in /proc")
needs_shell = pytest.mark.skipif(SHELL is None, reason="bash is not installed")


@pytest.fixture
def state(tmp_path: Path) -> Path:
    return tmp_path / "state"


def drafts(state: Path) -> list[str]:
    """What was typed and not submitted, as it was recorded."""
    files = sorted((state / "journal").glob("*.jsonl"))
    events = [json.loads(line) for file in files for line in file.read_text().splitlines()]
    return [event["raw"] for event in events if event["type"] == "draft"]


def to_a_field(t: Terminal) -> None:
    """From the first screen into the answer field of a practice problem."""
    t.wait_for(READY)
    t.send("p")
    t.wait_for("step 1 of 4")
    t.quiet(0.2)


def child_of(process: int, name: str = "attn-tutor") -> int:
    """The number of the process that a shell has started, by the end of its command's name."""
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
                words = (folder / "cmdline").read_bytes().split(b"\0")
            except OSError:
                continue
            if parent == process and any(word.endswith(name.encode()) for word in words[:2]):
                return int(folder.name)
    raise AssertionError(f"{process} has no child {name}")


def gone_within(process: int, seconds: float) -> bool:
    """True where a process has ended, or ends within so many seconds, whether or not its parent has taken note."""
    try:
        descriptor = os.pidfd_open(process)
    except ProcessLookupError:
        return True
    try:
        return bool(select.select([descriptor], [], [], seconds)[0])
    finally:
        os.close(descriptor)


# Keys


def test_ctrl_s_freezes_nothing_where_flow_control_is_on(state: Path) -> None:
    """And Ctrl+Q, which the terminal would keep for itself, arrives."""
    command = ["/bin/sh", "-c", 'stty ixon ixoff && exec "$@"', "sh", program(), "--state", str(state)]
    with Terminal(command) as t:
        to_a_field(t)
        press(t, "ctrl+s", "7", "/", "3")
        t.wait_for("7/3")
        t.send("ctrl+q")
        assert t.exit_code() == 0
    assert drafts(state)[-1:] == ["7/3"]


def test_ctrl_z_undoes_in_a_field_and_stops_nothing(state: Path) -> None:
    with Terminal([program(), "--state", str(state)]) as t:
        t.wait_for(READY)
        press(t, "ctrl+z")
        to_a_field(t)
        press(t, "7", "8", "ctrl+z")
        t.wait_for(lambda screen: "█ 7" in screen and "78" not in screen)
        press(t, "9")
        t.wait_for("79")
        t.send("ctrl+q")
        assert t.exit_code() == 0


def test_ctrl_c_says_how_to_quit_or_copies(state: Path) -> None:
    """With something selected it goes to the terminal's clipboard."""
    with Terminal([program(), "--state", str(state)]) as t:
        to_a_field(t)
        press(t, "7", "8", "ctrl+c")
        t.wait_for("To quit: esc, then q")
        assert t.clipboard is None
        press(t, "\x1b[1;2H", "ctrl+c")
        assert t.clipboard == "78"
        t.send("ctrl+q")
        assert t.exit_code() == 0


@needs_proc
@needs_shell
def test_a_shell_gets_its_terminal_back(state: Path) -> None:
    """With job control, in which Ctrl+Z would stop another program: it stays, and after it the shell goes on."""
    with Terminal([str(SHELL), "--norc", "-i"], env={"PS1": "ready> ", "HOME": str(state.parent)}) as t:
        t.wait_for("ready>")
        t.send(f"{program()} --state {state}\r")
        t.wait_for(READY)
        press(t, "ctrl+z")
        to_a_field(t)
        os.kill(child_of(t.process.pid), signal.SIGTSTP)
        press(t, "7", "ctrl+z", "8", "5")
        t.wait_for("85")
        mark = t.mark()
        t.send("ctrl+q")
        t.quiet(0.5)
        assert "ready>" in t.text_since(mark)
        assert [name for name in t.left_behind() if name not in OF_A_SHELL] == []
        t.send("echo $((6*7))th\r")
        t.wait_for("42th")
    assert drafts(state)[-1:] == ["85"]


# Signals


@pytest.mark.parametrize("numbers", [["SIGCONT"], ["SIGSTOP", "SIGCONT"], ["SIGTSTP", "SIGCONT"]], ids=" ".join)
def test_one_that_was_stopped_goes_on_as_if_nothing_had_been(state: Path, numbers: list[str]) -> None:
    """What broke: Textual started its driver once more, and the terminal was left raw at the end."""
    with Terminal([program(), "--state", str(state)]) as t:
        to_a_field(t)
        for name in numbers:
            t.signal(signal.Signals[name])
            t.quiet(0.2)
        press(t, "1", "2", "3", "4")
        t.wait_for("1234")
        t.send("ctrl+q")
        assert t.exit_code() == 0
        assert t.left_behind() == []
    assert drafts(state)[-1:] == ["1234"]


@pytest.mark.parametrize("first", ["SIGTERM", "SIGHUP"])
@pytest.mark.parametrize("stopped", [False, True], ids=["running", "stopped"])
def test_the_end_that_a_service_manager_makes(state: Path, first: str, stopped: bool) -> None:
    """SIGTERM or SIGHUP, and SIGCONT at once, so that one that is stopped hears of it."""
    with Terminal([program(), "--state", str(state)]) as t:
        to_a_field(t)
        press(t, "7/3")
        if stopped:
            t.signal(signal.SIGSTOP)
        started = time.monotonic()
        t.signal(signal.Signals[first])
        t.signal(signal.SIGCONT)
        assert t.exit_code() == 128 + signal.Signals[first]
        assert time.monotonic() - started < 2
        assert t.left_behind() == []
    assert drafts(state)[-1:] == ["7/3"]


def test_several_signals_at_once(state: Path) -> None:
    """The first one counts; the others do not cut its leaving short."""
    with Terminal([program(), "--state", str(state)]) as t:
        to_a_field(t)
        press(t, "7/3")
        for number in (signal.SIGHUP, signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGCONT):
            t.signal(number)
        assert t.exit_code() in (128 + signal.SIGHUP, 128 + signal.SIGTERM, 128 + signal.SIGINT)
        assert t.left_behind() == []
    assert drafts(state)[-1:] == ["7/3"]


# Windows that go away


@pytest.mark.parametrize(
    ("keys", "shows"),
    [(["escape", "?"], "Help"), (["escape", "g"], "Glossary"), (["escape", "q", "w", "tab", "7/3"], "7/3")],
    ids=["help", "glossary", "workbench"],
)
def test_a_window_closed_on_another_screen(state: Path, keys: list[str], shows: str) -> None:
    """What had been typed into an answer before is kept."""
    with Terminal([program(), "--state", str(state)]) as t:
        to_a_field(t)
        press(t, "7/3", *keys)
        t.wait_for(shows)
        started = time.monotonic()
        t.hang_up()
        # Python may not be able to flush its streams any more, and make 120 of it; there is nobody to see either.
        assert t.exit_code() in (128 + signal.SIGHUP, 120)
        assert time.monotonic() - started < 2
    assert "7/3" in drafts(state)


@pytest.mark.parametrize("end", ["SIGTERM", "hang up"])
def test_a_window_that_has_not_been_read_for_a_while(state: Path, end: str) -> None:
    """A stalled connection: what is written waits, and nobody takes it."""
    with Terminal([program(), "--state", str(state)]) as t:
        t.wait_for(READY)
        for _ in range(60):
            t.send("w", "q")
        with Terminal(["/bin/cat"]) as clock:
            clock.quiet(1.5)
        started = time.monotonic()
        if end == "hang up":
            t.hang_up()
        else:
            t.signal(signal.SIGTERM)
        assert t.process.wait(5) in (128 + signal.SIGHUP, 128 + signal.SIGTERM, 120)
        assert time.monotonic() - started < 2


@needs_proc
@needs_shell
@pytest.mark.parametrize("killed", [False, True], ids=["window closed", "shell killed, window closed"])
def test_no_orphan_stays_behind_a_shell(state: Path, killed: bool) -> None:
    """Two seconds after the window has gone; a shell that is killed passes nothing on."""
    with Terminal([str(SHELL), "--norc", "-i"], env={"PS1": "ready> ", "HOME": str(state.parent)}) as t:
        t.wait_for("ready>")
        t.send(f"{program()} --state {state}\r")
        to_a_field(t)
        press(t, "7/3")
        app = child_of(t.process.pid)
        if killed:
            t.process.kill()
        t.hang_up()
        assert gone_within(app, 2)
    assert drafts(state)[-1:] == ["7/3"]


@pytest.mark.parametrize("exported", [{"COLUMNS": "60", "LINES": "20"}, {"COLUMNS": "200", "LINES": "50"}])
def test_the_window_has_the_size_that_it_has(state: Path, exported: dict[str, str]) -> None:
    """What broke: sizes that `resize` had exported won over the window's, and what was drawn no longer fitted it."""
    with Terminal([program(), "--state", str(state)], env=dict(exported)) as t:
        t.wait_for(READY)
        assert t.lines()[-1].startswith(" q quit")
        t.resize(100, 30)
        t.wait_for(lambda _: t.lines()[-1].startswith(" q quit"))
        assert len(t.lines()[-2]) == 99
        t.send("ctrl+q")
        assert t.exit_code() == 0
