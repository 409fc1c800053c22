"""What the benchmarks share: programs in terminals with a state folder of their own, frames, medians, tables."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from tests.benchmarks.screens import HOME, SCREENS, lesson_text
from tests.terminal import Terminal, program

BARE = str(Path(__file__).with_name("bare.py"))
QUIET = 0.12
"""Seconds without output after which a screen counts as done."""


@dataclass(slots=True)
class Table:
    """One benchmark's result: a title, column names, rows of values, and what should be read beside them."""

    title: str
    columns: tuple[str, ...]
    rows: list[tuple[str | float | int | None, ...]] = field(default_factory=list)
    note: str = ""

    def text(self) -> str:
        """The table with aligned columns; floats with the decimals that their size deserves."""
        cells = [self.columns, *(tuple(map(_cell, row)) for row in self.rows)]
        widths = [max(len(row[i]) for row in cells) for i in range(len(self.columns))]
        lines = [
            "  ".join(x.ljust(w) if i == 0 else x.rjust(w) for i, (x, w) in enumerate(zip(row, widths, strict=True)))
            for row in cells
        ]
        return "\n".join([f"\n{self.title}", *lines, *([self.note] if self.note else [])])

    def data(self) -> dict[str, object]:
        """The same for JSON."""
        return {"title": self.title, "rows": [dict(zip(self.columns, row, strict=True)) for row in self.rows]}


def _cell(value: str | float | int | None) -> str:
    if value is None:
        return "-"
    if isinstance(value, float):
        return f"{value:.3f}" if abs(value) < 10 else f"{value:.1f}"
    return f"{value:,}" if isinstance(value, int) else value


def median(values: Sequence[float]) -> float:
    return statistics.median(values)


def percentile(values: Sequence[float], p: float) -> float:
    """The value that p of 100 do not exceed."""
    return sorted(values)[min(len(values) - 1, round(p / 100 * (len(values) - 1)))]


def p95(values: Sequence[float]) -> float:
    """The value that 95 of 100 do not exceed."""
    return percentile(values, 95)


@contextmanager
def world(page: str | None = None) -> Iterator[dict[str, str | None]]:
    """The environment of a learner who was last on a page; a fresh home and state folder."""
    with tempfile.TemporaryDirectory() as home:
        if page:
            journal = Path(home, "state", "attn-tutor", "journal")
            journal.mkdir(parents=True)
            events = [
                {"v": 1, "t": 1.8e9, "type": "session", "learner": None, "version": "0", "front_end": "app"},
                {"v": 1, "t": 1.8e9 + 1, "type": "open", "lesson": "measured", "step": page},
            ]
            (journal / "20270115T080000-0.jsonl").write_text("".join(json.dumps(x) + "\n" for x in events))
        lessons = Path(home, "lessons")
        lessons.mkdir()
        (lessons / "90_measured.toml").write_text(lesson_text())
        yield {
            "HOME": home, "XDG_STATE_HOME": f"{home}/state", "LESSONS": str(lessons), "TERM": "xterm-256color",
            "COLORTERM": "truecolor", "LANG": "C.UTF-8", "LC_ALL": None, "NO_COLOR": None, "SSH_CONNECTION": None,
            "PYTHONDONTWRITEBYTECODE": None, "PYTHONUNBUFFERED": None,
        }  # fmt: skip


def tutor(env: dict[str, str | None]) -> list[str]:
    """The command line of the tutor with the measured lesson."""
    return [program(), "--lessons", str(env["LESSONS"])]


def bare(*what: str) -> list[str]:
    """The command line of the yardstick: a Textual app with one Static, and `numpy` or an `input` if named."""
    return [sys.executable, BARE, *what]


@contextmanager
def at(name: str) -> Iterator[Terminal]:
    """The tutor in a terminal of 80×24, at one of the screens."""
    screen = SCREENS[name]
    with world(screen.page) as env, Terminal(tutor(env), env=env) as terminal:
        terminal.wait_for(HOME, timeout=60)
        terminal.quiet(0.4)
        for key in screen.keys:
            terminal.send(key)
            terminal.quiet(0.3)
        terminal.wait_for(screen.shows, timeout=20)
        yield terminal


