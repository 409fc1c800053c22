"""`attn-tutor report`: a class of twenty folders, three of them damaged, counted by hand; files and hostile names."""

from __future__ import annotations

import csv
import io
import json
import os
import sys
from pathlib import Path

import pytest

from tests.records.lines import line, put, session
from tests.terminal import Terminal, program
from tutor.cli import main

LESSON = """
title = "Tiny"
slug = "tiny"
objectives = ["Weigh."]
[problem.small]
Q = [[0, 1]]
K = [[1, 0], [0, 1]]
V = [[6, 0], [0, 3]]
[[steps]]
id = "tiny-row"
kind = "vector"
objective = 1
problem = "small"
ask_for = "weights"
prompt = "Which weights?"
hints = ["Scale first.", "Then softmax."]
[[steps]]
id = "tiny-say"
kind = "explain"
prompt = "Why?"
model = "Because."
checklist = ["names the values"]
"""


@pytest.fixture
def lessons(tmp_path: Path) -> str:
    folder = tmp_path / "lessons"
    folder.mkdir()
    (folder / "01_tiny.toml").write_text(LESSON)
    return str(folder)


def said(capsys: pytest.CaptureFixture[str], *argv: str) -> tuple[int, str, list[str]]:
    code = main(argv)
    out, err = capsys.readouterr()
    return code, out, err.splitlines()


def pupil(state: Path, *, misses: int, right: bool, learner: str | None = None) -> None:
    """So many unscaled answers and perhaps a right one, a minute apart."""
    lines = [session(1000, learner)]
    lines += [
        line(1000 + 60 * i, "answer", step="tiny-row", raw="0 1", status="mistake", mistakes=["no-scaling"])
        for i in range(1, misses + 1)
    ]
    if right:
        lines.append(line(1060 + 60 * misses, "answer", step="tiny-row", raw="0.33 0.67", status="right"))
    put(state, "a", *lines)


@pytest.fixture
def school(tmp_path: Path) -> Path:
    """Twenty folders: 17 pupils (miss 0, 1 or 2 times; every fourth never right), three folders damaged."""
    folder = tmp_path / "school"
    for i in range(17):
        pupil(folder / f"p{i:02}", misses=i % 3, right=bool(i % 4))
    put(folder / "x1", "a", b"\0" * 4000)
    put(folder / "x2", "a", b"x" * 2_000_000)
    (folder / "x3").mkdir()
    (folder / "x3" / "journal").symlink_to(folder / "p00" / "journal")
    return folder


def test_twenty_folders_three_of_them_damaged(school: Path, lessons: str, capsys: pytest.CaptureFixture[str]) -> None:
    """By hand: p00 and p12 never answered anything, so they have nothing recorded but a session.

    Misses: 17 pupils, 0 1 2 in turn: 6·0 + 6·1 + 5·2 = 16 by 11 pupils; never right are 00 04 08 12 16, of
    whom 04, 08 and 16 met the mistake, so 8 of the 11 got past it.
    """
    code, out, err = said(capsys, "--lessons", lessons, "report", str(school), "--json")
    assert code == 0
    assert err == [
        f"attn-tutor: {school}/x3: its journal is a link, which is not followed",
        f"attn-tutor: {school}/x1: passed over and kept 1 damaged line (a.jsonl)",
        f"attn-tutor: {school}/x2: passed over and kept 1 damaged line (a.jsonl)",
    ]
    found = json.loads(out)
    assert found["self_reported"] is True
    assert found["folders"] == 19
    assert len(found["learners"]) == 17
    assert sum(row["pages_done"] for row in found["learners"]) == 12
    assert sum(row["attempts"] for row in found["learners"]) == 16 + 12
    assert sum(row["first_try"] for row in found["learners"]) == 4
    assert sum(row["objectives_reached"] for row in found["learners"]) == 12
    assert found["by_mistake"] == [
        {"code": "no-scaling", "mistake": "not scaled by √d_k", "learners": 11, "times": 16, "past": 8}
    ]
    p02 = found["learners"][2]
    assert (p02["learner"], p02["minutes"], p02["tried"], p02["first_try_rate"]) == ("p02", 3.0, 1, 0.0)
    assert found["notes"] == [note.removeprefix("attn-tutor: ") for note in err]


