"""The shell commands as whole processes, beside an interpreter that only imports NumPy.

Where PyTorch is installed, beside the same calculation with it, as a whole process too.
"""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

from tests.benchmarks.measuring import Table, environment, median, p95, torch_python, torch_says, world
from tests.terminal import program

VALUES = ("--q", "0 1", "--k", "1 0; 0 1", "--v", "6 0; 0 3")
NUMPY = "python -c 'import numpy'"
TORCH = "the same as compute, in PyTorch"


def run(n: int) -> list[Table]:
    """All of them in turn, n times, after one round that does not count."""
    lines = {
        "python -c pass": [sys.executable, "-c", "pass"],
        NUMPY: [sys.executable, "-c", "import numpy"],
        "attn-tutor --version": [program(), "--version"],
        "attn-tutor list": [program(), "list"],
        "attn-tutor read": [program(), "read", "1/√2, 0"],
        "attn-tutor compute": [program(), "compute", *VALUES, "--json"],
        "attn-tutor grade": [
            program(), "grade", *VALUES, "--row", "1", "--step", "scaled", "--answer", "0 1", "--json",
        ],
        "attn-tutor check": [program(), "check"],
    }  # fmt: skip
    if torch_says("compute"):
        lines[TORCH] = [torch_python(), str(Path(__file__).with_name("in_torch.py")), "compute"]
    seconds: dict[str, list[float]] = {label: [] for label in lines}
    codes: dict[str, int] = {}
    with world() as env:
        for round_ in range(n + 1):
            for label, line in lines.items():
                start = time.perf_counter()
                code = subprocess.run(line, env=environment(env), capture_output=True, check=False).returncode
                took = time.perf_counter() - start
                if round_:
                    seconds[label].append(took)
                    codes[label] = code
    table = Table(
        "commands: whole processes", ("command", "exit", "median ms", "p95 ms", "× import numpy", "PyTorch ÷")
    )
    for label, values in seconds.items():
        ratio = median([a / b for a, b in zip(values, seconds[NUMPY], strict=True)])
        torch = [a / b for a, b in zip(seconds.get(TORCH, []), values, strict=False)]
        times = (1000 * median(values), 1000 * p95(values))
        table.rows.append((label, codes[label], *times, ratio, median(torch) if torch else None))
    return [table]
