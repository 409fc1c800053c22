"""Mistakes made in the mix: what is mixed, and with which weights."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from tutor.coaching.catalogue.mistake import Explanation, Mistake, WrongRow
from tutor.coaching.judging.wording import num, product_sum, query_name, row
from tutor.coaching.judging.worked import Floats, WorkedRow

MIX_STEPS = ("output",)


def _wrong(values: Floats, detail: str = "", *, rare: bool = False) -> WrongRow:
    return WrongRow(values, values, detail, rare)


def _mixed_keys(worked: WorkedRow, _stage: str) -> Iterator[WrongRow]:
    yield _wrong(worked.right("weights") @ worked.keys)


def _mixed_queries(worked: WorkedRow, _stage: str) -> Iterator[WrongRow]:
    if worked.n_q == worked.n_k:
        yield _wrong(worked.right("weights") @ worked.queries)


def _summed_values(worked: WorkedRow, _stage: str) -> Iterator[WrongRow]:
    yield _wrong(worked.values[worked.visible].sum(axis=0))
    if worked.hides:
        yield _wrong(worked.values.sum(axis=0))


def _averaged_values(worked: WorkedRow, _stage: str) -> Iterator[WrongRow]:
    if worked.visible.any():
        yield _wrong(worked.values[worked.visible].mean(axis=0))
    if worked.hides:
        yield _wrong(worked.values.mean(axis=0))


def _mixed_scores(worked: WorkedRow, _stage: str) -> Iterator[WrongRow]:
    seen, scaled, scores = worked.visible, worked.right("scaled"), worked.right("scores")
    yield _wrong(worked.output(worked.right("masked")), row(scaled[seen]))
    if worked.hides:
        yield _wrong(worked.output(scaled), row(scaled))
    yield _wrong(worked.output(np.where(seen, scores, 0.0)), row(scores[seen]), rare=True)
    yield _wrong(worked.output(scores), row(scores), rare=True)


def _mixed_exponentials(worked: WorkedRow, _stage: str) -> Iterator[WrongRow]:
    yield _wrong(worked.output(np.exp(worked.logits)))
    if worked.hides:
        unmasked = worked.masked(worked.right("scaled"), allowed=np.ones(worked.n_k, dtype=bool))
        yield _wrong(worked.output(np.exp(unmasked / worked.problem.temperature)))


def _transposed_weights(worked: WorkedRow, _stage: str) -> Iterator[WrongRow]:
    if worked.n_q == worked.n_k:
        column = worked.stages["weights"][:, worked.i]
        yield WrongRow(worked.output(column), column)


def _best_value_only(worked: WorkedRow, _stage: str) -> Iterator[WrongRow]:
    if worked.visible.any():
        best = int(worked.right("weights").argmax())
        yield _wrong(worked.values[best], str(best + 1))


def products(worked: WorkedRow) -> Floats:
    """Each value times its weight, not added up. (n_k, d_v)."""
    table: Floats = worked.right("weights")[:, None] * worked.values
    return table


def _products(worked: WorkedRow, _stage: str) -> Iterator[WrongRow]:
    """The products as they might be typed: as a matrix, for allowed keys only, or one after the other."""
    table = products(worked)
    yield _wrong(table)
    yield _wrong(table.T)
    if worked.hides:
        yield _wrong(table[worked.visible])
        yield _wrong(table[worked.visible].T)


SHAPE_TELLS: dict[str, Callable[[WorkedRow, str], Iterator[WrongRow]]] = {
    "mixed-keys": _mixed_keys,
    "mixed-queries": _mixed_queries,
    "products-not-added": _products,
}
"""Mistakes whose answers may be of another shape than the one asked for."""


def _own_weights(worked: WorkedRow) -> str:
    return f"Mix with {query_name(worked)}'s weights, {row(worked.right('weights'))}"


def _first_sum(worked: WorkedRow) -> str:
    """The first component's sum, written out."""
    return f"Component 1 is {product_sum(worked.right('weights'), worked.values[:, 0])}"


def _told(what: str, todo: Callable[[WorkedRow], str]) -> Explanation:
    def explain(worked: WorkedRow, _stage: str, _wrong_row: WrongRow) -> str:
        return f"{what} {todo(worked)}."

    return explain


MISTAKES = (
    Mistake(
        code="mixed-keys",
        deed="mixed the keys",
        steps=MIX_STEPS,
        rule=_mixed_keys,
        explain=_told("You mixed the keys. Keys only give the weights; mix the values.", _first_sum),
    ),
    Mistake(
        code="mixed-queries",
        deed="mixed the queries",
        steps=MIX_STEPS,
        rule=_mixed_queries,
        explain=_told("You mixed the queries. They only give the weights; mix the values.", _first_sum),
    ),
    Mistake(
        code="summed-values",
        deed="added the values up without weights",
        steps=MIX_STEPS,
        rule=_summed_values,
        explain=_told("You added the values up. Multiply each by its weight first.", _first_sum),
    ),
    Mistake(
        code="averaged-values",
        deed="took the plain mean of the values",
        steps=MIX_STEPS,
        rule=_averaged_values,
        explain=_told("This is the plain mean of the values. The weights differ.", _first_sum),
    ),
    Mistake(
        code="mixed-scores",
        deed="mixed with the scores instead of the weights",
        steps=MIX_STEPS,
        rule=_mixed_scores,
        explain=lambda worked, _stage, wrong: (
            f"You mixed with the scores {wrong.detail}, before softmax. {_own_weights(worked)}."
        ),
    ),
    Mistake(
        code="mixed-exponentials",
        deed="mixed with e^s, not divided by the sum",
        steps=MIX_STEPS,
        rule=_mixed_exponentials,
        explain=_told("You mixed with the e^scores, which were not divided by their sum.", _own_weights),
    ),
    Mistake(
        code="transposed-weights",
        deed="took a column of the weights",
        steps=MIX_STEPS,
        rule=_transposed_weights,
        explain=lambda worked, _stage, wrong: (
            f"You mixed with column {worked.i + 1} of the weights, {row(wrong.line)}. {_own_weights(worked)}."
        ),
    ),
    Mistake(
        code="best-value-only",
        deed="took only the value of the largest weight",
        steps=MIX_STEPS,
        rule=_best_value_only,
        explain=lambda worked, _stage, wrong: (
            f"This is v{wrong.detail} alone. Each value counts by its weight. {_first_sum(worked)}."
        ),
    ),
    Mistake(
        code="products-not-added",
        deed="did not add the products up",
        steps=MIX_STEPS,
        rule=lambda _worked, _stage: (),
        explain=lambda worked, _stage, _wrong_row: (
            f"These are the products weight × value, one for each key. Add them up: component 1 is "
            f"{' + '.join(num(x) for x in products(worked)[worked.visible][:, 0][:4])}."
        ),
    ),
)
