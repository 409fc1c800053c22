"""What is said of an answer that no mistake of the catalogue explains, and of one that is right."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tutor.coaching.judging.nearness import (
    HIDDEN_FROM,
    Near,
    cut_after,
    is_coarse_rounding,
    is_cut,
    near,
    tolerances,
    unit,
)
from tutor.coaching.judging.wording import (
    STAGE_NAMES,
    as_percent,
    cell_name,
    cell_names,
    counted,
    decimals_asked,
    hidden_keys,
    key_names,
    num,
    opening,
    product_sum,
    query_name,
    rounded_but_right,
    row,
    term,
)
from tutor.coaching.judging.worked import Floats, Places, WorkedRow

Decimals = Sequence[int | None]

MASK_FIRST = "Models hide keys before softmax; hiding after and dividing again gives the same."
"""Said of right weights under a mask, since nobody can see in which order they were come by."""

THEN = {"masked": "mask", "weights": "take softmax", "output": "mix"}


def right(worked: WorkedRow, stage: str) -> str:
    """Praise is short; where keys are hidden it says what models do, since either order gives these weights."""
    if stage == "weights" and worked.hides and worked.visible.any():
        return f"Right. {MASK_FIRST}"
    if stage == "weights" and not worked.visible.any():
        return "Right: with no key to attend, every weight is 0."
    return "Right."


def old_numbers(worked: WorkedRow, stage: str) -> str:
    """The right answer to an earlier problem, and one cell of the present one written out."""
    plural = "is" if stage == "output" else "are"
    return (
        f"That {plural} the {STAGE_NAMES[stage]} of the numbers before. "
        f"Now {cell_name(0, stage)} is {cell_sum(worked, stage, 0)}."
    )


def rounded(stage: str, coarse: Places, digits: int) -> str:
    """A right answer with one digit less than asked: it passes."""
    return rounded_but_right(digits, cell_names(coarse, stage))


def rounded_early(start: str, stage: str, line: Floats, digits: int) -> str:
    """What follows from a right earlier line that was rounded too much."""
    name = STAGE_NAMES[start]
    return (
        f"You rounded too early: this is what follows from the {name} {row(line)}. "
        f"Keep {counted(digits, 'decimal')} in the {name}, then {THEN[stage]} again."
    )


def carried(start: str, echo: str, why: str | None) -> str:
    """Right for a line that was wrong. The marks say what differs from the exact row, so the sentence says so."""
    what = (
        f"Follows from your {STAGE_NAMES[start]} {echo}, so this step passes; ✗ marks what differs from the exact row."
    )
    return f"{what} That line was not right yet.{f' {why}' if why else ''}"


def partial(stage: str, blank: Places, good: Near) -> str:
    """Some cells blank, the others right."""
    filled = np.flatnonzero(good)
    start = f"{_named(filled, stage)} right. " if len(filled) else ""
    return f"{start}Still blank: {cell_names(blank, stage)}."


def _named(places: Places, stage: str) -> str:
    names = cell_names(places, stage)
    return f"{opening(names)} {'is' if len(places) == 1 else 'are'}"


def weights_for_output(worked: WorkedRow) -> str:
    """The right weights where the output, which has another length, is asked."""
    return (
        f"These are the weights. The output mixes the rows of V by them: {counted(worked.d_v, 'number')}, "
        f"the first of them {product_sum(worked.right('weights'), worked.values[:, 0])}."
    )


def whole_matrix(worked: WorkedRow, good: bool) -> str:
    """The whole matrix where one row was asked."""
    number = worked.i + 1
    state = f"Row {number} of it is right" if good else f"Row {number} of it is not right yet"
    return f"That is the whole matrix. {state}; only row {number}, the one of {query_name(worked)}, is asked."


def cells(worked: WorkedRow, stage: str, answer: Floats, wrong: Places, decimals: Decimals, digits: int) -> str:
    """Some cells wrong: the first of them with its sum written out."""
    first = int(wrong[0])
    rest = f" So is {cell_names(wrong[1:], stage)}." if len(wrong) == 2 else ""
    rest = f" So are {cell_names(wrong[1:], stage)}." if len(wrong) > 2 else rest
    cut = _cut(worked, stage, answer, first, decimals) or _coarse(worked, stage, answer, first, decimals, digits)
    if cut:
        return cut + rest.replace("So is", "Look at").replace("So are", "Look at")
    return f"{opening(cell_name(first, stage))} is off: {_not_typed(worked, stage, first, answer)}.{rest}"


def _cut(worked: WorkedRow, stage: str, answer: Floats, c: int, decimals: Decimals) -> str:
    exact, places = float(worked.right(stage)[c]), decimals[c]
    if places is None or places < 2 or not is_cut(float(answer[c]), exact, places):
        return ""
    name, further = cell_names([c], stage), cut_after(exact, places + 1)
    return f"{opening(name)} is cut, not rounded: {further:.{places + 1}f}… becomes {exact:.{places}f}."


def _coarse(worked: WorkedRow, stage: str, answer: Floats, c: int, decimals: Decimals, digits: int) -> str:
    if not is_coarse_rounding(float(answer[c]), float(worked.right(stage)[c]), decimals[c], digits):
        return ""
    name = opening(cell_names([c], stage))
    return f"{name} {num(answer[c])} is too coarse to tell: {decimals_asked(digits)} asked."


def cell_sum(worked: WorkedRow, stage: str, c: int) -> str:
    """The calculation of one cell with the numbers it is made of, without its result; of a hidden one, why it is so."""
    match stage:
        case "scores":
            return product_sum(worked.queries[worked.i], worked.keys[c])
        case "scaled":
            score = num(worked.right("scores")[c])
            scaled = worked.problem.scale is None
            return f"{score} ÷ {num(worked.root)}" if scaled else f"{score} × {num(worked.scale)}"
        case "masked":
            return _masked_cell(worked, c)
        case "weights":
            return _weight_cell(worked, c)
        case _:
            return product_sum(worked.right("weights"), worked.values[:, c])


def _masked_cell(worked: WorkedRow, c: int) -> str:
    if not worked.visible[c]:
        return f"{query_name(worked)} may not attend the key, so −∞ belongs there"
    scaled = num(worked.right("scaled")[c])
    if worked.plain_masking:
        return f"{query_name(worked)} may attend the key, so its scaled score {scaled} stays"
    return f"its scaled score is {scaled}, and cap and mask come to it"


def _weight_cell(worked: WorkedRow, c: int) -> str:
    if not worked.visible[c]:
        return "the key is hidden, so its weight is e^−∞ = 0"
    logits = worked.logits[worked.visible]
    powers = [f"e^{term(x)}" for x in logits]
    total = " + ".join(powers[:4] + ["…"] * (len(powers) > 4))
    return f"e^{term(worked.logits[c])} ÷ ({total})"


def _not_typed(worked: WorkedRow, stage: str, c: int, answer: Floats) -> str:
    """The calculation of one cell, and that it does not give what was typed."""
    text, typed = cell_sum(worked, stage, c), num(answer[c])
    told = stage == "masked" or (stage == "weights" and not worked.visible[c])
    return f"{text}, not {typed}" if told else f"{text} is not {typed}"


def percentages(stage: str, answer: Floats) -> str | None:
    """What is said of weights that were typed as percentages, without a sign for it; None of any others."""
    return as_percent(answer, "Your row adds", "weights") if stage == "weights" else None


def wrong(worked: WorkedRow, stage: str, answer: Floats, decimals: Decimals, digits: int) -> str:
    """The first thing that can be seen of the numbers themselves, and what to do."""
    seen = np.flatnonzero(~np.isnan(answer))
    cut = [int(c) for c in seen if _cut(worked, stage, answer, int(c), decimals)]
    if cut and len(cut) == len(seen):
        return f"These are cut, not rounded. {_cut(worked, stage, answer, cut[0], decimals)} Round each one."
    match stage:
        case "weights":
            return _wrong_weights(worked, answer, digits)
        case "output":
            return _wrong_output(worked, answer, digits)
        case "masked":
            return _wrong_masked(worked, answer)
        case _:
            return _wrong_scores(worked, stage, answer, digits)


def _wrong_scores(worked: WorkedRow, stage: str, answer: Floats, digits: int) -> str:
    infinite = np.flatnonzero(np.isneginf(answer))
    if len(infinite):
        name = cell_names(infinite, stage)
        return f"Nothing is hidden at this step: {name} {'has a number' if len(infinite) == 1 else 'have numbers'} too."
    exact = worked.right(stage)
    ratio = _ratio(answer, exact, digits)
    if ratio is not None and abs(ratio + 1) <= unit(digits):
        return f"The sizes are right, and every sign is turned. Look at k1: {cell_sum(worked, stage, 0)}."
    if ratio is not None and stage == "scaled":
        return f"Each of yours is {num(ratio)} times the right number, so one factor is off. {_scaling(worked)}."
    if ratio is not None:
        return f"Each of yours is {num(ratio)} times the right number. Add the products up, and nothing else."
    if stage == "scaled":
        return f"Not these. Start from the scores of {query_name(worked)}. {_scaling(worked)}."
    return (
        f"Not these. Dot {query_name(worked)} with each key: with k1 it is "
        f"{product_sum(worked.queries[worked.i], worked.keys[0])}."
    )


def _scaling(worked: WorkedRow) -> str:
    if worked.problem.scale is None:
        return f"Divide each score by √{worked.d_k} = {num(worked.root)}"
    return f"Multiply each score by {num(worked.scale)}"


def _ratio(answer: Floats, exact: Floats, digits: int) -> float | None:
    """The one factor between two rows, where there is one other than 1."""
    if np.isnan(answer).any() or not np.abs(exact).max() or len(exact) < 2:
        return None
    best = int(np.abs(exact).argmax())
    ratio = float(answer[best] / exact[best])
    same = np.abs(answer - ratio * exact) <= 2 * unit(digits)
    return ratio if same.all() and abs(ratio) > 0.01 and np.count_nonzero(exact) > 1 else None


def _wrong_masked(worked: WorkedRow, answer: Floats) -> str:
    gone = np.flatnonzero(worked.visible & np.isneginf(answer))
    if len(gone):
        return f"Query {worked.i + 1} may attend {key_names(gone)}: keep the scaled score there."
    finite = np.flatnonzero(~worked.visible & (answer > HIDDEN_FROM))
    if len(finite):
        return f"Query {worked.i + 1} may not attend {key_names(finite)}: put −∞ there, and keep the rest."
    hide = f"; put −∞ at {hidden_keys(worked)}" if worked.hides else ""
    return f"Keep the scaled scores {row(worked.right('scaled')[worked.visible])} of the allowed keys{hide}."


def _wrong_weights(worked: WorkedRow, answer: Floats, digits: int) -> str:
    infinite = np.flatnonzero(np.isneginf(answer))
    if len(infinite):
        return f"A weight is never −∞: at {key_names(infinite)} it is e^−∞ = 0. Weights lie between 0 and 1."
    negative = np.flatnonzero(answer < -unit(digits))
    if len(negative):
        return f"{num(answer[negative[0]])} cannot be a weight: e^ of anything is above 0. Take e^ of each score first."
    leaking = np.flatnonzero(~worked.visible & (answer > unit(digits)))
    if len(leaking):
        names = key_names(leaking)
        return f"{_named(leaking, 'weights')} hidden, so the weight there is 0: put −∞ at {names} before softmax."
    total = float(np.nansum(answer))
    if not np.isnan(answer).any() and abs(total - 1) > len(answer) * unit(digits):
        return f"Your row adds up to {num(total)}, and weights add up to 1. Divide each e^score by the sum of them."
    logits = row(worked.logits[worked.visible])
    return f"They add up to 1, but are not softmax of {logits}. Take e^ of each, then divide by the sum."


def _wrong_output(worked: WorkedRow, answer: Floats, digits: int) -> str:
    seen = worked.values[worked.visible]
    if len(seen):
        low, high = seen.min(axis=0), seen.max(axis=0)
        room = tolerances(worked, "output", digits)
        outside = np.flatnonzero((answer < low - room) | (answer > high + room))
        if len(outside):
            c = int(outside[0])
            between = f"between {num(low[c])} and {num(high[c])}" if low[c] < high[c] else f"at {num(low[c])}"
            return (
                f"Component {c + 1} is a mix of {row(seen[:, c])}, so it lies {between}, never at "
                f"{num(answer[c])}. Do your weights add up to 1?"
            )
    first = next((int(c) for c in np.flatnonzero(~near(answer, worked.right("output"), unit(digits) + 0 * answer))), 0)
    return (
        f"Not these. Component {first + 1} is each weight times number {first + 1} of its value, added up: "
        f"{product_sum(worked.right('weights'), worked.values[:, first])}."
    )
