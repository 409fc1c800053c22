"""`attn-tutor plain`, installed: on a pipe, in a terminal that can draw nothing, and however it ends."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

from tests.plain.talking import events, lines_for, told
from tests.terminal import Terminal, program
from tutor.lessons.loader import load_course
from tutor.lessons.model import Course

ANSWER = ", answer>"
"""The prompt of the first page of the course that asks for a number."""


@pytest.fixture(scope="module")
def course() -> Course:
    return load_course()


def pipe(typed: str | bytes, *words: str, **env: str) -> subprocess.CompletedProcess[bytes]:
    """The installed command with these bytes on standard input."""
    return subprocess.run(
        [program(), "plain", *words],
        input=typed.encode() if isinstance(typed, str) else typed,
        capture_output=True,
        check=False,
        timeout=60,
        env={**os.environ, **env},
    )


def plain(state: Path, *words: str, term: str | None = "dumb", **more: Any) -> Terminal:
    """The installed command in a pseudo-terminal."""
    env = {"TERM": term, "COLORTERM": None, **more.pop("env", {})}
    return Terminal([program(), "plain", *words, "--state", str(state)], env=env, **more)


def last(state: Path) -> list[tuple[Any, ...]]:
    """The last two things that the journal says."""
    return told(events(state), "type", "raw")[-2:]


# On a pipe


@pytest.mark.parametrize("number", [1, pytest.param(4, marks=pytest.mark.slow)])
def test_a_whole_unit_on_a_pipe(course: Course, number: int, tmp_path: Path) -> None:
    """From its first page to its results; what was read stands behind its prompt; every page is done."""
    lesson = course.lessons[number - 1]
    lines = [line for step in lesson.steps for line in lines_for(step)]
    done = pipe("\n".join([str(number), *lines, "home", "quit"]) + "\n", "--state", str(tmp_path))
    assert (done.returncode, done.stderr) == (0, b"")
    text = done.stdout.decode()
    assert "Lesson finished." in text
    assert "home, a number or Enter> quit\nGoodbye. What you typed is kept.\n" in text
    assert max(len(line) for line in text.splitlines() if "> " not in line) <= 80
    opened = [x["step"] for x in events(tmp_path) if x["type"] == "open"]
    assert opened == [step.id for step in lesson.steps]
    assert {x["front_end"] for x in events(tmp_path) if x["type"] == "session"} == {"plain"}


def test_a_pipe_that_ends_in_the_middle_of_a_line(tmp_path: Path) -> None:
    """The line is a draft, and there again: nothing was submitted that was not ended."""
    done = pipe("1\n\n1/sq", "--state", str(tmp_path))
    assert done.returncode == 0
    assert last(tmp_path) == [("draft", "1/sq"), ("end", None)]
    again = pipe("submit\r\n", "1", "--state", str(tmp_path))
    assert "You had typed, and not submitted: 1/sq" in again.stdout.decode()
    assert [x["raw"] for x in events(tmp_path) if x["type"] == "answer"] == ["1/sq"]


@pytest.mark.parametrize("typed", [b"\xff\xfe\x00\x1b[31m\n" * 3, b"x" * 3_000_000 + b"\nquit\n", b"", b"\n" * 2_000])
def test_whatever_comes_through_a_pipe(typed: bytes) -> None:
    """No traceback, nothing that a terminal acts on, no memory eaten; an end in any case."""
    done = pipe(typed, "1", "--no-save")
    assert (done.returncode, done.stderr) == (0, b"")
    assert not set(done.stdout) & {0x1B, 0x00, 0x07}
    assert len(done.stdout) < 4_000_000


def test_a_reader_that_goes_away(tmp_path: Path) -> None:
    """`attn-tutor plain | head -3` leaves as other programs do, and the journal is whole."""
    line = f'yes "" | "$0" plain 1 --state "{tmp_path}" | head -3'
    done = subprocess.run(["/bin/sh", "-c", line, program()], capture_output=True, check=False, timeout=60)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.count(b"\n") == 3
    assert events(tmp_path)[-1]["type"] == "end"


@pytest.mark.parametrize("env", [{"LC_ALL": "C"}, {"LC_ALL": "POSIX", "PYTHONUTF8": "0"}], ids=["C", "POSIX"])
def test_in_the_c_locale_everything_is_ascii(env: dict[str, str]) -> None:
    """What is said, and what is typed and said again: √ as sqrt. What is typed is read as UTF-8 all the same."""
    done = pipe("1\n\n1/√2\nquit\n", "--no-save", **env)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.isascii()
    assert b"> 1/sqrt(2)\n" in done.stdout
    assert b"Right." in done.stdout


def test_ascii_is_asked_for() -> None:
    assert pipe("6\nnext\nnext\n", "--ascii", "--no-save").stdout.isascii()


def test_a_learner_and_nothing_kept(tmp_path: Path) -> None:
    """--learner keeps people apart; --no-save says so, and writes nothing."""
    pipe("1\n\n", "--learner", "ada", "--state", str(tmp_path))
    assert {x["learner"] for x in events(tmp_path) if x["type"] == "session"} == {"ada"}
    assert b"Enter starts with" in pipe("", "--learner", "bob", "--state", str(tmp_path)).stdout
    assert b"Enter goes on with" in pipe("", "--learner", "ada", "--state", str(tmp_path)).stdout
    done = pipe("1\n\n", "--no-save", XDG_STATE_HOME=str(tmp_path / "none"))
    assert b"Progress is not kept, as you asked with --no-save." in done.stdout
    assert done.stdout.endswith(b"Goodbye.\n")
    assert not (tmp_path / "none").exists()


def test_a_kiosk_saves_in_the_state_folder_only(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    done = subprocess.run(
        [program(), "plain", "--kiosk", "--state", str(tmp_path / "state")],
        input=b"workbench\nsave\nsave torch\nquit\n",
        capture_output=True,
        check=False,
        cwd=tmp_path / "elsewhere",
        timeout=60,
    )
    assert done.stdout.count(b"Saved as") == 2
    assert list((tmp_path / "elsewhere").iterdir()) == []
    assert (tmp_path / "state" / "attention.txt").exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["no such lesson"], b'there is no lesson "no such lesson"; the lessons are 1 Before'),
        (["--width", "5"], b"--width"),
        (["--width", "x"], b"--width"),
    ],
)
def test_what_cannot_be_begun_is_one_sentence(words: list[str], said: bytes) -> None:
    done = pipe("", *words)
    assert (done.returncode, done.stdout) == (2, b"")
    assert said in done.stderr
    assert done.stderr.count(b"\n") == 1


def test_a_braille_line() -> None:
    """No line is longer than asked, prompts neither."""
    text = pipe("4\n" + "next\n" * 9, "--width", "40", "--no-save").stdout.decode()
    assert max(len(line.removesuffix("next")) for line in text.splitlines()) <= 40


# In a terminal


def test_a_lesson_in_a_terminal_that_can_draw_nothing(tmp_path: Path) -> None:
    """Not one escape byte, and the terminal as it was; a lesson's first pages, wrong, hinted and right."""
    with plain(tmp_path) as t:
        t.wait_for("home, a number or Enter>")
        for line, wanted in (
            ("1", "page 1 of"),
            ("", ANSWER),
            ("0.5", "Not right."),
            ("hint", "Hint 1:"),
            ("1/√2", "Right."),
            ("", "page 3 of"),
            ("page 5", "1 to 4>"),
            ("2", "Enter goes on."),
            ("?", "what can be typed here"),
            ("quit", "Goodbye."),
        ):
            t.send(line, "enter")
            t.wait_for(wanted)
        assert t.exit_code() == 0
        assert t.left_behind() == []
        assert b"\x1b" not in t.bytes_since(0)
    statuses = [x["status"] for x in events(tmp_path) if x["type"] == "answer"]
    assert statuses[0] != "right"
    assert statuses[1] == "right"


