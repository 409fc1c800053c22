"""`attn-tutor list`: the lessons of the course, how long they are, what they are for, and how far one is."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from tutor.lessons.loader import load_course
from tutor.lessons.model import Course, Lesson
from tutor.notation.transliteration import plain
from tutor.records.journal import read_events
from tutor.records.progress import Progress, fold
from tutor.surroundings import Surroundings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Nothing of its own: the lessons come from the course and --lessons."""
    del parser


def run(args: argparse.Namespace, surroundings: Surroundings) -> int:
    """Print one line a lesson, and one for each of its objectives. Always 0."""
    del args
    course = load_course(surroundings.lesson_folders)
    lines = listing(course.lessons, _progress(course, surroundings))
    print("\n".join(plain(line) for line in lines) if surroundings.ascii else "\n".join(lines))
    faulty = {fault.path for fault in course.faults if fault.level == "error"}
    if faulty:
        count = len(faulty)
        files = "1 lesson file has faults and is" if count == 1 else f"{count} lesson files have faults and are"
        print(f"{files} left out; attn-tutor check lists them", file=sys.stderr)
    return 0


def listing(lessons: Sequence[Lesson], progress: Progress) -> list[str]:
    """The lines of the list, in columns: number, title, pages, minutes, how far."""
    rows = [
        (
            f"{lesson.number:>2}",
            lesson.title,
            _pages(lesson),
            f"{lesson.minutes} min" if lesson.minutes else "",
            _mark(lesson, progress),
        )
        for lesson in lessons
    ]
    widths = [max((len(row[i]) for row in rows), default=0) for i in range(5)]
    lines = []
    for lesson, row in zip(lessons, rows, strict=True):
        lines.append("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
        lines += [f"{'':>{widths[0]}}    {' '.join(objective.split())}" for objective in lesson.objectives]
    return lines


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
    """What this learner did; nothing where nothing is kept."""
    if surroundings.state is None:
        return Progress()
    return fold(read_events(surroundings.state, learner=surroundings.learner).events, aliases=course.aliases)
