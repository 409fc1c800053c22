"""`attn-tutor check`: all faults on standard output, a summary last, and the exit code."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.lessons.sample import SOUND, bent
from tutor.cli import main
from tutor.lessons.files import OWN, lesson_files

TELLING = """\
[problem.telling]
Q = [[1, 0, 1, 0], [0, 2, 0, 1], [1, 1, 0, 2]]
K = [[2, 0, 1, 0], [0, 1, 1, 0], [1, 1, 0, 1]]
V = [[1, 0], [0, 2], [3, 1]]

"""
"""The 3×3 probe, unmasked: at the scores of row 2 no mistake gives the right answer."""

HIDDEN_AT_WEIGHTS = '"root-of-key-count", "root-of-dv", "key-not-transposed"'
"""Of the chapter's example: n = d_k = d_v = 2, so their roots are one; K is the identity, so Kᵀ is K."""


def telling(text: str) -> str:
    """The sample with its asked row on other numbers."""
    return text.replace("[problem.drawn]", TELLING + "[problem.drawn]").replace(
        'problem = "small"\nask_for = "weights"', 'problem = "telling"\nrow = 2\nask_for = "scores"'
    )


def write(folder: Path, name: str, text: str) -> str:
    (folder / name).write_text(text)
    return str(folder / name)


def test_a_sound_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", write(tmp_path, "01_a.toml", SOUND)]) == 0
    assert capsys.readouterr() == ("1 lesson, 0 faults, 0 warnings\n", "")


def test_the_own_lessons_without_a_path(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check"]) == 0
    assert capsys.readouterr().out.splitlines()[-1].startswith(f"{len(lesson_files(OWN))} lessons, 0 faults, ")


def test_a_copy_of_an_own_lesson_is_checked_by_itself(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Its ids are those of the original, which is no fault of a file that somebody works on."""
    original = lesson_files(OWN)[0]
    assert main(["check", write(tmp_path, original.name, original.read_text())]) == 0
    assert capsys.readouterr().out.splitlines()[-1].startswith("1 lesson, 0 faults, ")


def test_what_the_course_has_already_is_taken(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What broke: `check` found no fault, the tutor left the lesson out, and said that `check` names it."""
    text = SOUND.replace('id = "', 'id = "softmax-rows" # "', 1)
    path = write(tmp_path, "21_mine.toml", f'slug = "softmax"\n{text}')
    assert main(["check", path]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "21_mine.toml: slug: softmax is the slug of 05_softmax.toml already",
        "21_mine.toml: step softmax-rows: id: softmax-rows is used in 05_softmax.toml already",
        "1 lesson, 2 faults, 0 warnings",
    ]


def test_all_faults_of_a_folder_come_in_the_order_of_its_files(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path, "02_b.toml", bent('"A small lesson"', "1:30"))
    write(tmp_path, "01_a.toml", bent('hints = ["Multiply.", "Add."]', "hints = [0.10]"))
    write(tmp_path, "10_c.toml", SOUND)
    (tmp_path / "notes.md").write_text("not a lesson")
    assert main(["check", str(tmp_path)]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "01_a.toml: step again: hints: expected a list of at least 2 texts, found 1",
        "01_a.toml: step again: hints 1: expected text, found the number 0.1; put quotes around it",
        "02_b.toml: line 1, column 10: found :30: expected the end of the line; text stands in quotes",
        *(
            f"10_c.toml: step {step}: id: {name} is used in 01_a.toml already"
            for step, name in [
                ("read", "read"),
                ("read", "read-old"),
                *((x, x) for x in ("walk", "weights", "again", "choose", "say")),
            ]
        ),
        "3 lessons, 10 faults, 0 warnings",
    ]


def test_added_folders_are_checked_with_the_course(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(tmp_path, "01_a.toml", bent("minutes = 5", "minutes = 0"))
    assert main(["--lessons", str(tmp_path), "check"]) == 1
    out = capsys.readouterr().out.splitlines()
    assert out[-2] == "01_a.toml: minutes: expected a whole number from 1 to 600, found the number 0"
    assert out[-1].startswith(f"{len(lesson_files(OWN)) + 1} lessons, 1 fault, ")


def test_warnings_count_only_with_strict(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(
        tmp_path, "01_a.toml", 'needs = ["elsewhere"]\n' + telling(bent('accepts_indistinct = ["argmax"]', ""))
    )
    warned = "01_a.toml: needs: warning: no lesson has the slug elsewhere\n1 lesson, 0 faults, 1 warning\n"
    assert main(["check", path]) == 0
    assert capsys.readouterr().out == warned
    assert main(["check", "--strict", path]) == 1
    assert capsys.readouterr().out == warned


def test_strict_passes_a_row_on_which_mistakes_can_be_told_apart(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write(tmp_path, "01_a.toml", telling(bent('accepts_indistinct = ["argmax"]', "")))
    assert main(["check", "--strict", path]) == 0
    assert capsys.readouterr().out == "1 lesson, 0 faults, 0 warnings\n"


def test_strict_names_the_mistakes_that_cannot_show(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """And what is listed in vain: a code that shows here, a code that there is not."""
    path = write(tmp_path, "01_a.toml", bent('["argmax"]', '["argmax", "root-of-key-count", "no-scalign"]'))
    assert main(["check", "--strict", path]) == 1
    place = "01_a.toml: step weights: accepts_indistinct: warning:"
    assert capsys.readouterr().out.splitlines() == [
        f'{place} these mistakes give the right answer here: "root-of-dv", "key-not-transposed"; '
        "take other numbers, or list them",
        f"{place} argmax can be told from the right answer here; take it out",
        f"{place} no mistake has the code no-scalign; did you mean no-scaling?",
        "1 lesson, 0 faults, 3 warnings",
    ]


def test_strict_is_silent_where_they_are_listed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path, "01_a.toml", bent('["argmax"]', f"[{HIDDEN_AT_WEIGHTS}]"))
    assert main(["check", "--strict", path]) == 0
    assert capsys.readouterr().out == "1 lesson, 0 faults, 0 warnings\n"


def test_files_of_one_name_are_told_apart_by_their_folders(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("x", "y"):
        (tmp_path / name).mkdir()
        write(tmp_path / name, "01_a.toml", f'title = "{name}"\n')
    assert main(["check", str(tmp_path / "x"), str(tmp_path / "y"), str(tmp_path / "x" / "01_a.toml")]) == 1
    out = capsys.readouterr().out.splitlines()
    assert [line.partition(": ")[0] for line in out[:-1]] == [f"{tmp_path}/x/01_a.toml"] * 2 + [
        f"{tmp_path}/y/01_a.toml"
    ] * 3
    assert out[-2] == f"{tmp_path}/y/01_a.toml: slug: a is the slug of 01_a.toml already"
    assert out[-1] == "2 lessons, 5 faults, 0 warnings"


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("gone.toml", "there is no such file or folder"),
        ("x" * 300, "there is no such file or folder"),
        ("empty", "no lesson files are in this folder; they are named NN_slug.toml"),
    ],
)
def test_a_path_that_leads_nowhere_is_a_mistake_in_the_call(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, sentence: str
) -> None:
    (tmp_path / "empty").mkdir()
    assert main(["check", str(tmp_path / name)]) == 2
    assert capsys.readouterr() == ("", f"attn-tutor: {tmp_path / name}: {sentence}\n")


def test_a_path_that_names_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    """It was taken for the current folder."""
    assert main(["check", ""]) == 2
    assert capsys.readouterr() == (
        "",
        "attn-tutor: PATH is empty: name a lesson file or a folder, or leave it out to check the course\n",
    )
