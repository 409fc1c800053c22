"""Reading and folding a learner's journal, beside parsing its lines as JSON."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

from tests.benchmarks.measuring import Table, median, timed
from tutor.records.journal import read_events
from tutor.records.progress import fold

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
    table = Table(
        "journal: a learner's history",
        ("events", "files", "JSON alone ms", "read ms", "fold ms", "read and fold ÷ JSON"),
    )
    for size in SIZES:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name, "journal")
            folder.mkdir()
            written = lines(size)
            for i in range(0, size, A_SESSION):
                head = json.dumps({"v": 1, "t": 1.8e9 + i, "type": "session", "learner": None}) + "\n"
                (folder / f"20270115T{i:06d}-0.jsonl").write_text(head + "".join(written[i : i + A_SESSION]))
            events = read_events(Path(name), learner=None).events
            rounds = [
                (
                    timed(lambda written=written: [json.loads(line) for line in written]),
                    timed(lambda name=name: read_events(Path(name), learner=None)),
                    timed(lambda events=events: fold(events)),
                )
                for _ in range(n)
            ]
            parse, read, folded = (1000 * median(column) for column in zip(*rounds, strict=True))
            files = len(list(folder.iterdir()))
            table.rows.append((f"{len(events):,}", files, parse, read, folded, (read + folded) / parse))
    return [table]
