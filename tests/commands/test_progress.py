"""`attn-tutor progress`: counted by hand from journals written by hand; C01, C04, C05 and C08 as people meet them."""

from __future__ import annotations

import argparse
import json
from dataclasses import replace
from pathlib import Path

import pytest

from tests.records.lines import line, put, session
from tutor.cli import main
from tutor.commands import progress as command
from tutor.surroundings import Surroundings

LESSON = """
title = "Tiny"
slug = "tiny"
objectives = ["Read."]
[problem.small]
Q = [[0, 1]]
K = [[1, 0], [0, 1]]
V = [[6, 0], [0, 3]]
[[steps]]
id = "tiny-read"
kind = "text"
body = "Read this."
[[steps]]
id = "tiny-row"
was = ["tiny-old-row"]
kind = "vector"
problem = "small"
ask_for = "weights"
prompt = "Which weights?"
hints = ["Scale first.", "Then softmax."]
[[steps]]
id = "tiny-mix"
kind = "vector"
problem = "small"
ask_for = "output"
prompt = "Which output?"
hints = ["Weights first.", "Then mix."]
"""

DAY = (
    session(100),
    line(101, "open", lesson="tiny", step="tiny-read"),
    line(102, "done", step="tiny-read"),
    line(103, "answer", step="tiny-old-row", raw="0.2 0.8", status="mistake", mistakes=["no-scaling"]),
    line(104, "answer", step="tiny-row", raw="0.2 0.8", status="mistake", mistakes=["no-scaling"]),
    line(105, "answer", step="tiny-row", raw="0.33 0.67", status="right"),
    line(106, "answer", step="tiny-mix", raw="1.98 2.01", status="right"),
    line(107, "answer", step="pack-gone", raw="1", status="mistake", mistakes=["swapped"]),
    line(108, "open", lesson="tiny", step="tiny-row"),
)


@pytest.fixture
def lessons(tmp_path: Path) -> Path:
    folder = tmp_path / "lessons"
    folder.mkdir()
    (folder / "01_tiny.toml").write_text(LESSON, encoding="utf-8")
    return folder


@pytest.fixture
def state(tmp_path: Path) -> Path:
    return tmp_path / "state"


def said(capsys: pytest.CaptureFixture[str], *argv: str) -> tuple[int, str, str]:
    code = main(argv)
    return code, *capsys.readouterr()