def until(terminal: Terminal, shows: str, limit: float = 60.0) -> None:
    """Read until the text has been written. Cheap: the screen is not laid out."""
    deadline = time.monotonic() + limit
    while shows not in terminal.text_since(0):
        if not terminal.read(deadline - time.monotonic()):
            raise AssertionError(f"{shows!r} did not come, the screen is:\n{terminal.screen()}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Spent:
    """What came of a start or a key: seconds until its last byte, seconds of processor time, the number of bytes."""

    seconds: float
    processor: float
    size: int


def frame(terminal: Terminal, shows: str, limit: float = 60.0) -> Spent:
    """From the start of the program until the text stood on the screen.

    The screen is laid out afterwards, so that laying it out does not slow what is measured.
    """
    until(terminal, shows, limit)
    processor = cpu_seconds(terminal)
    terminal.quiet(QUIET)
    pieces = terminal.chunks[:]
    terminal.chunks.clear()
    size = 0
    for when, data in pieces:
        terminal.chunks.append((when, data))
        size += len(data)
        if shows in terminal.screen():
            return Spent(seconds=when - terminal.t0, processor=processor, size=size)
    raise AssertionError(f"{shows!r} came and went")


def press(terminal: Terminal, key: str) -> tuple[float, int]:
    """Press a key and wait until the screen is quiet: seconds until its last byte, and the number of bytes."""
    spent = press_and_count(terminal, key)
    return spent.seconds, spent.size


def press_and_count(terminal: Terminal, key: str) -> Spent:
    """The same, with the processor time that it took."""
    mark, before, start = len(terminal.chunks), cpu_seconds(terminal), time.monotonic()
    terminal.send(key)
    terminal.read(5.0)
    terminal.quiet(QUIET)
    pieces = terminal.chunks[mark:]
    seconds = pieces[-1][0] - start if pieces else 0.0
    size = sum(len(data) for _, data in pieces)
    return Spent(seconds=seconds, processor=cpu_seconds(terminal) - before, size=size)


def timed(call: Callable[[], object]) -> float:
    """Seconds that a call takes."""
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


class Program(Protocol):
    """Something that runs in a process of its own: a terminal, or a server."""

    @property
    def process(self) -> subprocess.Popen[bytes]:
        """Its process."""


def processes_of(program: Program) -> list[Path]:
    """The program's folders in /proc; empty where there is no /proc."""
    folder = Path(f"/proc/{program.process.pid}")
    return [folder] if folder.is_dir() else []


def cpu_seconds(program: Program) -> float:
    """Processor time of all threads so far."""
    files = [file for folder in processes_of(program) for file in folder.glob("task/*/schedstat")]
    return sum(int(file.read_text().split()[0]) for file in files) / 1e9


def memory_mib(program: Program) -> float:
    """Proportional set size: shared pages counted in parts."""
    total = 0
    for folder in processes_of(program):
        lines = (folder / "smaps_rollup").read_text().splitlines()
        total += sum(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    return total / 1024


def environment(env: dict[str, str | None]) -> dict[str, str]:
    """This process's environment with changes, for a plain subprocess."""
    return {name: value for name, value in {**os.environ, **env}.items() if value is not None}


def torch_python() -> str:
    """The interpreter that may have PyTorch: the one named with --torch, else this one."""
    return os.environ.get("TORCH_PYTHON", sys.executable)


def torch_says(*what: str) -> dict[str, float]:
    """What `in_torch.py` measures there; nothing where PyTorch is not installed."""
    line = [torch_python(), str(Path(__file__).with_name("in_torch.py")), *what]
    done = subprocess.run(line, capture_output=True, text=True, check=False)
    if done.returncode:
        assert "No module named 'torch'" in done.stderr, done.stderr
        return {}
    found: dict[str, float] = json.loads(done.stdout)
    return found
