"""A class report for other programs: one JSON object, a plain CSV, and grades that Moodle imports."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime

from tutor.coaching.class_report import ClassReport
from tutor.records.transfer import SELF_REPORTED
from tutor.records.wording import one_line

LONGEST = 100_000
"""Characters of one cell."""

Cell = str | int | float | None


def as_json(report: ClassReport, *, folders: int, notes: Sequence[str]) -> dict[str, object]:
    """All of the report as one object; times are UTC."""
    return {
        "self_reported": True,
        "note": SELF_REPORTED,
        "folders": folders,
        "pages": report.pages,
        "objectives": report.objectives,
        "learners": _dicts("learner", report),
        "by_objective": _dicts("objective", report),
        "by_mistake": _dicts("mistake", report),
        "questions": [
            {
                "lesson": row.lesson,
                "step": row.step,
                "prompt": row.prompt,
                "answered": row.answered,
                "options": [
                    {
                        "text": option.text or None,
                        "correct": option.correct,
                        "code": option.code,
                        "chosen": option.chosen,
                        "first": option.first,
                    }
                    for option in row.options
                ],
            }
            for row in report.questions
        ],
        "texts": [
            {
                "lesson": row.lesson,
                "step": row.step,
                "learner": row.learned.name,
                "text": row.text,
                "ticked": list(row.ticked),
            }
            for row in report.words
        ],
        "notes": list(notes),
    }


def as_csv(report: ClassReport, by: str) -> str:
    """One table with a line of column names; a cell that a spreadsheet would run begins with an apostrophe."""
    columns, rows = TABLE[by]
    return _csv([columns.split(), *rows(report)])


def as_moodle(report: ClassReport) -> str:
    """Grades in percent by user name, as Moodle's import of grades from a CSV file takes them."""
    columns = [
        "username",
        "attn-tutor: pages done (%)",
        "attn-tutor: objectives reached (%)",
        "attn-tutor: right first time (%)",
        "feedback",
    ]
    rows = [
        [
            row.learned.learner or row.learned.name,
            _percent(row.done, report.pages),
            _percent(row.reached, report.objectives),
            _percent(row.first_try, row.tried),
            f"Self-reported: {row.done} of {report.pages} pages done, {row.attempts} attempts, {row.shown} shown, "
            f"{row.hints} hints, {round(row.learned.seconds / 60)} min",
        ]
        for row in report.learners
    ]
    return _csv([columns, *rows])


def _learners(report: ClassReport) -> Iterable[list[Cell]]:
    for row in report.learners:
        who = row.learned
        yield [
            who.name,
            who.folder,
            row.done,
            report.pages,
            row.reached,
            report.objectives,
            row.tried,
            row.first_try,
            _share(row.first_try, row.tried),
            row.attempts,
            row.hints,
            row.shown,
            row.practice,
            row.elsewhere,
            round(who.seconds / 60, 1),
            who.sessions,
            who.resets,
            _when(who.first),
            _when(who.last),
        ]


def _objectives(report: ClassReport) -> Iterable[list[Cell]]:
    for row in report.by_objective:
        rate = _share(row.first_try, row.tried)
        yield [row.lesson, row.objective, row.pages, row.begun, row.reached, row.tried, row.first_try, rate]


def _mistakes(report: ClassReport) -> Iterable[list[Cell]]:
    for row in report.by_mistake:
        yield [row.code, row.words, row.learners, row.times, row.past]


def _options(report: ClassReport) -> Iterable[list[Cell]]:
    for row in report.questions:
        for option in row.options:
            text = option.text or "(another text)"
            right = "yes" if option.correct else "no"
            first, code = option.first, option.code
            yield [row.lesson, row.step, row.prompt, text, right, code, option.chosen, first, row.answered]


def _texts(report: ClassReport) -> Iterable[list[Cell]]:
    for row in report.words:
        yield [row.lesson, row.step, row.learned.name, row.text, "; ".join(row.ticked)]


TABLE: dict[str, tuple[str, Callable[[ClassReport], Iterable[list[Cell]]]]] = {
    # the names of the columns, and the rows
    "learner": (
        "learner folder pages_done pages objectives_reached objectives tried first_try first_try_rate attempts hints "
        "shown practice pages_elsewhere minutes sessions resets first_event last_event",
        _learners,
    ),
    "objective": ("lesson objective pages begun reached tried first_try first_try_rate", _objectives),
    "mistake": ("code mistake learners times past", _mistakes),
    "option": ("lesson step question option correct code chosen first answered", _options),
    "text": ("lesson step learner text ticked", _texts),
}


def _dicts(by: str, report: ClassReport) -> list[dict[str, Cell]]:
    columns, rows = TABLE[by]
    return [dict(zip(columns.split(), row, strict=True)) for row in rows(report)]


def _csv(rows: Iterable[Sequence[Cell]]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows([_cell(cell) for cell in row] for row in rows)
    return out.getvalue()


def _cell(value: Cell) -> str | int | float | None:
    if not isinstance(value, str):
        return value
    text = one_line(value, longest=LONGEST)
    # Spreadsheets run what begins like this, and a learner may be called what they like.
    return f"'{text}" if text[:1] in ("=", "+", "-", "@") else text


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def _percent(part: int, whole: int) -> float | None:
    return round(100 * part / whole, 2) if whole else None


def _when(t: float) -> str:
    return datetime.fromtimestamp(t, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
