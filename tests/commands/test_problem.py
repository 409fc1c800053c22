"""`attn-tutor problem`: a drawn problem whose keys are the options of `grade`."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.coaching import rules
from tutor.cli import main

KEYS = ["q", "k", "v", "mask", "row", "digits", "offset", "heads", "head", "level", "seed"]


@pytest.fixture
def problem(capsys: pytest.CaptureFixture[str]) -> Any:
    """Run the command; its exit code, standard output and standard error."""

    def run(*words: str) -> tuple[int, str, str]:
        code = main(["problem", *words])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return run


@pytest.mark.parametrize("level", ["1", "2", "3", "4"])
def test_json(problem: Any, capsys: pytest.CaptureFixture[str], level: str) -> None:
    """The object holds whole numbers, and its right answers, worked out apart, pass `grade` with its keys."""
    code, out, err = problem("--seed", "9", "--level", level, "--json")
    assert (code, err) == (0, "")
    found = json.loads(out)
    assert list(found) == KEYS
    assert (found["seed"], found["level"], found["digits"]) == (9, int(level), 3)
    assert all(isinstance(x, int) for name in "qkv" for row in found[name] for x in row)
    head = {
        **{name: _head(found[name], found["heads"], found["head"]) for name in "qkv"},
        "mask": found["mask"],
        "offset": found["offset"],
    }
    stages = rules.right(head)
    for step in rules.STEPS:
        answer = " ".join(str(x) for x in stages[step][found["row"] - 1])
        if "inf" in answer and step != "masked":
            continue
        options = [word for key in KEYS if key not in ("level", "seed") for word in (f"--{key}", _option(found[key]))]
        assert main(["grade", *options, "--step", step, "--answer", answer]) == 0
    capsys.readouterr()


def _head(rows: list[list[float]], heads: int, head: int) -> list[list[float]]:
    width = len(rows[0]) // heads
    return [row[(head - 1) * width : head * width] for row in rows]


def _option(value: Any) -> str:
    if isinstance(value, list):
        return "; ".join(" ".join(map(str, row)) for row in value)
    return str(value)


def test_same_seed_same_problem(problem: Any) -> None:
    """And another seed another one; level 1 is the default."""
    assert problem("--seed", "7") == problem("--seed", "7", "--level", "1")
    assert problem("--seed", "7") != problem("--seed", "8")


def test_for_people(problem: Any) -> None:
    """The matrices, the mask in words, and what is asked."""
    _, out, _ = problem("--seed", "7", "--level", "2")
    lines = out.splitlines()
    assert lines[0] == "Problem 7, level 2"
    assert "Q 5×4" in lines
    assert "  -1  3  1  3" in lines
    assert "mask    causal: query i may attend key j where j ≤ i" in lines
    assert "asked   row 3: scores, scaled, masked, weights, output, to 3 decimals" in lines


def test_heads_and_offset_in_words(problem: Any) -> None:
    """Level 4 says which head is asked, or how many keys come before query 1."""
    texts = [problem("--seed", str(seed), "--level", "4")[1] for seed in range(1, 9)]
    assert any("keys come before query 1" in text for text in texts)
    assert any("of head 2" in text and " | " in text for text in texts)


def test_ascii(capsys: pytest.CaptureFixture[str]) -> None:
    """With --ascii no other character is printed."""
    assert main(["--ascii", "problem", "--seed", "7", "--level", "2"]) == 0
    assert capsys.readouterr().out.isascii()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "--seed"),
        (["--seed", "x"], "--seed"),
        (["--seed", "1.5"], "--seed"),
        (["--seed", "1", "--level", "5"], "--level"),
        (["--seed", "1", "--level", "0"], "--level"),
    ],
)
def test_usage(problem: Any, words: list[str], said: str) -> None:
    """Exit 2 and one line that names the option."""
    code, out, err = problem(*words)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert said in err


def test_negative_seed(problem: Any) -> None:
    """A minus belongs to the number."""
    assert json.loads(problem("--seed", "-3", "--json")[1])["seed"] == -3
