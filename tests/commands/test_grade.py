"""`attn-tutor grade`: the verdict as JSON and as text, its exit codes, and one line for odd questions."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

from tutor.cli import main

CHAPTER = ["--q", "0 1", "--k", "1 0; 0 1", "--v", "6 0; 0 3", "--row", "1"]
PROBE = [
    "--q", "1 0 1 0; 0 2 0 1; 1 1 0 2", "--k", "2 0 1 0; 0 1 1 0; 1 1 0 1", "--v", "1 0; 0 2; 3 1",
    "--mask", "causal", "--row", "2",
]  # fmt: skip
THREE = ["--probabilities", "0.5 0.25 0.8"]

KEYS = ["status", "mistakes", "cells", "read", "readings", "message"]


@pytest.fixture
def grade(capsys: pytest.CaptureFixture[str]) -> Any:
    """Run the command; its exit code, standard output and standard error."""

    def run(*words: str) -> tuple[int, str, str]:
        code = main(["grade", *words])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return run


@pytest.fixture
def verdict(grade: Any) -> Any:
    """Run the command with --json; its exit code and the object."""

    def run(*words: str) -> tuple[int, dict[str, Any]]:
        code, out, err = grade(*words, "--json")
        assert err == ""
        assert out.count("\n") == 1
        found: dict[str, Any] = json.loads(out)
        assert list(found) == KEYS
        return code, found

    return run


def test_mistake(verdict: Any) -> None:
    """The object of the contract: status, code, cells, echo, message; exit 1."""
    code, found = verdict(*CHAPTER, "--step", "scaled", "--answer", "[0, 1]")
    assert code == 1
    assert found["status"] == "mistake"
    assert found["mistakes"] == ["no-scaling"]
    assert found["cells"] == [True, False]
    assert found["read"] == "[0, 1]"
    assert found["readings"] == []
    assert "√d_k" in found["message"]


@pytest.mark.parametrize(
    ("words", "status", "exit_code"),
    [
        ([*CHAPTER, "--step", "weights", "--answer", "0.3302 0.6698"], "right", 0),
        ([*CHAPTER, "--step", "weights", "--answer", ".33 .67", "--digits", "2"], "right", 0),
        ([*PROBE, "--step", "weights", "--answer", ".27 .73 0"], "rounded", 0),
        ([*PROBE, "--step", "weights", "--answer", ".1192 .8808 0", "--earlier", "scaled=0 2 3"], "carried", 0),
        ([*PROBE, "--step", "weights", "--answer", ".1192 .8808 0"], "mistake", 1),
        ([*PROBE, "--step", "weights", "--answer", "0 1 0"], "ambiguous", 1),
        ([*PROBE, "--step", "scores", "--answer", "0 2 4"], "cells", 1),
        ([*PROBE, "--step", "scores", "--answer", "0 _ 3"], "partial", 1),
        ([*PROBE, "--step", "scores", "--answer", "7 8 9"], "wrong", 1),
        ([*PROBE, "--step", "scores", "--answer", "0 2"], "shape", 1),
        ([*PROBE, "--step", "scores", "--answer", "what"], "unreadable", 1),
        ([*PROBE, "--step", "scores", "--answer", ""], "unreadable", 1),
        ([*CHAPTER, "--step", "weights", "--answer", "0,33 0,67"], "ask", 1),
        ([*CHAPTER, "--step", "weights", "--answer", "0,3302 0,6698", "--reading", "1"], "right", 0),
        ([*PROBE, "--step", "masked", "--answer", "0 1 -inf"], "right", 0),
        ([*CHAPTER, "--step", "shape:output", "--answer", "1x2"], "right", 0),
        ([*THREE, "--step", "loss", "--answer", ".77"], "rounded", 0),
        ([*THREE, "--step", "perplexity", "--answer", "10", "--earlier", "loss=2.3026"], "carried", 0),
    ],
)
def test_exit_codes(verdict: Any, words: list[str], status: str, exit_code: int) -> None:
    """0 for right, rounded and carried; 1 for every other verdict, an unreadable answer among them."""
    code, found = verdict(*words)
    assert (found["status"], code) == (status, exit_code)


def test_numbers_that_begin_with_a_minus(verdict: Any) -> None:
    """They are answers, not options."""
    problem = ["--q", "-1,0", "--k", "-1 0; 0 1", "--v", "1 0; 0 1", "--row", "1", "--mask", "0 1"]
    assert verdict(*problem, "--step", "scores", "--answer", "1 -0")[1]["status"] == "right"
    assert verdict(*problem, "--step", "masked", "--answer", "-inf 0")[1]["status"] == "right"
    assert verdict(*THREE, "--step", "loss", "--answer", "-.7675")[1]["mistakes"] == ["missing-minus"]


def test_readings(verdict: Any) -> None:
    """A question shows what it may have meant, with values and shape."""
    code, found = verdict(*CHAPTER, "--step", "weights", "--answer", "0,33 0,67")
    assert (code, found["read"], found["cells"]) == (1, None, [])
    assert {"values": [0.33, 0.67], "shape": [2], "echo": "[0.33, 0.67]"} in found["readings"]


def test_options_of_the_problem(verdict: Any) -> None:
    """Heads, masks, scale, temperature, offset, cap and the model's width reach the grader."""
    eight = ["--q", "0 1", "--k", "1 0; 0 1", "--v", "6 0; 0 3", "--row", "1", "--d-model", "8"]
    assert verdict(*eight, "--step", "output", "--answer", "2.475126 1.762437")[1]["mistakes"] == ["root-of-dmodel"]
    heads = ["--q", "1 2", "--k", "1 1; 2 3", "--v", "1 0; 0 1", "--heads", "2", "--row", "1", "--head", "2"]
    assert verdict(*heads, "--step", "scores", "--answer", "2 6")[0] == 0
    base = ["--q", "2", "--k", "0; 1; 2", "--v", "1; 0; 0", "--row", "1"]
    assert verdict(*base, "--scale", "0.25", "--step", "scaled", "--answer", "0 .5 1")[0] == 0
    assert verdict(*base, "--scale", "none", "--step", "scaled", "--answer", "0 2 4")[0] == 0
    assert verdict(*base, "--mask", "causal", "--offset", "1", "--step", "masked", "--answer", "0 2 x")[0] == 0
    assert verdict(*base, "--add-mask", "0 -2 -4", "--step", "weights", "--answer", "1/3 1/3 1/3")[0] == 0
    hot = [*base, "--temperature", "2", "--step", "weights"]
    total = "(1+e+e^2)"
    assert verdict(*hot, "--answer", f"1/{total}, e/{total}, e^2/{total}")[0] == 0
    assert verdict(*base, "--softcap", "1", "--step", "masked", "--answer", "0 0.9640 0.9993")[0] == 0


