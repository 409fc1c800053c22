"""What is imported before the first frame, by package, and which of our own modules take longest."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter

from tests.benchmarks.measuring import Table, environment, world

FIRST_FRAME = "import tutor.cli, tutor.process, tutor.app"


def run(n: int) -> list[Table]:
    """The least of n rounds, since whatever else runs only adds."""
    with world() as env:
        rounds = [_times(environment(env)) for _ in range(min(n, 5) + 1)]
    best = min(rounds, key=lambda times: sum(times.values()))
    packages: Counter[str] = Counter()
    modules: Counter[str] = Counter()
    for name, micros in best.items():
        top = name.partition(".")[0]
        group = top if top not in sys.stdlib_module_names else "the standard library"
        packages[group] += micros
        modules[group] += 1
    table = Table("imports: before the first frame", ("package", "modules", "ms by themselves"))
    table.rows = [(name, modules[name], micros / 1000) for name, micros in packages.most_common(12)]
    table.rows.append(("all", sum(modules.values()), sum(packages.values()) / 1000))
    table.note = f"NumPy is {'' if 'numpy' in packages else 'not '}among them"
    own = Table("imports: our own modules that take longest", ("module", "ms by itself"))
    ours = Counter({name: micros for name, micros in best.items() if name.startswith("tutor")})
    own.rows = [(name, micros / 1000) for name, micros in ours.most_common(8)]
    return [table, own]


def _times(env: dict[str, str]) -> dict[str, int]:
    """Microseconds that each module took by itself, from -X importtime."""
    line = [sys.executable, "-X", "importtime", "-c", FIRST_FRAME]
    done = subprocess.run(line, env=env, capture_output=True, text=True, check=True)
    times = {}
    for row in done.stderr.splitlines():
        parts = row.removeprefix("import time:").split("|")
        if len(parts) == 3 and parts[0].strip().isdigit():
            times[parts[2].strip()] = int(parts[0])
    return times