@pytest.mark.parametrize("term", ["dumb", "vt100", "xterm-256color", None])
def test_no_escape_byte_whatever_the_terminal(term: str | None, tmp_path: Path) -> None:
    with plain(tmp_path, "4", term=term, cols=50) as t:
        t.wait_for("page 1 of")
        t.send("menu", "enter", "workbench", "enter")
        t.wait_for("workbench, scores")
        t.send("ctrl+d")
        assert t.exit_code() == 0
        assert b"\x1b" not in t.bytes_since(0)
        assert max(len(line) for line in t.text_since(0).replace("\r", "").splitlines() if "> " not in line) <= 50


@pytest.mark.parametrize("end", ["SIGTERM", "SIGHUP", "ctrl+d", "ctrl+\\"])
def test_a_line_that_was_begun_is_kept(end: str, tmp_path: Path) -> None:
    """Each key has come as it was typed."""
    with plain(tmp_path, "1") as t:
        t.wait_for("Enter goes on>")
        t.send("enter")
        t.wait_for(ANSWER)
        t.send("1/sq")
        t.wait_for("1/sq")
        if end == "ctrl+d":
            t.send("ctrl+d", "ctrl+d")
        elif end == "ctrl+\\":
            t.send(end)
        else:
            t.signal(getattr(signal, end))
        numbers = {"ctrl+d": 0, "ctrl+\\": 128 + signal.SIGQUIT}
        assert t.exit_code() == (numbers[end] if end in numbers else 128 + getattr(signal, end))
        assert t.left_behind() == []
    assert last(tmp_path) == [("draft", "1/sq"), ("end", None)]