def test_language_steps(verdict: Any) -> None:
    """The other three kinds of question, with their own options."""
    assert verdict(*THREE, "--step", "joint", "--answer", "1.55")[1]["mistakes"] == ["added-probabilities"]
    assert verdict(*THREE, "--step", "loss", "--unit", "bits", "--answer", "1.1073")[0] == 0
    assert verdict(*THREE, "--step", "loss", "--answer", "2.3026")[0] == 1
    assert verdict(*THREE, "--step", "loss", "--accept-sum", "--answer", "2.3026")[0] == 0
    logits = ["--logits", "2 1 0.1", "--temperature", "0.5", "--step", "distribution"]
    assert verdict(*logits, "--answer", ".8638 .1169 .0193")[0] == 0
    assert verdict(*logits, "--answer", ".6590 .2424 .0986")[1]["mistakes"] == ["temperature-ignored"]
    tokens = ["--tokens", "START red fox END", "--step", "targets"]
    assert verdict(*tokens, "--answer", "red fox END")[1]["read"] == "[red, fox, END]"
    assert verdict(*tokens, "--answer", "START red fox")[1]["mistakes"] == ["target-same"]


def test_probabilities_may_be_percentages(verdict: Any) -> None:
    """50 % of 25 % is 12.5 %."""
    assert verdict("--probabilities", "50% 25%", "--step", "joint", "--answer", "12.5%")[0] == 0
    assert verdict("--probabilities", "50%, 0.25", "--step", "joint", "--answer", ".125")[0] == 0
    assert verdict("--probabilities", "50% 25%", "--step", "loss", "--unit", "bits", "--answer", "1.5")[0] == 0


def test_for_people(grade: Any) -> None:
    """Without --json: the word, what was read, a mark for each number, and what to do."""
    code, out, err = grade(*CHAPTER, "--step", "scaled", "--answer", "[0, 1]")
    assert (code, err) == (1, "")
    assert out.splitlines()[:3] == ["mistake: no-scaling", "read    [0, 1]", "marks   ✓ ✗"]
    assert "Divide each score" in out.splitlines()[3]


