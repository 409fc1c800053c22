"""The benchmark of the server reaches what it names: the workbench, its forms, the laboratory's training."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.benchmarks.seats import AT_THE_TABLE, IN_A_FORM, all_quiet, begin_training, open_workbench, sit_down, type_on
from tests.server.classroom import serving

linux = pytest.mark.skipif(sys.platform != "linux", reason="it reads /proc")


async def test_every_key_is_answered(tmp_path: Path) -> None:
    """One at the table and one in a form, each key at least twice."""
    keys = 2 * len(AT_THE_TABLE)
    assert keys % len(IN_A_FORM) == 0
    with serving(tmp_path, "--open") as server:
        seats = [await sit_down(server.port, name) for name in ("ada", "bob")]
        await open_workbench(seats)
        typed = await type_on(seats, 4, keys / 4)
        assert (len(typed.answered), typed.unanswered) == (2 * keys, 0)
        await all_quiet(seats)
        for seat in seats:
            await seat.leave(politely=True)
            assert seat.exit == 0


@pytest.mark.slow
async def test_it_trains(tmp_path: Path) -> None:
    """The keys lead into the laboratory, and both models are trained there."""
    with serving(tmp_path, "--open") as server:
        seat = await sit_down(server.port, "ada")
        await begin_training(seat)
        size = seat.size
        async with asyncio.timeout(30):
            while seat.size == size:
                await asyncio.sleep(0.05)
        assert seat.size > size
        await seat.leave(politely=False)


@linux
@pytest.mark.slow
def test_a_small_class() -> None:
    """Three learners for a few seconds; a figure in every cell, but where only the server is measured."""
    few = ["--learners", "3", "--seconds", "4", "--visits", "20", "-n", "1"]
    line = [sys.executable, "-m", "tests.benchmarks", "serve", *few, "--json"]
    done = subprocess.run(line, capture_output=True, text=True, check=True)
    targets, keys = json.loads(done.stdout)["serve"]
    assert len(targets["rows"]) == 13
    assert all(row["one server"] is not None for row in targets["rows"])
    assert [row["no byte"] for row in keys["rows"]] == [0] * 5
