"""`attn-tutor check`: every fault of lesson files, one line each; with --strict their problems are proved too."""

from __future__ import annotations

import argparse
import os
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

from tutor.commands import UsageError
from tutor.commands.output import say
from tutor.lessons.fields import near
from tutor.lessons.files import course_files, lesson_files, once, why_not
from tutor.lessons.loader import load_course, load_files
from tutor.lessons.model import Course, DrawnProblem, Fault, NumberStep, VectorStep
from tutor.lessons.outline import outline_course
from tutor.maths.problem import STAGES
from tutor.notation.visible import printable
from tutor.surroundings import Surroundings

KEY = "accepts_indistinct"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "paths", metavar="PATH", nargs="*", help="a lesson file, or a folder of them (default: the course)"
    )
    parser.add_argument(
        "--strict", action="store_true", help="warnings count too, and each asked row must tell mistakes apart"
    )


def run(args: argparse.Namespace, surroundings: Surroundings) -> int:
    """Print the faults and a summary. 1 where there is an error, or with --strict a warning."""
    if args.paths:
        if not all(path.strip() for path in args.paths):
            raise UsageError("PATH is empty: name a lesson file or a folder, or leave it out to check the course")
        files = _files([Path(path.strip()) for path in args.paths])
        # A lesson of the course that somebody works on, or a copy of it, has its own ids.
        named = {path.name for path in files}
        course = load_files(files, beside=[x for x in outline_course() if x.path.name not in named])
    else:
        files = course_files(surroundings.lesson_folders)[0]
        course = load_course(surroundings.lesson_folders)
    faults = [*course.faults, *(_proved(course) if args.strict else ())]
    places = {path: place for place, path in enumerate(files)}
    same_name = Counter(path.name for path in files)
    for fault in sorted(faults, key=lambda fault: places.get(fault.path, -1)):
        # Two folders may each have a file of this name.
        folder = f"{printable(str(fault.path.parent))}/" if same_name[fault.path.name] > 1 else ""
        say(f"{folder}{fault}")
    errors = sum(fault.level == "error" for fault in faults)
    warnings = len(faults) - errors
    say(f"{_count(len(files), 'lesson')}, {_count(errors, 'fault')}, {_count(warnings, 'warning')}")
    return int(errors > 0 or (args.strict and warnings > 0))


def _files(paths: Sequence[Path]) -> tuple[Path, ...]:
    """The lesson files that the paths name: each itself, or those of a folder."""
    files: list[Path] = []
    for path in paths:
        # Unlike Path.exists, this is False too for what may not be looked at.
        if not os.path.exists(path):
            raise UsageError(f"{printable(str(path))}: there is no such file or folder")
        try:
            found = lesson_files(path) if path.is_dir() else (path,)
        except OSError as error:
            raise UsageError(f"{printable(str(path))}: {why_not(error)}") from None
        if not found:
            raise UsageError(f"{printable(str(path))}: no lesson files are in this folder; they are named NN_slug.toml")
        files.extend(found)
    return once(files)


def _proved(course: Course) -> Iterator[Fault]:
    """A warning for each asked row at which mistakes give the right answer, and for codes that do not belong there."""
    for lesson in course.lessons:
        for step in lesson.steps:
            if isinstance(step, VectorStep):
                for message in _complaints(step):
                    yield Fault(path=lesson.path, step=step.id, key=KEY, message=message, level="warning")
            elif isinstance(step, NumberStep):
                from tutor.coaching.asking.proof import doubts

                for key, message in doubts(step):
                    yield Fault(path=lesson.path, step=step.id, key=key, message=message, level="warning")


def _complaints(step: VectorStep) -> Iterator[str]:
    try:
        hidden, known = _mistakes(step)
    except ValueError as error:
        yield f"the problem cannot be worked out: {error}"
        return
    unnamed = [f'"{code}"' for code in hidden if code not in step.accepts_indistinct]
    if unnamed:
        yield f"these mistakes give the right answer here: {', '.join(unnamed)}; take other numbers, or list them"
    for code in step.accepts_indistinct:
        if code not in known:
            guess = near(code, known)
            yield f"no mistake has the code {code}{f'; did you mean {guess}?' if guess else ''}"
        elif code not in hidden:
            yield f"{code} can be told from the right answer here; take it out"


def _mistakes(step: VectorStep) -> tuple[tuple[str, ...], Collection[str]]:
    """The mistakes whose answer passes as right at this row, so that they cannot show there; and all codes."""
    from tutor.coaching.mistakes import CATALOGUE
    from tutor.coaching.separability import indistinct

    if isinstance(step.problem, DrawnProblem) or step.ask_for not in STAGES:
        return (), CATALOGUE
    return indistinct(step.problem, step.ask_for, step.row, digits=step.digits), CATALOGUE


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
