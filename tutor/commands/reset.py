"""`attn-tutor reset`: forget what was done, by one more line in the journal; nothing that is there is changed."""

from __future__ import annotations

import argparse
import sys

from tutor import __version__
from tutor.commands import UsageError
from tutor.commands.output import say
from tutor.lessons.loader import load_course
from tutor.lessons.model import Course, Lesson
from tutor.notation.visible import visible
from tutor.records.journal import Journal, read_events
from tutor.records.progress import fold
from tutor.records.wording import one_line
from tutor.surroundings import Surroundings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "lesson", metavar="LESSON", nargs="?", help="a number, a slug or the start of a title (default: all)"
    )
    parser.add_argument("--yes", action="store_true", help="do it without asking")


def run(args: argparse.Namespace, surroundings: Surroundings) -> int:
    """Ask, then record that one lesson, or everything, is forgotten. 1 where the answer was not yes."""
    course = load_course(surroundings.lesson_folders)
    lesson = _lesson(course, args.lesson)
    if surroundings.state is None:
        raise UsageError(f"there is nothing to reset: {surroundings.note or 'progress is not kept'}")
    recorded = read_events(surroundings.state, learner=surroundings.learner)
    if recorded.in_the_way is not None:
        raise UsageError(f"there is nothing to reset: {recorded.note}")
    progress = fold(recorded.events, aliases=course.aliases)
    ids = [step.id for step in lesson.steps] if lesson else list(progress.steps)
    what = f'"{lesson.title}"' if lesson else "the whole course"
    who = f" by {one_line(surroundings.learner)}" if surroundings.learner else ""
    if not any(progress.is_opened(step) for step in ids):
        say(f"Nothing{who} is recorded for {what}, so there is nothing to reset.")
        return 0
    done = sum(progress.is_done(step) for step in ids)
    pages = "1 page" if done == 1 else f"{done} pages"
    if not args.yes and not _agreed(f"Forget what was done{who} in {what} ({pages} done)? [y/N] "):
        say("Nothing was changed.")
        return 1
    journal = Journal(
        surroundings.state,
        clock=surroundings.clock,
        learner=surroundings.learner,
        version=__version__,
        front_end="shell",
        after=progress.latest,
    )
    journal.reset(lesson.slug if lesson else None, steps=ids if lesson else ())
    journal.close()
    if journal.problem:
        raise UsageError(journal.problem)
    say(f"Forgotten: what was done{who} in {what}. The journal's files stay as they were.")
    return 0


def _lesson(course: Course, name: str | None) -> Lesson | None:
    if name is None:
        return None
    lesson = course.find(name)
    if lesson is None:
        raise UsageError(f'there is no lesson "{one_line(name)}"; attn-tutor list shows them all')
    return lesson


def _agreed(question: str) -> bool:
    if not sys.stdin.isatty():
        raise UsageError("reset asks first, and there is no terminal to ask on; to go ahead, add --yes")
    try:
        return input(visible(question)).strip().casefold() in ("y", "yes")
    except EOFError:
        print()
        return False
