"""From the start of the process to the first complete frame of the home screen, beside bare Textual."""

from __future__ import annotations

from tests.benchmarks.measuring import Table, bare, frame, median, p95, tutor, until, world
from tests.benchmarks.screens import HOME
from tests.terminal import Terminal

WARM = 2


def run(n: int) -> list[Table]:
    """All of them in turn, n times, after two rounds that do not count."""
    with world() as env:
        programs = {
            "bare Textual": (bare(), "READY", ()),
            "bare, numpy first": (bare("numpy"), "READY", ()),
            "home": (tutor(env), HOME, ()),
            "home, w at once: workbench": (tutor(env), "1 = may attend", ("w",)),
        }
        seconds: dict[str, list[float]] = {label: [] for label in programs}
        sizes: dict[str, list[int]] = {label: [] for label in programs}
        for round_ in range(n + WARM):
            for label, (command, shows, keys) in programs.items():
                with Terminal(command, env=env) as terminal:
                    if keys:
                        until(terminal, HOME)
                        terminal.send(*keys)
                    took, size = frame(terminal, shows)
                if round_ >= WARM:
                    seconds[label].append(took)
                    sizes[label].append(size)
    table = Table(
        "start: first complete frame at 80×24",
        ("program", "median ms", "p95 ms", "× bare", "× bare, numpy", "bytes"),
        note="targets: home ≤ 1.25 × bare; with numpy ready ≤ 1.45",
    )
    one, two = (seconds[label] for label in ("bare Textual", "bare, numpy first"))
    for label, values in seconds.items():
        ratios = [[a / b for a, b in zip(values, base, strict=True)] for base in (one, two)]
        table.rows.append(
            (label, 1000 * median(values), 1000 * p95(values), *map(median, ratios), round(median(sizes[label])))
        )
    return [table]
