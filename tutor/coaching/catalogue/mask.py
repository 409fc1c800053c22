"""Mistakes made with the mask: which keys are hidden, with what, and when."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from tutor.coaching.catalogue.mistake import Explanation, Line, Mistake, Rule, WrongRow, following
from tutor.coaching.catalogue.scores import AFTER, AGAIN
from tutor.coaching.judging.nearness import HIDDEN_FROM, near
from tutor.coaching.judging.wording import hidden_keys, key_names, listed, num, query_name, row, visible_keys
from tutor.coaching.judging.worked import Allowed, Floats, Places, WorkedRow

STAND_IN = -1.0
"""The finite stand-in for minus infinity that still shows in the weights."""

MASK_STEPS = ("masked", "weights", "output")


def _hidden(worked: WorkedRow, allowed: Allowed) -> Floats:
    """The asked row masked by another mask."""
    return worked.masked(worked.right("scaled"), allowed=allowed)


def _everything(worked: WorkedRow) -> Allowed:
    return np.ones(worked.n_k, dtype=bool)


def _mask_ignored(worked: WorkedRow) -> Iterator[Line]:
    scaled = worked.right("scaled")
    if worked.hides:
        yield Line(worked.masked(scaled, allowed=_everything(worked)), "hidden")
    if worked.added is not None:
        yield Line(worked.masked(scaled, add=False), "added")
        if worked.hides:
            yield Line(worked.masked(scaled, allowed=_everything(worked), add=False), "hidden")


def _masked_score_zero(worked: WorkedRow) -> Iterator[Line]:
    if worked.hides:
        yield Line(np.where(worked.visible, worked.right("masked"), 0.0))


def _masked_after_softmax(worked: WorkedRow) -> Iterator[Line]:
    if worked.hides:
        unmasked = worked.weights(worked.masked(worked.right("scaled"), allowed=_everything(worked)))
        yield Line(np.where(worked.visible, unmasked, 0.0))


def _by_order(keep: Callable[[Places, int], Allowed]) -> Callable[[WorkedRow], Iterator[Line]]:
    """Lines with another causal mask: `keep` gets the keys' places and the query's, all from 0."""

    def lines(worked: WorkedRow) -> Iterator[Line]:
        if worked.causal:
            allowed = keep(np.arange(worked.n_k), worked.position)
            yield Line(_hidden(worked, allowed), key_names(np.flatnonzero(allowed)) or "no key")

    return lines


def _mask_reversed(worked: WorkedRow) -> Iterator[Line]:
    yield from _by_order(lambda j, i: j >= i)(worked)
    if worked.own_mask:
        allowed = ~worked.visible
        yield Line(_hidden(worked, allowed), key_names(np.flatnonzero(allowed)))


def _offset_ignored(worked: WorkedRow) -> Iterator[Line]:
    if worked.causal and worked.problem.offset:
        allowed = np.arange(worked.n_k) <= worked.i
        yield Line(_hidden(worked, allowed), key_names(np.flatnonzero(allowed)))


def _small_negative(worked: WorkedRow) -> Iterator[Line]:
    if worked.hides:
        unmasked = worked.masked(worked.right("scaled"), allowed=_everything(worked))
        yield Line(np.where(worked.visible, unmasked, STAND_IN), num(STAND_IN))
        yield Line(np.where(worked.visible, unmasked, unmasked + STAND_IN), num(STAND_IN))


def _small_negative_rows(worked: WorkedRow, stage: str) -> Iterator[WrongRow]:
    if stage != "masked":
        yield from following(_small_negative, "masked")(worked, stage)


def _finite_in_hidden(worked: WorkedRow, stage: str, answer: Floats, tolerance: Floats) -> WrongRow | None:
    """Any finite numbers in hidden cells of the masked row, other than 0 and the score itself."""
    if stage != "masked" or not worked.hides:
        return None
    right, seen = worked.right("masked"), worked.visible
    scores = worked.masked(worked.right("scaled"), allowed=_everything(worked))
    finite = ~seen & (answer > HIDDEN_FROM)
    odd = ~near(answer, np.zeros(worked.n_k), tolerance) & ~near(answer, scores, tolerance)
    if not finite.any() or not odd[finite].all() or not near(answer, right, tolerance)[seen].all():
        return None
    first = int(np.flatnonzero(finite)[0])
    # Nobody means to hide with a number above 0, so there another explanation goes first.
    odd_choice = bool((answer[finite] > 0).any())
    return WrongRow(answer, answer, f"{key_names([first])} holds {num(answer[first])}", odd_choice)


def _masked_query_row(worked: WorkedRow) -> Iterator[Line]:
    if worked.own_mask and worked.hides:
        yield Line(np.full(worked.n_k, -np.inf))


def _added_before_scaling(worked: WorkedRow) -> Iterator[Line]:
    if worked.added is not None:
        sums = worked.right("scores") + worked.added[worked.i]
        yield Line(worked.masked(sums * worked.scale, add=False))


def _mask(lines: Callable[[WorkedRow], Iterator[Line]]) -> Rule:
    return following(lines, "masked")


def _may_attend(worked: WorkedRow) -> str:
    return f"Query {worked.i + 1} may attend {visible_keys(worked)}"


def _hide(worked: WorkedRow, stage: str) -> str:
    return (
        f"Put −∞ at {hidden_keys(worked)} before softmax" if stage != "masked" else f"Put −∞ at {hidden_keys(worked)}"
    )


def _explain_ignored(worked: WorkedRow, stage: str, wrong: WrongRow) -> str:
    hidden = np.flatnonzero(~worked.visible)
    if wrong.detail == "added":
        todo = "Add the mask to the scaled scores" + (AGAIN.get(stage) or "")
        return f"The mask {row(worked.added[worked.i] if worked.added is not None else ())} was not added. {todo}."
    held = f"{hidden_keys(worked)} {'is' if len(hidden) == 1 else 'are'} hidden from {query_name(worked)}"
    match stage:
        case "masked":
            still = "still holds" if len(hidden) == 1 else "still hold"
            return f"{held}, but {still} {_numbers(wrong.values, hidden)}. {_hide(worked, stage)}."
        case "weights":
            got = "gets" if len(hidden) == 1 else "get"
            return f"{held}, but {got} {_numbers(wrong.values, hidden)} here. {_hide(worked, stage)}."
        case _:
            return f"{held}, but went into this mix. {_hide(worked, stage)}, then mix again."


def _numbers(values: Floats, places: Places) -> str:
    return listed([num(values[int(j)]) for j in places[:4]])


def _explain_zero(worked: WorkedRow, stage: str, wrong: WrongRow) -> str:
    what = f"You put 0 in place of the hidden score{'s' * (int((~worked.visible).sum()) > 1)}; e^0 = 1 is not nothing"
    if stage == "weights":
        first = int(np.flatnonzero(~worked.visible)[0])
        what += f": {key_names([first])} gets {num(wrong.values[first])}"
    return f"{what}. {_hide(worked, stage)}: e^−∞ = 0."


def _explain_after(worked: WorkedRow, stage: str, wrong: WrongRow) -> str:
    whose = "Your row adds" if stage == "weights" else "Then the weights add"
    return (
        f"You hid {hidden_keys(worked)} after softmax. {whose} up to {num(wrong.line.sum())}, not 1. "
        f"Models hide first: put −∞ before softmax."
    )


def _explain_order(what: str) -> Explanation:
    def explain(worked: WorkedRow, stage: str, wrong: WrongRow) -> str:
        hide = f"hide {hidden_keys(worked)}" if worked.hides else "hide none of them"
        return f"{what}: you kept {wrong.detail or 'no key'}. {_may_attend(worked)}: {hide}{AGAIN.get(stage, '')}."

    return explain


def _explain_small(worked: WorkedRow, stage: str, wrong: WrongRow) -> str:
    if stage == "masked":
        return f"{wrong.detail}, a finite number: softmax still sees the key. Put −∞ there; -inf will do."
    return (
        f"This is what a hidden score of {wrong.detail}, or {wrong.detail} added, gives: {hidden_keys(worked)} "
        f"still count{'s' * (int((~worked.visible).sum()) == 1)}. {_hide(worked, stage)}."
    )


def _explain_query_row(worked: WorkedRow, stage: str, _wrong: WrongRow) -> str:
    return (
        f"You hid all of {query_name(worked)}'s row. A mask hides keys, which are columns: only "
        f"{hidden_keys(worked)}. {_may_attend(worked)}{AGAIN.get(stage, '')}."
    )


def _explain_offset(worked: WorkedRow, stage: str, wrong: WrongRow) -> str:
    return (
        f"You kept {wrong.detail or 'no key'}, as if q1 stood at key 1. {worked.problem.offset} keys come before q1. "
        f"{_may_attend(worked)}{AGAIN.get(stage, '')}."
    )


def _explain_early(worked: WorkedRow, stage: str, wrong: WrongRow) -> str:
    return (
        f"You added the mask before scaling: {row(wrong.line)}.{AFTER.get(stage, '')} "
        f"Scale the scores first, then add {row(worked.added[worked.i] if worked.added is not None else ())}."
    )


MISTAKES = (
    Mistake(
        code="mask-ignored",
        deed="left the mask out",
        steps=MASK_STEPS,
        rule=_mask(_mask_ignored),
        explain=_explain_ignored,
    ),
    Mistake(
        code="masked-score-zero",
        deed="put 0 for the hidden scores instead of −∞",
        steps=MASK_STEPS,
        rule=_mask(_masked_score_zero),
        explain=_explain_zero,
    ),
    Mistake(
        code="masked-after-softmax",
        deed="hid the keys only after softmax",
        steps=MASK_STEPS[1:],
        rule=following(_masked_after_softmax, "weights"),
        explain=_explain_after,
    ),
    Mistake(
        code="diagonal-masked",
        deed="hid the query's own key too",
        steps=MASK_STEPS,
        rule=_mask(_by_order(lambda j, i: j < i)),
        explain=_explain_order("A token may attend itself"),
    ),
    Mistake(
        code="one-key-too-far",
        deed="let the query see one key too far",
        steps=MASK_STEPS,
        rule=_mask(_by_order(lambda j, i: j <= i + 1)),
        explain=_explain_order("One key too far"),
    ),
    Mistake(
        code="mask-reversed",
        deed="turned the mask round",
        steps=MASK_STEPS,
        rule=_mask(_mask_reversed),
        explain=_explain_order("The mask is turned round"),
    ),
    Mistake(
        code="mask-reversed-strict",
        deed="kept only the later keys",
        steps=MASK_STEPS,
        rule=_mask(_by_order(lambda j, i: j > i)),
        explain=_explain_order("The mask is turned round"),
    ),
    Mistake(
        code="small-negative",
        deed="hid with a finite number instead of −∞",
        steps=MASK_STEPS,
        rule=_small_negative_rows,
        recognize=_finite_in_hidden,
        explain=_explain_small,
    ),
    Mistake(
        code="masked-query-row",
        deed="hid the query's whole row",
        steps=MASK_STEPS,
        rule=_mask(_masked_query_row),
        explain=_explain_query_row,
    ),
    Mistake(
        code="offset-ignored",
        deed="counted query 1 as position 1",
        steps=MASK_STEPS,
        rule=_mask(_offset_ignored),
        explain=_explain_offset,
        rare=True,
    ),
    Mistake(
        code="added-before-scaling",
        deed="added the mask before scaling",
        steps=MASK_STEPS,
        rule=_mask(_added_before_scaling),
        explain=_explain_early,
    ),
)
