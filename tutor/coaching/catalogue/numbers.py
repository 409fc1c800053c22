"""The mistakes of single computed numbers: each makes its wrong number and says what was done."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping

import numpy as np

from tutor.coaching.asking.number_problem import BASE, NumberProblem, angle_of, is_sine, products, right_values
from tutor.coaching.catalogue.language import RARE, SOFTMAX_SLIPS, WrongNumbers
from tutor.coaching.catalogue.language import wrong_numbers as language_slips
from tutor.coaching.catalogue.wrong_shares import Logits
from tutor.coaching.judging.wording import num, product_sum, row, term
from tutor.maths.language import softmax, surprise

Slips = Iterator[WrongNumbers]

CLOSEST_TO_NOTHING = 1e-12


def slips(problem: NumberProblem) -> list[WrongNumbers]:
    """Every mistake's answer; right ones may be among them where nothing tells them apart."""
    language = problem.language
    if language is not None and (problem.is_row or problem.compute not in ("softmax", "weight")):
        return language_slips(language)
    return [wrong for wrong in _SLIPS[problem.compute](problem) if math.isfinite(wrong.values[0])]


def _one(code: str, value: float, deed: str, todo: str, *, rare: bool = False) -> WrongNumbers:
    return WrongNumbers(code, (value,), deed, todo, rare or code in RARE)


def _dot(problem: NumberProblem) -> Slips:
    a, b = problem.row("a"), problem.row("b")
    todo = f"Multiply number by number, then add up: {product_sum(a, b)}"
    yield _one("added-not-multiplied", math.fsum((*a, *b)), "added all the numbers", todo)
    yield _one("multiplied-sums", math.fsum(a) * math.fsum(b), "multiplied the two sums", todo)
    if any(x < 0 for x in products(problem)):
        size = math.fsum(abs(x) for x in products(problem))
        minus = f"A product of one negative number is negative: {product_sum(a, b)}"
        yield _one("sign-dropped", size, "left out the minus signs", minus)
    if any(x < 0 and y < 0 for x, y in zip(a, b, strict=True)):
        turned = math.fsum(-abs(x * y) if min(x, y) < 0 else x * y for x, y in zip(a, b, strict=True))
        plus = f"Minus times minus is plus: {product_sum(a, b)}"
        yield _one("two-minuses", turned, "gave minus times minus a minus", plus)
    lengths = math.hypot(*a) * math.hypot(*b)
    yield _one("multiplied-lengths", lengths, "multiplied the lengths", todo, rare=True)
    if lengths > CLOSEST_TO_NOTHING:
        yield _one("cosine", math.fsum(products(problem)) / lengths, "divided by the lengths", todo, rare=True)
    yield _one("averaged-products", math.fsum(products(problem)) / len(a), "took the mean of the products", todo)


def squares(values: tuple[float, ...]) -> str:
    """A sum of squares written out."""
    return " + ".join(f"{term(x)}²" for x in values)


def _length(problem: NumberProblem) -> Slips:
    a = problem.row("a")
    total = math.fsum(x * x for x in a)
    todo = f"Square each number, add up, and take the root: √({squares(a)})"
    yield _one("no-root", total, "left out the root", f"The length is the root of that: √{num(total)}")
    yield _one("added-lengths", math.fsum(map(abs, a)), "added the numbers without their signs", todo)
    yield _one("halved-not-rooted", total / 2, "halved instead of taking the root", todo)
    if any(x < 0 for x in a):
        yield _one("added-components", math.fsum(a), "added the numbers", todo)
        signed = math.sqrt(abs(math.fsum(math.copysign(x * x, x) for x in a)))
        never = f"A square is never negative. {todo}"
        yield _one("negative-square", signed, "gave the square of a negative number a minus", never)
    yield _one("mean-not-sum", math.sqrt(total / len(a)), "took the mean of the squares", todo, rare=True)


LOGS = {"ln": math.e, "log₂": 2.0, "log₁₀": 10.0}


def log_name(problem: NumberProblem) -> str:
    """The logarithm of the asked unit."""
    return "ln" if problem.unit == "nats" else "log₂"


