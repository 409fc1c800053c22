"""Mistakes made before the mask: in the dot products, and in scaling them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

import numpy as np

from tutor.coaching.catalogue.mistake import Explanation, Line, Lines, Mistake, Rule, WrongRow, following
from tutor.coaching.judging.wording import num, product_sum, query_name, root_of, row
from tutor.coaching.judging.worked import WorkedRow
from tutor.maths.problem import STAGES

AFTER = {"weights": " The rest is right.", "output": " The rest is right."}
AGAIN = {"weights": ", then take softmax", "output": ", then softmax and mix"}
NOT_YET = "Here the plain dot products are asked; scaling is the next step."

Wording = Callable[[WorkedRow, WrongRow], str]


def _line(worked: WorkedRow, wrong: WrongRow) -> str:
    """The wrong line; once the mask has acted, as it stands then, since nobody has to know what is hidden."""
    masked = worked.hides and not np.array_equal(wrong.values, wrong.line)
    return row(np.where(worked.visible, wrong.line, -np.inf) if masked else wrong.line)


def told(what: Wording, todo: Wording) -> Explanation:
    """An explanation in three parts: what was done, that the rest followed, what to do."""

    def explain(worked: WorkedRow, stage: str, wrong: WrongRow) -> str:
        return f"{what(worked, wrong)}.{AFTER.get(stage, '')} {todo(worked, wrong)}{AGAIN.get(stage, '')}."

    return explain


def _scaling(what: Wording) -> Explanation:
    """An explanation of a slip in scaling: where plain scores are asked there is nothing to scale yet."""
    scaled = told(what, _right_scale)

    def explain(worked: WorkedRow, stage: str, wrong: WrongRow) -> str:
        return f"{what(worked, wrong)}. {NOT_YET}" if stage == "scores" else scaled(worked, stage, wrong)

    return explain


def _scaled(lines: Lines) -> Rule:
    """A rule for lines that are scaled already; where scores are asked they stand as they are."""
    onward = following(lines, "scaled")

    def rule(worked: WorkedRow, stage: str) -> Iterator[WrongRow]:
        return iter(onward(worked, "scaled" if stage == "scores" else stage))

    return rule


def _unscaled(lines: Lines) -> Rule:
    """A rule for wrong dot products, which are then scaled rightly. Scaled or not where that is not asked: rare."""

    def rule(worked: WorkedRow, stage: str) -> Iterator[WrongRow]:
        for line in lines(worked):
            scaled = line.values * worked.scale
            if stage == "scores":
                yield WrongRow(line.values, line.values, line.detail, line.rare)
                yield WrongRow(scaled, scaled, line.detail, rare=True)
            else:
                yield WrongRow(worked.follow(scaled, "scaled", stage), scaled, line.detail, line.rare)
                yield WrongRow(worked.follow(line.values, "scaled", stage), line.values, line.detail, rare=True)

    return rule


def _dot_with_keys(worked: WorkedRow, _wrong: WrongRow) -> str:
    q = worked.queries[worked.i]
    return f"Dot {query_name(worked)} with each key: with k1 it is {product_sum(q, worked.keys[0])}"


def _right_scale(worked: WorkedRow, _wrong: WrongRow) -> str:
    if worked.problem.scale is None:
        return f"Divide each score by √d_k = {root_of(worked.d_k)}"
    return f"Multiply each score by the scale, {num(worked.scale)}"


def _no_scaling(worked: WorkedRow) -> Iterator[Line]:
    yield Line(worked.right("scores"))


def _divided_by_dk(worked: WorkedRow) -> Iterator[Line]:
    yield Line(worked.right("scores") / worked.d_k)


def _multiplied_by_root_dk(worked: WorkedRow) -> Iterator[Line]:
    scores = worked.right("scores")
    yield Line(scores * worked.root, num(worked.root))
    if worked.problem.scale:
        yield Line(scores / worked.scale, num(1 / worked.scale))


def _root_of_key_count(worked: WorkedRow) -> Iterator[Line]:
    scores, seen = worked.right("scores"), int(worked.visible.sum())
    yield Line(scores / math.sqrt(worked.n_k), str(worked.n_k))
    if 0 < seen < worked.n_k:
        yield Line(scores / math.sqrt(seen), str(seen), rare=True)


def _root_of_dv(worked: WorkedRow) -> Iterator[Line]:
    yield Line(worked.right("scores") / math.sqrt(worked.d_v), str(worked.d_v))


def _root_of_dmodel(worked: WorkedRow) -> Iterator[Line]:
    problem = worked.problem
    width = problem.d_model or (problem.heads * worked.d_k if problem.heads > 1 else None)
    if width:
        yield Line(worked.right("scores") / math.sqrt(width), str(width))


def _transposed(worked: WorkedRow) -> Iterator[Line]:
    if worked.n_q == worked.n_k:
        yield Line(worked.stages["scores"][:, worked.i])


def _transposed_rows(worked: WorkedRow, stage: str) -> Iterator[WrongRow]:
    """Scores laid out the other way; or all weights worked out rightly, then read in the other layout."""
    yield from _unscaled(_transposed)(worked, stage)
    if worked.n_q == worked.n_k and stage in ("masked", "weights"):
        column = worked.stages[stage][:, worked.i]
        yield WrongRow(column, column, rare=True)


def _key_not_transposed(worked: WorkedRow) -> Iterator[Line]:
    if worked.n_k == worked.d_k:
        yield Line(worked.queries[worked.i] @ worked.keys)


def _cosine(worked: WorkedRow) -> Iterator[Line]:
    lengths = np.linalg.norm(worked.keys, axis=1) * np.linalg.norm(worked.queries[worked.i])
    yield Line(worked.right("scores") / np.where(lengths == 0, 1.0, lengths))


def _signs_dropped(worked: WorkedRow) -> Iterator[Line]:
    """Scores without their signs, and scores of numbers without theirs; neither where nothing is negative."""
    scores = worked.right("scores")
    for line in (np.abs(scores), np.abs(worked.keys) @ np.abs(worked.queries[worked.i])):
        changed = np.flatnonzero(line != scores)
        if len(changed):
            yield Line(line, str(changed[0] + 1))


def _keep_signs(worked: WorkedRow, wrong: WrongRow) -> str:
    j = int(wrong.detail) - 1
    product = product_sum(worked.queries[worked.i], worked.keys[j])
    return f"{query_name(worked)}·k{j + 1} is {product} = {num(worked.right('scores')[j])}: keep the sign"


def _used_values(worked: WorkedRow) -> Iterator[Line]:
    if worked.d_v == worked.d_k:
        yield Line(worked.values @ worked.queries[worked.i])


def _divisor_instead(what: str) -> Explanation:
    """The explanation of a root of the wrong size."""
    return _scaling(
        lambda worked, wrong: (
            f"You divided by √{wrong.detail}, the root of {what}, but a key's length d_k is {worked.d_k}"
        )
    )


SCALE_STEPS = STAGES
MISTAKES = (
    Mistake(
        code="no-scaling",
        deed="left the scores unscaled",
        steps=SCALE_STEPS[1:],
        rule=_scaled(_no_scaling),
        explain=_scaling(lambda worked, wrong: f"The scores {_line(worked, wrong)} are not scaled yet"),
    ),
    Mistake(
        code="divided-by-dk",
        deed="divided by d_k instead of its root",
        steps=SCALE_STEPS,
        rule=_scaled(_divided_by_dk),
        explain=_scaling(lambda worked, wrong: f"You divided by d_k = {worked.d_k} itself: {_line(worked, wrong)}"),
    ),
    Mistake(
        code="multiplied-by-root-dk",
        deed="multiplied by √d_k",
        steps=SCALE_STEPS,
        rule=_scaled(_multiplied_by_root_dk),
        explain=_scaling(lambda worked, wrong: f"You multiplied the scores by {wrong.detail}: {_line(worked, wrong)}"),
    ),
    Mistake(
        code="root-of-key-count",
        deed="divided by the root of the number of keys",
        steps=SCALE_STEPS,
        rule=_scaled(_root_of_key_count),
        explain=_divisor_instead("the number of keys"),
        rare=True,
    ),
    Mistake(
        code="root-of-dv",
        deed="divided by √d_v",
        steps=SCALE_STEPS,
        rule=_scaled(_root_of_dv),
        explain=_divisor_instead("d_v, a value's length"),
        rare=True,
    ),
    Mistake(
        code="root-of-dmodel",
        deed="divided by the root of the model's width",
        steps=SCALE_STEPS,
        rule=_scaled(_root_of_dmodel),
        explain=_divisor_instead("the model's width"),
    ),
    Mistake(
        code="transposed",
        deed="laid the scores out with keys as rows",
        steps=SCALE_STEPS,
        rule=_transposed_rows,
        explain=told(
            lambda worked, _wrong: (
                f"Right numbers, laid out as in texts where tokens are columns (KᵀQ): this is column {worked.i + 1}"
            ),
            lambda worked, _wrong: f"Here a row is a query: dot {query_name(worked)} with each key",
        ),
    ),
    Mistake(
        code="key-not-transposed",
        deed="multiplied Q by K as it stands",
        steps=SCALE_STEPS,
        rule=_unscaled(_key_not_transposed),
        explain=told(
            lambda worked, _wrong: f"You multiplied Q by K as it stands, so {query_name(worked)} met K's columns",
            _dot_with_keys,
        ),
    ),
    Mistake(
        code="cosine",
        deed="divided by the lengths of query and key",
        steps=SCALE_STEPS,
        rule=_scaled(_cosine),
        explain=_scaling(
            lambda worked, _wrong: f"These are cosines, divided by the lengths of {query_name(worked)} and the key"
        ),
        rare=True,
    ),
    Mistake(
        code="sign-dropped",
        deed="left out the minus signs",
        steps=STAGES,
        rule=_unscaled(_signs_dropped),
        explain=told(lambda _worked, _wrong: "You left out the minus signs", _keep_signs),
        rare=True,
    ),
    Mistake(
        code="used-values-as-keys",
        deed="compared the query with the values",
        steps=SCALE_STEPS,
        rule=_unscaled(_used_values),
        explain=told(
            lambda worked, _wrong: f"You compared {query_name(worked)} with the values, QVᵀ",
            _dot_with_keys,
        ),
    ),
)
