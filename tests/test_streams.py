"""Standard streams that are closed, full or in another encoding, and control characters that want to reach them."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from tests.terminal import program
from tutor.cli import COMMANDS, main

ROW = "--q '0 1' --k '1 0; 0 1' --v '6 0; 0 3' --row 1 --step scores --answer '0 1'"
ONE_JOURNAL = (
    'j="$XDG_STATE_HOME/class/ada/journal"; mkdir -p "$j"; printf %s "$XDG_STATE_HOME/class"; '
    """echo '{"v":1,"t":1,"type":"draft","step":"workbench","raw":""}' >"$j/a.jsonl\""""
)
"""Makes a folder with the state folder of one learner in it, and prints its name."""

LINES = {
    "compute": "compute",
    "read": "read 1/2",
    "grade": f"grade {ROW}",
    "problem": "problem --seed 3",
    "leak": "leak --steps 10",
    "list": "list",
    "show": "show 1",
    "plain": "plain 1 </dev/null",
    "check": "check",
    "progress": "progress",
    "reset": "reset --yes",
    "report": f'report "$({ONE_JOURNAL})"',
    "help": "--help",
}
"""A line for each command that ends in success."""

needs_full = pytest.mark.skipif(not os.path.exists("/dev/full"), reason="only Linux has a device that is always full")


def shell(line: str, **env: str) -> subprocess.CompletedProcess[bytes]:
    """A line of a shell, in which $0 is the program."""
    return subprocess.run(
        ["/bin/sh", "-c", line, program()], capture_output=True, check=False, timeout=30, env={**os.environ, **env}
    )


def test_every_command_that_ends_has_its_line() -> None:
    """`serve` is there to stay; its own tests start and stop it."""
    assert set(LINES) == {*COMMANDS, "help"} - {"serve"}


# Closed and full


