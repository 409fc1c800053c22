"""From a key to a quiet screen, and the bytes that it costs, beside the echo of a bare Input."""

from __future__ import annotations

from tests.benchmarks.measuring import Table, at, bare, median, p95, press, world
from tests.benchmarks.screens import MEASURED
from tests.terminal import Terminal

WARM = 3


def run(n: int) -> list[Table]:
    """Each measured key n times."""
    table = Table(
        "keys: from a key to a quiet screen at 80×24",
        ("key", "median ms", "p95 ms", "× echo", "p95 ÷ p95", "bytes", "most bytes"),
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
    return [table]


def _measure(terminal: Terminal, keys: tuple[str, ...], between: tuple[str, ...], n: int) -> list[tuple[float, int]]:
    results = []
    for i in range(n + WARM):
        result = press(terminal, keys[i % len(keys)])
        if i >= WARM:
            results.append(result)
        for key in between:
            terminal.send(key)
            terminal.quiet(0.15)
    return results


def _add(table: Table, label: str, results: list[tuple[float, int]], echo: list[tuple[float, int]]) -> None:
    answered = [(seconds, size) for seconds, size in results if size]
    if not answered:
        table.rows.append((f"{label}: no answer", None, None, None, None, None, None))
        return
    seconds, base = [x for x, _ in answered], [x for x, _ in echo]
    sizes = [size for _, size in answered]
    ratios = (median(seconds) / median(base), p95(seconds) / p95(base))
    row = (label, 1000 * median(seconds), 1000 * p95(seconds), *ratios, round(median(sizes)), max(sizes))
    table.rows.append(row)
