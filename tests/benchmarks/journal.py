"""Reading and folding a learner's journal, beside parsing its lines as JSON, and what it adds to the first frame."""

from __future__ import annotations

import json
import os
import tempfile
import time
from pathlib import Path

from tests.benchmarks.measuring import Table, frame, median, p95, timed, tutor, world
from tests.benchmarks.screens import HOME
from tests.terminal import Terminal
from tutor.records.journal import read_events
from tutor.records.progress import fold
from tutor.records.snapshot import Known, keep, read_known

SIZES = (1_000, 20_000)
A_SESSION = 50


def lines(count: int) -> list[str]:
    """So many events: pages opened, drafts, answers of which every third is right."""
    events: list[dict[str, object]] = []
    while len(events) < count:
        number = len(events)
        step = f"step-{number // 4 % 120}"
        events.append({"type": "open", "lesson": f"lesson-{number // 40 % 12}", "step": step})
        events.append({"type": "draft", "step": step, "raw": "0.3302, 0.66"})
        wrong = {"status": "mistake", "mistakes": ["no-scaling"], "cells": [False, False]}
        right = {"status": "right", "mistakes": [], "cells": [True, True]}
        for verdict in (wrong, right):
            events.append(
                {
                    "type": "answer",
                    "step": step,
                    "raw": "[0.3302, 0.6698]",
                    "seed": None,
                    "digits": 3,
                    "try": 1,
                    **verdict,
                }
            )
    return [json.dumps({"v": 1, "t": 1.8e9 + i, **event}) + "\n" for i, event in enumerate(events[:count])]


def run(n: int) -> list[Table]:
    """Sessions of fifty events each, one file a session."""
    return [_folded(n), _first_frames(n)]


def _write(folder: Path, size: int) -> list[str]:
    folder.mkdir(parents=True)
    written = lines(size)
    for i in range(0, size, A_SESSION):
        about = {"id": f"{i:016x}", "learner": None}
        head = json.dumps({"v": 1, "t": 1.8e9 + i - 0.5, "type": "session", **about}, separators=(",", ":")) + "\n"
        path = folder / f"20270115T{i:06d}Z-0.jsonl"
        path.write_text(head + "".join(written[i : i + A_SESSION]))
        # A file that was changed just now is in no snapshot.
        os.utime(path, (1.7e9, 1.7e9))
    return written


def _folded(n: int) -> Table:
    table = Table(
        "journal: a learner's history",
        (
            "events",
            "files",
            "JSON alone ms",
            "read ms",
            "fold ms",
            "read and fold ÷ JSON",
            "start, all ms",
            "start, snapshot ms",
        ),
    )
    for size in SIZES:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name, "journal")
            written = _write(folder, size)
            events = read_events(Path(name), learner=None).events
            rounds = [
                (
                    timed(lambda written=written: [json.loads(line) for line in written]),
                    timed(lambda name=name: read_events(Path(name), learner=None)),
                    timed(lambda events=events: fold(events)),
                    timed(lambda name=name: _start(Path(name))),
                )
                for _ in range(n)
            ]
            parse, read, folded, counted = (1000 * median(column) for column in zip(*rounds, strict=True))
            keep(Path(name), _start(Path(name)))
            quick = 1000 * median([timed(lambda name=name: _start(Path(name))) for _ in range(n)])
            files = len(list(folder.glob("*.jsonl")))
            table.rows.append((f"{len(events):,}", files, parse, read, folded, (read + folded) / parse, counted, quick))
    return table


def _start(state: Path) -> Known:
    return read_known(state, learner=None, aliases={}, version="measured")


def _first_frames(n: int) -> Table:
    """A learner with no history and one with 20,000 events, in turn; that one's first start makes the snapshot."""
    table = Table(
        "journal: first complete frame of the home screen",
        ("history", "median ms", "p95 ms", "more than none, ms"),
        note="target: at most 50 ms more; the difference is the median of pairs",
    )
    took: dict[str, list[float]] = {"none": [], f"{SIZES[-1]:,} events": [], "the same, no snapshot yet": []}
    with world() as empty, world() as full:
        journal = Path(str(full["XDG_STATE_HOME"]), "attn-tutor", "journal")
        _write(journal, SIZES[-1])
        for round_ in range(n + 2):
            for label, env in zip(took, (empty, full, full), strict=True):
                if label.startswith("the same"):
                    for path in journal.glob("snapshot-*"):
                        path.unlink()
                with Terminal(tutor(env), env=env) as terminal:
                    spent = frame(terminal, HOME)
                    if env is full:
                        deadline = time.monotonic() + 30
                        while not list(journal.glob("snapshot-*.json")) and time.monotonic() < deadline:
                            terminal.read(0.1)
                if round_ > 1:
                    took[label].append(spent.seconds)
    for label, values in took.items():
        more = median([a - b for a, b in zip(values, took["none"], strict=True)])
        table.rows.append((label, 1000 * median(values), 1000 * p95(values), 1000 * more))
    return table
