"""A class by learner, objective, mistake and question: what a teacher reads, counted from what each learner has done.

Shares are of what was tried, never of what was not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from tutor.coaching.catalogue.labels import LABELS, label
from tutor.coaching.practice import level_of
from tutor.coaching.predicting import is_prediction
from tutor.coaching.results import results
from tutor.coaching.session import WORKBENCH
from tutor.lessons.model import ChoiceStep, Course, ExplainStep, NumberStep
from tutor.records.events import numbers
from tutor.records.progress import StepRecord
from tutor.records.report import Learned

UNKNOWN = "unknown"
"""The code under which all are counted that neither the graders nor this course have."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LearnerRow:
    """One learner. `tried` are the pages with a counted answer, `first_try` those of them right at the first one.

    `shown` are the pages whose answer was asked for; a question that was answered wrong is none of them. `elsewhere`
    counts pages that no lesson here has; practice is no page of a lesson, its answers are `practice`.
    """

    learned: Learned
    done: int
    shown: int
    reached: int
    tried: int
    first_try: int
    attempts: int
    hints: int
    practice: int
    elsewhere: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ObjectiveRow:
    """One objective: how many learners began it and reached it, and how their first answers on its pages went."""

    lesson: str
    number: int
    objective: str
    pages: int
    begun: int
    reached: int
    tried: int
    first_try: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MistakeRow:
    """One mistake: how many learners met it, how often in all, and how many got past it.

    A learner is past it where, after the last time, the same page was answered right.
    """

    code: str
    words: str
    learners: int
    times: int
    past: int


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionCount:
    """How often an option was chosen, and by how many learners as their first choice. Without text: another one."""

    text: str
    correct: bool
    code: str | None
    chosen: int
    first: int


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionRow:
    """One question with options, and how many learners answered it."""

    lesson: str
    step: str
    prompt: str
    answered: int
    options: tuple[OptionCount, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """What one learner wrote on a page that asks for their own words, and the points that they ticked."""

    lesson: str
    step: str
    prompt: str
    learned: Learned
    text: str
    ticked: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassReport:
    """All of it. `pages` and `objectives` are those of the course."""

    pages: int
    objectives: int
    learners: tuple[LearnerRow, ...]
    by_objective: tuple[ObjectiveRow, ...]
    by_mistake: tuple[MistakeRow, ...]
    questions: tuple[QuestionRow, ...]
    words: tuple[Words, ...]


def questions_of(course: Course) -> frozenset[str]:
    """The ids of the course's questions with options."""
    return frozenset(step.id for lesson in course.lessons for step in lesson.steps if isinstance(step, ChoiceStep))


def class_report(course: Course, everyone: Sequence[Learned]) -> ClassReport:
    """Count a class. The learners come in the order of their names."""
    people = sorted(everyone, key=lambda x: (x.name.casefold(), x.name, x.folder))
    objectives, reached = _objectives(course, people)
    return ClassReport(
        pages=sum(len(lesson.steps) for lesson in course.lessons),
        objectives=len(objectives),
        learners=tuple(_learner(course, who, reached=reached[i]) for i, who in enumerate(people)),
        by_objective=objectives,
        by_mistake=_mistakes(course, people),
        questions=tuple(_questions(course, people)),
        words=tuple(_words(course, people)),
    )


def _learner(course: Course, who: Learned, *, reached: int) -> LearnerRow:
    ids = {step.id for lesson in course.lessons for step in lesson.steps}
    records = [record for step, record in who.progress.steps.items() if step in ids]
    own = {WORKBENCH, *filter(is_prediction, who.progress.steps)}
    others = [record for step, record in who.progress.steps.items() if step not in ids | own]
    questions = questions_of(course)
    practice = [record for record in others if level_of(record.step) is not None]
    tried, first_try = _tried(records)
    return LearnerRow(
        learned=who,
        done=sum(record.done for record in records),
        # A wrong choice closes its page as well, but nobody asked to be shown anything.
        shown=sum(record.shown for record in records if record.step not in questions),
        reached=reached,
        tried=tried,
        first_try=first_try,
        attempts=sum(record.attempts for record in records),
        hints=sum(record.hints for record in records),
        practice=sum(record.attempts for record in practice),
        elsewhere=len(others) - len(practice),
    )


def _tried(records: Sequence[StepRecord]) -> tuple[int, int]:
    """How many pages have a counted answer, and on how many of them the first one was right."""
    tried = [record for record in records if record.first_try is not None]
    return len(tried), sum(record.first_try is True for record in tried)


def _objectives(course: Course, people: Sequence[Learned]) -> tuple[tuple[ObjectiveRow, ...], list[int]]:
    """The objectives that pages ask for, and of each learner how many are reached."""
    rows = []
    reached_by = [0] * len(people)
    for lesson in course.lessons:
        found = [[x for x in results(lesson, who.progress).objectives if x.objective is not None] for who in people]
        asked = [step for step in lesson.steps if step.asks and step.objective is not None]
        for number, objective in enumerate(lesson.objectives, start=1):
            pages = [step.id for step in asked if step.objective == number]
            if not pages:
                continue
            begun = reached = tried = first = 0
            for i, who in enumerate(people):
                records = [who.progress.record(step) for step in pages]
                mine = next(x for x in found[i] if x.objective == objective)
                begun += any(record.attempts or record.done for record in records)
                reached += mine.reached
                reached_by[i] += mine.reached
                some, right = _tried(records)
                tried, first = tried + some, first + right
            rows.append(
                ObjectiveRow(
                    lesson=lesson.slug,
                    number=lesson.number,
                    objective=objective,
                    pages=len(pages),
                    begun=begun,
                    reached=reached,
                    tried=tried,
                    first_try=first,
                )
            )
    return tuple(rows), reached_by


def _mistakes(course: Course, people: Sequence[Learned]) -> tuple[MistakeRow, ...]:
    known = {*LABELS, *_codes(course)}
    times: Counter[str] = Counter()
    learners: Counter[str] = Counter()
    past: Counter[str] = Counter()
    for who in people:
        mine: dict[str, bool] = {}
        for code, met in who.mistakes.items():
            row = code if code in known else UNKNOWN
            times[row] += met.times
            mine[row] = mine.get(row, True) and met.past
        learners.update(mine.keys())
        past.update(code for code, over in mine.items() if over)
    rows = [
        MistakeRow(
            code=code,
            words="mistakes that this course does not name" if code == UNKNOWN else label(code),
            learners=learners[code],
            times=times[code],
            past=past[code],
        )
        for code in times
    ]
    return tuple(sorted(rows, key=lambda row: (row.code == UNKNOWN, -row.learners, -row.times, row.code)))


def _codes(course: Course) -> set[str]:
    steps = [step for lesson in course.lessons for step in lesson.steps]
    options = {option.code for step in steps if isinstance(step, ChoiceStep) for option in step.options}
    wrong = {mistake.code for step in steps if isinstance(step, NumberStep) for mistake in step.mistakes}
    return {code for code in options | wrong if code}


def _questions(course: Course, people: Sequence[Learned]) -> list[QuestionRow]:
    chosen: dict[str, Counter[str]] = {}
    first: dict[str, Counter[str]] = {}
    for who in people:
        for step, taken in who.chosen.items():
            chosen.setdefault(step, Counter()).update(taken)
            first.setdefault(step, Counter())[taken[0]] += 1
    rows = []
    for lesson in course.lessons:
        for asked in lesson.steps:
            if not isinstance(asked, ChoiceStep):
                continue
            counts, firsts = chosen.get(asked.id, Counter()), first.get(asked.id, Counter())
            options = [
                OptionCount(text=x.text, correct=x.correct, code=x.code, chosen=counts[x.text], first=firsts[x.text])
                for x in asked.options
            ]
            rest = counts.total() - sum(option.chosen for option in options)
            if rest:
                late = firsts.total() - sum(option.first for option in options)
                options.append(OptionCount(text="", correct=False, code=None, chosen=rest, first=late))
            rows.append(
                QuestionRow(
                    lesson=lesson.slug,
                    step=asked.id,
                    prompt=asked.prompt,
                    answered=firsts.total(),
                    options=tuple(options),
                )
            )
    return rows


def _words(course: Course, people: Sequence[Learned]) -> list[Words]:
    """For each such page what each learner wrote last."""
    rows: list[Words] = []
    for lesson in course.lessons:
        for step in lesson.steps:
            if isinstance(step, ExplainStep):
                rows += [found for who in people if (found := _last_words(lesson.slug, step, who)) is not None]
    return rows


def _last_words(slug: str, step: ExplainStep, who: Learned) -> Words | None:
    last = who.explained.get(step.id)
    if last is None:
        return None
    points = numbers(last.fields.get("ticked"))
    return Words(
        lesson=slug,
        step=step.id,
        prompt=step.prompt,
        learned=who,
        text=str(last.fields["raw"]),
        ticked=tuple(point for i, point in enumerate(step.checklist, start=1) if i in points),
    )
