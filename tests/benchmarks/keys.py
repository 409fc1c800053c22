"""From a key to a quiet screen, and the bytes that it costs, beside the echo of a bare Input."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from tests.benchmarks.measuring import Spent, Table, at, bare, frame, median, p95, press_and_count, tutor, world
from tests.benchmarks.screens import MEASURED
from tests.terminal import Terminal

WARM = 3

MATRICES = (16, 64, 256, 1024)
STARTS = 5
FILE_KEYS = (
    ("cell along the row", ("right", "left")),
    ("cell down and up", ("down", "up")),
    ("stage", ("n", "b")),
    ("head", ("t", "T")),
)


def run(n: int) -> list[Table]:
    """Each measured key n times."""
    table = Table(
        "keys: from a key to a quiet screen at 80×24",
        ("key", "median ms", "p95 ms", "× echo", "p95 ÷ p95", "processor ms", "× echo's", "bytes", "most bytes"),
        note="targets: typing and cell moves p95 ≤ 2 × the echo's, a step ≤ 3 ×; bytes: cell move ≤ 300, digit ≤ 1,100"
        " (matrix 2,300), step ≤ 3,000 (16×16: 12,000), any change ≤ 14,000",
    )
    with world() as env, Terminal(bare("input"), env=env) as terminal:
        terminal.wait_for("READY", timeout=60)
        terminal.quiet(0.4)
        echo = _measure(terminal, ("1", "2"), ("backspace",), n)
    _add(table, "a bare Input's echo", echo, echo)
    for measured in MEASURED:
        with at(measured.screen) as terminal:
            _add(table, measured.label, _measure(terminal, measured.keys, measured.between, n), echo)
    return [table, _matrices(n)]


def _matrices(n: int) -> Table:
    """The same with matrices from a file: of 1,024 tokens nothing may take twice as long as of 16."""
    table = Table(
        "keys with --from FILE, at 80×24: Q, K and V of 4 heads, d = 64, float32, without any order",
        ("key", "tokens", "median ms", "p95 ms", "× 16's", "bytes", "most bytes"),
        note="targets: opens, moves and steps within 2 × 16's; bytes: cell move ≤ 300, any change ≤ 14,000",
    )
    base: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as folder:
        for tokens in MATRICES:
            path = Path(folder, f"{tokens}.npz")
            made = np.random.default_rng(tokens)
            np.savez(path, **{x: made.standard_normal((4, tokens, 64), dtype=np.float32) for x in "qkv"})
            for label, keys, results in _with_file(path, n):
                seconds = [x.seconds for x in results]
                sizes = [x.size for x in results]
                first = base.setdefault(label, median(seconds))
                table.rows.append(
                    (
                        f"{label} ({' '.join(keys)})" if keys else label,
                        tokens,
                        1000 * median(seconds),
                        1000 * p95(seconds),
                        median(seconds) / first,
                        round(median(sizes)),
                        max(sizes),
                    )
                )
    return table


def _with_file(path: Path, n: int) -> Iterator[tuple[str, tuple[str, ...], list[Spent]]]:
    """What is measured of one file: a start with it, and keys."""
    starts = []
    for _ in range(STARTS):
        with world() as env, Terminal([*tutor(env), "--from", str(path)], env=env) as terminal:
            starts.append(frame(terminal, "row's largest weights"))
    yield "start", (), starts
    with world() as env, Terminal([*tutor(env), "--from", str(path)], env=env) as terminal:
        terminal.wait_for("row's largest weights", timeout=60)
        terminal.quiet(0.5)
        for label, keys in FILE_KEYS:
            yield label, keys, _measure(terminal, keys, (), n)


def _measure(terminal: Terminal, keys: tuple[str, ...], between: tuple[str, ...], n: int) -> list[Spent]:
    results = []
    for i in range(n + WARM):
        result = press_and_count(terminal, keys[i % len(keys)])
        if i >= WARM:
            results.append(result)
        for key in between:
            terminal.send(key)
            terminal.quiet(0.15)
    return results


def _add(table: Table, label: str, results: list[Spent], echo: list[Spent]) -> None:
    answered = [x for x in results if x.size]
    if not answered:
        table.rows.append((f"{label}: no answer", *[None] * (len(table.columns) - 1)))
        return
    seconds, base = [x.seconds for x in answered], [x.seconds for x in echo]
    processor, base_processor = (median([x.processor for x in some]) for some in (answered, echo))
    used = (1000 * processor, processor / base_processor) if base_processor else (None, None)
    sizes = [x.size for x in answered]
    ratios = (median(seconds) / median(base), p95(seconds) / p95(base))
    row = (label, 1000 * median(seconds), 1000 * p95(seconds), *ratios, *used, round(median(sizes)), max(sizes))
    table.rows.append(row)