def _wrong_logs(problem: NumberProblem, nats: float) -> Slips:
    asked = log_name(problem)
    for name, base in LOGS.items():
        if name != asked:
            todo = f"{problem.unit.capitalize()} are asked, so take {asked}"
            yield _one("wrong-log", nats / math.log(base), f"took {name}", todo)


def _surprise(problem: NumberProblem) -> Slips:
    p = problem.number("p")
    nats = surprise(p)
    todo = f"Take −{log_name(problem)} {num(p)}"
    yield _one(
        "missing-minus", -nats * problem.per_nat, "left out the minus",
        f"The log of a number below 1 is below 0, a surprise above. {todo}",
    )  # fmt: skip
    yield from _wrong_logs(problem, nats)
    yield _one("one-minus-p", 1 - p, "took 1 − p", todo)
    yield _one("inverse-not-log", 1 / p, "took 1/p", f"The surprise is its logarithm. {todo}")
    yield _one(
        "weighted-surprise", p * nats * problem.per_nat, "multiplied by p", f"That is its part of an entropy. {todo}"
    )
    yield _one("other-step", p, "gave the probability itself", todo, rare=True)


def _share(problem: NumberProblem) -> Slips:
    """One cell of a softmax: the slips of the whole row, and another cell's right answer."""
    place = problem.index
    assert place is not None
    heat, logits, what = problem.temperature, problem.logits, "logit" if problem.compute == "softmax" else "score"
    divided = [z / heat for z in logits]
    recipe = f"e^{term(divided[place])} ÷ ({powers(divided)})"
    if heat != 1:
        todo = f"Divide each logit by T = {num(heat)} first: {row(divided)}. Then {recipe}"
        yield _one("multiplied-by-temperature", softmax([z * heat for z in logits])[place], "multiplied by T", todo)
        plain = softmax(list(logits))[place]
        yield _one("temperature-ignored", plain, "left the temperature out", todo)
        yield _one("divided-probabilities", plain / heat, "divided the probability by T", todo)
    for other, value in enumerate(softmax(divided)):
        if other != place:
            deed = f"gave the {'probability of token' if what == 'logit' else 'weight of key'} {other + 1}"
            yield _one("other-cell", value, deed, f"Number {place + 1} is asked: {recipe}")
    at = Logits(np.array(divided), np.arange(len(divided)), len(divided))
    for code, (shares, deed) in SOFTMAX_SLIPS.items():
        with np.errstate(all="ignore"):
            for line in shares(at):
                said = deed if what == "logit" else deed.replace("logit", "score").replace("token", "key")
                yield _one(code, float(line.values[place]), said, f"Take {recipe}", rare=line.rare)
    yield _one("other-step", divided[place], f"gave the {what} itself", f"Take {recipe}", rare=True)


def powers(values: list[float] | tuple[float, ...]) -> str:
    """A sum of exponentials written out."""
    return " + ".join(f"e^{term(x)}" for x in values)


def _mixed(problem: NumberProblem) -> Slips:
    weights, values = problem.row("weights"), problem.row("values")
    todo = f"Each value times its weight, added up: {product_sum(weights, values)}"
    total = math.fsum(values)
    yield _one("summed-values", total, "added the values without their weights", todo)
    yield _one("averaged-values", total / len(values), "took the plain mean of the values", todo)
    best = max(range(len(weights)), key=lambda i: weights[i])
    yield _one("best-value-only", values[best], "gave the value of the largest weight alone", todo)
    mixed = math.fsum(products(problem))
    yield _one(
        "divided-by-count", mixed / len(values), "divided by the number of values", f"Weights add up to 1. {todo}"
    )
    turned = math.fsum(a * b for a, b in zip(weights, reversed(values), strict=True))
    if any(x < 0 for x in values):
        size = math.fsum(abs(x) for x in products(problem))
        minus = f"A weight times a negative number is negative: {product_sum(weights, values)}"
        yield _one("sign-dropped", size, "left out the minus signs", minus, rare=True)
    yield _one("values-reversed", turned, "took the values from the other end", todo, rare=True)


