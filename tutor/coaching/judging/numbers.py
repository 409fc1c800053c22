"""Grading one number: an author's answer with the wrong ones that it expects, or a calculation and its slips."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

from tutor.coaching.asking.number_problem import (
    LANGUAGE,
    PROBABILITIES,
    NumberProblem,
    alternatives,
    products,
    right_values,
)
from tutor.coaching.asking.number_worked import remark
from tutor.coaching.catalogue.numbers import slips
from tutor.coaching.grading import chosen
from tutor.coaching.judging.fits import explained, likeliest, near, room, rounded
from tutor.coaching.judging.language import grade_language
from tutor.coaching.judging.nearness import cut_after, is_coarse_rounding, is_cut
from tutor.coaching.judging.wording import coarse_but_right, num, rounded_but_right
from tutor.coaching.verdict import Verdict
from tutor.lessons.model import WrongAnswer
from tutor.notation.reader import read
from tutor.notation.reading import Reading

AN_EXAMPLE, A_WHOLE_EXAMPLE = ", for example 0.1", ", for example 12"
"""How the reader ends what it says of other shapes; and how it has to end where a whole number is asked."""

NO_MISTAKES: tuple[WrongAnswer, ...] = ()

SMALLER_STEPS = "Not this yet. Try it in smaller steps: the box works out what you type."
ONCE_MORE = "Not this yet. Go through the question once more, one thing at a time; the hints begin with where to look."
"""What is said where no mistake is known; the other where a whole number is asked, often counted or looked up."""


def grade_answer(
    value: float,
    text: str,
    *,
    read_as: str = "number",
    digits: int = 3,
    mistakes: Sequence[WrongAnswer] = NO_MISTAKES,
    reading: int | None = None,
) -> Verdict:
    """Judge what was typed where `value` is right, and `mistakes` are the wrong answers that have a reason."""
    got = _read(text, read_as, reading)
    if got.status != "read":
        return _unread(got, digits)
    right = _right(got, [(value,)], digits)
    if right is not None:
        return right
    for wrong in mistakes:
        if near(got.cells, (wrong.value,), digits):
            return Verdict(status="mistake", message=wrong.why, cells=(False,), mistakes=(wrong.code,), read=got.echo)
    steps = SMALLER_STEPS if digits else ONCE_MORE
    return _wrong(got, value, digits, steps, percent=read_as == "probability")


def grade_calculation(
    problem: NumberProblem,
    text: str,
    *,
    digits: int = 3,
    earlier: Mapping[str, str] | None = None,
    reading: int | None = None,
) -> Verdict:
    """Judge what was typed for a calculation. `earlier` may hold this learner's own loss, as for `grade_language`."""
    language = problem.language
    if language is not None and (problem.compute in LANGUAGE or problem.is_row):
        verdict = grade_language(language, text, digits=digits, earlier=earlier, reading=reading)
        return replace(verdict, message=_about_keys(verdict.message)) if problem.compute == "weight" else verdict
    got = _read(text, "probability" if problem.compute in PROBABILITIES else "number", reading)
    if got.status == "shape":
        return _judged_shape(problem, got, digits)
    if got.status != "read":
        return _unread(got, digits)
    exact = right_values(problem)[0]
    right = _right(got, [(exact,), *((value,) for value in alternatives(problem, digits))], digits)
    if right is not None:
        return right
    fits = likeliest(wrong for wrong in slips(problem) if near(got.cells, wrong.values, digits))
    if not fits:
        of_shares = problem.compute in PROBABILITIES
        return _wrong(got, exact, digits, remark(problem, _typed(got)), percent=of_shares)
    return Verdict(
        status="mistake" if len(fits) == 1 else "ambiguous",
        message=explained(fits),
        cells=(False,),
        mistakes=tuple(fit.code for fit in fits),
        read=got.echo,
    )


def _read(text: str, read_as: str, reading: int | None) -> Reading:
    return chosen(read(text, expect=(), stage=read_as, blanks=False), reading)


