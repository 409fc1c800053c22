"""A file of matrices named on the command line: in a real terminal, in plain lines, and refused."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest

from tests.exports import arrays, saved, weights
from tests.terminal import Terminal, program
from tutor.cli import main

MOST_BYTES, MOST_BYTES_A_MOVE, MOST_BYTES_A_ROW = 14_000, 300, 350
READY = "q back"

COLORS: dict[str, dict[str, str | None]] = {
    "true": {"TERM": "xterm-256color", "COLORTERM": "truecolor"},
    "256": {"TERM": "xterm-256color", "COLORTERM": None},
    "none": {"TERM": "xterm-256color", "COLORTERM": None, "NO_COLOR": "1"},
}


@contextmanager
def opened(path: Path, *words: str, colors: str = "true") -> Iterator[Terminal]:
    env = {"HOME": str(path.parent), "LANG": "C.UTF-8", "LC_ALL": None, "NO_COLOR": None, "SSH_CONNECTION": None}
    command = [program(), "--state", str(path.parent / "state"), *words, "--from", str(path)]
    with Terminal(command, env={**env, **COLORS[colors]}) as t:
        t.wait_for(READY)
        t.quiet(0.4)
        yield t


def noise(path: Path, n: int) -> Path:
    """Numbers without any order: hardly two neighbors have one shade, which costs most."""
    made = np.random.default_rng(5)
    np.savez(path, **{letter: made.standard_normal((2, n, 16)).astype(np.float32) for letter in "qkv"})
    return path


@pytest.mark.parametrize("colors", COLORS)
def test_any_change_of_the_screen_fits_in_one_window(tmp_path: Path, colors: str) -> None:
    """Stages, heads, masks, jumps: at 80×24 none costs more than a TCP window, whatever the numbers are."""
    with opened(noise(tmp_path / "x.npz", 64), colors=colors) as t:
        for key in ("n", "b", "b", "b", "x", "n", "n", "b", "t", "T", "m", "m", "j", "escape", "d", "?", "q", "q", "w"):
            mark = t.mark()
            t.send(key)
            t.quiet(0.3)
            assert len(t.bytes_since(mark)) <= MOST_BYTES, key
        t.send("j")
        t.wait_for("Jump to")
        t.send("q60 k60")
        t.quiet(0.2)
        mark = t.mark()
        t.send("enter")
        t.wait_for("q60 on k60:")
        t.quiet(0.2)
        assert len(t.bytes_since(mark)) <= MOST_BYTES


@pytest.mark.parametrize("colors", COLORS)
@pytest.mark.parametrize("n", [64, 1024])
def test_what_a_move_costs(tmp_path: Path, colors: str, n: int) -> None:
    """A move inside the part that is shown, at every stage, however many rows there are.

    Another row changes four lines: there the longer arithmetic of some stages costs a few bytes more.
    """
    with opened(noise(tmp_path / "x.npz", n), colors=colors) as t:
        t.send("down")
        t.quiet(0.3)
        for stage in range(5):
            for key in ("right", "left", "down", "up"):
                mark = t.mark()
                t.send(key)
                t.quiet(0.2)
                most = MOST_BYTES_A_ROW if stage and key in ("down", "up") else MOST_BYTES_A_MOVE
                assert len(t.bytes_since(mark)) <= most, (stage, key)
            t.send("x" if stage == 0 else "b")
            t.quiet(0.3)


@pytest.mark.parametrize("colors", COLORS)
@pytest.mark.parametrize("n", [16, 64, 1024])
def test_each_painting_of_the_first_screen_fits_in_one_window(tmp_path: Path, colors: str, n: int) -> None:
    """It is laid out in several rounds, as all first screens are; the home screen is not painted below it."""
    with opened(noise(tmp_path / "x.npz", n), colors=colors) as t:
        assert "row's largest weights: k" in t.screen()
        # Paintings that come before the terminal has said that it knows this mark cannot be told apart.
        for piece in t.bytes_since(0).split(b"\x1b[?2026h")[1:]:
            assert len(piece) <= MOST_BYTES
        assert "about 20 min" not in t.text_since(0)


@pytest.mark.parametrize(
    ("colors", "grounds"),
    [("true", {236, 239, 60, 67, 110, 153, 195, 231}), ("256", {236, 239, 60, 67, 110, 153, 195, 231}), ("none", ())],
)
def test_the_shades_by_their_numbers(tmp_path: Path, colors: str, grounds: set[int]) -> None:
    """Eight of xterm's 256 colors, each by its number: 16 + 36·red + 6·green + blue for #5f5f87 is 60, and so on."""
    with opened(noise(tmp_path / "x.npz", 64), colors=colors) as t:
        sent = {int(number) for number in re.findall(r"\x1b\[48;5;(\d+)m", t.bytes_since(0).decode())}
        # 234 is the ground of everything.
        assert sent - {234} == set(grounds)
        assert b"48;2;" not in t.bytes_since(0)


