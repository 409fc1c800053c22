"""What loads when: the floors, imported in fresh processes, and a look into `sys.modules`."""

from __future__ import annotations

import json
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

import tutor
from tests.terminal import Terminal

MODULES = sorted(m.name for m in pkgutil.walk_packages(tutor.__path__, "tutor.") if m.name != "tutor.__main__")
HEAVY = ("numpy", "rich", "textual", "platformdirs", "asyncio")

LOADER = """
import json, os, sys
heavy, ready, codes = json.loads(sys.argv[1])
for name in ready:
    __import__(name)
result = {}
for code in codes:
    r, w = os.pipe()
    if not (child := os.fork()):
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        try:
            exec(code)
            seen = [name for name in heavy if name in sys.modules]
        except BaseException as error:
            seen = [f"{type(error).__name__}: {error}"]
        os.write(w, json.dumps(seen).encode())
        os._exit(0)
    os.close(w)
    with os.fdopen(r) as pipe:
        result[code] = json.loads(pipe.read())
    os.waitpid(child, 0)
print(json.dumps(result))
"""


def loaded_by(*codes: str, watch: tuple[str, ...] = HEAVY, ready: tuple[str, ...] = ()) -> dict[str, list[str]]:
    """Run each piece of code in a fresh process of its own: which of the watched modules did it load?"""
    words = [sys.executable, "-c", LOADER, json.dumps([watch, ready, codes])]
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)  # type: ignore[no-any-return]


def floor(*parts: str) -> list[str]:
    """An import of each module of some parts of the package."""
    return [f"import {name}" for name in MODULES if name.split(".")[1] in parts]


def test_the_package_itself_loads_nothing() -> None:
    """`import tutor` is for the version; even argparse waits."""
    watch = (*HEAVY, "argparse", "dataclasses", "tutor.cli", "tutor.surroundings", "pathlib")
    assert loaded_by("import tutor", watch=watch) == {"import tutor": []}


def test_the_command_line_and_the_content_load_nothing_heavy() -> None:
    """cli, notation, lessons and records come without NumPy, Rich or Textual; so does the problem's plain data."""
    codes = ["import tutor.cli", "import tutor.maths.problem", "import tutor.surroundings"]
    codes += floor("notation", "lessons", "records")
    assert loaded_by(*codes) == {code: [] for code in codes}


def test_the_floors_below_the_app_run_without_it() -> None:
    """Numbers and coaching know neither Rich nor Textual; rendering and commands know no Textual."""
    watch = ("rich", "textual", "tutor.app", "tutor.screens", "tutor.widgets")
    codes = floor("maths", "coaching")
    assert loaded_by(*codes, watch=watch, ready=("numpy",)) == {code: [] for code in codes}
    codes = floor("rendering", "plain", "commands")
    assert loaded_by(*codes, watch=watch[1:], ready=("numpy", "rich.table")) == {code: [] for code in codes}


def test_every_module_of_the_app_can_be_imported_first() -> None:
    """No module needs another to have been imported before it."""
    codes = floor("app", "screens", "widgets", "look", "process")
    assert loaded_by(*codes, watch=("tutor.cli",), ready=("textual.app",)) == {code: [] for code in codes}


def test_widgets_come_without_lessons_and_screens() -> None:
    """A widget could be used in another program."""
    codes = floor("widgets", "look")
    watch = ("tutor.lessons", "tutor.records", "tutor.coaching", "tutor.screens", "tutor.app")
    assert loaded_by(*codes, watch=watch, ready=("textual.app",)) == {code: [] for code in codes}


def test_a_learners_process_does_without_what_it_never_needs() -> None:
    """Neither the library for encrypted connections nor the one that finds addresses in prose is loaded."""
    app = "import tutor.app, tutor.process, tutor.rendering.prose, tutor.screens.lesson"
    codes = [app, f"from tutor.commands import do_without; do_without(); {app}"]
    watch = ("_ssl", "linkify_it.main")
    assert loaded_by(*codes, watch=watch) == {codes[0]: list(watch), codes[1]: []}


@pytest.mark.skipif(not Path("/proc/self/maps").is_file(), reason="only Linux says what a process has loaded")
def test_the_running_tutor_does_without_them() -> None:
    """The same in the program as it is started, once all that comes after the first screen is there."""
    with Terminal() as terminal:
        terminal.wait_for("Workbench")
        terminal.send("down", "enter")
        terminal.wait_for("page 1 of")
        loaded = Path(f"/proc/{terminal.process.pid}/maps").read_text()
    assert "numpy" in loaded
    assert "_ssl." not in loaded
    assert "libssl" not in loaded


def command(*words: str) -> str:
    """The code that runs one command line."""
    return f"from tutor.cli import main; assert main({list(words)!r}) == 0"


def test_commands_load_what_they_need() -> None:
    """Listing lessons and progress needs no NumPy; nothing in a shell needs Textual or an event loop."""
    light = [command("list"), command("progress"), command("progress", "--json")]
    assert loaded_by(*light) == {code: [] for code in light}
    values = ("--q", "0 1", "--k", "1 0; 0 1", "--v", "6 0; 0 3")
    heavier = [command("check"), command("show", "1"), command("compute", *values), command("problem", "--seed", "1")]
    answer = ("--row", "1", "--step", "scores", "--answer", "0 1")
    heavier += [command("grade", *values, *answer), command("read", "1/√2"), command("reset", "--help")]
    assert loaded_by(*heavier, watch=("textual", "asyncio", "tutor.app")) == {code: [] for code in heavier}