def test_a_terminal_that_is_closed(tmp_path: Path) -> None:
    """The process goes at once, and everything answered is in the journal."""
    with plain(tmp_path, "1") as t:
        t.wait_for("Enter goes on>")
        t.send("enter")
        t.wait_for(ANSWER)
        t.send("0.5", "enter")
        t.wait_for("Not right.")
        t.hang_up()
        assert t.process.wait(5) == 128 + signal.SIGHUP
    assert told(events(tmp_path), "type", "raw")[-2:] == [("answer", "0.5"), ("end", None)]


def test_a_terminal_that_is_closed_in_the_middle_of_a_line(tmp_path: Path) -> None:
    """What broke: the kernel had the line, and took it with the terminal."""
    with plain(tmp_path, "1") as t:
        t.wait_for("Enter goes on>")
        t.send("enter")
        t.wait_for(ANSWER)
        t.send("0.45", "67")
        t.wait_for("0.4567")
        t.hang_up()
        assert t.process.wait(5) == 128 + signal.SIGHUP
    assert last(tmp_path) == [("draft", "0.4567"), ("end", None)]


def test_a_line_is_edited_as_in_any_terminal(tmp_path: Path) -> None:
    """Backspace, a word, the whole line, a tab; 東 is two cells wide. No escape byte, and the line as it was read."""
    with plain(tmp_path, "1") as t:
        t.wait_for("Enter goes on>")
        t.send("enter")
        t.wait_for(ANSWER)
        for keys, shown in (
            (("0.47", "backspace", "5"), "> 0.45"),
            (("ctrl+u", "one two", "ctrl+w"), "> one"),
            (("\x1b[D", "東", "backspace", "ctrl+h", "s\t1"), "> ones 1"),
            (("ctrl+u", "1\t/√2"), "> 1 /√2"),
        ):
            t.send(*keys)
            t.wait_for(shown)
            t.quiet(0.1)

        t.send("enter")
        t.wait_for("Right.")
        t.send("quit", "enter")
        assert t.exit_code() == 0
        assert b"\x1b" not in t.bytes_since(0)
        assert t.left_behind() == []
    assert [x["raw"] for x in events(tmp_path) if x["type"] == "answer"] == ["1 /√2"]


