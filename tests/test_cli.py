"""The command line: what it takes for a value, what it says of a mistake, and what it never writes."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.terminal import Terminal, program
from tutor import __version__
from tutor.cli import COMMANDS, main
from tutor.commands import UsageError
from tutor.surroundings import Surroundings


@dataclass
class FakeCompute:
    """Stands in for the module of `compute`: takes options, remembers what it was given, prints."""

    code: int = 0
    prints: str = "done"
    error: BaseException | None = None
    runs: list[tuple[argparse.Namespace, Surroundings]] = field(default_factory=list)

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("text", nargs="?")
        parser.add_argument("--q", help="the queries, one row a line: ×, √ and ∞ are fine")
        parser.add_argument("--scale", type=float)
        parser.add_argument("--earlier", action="append", default=[])
        parser.add_argument("--json", action="store_true")

    def run(self, args: argparse.Namespace, surroundings: Surroundings) -> int:
        self.runs.append((args, surroundings))
        print(self.prints)
        if self.error:
            raise self.error
        return self.code

    @property
    def args(self) -> argparse.Namespace:
        return self.runs[-1][0]

    @property
    def surroundings(self) -> Surroundings:
        return self.runs[-1][1]


@pytest.fixture
def compute(monkeypatch: pytest.MonkeyPatch) -> FakeCompute:
    """The fake in place of the real command."""
    fake = FakeCompute()
    monkeypatch.setitem(sys.modules, "tutor.commands.compute", fake)  # type: ignore[arg-type]
    return fake


def run(*words: str, env: dict[str, str | None] | None = None, **options: object) -> subprocess.CompletedProcess[bytes]:
    """The installed program as a process of its own, with pipes instead of a terminal."""
    wanted = {**os.environ, **(env or {})}
    return subprocess.run(  # type: ignore[call-overload, no-any-return]
        [program(), *words],
        **{
            "stdin": subprocess.DEVNULL,
            "capture_output": True,
            "env": {k: v for k, v in wanted.items() if v is not None},
            "timeout": 30,
            **options,
        },
    )


def one_line(text: str) -> str:
    """The text of standard error, which has to be exactly one line by attn-tutor."""
    assert text.startswith("attn-tutor: ")
    assert text.endswith("\n")
    assert text.count("\n") == 1
    assert "Traceback" not in text
    return text


# What is a value


@pytest.mark.parametrize("value", ["-inf", "-1,0", "-1/2", "-1 0; 2 -1", "-.5", "-√2", "-sqrt(2)", "--1", "-e^2", "-x"])
def test_what_begins_with_a_minus_is_a_value_where_one_is_expected(value: str, compute: FakeCompute) -> None:
    """argparse alone refuses these; they arrive unchanged, behind an option and by themselves."""
    assert main(["compute", "--q", value, "--earlier", value, "--earlier", "weights=1", value]) == 0
    assert compute.args.q == value
    assert compute.args.earlier == [value, "weights=1"]
    assert compute.args.text == value
    assert main(["compute", f"--q={value}", "--", value]) == 0
    assert (compute.args.q, compute.args.text) == (value, value)


def test_a_negative_number_is_a_number(compute: FakeCompute) -> None:
    """A value that argparse itself converts."""
    assert main(["compute", "--scale", "-0.5"]) == 0
    assert compute.args.scale == -0.5


# The tutor's own options


def test_own_options_stand_before_a_command_or_after_it(compute: FakeCompute, tmp_path: Path) -> None:
    """People write them where they think of them."""
    state = str(tmp_path / "s")
    before = ["--state", state, "--learner", "Ada", "--calm", "--ascii", "--kiosk", f"--lessons={tmp_path}", "compute"]
    after = [
        "compute",
        "x",
        "--kiosk",
        "--state",
        state,
        "--lessons",
        str(tmp_path),
        "--ascii",
        "--learner=Ada",
        "--calm",
    ]
    for words in (before, after, [*after[:4], *after[4:]]):
        assert main(words) == 0
        got = compute.surroundings
        assert (got.state, got.learner, got.lesson_folders) == (tmp_path / "s", "Ada", (tmp_path,))
        assert (got.calm, got.ascii, got.kiosk) == (True, True, True)
    assert compute.args.text == "x"


def test_lessons_may_be_given_more_than_once(compute: FakeCompute, tmp_path: Path) -> None:
    """Before and after a command alike, in the order given."""
    folders = [tmp_path / name for name in ("one", "two")]
    for folder in folders:
        folder.mkdir()
    assert main(["--lessons", str(folders[0]), "compute", "--lessons", str(folders[1])]) == 0
    assert compute.surroundings.lesson_folders == tuple(folders)


def test_no_save_keeps_nothing(compute: FakeCompute) -> None:
    """The state folder is not even named."""
    assert main(["compute", "--no-save"]) == 0
    assert compute.surroundings.state is None


def test_a_state_folder_may_begin_with_a_minus(
    compute: FakeCompute, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It counts from the current folder, like any other."""
    monkeypatch.chdir(tmp_path)
    assert main(["--state", "-odd", "compute"]) == 0
    assert compute.surroundings.state == tmp_path / "-odd"


