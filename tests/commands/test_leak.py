"""`attn-tutor leak`: two runs, what is printed of them, and how it ends early."""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Iterator
from typing import Any

import pytest

from tests.terminal import Terminal, program
from tutor.cli import main
from tutor.commands.leak import add_arguments
from tutor.maths import leak
from tutor.maths.grammar import VOCABULARY, entropy


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Any:
    """Run the command; its exit code, standard output and standard error."""

    def command(*words: str) -> tuple[int, str, str]:
        code = main(["leak", *words])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return command


def test_json(run: Any) -> None:
    """A loss for each step of each run, both honest losses, and what each writes; about ln 22 at the start."""
    code, out, err = run("--steps", "100", "--seed", "5", "--json")
    assert (code, err, out.count("\n")) == (0, "", 1)
    found = json.loads(out)
    assert list(found) == ["causal", "leaky", "entropy", "steps", "seed"]
    assert (found["steps"], found["seed"]) == (100, 5)
    assert found["entropy"] == entropy()
    for name in ("causal", "leaky"):
        assert list(found[name]) == ["loss", "honest_loss", "sample"]
        assert len(found[name]["loss"]) == 100
        assert found[name]["loss"][0] == pytest.approx(math.log(22), abs=1)
        assert set(found[name]["sample"].split()) <= set(VOCABULARY)
    assert found["leaky"]["loss"][-1] < found["causal"]["loss"][-1] / 2
    assert found["leaky"]["honest_loss"] > found["causal"]["honest_loss"]


def test_the_same_seed_gives_the_same_losses(run: Any) -> None:
    first = run("--steps", "10", "--seed", "7", "--json")
    assert run("--steps", "10", "--seed", "7", "--json") == first
    assert run("--steps", "10", "--seed", "8", "--json") != first


def test_for_people(run: Any) -> None:
    """Both losses of both runs, four decimals, the same as in JSON; the floor; lines of 80 columns at most."""
    found = json.loads(run("--steps", "300", "--json")[1])
    code, out, err = run("--steps", "300")
    lines = out.splitlines()
    assert (code, err) == (0, "")
    assert lines[0] == "The same model, trained 300 steps with the causal mask and without (seed 1)."
    for name, pick in (
        ("training loss", lambda x: sum(x["loss"][-20:]) / 20),
        ("honest loss", lambda x: x["honest_loss"]),
    ):
        (row,) = [line for line in lines if line.startswith(name)]
        assert row.split()[2:4] == [f"{pick(found[x]):.4f}" for x in ("causal", "leaky")]
    words = " ".join(out.split())
    assert f"with the mask it writes: {found['causal']['sample']} without the mask" in words
    assert f"without the mask it writes: {found['leaky']['sample']} The entropy" in words
    assert f"{entropy():.4f}" in out
    assert "fell far below it" in out
    assert max(map(len, lines)) <= 80


def test_a_run_too_short_to_show_it_says_so(run: Any) -> None:
    """After 10 steps neither has learned anything, and nothing else is claimed."""
    out = run("--steps", "10")[1]
    assert "mean of the last 10 steps" in out
    assert "has not fallen far below it yet" in out
    assert "fell far below" not in out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--steps", "9"], '--steps "9" is out of range: it takes 10 to 5000'),
        (["--steps", "5001"], '--steps "5001" is out of range: it takes 10 to 5000'),
        (["--steps", "1e9"], "--steps"),
        (["--steps", "x"], "--steps"),
        (["--steps", ""], "--steps"),
        (["--seed", "-1"], "--seed"),
        (["--seed", "1.5"], "--seed"),
        (["--seed", "4294967296"], "--seed"),
        (["now"], "now"),
    ],
)
def test_usage(run: Any, words: list[str], said: str) -> None:
    """Exit 2, one line, and no training."""
    code, out, err = run(*words)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert said in err


def test_ascii(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--ascii", "leak", "--steps", "10"]) == 0
    assert capsys.readouterr().out.isascii()


def test_ctrl_c_ends_it_in_silence(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """130 and nothing else, however far it was."""

    def interrupted(*, steps: int, seed: int, every: int) -> Iterator[leak.Comparison]:
        yield leak.Comparison(steps=steps, seed=seed + 0 * every)
        raise KeyboardInterrupt

    monkeypatch.setattr(leak, "compare", interrupted)
    assert run() == (130, "", "")


def test_a_bar_while_it_trains_and_ctrl_c_takes_it_away() -> None:
    """On a terminal: the bar, then at once nothing more, with the cursor back."""
    with Terminal([program(), "leak", "--steps", "5000"]) as t:
        t.wait_for("Training")
        t.send("ctrl+c")
        assert t.exit_code() == 130
        assert "Training" not in t.screen()
        assert "Traceback" not in t.text_since(0)
        assert t.left_behind() == []


def test_help_names_the_largest_seed() -> None:
    """It promised any whole number, and 2^32 was refused."""
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    assert "0 to 4294967295" in parser.format_help()
