"""The hint ladder: a point, the rule, another cell worked out, and the whole shown, with the problem's numbers."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tutor.coaching.catalogue.softmax import power_of
from tutor.coaching.judging.shapes import shape_of
from tutor.coaching.judging.wording import (
    as_printed,
    hidden_keys,
    key_names,
    masked_name,
    num,
    product_sum,
    query_name,
    root_of,
    row,
    term,
    visible_keys,
)
from tutor.coaching.judging.worked import WorkedRow, work
from tutor.maths.problem import Problem
from tutor.notation.printer import equality, printed, rounded_vector

RUNGS = 4
WORKED_CELLS = 8
SHOWS_SOMETHING = 1e-3
"""A smaller number is nearly nothing, and no example of anything."""

AUTHORED = 2
"""So many rungs, the first ones, are replaced by a lesson's own hints."""


def rungs(
    problem: Problem, stage: str, row: int, head: int = 1, *, hints: Sequence[str] = (), digits: int = 3
) -> tuple[str, ...]:
    """Four hints for one row of a stage, each saying more; the last one shows the answer. From 1: row, head.

    `hints` are the author's, for the first two. `digits` are the decimals of the answer shown.
    """
    if stage.startswith("shape:"):
        own = _shape_rungs(problem, stage.removeprefix("shape:"))
    else:
        worked = work(problem, row, head)
        own = (_point(worked, stage), _rule(worked, stage), _example(worked, stage), _shown(worked, stage, digits))
    authored = tuple(hints[:AUTHORED])
    return (*authored, *own[len(authored) :])


def _shape_rungs(problem: Problem, name: str) -> tuple[str, str, str, str]:
    rows, columns = shape_of(problem, name)
    symbol = name.upper() if name in ("q", "k", "v") else f"the {name}"
    return (
        "A shape is rows × columns. Rows first.",
        "Q, scores and output have a row for each query; K and V have a row for each key.",
        f"Here are {problem.n_q} queries and {problem.n_k} keys; d_k = {problem.d_k}, d_v = {problem.d_v}.",
        f"The shape of {symbol} is {rows}×{columns}.",
    )


def _point(worked: WorkedRow, stage: str) -> str:
    """Where to look."""
    q = query_name(worked)
    match stage:
        case "scores":
            return f"Look at row {worked.i + 1} of Q, {q} = {row(worked.queries[worked.i])}, and at the rows of K."
        case "scaled":
            return f"Look at the scores of {q}, {row(worked.right('scores'))}, and at how long a key is."
        case "masked":
            return f"Which keys may {q} attend? Only those keep their scores."
        case "weights":
            before = f"the {masked_name(worked)} of {q}, {row(worked.right('masked'))}"
            return f"Look at {before}. The weights have to add up to 1."
        case _:
            return f"Look at the weights of {q}, {row(worked.right('weights'))}, and at the rows of V."


def _rule(worked: WorkedRow, stage: str) -> str:
    """The step's formula in words."""
    problem = worked.problem
    match stage:
        case "scores":
            return "A score is a dot product: multiply query and key number by number, and add up."
        case "scaled":
            if problem.scale is None:
                return f"Divide each score by √d_k. A key has d_k = {worked.d_k} numbers, and {root_of(worked.d_k)}."
            return f"Multiply each score by the scale, {num(worked.scale)}."
        case "masked":
            return _mask_rule(worked)
        case "weights":
            heat = f"Divide each by the temperature, {num(problem.temperature)}. " if problem.temperature != 1 else ""
            return f"{heat}Take e^ of each score, and divide each by the sum of them all. e^−∞ is 0."
        case _:
            return "Multiply each value by its weight, and add up, column by column."


def _mask_rule(worked: WorkedRow) -> str:
    parts = []
    if worked.problem.softcap:
        cap = num(worked.problem.softcap)
        parts.append(f"Bend each scaled score s to {cap}·tanh(s/{cap}).")
    if worked.added is not None:
        parts.append(f"Add the mask's row {row(worked.added[worked.i])}.")
    if worked.problem.mask == "causal":
        shift = worked.position - worked.i
        parts.append(f"Causal: query i may attend key j where j ≤ i{f' + {shift}' if shift else ''}.")
    elif worked.hides:
        parts.append("In the mask 1 may attend and 0 is hidden.")
    parts.append("A hidden key's score becomes −∞, the others stay." if worked.hides else "No key is hidden here.")
    return " ".join(parts)