def test_a_large_head_by_keys(tmp_path: Path) -> None:
    """1,024 tokens and three heads in half precision, beside plain Python: to the far corner of the last head."""
    path = saved(tmp_path / "x.npz", 1024, heads=3, dtype=np.float16, mask=np.array("causal"))
    made = arrays(1024, heads=3, dtype=np.float16)
    row = weights(made["q"][2][1023:].tolist(), made["k"][2].tolist())[0]
    with opened(path) as t:
        t.send("T")
        t.wait_for("head 3 of 3")
        t.send("j")
        t.wait_for("Jump to")
        t.send("1024 1000", "enter")
        best = max(range(1024), key=lambda j: row[j])
        t.wait_for(f"k{best + 1} {row[best]:.4f}")
        assert f"[{row[999]:.4f}]" in t.screen()
        assert "float16, worked out in float32" in t.screen()
        t.send("q")
        t.wait_for("q quit")
        t.send("q")
        assert t.exit_code() == 0
    assert t.left_behind() == []


def test_a_file_that_cannot_be_read_is_one_line_and_no_screen(tmp_path: Path) -> None:
    """Nothing is drawn, and the terminal is as it was."""
    (tmp_path / "x.npz").write_bytes(b"PK\x03\x04 nothing")
    with Terminal([program(), "--no-save", "--from", str(tmp_path / "x.npz")]) as t:
        assert t.exit_code() == 2
        assert b"\x1b" not in t.bytes_since(0)
        assert t.screen().replace("\n", "").count("the file is damaged, or not what its name says") == 1
        assert t.left_behind() == []


def test_in_plain_lines(tmp_path: Path) -> None:
    """The same by words, from a pipe."""
    path = saved(tmp_path / "x.npz", 20)
    expected = weights(arrays(20)["q"][1].tolist(), arrays(20)["k"][1].tolist())[4]
    done = subprocess.run(
        [program(), "plain", "--no-save", "--from", str(path)],
        input="head 2\nlargest 5\nquit\n", capture_output=True, text=True, check=True,
    )  # fmt: skip
    best = max(range(20), key=lambda j: expected[j])
    assert f"q5 largest weights: k{best + 1} {expected[best]:.4f}" in done.stdout
    assert done.stderr == ""


def test_plain_refuses_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["plain", "--no-save", "--from", str(tmp_path / "none.npz")]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1
    assert "there is no such file" in printed.err


@pytest.mark.parametrize("words", [[], ["plain"]])
def test_a_kiosk_opens_no_file(tmp_path: Path, words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    path = saved(tmp_path / "x.npz", 3)
    assert main(["--kiosk", "--no-save", *words, "--from", str(path)]) == 2
    assert "with --kiosk no file or folder can be named" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words", [["--from", "FILE", "compute"], ["compute", "--from", "FILE"], ["--from=FILE", "compute"]]
)
def test_the_option_goes_with_a_command(tmp_path: Path, words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """Before the command or after it: q = [0, 1] has scores 0 and 1."""
    path = tmp_path / "x.txt"
    path.write_text("q = [[0, 1]]\nk = [[1, 0], [0, 1]]\nv = [[6, 0], [0, 3]]\n")
    assert main([word.replace("FILE", str(path)) for word in words]) == 0
    assert "0.3302  0.6698" in " ".join(capsys.readouterr().out.split("\n"))


def test_a_command_that_takes_no_file_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--from", "x.npz", "list"]) == 2
    assert "'--from' is not understood here (see attn-tutor list --help)" in capsys.readouterr().err
