"""However the app ends, the terminal is left as it was found, soon, and what was typed is kept."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path

import pytest

from tests.benchmarks.measuring import tutor, world
from tests.terminal import Terminal, program

READY = "q quit"
"""Stands on the last line of the home screen, which is drawn last."""


@pytest.mark.parametrize("keys", [["q"], ["ctrl+q"]])
def test_leaving_by_key(keys: list[str]) -> None:
    """Exit code 0, and nothing left switched on."""
    with Terminal() as t:
        t.wait_for(READY)
        t.send(*keys)
        assert t.exit_code() == 0
        assert t.left_behind() == []


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_signal_leaves_within_two_seconds(number: signal.Signals) -> None:
    """Bare Textual leaves the mouse, the paste mode and the alternate screen on."""
    with Terminal() as t:
        t.wait_for(READY)
        started = time.monotonic()
        t.signal(number)
        assert t.exit_code() == 128 + number
        assert time.monotonic() - started < 2
        assert t.left_behind() == []


def test_a_closed_window_ends_the_app_within_two_seconds() -> None:
    """A lost connection leaves no process behind."""
    with Terminal() as t:
        t.wait_for(READY)
        started = time.monotonic()
        t.hang_up()
        assert t.exit_code() != 0
        assert time.monotonic() - started < 2


def test_a_terminal_that_is_not_its_own_may_go_as_well() -> None:
    """What broke: without a controlling terminal no signal came, and the reader span at 60 % of a core for good."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(ours, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    with world() as env:
        outside = {name: value for name, value in (os.environ | env).items() if value is not None}
        app = subprocess.Popen(
            tutor(env), stdin=theirs, stdout=theirs, stderr=theirs, env=outside, start_new_session=True
        )
        os.close(theirs)
        seen = b""
        while b"quit" not in seen and select.select([ours], [], [], 20)[0]:
            seen += os.read(ours, 65536)
        os.close(ours)
        try:
            assert b"quit" in seen
            assert app.wait(timeout=5) != 0
        finally:
            app.kill()
            app.wait()


@pytest.mark.parametrize("end", ["SIGTERM", "SIGHUP", "hang up", "ctrl+q"])
def test_what_was_being_typed_is_kept(end: str) -> None:
    """A half-typed answer is in the journal, though its half second had not passed."""
    with world("measured-field") as env, Terminal(tutor(env), env=env) as t:
        t.wait_for(READY)
        t.send("enter")
        t.wait_for("What are the scores")
        t.send("7/3 half")
        t.wait_for("7/3 half")
        if end == "hang up":
            t.hang_up()
        elif end.startswith("SIG"):
            t.signal(signal.Signals[end])
        else:
            t.send(end)
        t.exit_code()
        files = Path(str(env["XDG_STATE_HOME"]), "attn-tutor", "journal").glob("*.jsonl")
        drafts = [json.loads(line) for file in files for line in file.read_text().splitlines() if '"draft"' in line]
        assert [draft["raw"] for draft in drafts][-1:] == ["7/3 half"]


STUCK = """
import sys, time
from textual.app import App
from tutor.look.leftovers import Leftovers
from tutor.process import run_in_terminal

class Stuck(App):
    leftovers = Leftovers()
    def on_mount(self):
        self.call_after_refresh(self.dawdle)
    def compose(self):
        from textual.widgets import Static
        yield Static("READY")
    def dawdle(self):
        self.set_timer(0.01, lambda: time.sleep(60))
    def action_leave(self):
        self.exit()

sys.exit(run_in_terminal(Stuck()))
"""


def test_an_app_that_does_not_answer_is_left_by_force() -> None:
    """The terminal is restored by hand where the app is too busy to do it."""
    with Terminal([sys.executable, "-c", STUCK]) as t:
        t.wait_for("READY")
        t.quiet(0.3)
        started = time.monotonic()
        t.signal(signal.SIGTERM)
        assert t.exit_code() == 128 + signal.SIGTERM
        assert time.monotonic() - started < 2
        assert t.left_behind() == []


WATCHED = """
import gc
from tutor.app import TutorApp
from tutor.cli import main

quiet = set()
seen, start, refresh = [], TutorApp.__init__, TutorApp.refresh_home

def watched_start(app, *args):
    seen.append(gc.isenabled())
    start(app, *args)

def watched_refresh(app):
    refresh(app)
    quiet.add(app.leftovers.when_quiet is not None)
    app.call_later(app.exit)

TutorApp.__init__, TutorApp.refresh_home = watched_start, watched_refresh
main(["--no-save"])
print("GARBAGE", *seen, gc.isenabled(), gc.get_freeze_count() > 10_000, *quiet)
"""


def test_garbage_is_looked_for_once_all_has_been_loaded() -> None:
    """Not while it is being loaded, and not among it: keys had to wait for that now and then. And after each page."""
    with Terminal([sys.executable, "-c", WATCHED]) as t:
        t.wait_for("GARBAGE False True True True")


@pytest.mark.parametrize(
    "env",
    [
        {"HOME": "", "XDG_STATE_HOME": None},
        {"HOME": "/nonexistent", "XDG_STATE_HOME": None},
        {"XDG_STATE_HOME": "/dev/null"},
        {"XDG_STATE_HOME": "/proc/nowhere"},
    ],
    ids=["no home", "home that is not there", "a file in the way", "a folder that takes no files"],
)
def test_it_starts_where_nothing_can_be_kept(env: dict[str, str | None]) -> None:
    """It says once that progress is not kept and how to name a folder, and lessons open."""
    with Terminal(env=env) as t:
        t.wait_for(READY)
        said = " ".join(t.screen().split())
        assert "not kept" in said or "not being kept" in said
        assert "--state DIR" in said
        t.send("enter")
        t.wait_for("page 1")
        t.quiet()
        assert "--state DIR" not in t.screen()
        assert "Traceback" not in t.screen()


def test_it_starts_in_a_folder_that_is_gone(tmp_path: Path) -> None:
    """Only saving files needs the current folder."""
    gone = tmp_path / "gone"
    gone.mkdir()
    with Terminal(["/bin/sh", "-c", 'rmdir "$1" && exec "$0"', program(), str(gone)], cwd=gone) as t:
        t.wait_for(READY)