def _example(worked: WorkedRow, stage: str) -> str:
    """One cell worked out: of another row where there is one, so that the asked cells stay the learner's."""
    other = worked
    if worked.n_q > 1:
        rows = [i for i in range(worked.n_q) if i != worked.i]
        # The row with the most allowed keys shows most.
        best = max(rows, key=lambda i: (int(worked.allowed[i].sum()), -abs(i - worked.i)))
        other = work(worked.problem, best + 1, worked.head + 1)
    cell = _telling_cell(other, stage, alone=other is worked)
    return f"For example, {_place(other, stage, cell)}: {_arithmetic(other, stage, cell)}."


def _telling_cell(worked: WorkedRow, stage: str, *, alone: bool) -> int:
    """A cell that shows the rule. In the asked row itself the last one, in another row the first that is not near 0."""
    line = worked.right(stage)
    if alone:
        return len(line) - 1
    for least in (SHOWS_SOMETHING, 0.0):
        fit = np.flatnonzero(np.isfinite(line) & (np.abs(line) > least))
        if len(fit):
            return int(fit[0])
    return 0


def _place(worked: WorkedRow, stage: str, c: int) -> str:
    q = query_name(worked)
    return f"{q}, component {c + 1}" if stage == "output" else f"{q} on {key_names([c])}"


def _arithmetic(worked: WorkedRow, stage: str, c: int) -> str:
    """One cell with the numbers it is made of, and its value; ≈ where the printed numbers do not give just that."""
    if stage == "masked":
        if not worked.visible[c]:
            return "hidden, so −∞"
        scaled = num(worked.right("scaled")[c])
        stays = f"allowed, so {scaled} stays"
        return stays if worked.plain_masking else f"{scaled} becomes {num(worked.right(stage)[c])}"
    if stage == "weights" and not worked.visible[c]:
        return "hidden, so e^−∞ = 0"
    text, result = _calculation(worked, stage, c)
    value = float(worked.right(stage)[c])
    return f"{text} {equality(result, value)} {num(value)}"


def _calculation(worked: WorkedRow, stage: str, c: int) -> tuple[str, float]:
    """One cell's calculation as it is written, and what it gives with its numbers as they are printed."""
    match stage:
        case "scores":
            query, key = worked.queries[worked.i], worked.keys[c]
            return product_sum(query, key), float(as_printed(query) @ as_printed(key))
        case "scaled":
            score = float(worked.right("scores")[c])
            if worked.problem.scale is None:
                return f"{num(score)} ÷ {num(worked.root)}", printed(score) / printed(worked.root)
            return f"{num(score)} × {num(worked.scale)}", printed(score) * printed(worked.scale)
        case "weights":
            seen = worked.logits[worked.visible]
            total = " + ".join(f"e^{term(x)}" for x in seen)
            powers = as_printed(seen) - seen.max()
            part = np.exp(printed(float(worked.logits[c])) - seen.max())
            return f"e^{term(worked.logits[c])} ÷ ({total})", float(part / np.exp(powers).sum())
        case _:
            weights, column = worked.right("weights"), worked.values[:, c]
            return product_sum(weights, column), float(as_printed(weights) @ as_printed(column))


def _shown(worked: WorkedRow, stage: str, digits: int) -> str:
    """The whole row, worked."""
    q = query_name(worked)
    answer = row_to(worked, stage, digits)
    match stage:
        case "weights" if worked.visible.any():
            seen = np.flatnonzero(worked.visible)
            powers = np.exp(worked.logits[seen])
            listed = _some([power_of(float(worked.logits[j])) for j in seen], ", ")
            exact = float(powers.sum())
            total, about = num(exact), "" if equality(float(as_printed(powers).sum()), exact) == "=" else "about "
            hidden = f" {hidden_keys(worked)}: e^−∞ = 0." if worked.hides else ""
            return f"{listed}; they add up to {about}{total}.{hidden} Divide each by {total}: {answer}."
        case "weights":
            return f"{q} may attend no key, so there is nothing to share: {answer}."
        case "masked":
            return f"{q} may attend {visible_keys(worked)}: {answer}."
        case _:
            name = "component" if stage == "output" else "k"
            gap = " " if stage == "output" else ""
            cells = [f"{name}{gap}{c + 1}: {_arithmetic(worked, stage, c)}" for c in range(len(worked.right(stage)))]
            return f"{_some(cells, '; ')}. So {answer}."


def _some(parts: list[str], joiner: str) -> str:
    """The first few of many, which is enough to see how the others go."""
    return joiner.join([*parts[:WORKED_CELLS], *(["…"] if len(parts) > WORKED_CELLS else [])])


def row_to(worked: WorkedRow, stage: str, digits: int) -> str:
    """The right row in brackets, to so many decimals; all of it, since it can be typed."""
    return rounded_vector([float(x) for x in worked.right(stage)], digits=digits)
