"""The words for mistakes: one for every code that a grader gives, and something readable for a lesson's own."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import tutor.coaching
from tutor.coaching.catalogue.labels import LABELS, counted_labels, label
from tutor.coaching.catalogue.language import SOFTMAX_SLIPS
from tutor.coaching.judging.targets import SHIFTS
from tutor.coaching.mistakes import CATALOGUE

SLIPS = ("WrongNumbers", "WrongMask", "_one", "wrong")
"""What the language, number and mask graders call with a code first."""


def codes_in_the_source() -> set[str]:
    """The codes that are written as the first argument of a slip, in every module of the graders."""
    found = set()
    for path in Path(tutor.coaching.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in SLIPS and node.args:
                first = node.args[0]
                if isinstance(first, ast.Constant) and isinstance(first.value, str):
                    found.add(first.value)
    return found


def test_every_code_has_its_words() -> None:
    """A new slip needs an entry."""
    written = codes_in_the_source()
    assert {"missing-minus", "window-too-wide", "negative-square", "causal-ignored"} <= written
    assert {*CATALOGUE, *SOFTMAX_SLIPS, *SHIFTS, *written} - set(LABELS) == set()


def test_words_are_short_and_tell_codes_apart() -> None:
    """They stand in lists, in the middle of a sentence."""
    assert len(set(LABELS.values())) == len(LABELS)
    for code, words in LABELS.items():
        assert 3 < len(words) <= 45, code
        assert words == words.strip()
        assert not words.endswith(".")
        assert "_" not in words.replace("d_k", "").replace("d_v", "")


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("no-scaling", "not scaled by √d_k"),
        ("other-step", "the answer of another step"),
        ("likelihood-means-truth", "likelihood means truth"),
        ("wordy", "wordy"),
        ("two__words", "two words"),
        ("-", "-"),
    ],
)
def test_words(code: str, words: str) -> None:
    """A lesson's own code says by itself what it means."""
    assert label(code) == words


def test_how_often() -> None:
    assert counted_labels([("no-scaling", 2), ("argmax", 1)]) == "not scaled by √d_k ×2; all weight on the largest"
    assert counted_labels([]) == ""
