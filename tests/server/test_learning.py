"""A lesson over the server: answered, resized, pasted into, dropped and taken up again; plain lines; and its end."""

from __future__ import annotations

import re
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.classroom import NO_SSH, READY, Running, number_page, serving
from tests.terminal import program

pytestmark = pytest.mark.skipif(bool(NO_SSH), reason=NO_SSH or "it can run")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with serving(tmp_path_factory.mktemp("learning"), "--open") as running:
        yield running


def test_an_answer_a_dropped_connection_and_back(server: Running) -> None:
    """Half an answer is typed, the client is killed; the next login goes on behind the last letter, and is judged."""
    page = number_page()
    with server.terminal("ada") as t:
        t.wait_for(READY)
        t.send("enter")
        t.wait_for("page 1 of")
        for number in range(2, page + 1):
            t.send("ctrl+n")
            t.wait_for(f"page {number} of")
        t.send("1/sqr")
        t.wait_for("1/sqr")
        t.process.kill()
        t.exit_code()
    server.wait_for("end", learner="ada", why="connection lost")
    assert any(event["type"] == "draft" and event["raw"] == "1/sqr" for event in server.events("ada"))
    with server.terminal("ada", cols=100, rows=30) as t:
        t.wait_for(f"page {page} of")
        t.send("enter")
        t.wait_for("1/sqr")
        t.send("t(2)", "enter")
        t.wait_for("✓")
        t.send("escape")
        t.quiet(0.3)
        t.send("q")
        t.wait_for(READY)
        t.send("q")
        assert t.exit_code() == 0
        assert t.left_behind() == []
    answers = [event for event in server.events("ada") if event["type"] == "answer"]
    assert [answer["raw"] for answer in answers] == ["1/sqrt(2)"]
    assert not (server.state / "journal").exists()


def test_resized_and_pasted(server: Running) -> None:
    with server.terminal("bob") as t:
        t.wait_for(READY)
        assert t.modes.get(2004)
        assert not any(t.modes.get(mode) for mode in (1000, 1003, 1004))
        t.send("w")
        t.wait_for("scores")
        t.resize(100, 30)
        t.wait_for(lambda screen: any(len(line) > 82 for line in screen.splitlines()))
        t.resize(40, 12)
        t.wait_for("enlarge")
        t.resize(80, 24)
        t.wait_for("scores")
        t.send("tab")
        t.quiet(0.3)
        t.paste("3 1\n4 1")
        t.wait_for("4 1")
        mark = t.mark()
        t.quiet(1.0, limit=1.0)
        mark = t.mark()
        t.quiet(1.0, limit=1.0)
        assert t.bytes_since(mark) == b"", "idle writes nothing"
        t.send("ctrl+q")
        assert t.exit_code() == 0
        assert t.left_behind() == []


@pytest.mark.parametrize(("term", "sequence"), [("xterm-256color", b"38;5;"), ("vt100", b"")])
def test_colors_are_the_clients(server: Running, term: str, sequence: bytes) -> None:
    with server.terminal("eve", term=term) as t:
        t.wait_for(READY)
        seen = t.bytes_since(0)
        assert b"38;2;" not in seen
        assert sequence in seen
        if not sequence:
            numbers = [int(x) for style in re.findall(rb"\x1b\[([0-9;]+)m", seen) for x in style.split(b";")]
            assert max(numbers) < 30, "bold, underline and reverse, no color"
        t.send("ctrl+q")
        assert t.exit_code() == 0


def test_plain_lines_on_a_terminal(server: Running) -> None:
    with server.terminal("carl", "plain") as t:
        t.wait_for("or Enter>")
        t.send("quix", "backspace", "t", "enter")
        t.wait_for("Goodbye.")
        assert t.exit_code() == 0
        assert b"\x1b[" not in t.bytes_since(0)
        assert "> quit" in t.screen()


@pytest.mark.parametrize("words", [(), ("plain",)])
def test_plain_lines_without_a_terminal(server: Running, words: tuple[str, ...]) -> None:
    done = server.run("dora", *words, typed="1\nnext\nquit\n", options=["-T"])
    assert done.returncode == 0
    assert "\x1b" not in done.stdout
    assert "page 2 of" in done.stdout
    assert "ada" not in done.stdout
    assert done.stdout.rstrip().endswith("Goodbye. What you typed is kept.")


def test_a_dumb_terminal_gets_plain_lines(server: Running) -> None:
    with server.terminal("dumb", term="dumb") as t:
        t.wait_for("or Enter>")
        t.send("ctrl+d")
        assert t.exit_code() == 0


def test_a_line_that_was_begun_is_kept(server: Running) -> None:
    """The client's side is closed in the middle of a line; the next time it is said what stood there."""
    page = number_page()
    done = server.run("fay", typed=f"1\npage {page}\n1/sqr", options=["-T"])
    assert done.returncode == 0
    assert any(event["type"] == "draft" and event["raw"] == "1/sqr" for event in server.events("fay"))


def test_ones_own_progress_and_the_teachers_report(server: Running) -> None:
    server.run("gus", typed="1\nnext\nquit\n", options=["-T"])
    assert "Progress of gus: 1 of" in server.run("gus", "progress").stdout
    report = subprocess.run(
        [program(), "report", str(server.state), "--by", "learner"], capture_output=True, text=True, check=True
    )
    assert any(line.split()[:2] == ["gus", "1"] for line in report.stdout.splitlines())


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_the_server_is_stopped(tmp_path: Path, number: int) -> None:
    """Everybody is told, what they typed is there, their terminals are as they were; the server ends by itself."""
    with serving(tmp_path, "--open") as server, server.terminal("ada") as t, server.terminal("bob", "plain") as plain:
        t.wait_for(READY)
        plain.wait_for("or Enter>")
        t.send("enter")
        t.wait_for("page 1 of")
        server.process.send_signal(number)
        t.exit_code()
        plain.exit_code()
        assert server.process.wait(10) == 0
        assert "The tutor is being stopped. What you typed is kept" in t.text_since(0)
        assert "The tutor is being stopped." in plain.screen()
        assert t.left_behind() == []
        assert [event["type"] for event in server.events("ada")][-1] == "end"
        assert server.log()[-1] == {**server.log()[-1], "event": "stopped", "unfinished": 0}


def test_a_client_that_is_slow_at_the_end_shows_the_last_words_too(tmp_path: Path) -> None:
    """What broke: told of the end in the same breath as of the last words, ssh dropped them."""
    with serving(tmp_path, "--open") as server, server.terminal("ada") as t:
        t.wait_for(READY)
        # It takes nothing, so that all of it is there at once when it goes on.
        t.signal(signal.SIGSTOP)
        server.process.send_signal(signal.SIGTERM)
        server.wait_for("end", learner="ada")
        t.signal(signal.SIGCONT)
        t.exit_code()
        assert server.process.wait(10) == 0
        assert "The tutor is being stopped. What you typed is kept" in t.text_since(0)
        assert t.left_behind() == []
