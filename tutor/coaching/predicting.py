"""What stands in the workbench's field for a predicted row: kept as the fields of pages are, for the same numbers."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from zlib import crc32

if TYPE_CHECKING:
    from tutor.coaching.practising import Practising
    from tutor.coaching.question import Question
    from tutor.maths.problem import Problem

STEP = re.compile(r"workbench-[a-z]+-row-[0-9]+-head-[0-9]+")
"""What the journal calls a predicted row: by its stage, its row and its head."""


def predicted(session: Practising, question: Question) -> str:
    """What was typed for this row of these numbers and not found right; "" where nothing was."""
    record = session.progress.record(step_id(question))
    # What was typed for other numbers would be wrong for these.
    return record.typed if record.seed == numbers_of(question.problem) else ""


def draft_prediction(session: Practising, question: Question, raw: str) -> None:
    """Keep what stands in the field, for the next time that this row is asked for."""
    if raw != predicted(session, question):
        session.tell(session.journal.drafted(step_id(question), raw, seed=numbers_of(question.problem)))


def step_id(question: Question) -> str:
    """What the journal calls this row of the workbench."""
    return f"workbench-{question.stage}-row-{question.row}-head-{question.head}"


def is_prediction(step: str) -> bool:
    """True for what `step_id` gives."""
    return STEP.fullmatch(step) is not None


def numbers_of(problem: Problem) -> int:
    """A number that stands for a problem, so that a row of it is told from the same row of another."""
    from tutor.coaching.entering import form_of, packed

    return crc32(packed(form_of(problem)).encode())