def test_each_lesson_with_its_pages_and_first_tries(
    lessons: Path, state: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of two pages answered, one was right first time; the alias of the renamed page holds its first miss."""
    put(state, "a", *DAY)
    code, out, err = said(capsys, "--state", str(state), "--lessons", str(lessons), "progress")
    assert (code, err) == (0, "")
    tiny = next(x for x in out.splitlines() if " Tiny " in x)
    assert tiny.split(" Tiny ")[1].split() == ["3", "of", "3", "right", "first", "time:", "1", "of", "2"]
    assert out.startswith("Progress: 3 of ")
    assert "Last opened: Tiny, page 2 of 3\n" in out
    assert "  not scaled by √d_k            2\n  right numbers, another order  1\n" in out
    assert "Kept, though no lesson here has these pages: pack-gone\n" in out


def test_json_is_one_object_with_the_same_counts(
    lessons: Path, state: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    put(state, "a", *DAY)
    code, out, _ = said(capsys, "--state", str(state), "--lessons", str(lessons), "progress", "--json")
    found = json.loads(out)
    (tiny,) = [x for x in found["lessons"] if x["slug"] == "tiny"]
    del tiny["number"]
    assert code == 0
    assert tiny == {
        "slug": "tiny",
        "title": "Tiny",
        "pages": 3,
        "done": 3,
        "shown": 0,
        "attempts": 4,
        "tried": 2,
        "first_try": 0.5,
    }
    assert found["mistakes"] == {"no-scaling": 2, "swapped": 1}
    assert found["place"] == {"lesson": "tiny", "step": "tiny-row"}
    assert found["kept"] == ["pack-gone"]
    assert (found["done"], found["tried"], found["learner"], found["state"]) == (3, 2, None, str(state))


def test_practice_and_the_workbench_are_no_pages_of_a_lesson(
    lessons: Path, state: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What broke: practice-1-scores stood among the ids that no lesson has, though nothing was lost."""
    answers = [
        line(t, "answer", step=step, raw="1", status=status)
        for t, (step, status) in enumerate(
            [
                ("practice-1-scores", "right"),
                ("practice-1-scaled", "wrong"),
                ("practice-1-scaled", "right"),
                ("practice-1-weights", "ask"),
                ("practice-3-output", "right"),
                ("practice-makes-perfect", "right"),
            ],
            start=2,
        )
    ]
    bench = [line(20, "draft", step=step, raw="1 2") for step in ("workbench", "workbench-masked-row-2-head-1")]
    put(state, "a", session(1), *answers, *bench)
    argv = ["--state", str(state), "--lessons", str(lessons), "progress"]
    out = said(capsys, *argv)[1]
    assert "\nPractice: 4 answers (level 1: 3, level 3: 1)\n" in out
    assert "Kept, though no lesson here has these pages: practice-makes-perfect\n" in out
    found = json.loads(said(capsys, *argv, "--json")[1])
    assert (found["practice"], found["kept"]) == ({"1": 3, "3": 1}, ["practice-makes-perfect"])


def test_the_words_for_mistakes_in_ascii(lessons: Path, state: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A terminal that promises no √ gets none; JSON has codes, not words."""
    put(state, "a", *DAY)
    out = said(capsys, "--ascii", "--state", str(state), "--lessons", str(lessons), "progress")[1]
    assert out.isascii()
    assert "  not scaled by sqrt(d_k)" in out


def test_damage_is_one_line_beside_the_progress(lessons: Path, state: Path, capsys: pytest.CaptureFixture[str]) -> None:
    put(state, "a", *DAY)
    put(state, "b", b"\0" * 40)
    code, out, err = said(capsys, "--state", str(state), "--lessons", str(lessons), "progress", "--json")
    assert code == 0
    assert err == "attn-tutor: Journal: passed over and kept 1 damaged line (b.jsonl).\n"
    assert (json.loads(out)["damaged"], json.loads(out)["done"]) == (1, 3)


def test_progress_all_cut_away_is_not_passed_off_as_none(state: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """C01: a file cut to nothing was taken for "no progress" without a word."""
    put(state, "a", b"")
    code, out, err = said(capsys, "--state", str(state), "progress")
    assert (code, out) == (0, f"Nothing is recorded yet in {state}.\n")
    assert "a.jsonl" in err


def test_two_learners_on_one_account(lessons: Path, state: Path, capsys: pytest.CaptureFixture[str]) -> None:
    put(state, "a", session(1, "Ada"), line(2, "done", step="tiny-read"))
    argv = ["--state", str(state), "--lessons", str(lessons)]
    assert said(capsys, *argv, "--learner", "Ada", "progress")[1].startswith("Progress of Ada: 1 of ")
    assert said(capsys, *argv, "--learner", "Bo", "progress")[1] == f"Nothing of Bo is recorded yet in {state}.\n"
    assert said(capsys, *argv, "progress")[1] == f"Nothing is recorded yet in {state}.\n"


def test_without_saving_it_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = said(capsys, "--no-save", "progress")
    assert (code, out, err) == (0, "Progress is not kept, as you asked with --no-save.\n", "")
    code, out, _ = said(capsys, "--no-save", "progress", "--json")
    assert (code, json.loads(out)["state"], json.loads(out)["done"]) == (0, None, 0)


def test_a_state_path_that_is_a_file_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("mine")
    code, out, err = said(capsys, "--state", str(tmp_path / "file"), "progress")
    assert (code, out) == (0, f"Nothing is recorded yet in {tmp_path / 'file'}.\n")
    sentence = f"Progress is not kept: {tmp_path / 'file'} is a file. Name a folder with --state DIR."
    assert err == f"attn-tutor: {sentence}\n"
    code, out, err = said(capsys, "--state", str(tmp_path / "file"), "progress", "--json")
    assert (code, json.loads(out)["note"], err) == (0, sentence, f"attn-tutor: {sentence}\n")


def test_so_is_one_that_lies_in_a_file(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """XDG_STATE_HOME=/dev/null is how some people ask programs to keep nothing."""
    monkeypatch.setenv("XDG_STATE_HOME", "/dev/null")
    code, _, err = said(capsys, "progress")
    assert (code, err) == (
        0,
        "attn-tutor: Progress is not kept: /dev/null is a file. Name a folder with --state DIR.\n",
    )


def test_ids_and_names_of_others_reach_the_terminal_without_their_escape_codes(
    state: Path, surroundings: Surroundings, capsys: pytest.CaptureFixture[str]
) -> None:
    """A journal edited by hand is shown, not obeyed."""
    evil = "\x1b[2J\r\nDone: 100 of 100"
    put(state, "a", session(1, evil), line(2, "answer", step=evil, raw="1", status="mistake", mistakes=[evil]))
    args = argparse.Namespace(json=False, export_to=None, import_from=None)
    assert command.run(args, replace(surroundings, state=state, learner=evil)) == 0
    out = capsys.readouterr().out
    assert "\x1b" not in out
    assert "\r" not in out
    assert out.count("\\x1b[2J\\r\\nDone: 100 of 100") == 3
