"""The workbench in plain lines: one's own numbers by words, the stages, a prediction, programs and files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.plain.talking import Script, events, talk_through
from tutor.coaching.entering import form_of
from tutor.coaching.presets import EXAMPLE, PRESETS
from tutor.lessons.model import Course


def bench(course: Course, lines: list[str], **more: Any) -> Script:
    return talk_through(course, ["workbench", *lines], **more)


def form(state: Path) -> dict[str, str]:
    """What stood in the form last."""
    drafts = [x for x in events(state) if x["type"] == "draft" and x["step"] == "workbench"]
    found: dict[str, str] = json.loads(drafts[-1]["raw"])
    return found


def test_the_stages_of_the_example(small: Course) -> None:
    """By hand: scores 0 and 1, over √2, weights 0.3302 and 0.6698, output 1.9814 and 2.0093."""
    said = bench(small, ["", "n", "n", "n", "n", "back", "row 1", "cell 1 2", "cell 1 3"])
    rows = [line for line in said.said if line.startswith("row q1: ") and ("k1" in line or "c1" in line)]
    assert rows[:5] == [
        "row q1: k1 0, k2 1",
        "row q1: k1 0, k2 0.7071",
        "row q1: k1 0, k2 0.7071",
        "row q1: k1 0.3302, k2 0.6698; sum 1",
        "row q1: c1 1.9814, c2 2.0093",
    ]
    assert "This is the last stage: back goes back." in said.text
    assert rows[5:] == ["row q1: k1 0.3302, k2 0.6698; sum 1"] * 2
    assert "q1 on k2: score 0.7071" in said.text
    assert "Name a column from 1 to 2." in said.text


def test_ones_own_numbers(small: Course, tmp_path: Path) -> None:
    """On one line or a row a line, each field by its name; what does not fit yet is said and kept."""
    lines = ["Q", "1 0 0", "0 1 0", "", "k = 1 0; 0 1; 1 1", "q = 1 0; 0 1", "V: 1; 2; 3", "mask = causal"]
    lines += ["scale = none", "scale", "temperature =", "temperature", "v", "", "form"]
    said = bench(small, lines, state=tmp_path)
    assert "Q row 1, or an empty line> " in said.prompts
    assert said.flat().count("The stages do not show these numbers yet.") == 3
    assert "row q1: k1 1, k2 0, k3 1" in said.text
    assert "scale: none" in said.text
    assert "temperature: as usual" in said.text
    assert "V stays as it is." in said.text
    assert "V, 3×1:\nrow v1: 1\n" in said.text
    assert form(tmp_path) == {
        **json.loads(json.dumps({name: getattr(form_of(EXAMPLE.problem), name) for name in form(tmp_path)})),
        "q": "1 0; 0 1", "k": "1 0; 0 1; 1 1", "v": "1; 2; 3", "mask": "causal", "scale": "none",
    }  # fmt: skip


@pytest.mark.parametrize(("unfinished", "field", "text"), [("k = 1 2", "k", "1 2"), ("mask caus", "mask", "caus")])
def test_a_field_that_was_not_ended(small: Course, tmp_path: Path, unfinished: str, field: str, text: str) -> None:
    bench(small, [], state=tmp_path, unfinished=unfinished)
    assert form(tmp_path)[field] == text


def test_a_matrix_that_was_not_ended(small: Course, tmp_path: Path) -> None:
    """Its rows so far are there on another day, as they stood."""
    bench(small, ["q", "1 0"], state=tmp_path, unfinished="0")
    assert form(tmp_path)["q"] == "1 0\n0"


def test_what_was_left_is_there_again(small: Course, tmp_path: Path) -> None:
    bench(small, ["q = 3 4"], state=tmp_path)
    assert "row q1: 3, 4" in bench(small, [], state=tmp_path).text


def test_predict_then_look(small: Course) -> None:
    """The row is not read out before it is typed, nor by another word; `stop` shows it."""
    lines = ["preset 4", "predict 2 weights", "row 2", "", ".5 .5 0", ".2689 .7311 0"]
    lines += ["predict 9", "predict next", "stop"]
    said = bench(small, lines)
    text = said.text
    asked = text.index("row red: yours to work out")
    assert "0.7311" not in text[: text.index("> .2689")]
    assert "A row is hidden: type it first" in text[asked:]
    assert "Type the row first; stop shows it." in text
    assert "I read START 0.5 wrong, red 0.5 wrong, fox 0 right." in text
    assert "row red: START 0.2689, red 0.7311, fox masked; sum 1" in text
    assert "Name a row from 1 to 3." in text
    assert "output of START, 3 decimals; type 2 numbers" in text
    assert text.rstrip().endswith("row fox: c1 2.1168, c2 0.9090")


def test_softmax_is_opened_and_closed(small: Course) -> None:
    said = bench(small, ["inside", "predict 1", "stop", "inside", "head", "stop"])
    assert "stage 4 of 8. shifted" in said.text
    assert "weights of q1, 3 decimals" in said.text
    assert "There is one head only." in said.text
    assert "No row is hidden." in said.text


@pytest.mark.parametrize("number", range(1, len(PRESETS) + 1))
def test_every_preset_opens_where_it_is_worth_a_look(small: Course, number: int) -> None:
    said = bench(small, [f"preset {number}"])
    preset = PRESETS[number - 1]
    assert f"{preset.title}: {preset.what}." in said.flat()
    assert f". {preset.stage}: " in said.flat()


def test_presets_by_number(small: Course) -> None:
    said = bench(small, ["preset", "preset 99", "preset x"])
    assert f"{len(PRESETS)}) {PRESETS[-1].title}" in said.text
    assert said.text.count(f"Name a problem from 1 to {len(PRESETS)}") == 2


def test_programs_and_files(small: Course, tmp_path: Path) -> None:
    """The program as it is run goes into a file; nothing is written over."""
    said = bench(small, ["code", "code numpy", "save", "save torch", "save torch", "save cobol"], exports=tmp_path)
    assert "Name a language: python, numpy, torch." in said.text
    assert "import numpy as np" in said.text
    assert {x.name for x in tmp_path.iterdir()} == {"attention.txt", "attention_torch.py", "attention_torch-2.py"}
    assert (tmp_path / "attention.txt").read_text(encoding="utf-8").startswith("Q 1×2     K 2×2     V 2×2\n")
    assert "There is no folder to save in." in bench(small, ["save"]).text


def test_what_is_none_of_the_words(small: Course) -> None:
    said = bench(small, ["hello", "q = 1 [", "mask = 1 2", "softcap = x"])
    assert "That is no command here" in said.text
    assert said.flat().count("The stages do not show these numbers yet.") == 3


def test_what_was_set_is_said(small: Course) -> None:
    """What broke: the stage was read again without a word, though nothing of it had changed yet."""
    said = talk_through(small, ["workbench", "mask = causal", "temperature = 2", "temperature =", "q = 0 1", "q"])
    for line in ("mask is now causal.", "temperature is now 2.", "temperature is now as usual.", "Q is set."):
        assert f"\n{line}\n" in said.text


def test_heads_one_after_the_other(small: Course) -> None:
    """q = [1, 0 | 0, 2] on two keys of two heads each: scores 1 and 0, then 0 and 2."""
    lines = ["heads = 2", "q = 1 0 0 2", "k = 1 0 1 0; 0 1 0 1", "v = 1 2; 3 4", "head", "head"]
    said = bench(small, lines)
    rows = [line for line in said.said if line.startswith("row q1: k1 ")]
    assert rows[-3:] == ["row q1: k1 1, k2 0", "row q1: k1 0, k2 2", "row q1: k1 1, k2 0"]
    assert "There is one head only." not in said.text
