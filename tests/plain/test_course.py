"""The whole course in plain lines: nothing is cut, no line is too long; a unit is journaled as the screens do it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len

from tests.journey import keys_through
from tests.plain.talking import NOW, Script, events, lines_for, talk_through
from tests.screens.driving import press, settle
from tutor.app import TutorApp
from tutor.lessons.blocks import aloud
from tutor.lessons.model import Course, Lesson
from tutor.notation.aloud import raised_aloud
from tutor.records.journal import read_events
from tutor.records.progress import Progress, fold
from tutor.surroundings import Surroundings

MARKDOWN = re.compile(r"[*`|_>#-]+|:-+:?")
BLOCK = re.compile(r"```[a-z]*\n(.*?)```", re.DOTALL)
NUMBERED = re.compile(r"^(\d+)\.(?=\s)", re.MULTILINE)
UNITS = ["before-you-start", "causal-mask"]
"""Played in both front ends in every run; the slow ones play them all."""


def play(course: Course, lesson: Lesson, *, state: Path | None = None, **more: Any) -> Script:
    """Everything that a learner hears who knows the answers of a lesson, and asks for the hints of none."""
    lines = [line for step in lesson.steps for line in lines_for(step)]
    return talk_through(course, [*lines, "home", "quit"], state=state, lesson=lesson, **more)


def words_of(text: str) -> str:
    """A text without its Markdown and its blanks, so that neither hides what is missing."""
    return "".join(MARKDOWN.sub("", text).split())


def bare(text: str) -> list[str]:
    """The pieces of a page's text that have to be heard: whole sentences; of tables and code, their words."""
    text = NUMBERED.sub(r"\1", text)
    # A block of columns is told row by row, each cell with its names.
    cells = [cell for block in BLOCK.findall(text) for cell in block.split()]
    text = BLOCK.sub("", text)
    pieces = text.splitlines() if "|" in text or cells else [text]
    cells += [cell for piece in pieces for cell in (piece.split("|") if "|" in piece else [piece])]
    return [words_of(cell) for cell in cells if "{" not in cell and not cell.strip().startswith((":-", "---"))]


@pytest.mark.parametrize("width", [80, 40])
def test_every_page_is_heard_whole(course: Course, width: int) -> None:
    """Title, text, question and options of each page, at the width of a screen and of a braille line."""
    for lesson in course.lessons:
        said = play(course, lesson, width=width)
        heard = words_of(said.text)
        for step in lesson.steps:
            wanted = [words_of(step.title), *bare(raised_aloud(aloud(step).body))]
            wanted += bare(raised_aloud(getattr(step, "prompt", "")))
            wanted += [words_of(raised_aloud(x.text)) for x in getattr(step, "options", ())]
            wanted += [words_of(raised_aloud(x.why)) for x in getattr(step, "options", ())]
            missing = [text for text in wanted if text not in heard]
            assert missing == [], f"{lesson.slug}, {step.id}"
        assert [line for line in said.written if cell_len(line) > width] == []


def test_no_box_and_no_column_is_drawn(course: Course) -> None:
    """Rows are sentences. What an author has drawn in a block of code stays as it is."""
    for lesson in course.lessons:
        text = play(course, lesson).text
        assert re.findall("[─━│┃┌┐└┘├┤┬┴┼╭╮╰╯▌•]", text) == [], lesson.slug


def test_the_course_in_ascii(course: Course) -> None:
    for lesson in course.lessons:
        said = play(course, lesson, ascii=True)
        assert [line for line in said.written if not line.isascii()] == [], lesson.slug


# The same journal


def journal_of(state: Path) -> list[dict[str, Any]]:
    """The events, without what differs between any two stays.

    The app keeps a draft half a second after the last key, the plain front end at each line: drafts that an answer
    has overtaken are left out. Those that stand are compared in `standing`.
    """
    kept = [{name: x for name, x in event.items() if name not in ("t", "id", "front_end")} for event in events(state)]
    return [event for event in kept if event["type"] != "draft"]


def standing(state: Path) -> dict[str, dict[str, Any]]:
    """What progress makes of it, page by page, but for the times."""
    progress: Progress = fold(read_events(state, learner=None).events)
    timeless = ("t", "missed", "passes")
    return {
        step: {
            name: getattr(record, name) for name in type(record).__dataclass_fields__ if name not in timeless
        } | {"passes": len(record.passes)}
        for step, record in progress.steps.items()
    }  # fmt: skip


async def both(course: Course, slug: str, tmp_path: Path) -> tuple[Path, Path]:
    """Play a unit in the app and in plain lines; the two state folders."""
    lesson = course.find(slug)
    assert lesson is not None
    app = TutorApp(Surroundings(state=tmp_path / "app", clock=lambda: NOW, seed=7), course=course)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press(pilot, ["down"] * (1 + course.lessons.index(lesson)) + ["enter"])
        await press(pilot, keys_through(lesson))
        await press(pilot, ["q", "q"])
    play(course, lesson, state=tmp_path / "plain")
    return tmp_path / "app", tmp_path / "plain"


async def compare(course: Course, slug: str, tmp_path: Path) -> None:
    """Event by event, and what comes of them."""
    app, lines = await both(course, slug, tmp_path)
    assert [x["front_end"] for state in (app, lines) for x in events(state) if x["type"] == "session"] == [
        "app",
        "plain",
    ]
    assert journal_of(app) == journal_of(lines)
    assert standing(app) == standing(lines)
    assert len(journal_of(lines)) > 2 * len(course.find(slug).steps)  # type: ignore[union-attr]


@pytest.mark.parametrize("slug", UNITS)
async def test_a_unit_played_in_both_front_ends_is_journaled_alike(course: Course, slug: str, tmp_path: Path) -> None:
    await compare(course, slug, tmp_path)


@pytest.mark.slow
async def test_every_unit_played_in_both_front_ends_is_journaled_alike(course: Course, tmp_path: Path) -> None:
    for lesson in course.lessons:
        await compare(course, lesson.slug, tmp_path / lesson.slug)


def test_right_at_the_first_try_in_every_unit(course: Course, tmp_path: Path) -> None:
    """A learner who knows the answers comes to the end of each, and of the course."""
    said = [play(course, lesson, state=tmp_path).text for lesson in course.lessons]
    progress = fold(read_events(tmp_path, learner=None).events)
    steps = [step for lesson in course.lessons for step in lesson.steps]
    assert [step.id for step in steps if not progress.is_done(step.id)] == []
    assert [step.id for step in steps if step.asks and progress.record(step.id).first_try is False] == []
    assert all("Lesson finished." in text for text in said)
    assert "The whole course is done: what you can do now" in said[-1]
