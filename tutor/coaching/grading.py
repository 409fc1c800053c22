"""The grader: one typed answer, judged in the order of the rules, and what the learner is told."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

import numpy as np

from tutor.coaching.catalogue.mistake import WrongRow
from tutor.coaching.catalogue.mix import SHAPE_TELLS
from tutor.coaching.judging import remarks
from tutor.coaching.judging.diagnosis import explained, fitting
from tutor.coaching.judging.nearness import (
    Near,
    consequences,
    enough_decimals,
    is_coarse_rounding,
    is_rounding,
    near,
    near_any,
    right_values,
    rounded_to,
    tolerances,
    unit,
)
from tutor.coaching.judging.shapes import grade_shape
from tutor.coaching.judging.wording import cell_names, coarse_but_right
from tutor.coaching.judging.worked import Floats, WorkedRow, work
from tutor.coaching.mistakes import CATALOGUE
from tutor.coaching.verdict import Verdict
from tutor.maths.problem import STAGES, Problem
from tutor.notation.fitting import SUM_NOTE
from tutor.notation.reader import read
from tutor.notation.reading import Reading

OLD_NUMBERS = "old-numbers"
"""The code of an answer that was right for the numbers of an earlier problem."""

SUMMED = "The last number was read as the sum of the row."

ROUNDED_LINES = ("scaled", "weights")
"""The lines whose numbers have to be rounded to be written down."""


def grade(
    problem: Problem,
    stage: str,
    text: str,
    *,
    row: int,
    head: int = 1,
    digits: int = 3,
    earlier: Mapping[str, str] | None = None,
    reading: int | None = None,
    accepts_indistinct: Collection[str] = (),
    given: str = "",
    before: Problem | None = None,
) -> Verdict:
    """Judge what was typed for one row of one stage; row and head count from 1.

    `digits` decimals are asked. `earlier` holds what this learner typed for earlier stages of the row, so
    that an answer which follows from them passes. `reading`, from 1, takes one of several readings. The
    codes in `accepts_indistinct` are known not to show here; they are named only where no other fits.
    `given` is the stage whose right line the learner was told: nothing went wrong up to there. `before` is a
    problem whose answer may be given by mistake, since it was worked out a little earlier.
    The stage may also be `shape:` and a stage. Raises ValueError with one sentence where the stage, row,
    head or reading is not there, or the problem has no solution.
    """
    if stage.startswith("shape:"):
        return grade_shape(problem, stage.removeprefix("shape:"), text)
    if stage not in STAGES:
        raise ValueError(f'there is no step "{stage}"; the steps are {", ".join(STAGES)}')
    worked = work(problem, row, head)
    got = chosen(read(text, expect=worked.right(stage).shape, stage=stage), reading)
    if got.status == "unreadable":
        return Verdict(status="unreadable", message=got.reason or "")
    if got.status == "ask":
        return Verdict(status="ask", message=got.reason or "", readings=got.readings)
    if got.status == "shape":
        return _judged_shape(worked, stage, got, digits)
    old = work(before, row, head).right(stage) if before is not None else None
    answer = Answer(worked=worked, stage=stage, reading=got, digits=digits, given=given, old=old)
    with np.errstate(all="ignore"):
        verdict = _judged(answer, earlier or {}, accepts_indistinct)
    if got.note == SUM_NOTE:
        verdict = replace(verdict, message=f"{verdict.message} {SUMMED}")
    return replace(verdict, read=got.echo)


def asked(problem: Problem, stage: str, row: int, head: int = 1) -> tuple[float, ...]:
    """The right row, exactly. Row and head count from 1."""
    return tuple(float(x) for x in work(problem, row, head).right(stage))


def allowances(problem: Problem, stage: str, row: int, head: int = 1, *, digits: int = 3) -> tuple[float, ...]:
    """How far each number of an answer may lie from the right one."""
    return tuple(float(x) for x in tolerances(work(problem, row, head), stage, digits))


def chosen(got: Reading, number: int | None) -> Reading:
    """The reading that was chosen, from 1, where there was a choice; the reading itself where there was none."""
    if number is None or got.status != "ask":
        return got
    if not 1 <= number <= len(got.readings):
        raise ValueError(f"reading {number} was chosen, but there {_are(len(got.readings))}")
    return got.readings[number - 1]


def _are(count: int) -> str:
    return "is 1" if count == 1 else f"are {count}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """A row that was read and has the right shape. `old` is the right row of a problem before, `given` a stage."""

    worked: WorkedRow
    stage: str
    reading: Reading
    digits: int
    given: str = ""
    old: Floats | None = None

    @property
    def typed(self) -> Floats:
        """The cells as they were typed, NaN where blank."""
        return np.array([np.nan if x is None else x for x in self.reading.cells], dtype=np.float64)

    @property
    def filled(self) -> Floats:
        """The cells, with hidden ones of a masked row taken for −∞ where they were left blank.

        Only once every visible score stands there: a blank gives no mask away.
        """
        typed, seen = self.typed, self.worked.visible
        if self.stage != "masked" or np.isnan(typed[seen]).any():
            return typed
        return np.where(np.isnan(typed) & ~seen, -np.inf, typed)

    @property
    def decimals(self) -> tuple[int | None, ...]:
        return self.reading.decimals or (None,) * len(self.reading.cells)

    def near(self, targets: tuple[Floats, ...]) -> Near:
        """The cells near the first target, the exact one; or all of them, where all are near another one."""
        room = tolerances(self.worked, self.stage, self.digits)
        return near_any(self.filled, targets, room, digits=self.digits, decimals=self.decimals)


def _judged(answer: Answer, earlier: Mapping[str, str], quiet: Collection[str]) -> Verdict:
    worked, stage, digits = answer.worked, answer.stage, answer.digits
    rights = right_values(worked, stage, digits)
    marks = answer.near(rights)
    cells = tuple(None if np.isnan(x) else bool(good) for x, good in zip(answer.typed, marks, strict=True))
    if marks.all():
        return Verdict(status="right", message=remarks.right(worked, stage), cells=cells)
    roundings = marks | _roundings(answer, rights)
    if roundings.all():
        message = remarks.rounded(stage, np.flatnonzero(~marks), digits)
        return Verdict(status="rounded", message=message, cells=(True,) * len(cells))
    carried = _carried(answer, earlier)
    if carried is not None:
        return replace(carried, cells=cells)
    # What is said below takes a cell that is rounded to a digit too few for right, and so do the marks.
    cells = tuple(None if np.isnan(x) else bool(good) for x, good in zip(answer.typed, roundings, strict=True))
    return replace(_refused(answer, rights, roundings, quiet), cells=cells)


def _refused(answer: Answer, rights: tuple[Floats, ...], good: Near, quiet: Collection[str]) -> Verdict:
    """The verdict on what does not pass, its cells still to be filled in.

    A mistake that gives just what was typed speaks first; then how the numbers were written down; then
    mistakes that need some room for roundings between.
    """
    worked, stage, digits, row, decimals = answer.worked, answer.stage, answer.digits, answer.filled, answer.decimals
    blank = np.isnan(row)
    wrong = np.flatnonzero(~blank & ~good)
    few = bool(good.any() and 2 * len(wrong) <= (~blank).sum())
    if answer.old is not None and near(row, answer.old, tolerances(worked, stage, digits)).all():
        return Verdict(status="mistake", message=remarks.old_numbers(worked, stage), mistakes=(OLD_NUMBERS,))
    coarse = _coarse(answer, rights, good)
    fits = fitting(
        worked,
        stage,
        row,
        digits=digits,
        decimals=decimals,
        quiet=quiet,
        within="exactly" if coarse else "typed",
        given=answer.given,
    )
    form = None if fits else coarse or remarks.percentages(stage, row) or _rounded_early(answer)
    if form is not None:
        return Verdict(status="cells" if few else "wrong", message=form)
    fits = fits or fitting(worked, stage, row, digits=digits, decimals=decimals, quiet=quiet, given=answer.given)
    if fits:
        return Verdict(
            status="mistake" if len(fits) == 1 else "ambiguous",
            message=explained(worked, stage, fits, digits),
            mistakes=tuple(fit.code for fit in fits),
        )
    if not len(wrong):
        return Verdict(status="partial", message=remarks.partial(stage, np.flatnonzero(blank), good))
    if few:
        return Verdict(status="cells", message=remarks.cells(worked, stage, row, wrong, decimals, digits))
    return Verdict(status="wrong", message=remarks.wrong(worked, stage, row, decimals, digits))


def _coarse(answer: Answer, rights: tuple[Floats, ...], good: Near) -> str | None:
    """What is said where all cells are right numbers, some of them rounded to too few decimals to pass.

    A plain 0 has as many decimals as the rest of the row.
    """
    typed = answer.decimals
    most = max((d for d in typed if d is not None), default=0)
    decimals = [most if x == 0 and not d else d for x, d in zip(answer.filled, typed, strict=True)]
    coarse = [
        not good[c]
        and any(is_coarse_rounding(float(x), float(right[c]), decimals[c], answer.digits) for right in rights)
        for c, x in enumerate(answer.filled)
    ]
    places = np.flatnonzero(coarse)
    if not len(places) or not (good | np.array(coarse)).all():
        return None
    fewest = min(d for c, d in enumerate(decimals) if coarse[c] and d is not None)
    return coarse_but_right(fewest, answer.digits, cell_names(places, answer.stage))


def _rounded_early(answer: Answer) -> str | None:
    """What is said where this follows from a right earlier line that was rounded to fewer decimals than asked."""
    worked, stage, digits = answer.worked, answer.stage, answer.digits
    room = np.array([unit(digits if d is None else min(max(d, 1), digits)) for d in answer.decimals])
    first = STAGES.index(answer.given) if answer.given else 0
    for start in reversed([line for line in ROUNDED_LINES if first <= STAGES.index(line) < STAGES.index(stage)]):
        for few in range(digits - 1, 0, -1):
            for line in rounded_to(worked.right(start), few):
                if any(near(answer.filled, x, room).all() for x in consequences(worked, line, start, stage, few)):
                    return remarks.rounded_early(start, stage, line, digits)
    return None


def _roundings(answer: Answer, rights: tuple[Floats, ...]) -> Near:
    """The cells that are a right number rounded to the decimals typed, of which there are nearly enough."""
    marks = [
        decimals is not None
        and enough_decimals(decimals, answer.digits)
        and any(is_rounding(float(x), float(right[c]), decimals) for right in rights)
        for c, (x, decimals) in enumerate(zip(answer.filled, answer.decimals, strict=True))
    ]
    return np.array(marks, dtype=bool)


def _carried(answer: Answer, earlier: Mapping[str, str]) -> Verdict | None:
    """The verdict where this row is right for the nearest earlier line that is itself wrong."""
    worked, stage, digits = answer.worked, answer.stage, answer.digits
    for start in reversed(STAGES[: STAGES.index(stage)]):
        line = _wrong_line(worked, start, earlier.get(start), digits)
        if line is None:
            continue
        targets = consequences(worked, line.filled, start, stage, digits)
        targets = tuple(target for target in targets if not np.isnan(target).any())
        if not targets or not answer.near(targets).all():
            return None
        fits = fitting(worked, start, line.filled, digits=digits, decimals=line.decimals)
        why = explained(worked, start, fits, digits) if len(fits) == 1 else None
        return Verdict(status="carried", message=remarks.carried(start, line.reading.echo, why))
    return None


def _wrong_line(worked: WorkedRow, stage: str, text: str | None, digits: int) -> Answer | None:
    """An earlier line of this learner, where it could be read, has the right shape and is wrong."""
    if text is None:
        return None
    got = read(text, expect=worked.right(stage).shape, stage=stage)
    if got.status != "read":
        return None
    line = Answer(worked=worked, stage=stage, reading=got, digits=digits)
    if np.isnan(line.filled).any():
        return None
    rights = right_values(worked, stage, digits)
    good = line.near(rights) | _roundings(line, rights)
    return None if good.all() else line


def _judged_shape(worked: WorkedRow, stage: str, got: Reading, digits: int) -> Verdict:
    """Another shape than the one asked for: not counted, but where it tells a mistake it carries its code."""
    if stage == "output" and None not in got.cells:
        cells = np.array(got.cells, dtype=np.float64)
        loose = unit(digits) * (1 + np.abs(worked.values).max(initial=0.0))
        for code, rule in SHAPE_TELLS.items():
            for wrong in rule(worked, stage):
                if _same_numbers(cells, got.shape, wrong, loose):
                    message = CATALOGUE[code].explain(worked, stage, wrong)
                    return Verdict(status="shape", message=message, mistakes=(code,), read=got.echo)
    if stage == "output" and got.shape == worked.right("weights").shape and None not in got.cells:
        line = np.array(got.cells, dtype=np.float64)
        if near(line, worked.right("weights"), tolerances(worked, "weights", digits)).all():
            return Verdict(
                status="shape", message=remarks.weights_for_output(worked), mistakes=("other-step",), read=got.echo
            )
    if len(got.shape) == 2 and got.shape == worked.stages[stage].shape and None not in got.cells:
        line = np.array(got.rows()[worked.i], dtype=np.float64)
        good = bool(near(line, worked.right(stage), tolerances(worked, stage, digits)).all())
        return Verdict(status="shape", message=remarks.whole_matrix(worked, good), read=got.echo)
    return Verdict(status="shape", message=got.reason or "", read=got.echo)


def _same_numbers(cells: Floats, shape: tuple[int, ...], wrong: WrongRow, tolerance: float) -> bool:
    """True where the numbers were typed in the rule's shape, or one after the other."""
    if wrong.values.size != cells.size or shape not in (wrong.values.shape, (cells.size,)):
        return False
    return bool((np.abs(cells - wrong.values.reshape(-1)) <= tolerance).all())
