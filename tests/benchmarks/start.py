"""From the start of the process to the first complete frame of the home screen, beside bare Textual."""

from __future__ import annotations

from tests.benchmarks.measuring import Spent, Table, bare, frame, median, p95, tutor, until, world
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
        spent: dict[str, list[Spent]] = {label: [] for label in programs}
        for round_ in range(n + WARM):
            for label, (command, shows, keys) in programs.items():
                with Terminal(command, env=env) as terminal:
                    if keys:
                        until(terminal, HOME)
                        terminal.send(*keys)
                    one = frame(terminal, shows)
                if round_ >= WARM:
                    spent[label].append(one)
    table = Table(
        "start: first complete frame at 80×24",
        ("program", "median ms", "p95 ms", "× bare", "× bare, numpy", "processor ms", "× bare's", "bytes"),
        note="targets: home ≤ 1.25 × bare; with numpy ready ≤ 1.45;"
        " processor time depends less on what else the machine does",
    )
    seconds = {label: [x.seconds for x in all_] for label, all_ in spent.items()}
    processor = {label: median([x.processor for x in all_]) for label, all_ in spent.items()}
    base = processor["bare Textual"]
    for label, values in seconds.items():
        ratios = [
            median([a / b for a, b in zip(values, seconds[other], strict=True)])
            for other in ("bare Textual", "bare, numpy first")
        ]
        used = (1000 * processor[label], processor[label] / base) if base else (None, None)
        size = round(median([x.size for x in spent[label]]))
        table.rows.append((label, 1000 * median(values), 1000 * p95(values), *ratios, *used, size))
    return [table]
