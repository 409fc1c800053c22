"""`attn-tutor progress`: what one learner has done, lesson by lesson, and the mistakes met on the way."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Collection, Sequence

from tutor.coaching.catalogue.labels import label
from tutor.coaching.class_report import questions_of
from tutor.coaching.practice import level_of
from tutor.coaching.predicting import is_prediction
from tutor.coaching.session import WORKBENCH
from tutor.commands import UsageError
from tutor.commands.output import note, say, say_json
from tutor.lessons.loader import load_course
from tutor.lessons.model import Course, Lesson
from tutor.records.journal import read_events
from tutor.records.progress import Progress, StepRecord, fold
from tutor.records.wording import one_line
from tutor.surroundings import Surroundings

_NOT_KEPT = "Progress is not kept. Name a folder with --state DIR."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    moving = parser.add_mutually_exclusive_group()
    moving.add_argument("--export", metavar="FILE", dest="export_to", help="save all of it as a new file (- prints it)")
    moving.add_argument("--import", metavar="FILE", dest="import_from", help="take in what such a file has and is new")


def run(args: argparse.Namespace, surroundings: Surroundings) -> int:
    """Print the progress, or move it; what could not be read is one line on standard error. Always 0."""
    if args.export_to is not None or args.import_from is not None:
        return _move(args, surroundings)
    course = load_course(surroundings.lesson_folders)
    recorded = read_events(surroundings.state, learner=surroundings.learner)
    progress = fold(recorded.events, aliases=course.aliases)
    if recorded.note:
        note(recorded.note)
    if args.json:
        about = {
            "learner": surroundings.learner,
            "state": str(surroundings.state) if surroundings.state is not None else None,
            "note": surroundings.note or (recorded.note if recorded.in_the_way else None),
            "damaged": recorded.damaged,
            "newer": recorded.newer,
        }
        say_json({**about, **_as_json(course, progress)})
    elif surroundings.state is None:
        say(surroundings.note or _NOT_KEPT)
    else:
        say("\n".join(_as_lines(course, progress, surroundings)))
    return 0


def as_text(surroundings: Surroundings, course: Course) -> str:
    """The progress as lines, for one whose progress is kept."""
    recorded = read_events(surroundings.state, learner=surroundings.learner)
    return "\n".join(_as_lines(course, fold(recorded.events, aliases=course.aliases), surroundings))


def _move(args: argparse.Namespace, surroundings: Surroundings) -> int:
    from tutor.commands.moving import export_to, import_from

    option, name = ("--export", args.export_to) if args.export_to is not None else ("--import", args.import_from)
    if not name.strip():
        raise UsageError(f"{option} wants the name of a file after it, and there is only an empty one")
    if args.json:
        raise UsageError(f"{option} and --json do not go together")
    return export_to(name, surroundings) if option == "--export" else import_from(name, surroundings)


def _as_json(course: Course, progress: Progress) -> dict[str, object]:
    questions = questions_of(course)
    lessons = [
        {
            "number": lesson.number,
            "slug": lesson.slug,
            "title": lesson.title,
            **_figures(_records(lesson, progress), questions),
        }
        for lesson in course.lessons
    ]
    place = progress.place
    return {
        **_figures([record for lesson in course.lessons for record in _records(lesson, progress)], questions),
        "lessons": lessons,
        "mistakes": dict(_mistakes(progress)),
        "practice": {str(level): count for level, count in _practised(progress).items()},
        "place": {"lesson": place.lesson, "step": place.step} if place else None,
        "kept": list(_kept(course, progress)),
    }


def _figures(records: Sequence[StepRecord], questions: Collection[str]) -> dict[str, object]:
    """`first_try` is the share of the pages with a counted verdict whose first one was a pass; None without any.

    `shown` counts what the learner asked to be shown: a question that was answered wrong is none of that.
    """
    tried = [record for record in records if record.first_try is not None]
    return {
        "pages": len(records),
        "done": sum(record.done for record in records),
        "shown": sum(record.shown for record in records if record.step not in questions),
        "attempts": sum(record.attempts for record in records),
        "tried": len(tried),
        "first_try": sum(record.first_try is True for record in tried) / len(tried) if tried else None,
    }


def _as_lines(course: Course, progress: Progress, surroundings: Surroundings) -> list[str]:
    who = f" of {one_line(surroundings.learner)}" if surroundings.learner else ""
    if not progress.steps:
        where = "" if surroundings.kiosk else f" in {one_line(str(surroundings.state), longest=400)}"
        return [f"Nothing{who} is recorded yet{where}."]
    pages = sum(len(lesson.steps) for lesson in course.lessons)
    done = sum(progress.is_done(step.id) for lesson in course.lessons for step in lesson.steps)
    width = max((len(lesson.title) for lesson in course.lessons), default=0)
    lines = [f"Progress{who}: {done} of {pages} pages done", ""]
    lines += [_line(lesson, progress, width) for lesson in course.lessons]
    lines += _practice(progress)
    lines += _place(course, progress)
    mistakes = [(one_line(label(code)), count) for code, count in _mistakes(progress)]
    if mistakes:
        longest = max(len(words) for words, _ in mistakes)
        lines += ["", "Mistakes met, and how often:"]
        lines += [f"  {words:<{longest}}  {count}" for words, count in mistakes]
    kept = _kept(course, progress)
    if kept:
        lines += ["", f"Kept, though no lesson here has these pages: {', '.join(one_line(step) for step in kept)}"]
    return lines


def _line(lesson: Lesson, progress: Progress, width: int) -> str:
    records = _records(lesson, progress)
    tried = [record for record in records if record.first_try is not None]
    line = f"{lesson.number:>2}  {lesson.title:<{width}}  {sum(x.done for x in records):>2} of {len(records)}"
    if not tried:
        return line
    return f"{line}   right first time: {sum(record.first_try is True for record in tried)} of {len(tried)}"


def _practised(progress: Progress) -> dict[int, int]:
    """The counted answers to practice problems, by level."""
    counts: Counter[int] = Counter()
    for step, record in progress.steps.items():
        level = level_of(step)
        if level is not None:
            counts[level] += record.attempts
    return {level: count for level, count in sorted(counts.items()) if count}


def _practice(progress: Progress) -> list[str]:
    """One line on practice, which belongs to no lesson."""
    counts = _practised(progress)
    total = sum(counts.values())
    if not total:
        return []
    levels = ", ".join(f"level {level}: {count}" for level, count in counts.items())
    return ["", f"Practice: {total} answer{'s' * (total > 1)} ({levels})"]


def _place(course: Course, progress: Progress) -> list[str]:
    found = course.step(progress.place.step) if progress.place else None
    if found is None:
        return []
    lesson, step = found
    page = (lesson.place_of(step.id) or 0) + 1
    return ["", f"Last opened: {lesson.title}, page {page} of {len(lesson.steps)}"]


def _records(lesson: Lesson, progress: Progress) -> list[StepRecord]:
    return [progress.record(step.id) for step in lesson.steps]


def _mistakes(progress: Progress) -> list[tuple[str, int]]:
    """Each code with its count over all pages, those no lesson here has among them; the most frequent first."""
    counts: Counter[str] = Counter()
    for record in progress.steps.values():
        counts.update(record.mistakes)
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))


def _kept(course: Course, progress: Progress) -> tuple[str, ...]:
    """The step ids in the journals that no lesson here has. Practice and the workbench are no pages of a lesson."""
    known = {step.id for lesson in course.lessons for step in lesson.steps} | {WORKBENCH}
    strange = (step for step in progress.steps if step not in known and level_of(step) is None)
    return tuple(sorted(step for step in strange if not is_prediction(step)))
