"""Lesson files on disk → `Course`. A sound file is in; every fault of another is one line with file, step and key."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from tutor.lessons.advice import advise
from tutor.lessons.fields import near, short
from tutor.lessons.files import course_files, default_slug, once, read_text, why_not
from tutor.lessons.listing import Outline
from tutor.lessons.model import Course, Fault, Lesson
from tutor.lessons.schema import read_lesson
from tutor.lessons.syntax import parse
from tutor.notation.visible import printable


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """What came of one file: its lesson, sound or not, and its faults."""

    path: Path
    lesson: Lesson | None
    faults: tuple[Fault, ...]

    @property
    def sound(self) -> bool:
        return self.lesson is not None and not any(fault.level == "error" for fault in self.faults)


def load_course(folders: Sequence[Path] = ()) -> Course:
    """The program's own lessons, then those of the added folders; nothing in any file raises.

    A lesson's number is the place of its file, faulty ones counted, so that a fault moves no other lesson.
    """
    paths, unread = course_files(folders)
    course = load_files(paths)
    return replace(course, faults=(*(Fault(path=path, message=why) for path, why in unread), *course.faults))


def load_files(paths: Sequence[Path], *, beside: Sequence[Outline] = ()) -> Course:
    """A course out of exactly these files, to be put beside other lessons: `needs` may name those, and their slugs and
    ids are taken."""
    sheets = [read_sheet(path, number=i) for i, path in enumerate(once(paths), start=1)]
    lessons: list[Lesson] = []
    faults: list[Fault] = []
    owners = {name: x.path for x in beside for name in (f"slug {x.slug}", *x.step_ids, *(old for old, _ in x.was))}
    known = {*(x.slug for x in beside), *(sheet.lesson.slug for sheet in sheets if sheet.lesson)}
    for sheet in sheets:
        clashes = _clashes(sheet, owners)
        faults += [*sheet.faults, *clashes, *_unknown_needs(sheet, known)]
        if sheet.sound and not clashes and sheet.lesson:
            lessons.append(sheet.lesson)
    return Course(lessons=tuple(lessons), faults=tuple(faults))


def load_lesson(path: Path, *, number: int = 1) -> tuple[Lesson | None, tuple[Fault, ...]]:
    """One file's lesson, or None where it has an error, and all its faults, warnings among them."""
    sheet = read_sheet(path, number=number)
    return sheet.lesson if sheet.sound else None, sheet.faults


def read_sheet(path: Path, *, number: int) -> Sheet:
    """Read and check one file."""
    faults: list[Fault] = []
    try:
        data = parse(read_text(path))
    except OSError as error:
        return _unread(path, why_not(error))
    except ValueError as error:
        return _unread(path, str(error))
    lesson = read_lesson(data, path=path, number=number, default_slug=default_slug(path), faults=faults)
    if not any(fault.level == "error" for fault in faults):
        advise(lesson, data, faults)
    return Sheet(path=path, lesson=lesson, faults=tuple(faults))


def _unread(path: Path, message: str) -> Sheet:
    return Sheet(path=path, lesson=None, faults=(Fault(path=path, message=message),))


def _clashes(sheet: Sheet, owners: dict[str, Path]) -> list[Fault]:
    """Faults for ids and slugs that an earlier file has; this file's own are added to `owners`."""
    if sheet.lesson is None:
        return []
    faults = []
    slug = sheet.lesson.slug
    if slug and owners.setdefault(f"slug {slug}", sheet.path) != sheet.path:
        message = f"{slug} is the slug of {printable(owners[f'slug {slug}'].name)} already"
        faults.append(Fault(path=sheet.path, key="slug", message=message))
    for step in sheet.lesson.steps:
        for name in (step.id, *step.was):
            if name and owners.setdefault(name, sheet.path) != sheet.path:
                message = f"{name} is used in {printable(owners[name].name)} already"
                faults.append(Fault(path=sheet.path, step=step.id, key="id", message=message))
    return faults


def _unknown_needs(sheet: Sheet, known: Collection[str]) -> list[Fault]:
    faults = []
    for name in sheet.lesson.needs if sheet.lesson else ():
        if name not in known:
            guess = near(name, known)
            meant = f"; did you mean {guess}?" if guess else ""
            message = f"no lesson has the slug {short(name)}{meant}"
            faults.append(Fault(path=sheet.path, key="needs", message=message, level="warning"))
    return faults
