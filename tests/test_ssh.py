"""Through a real OpenSSH server: a lesson at 80×24, what it costs in bytes, a dropped connection, a kiosk's door."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.sshd import MISSING, Server, own_group, serving
from tests.terminal import Terminal, program
from tests.test_through_terminal import MOST_BYTES, READY, go_through, press
from tutor.lessons.loader import load_course
from tutor.lessons.model import Course
from tutor.records.progress import fold
from tutor.records.recorded import read_events

pytestmark = pytest.mark.skipif(bool(MISSING), reason=MISSING or "it can run")

CLASSROOM = Path(__file__).parent.parent / "docs" / "classroom.md"
KIOSK = "/opt/attn-tutor/bin/attn-tutor"


@pytest.fixture(scope="module")
def course() -> Course:
    return load_course()


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the server keeps its keys and the learner's state is."""
    return tmp_path_factory.mktemp("sshd")


@pytest.fixture(scope="module")
def server(world: Path) -> Iterator[Server]:
    """A server whose command is the one of the classroom's page, word for word but for three names."""
    written = classroom_settings()
    assert written.count(KIOSK) == 1
    assert written.count("Group learners") == 1
    settings = written.replace(KIOSK, program()).replace("Group learners", f"Group {own_group()}")
    with serving(world, f"{at_home(world)}\n{settings}") as server:
        yield server


def classroom_settings() -> str:
    """The lines that the classroom's page tells one to add to the server's settings."""
    found = re.findall(r"```sshd_config\n(.*?)```", CLASSROOM.read_text(), re.DOTALL)
    assert len(found) == 1
    lines = [line for line in found[0].splitlines() if line.strip()]
    assert len(lines) <= 10
    return str(found[0])


def at_home(place: Path) -> str:
    """The setting by which a folder of the test is a learner's home, with nothing in it that a shell runs first."""
    return f"SetEnv XDG_STATE_HOME={place / 'state'} HOME={place / 'home'}"


def state(world: Path) -> Path:
    return world / "state" / "attn-tutor"


@pytest.fixture(autouse=True)
def _nobody_was_here(world: Path) -> None:
    shutil.rmtree(state(world), ignore_errors=True)


def events(world: Path) -> list[dict[str, object]]:
    """Everything that was recorded."""
    files = sorted((state(world) / "journal").glob("*.jsonl"))
    return [json.loads(line) for file in files for line in file.read_text().splitlines()]


def wait_until_recorded(world: Path, kind: str) -> None:
    """Until the learner's program has written such an event: it goes on for a moment after the line is cut."""
    deadline = time.monotonic() + 10
    with Terminal(["/bin/cat"]) as clock:
        while not any(event["type"] == kind for event in events(world)):
            assert time.monotonic() < deadline, f"no {kind} event came"
            clock.read(0.05)


def test_a_lesson_over_ssh(server: Server, world: Path, course: Course) -> None:
    """The first lesson from its first page to its results, as on the spot; every screen within one TCP window."""
    with server.terminal() as t:
        t.wait_for(READY)
        t.quiet(0.3)
        press(t, "down", "enter")
        go_through(t, course.lessons[0])
        press(t, "q", "q")
        assert t.exit_code() == 0
        assert t.left_behind() == []
    progress = fold(read_events(state(world), learner=None).events)
    assert all(progress.is_done(step.id) for step in course.lessons[0].steps)
    assert (state(world) / "journal").stat().st_mode & 0o077 == 0


def test_bytes_over_ssh(server: Server) -> None:
    """A cell 300, a digit 1,100 on a line and 2,300 in a matrix, a stage of three tokens 3,000; idle nothing."""
    with server.terminal() as t:
        t.wait_for(READY)
        t.quiet(0.4)
        most: dict[str, int] = {}

        def cost(name: str, *keys: str) -> None:
            for key in keys:
                mark = t.mark()
                t.send(key)
                t.quiet(0.3)
                most[name] = max(most.get(name, 0), t.mark() - mark)

        cost("screen", "w")
        cost("cell", "right", "down", "left", "up", "right")
        cost("stage", "n", "n", "n", "n", "b", "b")
        press(t, "tab")
        t.quiet(0.4)
        cost("matrix field", "1", "2")
        cost("screen", "escape", "q")
        cost("screen", "p")
        press(t, "1")
        cost("line", "2", "3")
        t.quiet(0.8)
        mark = t.mark()
        t.quiet(1.5, limit=1.5)
        assert t.bytes_since(mark) == b"", "nothing blinks, nothing is polled"
        assert most["cell"] <= 300, most
        assert most["stage"] <= 3_000, most
        assert most["line"] <= 1_100, most
        assert most["matrix field"] <= 2_300, most
        assert most["screen"] <= MOST_BYTES, most
        press(t, "ctrl+q")
        assert t.exit_code() == 0


