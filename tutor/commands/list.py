"""`attn-tutor list`: the lessons of the course, how long they are, what they are for, and how far one is."""

from __future__ import annotations

import argparse
import shutil
import sys
import textwrap
from collections.abc import Sequence

from tutor.commands.output import note, say
from tutor.lessons.loader import load_course
from tutor.lessons.model import Course, Lesson
from tutor.notation.transliteration import plain
from tutor.records.journal import read_events
from tutor.records.progress import Progress, fold
from tutor.surroundings import Surroundings

WIDTH = 80
SHORTEST_TITLE = 24
"""A title is not cut below this, however narrow the terminal."""

INDENT = 6


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Nothing of its own: the lessons come from the course and --lessons."""
    del parser


def run(args: argparse.Namespace, surroundings: Surroundings) -> int:
    """Print one line a lesson, and its objectives below. Always 0."""
    del args
    course = load_course(surroundings.lesson_folders)
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else WIDTH
    lines = listing(course.lessons, _progress(course, surroundings), width=width, ascii=surroundings.ascii)
    say("\n".join(lines))
    faulty = {fault.path for fault in course.faults if fault.level == "error"}
    if faulty:
        count = len(faulty)
        files = "1 lesson file has faults and is" if count == 1 else f"{count} lesson files have faults and are"
        note(f"{files} left out; attn-tutor check lists them")
    return 0


def listing(lessons: Sequence[Lesson], progress: Progress, *, width: int = WIDTH, ascii: bool = False) -> list[str]:
    """The lines of the list, in columns: number, title, pages, minutes, how far. A title too long for them is cut."""

    def shown(text: str) -> str:
        return plain(text) if ascii else text

    rows = [
        [
            f"{lesson.number:>2}",
            shown(lesson.title),
            _pages(lesson),
            f"{lesson.minutes} min" if lesson.minutes else "",
            shown(_mark(lesson, progress)),
        ]
        for lesson in lessons
    ]
    widths = [max((len(row[i]) for row in rows), default=0) for i in range(5)]
    filled = [i for i, size in enumerate(widths) if size]
    rest = sum(widths) - widths[1] + 2 * (len(filled) - 1)
    widths[1] = min(widths[1], max(SHORTEST_TITLE, width - rest))
    lines = []
    for lesson, row in zip(lessons, rows, strict=True):
        row[1] = _cut(row[1], widths[1], "..." if ascii else "…")
        lines.append("  ".join(row[i].ljust(widths[i]) for i in filled).rstrip())
        for objective in lesson.objectives:
            lines += textwrap.wrap(
                shown(" ".join(objective.split())),
                max(width, INDENT + SHORTEST_TITLE),
                initial_indent=" " * INDENT,
                subsequent_indent=" " * (INDENT + 2),
                break_on_hyphens=False,
            )
    return lines


def _cut(text: str, width: int, mark: str) -> str:
    return text if len(text) <= width else text[: width - len(mark)].rstrip() + mark


def _pages(lesson: Lesson) -> str:
    noun = "question" if lesson.is_quiz else "page"
    return f"{len(lesson.steps)} {noun}{'' if len(lesson.steps) == 1 else 's'}"


def _mark(lesson: Lesson, progress: Progress) -> str:
    done = sum(progress.is_done(step.id) for step in lesson.steps)
    if done == len(lesson.steps):
        return "✓ done"
    opened = any(progress.is_opened(step.id) for step in lesson.steps)
    return f"▸ {done} of {len(lesson.steps)} done" if opened else ""


def _progress(course: Course, surroundings: Surroundings) -> Progress:
    """What this learner did; nothing where nothing is kept. What could not be read is said on standard error."""
    if surroundings.state is None:
        return Progress()
    recorded = read_events(surroundings.state, learner=surroundings.learner)
    if recorded.note:
        note(recorded.note)
    return fold(recorded.events, aliases=course.aliases)
