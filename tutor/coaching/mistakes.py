"""The catalogue of mistakes, and every wrong answer that its rules make for an asked row."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import numpy as np

from tutor.coaching.catalogue import anywhere, mask, mix, scores, softmax
from tutor.coaching.catalogue.mistake import Mistake, WrongRow
from tutor.coaching.judging.worked import WorkedRow

GROUPS = (anywhere, scores, mask, softmax, mix)

CATALOGUE: Mapping[str, Mistake] = MappingProxyType(
    {mistake.code: mistake for group in GROUPS for mistake in group.MISTAKES}
)
"""Every mistake by its code, the name that `grade --json`, the journal and the report use."""


def wrong_rows(worked: WorkedRow, stage: str) -> list[tuple[Mistake, WrongRow]]:
    """What each rule makes of the asked row at a stage, where it fits that row; right answers among them."""
    return [(mistake, wrong) for code, mistake in CATALOGUE.items() for wrong in wrong_rows_of(code, worked, stage)]


def wrong_rows_of(code: str, worked: WorkedRow, stage: str) -> list[WrongRow]:
    """What the rule of one code makes of the asked row at a stage."""
    mistake, shape = CATALOGUE[code], worked.right(stage).shape
    if stage not in mistake.steps:
        return []
    with np.errstate(all="ignore"):
        return [
            wrong
            for wrong in mistake.rule(worked, stage)
            if wrong.values.shape == shape and not (np.isnan(wrong.values) | (wrong.values == np.inf)).any()
        ]
