"""The mistakes of the language-model steps: each makes its wrong numbers and says what was done."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from tutor.coaching.catalogue import wrong_shares
from tutor.coaching.catalogue.mistake import Line
from tutor.coaching.catalogue.softmax import power_of
from tutor.coaching.catalogue.wrong_shares import Logits
from tutor.coaching.judging.wording import num, row
from tutor.coaching.language import LanguageProblem
from tutor.maths.language import exp, softmax, surprise, total

RARE = frozenset(
    {
        "other-step",
        "sigmoid",
        "divided-by-max",
        "divided-by-count",
        "softmax-twice",
        "log-softmax",
        "squared",
    }
)
"""Codes that are named only where no other fits."""

LOGS = {"ln": math.e, "log₂": 2.0, "log₁₀": 10.0}


@dataclass(frozen=True, slots=True)
class WrongNumbers:
    """One mistake's answer: what was done (completes "you …"), and what to do."""

    code: str
    values: tuple[float, ...]
    deed: str
    todo: str
    rare: bool = False


def wrong_numbers(problem: LanguageProblem) -> list[WrongNumbers]:
    """Every mistake's answer to a numeric step; right ones may be among them where nothing tells them apart."""
    rules = {"joint": _joint, "loss": _loss, "perplexity": _perplexity, "distribution": _distribution}
    found = [*rules[problem.step](problem), *_other_steps(problem)]
    return [wrong for wrong in found if not any(math.isnan(x) or math.isinf(x) for x in wrong.values)]


def _one(code: str, value: float, deed: str, todo: str, *, rare: bool = False) -> WrongNumbers:
    return WrongNumbers(code, (value,), deed, todo, rare or code in RARE)


def _product(problem: LanguageProblem) -> str:
    return f"multiply them: {_few([num(p) for p in problem.probabilities], ' × ')}"


def _few(words: Sequence[str], joiner: str, most: int = 5) -> str:
    return joiner.join([*words[:most], *(["…"] if len(words) > most else [])])


def _joint(problem: LanguageProblem) -> Iterator[WrongNumbers]:
    added, todo = math.fsum(problem.probabilities), f"All tokens have to come, one after the other: {_product(problem)}"
    yield _one("added-probabilities", added, "added the probabilities", todo)
    yield _one("averaged-probabilities", added / len(problem.probabilities), "took the mean of the probabilities", todo)


def _mean_of_logs(problem: LanguageProblem) -> str:
    log = "−ln" if problem.unit == "nats" else "−log₂"
    terms = [f"{log} {num(p)}" for p in problem.probabilities]
    count = len(terms)
    return f"({_few(terms, ' + ', 4).replace('+ −', '− ')}) ÷ {count}" if count > 1 else terms[0]


def _loss(problem: LanguageProblem) -> Iterator[WrongNumbers]:
    probabilities, unit, count = problem.probabilities, problem.unit, len(problem.probabilities)
    todo = f"The loss is the mean of −log p: {_mean_of_logs(problem)}"
    yield _one("missing-minus", -problem.loss, "left out the minus", f"A log of p is below 0, the loss above. {todo}")
    asked = "ln" if unit == "nats" else "log₂"
    for name, base in LOGS.items():
        if name != asked:
            value = problem.mean_nats / math.log(base)
            yield _one("wrong-log", value, f"took {name}", f"The loss is asked in {unit}, so take {asked}")
    summed = math.fsum(problem.nats) * problem.per_nat
    yield _one("sum-not-mean", summed, f"added up the {count} losses", f"The mean is asked: divide by {count}")
    mean = math.fsum(probabilities) / count
    yield _one(
        "log-of-mean", surprise(mean, problem.unit), "took the log of the mean probability",
        f"Take each log first, then the mean: {_mean_of_logs(problem)}",
    )  # fmt: skip
    yield _one("one-minus-p", 1 - mean, "took the mean of 1 − p", todo)


