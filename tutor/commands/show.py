"""`attn-tutor show`: one lesson as plain text, with the answers at its end."""

from __future__ import annotations

import argparse
import shutil
import sys

from tutor.commands import UsageError
from tutor.commands.output import say
from tutor.lessons.loader import load_course
from tutor.lessons.model import Course, Lesson
from tutor.rendering.lesson_text import lesson_text
from tutor.surroundings import Surroundings

WIDTH = 80
NARROWEST = 30


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The lesson, in as many words as its title has."""
    parser.add_argument("lesson", metavar="LESSON", nargs="+", help="its number, its slug, or the start of its title")


def run(args: argparse.Namespace, surroundings: Surroundings) -> int:
    """Print the lesson. Raises UsageError where there is no such lesson."""
    lesson = lesson_named(load_course(surroundings.lesson_folders), " ".join(word.strip() for word in args.lesson))
    width = max(NARROWEST, shutil.get_terminal_size().columns) if sys.stdout.isatty() else WIDTH
    say(lesson_text(lesson, width=width, ascii=surroundings.ascii, learner=surroundings.learner), end="")
    return 0


def lesson_named(course: Course, name: str) -> Lesson:
    """The lesson of this number, slug or start of its title. Raises UsageError, which lists them all."""
    lesson = course.find(name)
    if lesson is not None:
        return lesson
    if not course.lessons:
        raise UsageError("there is no sound lesson to show; attn-tutor check says what is wrong with the others")
    known = ", ".join(f"{lesson.number} {lesson.title}" for lesson in course.lessons)
    raise UsageError(f'there is no lesson "{name}"; the lessons are {known}')
