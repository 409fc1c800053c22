"""A class report for people: a few columns a table, and below it what the columns count."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType

from tutor.coaching.class_report import ClassReport
from tutor.records.wording import one_line

WIDTH = 80
LONGEST_NAME = 24
LONGEST_TEXT = 4_000
"""Characters of a learner's own words; --json has all of them."""

SELF_REPORTED = "All of it is self-reported: journals are files that learners can edit."


def as_text(report: ClassReport, tables: Sequence[str], *, folders: int) -> list[str]:
    """The lines of the report with these tables."""
    people = _count(len(report.learners), "learner")
    places = _count(folders, "folder or file", "folders and files")
    lines = [f"{people} in {places}; the course has {report.pages} pages.", SELF_REPORTED]
    for by in tables:
        lines += ["", *TABLES[by](report)]
    return lines


def _learners(report: ClassReport) -> Iterator[str]:
    resets = any(row.learned.resets for row in report.learners)
    heads = ["learner", "pages", "objectives", "right first", "attempts", "hints", "shown", "min"]
    rows = [
        [
            one_line(row.learned.name, longest=LONGEST_NAME),
            str(row.done),
            f"{row.reached} of {report.objectives}",
            f"{row.first_try} of {row.tried}",
            str(row.attempts),
            str(row.hints),
            str(row.shown),
            str(round(row.learned.seconds / 60)),
            *([str(row.learned.resets)] if resets else []),
        ]
        for row in report.learners
    ]
    yield from _table([*heads, *(["resets"] if resets else [])], rows)
    yield ""
    yield "pages: done. objectives: reached, with every page of them answered right."
    yield "right first: of the pages answered, those right at once."
    yield "shown: pages whose answer was shown."
    yield "min: between one event and the next, pauses of over ten minutes left out."


def _objectives(report: ClassReport) -> Iterator[str]:
    people = len(report.learners)
    lesson = ""
    for row in report.by_objective:
        if row.lesson != lesson:
            lesson = row.lesson
            yield f"{row.number}  {lesson}"
        first = f", right first {row.first_try} of {row.tried}" if row.tried else ""
        yield from textwrap.wrap(row.objective, WIDTH - 4, initial_indent="    ", subsequent_indent="    ")
        yield f"      begun by {row.begun} of {people}, reached by {row.reached}{first}"


def _mistakes(report: ClassReport) -> Iterator[str]:
    if not report.by_mistake:
        yield "No mistake was met that has a name."
        return
    rows = [[one_line(x.words), str(x.learners), str(x.times), str(x.past)] for x in report.by_mistake]
    yield from _table(["mistake", "learners", "times", "got past it"], rows)
    yield ""
    yield "got past it: learners who answered the same page right after their last time."


def _options(report: ClassReport) -> Iterator[str]:
    asked = [row for row in report.questions if row.answered]
    if not asked:
        yield "No question with options was answered."
    for i, row in enumerate(asked):
        if i:
            yield ""
        yield from textwrap.wrap(one_line(row.prompt, longest=400), WIDTH)
        yield f"  {row.lesson}, {row.step}: answered by {_count(row.answered, 'learner')}"
        for option in row.options:
            mark = "✓" if option.correct else "✗"
            text = one_line(option.text, longest=WIDTH - 20) or "(a text that no option has)"
            yield f"  {option.chosen:>4} ×, first {option.first:>3}  {mark} {text}"


def _texts(report: ClassReport) -> Iterator[str]:
    if not report.words:
        yield "Nobody wrote anything in their own words."
    step = ""
    for row in report.words:
        if row.step != step:
            yield from ([""] if step else [])
            step = row.step
            yield from textwrap.wrap(one_line(row.prompt, longest=400), WIDTH)
        yield f"  {one_line(row.learned.name)}, {_count(len(row.ticked), 'point')} ticked:"
        for line in row.text[:LONGEST_TEXT].splitlines():
            yield from textwrap.wrap(
                one_line(line, longest=LONGEST_TEXT), WIDTH - 4, initial_indent="    ", subsequent_indent="    "
            )


TABLES: Mapping[str, Callable[[ClassReport], Iterator[str]]] = MappingProxyType(
    {"learner": _learners, "objective": _objectives, "mistake": _mistakes, "option": _options, "text": _texts}
)


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """The first column to the left, the others to the right; one space more than the widest."""
    from rich.cells import cell_len, set_cell_size

    widths = [max(map(cell_len, column)) for column in zip(heads, *rows, strict=True)]
    for row in (heads, *rows):
        first = set_cell_size(row[0], widths[0])
        rest = (" " * (width - cell_len(cell)) + cell for cell, width in zip(row[1:], widths[1:], strict=True))
        yield "  ".join((first, *rest)).rstrip()


def _count(n: int, singular: str, plural: str | None = None) -> str:
    return f"{n} {singular if n == 1 else plural or singular + 's'}"
