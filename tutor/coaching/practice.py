"""A practice problem, asked step by step, and what it leaves blank next time. Pure data and pure functions."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tutor.coaching.catalogue.labels import counted_labels
from tutor.coaching.question import STAGE_NAMES, Question
from tutor.coaching.verdict import Verdict
from tutor.maths.problem import STAGES
from tutor.records.progress import Progress

if TYPE_CHECKING:
    from tutor.coaching.variants import Variant

STEP_PREFIX = "practice-"

LEVELS = {
    1: "no mask, √d_k whole",
    2: "causal",
    3: "√d_k not whole",
    4: "n_q ≠ n_k with an offset, or two heads",
}
"""What each level of practice is about."""

RIGHT_IN_A_ROW = 2
"""How many faded problems have to go right before the whole is the learner's again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One step of a practice problem. `given`: it is filled in, and not asked; the example is faded.

    `raw` is the text that `verdict` judges, `draft` what was typed since and not submitted.
    """

    stage: str
    given: bool = False
    raw: str = ""
    draft: str | None = None
    verdict: Verdict | None = None
    tries: int = 0
    rungs: int = 0
    shown: bool = False
    first_status: str | None = None
    mistakes: tuple[str, ...] = ()

    @property
    def closed(self) -> bool:
        return self.given or self.shown or (self.verdict is not None and self.verdict.passed)

    @property
    def typed(self) -> str:
        """What stood in the field last."""
        return self.raw if self.draft is None else self.draft

    @property
    def first_try(self) -> bool:
        """Right at the first counted answer, and not shown before it."""
        return self.first_status in ("right", "rounded", "carried")


@dataclass(frozen=True, slots=True, kw_only=True)
class Fading:
    """Which step the next problem leaves blank, None for all of them, and how many have gone right since."""

    blank: str | None = None
    streak: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Practice:
    """One problem on its way. `place` is the index of the open line; past the last one, the account is due."""

    variant: Variant
    lines: tuple[Line, ...]
    place: int = 0
    fading: Fading = Fading()

    @property
    def finished(self) -> bool:
        return self.place >= len(self.lines)

    @property
    def line(self) -> Line:
        """The open line; the last one once all are closed."""
        return self.lines[min(self.place, len(self.lines) - 1)]

    @property
    def step_id(self) -> str:
        """What the journal calls the open line."""
        return step_id(self.variant.level, self.line.stage)

    @property
    def question(self) -> Question:
        """What the open line asks."""
        return self.question_at(self.line.stage)

    def question_at(self, stage: str) -> Question:
        variant = self.variant
        return Question(
            problem=variant.problem,
            stage=stage,
            row=variant.row,
            head=variant.head,
            digits=variant.digits,
            seed=variant.seed,
        )

    @property
    def filled_in(self) -> tuple[Line, ...]:
        """The lines that are to be seen; a given one after the open line would give that away, so it waits."""
        return tuple(line for line in self.lines[: self.place] if line.closed)

    @property
    def earlier(self) -> dict[str, str]:
        """The learner's own earlier lines, from which the open one may follow. What was shown stands there right."""
        return {
            line.stage: line.raw for line in self.lines[: self.place] if line.raw and not line.given and not line.shown
        }

    def with_line(self, **changes: object) -> Practice:
        """The same with the open line changed."""
        line = replace(self.line, **changes)  # type: ignore[arg-type]  # names of its own fields
        return replace(self, lines=(*self.lines[: self.place], line, *self.lines[self.place + 1 :]))


def step_id(level: int, stage: str) -> str:
    """The journal's name for a step of practice."""
    return f"{STEP_PREFIX}{level}-{stage}"


def level_of(step: str) -> int | None:
    """The level of a step that the journal names; None for a step that is none of practice."""
    number, dash, stage = step.removeprefix(STEP_PREFIX).partition("-")
    named = step.startswith(STEP_PREFIX) and dash and stage in STAGES and number.isdecimal()
    return int(number) if named else None