def test_ascii(capsys: pytest.CaptureFixture[str]) -> None:
    """With --ascii no other character is printed."""
    assert main(["--ascii", "grade", *CHAPTER, "--step", "scaled", "--answer", "[0, 1]"]) == 1
    out = capsys.readouterr().out
    assert out.isascii()
    assert "sqrt" in out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--step", "scaled", "--answer", "1"], "--q, --k and --v"),
        (["--step", "loss", "--answer", "1"], "--probabilities"),
        (["--step", "distribution", "--answer", "1"], "--logits"),
        (["--step", "targets", "--answer", "a"], "--tokens"),
        ([*CHAPTER[:-2], "--step", "scaled", "--answer", "1"], "--row"),
        ([*CHAPTER, "--step", "sums", "--answer", "1"], "sums"),
        ([*CHAPTER[:-1], "7", "--step", "scaled", "--answer", "1"], "row 7"),
        ([*CHAPTER[:-1], "0", "--step", "scaled", "--answer", "1"], "--row"),
        ([*CHAPTER, "--head", "2", "--step", "scaled", "--answer", "1"], "head 2"),
        ([*CHAPTER, "--digits", "-1", "--step", "scaled", "--answer", "1"], "--digits"),
        ([*CHAPTER, "--step", "scaled", "--answer", "1 2", "--earlier", "nothing"], "--earlier"),
        ([*CHAPTER, "--step", "scaled", "--answer", "1 2", "--earlier", "sums=1"], "--earlier"),
        ([*CHAPTER, "--step", "weights", "--answer", "0,33 0,67", "--reading", "7"], "reading 7"),
        (["--q", "0 1", "--k", "1 0; 0", "--v", "1", "--row", "1", "--step", "scores", "--answer", "1"], "--k"),
        (["--q", "0 1", "--k", "1 0 0", "--v", "1", "--row", "1", "--step", "scores", "--answer", "1"], "keys"),
        ([*THREE, "--unit", "bans", "--step", "loss", "--answer", "1"], "bans"),
        (["--probabilities", "0.5 2", "--step", "loss", "--answer", "1"], "probability 2"),
        (["--logits", "1 2", "--temperature", "0", "--step", "distribution", "--answer", "1 0"], "above 0"),
        (["--tokens", "one", "--step", "targets", "--answer", "one"], "2 tokens"),
        (
            ["--probabilities", "1e-320 1e-320", "--step", "perplexity", "--answer", "0.1"],
            "the perplexity overflows to infinity: make the probabilities larger",
        ),
        (
            [*CHAPTER[:4], "--v", "1e308 1; 1e308 1", "--row", "1", "--step", "output", "--answer", "5 1"],
            "the output of row 1 is too large to be judged: make the numbers in V smaller",
        ),
        (
            ["--q", "1e200", "--k", "1e200", "--v", "1", "--row", "1", "--step", "weights", "--answer", "1"],
            "overflows to infinity",
        ),
        (
            ["--logits", "1 2", "--temperature", "", "--step", "distribution", "--answer", "1 0"],
            "--temperature is empty",
        ),
        ([*CHAPTER, "--mask", "", "--step", "scores", "--answer", "0 1"], "--mask is empty"),
        ([*CHAPTER, "--heads", "2000000", "--step", "scores", "--answer", "0 1"], "which 2000000 heads cannot share"),
        ([*CHAPTER[:-1], "9007199254740993", "--step", "scores", "--answer", "0 1"], "row 9007199254740993 is asked"),
        ([*CHAPTER, "--step", "scaled"], "--answer"),
    ],
)
def test_questions_that_make_no_sense(grade: Any, words: list[str], said: str) -> None:
    """Exit 2, one line on standard error that names the option or the number, nothing on standard output."""
    code, out, err = grade(*words)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert said in err


def test_no_textual() -> None:
    """Grading in a fresh process imports neither Textual nor rich."""
    program = (
        "import sys; from tutor.cli import main; "
        f"main(['grade', *{CHAPTER!r}, '--step', 'output', '--answer', '1 2']); "
        "print(sorted(m for m in ('textual', 'rich') if m in sys.modules), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stderr.strip() == "[]"