def test_into_the_background_and_back(tmp_path: Path) -> None:
    """Ctrl+Z gives the terminal back as it was; afterwards the line is there again."""
    with plain(tmp_path, "1") as t:
        t.wait_for("Enter goes on>")
        t.send("enter")
        t.wait_for(ANSWER)
        t.send("1/sq")
        t.wait_for("1/sq")
        t.signal(signal.SIGTSTP)
        os.waitid(os.P_PID, t.process.pid, os.WSTOPPED | os.WNOWAIT)
        assert t.left_behind() == []
        mark = t.mark()
        t.signal(signal.SIGCONT)
        t.wait_for(lambda _: b"answer> 1/sq" in t.bytes_since(mark))
        t.send("rt(2)", "enter")
        t.wait_for("Right.")
        t.send("quit", "enter")
        assert t.exit_code() == 0


def test_a_stopped_terminal_loses_no_line(tmp_path: Path) -> None:
    """Ctrl+S, a line typed that cannot be shown, and the end."""
    with plain(tmp_path, "1") as t:
        t.wait_for("Enter goes on>")
        t.send("enter")
        t.wait_for(ANSWER)
        t.send("ctrl+s", "1/sq")
        t.quiet(0.3)
        t.signal(signal.SIGTERM)
        assert t.process.wait(10) == 128 + signal.SIGTERM
    assert last(tmp_path) == [("draft", "1/sq"), ("end", None)]


def test_a_stopped_terminal_holds_nobody(tmp_path: Path) -> None:
    """Ctrl+S, and more to be said than the terminal takes: SIGTERM ends it all the same."""
    with plain(tmp_path, "4") as t:
        t.wait_for("page 1 of")
        t.send("ctrl+s")
        for _ in range(60):
            t.send("read", "enter")
        t.quiet(0.5)
        started = time.monotonic()
        t.signal(signal.SIGTERM)
        assert t.process.wait(10) == 128 + signal.SIGTERM
        assert time.monotonic() - started < 2
    assert [x["type"] for x in events(tmp_path)][:2] == ["session", "open"]


def test_ctrl_c_says_how_to_quit(tmp_path: Path) -> None:
    with plain(tmp_path, "1") as t:
        t.wait_for("Enter goes on>")
        t.send("ctrl+c")
        t.wait_for("To quit, type quit.")
        t.send("quit", "enter")
        assert t.exit_code() == 0


@pytest.mark.parametrize("key", ["ctrl+z", "\x1c"])
def test_a_kiosk_cannot_be_stopped(key: str, tmp_path: Path) -> None:
    """Neither put into the background nor ended with a dump: there may be a shell behind it."""
    with plain(tmp_path, "1", "--kiosk") as t:
        t.wait_for("Enter goes on>")
        t.send(key, "enter")
        t.wait_for("page 2 of")
        t.send("quit", "enter")
        assert t.exit_code() == 0


def test_ctrl_c_on_a_pipe_ends_it(tmp_path: Path) -> None:
    """As it ends other programs that read one."""
    with subprocess.Popen(
        [program(), "plain", "1", "--state", str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        while b"Enter goes on>" not in (line := process.stdout.read1()):  # type: ignore[attr-defined]
            assert line
        process.send_signal(signal.SIGINT)
        assert process.wait(10) == 128 + signal.SIGINT
    assert events(tmp_path)[-1]["type"] == "end"


def test_the_journal_is_one_that_the_other_commands_read(tmp_path: Path) -> None:
    pipe("1\n\n1/√2\n", "--state", str(tmp_path))
    done = subprocess.run(
        [program(), "progress", "--json", "--state", str(tmp_path)], capture_output=True, check=True, timeout=60
    )
    assert json.loads(done.stdout)
    assert b"Before you start" in subprocess.run(
        [program(), "progress", "--state", str(tmp_path)], capture_output=True, check=True, timeout=60
    ).stdout  # fmt: skip
