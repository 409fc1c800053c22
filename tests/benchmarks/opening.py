"""From a key on the home screen to another screen, complete, beside the whole start of a bare Textual app."""

from __future__ import annotations

from contextlib import ExitStack

from tests.benchmarks.measuring import Spent, Table, at, bare, frame, median, p95, press_and_count, world
from tests.benchmarks.screens import OPENED, Measured
from tests.terminal import Terminal

WARM = 2


def run(n: int) -> list[Table]:
    """A bare start and each screen in turn, n times, after two rounds that do not count; then each in a new process."""
    starts: list[Spent] = []
    again: dict[str, list[Spent]] = {measured.label: [] for measured in OPENED}
    first: dict[str, list[Spent]] = {f"{measured.label}, the first time": [] for measured in OPENED}
    with world() as env, ExitStack() as stack:
        terminals = {measured.label: stack.enter_context(at(measured.screen)) for measured in OPENED}
        for round_ in range(n + WARM):
            with Terminal(bare(), env=env) as terminal:
                start = frame(terminal, "READY")
            opened = {measured.label: _open(terminals[measured.label], measured) for measured in OPENED}
            if round_ >= WARM:
                starts.append(start)
                for label, spent in opened.items():
                    again[label].append(spent)
        for measured in OPENED:
            for _ in range(n):
                with at(measured.screen) as terminal:
                    terminal.quiet(0.5)
                    first[f"{measured.label}, the first time"].append(_open(terminal, measured))
    table = Table(
        "opening: from a key on the home screen to a quiet screen at 80×24",
        ("screen", "median ms", "p95 ms", "× bare start", "processor ms", "× bare's", "bytes"),
        note="target: ≤ 0.25 of a bare start; processor time depends less on what else the machine does",
    )
    table.rows = [_row(label, all_, starts) for label, all_ in {"a bare start": starts, **again, **first}.items()]
    return [table]


def _open(terminal: Terminal, measured: Measured) -> Spent:
    spent = press_and_count(terminal, measured.keys[0])
    for key in measured.between:
        terminal.send(key)
        terminal.quiet(0.2)
    return spent


def _row(label: str, all_: list[Spent], starts: list[Spent]) -> tuple[str | float | int | None, ...]:
    seconds, base = [x.seconds for x in all_], [x.seconds for x in starts]
    processor, base_processor = median([x.processor for x in all_]), median([x.processor for x in starts])
    times = processor / base_processor if base_processor else None
    return (
        label,
        1000 * median(seconds),
        1000 * p95(seconds),
        median(seconds) / median(base),
        1000 * processor if base_processor else None,
        times,
        round(median([x.size for x in all_])),
    )
