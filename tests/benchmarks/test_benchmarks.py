"""The benchmarks run, and reach the screens that they name. How fast is not judged."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from tests.benchmarks.__main__ import NAMES
from tests.benchmarks.measuring import at, press
from tests.benchmarks.screens import MEASURED, OPENED, Measured


@pytest.mark.slow
@pytest.mark.parametrize("measured", [*MEASURED, *OPENED], ids=lambda measured: measured.label)
def test_every_measured_key_is_answered(measured: Measured) -> None:
    """Its screen is reached, and each of its keys changes something there."""
    with at(measured.screen) as terminal:
        for key in measured.keys:
            _, size = press(terminal, key)
            assert size > 0
            for after in measured.between:
                terminal.send(after)
                terminal.quiet(0.2)


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in NAMES if name not in ("keys", "idle", "classroom", "serve")])
def test_a_benchmark_prints_its_tables(name: str) -> None:
    """As JSON too, with a row for whatever it measures."""
    line = [sys.executable, "-m", "tests.benchmarks", name, "-n", "1", "--json"]
    done = subprocess.run(line, capture_output=True, text=True, check=True)
    tables = json.loads(done.stdout)[name]
    assert tables
    assert all(table["rows"] for table in tables)
