"""An error of our own: the terminal as it was, what was typed kept, a report in a file, and one line."""

from __future__ import annotations

import json
import os
import re
import subprocess
import time
from pathlib import Path

import pytest

from tests.benchmarks.measuring import environment, tutor, world
from tests.terminal import SEQUENCE, Terminal, program
from tutor.records.crash import save_report, summary

FAULT = """
import importlib, sys
if sys.argv[0].endswith("attn-tutor"):
    def fail(*args, **kwargs):
        raise ZeroDivisionError("planted \\x1b[2J here")
    module, _, name = {where!r}.partition(":")
    owner = importlib.import_module(module)
    for part in name.split(".")[:-1]:
        owner = getattr(owner, part)
    setattr(owner, name.split(".")[-1], fail)
"""
"""What Python runs by itself before a program: a function of the program is replaced by one that fails."""

LINE = re.compile(r"attn-tutor: stopped by an error of its own \((.*?)\)(; the details are in (.*))?")


def planted(folder: Path, where: str) -> str:
    (folder / "sitecustomize.py").write_text(FAULT.format(where=where))
    return str(folder)


def after_the_screen(t: Terminal) -> list[str]:
    """What was written once the alternate screen had been left."""
    left = t.bytes_since(0).rpartition(b"\x1b[?1049l")[2]
    return [line for line in SEQUENCE.sub(b"", left).decode().replace("\a", "").splitlines() if line.strip()]


@pytest.mark.parametrize(
    "where",
    [
        "tutor.screens.help:HelpScreen.__init__",
        "tutor.screens.help:HelpScreen.body",
        "tutor.screens.base:TutorScreen.action_help",
        "tutor.screens.help:HelpScreen.footer_keys",
    ],
    ids=["opening", "composing", "key", "once it is there"],
)
def test_in_the_app(tmp_path: Path, where: str) -> None:
    """A draft half a second old, a fault at F1: everything as the sentence says, within two seconds."""
    with world("measured-field") as env:
        env = {**env, "PYTHONPATH": planted(tmp_path, where)}
        with Terminal(tutor(env), env=env) as t:
            t.wait_for("q quit")
            t.send("enter")
            t.wait_for("What are the scores")
            t.send("7/3 half")
            t.wait_for("7/3 half")
            started = time.monotonic()
            t.send("f1")
            assert t.exit_code() == 70
            assert time.monotonic() - started < 2
            assert t.left_behind() == []
            (said,) = after_the_screen(t)
        found = LINE.fullmatch(said)
        assert found is not None, said
        assert found[1] == "ZeroDivisionError: planted \\x1b[2J here"
        report = Path(found[3])
        state = Path(str(env["XDG_STATE_HOME"]), "attn-tutor")
        assert report.parent == state
        assert report.stat().st_mode & 0o777 == 0o600
        text = report.read_text()
        assert text.startswith("attn-tutor ")
        assert "ZeroDivisionError: planted \\x1b[2J here" in text
        assert "\x1b" not in text
        lines = [json.loads(x) for file in (state / "journal").glob("*.jsonl") for x in file.read_text().splitlines()]
        assert [x["raw"] for x in lines if x["type"] == "draft"] == ["7/3 half"]
        assert [x["type"] for x in lines].count("end") == 1


@pytest.mark.parametrize(
    "where", ["tutor.app:TutorApp.on_mount", "tutor.app:TutorApp.__init__", "tutor.app:TutorApp.warm_up"]
)
def test_at_the_start(tmp_path: Path, where: str) -> None:
    with world() as env:
        env = {**env, "PYTHONPATH": planted(tmp_path, where)}
        with Terminal(tutor(env), env=env) as t:
            assert t.exit_code() == 70
            assert t.left_behind() == []
            (said,) = after_the_screen(t)
            assert LINE.fullmatch(said)


def shell(tmp_path: Path, where: str, *words: str, **env: str | None) -> subprocess.CompletedProcess[bytes]:
    hooked = {"PYTHONPATH": planted(tmp_path, where), "TMPDIR": str(tmp_path), **env}
    return subprocess.run([program(), *words], capture_output=True, check=False, timeout=30, env=environment(hooked))


def test_in_a_command(tmp_path: Path) -> None:
    state = tmp_path / "state"
    state.mkdir()
    done = shell(tmp_path, "tutor.commands.list:listing", "--state", str(state), "list")
    assert (done.returncode, done.stdout) == (70, b"")
    (said,) = done.stderr.decode().splitlines()
    found = LINE.fullmatch(said)
    assert found is not None
    report = Path(found[3])
    assert report.parent == state
    assert "ZeroDivisionError" in report.read_text()


def test_where_there_is_no_state_folder_the_report_lies_with_the_temporary_files(tmp_path: Path) -> None:
    done = shell(tmp_path, "tutor.commands.list:listing", "--no-save", "list")
    found = LINE.fullmatch(done.stderr.decode().strip())
    assert found is not None
    assert Path(found[3]).parent == tmp_path


def test_a_kiosk_writes_nothing_outside_its_state(tmp_path: Path) -> None:
    done = shell(tmp_path, "tutor.commands.list:listing", "--kiosk", "--no-save", "list")
    found = LINE.fullmatch(done.stderr.decode().strip())
    assert found is not None
    assert found[2] is None
    assert [path.name for path in tmp_path.iterdir() if path.suffix == ".txt"] == []


def test_before_the_command_line_is_read(tmp_path: Path) -> None:
    done = shell(tmp_path, "tutor.cli:_parser", "list")
    assert done.returncode == 70
    assert len(done.stderr.splitlines()) == 1


def test_the_report_goes_where_it_may(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    path = save_report([tmp_path / "file", tmp_path / "gone", tmp_path], "x" * 2_000_000, t=0.0)
    assert path is not None
    assert path.parent == tmp_path
    assert re.fullmatch(r"error-19700101T000000Z-[0-9a-f]{8}\.txt", path.name)
    assert os.path.getsize(path) == 1 << 20
    assert save_report([tmp_path / "file"], "x", t=0.0) is None


def test_the_last_line_of_a_traceback_says_what_it_was() -> None:
    assert summary("Traceback:\n  File x\nValueError: no\n\n") == "ValueError: no"
    assert summary("") == "unknown"
    assert len(summary("x" * 500)) == 160
