"""`--kiosk`: each door by its name, then thousands of random keys under an audit hook that sees what Python does."""

from __future__ import annotations

import os
import random
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from textual.command import CommandPalette

from tests import audit
from tests.screens.conftest import Start, course, start  # noqa: F401  # fixtures
from tests.screens.driving import press, settle
from tests.screens.hostile import STRINGS
from tests.terminal import KEYS, Terminal, program
from tutor.cli import main

READY = "q quit"
ALTERNATE = 1049
"""The mode of a terminal in which the tutor draws; off again once it has been left."""

LINKS = """
title = "Links"
objectives = ["Follow none."]
[[steps]]
id = "links-read"
kind = "text"
body = '''
A [link](https://example.org/a) and <https://example.org/b>, ![a picture](file:///etc/passwd), https://example.org/c.

[file](file:///etc/passwd) [shell](sh:ls) <a href="https://example.org/d">d</a>
'''
"""


@pytest.fixture
def state(tmp_path: Path) -> Path:
    return tmp_path / "state"


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "audit.log"


@contextmanager
def kiosk(state: Path, log: Path, *words: str, **env: str | None) -> Iterator[Terminal]:
    """The tutor in a kiosk, watched; in an empty folder, with the variables that other programs would start by."""
    here = state.parent / "here"
    here.mkdir(exist_ok=True)
    doors = {"EDITOR": "touch", "VISUAL": "touch", "PAGER": "cat", "BROWSER": "touch", "SHELL": "/bin/sh"}
    command = [program(), "--kiosk", "--state", str(state), *words]
    with Terminal(command, env={**audit.environment(log), **doors, **env}, cwd=here) as t:
        yield t
    assert list(here.iterdir()) == []


def written(state: Path) -> list[str]:
    """The files in the state folder that are no journals."""
    return sorted(path.name for path in state.iterdir() if path.is_file())


# The audit hook itself


def test_the_hook_sees_what_it_is_for(tmp_path: Path, log: Path, state: Path) -> None:
    """Outside a kiosk a table is saved in the current folder: were the hook blind, so would the tests below be."""
    with Terminal([program(), "--state", str(state)], env=audit.environment(log), cwd=tmp_path) as t:
        t.wait_for(READY)
        t.send("w")
        t.wait_for("Workbench")
        t.quiet(0.3)
        t.send("e")
        t.wait_for("Save this stage")
        t.send("end", "enter")
        t.wait_for("Saved as")
        t.send("ctrl+q")
        assert t.exit_code() == 0
    (event,) = audit.outside(log, state=state)
    assert (event.kind, event.what) == ("write", str(tmp_path / "attention.txt"))
    assert any(event.kind == "write" for event in audit.events(log))


# Doors by name


def test_saving_goes_into_the_state_folder(state: Path, log: Path) -> None:
    """A stage's table by the menu, and a program, whose name is taken the second time."""
    with kiosk(state, log) as t:
        t.wait_for(READY)
        t.send("w")
        t.wait_for("Workbench")
        t.quiet(0.3)
        t.send("e")
        t.wait_for("Save this stage")
        t.send("end", "enter")
        t.wait_for("Saved as")
        for _ in range(2):
            t.quiet(0.2)
            t.send("end", "up", "enter")
            t.wait_for("torch")
            t.send("s")
            t.wait_for("Saved as")
            t.send("q")
            t.wait_for("Save this stage")
        t.send("ctrl+q")
        assert t.exit_code() == 0
    assert written(state) == ["attention.txt", "attention_torch-2.py", "attention_torch.py"]
    assert audit.outside(log, state=state) == []


