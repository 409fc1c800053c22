"""In a real tmux: attached and detached at several sizes, killed with its session, and left as it was."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.terminal import Terminal, program
from tests.test_leaving import drafts, gone_within
from tests.test_through_terminal import READY, press

TMUX = shutil.which("tmux")

pytestmark = [
    pytest.mark.skipif(TMUX is None, reason="tmux is not installed"),
    pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="only Linux tells when somebody else's child has ended"),
]


@pytest.fixture
def state(tmp_path: Path) -> Path:
    return tmp_path / "state"


class Tmux:
    """A tmux server of its own, without settings; what its one window shows and how keys get there."""

    def __init__(self, socket: Path) -> None:
        self._line = [str(TMUX), "-S", str(socket), "-f", os.devnull]

    def run(self, *words: str) -> str:
        return subprocess.run([*self._line, *words], capture_output=True, text=True, check=True, timeout=20).stdout

    def start(self, *command: str, term: str = "screen-256color") -> int:
        """Run a command in a session of its own; the command's process number."""
        self.run("start-server", ";", "set", "-g", "default-terminal", term, ";", "set", "-s", "escape-time", "0", ";",
                 "new-session", "-d", "-x", "80", "-y", "24", *command)  # fmt: skip
        return int(self.run("list-panes", "-F", "#{pane_pid}"))

    def attached(self, *, cols: int = 80, rows: int = 24) -> Terminal:
        """A person's terminal that shows it. tmux writes to what it reads from."""
        line = ["/bin/sh", "-c", 'exec "$@" <>"$(tty)"', "sh", *self._line, "attach"]
        return Terminal(line, cols=cols, rows=rows)

    def wait_for(self, t: Terminal, wanted: str) -> None:
        """Until the text stands in the pane, as tmux knows it."""
        deadline = time.monotonic() + 15
        while wanted not in (shown := self.run("capture-pane", "-p")):
            assert time.monotonic() < deadline, f"waited for {wanted!r}, tmux shows:\n{shown}"
            t.read(0.1)

    def to_a_field(self, t: Terminal) -> None:
        self.wait_for(t, READY)
        t.send("p")
        self.wait_for(t, "step 1 of 4")
        t.quiet(0.2)


@pytest.fixture
def tmux(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tmux]:
    # A socket's path has to be short.
    made = Tmux(tmp_path_factory.mktemp("t") / "s")
    yield made
    with suppress(subprocess.CalledProcessError):
        made.run("kill-server")


@pytest.mark.parametrize("term", ["tmux-256color", "screen-256color", "screen"])
def test_in_tmux(tmux: Tmux, state: Path, term: str) -> None:
    """Attached, detached in the middle of an answer, attached at another size; at last the session is killed."""
    app = tmux.start(program(), "--state", str(state), term=term)
    with tmux.attached() as t:
        tmux.to_a_field(t)
        press(t, "7", "/", "3")
        tmux.wait_for(t, "7/3")
        # tmux keeps Ctrl+B for itself: nothing depends on it.
        press(t, "ctrl+b", "d")
        assert t.exit_code() == 0
    with tmux.attached(cols=100, rows=30) as t:
        tmux.wait_for(t, "7/3")
        press(t, "ctrl+s", "0")
        tmux.wait_for(t, "7/30")
        press(t, "escape", "q")
        tmux.wait_for(t, READY)
        press(t, "w")
        tmux.wait_for(t, "Workbench")
        press(t, "q")
        tmux.wait_for(t, READY)
        press(t, "g")
        tmux.wait_for(t, "Glossary")
        tmux.run("kill-session")
        t.exit_code()
    assert gone_within(app, 2)
    assert "7/30" in drafts(state)


def test_a_tmux_that_is_killed(tmux: Tmux, state: Path) -> None:
    app = tmux.start(program(), "--state", str(state))
    with tmux.attached() as t:
        tmux.to_a_field(t)
        press(t, "7/3")
        tmux.wait_for(t, "7/3")
        os.kill(int(tmux.run("display", "-p", "#{pid}")), signal.SIGKILL)
        t.exit_code()
    assert gone_within(app, 2)
    assert drafts(state)[-1:] == ["7/3"]


def test_a_pane_is_left_as_it_was(tmux: Tmux, state: Path) -> None:
    """The shell's lines are there again, the mouse belongs to tmux, the caret is seen."""
    modes = "#{alternate_on} #{mouse_any_flag} #{cursor_flag}"
    tmux.start("env", "PS1=ready> ", "/bin/sh")
    with tmux.attached() as t:
        tmux.wait_for(t, "ready>")
        t.send("echo before\r", f"{program()} --state {state}\r")
        tmux.to_a_field(t)
        assert tmux.run("display", "-p", modes).split()[0] == "1"
        press(t, "ctrl+q")
        tmux.wait_for(t, "before")
        assert tmux.run("display", "-p", modes).split() == ["0", "0", "1"]
