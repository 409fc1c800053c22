"""`attn-tutor list`: lessons in columns, their objectives under them, and how far this learner is."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.conftest import Clock
from tests.lessons.sample import SOUND, bent
from tutor.cli import main
from tutor.commands.list import listing
from tutor.lessons.files import OWN, lesson_files
from tutor.lessons.loader import load_files
from tutor.lessons.model import Lesson
from tutor.records.journal import Journal, read_events
from tutor.records.progress import Progress, fold


@pytest.fixture
def lesson(tmp_path: Path) -> Lesson:
    (tmp_path / "01_small.toml").write_text(SOUND)
    return load_files([tmp_path / "01_small.toml"]).lessons[0]


def test_columns_are_aligned_and_objectives_stand_below(lesson: Lesson) -> None:
    long = replace(
        lesson, number=12, title="A much longer title", minutes=None, steps=lesson.steps[:1], objectives=("O",)
    )
    quiz = replace(lesson, number=13, title="Quiz", minutes=15, steps=(lesson.steps[4],) * 2, objectives=("P",))
    assert listing([lesson, long, quiz], Progress()) == [
        " 1  A small lesson       6 pages      5 min",
        "      Mix two values.",
        "      Say why.",
        "12  A much longer title  1 page",
        "      O",
        "13  Quiz                 2 questions  15 min",
        "      P",
    ]


def test_objectives_and_titles_fit_the_width(lesson: Lesson) -> None:
    """A long objective goes on below, a long title is cut so that the columns after it stay where they are."""
    objective = "Say what positions, residual connections, normalization and the feed-forward network do."
    long = replace(lesson, number=2, title="Many heads, " * 8, steps=lesson.steps[:1] * 12, objectives=(objective,))
    assert listing([lesson, long], Progress()) == [
        " 1  A small lesson                                               6 pages   5 min",
        "      Mix two values.",
        "      Say why.",
        " 2  Many heads, Many heads, Many heads, Many heads, Many heads…  12 pages  5 min",
        "      Say what positions, residual connections, normalization and the",
        "        feed-forward network do.",
    ]
    narrow = listing([long], Progress(), width=40, ascii=True)
    assert narrow[0] == " 2  Many heads, Many head...  12 pages  5 min"
    assert max(map(len, narrow[1:])) <= 40


def test_the_course_fits_80_columns(capsys: pytest.CaptureFixture[str], tmp_path: Path, clock: Clock) -> None:
    """With every page of the longest lesson opened, and in ASCII."""
    journal = Journal(tmp_path, clock=clock, version="1", front_end="test")
    for each in load_files(lesson_files(OWN)).lessons:
        journal.opened(each.slug, each.steps[0].id)
        for step in each.steps[1:]:
            journal.done(step.id)
    journal.close()
    for form in ([], ["--ascii"]):
        assert main(["--state", str(tmp_path), *form, "list"]) == 0
        out = capsys.readouterr().out
        assert max(map(len, out.splitlines())) <= 80
        assert "…" not in out


def test_what_cannot_be_read_of_the_journal_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The list is there all the same."""
    (tmp_path / "file").write_text("mine")
    assert main(["--state", str(tmp_path / "file"), "list"]) == 0
    out, err = capsys.readouterr()
    assert out.startswith(" 1  ")
    assert err == (
        f"attn-tutor: Progress is not kept: {tmp_path / 'file'} is a file. Name a folder with --state DIR.\n"
    )


def test_progress_stands_at_the_end_of_the_line(lesson: Lesson, tmp_path: Path, clock: Clock) -> None:
    """A former id of a page counts for the page."""
    journal = Journal(tmp_path, clock=clock, version="1", front_end="test")
    journal.opened("small", "walk")
    opened = fold(read_events(tmp_path, learner=None).events)
    journal.done("read-old")
    done = fold(read_events(tmp_path, learner=None).events, aliases={"read-old": "read"})
    journal.close()
    assert listing([lesson], opened)[0].endswith("5 min  ▸ 0 of 6 done")
    assert listing([lesson], done)[0].endswith("5 min  ▸ 1 of 6 done")
    assert listing([replace(lesson, steps=lesson.steps[:1])], done)[0].endswith("5 min  ✓ done")


def test_the_course_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert [line.split()[0] for line in out.splitlines() if not line.startswith("    ")] == [
        str(i) for i in range(1, len(lesson_files(OWN)) + 1)
    ]


def test_faulty_lessons_are_left_out_and_told_on_standard_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "01_a.toml").write_text(bent('"A small lesson"', "No"))
    (tmp_path / "02_b.toml").write_text(bent('"A small lesson"', '"Shown [b] √2"'))
    assert main(["--lessons", str(tmp_path), "list"]) == 0
    out, err = capsys.readouterr()
    assert f"{len(lesson_files(OWN)) + 2:>2}  Shown [b] √2" in out
    assert err == "attn-tutor: 1 lesson file has faults and is left out; attn-tutor check lists them\n"


def test_ascii_only(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "02_b.toml").write_text(bent('"A small lesson"', '"Shown [b] √2"'))
    assert main(["--ascii", "--lessons", str(tmp_path), "list"]) == 0
    out = capsys.readouterr().out
    assert out.isascii()
    assert "Shown [b] sqrt(2)" in out


def test_nothing_is_kept_and_nothing_is_marked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], clock: Clock
) -> None:
    step = load_files([lesson_files(OWN)[0]]).lessons[0].steps[0].id
    journal = Journal(tmp_path, clock=clock, version="1", front_end="test")
    journal.done(step)
    journal.close()
    assert main(["--state", str(tmp_path), "list"]) == 0
    assert "▸ 1 of" in capsys.readouterr().out
    assert main(["--no-save", "list"]) == 0
    assert "▸" not in capsys.readouterr().out
