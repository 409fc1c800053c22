"""The grader of the language-model steps: the same order of verdicts as for a row of attention."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from itertools import pairwise

from tutor.coaching.catalogue.language import WrongNumbers, wrong_numbers
from tutor.coaching.grading import chosen
from tutor.coaching.judging.fits import explained, likeliest, marks, near, rounded
from tutor.coaching.judging.nearness import is_coarse_rounding
from tutor.coaching.judging.targets import grade_targets
from tutor.coaching.judging.wording import as_percent, coarse_but_right, listed, num, rounded_but_right
from tutor.coaching.language import LanguageProblem
from tutor.coaching.verdict import Verdict
from tutor.maths.language import exp
from tutor.notation.reader import read
from tutor.notation.reading import Reading


def grade_language(
    problem: LanguageProblem,
    text: str,
    *,
    digits: int = 3,
    earlier: Mapping[str, str] | None = None,
    reading: int | None = None,
    accepts_indistinct: Collection[str] = (),
) -> Verdict:
    """Judge what was typed for a language-model step, with the arguments of `grading.grade`.

    `earlier` may hold this learner's own loss, from which a perplexity follows.
    """
    if problem.step == "targets":
        return grade_targets(problem.tokens, text)
    right = problem.right
    scalar = problem.step != "distribution"
    stage = "number" if problem.step in ("loss", "perplexity") else "probability"
    got = chosen(read(text, expect=() if scalar else (len(right),), stage=stage), reading)
    if got.status != "read":
        return Verdict(status=got.status, message=got.reason or "", readings=got.readings, read=got.echo)
    return replace(_judged(problem, got, digits, earlier or {}, accepts_indistinct), read=got.echo)


def _judged(
    problem: LanguageProblem, got: Reading, digits: int, earlier: Mapping[str, str], quiet: Collection[str]
) -> Verdict:
    rights = _right_values(problem, digits)
    good = marks(got.cells, rights, digits)
    cells = tuple(None if x is None else mark for x, mark in zip(got.cells, good, strict=True))
    if all(good):
        return Verdict(status="right", message="Right.", cells=cells)
    if problem.step == "loss" and problem.accept_sum:
        total = problem.loss * len(problem.probabilities)
        if near(got.cells, (total,), digits):
            message = f"Right, as the sum of the losses. Their mean, for each token, is {num(problem.loss)}."
            return Verdict(status="right", message=message, cells=(True,))
    roundings = [mark or rounded(got, c, rights, digits) for c, mark in enumerate(good)]
    if all(roundings):
        return Verdict(status="rounded", message=rounded_but_right(digits), cells=(True,) * len(cells))
    if _follows_from_own_loss(problem, got, earlier, digits):
        message = (
            f"Follows from your loss {earlier['loss']}, so this step passes; ✗ marks what differs from the exact one. "
            "That loss was not right yet."
        )
        return Verdict(status="carried", message=message, cells=cells)
    fits = _fitting(problem, got, digits, quiet)
    if fits:
        return Verdict(
            status="mistake" if len(fits) == 1 else "ambiguous",
            message=explained(fits),
            cells=cells,
            mistakes=tuple(fit.code for fit in fits),
        )
    coarse = _coarse(got, rights, roundings, digits)
    if coarse is not None:
        few = any(roundings) and 2 * sum(roundings) >= len(cells)
        return Verdict(status="cells" if few else "wrong", message=coarse, cells=cells)
    return _unexplained(problem, got, roundings, cells)


def _coarse(got: Reading, rights: list[tuple[float, ...]], good: list[bool], digits: int) -> str | None:
    """What is said where all are right numbers, some of them with too few decimals to pass."""
    coarse = [
        not good[c] and x is not None and any(is_coarse_rounding(x, right[c], decimals, digits) for right in rights)
        for c, (x, decimals) in enumerate(zip(got.cells, got.decimals, strict=True))
    ]
    if not any(coarse) or not all(map(any, zip(good, coarse, strict=True))):
        return None
    fewest = min(decimals for decimals, rough in zip(got.decimals, coarse, strict=True) if rough and decimals)
    return coarse_but_right(fewest, digits, several=len(coarse) > 1)


def _right_values(problem: LanguageProblem, digits: int) -> list[tuple[float, ...]]:
    """The exact value, and what follows exactly from a rounded line before it."""
    values = [problem.right]
    nats, bits = problem.nats, [x / _LN2 for x in problem.nats]
    match problem.step:
        case "loss":
            values.append((sum(round(x * problem.per_nat, digits) for x in nats) / len(nats),))
            values.append((round(problem.mean_nats, digits) * problem.per_nat,))
        case "perplexity":
            values.append((exp(round(problem.mean_nats, digits)),))
            values.append((2.0 ** min(1000.0, round(sum(bits) / len(bits), digits)),))
        case "joint":
            values.append((exp(-round(sum(nats), digits)),))
    return values


_LN2 = 0.6931471805599453


def _follows_from_own_loss(problem: LanguageProblem, got: Reading, earlier: Mapping[str, str], digits: int) -> bool:
    if problem.step != "perplexity" or "loss" not in earlier:
        return False
    own = read(earlier["loss"], expect=(), stage="number")
    if own.status != "read" or own.cells[0] is None or near(own.cells, (problem.loss,), digits):
        return False
    return near(got.cells, (exp(own.cells[0] / problem.per_nat),), digits)


def _fitting(problem: LanguageProblem, got: Reading, digits: int, quiet: Collection[str]) -> list[WrongNumbers]:
    """The likeliest mistakes that give this answer, each code once."""
    fits = [wrong for wrong in wrong_numbers(problem) if near(got.cells, wrong.values, digits)]
    fits += _swapped(problem, got, digits)
    return likeliest(fits, quiet)


def _swapped(problem: LanguageProblem, got: Reading, digits: int) -> list[WrongNumbers]:
    cells = [x for x in got.cells if x is not None]
    right = problem.right
    if len(right) < 2 or len(cells) < len(right) or not near(tuple(sorted(cells)), tuple(sorted(right)), digits):
        return []
    todo = "Put them in the order of the logits: the largest logit has the largest probability"
    return [WrongNumbers("swapped", tuple(cells), "had the right numbers in another order", todo)]


def _unexplained(problem: LanguageProblem, got: Reading, good: list[bool], cells: tuple[bool | None, ...]) -> Verdict:
    wrong = [c for c, x in enumerate(got.cells) if x is not None and not good[c]]
    filled = sum(x is not None for x in got.cells)
    if not wrong:
        blank = listed([f"number {c + 1}" for c, x in enumerate(got.cells) if x is None])
        return Verdict(status="partial", message=f"Right as far as it goes. Still blank: {blank}.", cells=cells)
    if any(good) and 2 * len(wrong) <= filled:
        c = wrong[0]
        divided = problem.logits[c] / problem.temperature
        message = (
            f"Number {c + 1} is off: e^{num(divided)} divided by the sum of all e^ is not {num(got.cells[c] or 0.0)}."
        )
        return Verdict(status="cells", message=message, cells=cells)
    return Verdict(status="wrong", message=_wrong(problem, got), cells=cells)


def _wrong(problem: LanguageProblem, got: Reading) -> str:
    """What can be seen of the numbers themselves, and what to do."""
    numbers = [x for x in got.cells if x is not None]
    low, high = min(numbers), max(numbers)
    match problem.step:
        case "joint":
            smallest = min(problem.probabilities)
            if high > smallest:
                return f"A product of probabilities is at most the smallest, {num(smallest)}. Multiply all of them."
            return "Not this. Multiply the probabilities, each given the tokens before it."
        case "loss":
            if low < 0:
                return "A loss is never below 0: take −log of each probability, then the mean."
            return f"Not this. Take −log of each probability, in {problem.unit}, then the mean."
        case "perplexity":
            if low < 1:
                return "A perplexity is at least 1: raise e to the mean loss, in nats."
            return "Not this. Raise e to the mean of −ln p."
    if low < 0:
        return f"{num(low)} cannot be a probability. Take e^ of each divided logit, then divide by the sum."
    total = sum(numbers)
    percent = as_percent(numbers, "Yours add", "probabilities") if len(numbers) == len(got.cells) else None
    if percent is not None:
        return percent
    if len(numbers) == len(got.cells) and abs(total - 1) > 0.01:
        return f"Yours add up to {num(total)}, and probabilities to 1. Divide each e^(logit/T) by the sum of them."
    if _order(numbers) != _order(list(problem.logits)) and len(numbers) == len(problem.logits):
        return "The largest logit has the largest probability, at every temperature. Divide by T, then softmax."
    return f"Not these. Divide each logit by T = {num(problem.temperature)}, then take softmax."


def _order(numbers: list[float]) -> list[bool]:
    return [a < b for a, b in pairwise(numbers)]
