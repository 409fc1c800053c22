"""A teacher's report over classes of different sizes, as a whole process: time and peak memory."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.benchmarks.measuring import Table, environment, median, world
from tests.terminal import program

A_SESSION = 50
EVENTS = 3_000
LEARNERS = (30, 100, 300)


def learner_lines(number: int, count: int) -> list[str]:
    """So many events of one learner on the pages of no course: pages opened, drafts, answers, every other one right."""
    lines = []
    for i in range(count):
        step = f"step-{(i // 4 + number) % 120}"
        event: dict[str, object] = {"type": ("open", "draft", "answer", "answer")[i % 4], "step": step}
        if event["type"] == "open":
            event["lesson"] = f"lesson-{i // 40 % 12}"
        else:
            event["raw"] = f"0.{(i * 7919 + number) % 10_000:04}, 0.66"
        if event["type"] == "answer":
            right = i % 4 == 3
            event |= {"status": "right" if right else "mistake", "mistakes": [] if right else ["no-scaling"]}
            event |= {"cells": [right, True], "seed": None, "digits": 3, "try": i % 4 - 1}
        lines.append(json.dumps({"v": 1, "t": 1.8e9 + 20 * i, **event}) + "\n")
    return lines


def make_class(folder: Path, learners: int, events: int = EVENTS) -> None:
    """A folder with a state folder of each learner, one file for fifty events."""
    for number in range(learners):
        journal = folder / f"learner-{number:03}" / "journal"
        journal.mkdir(parents=True)
        lines = learner_lines(number, events)
        for i in range(0, events, A_SESSION):
            about = {"id": f"{number:08x}{i:08x}", "learner": None, "version": "0", "front_end": "app"}
            heading = json.dumps({"v": 1, "t": 1.8e9 + 20 * i - 1, "type": "session", **about}) + "\n"
            (journal / f"20270115T080000Z-{i:06}.jsonl").write_text(heading + "".join(lines[i : i + A_SESSION]))


def run(n: int) -> list[Table]:
    """Each class three times at the most."""
    table = Table(
        f"report: a class of so many with {EVENTS:,} events each",
        ("learners", "events", "median s", "µs an event", "peak MiB"),
    )
    with tempfile.TemporaryDirectory() as name, world() as env:
        for learners in LEARNERS:
            folder = Path(name, str(learners))
            make_class(folder, learners)
            rounds = [_report(folder, environment(env)) for _ in range(min(n, 3))]
            seconds = median([took for took, _ in rounds])
            events = learners * (EVENTS + EVENTS // A_SESSION)
            peak = max(memory for _, memory in rounds)
            table.rows.append((f"{learners}", events, seconds, 1e6 * seconds / events, peak))
    return [table]


def _report(folder: Path, env: dict[str, str]) -> tuple[float, float]:
    """Seconds, and the most memory in MiB, that `attn-tutor report` took."""
    start = time.perf_counter()
    with subprocess.Popen([program(), "report", str(folder)], env=env, stdout=subprocess.DEVNULL) as process:
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0
    return time.perf_counter() - start, _mib(used)


def _mib(used: resource.struct_rusage) -> float:
    """The peak of a process that has ended; macOS counts it in bytes, others in KiB."""
    return used.ru_maxrss / (2**20 if sys.platform == "darwin" else 1024)
