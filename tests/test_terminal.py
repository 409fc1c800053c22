"""The pseudo-terminal that other tests look through, tried on programs of a few lines."""

from __future__ import annotations

import signal
import sys
import textwrap

import pytest

from tests.terminal import Terminal


def python(code: str, **options: object) -> Terminal:
    """A terminal in which these lines of Python run."""
    return Terminal([sys.executable, "-c", textwrap.dedent(code)], **options)  # type: ignore[arg-type]


def test_it_shows_what_was_written_and_where() -> None:
    """Text, cursor moves, colors and an exit code arrive."""
    with python(
        r"""print("\x1b[2J\x1b[3;5H\x1b[31mred\x1b[0m fox 東京", end="", flush=True); raise SystemExit(7)"""
    ) as t:
        t.wait_for("red fox 東京")
        assert t.lines()[2] == "    red fox 東京"
        assert t.style_at(2, 4).fg == "red"
        assert t.exit_code() == 7


def test_it_types_keys_and_text() -> None:
    """Named keys, control keys and text reach the program as a terminal sends them."""
    code = """
        import os, tty
        tty.setraw(0)
        os.write(1, b"ready")
        while (key := os.read(0, 100)) != b"q":
            os.write(1, repr(key).encode())
    """
    with python(code) as t:
        t.wait_for("ready")
        for key, seen in [("down", r"b'\x1b[B'"), ("ctrl+a", r"b'\x01'"), ("1/√2", r"b'1/\xe2\x88\x9a2'")]:
            t.send(key)
            t.wait_for(seen)
        t.send("q")
        assert t.exit_code() == 0
        assert t.left_behind() == ["line settings"]


def test_sequences_that_the_screen_cannot_read_leave_no_trace() -> None:
    """Kitty, OSC and DCS sequences are not printed, even when they arrive in two pieces."""
    code = r"""
        import os, tty
        tty.setcbreak(0)
        for piece in ["a\x1b[>1", "ub\x1b]52;c;aGVs", "bG8=\x07c\x1bP+q54", "4e\x1b\\d\x1b[?20", "26$pe\x1b[<u"]:
            print(piece, end="", flush=True)
            os.read(0, 100)
    """
    with python(code) as t:
        for seen in ("a", "ab", "abc", "abcd"):
            t.wait_for(lambda screen, seen=seen: screen.strip() == seen)
            t.send("enter")
        t.wait_for(lambda screen: "e" in screen)
        assert "".join(t.lines()) == "abcde"
        assert t.clipboard == "hello"
        assert t.keyboard_levels == 0


def test_it_answers_the_usual_questions() -> None:
    """A program that asks for the device, the caret and the background gets its answers."""
    code = r"""
        import os, tty
        tty.setraw(0)
        got = b""
        for question in (b"\x1b[c", b"\x1b[6n", b"\x1b]11;?\x07"):
            os.write(1, question)
            got += os.read(0, 100)
        os.write(1, repr(got).encode())
    """
    with python(code) as t:
        screen = t.wait_for("1c1c")
        assert r"\x1b[?62;22c" in screen[0]
        assert r"\x1b[1;1R" in screen[0]


def test_it_knows_what_was_left_behind() -> None:
    """Modes that were switched on and not off again are named; one that was switched off is not."""
    code = r"""
        import time
        print("\x1b[?1049h\x1b[?1003;1006h\x1b[?2004h\x1b[?25l\x1b[>1uon", flush=True)
        input()
        print("\x1b[?1049l\x1b[?2004l", flush=True)
    """
    with python(code) as t:
        t.wait_for("on")
        assert "alternate screen" in t.left_behind()
        t.send("enter")
        t.exit_code()
        assert t.left_behind() == ["all mouse motion", "mouse SGR", "hidden cursor", "kitty keyboard"]


def test_a_program_that_changes_nothing_leaves_nothing() -> None:
    """A plain program ends with the terminal as it was found."""
    with python("print('done')") as t:
        assert t.exit_code() == 0
        assert t.left_behind() == []
        assert t.lines()[0] == "done"


def test_a_resize_reaches_the_program() -> None:
    """The program is told of the new size, and the screen has it."""
    code = """
        import os, signal
        signal.signal(signal.SIGWINCH, lambda *_: os.write(1, b"now %d %d" % os.get_terminal_size()))
        print("started", *os.get_terminal_size(), flush=True)
        while True:
            signal.pause()
    """
    with python(code, cols=70, rows=20) as t:
        t.wait_for("started 70 20")
        t.resize(40, 12)
        t.wait_for("now 40 12")
        assert len(t.lines()) == 12


def test_control_c_interrupts() -> None:
    """The terminal is the program's controlling one, so its keys make signals."""
    with python("import signal; signal.signal(2, signal.SIG_DFL); print('up', flush=True); signal.pause()") as t:
        t.wait_for("up")
        t.send("ctrl+c")
        assert t.exit_code() == -signal.SIGINT


def test_hanging_up_ends_the_program() -> None:
    """A closed window sends SIGHUP, as for a lost connection."""
    with python("print('up', flush=True); import signal; signal.pause()") as t:
        t.wait_for("up")
        t.hang_up()
        assert t.exit_code() == -signal.SIGHUP


def test_leaving_kills_what_still_runs() -> None:
    """A program that ignores polite signals is gone after the block."""
    with python("import signal; [signal.signal(s, 1) for s in (1, 2, 15)]; print('up'); signal.pause()") as t:
        t.wait_for("up")
    assert t.process.returncode == -signal.SIGKILL


def test_a_wait_in_vain_shows_the_screen() -> None:
    """What was awaited, how the program fares and what stands on the screen are all in the message."""
    with python("print('something else')") as t, pytest.raises(AssertionError) as failure:
        t.wait_for("never", timeout=5)
    message = str(failure.value)
    assert "'never'" in message
    assert "has ended with 0" in message or "runs" in message
    assert "something else" in message


def test_bytes_are_counted_from_a_mark() -> None:
    """Only what came after the mark is counted, and quiet() says how much came."""
    with python("import sys; print('abc', flush=True); sys.stdin.readline(); print('\\x1b[1mdef\\x1b[0m')") as t:
        t.wait_for("abc")
        mark = t.mark()
        t.send("enter")
        t.exit_code()
        assert t.bytes_since(mark) == b"\r\n\x1b[1mdef\x1b[0m\r\n"
        assert t.text_since(mark) == "\r\ndef\r\n"