def begin(seed: int, level: int, fading: Fading = Fading()) -> Practice:  # frozen
    """A fresh problem; where a step is to be left blank alone, the others are given."""
    from tutor.coaching.variants import draw

    variant = draw(seed, level)
    stages = [s for s in STAGES if s != "masked" or variant.problem.mask != "none"]
    blank = fading.blank if fading.blank in stages else None
    lines = tuple(Line(stage=stage, given=blank is not None and stage != blank) for stage in stages)
    first = next(i for i, line in enumerate(lines) if not line.given)
    return Practice(variant=variant, lines=lines, place=first, fading=replace(fading, blank=blank))


def resumed(progress: Progress) -> Practice | None:
    """The problem that was left open on an earlier day, as far as it was answered; None where there is none."""
    known = {
        (level, stage): progress.steps[step_id(level, stage)]
        for level in LEVELS
        for stage in STAGES
        if step_id(level, stage) in progress.steps
    }
    latest = max(known, key=lambda key: known[key].t, default=None)
    seed = known[latest].seed if latest is not None else None
    if latest is None or seed is None:
        return None
    practice = begin(seed, latest[0])
    while not practice.finished:
        record = known.get((latest[0], practice.line.stage))
        if record is None or record.seed != seed:
            break
        practice = practice.with_line(shown=record.shown_seed == seed)
        if record.answer is not None:
            verdict = practice.question.judge(record.answer, earlier=practice.earlier)
            practice = judged(practice, record.answer, verdict)
        if record.draft is not None:
            practice = practice.with_line(draft=record.draft)
        if not practice.line.closed:
            break
        practice = go_on(practice)
    return None if practice.finished else practice


def judged(practice: Practice, raw: str, verdict: Verdict) -> Practice:
    """After an answer to the open line."""
    line = practice.line
    return practice.with_line(
        raw=raw,
        draft=None,
        verdict=verdict,
        tries=line.tries + verdict.counted,
        first_status=line.first_status or (verdict.status if verdict.counted and not line.shown else None),
        mistakes=(*line.mistakes, *(verdict.mistakes if len(verdict.mistakes) == 1 else ())),
    )


def go_on(practice: Practice) -> Practice:
    """The next line that is still to be answered; past the last one where there is none."""
    place = practice.place + 1
    while place < len(practice.lines) and practice.lines[place].closed:
        place += 1
    return replace(practice, place=place)


def fading_after(practice: Practice) -> Fading:
    """What the next problem leaves blank: the step that was shown; all of it after two right in a row."""
    shown = [line.stage for line in practice.lines if line.shown or not line.closed]
    if shown:
        return Fading(blank=shown[0])
    if practice.fading.blank is None:
        return Fading()
    streak = practice.fading.streak + 1
    return Fading() if streak >= RIGHT_IN_A_ROW else replace(practice.fading, streak=streak)


def account(practice: Practice) -> tuple[str, ...]:
    """What came of it, in a few lines: which steps were right first time, which mistakes came up, what comes next."""
    asked = [line for line in practice.lines if not line.given]
    first = [line for line in asked if line.first_try]
    later = [line for line in asked if line.closed and not line.first_try and not line.shown]
    left = [line for line in asked if not line.closed]
    shown = [line for line in asked if line.shown]
    lines = []
    for words, those in (
        ("Right the first time", first),
        ("Right after another try", later),
        ("Shown", shown),
        ("Left wrong", left),
    ):
        if those:
            lines.append(f"{words}: {', '.join(STAGE_NAMES[line.stage] for line in those)}.")
    counts: dict[str, int] = {}
    for line in asked:
        for code in line.mistakes:
            counts[code] = counts.get(code, 0) + 1
    if counts:
        lines.append(f"Mistakes that came up: {counted_labels(counts.items())}.")
    fading = fading_after(practice)
    if fading.blank is not None:
        yours = f"the {STAGE_NAMES[fading.blank]} {'is' if fading.blank == 'output' else 'are'} yours"
        lines.append(f"The next problem fills in all steps but one: {yours}.")
    elif practice.fading.blank is not None:
        lines.append("Two right in a row: the next problem is all yours.")
    return tuple(lines)
