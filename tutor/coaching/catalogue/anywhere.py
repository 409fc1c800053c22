"""The commonest slips of all: another row, another step, another order. They can be made at every step."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

import numpy as np

from tutor.coaching.catalogue.mistake import Mistake, WrongRow, nothing
from tutor.coaching.judging.nearness import near
from tutor.coaching.judging.wording import (
    STAGE_NAMES,
    cell_name,
    key_names,
    masked_name,
    num,
    opening,
    product_sum,
    query_name,
    row,
)
from tutor.coaching.judging.worked import Floats, WorkedRow
from tutor.maths.problem import STAGES

SWAPPED = "had the right numbers in another order"
PAIRED = "paired"
"""The detail of weights in another order than their values."""

LEAST_COMPONENTS = 2
FEW_KEYS = 4
"""So many keys are all named where their order is said."""


def _other_row(worked: WorkedRow, stage: str) -> Iterator[WrongRow]:
    for i in range(worked.n_q):
        if i != worked.i:
            line = worked.stages[stage][i]
            yield WrongRow(line, line, f"row {i + 1}")
    for head, stages in enumerate(worked.by_head):
        if head != worked.head:
            line = stages[stage][worked.i]
            yield WrongRow(line, line, f"head {head + 1}", rare=True)


def _other_step(worked: WorkedRow, stage: str) -> Iterator[WrongRow]:
    for other in STAGES:
        same = {stage, other} == {"scaled", "masked"} and not worked.hides and worked.plain_masking
        if other != stage and not same:
            line = worked.right(other)
            yield WrongRow(line, line, other)


def _swapped(worked: WorkedRow, stage: str, answer: Floats, tolerance: Floats) -> WrongRow | None:
    found = _in_another_order(worked, stage, answer, tolerance)
    return found or (_other_values(worked, answer, tolerance) if stage == "output" else None)


def _other_values(worked: WorkedRow, answer: Floats, tolerance: Floats) -> WrongRow | None:
    """Weights that were paired with each other's values. One number alone is met by chance too easily."""
    seen = np.flatnonzero(worked.visible)
    if worked.d_v < LEAST_COMPONENTS or not 2 <= len(seen) <= FEW_KEYS:
        return None
    weights, values = worked.right("weights")[seen], worked.values[seen]
    for order in permutations(range(len(seen))):
        mixed = weights[list(order)] @ values
        if near(answer, mixed, tolerance).all() and not near(answer, worked.right("output"), tolerance).all():
            return WrongRow(mixed, mixed, PAIRED, rare=True)
    return None


def _in_another_order(worked: WorkedRow, stage: str, answer: Floats, tolerance: Floats) -> WrongRow | None:
    right = worked.right(stage)
    places = np.flatnonzero(worked.visible) if stage in ("masked", "weights") else np.arange(len(right))
    fixed = np.ones(len(right), dtype=bool)
    fixed[places] = False
    kept = near(answer, right, tolerance)
    if len(places) < 2 or not kept[fixed].all() or kept.all():
        return None
    loose = near(np.sort(answer[places]), np.sort(right[places]), tolerance[places])
    return WrongRow(answer, answer, str(int(np.flatnonzero(~kept)[0]))) if loose.all() else None


def _explain_row(worked: WorkedRow, _stage: str, wrong: WrongRow) -> str:
    q = row(worked.queries[worked.i])
    asked = f"Row {worked.i + 1}" if wrong.detail.startswith("row") else f"Head {worked.head + 1}"
    return f"This is {wrong.detail}. {asked} is asked: work with {query_name(worked)} = {q}."


def _advice(worked: WorkedRow, stage: str) -> str:
    """What to do at a stage, in a sentence."""
    match stage:
        case "scores":
            return f"Take the dot product of {query_name(worked)} with each key"
        case "scaled":
            return "Scale the scores, and nothing else yet"
        case "masked" if worked.hides:
            return "Put −∞ at the hidden keys of the scaled scores, and keep the others"
        case "masked":
            return "Let the mask act on the scaled scores; no key is hidden here"
        case "weights":
            return f"Take softmax of the {masked_name(worked)}"
        case _:
            return "Mix the values with the weights"


def _explain_step(worked: WorkedRow, stage: str, wrong: WrongRow) -> str:
    advice = _advice(worked, stage)
    here, asked = (f"the {STAGE_NAMES[name]}" for name in (wrong.detail, stage))
    return f"These are {here}, another step. Here {asked} {'is' if stage == 'output' else 'are'} asked. {advice}."


def _explain_swapped(worked: WorkedRow, stage: str, wrong: WrongRow) -> str:
    if wrong.detail == PAIRED:
        return f"The weights went to each other's values: weight 1 belongs to v1, and so on. {_pairs(worked)}."
    place = int(wrong.detail)
    keys = [f"k{j + 1}" for j in range(worked.n_k)]
    order = ", ".join(keys) if len(keys) <= FEW_KEYS else key_names(range(worked.n_k))
    if stage == "output":
        order = "that of V's columns"
    return (
        f"The right numbers in another order. {opening(cell_name(place, stage))} is not "
        f"{num(wrong.values[place])}: the order is {order}."
    )


def _pairs(worked: WorkedRow) -> str:
    """The first component's sum, written out."""
    return f"Component 1 is {product_sum(worked.right('weights'), worked.values[:, 0])}"


def _order_of(wrong: WrongRow) -> str:
    return "gave the weights to each other's values" if wrong.detail == PAIRED else SWAPPED


def _gave_step(wrong: WrongRow) -> str:
    return f"gave the {STAGE_NAMES[wrong.detail]} instead"


def _worked_out_row(wrong: WrongRow) -> str:
    return f"worked out {wrong.detail}"


MISTAKES = (
    Mistake(
        code="other-row",
        deed="worked out another row",
        deed_of=_worked_out_row,
        steps=STAGES,
        rule=_other_row,
        explain=_explain_row,
    ),
    Mistake(
        code="other-step",
        deed="gave the answer of another step",
        deed_of=_gave_step,
        steps=STAGES,
        rule=_other_step,
        explain=_explain_step,
        rare=True,
    ),
    Mistake(
        code="swapped",
        deed=SWAPPED,
        deed_of=_order_of,
        steps=STAGES,
        rule=nothing,
        recognize=_swapped,
        explain=_explain_swapped,
    ),
)