def test_a_connection_that_drops_in_the_middle_of_an_answer(server: Server, world: Path, course: Course) -> None:
    """The client is killed; the next login goes on at that page, with what had been typed."""
    lesson = course.lessons[0]
    place = next(i for i, step in enumerate(lesson.steps, start=1) if step.kind == "number")
    with server.terminal() as t:
        t.wait_for(READY)
        press(t, "enter")
        t.wait_for("page 1 of")
        press(t, *["ctrl+n"] * (place - 1))
        t.wait_for(f"page {place} of")
        press(t, "1/sq", "r")
        t.wait_for("1/sqr")
        t.process.kill()
        t.exit_code()
    wait_until_recorded(world, "end")
    assert any(event["type"] == "draft" and event["raw"] == "1/sqr" for event in events(world))
    with server.terminal(cols=100, rows=30) as t:
        t.wait_for(f"Continue: {lesson.title}, page {place} of {len(lesson.steps)}")
        press(t, "enter")
        t.wait_for("1/sqr")
        press(t, "t(2)", "enter")
        t.wait_for("✓")
        press(t, "ctrl+q")
        assert t.exit_code() == 0


@pytest.mark.parametrize("term", ["screen-256color", "vt100"])
def test_other_terminals(server: Server, term: str) -> None:
    with server.terminal(cols=60, rows=20, term=term) as t:
        t.wait_for(READY)
        press(t, "w")
        t.wait_for("scores")
        press(t, "q", "q")
        assert t.exit_code() == 0
        assert t.left_behind() == []


def test_there_is_no_way_past_the_tutor(server: Server) -> None:
    """Another command, a file copied, a port forwarded: the tutor answers, or the server refuses."""
    for words in (["id"], ["sh", "-c", "'id'"], ["python3"]):
        done = server.run(*words)
        assert done.returncode == 2
        assert done.stdout == ""
        assert "needs a terminal" in done.stderr
        assert len(done.stderr.strip().splitlines()) == 1
    sftp = shutil.which("sftp")
    if sftp:
        done = server.run(options=["-b", "/dev/null"], client=sftp)
        assert done.returncode != 0
    forwarded = server.run(options=["-o", "ExitOnForwardFailure=yes", "-R", "0:127.0.0.1:1"])
    assert "forwarding failed" in forwarded.stderr


def test_a_group_of_its_own_gets_plain_lines(tmp_path: Path) -> None:
    """As the classroom's page says: the same settings with `plain`; no escape byte at a terminal or through a pipe."""
    settings = classroom_settings().replace(f"{KIOSK} --kiosk", f"{program()} plain --kiosk")
    settings = settings.replace("Group learners", f"Group {own_group()}")
    with serving(tmp_path, f"{at_home(tmp_path)}\n{settings}") as server:
        with server.terminal(term="dumb") as t:
            t.wait_for("attn-tutor")
            t.send("quit", "enter")
            assert t.exit_code() == 0
            assert b"\x1b" not in t.bytes_since(0)
        piped = subprocess.run(
            server.command(), input="quit\n", capture_output=True, text=True, timeout=30, check=False
        )
        assert piped.returncode == 0
        assert "attn-tutor" in piped.stdout
        assert "\x1b" not in piped.stdout


def test_plain_lines_whose_connection_drops(tmp_path: Path) -> None:
    """The client is killed in the middle of a line. What broke: the kernel had it, and no draft was kept."""
    settings = classroom_settings().replace(f"{KIOSK} --kiosk", f"{program()} plain --kiosk")
    settings = settings.replace("Group learners", f"Group {own_group()}")
    with serving(tmp_path, f"{at_home(tmp_path)}\n{settings}") as server:
        with server.terminal(term="dumb") as t:
            t.wait_for("home, a number or Enter>")
            t.send("1", "enter")
            t.wait_for("page 1 of")
            t.send("enter")
            t.wait_for(", answer>")
            t.send("0.4567")
            t.wait_for("0.4567")
            t.process.kill()
            t.exit_code()
        wait_until_recorded(tmp_path, "end")
        drafts = [event["raw"] for event in events(tmp_path) if event["type"] == "draft"]
        assert drafts == ["0.4567"]
        with server.terminal(term="dumb") as t:
            t.wait_for("home, a number or Enter>")
            t.send("enter")
            t.wait_for("You had typed, and not submitted: 0.4567")
            t.send("quit", "enter")
            assert t.exit_code() == 0
            assert b"\x1b" not in t.bytes_since(0)


@pytest.mark.slow
@pytest.mark.parametrize("lesson", range(1, 12))
def test_the_rest_of_the_course_over_ssh(server: Server, course: Course, lesson: int) -> None:
    with server.terminal() as t:
        t.wait_for(READY)
        press(t, "down", *["down"] * lesson, "enter")
        go_through(t, course.lessons[lesson])
        press(t, "ctrl+q")
        assert t.exit_code() == 0
        assert t.left_behind() == []
