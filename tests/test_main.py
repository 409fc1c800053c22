"""The process itself: it leaves at once when all is said, and nothing of what it said is lost."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.terminal import program

ROWS = "; ".join(" ".join(str((7 * i + j) % 10) for j in range(8)) for i in range(150))


@pytest.mark.parametrize("line", [[program()], [sys.executable, "-m", "tutor"]], ids=["script", "module"])
def test_all_of_a_long_output_reaches_a_pipe(line: list[str]) -> None:
    """150×150 scores, several times what a pipe holds at once."""
    words = ["compute", "--q", ROWS, "--k", ROWS, "--v", ROWS, "--json"]
    done = subprocess.run([*line, *words], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert len(done.stdout) > 1 << 17
    assert json.loads(done.stdout)["shapes"]["scores"] == [150, 150]


@pytest.mark.parametrize(
    ("words", "code"), [(["read", "1/2"], 0), (["read", "1 2", "--expect", "3"], 1), (["read"], 2)], ids=[0, 1, 2]
)
def test_the_exit_code_is_the_command_s(words: list[str], code: int) -> None:
    done = subprocess.run([program(), *words], capture_output=True, check=False)
    assert done.returncode == code
    assert bool(done.stderr) == (code == 2)


def test_nobody_reads_any_more() -> None:
    """A closed pipe is no traceback, and no complaint of Python's own at the end."""
    words = [program(), "compute", "--q", ROWS, "--k", ROWS, "--v", ROWS]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 141


PRESSED = """
import os, signal, sys

class Pressed:
    def find_spec(self, name, *rest):
        if name == "tutor.cli":
            os.kill(os.getpid(), signal.{signal})
            # Python looks for signals between two steps of a program.
            sum(range(1000))

sys.meta_path.insert(0, Pressed())
"""
"""Loaded by Python before anything else: a key is pressed when the program has hardly begun."""


def pressed_at_the_start(folder: Path, signal: str, *words: str) -> subprocess.CompletedProcess[str]:
    (folder / "sitecustomize.py").write_text(PRESSED.format(signal=signal))
    return subprocess.run(
        [program(), *words], env={**os.environ, "PYTHONPATH": str(folder)}, stdin=subprocess.DEVNULL,
        capture_output=True, text=True, timeout=30, check=False,
    )  # fmt: skip


def test_ctrl_c_at_the_very_start_is_no_traceback(tmp_path: Path) -> None:
    """What broke: over SSH, one who pressed it before the first screen got a page of Python."""
    done = pressed_at_the_start(tmp_path, "SIGINT", "read", "1/2")
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


@pytest.mark.parametrize("signal", ["SIGQUIT", "SIGTSTP"])
def test_in_a_kiosk_neither_ctrl_z_nor_ctrl_backslash_does_anything_at_the_start(tmp_path: Path, signal: str) -> None:
    """What broke: until the screen was there, the one stopped the tutor and the other ended it, with a file written."""
    done = pressed_at_the_start(tmp_path, signal, "--kiosk")
    assert (done.returncode, done.stdout) == (2, "")
    assert "this needs a terminal" in done.stderr
