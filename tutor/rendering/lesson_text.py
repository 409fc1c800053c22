"""A lesson as plain text, page by page: to read without the app, to print, to put into a pipe.

Answers stand at the end, so that a printed lesson can be worked through, and after them every source once.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from rich.cells import cell_len

from tutor.coaching.question import Question, body_of, problem_of, question_of
from tutor.lessons.labs import LAB_NAMES
from tutor.lessons.model import (
    ChoiceStep,
    ExplainStep,
    LabStep,
    Lesson,
    MaskStep,
    NumberStep,
    Step,
    StepperStep,
    TargetsStep,
    VectorStep,
)
from tutor.lessons.sources import all_sources
from tutor.maths.problem import Problem
from tutor.notation.printer import plain, rounded_vector
from tutor.rendering.arithmetic import cell_arithmetic, empty_rows_note, stage_caption
from tutor.rendering.cited import cited
from tutor.rendering.layout import TABLES, plane
from tutor.rendering.matrices import problem_text
from tutor.rendering.prose import markdown_text
from tutor.rendering.tables import as_text

LETTERS = "abcdefghijklmnopqrstuvwxyz"
SHAPE = "shape:"
WIDEST = 80


def lesson_text(lesson: Lesson, *, width: int = 80, ascii: bool = False, learner: str | None = None) -> str:
    """Title, objectives, every page, and at the end the answers with their reasons and the sources.

    `learner` decides which numbers a drawn problem gets, as it does in the app. Raises ValueError where a
    problem has no solution.
    """
    sheet = _Sheet(width=min(width, WIDEST), ascii=ascii, learner=learner)
    blocks = [*_opening(lesson, sheet)]
    word = "question" if lesson.is_quiz else "page"
    answers: list[str] = []
    for i, step in enumerate(lesson.steps, start=1):
        place = f"{word} {i} of {len(lesson.steps)}"
        blocks.append(sheet.underlined(f"{place}: {step.title}" if step.title else place, "-"))
        if step.body.strip():
            blocks.append(sheet.prose(body_of(step, learner=learner)))
        blocks += PAGES[step.kind](step, sheet)
        if step.sources:
            blocks.append(sheet.filled(cited(step.sources)))
        if step.kind in ANSWERS:
            answers.append(sheet.filled(f"{word} {i}"))
            answers += ANSWERS[step.kind](step, sheet)
    if answers:
        blocks += [sheet.underlined("Answers", "="), *answers]
    sources = all_sources(lesson)
    if sources:
        blocks += [sheet.underlined("Sources", "="), "\n".join(sheet.filled(source, indent="* ") for source in sources)]
    return "\n\n".join(blocks) + "\n"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Sheet:
    """What the text is written on."""

    width: int
    ascii: bool
    learner: str | None

    def plain(self, text: str) -> str:
        return plain(text) if self.ascii else text

    def filled(self, text: str, *, indent: str = "") -> str:
        """Text as typed, its lines wrapped; those that follow stand under the first one's text."""
        lines = self.plain(text).splitlines() or [""]
        hanging = " " * len(indent)
        wrapped = [
            textwrap.fill(line, self.width, initial_indent=hanging if i else indent, subsequent_indent=hanging)
            for i, line in enumerate(lines)
        ]
        return "\n".join(wrapped)

    def prose(self, text: str) -> str:
        return markdown_text(text, width=self.width, ascii=self.ascii)

    def underlined(self, text: str, line: str) -> str:
        title = self.filled(text)
        return f"{title}\n{line * max(map(len, title.splitlines()))}"

    def problem(self, problem: Problem) -> str:
        return problem_text(problem, width=self.width, ascii=self.ascii)


def _opening(lesson: Lesson, sheet: _Sheet) -> Iterator[str]:
    yield sheet.underlined(f"{lesson.number} {lesson.title}", "=")
    if lesson.objectives:
        bullets = [sheet.filled(objective, indent="* ") for objective in lesson.objectives]
        yield "\n".join(["Afterwards you can:", *bullets])
    facts = [f"About {lesson.minutes} minutes."] if lesson.minutes else []
    facts += [f"Comes after {', '.join(lesson.needs)}."] if lesson.needs else []
    if facts:
        yield sheet.filled(" ".join(facts))


def _read(_step: Step, _sheet: _Sheet) -> Iterator[str]:
    """A page that is all body."""
    return iter(())


def _stepper(step: Step, sheet: _Sheet) -> Iterator[str]:
    assert isinstance(step, StepperStep)
    problem = problem_of(step.problem, step.id, learner=sheet.learner)
    yield sheet.problem(problem)
    trace = problem.solve()
    for head in range(problem.heads):
        if problem.heads > 1:
            yield f"Head {head + 1}"
        for stage in TABLES[: TABLES.index(step.until) + 1]:
            # The sums stand beside the exponentials already.
            if stage != "row_sum":
                table = as_text(trace, stage, head=head, ascii=sheet.ascii)
                yield f"{sheet.filled(stage_caption(trace, stage))}\n{table}"
        note = empty_rows_note(trace, head=head)
        if note is not None:
            yield sheet.filled(note)


def _vector(step: Step, sheet: _Sheet) -> Iterator[str]:
    assert isinstance(step, VectorStep)
    yield sheet.problem(question_of(step, learner=sheet.learner).problem)
    yield sheet.filled(step.prompt)


