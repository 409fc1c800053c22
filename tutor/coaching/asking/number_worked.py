"""A computed number worked out in words: of the asked numbers, of others for an example, and what a wrong one shows."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import replace

from tutor.coaching.asking.number_problem import NumberProblem, angle_of, right_values, said
from tutor.coaching.catalogue.numbers import entropy_terms, log_name, powers, sinusoid_formula, squares
from tutor.coaching.judging.wording import num, product_sum, term
from tutor.lessons.model import Input
from tutor.maths.language import exp, mean_loss, surprise, total
from tutor.notation.printer import equality, number, printed, vector

Inputs = tuple[tuple[str, Input], ...]

EXAMPLES: Mapping[str, tuple[Inputs, Inputs]] = {
    "dot": ((("a", (2.0, -1.0)), ("b", (3.0, 4.0))), (("a", (1.0, 5.0)), ("b", (-2.0, 1.0)))),
    "length": ((("a", (2.0, -6.0, 3.0)),), (("a", (1.0, 2.0, -2.0)),)),
    "joint": ((("p", (0.5, 0.2, 0.3)),), (("p", (0.4, 0.25)),)),
    "loss": ((("p", (0.5, 0.2)),), (("p", (0.25, 0.8)),)),
    "perplexity": ((("p", (0.5, 0.2)),), (("p", (0.25, 0.8)),)),
    "surprise": ((("p", 0.3),), (("p", 0.6),)),
    "softmax": ((("logits", (1.0, 0.0, -1.0)),), (("logits", (2.0, 0.5)),)),
    "weight": ((("scores", (1.0, 0.0, -1.0)),), (("scores", (2.0, 0.5)),)),
    "mixed": (
        (("weights", (0.6, 0.4)), ("values", (5.0, -5.0))),
        (("weights", (0.75, 0.25)), ("values", (4.0, 8.0))),
    ),
    "entropy": ((("p", (0.7, 0.3)),), (("p", (0.9, 0.1)),)),
    "sinusoid": (
        (("position", 3.0), ("index", 4.0), ("d", 8.0)),
        (("position", 2.0), ("index", 3.0), ("d", 6.0)),
    ),
}
"""Other numbers for each calculation; the second ones where the first are what is asked."""


def worked(problem: NumberProblem, digits: int) -> str:
    """The whole calculation, with its result to `digits` decimals; ≈ where its printed numbers give another."""
    right = right_values(problem)
    text, result = _LINES[problem.compute](problem)
    if problem.is_row:
        return f"{text}: {vector(right, digits=digits)}"
    return f"{text} {equality(result, right[0], digits=digits)} {number(right[0], digits=digits)}"


def example(problem: NumberProblem) -> str:
    """The same calculation worked out for other numbers."""
    first, second = EXAMPLES[problem.compute]
    inputs = second if first == tuple((name, dict(problem.inputs).get(name)) for name, _ in first) else first
    kept: list[tuple[str, Input]] = []
    if problem.temperature != 1:
        kept.append(("temperature", problem.temperature))
    if problem.index is not None and problem.compute != "sinusoid":
        kept.append(("index", 1.0))
    other = replace(problem, inputs=(*inputs, *kept))
    return f"For example, with {_given(other)}: {worked(other, 4)}."


def _given(problem: NumberProblem) -> str:
    """The inputs in words."""
    if problem.compute == "sinusoid":
        position, place, width = (num(problem.number(name)) for name in ("position", "index", "d"))
        return f"position {position}, component {place} and d = {width}"
    given = " and ".join(f"{name} = {said(value)}" for name, value in problem.inputs if name != "index")
    return f"{given}, number 1" if problem.index is not None else given


Line = tuple[str, float]
"""A calculation as it is written, and what it gives with its numbers as they are printed."""


def _dot(problem: NumberProblem) -> Line:
    return product_sum(problem.row("a"), problem.row("b")), right_values(problem)[0]


def _length(problem: NumberProblem) -> Line:
    a = problem.row("a")
    return f"√({squares(a)}) = √{num(math.fsum(x * x for x in a))}", right_values(problem)[0]


def _joint(problem: NumberProblem) -> Line:
    return " × ".join(map(num, problem.row("p"))), right_values(problem)[0]


def _mean_of_logs(problem: NumberProblem) -> Line:
    logs = [surprise(p, problem.unit) for p in problem.row("p")]
    name = log_name(problem)
    if len(logs) == 1:
        return f"−{name} {num(problem.row('p')[0])}", logs[0]
    named = " ".join(f"− {name} {num(p)}" for p in problem.row("p")).replace("− ", "−", 1)
    text = f"({named}) ÷ {len(logs)} = ({' + '.join(map(num, logs))}) ÷ {len(logs)}"
    return text, math.fsum(map(printed, logs)) / len(logs)


def _perplexity(problem: NumberProblem) -> Line:
    text, mean_of_printed = _mean_of_logs(replace(problem, unit="nats"))
    mean = mean_loss(map(surprise, problem.row("p")))
    loss = f"{text} {equality(mean_of_printed, mean)} {num(mean)}"
    return f"The mean loss in nats is {loss}. Then e^{num(mean)}", exp(printed(mean))


def _surprise(problem: NumberProblem) -> Line:
    return f"−{log_name(problem)} {num(problem.number('p'))}", right_values(problem)[0]


def _share(problem: NumberProblem) -> Line:
    divided = [z / problem.temperature for z in problem.logits]
    together = num(total(map(exp, divided)))
    start = ""
    if problem.temperature != 1:
        start = f"Divided by T = {num(problem.temperature)} the logits are [{', '.join(map(num, divided))}]. Then "
    if problem.index is None:
        return f"{start}{powers(divided)} = {together}; divide each e^ by it", 0.0
    power = exp(divided[problem.index])
    text = f"{start}e^{term(divided[problem.index])} ÷ ({powers(divided)}) = {num(power)} ÷ {together}"
    whole = printed(total(map(exp, divided)))
    return text, printed(power) / whole if 0 < whole < math.inf else math.nan


def _mixed(problem: NumberProblem) -> Line:
    return product_sum(problem.row("weights"), problem.row("values")), right_values(problem)[0]


def _entropy(problem: NumberProblem) -> Line:
    terms = [p * surprise(p, problem.unit) for p in problem.row("p")]
    return f"−({entropy_terms(problem)}) = {' + '.join(map(num, terms))}", math.fsum(map(printed, terms))


def _sinusoid(problem: NumberProblem) -> Line:
    wave, angle = sinusoid_formula(problem), angle_of(problem)
    turn = math.sin if wave.startswith("sin") else math.cos
    return f"{wave} = {wave[:3]} {num(angle)}", turn(printed(angle))


_LINES: Mapping[str, Callable[[NumberProblem], Line]] = {
    "dot": _dot,
    "length": _length,
    "joint": _joint,
    "loss": _mean_of_logs,
    "perplexity": _perplexity,
    "surprise": _surprise,
    "softmax": _share,
    "weight": _share,
    "mixed": _mixed,
    "entropy": _entropy,
    "sinusoid": _sinusoid,
}


def remark(problem: NumberProblem, typed: float) -> str:
    """What can be seen of a wrong number that no mistake explains, and what to do."""
    match problem.compute:
        case "dot":
            return f"Not this. Multiply number by number, then add up: {_dot(problem)[0]}."
        case "length":
            impossible = "A length is never below 0. " if typed < 0 else "Not this. "
            return f"{impossible}Square each number, add up, and take the root: √({squares(problem.row('a'))})."
        case "surprise":
            impossible = "A surprise is never below 0. " if typed < 0 else "Not this. "
            return f"{impossible}Take {_surprise(problem)[0]}."
        case "mixed":
            return _remark_on_mix(problem, typed)
        case "entropy":
            return _remark_on_entropy(problem, typed)
        case "sinusoid":
            impossible = "A sine or cosine lies between −1 and 1. " if abs(typed) > 1 else "Not this. "
            return f"{impossible}Here it is {sinusoid_formula(problem)}, in radians."
    impossible = "It lies between 0 and 1. " if not 0 <= typed <= 1 else "Not this. "
    return f"{impossible}{_recipe(problem)}."


def _recipe(problem: NumberProblem) -> str:
    """How one cell of a softmax is made."""
    divided = [z / problem.temperature for z in problem.logits]
    place = problem.index or 0
    heat = f"Divide each logit by {num(problem.temperature)}, then take" if problem.temperature != 1 else "Take"
    return f"{heat} e^{term(divided[place])} ÷ ({powers(divided)})"


def _remark_on_mix(problem: NumberProblem, typed: float) -> str:
    values = problem.row("values")
    low, high = min(values), max(values)
    todo = f"Each value times its weight, added up: {_mixed(problem)[0]}."
    if not low <= typed <= high:
        return f"A mix of numbers from {num(low)} to {num(high)} lies between them. {todo}"
    return f"Not this. {todo}"


def _remark_on_entropy(problem: NumberProblem, typed: float) -> str:
    count = len(problem.row("p"))
    most = math.log(count) * problem.per_nat
    todo = f"Weight each log by its own p: −({entropy_terms(problem)})."
    if typed < 0:
        return f"An entropy is never below 0. {todo}"
    if typed > most + 0.001:
        return f"Over {count} outcomes it is at most {log_name(problem)} {count} = {num(most)}. {todo}"
    return f"Not this. {todo}"
