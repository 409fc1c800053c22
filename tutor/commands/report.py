"""`attn-tutor report FOLDER…`: what a class has done and which mistakes it met, from copied or mounted journals.

All of it is self-reported, and it says so. What cannot be read is a line on standard error, and never in the way.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from tutor.coaching.class_report import ClassReport, class_report, questions_of
from tutor.commands import UsageError
from tutor.commands.output import note, say, say_json
from tutor.commands.report_files import as_csv, as_json, as_moodle
from tutor.commands.report_text import TABLES, as_text
from tutor.lessons.loader import load_course
from tutor.records.collected import each_learner, find_sources
from tutor.records.events import learner_name
from tutor.records.report import Learned, learned
from tutor.records.transfer import TransferError, write_new
from tutor.records.wording import one_line
from tutor.surroundings import Surroundings

STREAM = "-"

WORTH_A_BAR = 8
"""So many folders take long enough for a bar that shows how far it is."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "folders",
        metavar="FOLDER",
        nargs="+",
        help="a state folder, a home, a folder of these, or a file of progress --export",
    )
    parser.add_argument("--by", choices=tuple(TABLES), help="only this table (default: learner, then mistake)")
    parser.add_argument("--csv", metavar="FILE", help="save the table as a new CSV file (- prints it)")
    parser.add_argument("--moodle", metavar="FILE", help="save grades as a new CSV file that Moodle imports (- prints)")
    parser.add_argument("--json", action="store_true", help="print everything as one JSON object")


def run(args: argparse.Namespace, surroundings: Surroundings) -> int:
    """Print the report. Returns 0, or 2 where nothing that is named can be read at all."""
    if [args.csv, args.moodle, STREAM if args.json else None].count(STREAM) > 1:
        raise UsageError("only one of --json, --csv - and --moodle - can be printed")
    for option, name in (("--csv", args.csv), ("--moodle", args.moodle)):
        if name is not None and not name.strip():
            raise UsageError(f"{option} wants the name of a file after it, and there is only an empty one")
    course = load_course(surroundings.lesson_folders)
    found = find_sources([Path(folder) for folder in args.folders])
    aliases, questions = course.aliases, questions_of(course)
    with _bar(len(found.sources)) as advance:
        everyone, said = each_learner(
            found.sources,
            lambda each: learned(each, name=each.learner or each.source.label, aliases=aliases, questions=questions),
            advance=advance,
        )
    notes = [*found.notes, *said]
    wanted = learner_name(surroundings.learner)
    if wanted is not None:
        everyone = tuple(each for each in everyone if each.learner == wanted)
    report = class_report(course, _told_apart(everyone))
    notes += _remarks(report, course_faulty=any(fault.level == "error" for fault in course.faults))
    for line in notes:
        note(line)
    if not found.sources:
        return 2
    if args.csv is not None:
        _put("--csv", args.csv, as_csv(report, args.by or "learner"))
    if args.moodle is not None:
        if twice := _twice(report):
            note(twice)
        _put("--moodle", args.moodle, as_moodle(report))
    if args.json:
        say_json(as_json(report, folders=len(found.sources), notes=notes))
    elif args.csv is None and args.moodle is None:
        say("\n".join(as_text(report, (args.by,) if args.by else ("learner", "mistake"), folders=len(found.sources))))
    return 0


def _told_apart(people: Sequence[Learned]) -> list[Learned]:
    """Each with a name that no other has: with the folder where that is needed."""
    counts = Counter(each.name for each in people)
    return [replace(each, name=f"{each.name} ({each.folder})") if counts[each.name] > 1 else each for each in people]


def _remarks(report: ClassReport, *, course_faulty: bool) -> Iterator[str]:
    strangers = [row for row in report.learners if row.elsewhere]
    if strangers:
        who = "1 learner has" if len(strangers) == 1 else f"{len(strangers)} learners have"
        yield f"{who} pages that no lesson here has; name their folder with --lessons DIR to count them"
    if course_faulty:
        yield "some lesson files have faults and are left out; attn-tutor check lists them"


def _twice(report: ClassReport) -> str | None:
    counts = Counter(row.learned.learner or row.learned.name for row in report.learners)
    twice = [one_line(name) for name, count in counts.items() if count > 1]
    return f"--moodle: more than one row for {', '.join(twice)}; Moodle keeps the last" if twice else None


def _put(option: str, name: str, text: str) -> None:
    """Save the text as a new file, or print it."""
    if name == STREAM:
        say(text, end="")
        return
    try:
        write_new(Path(name), text.encode("utf-8", "replace"))
    except TransferError as error:
        raise UsageError(f"{option}: {error}") from None
    what = "the grades for Moodle" if option == "--moodle" else "the table"
    note(f"saved {what} as {one_line(name, longest=400)}")


@contextmanager
def _bar(count: int) -> Iterator[Callable[[], None]]:
    """A bar on standard error while many folders are read; none where nobody sees it."""
    if count < WORTH_A_BAR or not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    columns = (TextColumn("Reading"), BarColumn(), MofNCompleteColumn(), TextColumn("folders"))
    with Progress(*columns, console=Console(file=sys.stderr), transient=True) as progress:
        task = progress.add_task("", total=count)
        yield lambda: progress.advance(task)