def _vector_answer(step: Step, sheet: _Sheet) -> Iterator[str]:
    assert isinstance(step, VectorStep)
    question = question_of(step, learner=sheet.learner)
    trace = question.problem.solve()
    stage = question.stage.removeprefix(SHAPE)
    values = plane(trace, stage, question.head - 1)
    if question.stage.startswith(SHAPE):
        yield sheet.filled(f"{stage}: {values.shape[0]}×{values.shape[1]}", indent="  ")
        return
    row = question.row - 1
    right = rounded_vector(values[row].tolist(), digits=question.digits, ascii=sheet.ascii)
    lines = [sheet.filled(f"{stage.replace('_', ' ')} of {_row_in_words(question)}: {right}", indent="  ")]
    cells = [cell_arithmetic(trace, stage, row, j, head=question.head - 1) for j in range(values.shape[1])]
    # An empty row says the same of each of its cells.
    lines += [sheet.filled(cell, indent="    ") for cell in dict.fromkeys(cells)]
    yield "\n".join(lines)


def _row_in_words(question: Question) -> str:
    head = f", head {question.head}" if question.problem.heads > 1 else ""
    return f"query {question.row}{head}"


def _number(step: Step, sheet: _Sheet) -> Iterator[str]:
    assert isinstance(step, NumberStep)
    question = question_of(step, learner=sheet.learner)
    yield sheet.filled(question.prompt)
    yield sheet.filled(f"{question.label}, {question.form}: ____", indent="  ")


def _number_answer(step: Step, sheet: _Sheet) -> Iterator[str]:
    assert isinstance(step, NumberStep)
    question = question_of(step, learner=sheet.learner)
    lines = [sheet.filled(question.ladder()[-1], indent="  ")]
    lines += [sheet.filled(f"Not {wrong.answer}. {wrong.why}", indent="    ") for wrong in question.mistakes]
    yield "\n".join(lines)


def _mask(step: Step, sheet: _Sheet) -> Iterator[str]:
    assert isinstance(step, MaskStep)
    yield sheet.filled(step.prompt)
    yield sheet.filled(question_of(step).form, indent="  ")
    yield _grid(step, sheet, shown=False)


def _mask_answer(step: Step, sheet: _Sheet) -> Iterator[str]:
    assert isinstance(step, MaskStep)
    yield _grid(step, sheet, shown=True)


def _grid(step: MaskStep, sheet: _Sheet, *, shown: bool) -> str:
    """The mask under its keys and beside its queries, or as many blanks."""
    task = question_of(step).task
    queries, keys = (tuple(map(sheet.plain, names)) for names in (task.queries, task.keys))
    margin, width = max(map(cell_len, queries)), max(map(cell_len, keys))
    lines = [f"  {' ' * margin}  {'  '.join(' ' * (width - cell_len(key)) + key for key in keys)}"]
    for name, row in zip(queries, task.rows, strict=True):
        cells = "  ".join(f"{(str(int(cell)) if shown else '_'):>{width}}" for cell in row)
        lines.append(f"  {name}{' ' * (margin - cell_len(name))}  {cells}")
    return "\n".join(lines)


def _targets(step: Step, sheet: _Sheet) -> Iterator[str]:
    assert isinstance(step, TargetsStep)
    yield sheet.filled(step.prompt)
    yield "\n".join(sheet.filled(f"{token} → ____", indent="  ") for token in step.tokens[:-1])


def _targets_answer(step: Step, sheet: _Sheet) -> Iterator[str]:
    assert isinstance(step, TargetsStep)
    yield sheet.filled(f"targets: {' '.join(step.tokens[1:])}", indent="  ")


def _lab(step: Step, sheet: _Sheet) -> Iterator[str]:
    assert isinstance(step, LabStep)
    yield sheet.filled(f"Here the tutor opens the laboratory on {LAB_NAMES[step.lab]}.")


def _choice(step: Step, sheet: _Sheet) -> Iterator[str]:
    assert isinstance(step, ChoiceStep)
    yield sheet.filled(step.prompt)
    yield "\n".join(
        sheet.filled(option.text, indent=f"  {letter}) ") for letter, option in zip(LETTERS, step.options, strict=False)
    )


def _choice_answer(step: Step, sheet: _Sheet) -> Iterator[str]:
    assert isinstance(step, ChoiceStep)
    yield "\n".join(
        sheet.filled(f"{'right' if option.correct else 'wrong'}. {option.why}", indent=f"  {letter}) ")
        for letter, option in zip(LETTERS, step.options, strict=False)
    )


def _explain(step: Step, sheet: _Sheet) -> Iterator[str]:
    assert isinstance(step, ExplainStep)
    yield sheet.filled(step.prompt)


def _explain_answer(step: Step, sheet: _Sheet) -> Iterator[str]:
    assert isinstance(step, ExplainStep)
    yield sheet.filled(f"One way to say it: {step.model}", indent="  ")
    items = [sheet.filled(item, indent="  [ ] ") for item in step.checklist]
    yield "\n".join(["  Does yours say this?", *items])


Shown = Callable[[Step, _Sheet], Iterator[str]]

PAGES: dict[str, Shown] = {
    "text": _read,
    "stepper": _stepper,
    "vector": _vector,
    "number": _number,
    "mask": _mask,
    "targets": _targets,
    "choice": _choice,
    "explain": _explain,
    "lab": _lab,
}
"""How each kind of page is written out, below its body."""

ANSWERS: dict[str, Shown] = {
    "vector": _vector_answer,
    "number": _number_answer,
    "mask": _mask_answer,
    "targets": _targets_answer,
    "choice": _choice_answer,
    "explain": _explain_answer,
}
"""How the answer of each kind that asks something is written out."""
