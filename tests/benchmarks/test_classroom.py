"""The classroom works through the course as it should, and says so where a journal is not whole."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path

import pytest

from tests.benchmarks.classroom import ENTERED, TYPED, fault, through_the_course
from tests.benchmarks.measuring import percentile
from tutor.lessons.loader import load_course

WHOLE = '{"type":"session"}\n{"type":"draft","raw":"1"}\n{"type":"answer","raw":"1 0"}\n{"type":"end"}\n'


def test_the_keys_of_a_learner_are_typed_one_by_one_and_entered() -> None:
    """All twelve lessons, from the third on; what was typed is what the characters spell."""
    course = load_course()
    typed: list[str] = []
    keys = list(through_the_course(course, 2, random.Random(1), typed))
    assert [key.name for key in keys[:4]] == ["down", "down", "down", "enter"]
    assert "".join(key.name for key in keys if key.kind == TYPED) == "".join(typed)
    assert len(typed) > sum(step.kind in ("vector", "number", "targets") for x in course.lessons for step in x.steps)
    assert all(key.pause > 0 for key in keys)
    assert {key.name for key in keys if key.kind == ENTERED} == {"enter"}


@pytest.mark.parametrize(
    ("text", "typed", "said"),
    [
        (WHOLE, ["1 0"], None),
        (WHOLE, [], None),
        (WHOLE, ["1 0", "1"], "'1' is not in it"),
        (WHOLE, ["2"], "'2' is not in it"),
        (WHOLE[:-16], ["1 0"], "from a session's beginning to its end"),
        (WHOLE[19:], ["1 0"], "from a session's beginning to its end"),
        (WHOLE[:-3], ["1 0"], "line 4"),
        ("", [], "from a session's beginning to its end"),
    ],
)
def test_a_journal_that_is_not_whole(tmp_path: Path, text: str, typed: list[str], said: str | None) -> None:
    (tmp_path / "a.jsonl").write_text(text)
    found = fault(tmp_path, typed)
    assert found is None if said is None else said in str(found)


def test_percentiles_of_a_hundred_and_one_numbers() -> None:
    values = [float(x) for x in range(100, -1, -1)]
    assert [percentile(values, p) for p in (0, 50, 95, 99, 100)] == [0, 50, 95, 99, 100]
    assert percentile([7.0], 95) == 7


@pytest.mark.slow
def test_a_small_class() -> None:
    """Two learners for a few seconds: all that they press is answered, and all that they type is kept."""
    line = [sys.executable, "-m", "tests.benchmarks", "classroom", "--learners", "2", "--seconds", "15", "--json"]
    done = subprocess.run(line, capture_output=True, text=True, check=True)
    times, rest = json.loads(done.stdout)["classroom"]
    said = {row["what"]: row["value"] for row in rest["rows"]}
    assert times["rows"][-1]["pressed"] > 10
    assert times["rows"][-1]["no byte"] == 0
    assert said["left with exit code 0"] == said["journals that are whole"] == 2
    assert said["answers entered"] > 0
