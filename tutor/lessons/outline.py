"""A first look at the course, for the home screen's first frame: titles and step ids, without parsing the pages.

Only a file's head goes through tomllib; step ids are found by a scan that knows strings and comments. A file
written in a way that the scan does not know is parsed whole, so both ways agree on every sound file.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from tutor.lessons.fields import Section
from tutor.lessons.files import course_files, default_slug, read_text
from tutor.lessons.head import read_head
from tutor.lessons.listing import Fault, Outline
from tutor.lessons.syntax import STRINGS, parse

TOKEN = re.compile(
    # What stands in strings and comments is no header and no key.
    STRINGS
    # The plain ways to write what is looked for.
    + r"|\n[ \t]*(?:"
    r"(?P<step>\[\[[ \t]*steps[ \t]*\]\])"
    r"|(?P<table>\[\[?[ \t]*(?:problem|steps)[ \t]*[.\]])"
    r"""|id[ \t]*=[ \t]*(?:"(?P<double>[a-z0-9-]+)"|'(?P<single>[a-z0-9-]+)')"""
    # Former ids, inline steps, quoted keys and headers, an id in long quotes or with escapes: all rare.
    r"""|(?P<rare>(?:id|was|steps)[ \t]*[=.]|\[\[?[ \t]*["']|"(?:[^"\\\n]++|\\.)*+"[ \t]*[=.]|'[^'\n]*'[ \t]*[=.])"""
    r")",
    re.DOTALL,
)
"""Every alternative begins with one plain character, which lets the search skip quickly."""


def outline_course(folders: Sequence[Path] = ()) -> tuple[Outline, ...]:
    """What the home screen needs of each lesson, in a few milliseconds. Files that give no outline are left out."""
    outlines = []
    taken: set[str] = set()
    for number, path in enumerate(course_files(folders)[0], start=1):
        outline = outline_lesson(path, number=number)
        if outline is None:
            continue
        names = {f"slug {outline.slug}", *outline.step_ids, *(old for old, _ in outline.was)}
        if taken.isdisjoint(names):
            outlines.append(outline)
        taken |= names
    return tuple(outlines)


def outline_lesson(path: Path, *, number: int = 1) -> Outline | None:
    """The outline of one file; None where its head, or the way its steps are written, is faulty."""
    try:
        text = read_text(path)
        was: tuple[tuple[str, str], ...] = ()
        scanned = scan(text)
        if scanned is None:
            data = parse(text)
            ids, was = _ids_of(data)
        else:
            head, ids = scanned
            data = parse(head)
    except (OSError, ValueError):
        return None
    faults: list[Fault] = []
    read = read_head(Section(data, path, faults), default_slug=default_slug(path))
    if faults or not ids:
        return None
    return Outline(
        slug=read.slug,
        number=number,
        title=read.title,
        objectives=read.objectives,
        minutes=read.minutes,
        needs=read.needs,
        step_ids=ids,
        was=was,
        path=path,
    )


def scan(text: str) -> tuple[str, tuple[str, ...]] | None:
    """The head of a lesson file and its step ids; None where only a parser can tell."""
    head: int | None = None
    ids: list[str] = []
    steps = 0
    in_step = False
    # A line is found by the line feed before it, so the first one gets one too.
    for token in TOKEN.finditer("\n" + text):
        kind = token.lastgroup
        if kind is None:
            continue
        if kind == "rare":
            return None
        if kind in ("step", "table"):
            in_step = kind == "step"
            steps += in_step
            head = token.start() if head is None else head
        elif not in_step or len(ids) == steps:
            return None
        else:
            ids.append(token[kind])
        if len(ids) < steps - 1 + (not in_step):
            return None
    return (text[:head], tuple(ids)) if head is not None and len(ids) == steps else None


def _ids_of(data: Mapping[str, object]) -> tuple[tuple[str, ...], tuple[tuple[str, str], ...]]:
    """The step ids of a parsed file, and pairs of a former and a present id."""
    tables = data.get("steps")
    steps = [step for step in tables if isinstance(step, dict)] if isinstance(tables, list) else []
    ids = [step["id"] for step in steps if isinstance(step.get("id"), str)]
    was = [
        (old, step["id"])
        for step in steps
        if isinstance(step.get("was"), list) and isinstance(step.get("id"), str)
        for old in step["was"]
        if isinstance(old, str)
    ]
    return tuple(ids), tuple(was)