def test_the_text_has_both_tables_and_says_that_it_is_self_reported(
    school: Path, lessons: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, _ = said(capsys, "--lessons", lessons, "report", str(school))
    lines = out.splitlines()
    assert code == 0
    assert lines[0].startswith("17 learners in 19 folders and files; the course has ")
    assert lines[1] == "All of it is self-reported: journals are files that learners can edit."
    p05 = next(x for x in lines if x.startswith("p05 "))
    assert p05.replace(" of ", "/").split()[1:] == ["1", p05.replace(" of ", "/").split()[2], "0/1", "3", "0", "0", "3"]
    assert next(x for x in lines if x.startswith("not scaled by")).split()[-3:] == ["11", "16", "8"]
    assert max(map(len, lines)) <= 80


@pytest.mark.parametrize("by", ["learner", "objective", "mistake", "option", "text"])
def test_each_table_by_itself_in_ascii_and_as_csv(
    school: Path, lessons: str, capsys: pytest.CaptureFixture[str], by: str
) -> None:
    argv = ["--lessons", lessons, "report", str(school), "--by", by]
    code, out, _ = said(capsys, "--ascii", *argv)
    assert (code, out.isascii()) == (0, True)
    assert ("got past it" in out) == (by == "mistake")
    code, out, _ = said(capsys, *argv, "--csv", "-")
    heads, *rows = list(csv.reader(io.StringIO(out)))
    assert code == 0
    assert all(len(row) == len(heads) for row in rows)
    assert {"learner": "pages_done", "objective": "reached", "mistake": "past", "option": "chosen", "text": "text"}[
        by
    ] in heads


def test_moodle_gets_grades_by_user_name(tmp_path: Path, lessons: str, capsys: pytest.CaptureFixture[str]) -> None:
    pupil(tmp_path / "lab", misses=1, right=True, learner="ada")
    pupil(tmp_path / "bo", misses=0, right=False)
    target = tmp_path / "grades.csv"
    argv = ["--lessons", lessons, "report", str(tmp_path / "lab"), str(tmp_path / "bo"), "--moodle", str(target)]
    code, out, err = said(capsys, *argv)
    assert (code, out, err) == (0, "", [f"attn-tutor: saved the grades for Moodle as {target}"])
    heads, ada, bo = list(csv.reader(target.read_text(encoding="utf-8").splitlines()))
    assert heads[0] == "username"
    assert (ada[0], ada[3]) == ("ada", "0.0")
    assert (bo[0], bo[1], bo[3]) == ("bo", "0.0", "")
    assert ada[-1].startswith("Self-reported: 1 of ")
    code, _, err = said(capsys, *argv)
    assert (code, err) == (
        2,
        [f"attn-tutor: --moodle: {target} is there already and stays as it is; name another file"],
    )


def test_two_rows_of_one_name_are_said_before_moodle_drops_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pupil(tmp_path / "lab", misses=1, right=True, learner="ada")
    pupil(tmp_path / "home", misses=1, right=True, learner="ada")
    code, out, err = said(capsys, "report", str(tmp_path / "lab"), str(tmp_path / "home"), "--moodle", "-")
    assert code == 0
    assert [row[0] for row in csv.reader(io.StringIO(out))] == ["username", "ada", "ada"]
    assert "attn-tutor: --moodle: more than one row for ada; Moodle keeps the last" in err


EVIL = '=HYPERLINK("http://x")\x1b]0;owned\x07\nbo: 100 %'


def test_hostile_names_and_texts_are_shown_not_obeyed(
    tmp_path: Path, lessons: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Escape codes, line feeds, markup and formulas of spreadsheets, in folders, names, codes and texts."""
    put(
        tmp_path / "\x1b[31m[red]",
        "a",
        session(1, EVIL),
        line(2, "explain", step="tiny-say", raw=f"{EVIL}\n  cy, 1 point ticked:", ticked=["x", 10**30, True]),
        line(3, "answer", step="tiny-row", raw=EVIL, status=EVIL, mistakes=[EVIL]),
        line(4, "hint", step="tiny-row", rung=10**40),
        line(5, "answer", step="tiny-row", raw="", status="", mistakes={"a": [1]}, cells="x", seed=[], digits={}),
    )
    for by in ("learner", "objective", "mistake", "option", "text"):
        for how in ([], ["--csv", "-"]):
            code, out, err = said(capsys, "--lessons", lessons, "report", str(tmp_path), "--by", by, *how)
            assert code == 0
            assert "\x1b" not in out + "".join(err)
            assert not any(x.startswith(("bo:", "  cy, 1", *("=" for _ in how))) for x in out.splitlines())
    code, out, _ = said(capsys, "--lessons", lessons, "report", str(tmp_path), "--json")
    assert "\x1b" not in out
    assert json.loads(out)["texts"][0]["text"].startswith(EVIL)


def test_nothing_to_read_is_2_and_a_line_each(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = said(capsys, "report", str(tmp_path / "gone"), str(tmp_path))
    assert (code, out) == (2, "")
    assert err == [
        f"attn-tutor: {tmp_path}/gone: there is no such folder",
        f"attn-tutor: {tmp_path}: holds no journal of attn-tutor",
    ]


def test_pages_of_lessons_that_are_not_here_are_said(school: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, _, err = said(capsys, "report", str(school))
    assert (
        "attn-tutor: 15 learners have pages that no lesson here has; name their folder with --lessons DIR to count them"
        in err
    )


def test_one_learner_by_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    put(tmp_path, "a", session(1, "Ada"), line(2, "done", step="x"))
    put(tmp_path, "b", session(1, "Bo"), line(2, "done", step="x"))
    _, out, _ = said(capsys, "--learner", "Ada", "report", str(tmp_path), "--json")
    assert [row["learner"] for row in json.loads(out)["learners"]] == ["Ada"]


@pytest.mark.parametrize(
    ("extra", "sentence"),
    [
        (["--json", "--csv", "-"], "only one of --json, --csv - and --moodle - can be printed"),
        (["--csv", ""], "--csv wants the name of a file after it, and there is only an empty one"),
        (["--csv", "/nonexistent/x"], "--csv: /nonexistent/x was not written: no such file or directory"),
        (["--kiosk"], "with --kiosk no file or folder can be named, except by --state and --lessons"),
    ],
)
def test_a_mistake_in_the_call_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], extra: list[str], sentence: str
) -> None:
    put(tmp_path, "a", session(1, "Ada"), line(2, "draft", step="workbench", raw=""))
    code, out, err = said(capsys, "report", str(tmp_path), *extra)
    assert (code, out, err) == (2, "", [f"attn-tutor: {sentence}"])


def test_a_bar_is_drawn_for_many_folders_and_gone_again(school: Path) -> None:
    """Only where somebody sees it: on a terminal."""
    with Terminal([program(), "report", str(school), "--json"], cols=200) as t:
        assert t.exit_code() == 0
        assert "Reading" in t.text_since(0)
        assert "19/19 folders" in t.text_since(0)
        assert t.left_behind() == []


def test_no_bar_on_a_pipe(school: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert not sys.stderr.isatty()
    assert not any("Reading" in x for x in said(capsys, "report", str(school))[2])


def test_the_folders_are_read_and_nothing_else(school: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Not one file there is changed, made or touched."""
    before = {path: (os.lstat(path).st_mtime_ns, os.lstat(path).st_size) for path in school.rglob("*")}
    said(capsys, "report", str(school))
    assert {path: (os.lstat(path).st_mtime_ns, os.lstat(path).st_size) for path in school.rglob("*")} == before


CHOOSE = """
title = "Choose"
slug = "choose"
objectives = ["Choose."]
[[steps]]
id = "choose-one"
kind = "choice"
prompt = "What is mixed?"
options = [
  { text = "The keys", why = "No.", code = "mixed-keys" },
  { text = "The values", correct = true, why = "Yes." },
]
[[steps]]
id = "choose-two"
kind = "choice"
prompt = "And what is compared?"
options = [{ text = "The keys", correct = true, why = "Yes." }, { text = "The values", why = "No." }]
"""


def test_each_option_of_each_question(tmp_path: Path, lessons: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Two learners: one chose the keys and then the values, the other the values at once and one of two."""
    (Path(lessons) / "02_choose.toml").write_text(CHOOSE)

    def chosen(t: float, step: str, raw: str, status: str) -> bytes:
        return line(t, "answer", step=step, raw=raw, status=status)

    put(
        tmp_path / "class" / "ada", "a", session(1),
        chosen(2, "choose-one", "The keys", "mistake"), chosen(3, "choose-one", "The values", "right"),
    )  # fmt: skip
    put(
        tmp_path / "class" / "bo", "a", session(1),
        chosen(2, "choose-one", "The values", "right"), chosen(3, "choose-two", "The keys", "right"),
    )  # fmt: skip
    code, out, _ = said(capsys, "--lessons", lessons, "report", str(tmp_path / "class"), "--by", "option")
    assert code == 0
    assert out.splitlines()[-9:] == [
        "What is mixed?",
        "  choose, choose-one: answered by 2 learners",
        "     1 ×, first   1  ✗ The keys",
        "     2 ×, first   1  ✓ The values",
        "",
        "And what is compared?",
        "  choose, choose-two: answered by 1 learner",
        "     1 ×, first   1  ✓ The keys",
        "     0 ×, first   0  ✗ The values",
    ]


def test_lessons_with_faults_are_said(tmp_path: Path, lessons: str, capsys: pytest.CaptureFixture[str]) -> None:
    (Path(lessons) / "02_choose.toml").write_text(CHOOSE.replace("correct = true", ""))
    pupil(tmp_path / "class" / "ada", misses=1, right=True)
    code, _, err = said(capsys, "--lessons", lessons, "report", str(tmp_path / "class"))
    assert code == 0
    assert "attn-tutor: some lesson files have faults and are left out; attn-tutor check lists them" in err