def _unread(got: Reading, digits: int) -> Verdict:
    status = "unreadable" if got.status == "read" else got.status
    reason = got.reason or ""
    if not digits:
        reason = reason.replace(AN_EXAMPLE, A_WHOLE_EXAMPLE)
    return Verdict(status=status, message=reason, readings=got.readings, read=got.echo)


def _typed(got: Reading) -> float:
    typed = got.cells[0]
    assert typed is not None, "blanks were not allowed"
    return typed


def _right(got: Reading, rights: Sequence[tuple[float, ...]], digits: int) -> Verdict | None:
    """Right, or right with a digit too few; None where it is neither."""
    if any(near(got.cells, right, digits) for right in rights):
        return Verdict(status="right", message="Right.", cells=(True,), read=got.echo)
    if rounded(got, 0, rights, digits):
        return Verdict(status="rounded", message=rounded_but_right(digits), cells=(True,), read=got.echo)
    return None


def _judged_shape(problem: NumberProblem, got: Reading, digits: int) -> Verdict:
    """Several numbers where one is asked: perhaps the products that were to be added."""
    parts = products(problem)
    if len(parts) == len(got.cells) and near(got.cells, parts, digits):
        total = " + ".join(f"({num(x)})" if x < 0 else num(x) for x in parts)
        message = f"These are the products. One number is asked, their sum: {total}."
        return Verdict(status="shape", message=message, mistakes=("products-not-added",), read=got.echo)
    return _unread(got, digits)


def _wrong(got: Reading, exact: float, digits: int, otherwise: str, *, percent: bool) -> Verdict:
    """What can be seen of a number that nothing explains: its digits, its sign, its decimal point.

    `percent`: a probability is asked, which somebody may have typed as a percentage without the sign.
    """
    message = _of_form(got, exact, digits, percent=percent) or otherwise
    return Verdict(status="wrong", message=message, cells=(False,), read=got.echo)


def _of_form(got: Reading, exact: float, digits: int, *, percent: bool) -> str:
    typed, decimals = _typed(got), got.decimals[0]
    if decimals is not None and is_cut(typed, exact, decimals) and decimals >= min(digits, 2):
        further = cut_after(exact, decimals + 1)
        return f"{num(typed)} is cut, not rounded: {further:.{decimals + 1}f}… becomes {exact:.{decimals}f}."
    if decimals is not None and is_coarse_rounding(typed, exact, decimals, digits):
        return coarse_but_right(decimals, digits, several=False)
    if percent and near((typed / 100,), (exact,), digits):
        return f"As a percentage type {num(typed)}%, or as a share {num(typed / 100)}."
    if exact and near((-typed,), (exact,), digits):
        return "The size is right, the sign is not. Follow the minus signs through once more."
    for tenfold in (10.0, 100.0, 1000.0):
        for other in (typed * tenfold, typed / tenfold):
            if exact and abs(other - exact) <= room(exact, digits) * max(1.0, tenfold / 100) and typed:
                return "The digits are right, but the decimal point is not where it belongs. Count the places again."
    if not digits and not float(typed).is_integer() and math.isfinite(typed):
        if exact in (math.floor(typed), math.ceil(typed)):
            return f"{num(typed)} leads there, but a whole number is asked: is it the one below, or the one above?"
        return f"A whole number is asked, and {num(typed)} is none. Count again."
    return ""


WORDS_OF_KEYS = (
    ("probabilities", "weights"),
    ("probability", "weight"),
    ("logits", "scores"),
    ("logit", "score"),
    ("token", "key"),
)


def _about_keys(message: str) -> str:
    """The same message, where it is scores of keys that softmax is taken of."""
    for of_tokens, of_keys in WORDS_OF_KEYS:
        message = message.replace(of_tokens, of_keys).replace(of_tokens.capitalize(), of_keys.capitalize())
    return message
