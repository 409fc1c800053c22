"""Mistakes made in softmax: what is raised, what is divided by, and along which axis."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

import numpy as np

from tutor.coaching.catalogue import wrong_shares
from tutor.coaching.catalogue.mistake import Explanation, Line, Mistake, Rule, WrongRow, following
from tutor.coaching.catalogue.wrong_shares import Logits
from tutor.coaching.judging.wording import key_names, num, query_name, term
from tutor.coaching.judging.worked import Floats, WorkedRow, softmax
from tutor.notation.printer import equality, printed

SOFTMAX_STEPS = ("weights", "output")


Shares = Callable[[Logits], Iterator[Line]]


def _by_row(shares: Shares) -> Rule:
    """A rule made from the allowed logits of the asked row alone."""

    def lines(worked: WorkedRow) -> Iterator[Line]:
        seen = np.flatnonzero(worked.visible)
        if len(seen):
            yield from shares(Logits(worked.logits[seen], seen, worked.n_k))

    return following(lines, "weights")


def _uniform_everywhere(worked: WorkedRow, stage: str) -> Iterator[WrongRow]:
    """The same weight for each allowed key, or for each key at all."""
    yield from _by_row(wrong_shares.uniform)(worked, stage)
    if worked.hides:
        shares = np.full(worked.n_k, 1 / worked.n_k)
        yield WrongRow(worked.follow(shares, "weights", stage), shares)


def _whole_logits(worked: WorkedRow) -> Floats:
    return worked.stages["masked"] / worked.problem.temperature


def _over_columns(worked: WorkedRow) -> Iterator[Line]:
    yield Line(softmax(_whole_logits(worked).T).T[worked.i])


def _over_all(worked: WorkedRow) -> Iterator[Line]:
    if worked.n_q > 1:
        logits = _whole_logits(worked)
        yield Line(softmax(logits.reshape(-1)).reshape(logits.shape)[worked.i])


def _temperature_ignored(worked: WorkedRow) -> Iterator[Line]:
    if worked.problem.temperature != 1:
        yield Line(softmax(worked.right("masked")))


def _multiplied_by_temperature(worked: WorkedRow) -> Iterator[Line]:
    if worked.problem.temperature != 1:
        yield Line(softmax(worked.right("masked") * worked.problem.temperature))


def power_of(logit: float) -> str:
    """e^1.5 = 4.4817; ≈ where e to the number as it is printed is not just that."""
    value = math.exp(min(logit, 700.0))
    return f"e^{term(logit)} {equality(math.exp(min(printed(logit), 700.0)), value)} {num(value)}"


def _example(worked: WorkedRow) -> str:
    """One exponential that shows something: not e^0, where there is another."""
    seen = np.flatnonzero(worked.visible)
    places = [int(j) for j in seen if worked.logits[j] != 0] or [int(j) for j in seen] or [0]
    return power_of(worked.logits[places[0]])


def _row_sum(worked: WorkedRow) -> str:
    return num(float(np.exp(np.minimum(worked.logits, 700.0)).sum()))


def _recipe(worked: WorkedRow) -> str:
    return f"Take e^ of each ({_example(worked)}), divide by their sum, {_row_sum(worked)}"


Wording = Callable[[WorkedRow, WrongRow], str]


def _told(what: Wording, todo: Wording) -> Explanation:
    def explain(worked: WorkedRow, stage: str, wrong: WrongRow) -> str:
        mixed = " The mix is right." if stage == "output" else ""
        again = ", then mix" if stage == "output" else ""
        return f"{what(worked, wrong)}.{mixed} {todo(worked, wrong)}{again}."

    return explain


def _recipe_todo(worked: WorkedRow, _wrong: WrongRow) -> str:
    return _recipe(worked)


def _divide_by_row_sum(worked: WorkedRow, _wrong: WrongRow) -> str:
    return f"Divide by the sum of {query_name(worked)}'s own row, {_row_sum(worked)}"


def _largest(worked: WorkedRow) -> str:
    return key_names([int(worked.logits.argmax())])


MISTAKES = (
    Mistake(
        code="no-exponential",
        deed="divided the scores by their sum, without e^",
        steps=SOFTMAX_STEPS,
        rule=_by_row(wrong_shares.no_exponential),
        explain=_told(lambda _worked, _wrong: "You divided each score by the sum of the scores", _recipe_todo),
    ),
    Mistake(
        code="softmax-over-columns",
        deed="took softmax down the column",
        steps=SOFTMAX_STEPS,
        rule=following(_over_columns, "weights"),
        explain=_told(
            lambda worked, wrong: (
                f"You took softmax down each column, so {query_name(worked)}'s row adds up to {num(wrong.line.sum())}"
            ),
            _divide_by_row_sum,
        ),
    ),
    Mistake(
        code="softmax-over-all",
        deed="divided by the sum over the whole matrix",
        steps=SOFTMAX_STEPS,
        rule=following(_over_all, "weights"),
        explain=_told(
            lambda worked, wrong: (
                "You divided by the sum over the whole matrix, so "
                f"{query_name(worked)}'s row adds up to {num(wrong.line.sum())}"
            ),
            _divide_by_row_sum,
        ),
    ),
    Mistake(
        code="not-normalized",
        deed="did not divide by the sum",
        steps=SOFTMAX_STEPS[:1],
        rule=_by_row(wrong_shares.not_normalized),
        explain=_told(
            lambda worked, _wrong: f"These are the e^ of the scores; they add up to {_row_sum(worked)}, not 1",
            lambda worked, _wrong: f"Divide each by {_row_sum(worked)}",
        ),
    ),
    Mistake(
        code="wrong-base",
        deed="took powers of another base than e",
        steps=SOFTMAX_STEPS,
        rule=_by_row(wrong_shares.wrong_base),
        explain=_told(
            lambda _worked, wrong: f"You took powers of {wrong.detail}; softmax takes e = 2.7183", _recipe_todo
        ),
    ),
    Mistake(
        code="sigmoid",
        deed="took 1/(1 + e^−s) of each cell by itself",
        steps=SOFTMAX_STEPS,
        rule=_by_row(wrong_shares.sigmoid),
        explain=_told(
            lambda _worked, wrong: (
                f"Each is 1/(1 + e^−score) by itself (sigmoid), and they add up to {num(wrong.line.sum())}"
            ),
            _recipe_todo,
        ),
        rare=True,
    ),
    Mistake(
        code="argmax",
        deed="gave the largest score all the weight",
        steps=SOFTMAX_STEPS[:1],
        rule=_by_row(wrong_shares.argmax),
        explain=_told(
            lambda worked, _wrong: f"You gave {_largest(worked)} all the weight; softmax only favors the largest score",
            _recipe_todo,
        ),
    ),
    Mistake(
        code="negated",
        deed="took e^−s instead of e^s",
        steps=SOFTMAX_STEPS,
        rule=_by_row(wrong_shares.negated),
        explain=_told(
            lambda worked, _wrong: (
                f"The sign is turned: {_largest(worked)} has the largest score but your smallest weight"
            ),
            _recipe_todo,
        ),
    ),
    Mistake(
        code="uniform",
        deed="gave each key the same weight",
        steps=SOFTMAX_STEPS[:1],
        rule=_uniform_everywhere,
        explain=_told(
            lambda _worked, _wrong: "You gave each key the same weight, but the scores differ",
            _recipe_todo,
        ),
    ),
    Mistake(
        code="divided-by-max",
        deed="divided by the largest instead of the sum",
        steps=SOFTMAX_STEPS,
        rule=_by_row(wrong_shares.divided_by_max),
        explain=_told(
            lambda worked, _wrong: f"You divided by the largest, so {_largest(worked)} is 1",
            lambda _worked, wrong: f"Divide these by their sum, {num(wrong.line.sum())}",
        ),
        rare=True,
    ),
    Mistake(
        code="divided-by-count",
        deed="divided by the number of keys",
        steps=SOFTMAX_STEPS,
        rule=_by_row(wrong_shares.divided_by_count),
        explain=_told(
            lambda _worked, wrong: f"You divided each e^score by {wrong.detail}, the number of keys",
            lambda worked, _wrong: f"Divide by the sum of the e^scores, {_row_sum(worked)}",
        ),
        rare=True,
    ),
    Mistake(
        code="softmax-twice",
        deed="took softmax twice",
        steps=SOFTMAX_STEPS,
        rule=_by_row(wrong_shares.softmax_twice),
        explain=_told(
            lambda _worked, _wrong: "This is softmax of the weights, a second softmax",
            lambda _worked, _wrong: "Once is enough: keep the weights before it",
        ),
        rare=True,
    ),
    Mistake(
        code="log-softmax",
        deed="took the logarithm of the weights",
        steps=SOFTMAX_STEPS,
        rule=_by_row(wrong_shares.log_softmax),
        explain=_told(
            lambda _worked, _wrong: "These are the logarithms of the weights",
            lambda _worked, _wrong: "Weights are not logarithms: take e^ of each",
        ),
        rare=True,
    ),
    Mistake(
        code="squared",
        deed="squared the scores instead of taking e^",
        steps=SOFTMAX_STEPS,
        rule=_by_row(wrong_shares.squared),
        explain=_told(lambda _worked, _wrong: "You squared the scores and divided by their sum", _recipe_todo),
        rare=True,
    ),
    Mistake(
        code="shifted-no-exponential",
        deed="subtracted the largest score and took no e^",
        steps=SOFTMAX_STEPS,
        rule=_by_row(wrong_shares.shifted_no_exponential),
        explain=_told(
            lambda _worked, _wrong: "You subtracted the largest score, but took no e^ before dividing",
            _recipe_todo,
        ),
    ),
    Mistake(
        code="temperature-ignored",
        deed="left the temperature out",
        steps=SOFTMAX_STEPS,
        rule=following(_temperature_ignored, "weights"),
        explain=_told(
            lambda _worked, _wrong: "This is softmax at temperature 1",
            lambda worked, _wrong: f"Divide the scores by {num(worked.problem.temperature)} before softmax",
        ),
    ),
    Mistake(
        code="multiplied-by-temperature",
        deed="multiplied by the temperature",
        steps=SOFTMAX_STEPS,
        rule=following(_multiplied_by_temperature, "weights"),
        explain=_told(
            lambda worked, _wrong: f"You multiplied the scores by the temperature, {num(worked.problem.temperature)}",
            lambda _worked, _wrong: "Divide by it before softmax",
        ),
    ),
)