async def test_no_name_leads_out_of_the_folder(start: Start, state: Path) -> None:  # noqa: F811
    """The names are the program's own; were one not, it could still be no path."""
    state.mkdir()
    app = start(state=state, exports=state, kiosk=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        for name in ("../out", "/etc/out", "a/../../out", "..", "\x00", "~/out", "$HOME", "-rf", "a\nb"):
            told = app.save(name, "x")
            assert told.startswith("Saved as ")
            assert "/" not in told
    assert {path.parent for path in state.parent.rglob("*") if path.is_file() and path.parent.name != "journal"} == {
        state
    }


def test_without_a_state_folder_nothing_is_saved(state: Path, log: Path) -> None:
    with kiosk(state, log, "--no-save") as t:
        t.wait_for(READY)
        t.send("w")
        t.wait_for("Workbench")
        t.quiet(0.3)
        t.send("e")
        t.wait_for("Save this stage")
        t.send("end", "enter")
        t.wait_for("There is no folder to save in.")
        t.send("ctrl+q")
        assert t.exit_code() == 0
    assert audit.outside(log, state=state) == []
    assert not state.exists()


async def test_there_is_no_command_palette(start: Start) -> None:  # noqa: F811
    """Its commands save screenshots and change what the program may do."""
    app = start(kiosk=True)
    async with app.run_test(size=(80, 24)) as pilot:
        for key in ("ctrl+p", "ctrl+backslash", "ctrl+shift+p", "f1", "escape", "colon"):
            await press(pilot, [key])
            assert not CommandPalette.is_open(app)
            assert not any(isinstance(screen, CommandPalette) for screen in app.screen_stack)


DOORS = ("screenshot", "suspend", "palette", "open_url", "deliver", "bell", "simulate_key", "push_screen", "add_class")


async def test_no_key_has_an_action_that_leads_out(start: Start) -> None:  # noqa: F811
    """On every screen that keys lead to, for whatever has the focus there."""
    app = start(kiosk=True)
    seen = set()
    async with app.run_test(size=(80, 24)) as pilot:
        for way in (["w"], ["w", "tab"], ["w", "e"], ["p"], ["l"], ["g"], ["question_mark"], ["enter"], ["r"]):
            await press(pilot, way)
            seen |= {binding.action for _, binding, *_ in app.screen.active_bindings.values()}
            while len(app.screen_stack) > 1:
                app.pop_screen()
                await settle(pilot)
    assert len(seen) > 20
    assert [action for action in seen if any(door in action for door in DOORS)] == []


def test_ctrl_z_leaves_no_dead_terminal(state: Path, log: Path) -> None:
    """In a shell of one's own it would suspend the program; here there is no shell to come back to."""
    with kiosk(state, log) as t:
        t.wait_for(READY)
        for keys in (["ctrl+z"], ["w", "ctrl+z"], ["tab", "ctrl+z", "\x1a\x1a"], ["\x1c", "\x1d", "\x1e", "\x1f"]):
            t.send(*keys)
            t.quiet(0.2)
        stat = Path(f"/proc/{t.process.pid}/stat")
        if stat.exists():
            assert stat.read_text().rpartition(")")[2].split()[0] in "SRD"
        t.send("ctrl+q")
        assert t.exit_code() == 0
    assert audit.outside(log, state=state) == []


CLICKS = "".join(f"\x1b[<0;{x};{y}M\x1b[<0;{x};{y}m" for y in range(1, 25) for x in (3, 10, 20, 40, 60))


def test_no_link_opens(state: Path, log: Path, tmp_path: Path) -> None:
    """Not by a click anywhere, not by the terminal (OSC 8), and BROWSER is not asked."""
    lessons = tmp_path / "lessons"
    lessons.mkdir()
    (lessons / "01_links.toml").write_text(LINKS)
    with kiosk(state, log, "--lessons", str(lessons)) as t:
        t.wait_for(READY)
        t.quiet(0.5)
        t.send(*["down"] * 13, "enter")
        t.wait_for("Links")
        t.wait_for("example.org")
        t.send(CLICKS)
        t.quiet(0.5)
        t.send("tab", "enter", "space", "ctrl+q")
        assert t.exit_code() == 0
        assert b"\x1b]8;" not in t.bytes_since(0)
    assert audit.outside(log, state=state, readable=(lessons,)) == []


def test_variables_of_textual_open_nothing(state: Path, log: Path, tmp_path: Path) -> None:
    """A log, a screenshot, keys pressed by themselves and a connection to its developers' console."""
    doors = {
        "TEXTUAL": "debug,devtools", "TEXTUAL_LOG": str(tmp_path / "out.log"), "TEXTUAL_DEBUG": "1",
        "TEXTUAL_SCREENSHOT": "1", "TEXTUAL_SCREENSHOT_LOCATION": str(tmp_path), "TEXTUAL_PRESS": "q",
        "TEXTUAL_DRIVER": "tests.terminal:Terminal",
    }  # fmt: skip
    with kiosk(state, log, **doors) as t:
        t.wait_for(READY)
        t.quiet(0.5)
        t.send("q")
        assert t.exit_code() == 0
    assert audit.outside(log, state=state) == []
    assert sorted(path.name for path in tmp_path.iterdir()) == ["audit.log", "here", "state"]


@pytest.mark.parametrize(
    "words",
    [
        ["compute", "--from", "/etc/passwd"],
        ["grade", "--from", "/etc/passwd"],
        ["check", "/etc"],
        ["report", "/home"],
        ["progress", "--export", "x"],
        ["progress", "--import", "/etc/passwd"],
    ],
    ids=" ".join,
)
def test_no_command_takes_a_file(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """Should a kiosk be given commands at all: with --kiosk none of them reads or writes a named file."""
    assert main(["--kiosk", *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert len(err.splitlines()) == 1


# Any key


WAYS = (
    "up",
    "down",
    "down",
    "left",
    "right",
    "enter",
    "enter",
    "enter",
    "tab",
    "escape",
    "pagedown",
    "n",
    "w",
    "p",
    "e",
    "q",
)
"""What leads somewhere; pressed half of the time, so that every screen is come to."""

SEQUENCES = (
    *(sequence for name, sequence in KEYS.items() if name != "escape"),
    *(chr(code) for code in range(1, 32) if chr(code) not in "\x11\x1b"),
    *"nbhsaixpecdwrlgt?1234567890.-/[](), iI:!|;&$`~>",
    *(f"\x1bO{letter}" for letter in "PQRS"),
    *(f"\x1b[{number}~" for number in (11, 12, 13, 14, 15, 17, 18, 19, 20, 21, 23, 24, 2, 3, 5, 6)),
    *(f"\x1b[1;{modifier}{letter}" for modifier in (2, 3, 5) for letter in "ABCDHFPQRS"),
    *(f"\x1b{letter}" for letter in "abdefxqnw:.<>"),
)
PASTED = (
    *STRINGS,
    "/etc/passwd",
    "$(touch out)",
    "`touch out`",
    "!touch out",
    ":!sh",
    "; sh",
    "@/etc/passwd",
    "1 0; 0 1",
)


def wander(state: Path, log: Path, seed: int, presses: int, lessons: Path) -> None:
    """So many keys, pastes and clicks by this seed, in a terminal; a learner who is out comes back."""
    rng = random.Random(seed)
    left = presses
    while left > 0:
        with kiosk(state, log, "--lessons", str(lessons)) as t:
            t.wait_for(READY)
            while left > 0 and t.modes.get(ALTERNATE):
                for _ in range(3):
                    keys = anything(rng)
                    t.send(*keys)
                    # A terminal's Esc is told from Alt by the pause that follows it.
                    t.quiet(0.12 if keys == ("escape",) else 0.01)
                    left -= 1
            while t.modes.get(ALTERNATE) and left > -5:
                # On a busy machine an Esc and what follows it may be read as one key.
                t.send("ctrl+q")
                t.quiet(1.0)
                left -= 1
            assert t.exit_code() == 0
            assert t.left_behind() == []


def anything(rng: random.Random) -> tuple[str, ...]:
    """A key mostly, else a paste or a click."""
    chance = rng.random()
    if chance < 0.5:
        return (rng.choice(WAYS),)
    if chance < 0.54:
        return (f"\x1b[200~{rng.choice(PASTED)}\x1b[201~",)
    if chance < 0.6:
        where = f"{rng.randint(1, 80)};{rng.randint(1, 24)}"
        return f"\x1b[<0;{where}M", f"\x1b[<0;{where}m"
    return (rng.choice(SEQUENCES),)


def check_wandering(state: Path, log: Path, seed: int, presses: int) -> None:
    lessons = state.parent / "lessons"
    lessons.mkdir()
    (lessons / "01_links.toml").write_text(LINKS)
    wander(state, log, seed, presses, lessons)
    assert audit.outside(log, state=state, readable=(lessons,)) == []
    assert [path for path in state.rglob("*") if path.name.startswith("error-")] == []
    did = [line for path in state.rglob("*.jsonl") for line in path.read_text().splitlines() if '"step"' in line]
    assert len(did) > presses / 100, "the keys led nowhere"
    assert not any(os.path.islink(path) for path in state.rglob("*"))


def test_hundreds_of_random_keys_open_and_start_nothing(state: Path, log: Path) -> None:
    check_wandering(state, log, 1, 150)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [2, 3])
def test_thousands_of_random_keys_open_and_start_nothing(state: Path, log: Path, seed: int) -> None:
    check_wandering(state, log, seed, 2000)


WORDS = (
    "?",
    "1",
    "2",
    "3",
    "back",
    "hint",
    "show",
    "quit",
    "w",
    "e",
    "save",
    "code",
    "python",
    "menu",
    "practice",
    "glossary",
    "n",
    "b",
)


@pytest.mark.parametrize("seed", [5, pytest.param(6, marks=pytest.mark.slow)])
def test_random_lines_of_the_plain_front_end_open_and_start_nothing(state: Path, log: Path, seed: int) -> None:
    """It takes names of commands as words, so words are what is tried."""
    rng = random.Random(seed)
    lines = [rng.choice(rng.choice((WORDS, WORDS, PASTED))).replace("\n", " ") for _ in range(400 * (seed - 4))]
    here = state.parent / "here"
    here.mkdir()
    env = {**os.environ, **{name: value for name, value in audit.environment(log).items() if value is not None}}
    done = subprocess.run(
        [program(), "--kiosk", "--state", str(state), "plain"],
        input="\n".join(line for line in lines if line != "quit").encode("utf-8", "replace"),
        capture_output=True,
        check=False,
        timeout=120,
        env=env,
        cwd=here,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert len(done.stdout) > 10_000
    assert list(here.iterdir()) == []
    assert audit.outside(log, state=state) == []