def test_own_options_are_values_after_two_minuses(compute: FakeCompute) -> None:
    """`--` ends the options, here as everywhere."""
    assert main(["compute", "--", "--calm"]) == 0
    assert compute.args.text == "--calm"
    assert not compute.surroundings.calm


# Mistakes


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["bogus"], "there is no command 'bogus'"),
        (["lst"], "did you mean list?"),
        (["--bogus"], "'--bogus' is not understood here"),
        (["-x"], "there is no option -x"),
        (["compute", "--bogus", "1"], "(see attn-tutor compute --help)"),
        (["compute", "a", "b"], "'b' is not understood here"),
        (["compute", "--scale", "wide"], "--scale"),
        (["compute", "--scale", "-wide"], "'-wide'"),
        (["compute", "--q"], "--q"),
        (["--state"], "--state"),
        (["--state", ""], "--state wants a name"),
        (["--learner", " ", "compute"], "--learner wants a name"),
        (["--lessons", "/nonexistent", "compute"], "/nonexistent: there is no such folder"),
        (["compute", "--stat", "x"], "'--stat' is not understood here"),
        (["two\nlines"], "'two\\nlines'"),
        (["\x1b[31mred"], "\\x1b[31mred"),
    ],
)
@pytest.mark.usefixtures("compute")
def test_a_mistake_is_one_line_and_exit_code_2(words: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing on standard output, no usage text, no traceback, no escape byte."""
    assert main(words) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert says in one_line(printed.err)
    assert "\x1b" not in printed.err


def test_what_a_command_cannot_use_is_one_line(compute: FakeCompute, capsys: pytest.CaptureFixture[str]) -> None:
    """A UsageError of any length becomes one line, after what was printed before."""
    compute.error = UsageError("row 2 has 1 number,\n  row 1 has 2")
    assert main(["compute"]) == 2
    assert capsys.readouterr().err == "attn-tutor: row 2 has 1 number, row 1 has 2\n"


def test_a_file_that_cannot_be_used_is_one_line(compute: FakeCompute, capsys: pytest.CaptureFixture[str]) -> None:
    """The system's own words, with the file's name before them."""
    compute.error = PermissionError(13, "Permission denied", "secret.json")
    assert main(["compute"]) == 2
    assert capsys.readouterr().err == "attn-tutor: secret.json: Permission denied\n"


def test_an_interrupt_is_quiet(compute: FakeCompute, capsys: pytest.CaptureFixture[str]) -> None:
    """Ctrl+C ends a command with the usual code and no traceback."""
    compute.error = KeyboardInterrupt()
    assert main(["compute"]) == 130
    assert capsys.readouterr().err == ""


def test_the_commands_answer_goes_through(compute: FakeCompute) -> None:
    """0 and 1 are the command's own."""
    for code in (0, 1):
        compute.code = code
        assert main(["compute"]) == code


# Help


def test_help_names_every_command_and_option(capsys: pytest.CaptureFixture[str]) -> None:
    """The page that --help prints, at 80 columns."""
    assert main(["--help"]) == 0
    page = capsys.readouterr().out
    for word in (*COMMANDS, "--state", "--learner", "--no-save", "--lessons", "--calm", "--ascii", "--kiosk"):
        assert word in page
    assert max(map(len, page.splitlines())) <= 80


@pytest.mark.usefixtures("compute")
def test_a_commands_help_shows_its_own_options(capsys: pytest.CaptureFixture[str]) -> None:
    """Wherever the tutor's own options stand."""
    for words in (["compute", "--help"], ["--calm", "compute", "-h"]):
        assert main(words) == 0
        page = capsys.readouterr().out
        assert page.startswith("usage: attn-tutor compute")
        assert "the queries, one row a line: ×, √ and ∞ are fine" in " ".join(page.split())


def test_every_command_has_a_help_page() -> None:
    """Each module takes part: its options, and a page that prints in ASCII too."""
    for command in COMMANDS:
        assert main([command, "--help"]) == 0
        assert main([command, "--ascii", "--help"]) == 0


def test_the_version(capsys: pytest.CaptureFixture[str]) -> None:
    """As a function, and as `python -m tutor`."""
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"attn-tutor {__version__}\n"
    module = subprocess.run([sys.executable, "-m", "tutor", "--version"], capture_output=True, text=True, check=True)
    assert module.stdout == f"attn-tutor {__version__}\n"


# Encodings and pipes


@pytest.mark.parametrize(
    "words", [["compute", "--ascii"], ["--ascii", "compute"], ["compute", "--ascii", "--help"], ["--ascii", "√d_k"]]
)
def test_ascii_is_ascii_to_the_last_byte(
    words: list[str], compute: FakeCompute, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    """Results, help pages and complaints."""
    compute.prints = "scale 1/√d_k, hidden −∞, 東京"
    main(words)
    printed = capsysbinary.readouterr()
    assert (printed.out + printed.err).isascii()
    if words == ["compute", "--ascii"]:
        assert printed.out == b"scale 1/sqrt(d_k), hidden -inf, <U+6771><U+4EAC>\n"


def test_json_is_utf_8_everywhere(compute: FakeCompute, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    """Programs read it, whatever the terminal shows."""
    compute.prints = '{"read": "1/√2"}'
    assert main(["--ascii", "compute", "--json"]) == 0
    assert capsysbinary.readouterr().out == '{"read": "1/√2"}\n'.encode()


@pytest.mark.parametrize(
    "env",
    [
        {"LC_ALL": "C"},
        {"LC_ALL": "POSIX", "PYTHONUTF8": "0"},
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        {"PYTHONIOENCODING": "latin-1"},
        {"PYTHONIOENCODING": "ascii"},
    ],
    ids=lambda env: " ".join(f"{k}={v}" for k, v in env.items()),
)
def test_no_locale_breaks_a_command(env: dict[str, str | None]) -> None:
    """√ and ✓ are our text; where they cannot be shown, ASCII stands in, and nothing raises."""
    for words in (["list"], ["--help"], ["bogus √2"]):
        done = run(*words, env=env)
        assert (done.stdout + done.stderr).isascii()
        assert b"Error" not in done.stderr
        assert done.returncode == (2 if "√" in words[0] else 0)


def test_bytes_that_are_no_text_do_not_break_it() -> None:
    """A word that is not valid UTF-8 is shown as its escape."""
    done = subprocess.run([program().encode(), b"\xff\xfe"], capture_output=True, check=False)
    assert done.returncode == 2
    assert "\\udcff" in one_line(done.stderr.decode())


@pytest.mark.parametrize("words", [["list"], ["--help"], ["check", "--help"]])
def test_a_closed_pipe_is_quiet(words: list[str]) -> None:
    """`attn-tutor list | head -0` says nothing on standard error."""
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "wb") as pipe:
        done = run(*words, capture_output=False, stdout=pipe, stderr=subprocess.PIPE)
    assert done.stderr == b""
    assert done.returncode == 141


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="only Linux has a device that is always full")
def test_a_full_disk_is_one_line() -> None:
    """Output that could not be written is said, once, and is no success."""
    with open("/dev/full", "wb") as full:
        done = run("list", capture_output=False, stdout=full, stderr=subprocess.PIPE)
    assert done.returncode == 2
    assert "No space left" in one_line(done.stderr.decode())


def test_closed_streams_do_not_break_it() -> None:
    """`attn-tutor list >&- 2>&- <&-`, as some supervisors start programs."""
    for closed, code in (("<&-", 0), (">&-", 0), ("2>&-", 0), ("<&- >&- 2>&-", 0)):
        done = subprocess.run(["/bin/sh", "-c", f'"$0" list {closed}', program()], capture_output=True, check=False)
        assert (done.returncode, done.stderr) == (code, b"")


def test_it_runs_in_a_folder_that_is_gone(tmp_path: Path) -> None:
    """The current folder may have been removed by another program."""
    gone = tmp_path / "gone"
    gone.mkdir()
    line = 'rmdir "$1" && exec "$0" list'
    done = subprocess.run(["/bin/sh", "-c", line, program(), str(gone)], cwd=gone, capture_output=True, check=False)
    assert done.returncode == 0
    assert b"Traceback" not in done.stderr


# The real commands, with values that begin with a minus


def test_real_commands_take_minus_led_values() -> None:
    """read, compute and grade, as processes."""
    assert run("read", "-1/2").returncode == 0
    done = run("compute", "--q", "-1,0", "--k", "1 0; 0 1", "--v", "-6 0; 0 3", "--json")
    assert done.returncode == 0
    assert b'"scores": [[-1.0, 0.0]]' in done.stdout
    values = ["--q", "-1,0", "--k", "1 0; 0 1", "--v", "-6 0; 0 3", "--mask", "0 1"]
    done = run("grade", *values, "--row", "1", "--step", "masked", "--answer", "-inf 0")
    assert done.returncode == 0


# Where there is no terminal


@pytest.mark.parametrize("stream", ["stdin", "stdout", "stderr"])
def test_the_app_needs_a_terminal_at_both_ends(stream: str, tmp_path: Path) -> None:
    """One line on standard error, exit code 2 within two seconds, nothing drawn."""
    redirection = {"stdin": "</dev/null", "stdout": ">out", "stderr": "2>err"}[stream]
    started = time.monotonic()
    with Terminal(["/bin/sh", "-c", f'exec "$0" {redirection}', program()], cwd=tmp_path) as t:
        assert t.exit_code(timeout=10) == 2
        took = time.monotonic() - started
        seen = t.bytes_since(0).decode() + "".join(file.read_text() for file in tmp_path.iterdir())
    assert "attn-tutor plain" in one_line(seen.replace("\r", ""))
    assert "\x1b" not in seen
    assert took < 2


@pytest.mark.parametrize("term", ["dumb", "", None])
def test_the_app_needs_a_terminal_that_can_draw(term: str | None) -> None:
    """TERM=dumb is the shell of an editor; unset is a cron job."""
    with Terminal(env={"TERM": term}) as t:
        assert t.exit_code(timeout=10) == 2
        seen = t.bytes_since(0).decode()
    assert "needs a terminal" in one_line(seen.replace("\r", ""))
    assert "\x1b" not in seen


def test_commands_need_no_terminal() -> None:
    """They work in a pipe, with TERM unset, and write no escape byte."""
    for words in (["list"], ["check"], ["progress"]):
        done = run(*words, env={"TERM": None})
        assert done.returncode == 0
        assert b"\x1b" not in done.stdout + done.stderr


def test_a_learners_name_from_a_latin_1_shell(tmp_path: Path) -> None:
    """Its bytes are no UTF-8: that ended the tutor where a page's numbers are drawn by the name."""
    line = [program(), "plain", "1", "--state", str(tmp_path), "--learner", b"Jos\xe9"]
    done = subprocess.run(line, input=b"next\nquit\n", capture_output=True, timeout=30, check=False)
    assert done.returncode == 0, done.stderr
    (heading,) = [json.loads(x.read_text().splitlines()[0]) for x in (tmp_path / "journal").glob("*.jsonl")]
    assert heading["learner"] == "José"