@pytest.mark.parametrize("command", LINES)
def test_a_closed_output_is_no_reason_to_fail(command: str) -> None:
    """`attn-tutor show 1 >&-` asked whether there was a terminal, of an output that was not there."""
    done = shell(f'"$0" {LINES[command]} >&-')
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("closed", ["<&-", "2>&-", "<&- >&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize("command", ["show 1", "read 1/2", "reset --yes"])
def test_any_stream_may_be_closed(command: str, closed: str) -> None:
    done = shell(f'"$0" {command} {closed}')
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("closed", ["</dev/null", "<&-", "<&- >&-", "<&- 2>&-", "<&- >&- 2>&-"])
def test_a_mistake_is_one_whatever_is_closed(closed: str) -> None:
    """Standard input that is closed is as good as empty."""
    done = shell(f'"$0" compute --from - {closed}')
    assert done.returncode == 2
    said = b"" if "2>" in closed else b"attn-tutor: --from -: it has no numbers for Q and K and V"
    assert done.stderr.startswith(said)
    assert done.stderr.count(b"\n") == (1 if said else 0)


@needs_full
@pytest.mark.parametrize("rest", ["", ">/dev/full"])
def test_a_full_standard_error_changes_no_exit_code(rest: str) -> None:
    """The complaint could not be written, and Python made 1 or 120 of it."""
    assert shell(f'"$0" bogus 2>/dev/full {rest}').returncode == 2
    assert shell(f'"$0" --state /dev/null list 2>/dev/full {rest}').returncode == (2 if rest else 0)


def test_a_standard_error_that_nobody_reads_changes_no_exit_code() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "wb") as pipe:
        assert subprocess.run([program(), "bogus"], stderr=pipe, check=False).returncode == 2


# Encodings


@pytest.mark.parametrize("coerced", ["0", "1"])
def test_arguments_are_utf_8_in_the_c_locale_too(coerced: str) -> None:
    """They arrive there as raw bytes, which the reader knew nothing of."""
    posix = {"LC_ALL": "POSIX", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": coerced}
    done = shell('"$0" read 1/√2', **posix)
    assert (done.returncode, done.stdout) == (0, b"1 number: 0.7071   (1/sqrt(2) = 0.7071)\n")
    done = shell('"$0" grade --tokens "a ü b" --step targets --answer "ü b" --json', **posix)
    assert json.loads(done.stdout)["read"] == "[ü, b]"
    done = shell('"$0" read z√2', **posix)
    assert (done.returncode, done.stdout) == (2, b"")
    assert b'attn-tutor: I can\'t read "zsqrt(2)"' in done.stderr


def test_names_of_files_stay_what_the_system_takes(tmp_path: Path) -> None:
    """In the C locale their letters are bytes; decoded, no such file would be found."""
    path = tmp_path / "√2.txt"
    path.write_text("q: 0 1\nk: 1 0; 0 1\nv: 6 0; 0 3\n")
    done = shell(f'"$0" compute --json --from "{path}"', LC_ALL="POSIX", PYTHONUTF8="0")
    assert json.loads(done.stdout)["shapes"]["q"] == [1, 2]
    done = shell(f'"$0" compute --from "{path}x"', LC_ALL="POSIX", PYTHONUTF8="0")
    assert done.stderr.decode("ascii").endswith("txtx: there is no such file\n")


def test_raw_bytes_that_are_no_utf_8_stay_as_they_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["read", "1\udcff"]) == 2
    assert "U+DCFF" in capsys.readouterr().err
    assert main(["read", "1/\udce2\udc88\udc9a2"]) == 0
    assert capsys.readouterr().out == "1 number: 0.7071   (1/√2 = 0.7071)\n"


# Control characters

EVIL = "\x1b[2J\x1b]0;owned\x07\x9b31m\u202e"


@pytest.mark.parametrize(
    "words",
    [
        ["grade", "--step", "targets", "--tokens", f"START {EVIL} END", "--answer", f"{EVIL} x"],
        ["grade", "--step", "targets", "--tokens", "START red END", "--answer", f"red {EVIL}"],
        ["grade", "--step", "targets", "--tokens", f"a {EVIL}", "--answer", EVIL],
        ["grade", "--step", EVIL, "--answer", "1"],
        ["grade", "--step", "loss", "--probabilities", ".5", "--unit", EVIL, "--answer", "1"],
        ["grade", "--step", "loss", "--probabilities", ".5", "--earlier", EVIL, "--answer", "1"],
        ["grade", "--step", "loss", "--probabilities", EVIL, "--answer", "1"],
        ["grade", "--step", "loss", "--probabilities", ".5", "--answer", EVIL],
        ["grade", "--step", "perplexity", "--probabilities", ".5 .2", "--earlier", f"loss={EVIL}1", "--answer", "9"],
        ["read", f"1 {EVIL}"],
        ["read", "1", "--for", EVIL],
        ["read", "1", "--expect", EVIL],
        ["compute", "--q", EVIL, "--k", "1", "--v", "1"],
        ["compute", "--from", EVIL],
        ["compute", "--mask", EVIL],
        ["problem", "--seed", EVIL],
        ["show", EVIL],
        ["reset", EVIL, "--yes"],
        ["check", EVIL],
        ["--learner", EVIL, "progress"],
        ["--learner", EVIL, "reset", "--yes"],
        ["--state", f"/nonexistent/{EVIL}", "progress"],
        ["--lessons", EVIL, "list"],
        [EVIL],
        ["list", EVIL],
    ],
)
def test_no_control_character_reaches_a_terminal(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """Whatever is repeated of an argument is spelled out, on both streams and in JSON."""
    for line in (words, [*words, "--json"]):
        main(line)
        printed = capsys.readouterr()
        assert printed.out + printed.err
        for character in "\x1b\x07\x9b\u202e":
            assert character not in printed.out + printed.err


def test_what_was_typed_is_shown_by_its_codes(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["grade", "--step", "targets", "--tokens", "START \x1b[1m END", "--answer", "\x1b1m END"]) == 1
    out = capsys.readouterr().out
    assert "read    [\\x1b1m, END]" in out


def test_a_lesson_of_somebody_else(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The name of its file may hold anything."""
    (tmp_path / "01_\x1b[31m.toml").write_text("title = 3\n")
    assert main(["check", str(tmp_path)]) == 1
    assert main(["--lessons", str(tmp_path), "check"]) == 1
    printed = capsys.readouterr()
    assert "\x1b" not in printed.out + printed.err
    assert "01_\\x1b[31m.toml" in printed.out
