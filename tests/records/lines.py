"""Journals written by hand: what the tests read back does not come from the code under test."""

from __future__ import annotations

import json
from pathlib import Path


def line(t: float, kind: str, **fields: object) -> bytes:
    """One line of a journal, as the contract has it."""
    return json.dumps({"v": 1, "t": t, "type": kind, **fields}).encode() + b"\n"


def session(t: float, learner: str | None = None) -> bytes:
    """The first line of a file."""
    return line(t, "session", learner=learner, version="0.1", front_end="app")


def put(state: Path, name: str, *lines: bytes) -> Path:
    """A file of the journal."""
    folder = state / "journal"
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.jsonl"
    path.write_bytes(b"".join(lines))
    return path


def raw_lines(state: Path) -> list[dict[str, object]]:
    """Every line of every file, read by json alone."""
    return [
        json.loads(text)
        for path in sorted((state / "journal").glob("*.jsonl"))
        for text in path.read_text(encoding="utf-8").split("\n")
        if text
    ]