def _perplexity(problem: LanguageProblem) -> Iterator[WrongNumbers]:
    probabilities, count, nats = problem.probabilities, len(problem.probabilities), problem.mean_nats
    mean = math.fsum(probabilities) / count
    todo = f"Perplexity is e to the mean loss in nats, {num(nats)}"
    yield _one(
        "perplexity-of-sum", exp(math.fsum(problem.nats)), "raised e to the sum of the losses",
        f"Take the mean: divide the sum by {count} first",
    )  # fmt: skip
    yield _one("perplexity-wrong-base", 2**nats, "raised 2 to a loss in nats", "2 goes with bits, e with nats: take e")
    yield _one(
        "perplexity-wrong-base", exp(nats / math.log(2)), "raised e to a loss in bits",
        "e goes with nats, 2 with bits: take 2",
    )  # fmt: skip
    if nats < 300:
        yield _one("perplexity-wrong-base", 10**nats, "raised 10 to a loss in nats", todo, rare=True)
    yield _one(
        "mean-of-inverse", total(1 / p for p in probabilities) / count, "took the mean of 1/p",
        f"Take the mean of −ln p first. {todo}",
    )  # fmt: skip
    yield _one("missing-minus", exp(-nats), "left out the minus of −ln p", f"{todo}, which is above 0")
    yield _one("log-of-mean", 1 / mean, "took the log of the mean probability", f"Take each log first. {todo}")
    yield _one("one-minus-p", exp(1 - mean), "took 1 − p for the loss", todo, rare=True)


def _other_steps(problem: LanguageProblem) -> Iterator[WrongNumbers]:
    """The right answer of another step."""
    if problem.step == "distribution":
        divided = tuple(z / problem.temperature for z in problem.logits)
        todo = f"Take e^ of each ({power_of(divided[0])}), then divide by their sum"
        yield WrongNumbers("other-step", divided, "gave the divided logits, before softmax", todo, rare=True)
        yield WrongNumbers(
            "other-step",
            problem.logits,
            "gave the logits themselves",
            f"Divide by T = {num(problem.temperature)}. {todo}",
            rare=True,
        )
        return
    values = {"joint": problem.joint, "loss": problem.loss, "perplexity": problem.perplexity}
    todo = {
        "joint": f"The joint probability is asked: {_product(problem)}",
        "loss": f"The loss is asked: {_mean_of_logs(problem)}",
        "perplexity": f"Raise e to the mean loss in nats, {num(problem.mean_nats)}",
    }[problem.step]
    for name, value in values.items():
        if name != problem.step:
            yield _one("other-step", value, f"gave the {name}{' probability' * (name == 'joint')}", todo)


Shares = Callable[[Logits], Iterator[Line]]

SOFTMAX_SLIPS: dict[str, tuple[Shares, str]] = {
    "no-exponential": (wrong_shares.no_exponential, "divided each by their sum, without e^"),
    "not-normalized": (wrong_shares.not_normalized, "did not divide by the sum"),
    "wrong-base": (wrong_shares.wrong_base, "took powers of another base than e"),
    "sigmoid": (wrong_shares.sigmoid, "took 1/(1 + e^−z) of each by itself"),
    "argmax": (wrong_shares.argmax, "gave the largest logit all of it"),
    "negated": (wrong_shares.negated, "took e^−z instead of e^z"),
    "uniform": (wrong_shares.uniform, "gave each token the same"),
    "divided-by-max": (wrong_shares.divided_by_max, "divided by the largest instead of the sum"),
    "divided-by-count": (wrong_shares.divided_by_count, "divided by the number of tokens"),
    "softmax-twice": (wrong_shares.softmax_twice, "took softmax twice"),
    "log-softmax": (wrong_shares.log_softmax, "took the logarithm of the probabilities"),
    "squared": (wrong_shares.squared, "squared the logits instead of taking e^"),
    "shifted-no-exponential": (wrong_shares.shifted_no_exponential, "subtracted the largest and took no e^"),
}


def _distribution(problem: LanguageProblem) -> Iterator[WrongNumbers]:
    logits, heat = list(problem.logits), problem.temperature
    divided = [z / heat for z in logits]
    first = f"Divide the logits by T = {num(heat)}: {row(divided)}"
    if heat != 1:
        plain = softmax(logits)
        multiplied = softmax([z * heat for z in logits]) if all(math.isfinite(z * heat) for z in logits) else ()
        if multiplied:
            yield WrongNumbers(
                "multiplied-by-temperature", multiplied, "multiplied the logits by T", f"{first}, then softmax"
            )
        yield WrongNumbers("temperature-ignored", plain, "left the temperature out", f"{first}, then softmax")
        yield WrongNumbers(
            "divided-probabilities", tuple(p / heat for p in plain), "divided the probabilities by T",
            f"T divides logits, before softmax. {first}, then softmax",
        )  # fmt: skip
    powers = total(exp(z) for z in divided)
    recipe = f"From {row(divided)}: e^ of each ({power_of(divided[0])}), divided by their sum, {num(powers)}"
    at = Logits(np.array(divided), np.arange(len(divided)), len(divided))
    for code, (shares, deed) in SOFTMAX_SLIPS.items():
        with np.errstate(all="ignore"):
            for line in shares(at):
                yield WrongNumbers(code, tuple(float(x) for x in line.values), deed, recipe, line.rare or code in RARE)