def entropy_terms(problem: NumberProblem) -> str:
    """The sum of an entropy written out."""
    log = log_name(problem)
    return " + ".join(f"{num(p)}·{log} {num(p)}" for p in problem.row("p"))


def _entropy(problem: NumberProblem) -> Slips:
    p, unit = problem.row("p"), problem.per_nat
    nats = right_values(problem)[0] / unit
    logs = [surprise(x, problem.unit) for x in p]
    todo = f"Weight each log by its own p: −({entropy_terms(problem)})"
    yield _one("missing-minus", -nats * unit, "left out the minus", f"Each log is below 0, the entropy above. {todo}")
    yield from _wrong_logs(problem, nats)
    yield _one("unweighted-logs", math.fsum(logs), "added the logs without weighting them", todo)
    yield _one("unweighted-logs", math.fsum(logs) / len(p), "took the plain mean of the logs", todo)
    yield _one("uniform", math.log(len(p)) * unit, "took all outcomes for equally likely", todo)
    yield _one("best-value-only", min(logs), "took the likeliest outcome alone", todo)
    yield _one(
        "divided-by-count", nats * unit / len(p), "divided by the number of outcomes", f"The p are the weights. {todo}"
    )
    yield _one("other-step", math.exp(nats), "gave e to the entropy, a perplexity", todo, rare=True)


def sinusoid_formula(problem: NumberProblem) -> str:
    """The wave written out: sin(2 ÷ 10000^(2/4))."""
    pair = (int(problem.number("index")) - 1) // 2
    wave = "sin" if is_sine(problem) else "cos"
    return f"{wave}({num(problem.number('position'))} ÷ 10000^({2 * pair}/{num(problem.number('d'))}))"


def _sinusoid(problem: NumberProblem) -> Slips:
    angle, position, width = angle_of(problem), problem.number("position"), problem.number("d")
    place = int(problem.number("index")) - 1
    wave, other = (math.sin, math.cos) if is_sine(problem) else (math.cos, math.sin)
    todo = f"Here it is {sinusoid_formula(problem)}"
    waves = f"Odd components are sines, even ones cosines, counted from 1. {todo}"
    yield _one("sine-cosine-swapped", other(angle), "took the other wave", waves)
    radians = f"Set the calculator to radians. {todo}"
    yield _one("degrees-not-radians", wave(math.radians(angle)), "took the angle in degrees", radians)
    if place % 2:
        own = wave(position / math.pow(BASE, place / width))
        shared = f"The two components of a pair share one. {todo}"
        yield _one("exponent-not-paired", own, "gave each component its own exponent", shared)
    if place > 1:
        half = wave(position / math.pow(BASE, place // 2 / width))
        yield _one("exponent-not-doubled", half, "left out the 2 in the exponent", todo)
        multiplied = wave(position / _rate(problem))
        yield _one(
            "rate-multiplied", multiplied, "multiplied by the power of 10000", f"Divide by it. {todo}", rare=True
        )
    for pair in {place // 2 - 1, place // 2 + 1} & {*range(int(width) // 2)}:
        taken = wave(position / math.pow(BASE, 2 * pair / width))
        own_pair = f"Components 1 and 2 are pair 0, and so on. {todo}"
        yield _one("other-pair", taken, f"took the angle of pair {pair}", own_pair)
    for beside in (position - 1, position + 1):
        yield _one("other-row", wave(beside * _rate(problem)), f"took position {num(beside)}", todo)
    yield _one("other-step", angle, "gave the angle", f"Take the wave of it. {todo}", rare=True)


def _rate(problem: NumberProblem) -> float:
    """The angle of position 1."""
    pair = (int(problem.number("index")) - 1) // 2
    return 1 / math.pow(BASE, 2 * pair / problem.number("d"))


_SLIPS: Mapping[str, Callable[[NumberProblem], Slips]] = {
    "dot": _dot,
    "length": _length,
    "surprise": _surprise,
    "softmax": _share,
    "weight": _share,
    "mixed": _mixed,
    "entropy": _entropy,
    "sinusoid": _sinusoid,
}
