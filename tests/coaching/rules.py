"""The mistakes once more, from their descriptions alone: whole matrices, plain lists and `math`, no NumPy.

Written apart from `tutor.coaching`, so that one can be held against the other. A problem is a dict with
q, k, v, mask ("none", "causal" or rows of 1 and 0), offset and d_model; `wrong_answers` gives for the asked
row (from 1) of a step every (code, answer) that the descriptions have.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

INF = math.inf
STEPS = ("scores", "scaled", "masked", "weights", "output")
RARE = {
    "other-step",
    "root-of-key-count",
    "root-of-dv",
    "cosine",
    "sigmoid",
    "divided-by-max",
    "divided-by-count",
    "softmax-twice",
    "log-softmax",
    "squared",
    "sign-dropped",
}

Rows = list[list[float]]
Keep = list[list[bool]]


def transpose(a: Rows) -> Rows:
    return [list(column) for column in zip(*a, strict=True)]


def product(a: Rows, b: Rows) -> Rows:
    return [[sum(0.0 if x == -INF else x * y for x, y in zip(r, c, strict=True)) for c in transpose(b)] for r in a]


def times(a: Rows, factor: float) -> Rows:
    return [[x * factor for x in r] for r in a]


def each(a: Rows, f: Callable[[float], float]) -> Rows:
    return [[f(x) for x in r] for r in a]


def hidden(a: Rows, keep: Keep, instead: float = -INF) -> Rows:
    return [[x if ok else instead for x, ok in zip(r, ks, strict=True)] for r, ks in zip(a, keep, strict=True)]


def power(x: float, base: float = math.e) -> float:
    return 0.0 if x == -INF else base**x


def softmax(a: Rows, base: float = math.e) -> Rows:
    out = []
    for r in a:
        top = max(r)
        powers = [power(x - top, base) if top > -INF else 0.0 for x in r]
        out.append([p / sum(powers) if sum(powers) else 0.0 for p in powers])
    return out


def allowed(problem: dict[str, Any]) -> Keep:
    n, m = len(problem["q"]), len(problem["k"])
    if problem["mask"] == "none":
        return [[True] * m for _ in range(n)]
    if problem["mask"] == "causal":
        return [[j <= i + problem.get("offset", 0) for j in range(m)] for i in range(n)]
    return [[cell == 1 for cell in r] for r in problem["mask"]]


def right(problem: dict[str, Any]) -> dict[str, Rows]:
    """Every stage, whole."""
    scores = product(problem["q"], transpose(problem["k"]))
    scaled = times(scores, 1 / math.sqrt(len(problem["k"][0])))
    masked = hidden(scaled, allowed(problem))
    weights = softmax(masked)
    return {
        "scores": scores,
        "scaled": scaled,
        "masked": masked,
        "weights": weights,
        "output": product(weights, problem["v"]),
    }


def wrong_scaled(problem: dict[str, Any]) -> list[tuple[str, Rows]]:
    """Whole matrices of scaled scores that went wrong in the dot products or the scale."""
    q, k, v = problem["q"], problem["k"], problem["v"]
    n, m, d, dv = len(q), len(k), len(k[0]), len(v[0])
    s = product(q, transpose(k))
    root = math.sqrt(d)
    found = [
        ("no-scaling", s),
        ("divided-by-dk", times(s, 1 / d)),
        ("multiplied-by-root-dk", times(s, root)),
        ("root-of-key-count", times(s, 1 / math.sqrt(m))),
        ("root-of-dv", times(s, 1 / math.sqrt(dv))),
    ]
    if problem.get("d_model"):
        found.append(("root-of-dmodel", times(s, 1 / math.sqrt(problem["d_model"]))))
    if n == m:
        found.append(("transposed", times(transpose(s), 1 / root)))
    if m == d:
        found.append(("key-not-transposed", times(product(q, k), 1 / root)))
    norms = [[math.hypot(*a) * math.hypot(*b) for b in k] for a in q]
    cosine = [[x / z if z else 0.0 for x, z in zip(r, nr, strict=True)] for r, nr in zip(s, norms, strict=True)]
    found.append(("cosine", cosine))
    if d == dv:
        found.append(("used-values-as-keys", times(product(q, transpose(v)), 1 / root)))
    found += [("sign-dropped", times(unsigned, 1 / root)) for unsigned in without_signs(problem)]
    return found


def without_signs(problem: dict[str, Any]) -> list[Rows]:
    """The scores without their signs, and the scores of numbers without theirs."""
    q, k = problem["q"], problem["k"]
    bare_q, bare_k = ([[abs(x) for x in row] for row in matrix] for matrix in (q, k))
    return [[[abs(x) for x in row] for row in product(q, transpose(k))], product(bare_q, transpose(bare_k))]


def wrong_scores(problem: dict[str, Any]) -> list[tuple[str, Rows]]:
    """Whole score matrices that went wrong before any scale; for the rest the scaled ones stand."""
    q, k, v = problem["q"], problem["k"], problem["v"]
    plain = {"transposed", "key-not-transposed", "used-values-as-keys", "sign-dropped"}
    found = [(code, a) for code, a in wrong_scaled(problem) if code not in plain and code != "no-scaling"]
    if len(q) == len(k):
        found.append(("transposed", transpose(product(q, transpose(k)))))
    if len(k) == len(k[0]):
        found.append(("key-not-transposed", product(q, k)))
    if len(v[0]) == len(k[0]):
        found.append(("used-values-as-keys", product(q, transpose(v))))
    found += [("sign-dropped", unsigned) for unsigned in without_signs(problem)]
    return found


def wrong_masked(problem: dict[str, Any]) -> list[tuple[str, Rows]]:
    """Whole masked matrices that went wrong in the mask."""
    if problem["mask"] == "none":
        return []
    scaled, keep = right(problem)["scaled"], allowed(problem)
    found = [("mask-ignored", scaled), ("masked-score-zero", hidden(scaled, keep, 0.0))]
    if problem["mask"] == "causal":
        shift = problem.get("offset", 0)
        orders: dict[str, Callable[[int, int], bool]] = {
            "diagonal-masked": lambda i, j: j < i,
            "one-key-too-far": lambda i, j: j <= i + 1,
            "mask-reversed": lambda i, j: j >= i,
            "mask-reversed-strict": lambda i, j: j > i,
        }
        for code, order in orders.items():
            other = [[order(i + shift, j) for j in range(len(r))] for i, r in enumerate(scaled)]
            found.append((code, hidden(scaled, other)))
    else:
        found.append(("mask-reversed", hidden(scaled, [[not ok for ok in r] for r in keep])))
        # Instead of a key's column: rows from which no key is hidden stay as they are.
        rows = [r if all(ks) else [-INF] * len(r) for r, ks in zip(scaled, keep, strict=True)]
        found.append(("masked-query-row", rows))
    return found


def small_negative(problem: dict[str, Any]) -> list[tuple[str, Rows]]:
    scaled, keep = right(problem)["scaled"], allowed(problem)
    added = [[x if ok else x - 1 for x, ok in zip(r, ks, strict=True)] for r, ks in zip(scaled, keep, strict=True)]
    return [("small-negative", hidden(scaled, keep, -1.0)), ("small-negative", added)]


def portions(a: Rows, f: Callable[[float, float], float]) -> Rows | None:
    """f(score, row's largest) divided by its row's sum; hidden cells are 0. None where some sum is 0."""
    out = []
    for r in a:
        top = max(r)
        cells = [0.0 if x == -INF else f(x, top) for x in r]
        if abs(sum(cells)) < 1e-9:
            return None
        out.append([c / sum(cells) for c in cells])
    return out


def wrong_weights(problem: dict[str, Any]) -> list[tuple[str, Rows]]:
    """Whole weight matrices that went wrong in softmax, or that were masked after it."""
    stages = right(problem)
    masked, keep, m = stages["masked"], allowed(problem), len(problem["k"])
    powers = each(masked, power)
    found = [
        ("softmax-over-columns", transpose(softmax(transpose(masked)))),
        ("not-normalized", powers),
        ("wrong-base", softmax(masked, 2.0)),
        ("wrong-base", softmax(masked, 3.0)),
        ("wrong-base", softmax(masked, 10.0)),
        ("sigmoid", each(masked, lambda x: 0.0 if x == -INF else 1 / (1 + math.exp(-x)))),
        ("argmax", [[float(j == r.index(max(r)) and max(r) > -INF) for j in range(m)] for r in masked]),
        ("negated", softmax(each(masked, lambda x: x if x == -INF else -x))),
        ("uniform", [[ok / max(1, sum(r)) for ok in r] for r in keep]),
        ("uniform", [[1 / m] * m for _ in masked]),
        ("divided-by-max", [[x / max(r) if max(r) else 0.0 for x in r] for r in powers]),
        ("divided-by-count", times(powers, 1 / m)),
        ("divided-by-count", [[x / max(1, sum(ok)) for x in r] for r, ok in zip(powers, keep, strict=True)]),
        ("softmax-twice", softmax(hidden(stages["weights"], keep))),
        ("log-softmax", each(stages["weights"], lambda w: math.log(w) if w else -INF)),
    ]
    if len(masked) > 1:
        total = sum(map(sum, powers))
        found.append(("softmax-over-all", times(powers, 1 / total)))
    by_row = {
        "no-exponential": lambda x, _top: x,
        "squared": lambda x, _top: x * x,
        "shifted-no-exponential": lambda x, top: x - top,
    }
    for code, f in by_row.items():
        for i in range(len(masked)):
            one = portions([masked[i]], f) if max(masked[i]) > -INF else None
            if one is not None:
                found.append((f"{code}@{i + 1}", one))
    if problem["mask"] != "none":
        after = hidden(softmax(stages["scaled"]), keep, 0.0)
        found.append(("masked-after-softmax", after))
    return found


def wrong_output(problem: dict[str, Any], row: int) -> list[tuple[str, list[float]]]:
    """Answers for one row of the output that went wrong in the mix."""
    stages, keep = right(problem), allowed(problem)[row - 1]
    q, k, v = problem["q"], problem["k"], problem["v"]
    seen = [value for value, ok in zip(v, keep, strict=True) if ok]
    weights = stages["weights"]
    found = [
        ("mixed-keys", product(weights, k)[row - 1]),
        ("summed-values", [sum(c) for c in zip(*seen, strict=True)]),
        ("summed-values", [sum(c) for c in zip(*v, strict=True)]),
        ("averaged-values", [sum(c) / len(v) for c in zip(*v, strict=True)]),
        ("mixed-scores", product(stages["masked"], v)[row - 1]),
        ("mixed-scores", product(stages["scaled"], v)[row - 1]),
        ("mixed-exponentials", product(each(stages["masked"], power), v)[row - 1]),
        ("mixed-exponentials", product(each(stages["scaled"], power), v)[row - 1]),
    ]
    if seen:
        found.append(("averaged-values", [sum(c) / len(seen) for c in zip(*seen, strict=True)]))
        found.append(("best-value-only", v[weights[row - 1].index(max(weights[row - 1]))]))
    if len(q) == len(k):
        found.append(("mixed-queries", product(weights, q)[row - 1]))
        found.append(("transposed-weights", product(transpose(weights), v)[row - 1]))
    return [(code, answer) for code, answer in found if len(answer) == len(v[0])]


def wrong_answers(problem: dict[str, Any], row: int, step: str) -> list[tuple[str, list[float]]]:
    """Every (code, answer) for a row (from 1) of a step; answers equal to the right one are among them."""
    stages, keep, v = right(problem), allowed(problem), problem["v"]
    at = row - 1
    found: list[tuple[str, list[float]]] = [("other-row", stages[step][i]) for i in range(len(problem["q"])) if i != at]
    for other in STEPS:
        alike = {other, step} == {"scaled", "masked"} and all(keep[at])
        if other != step and not alike and len(stages[other][at]) == len(stages[step][at]):
            found.append(("other-step", stages[other][at]))
    if step == "scores":
        return found + [(code, a[at]) for code, a in wrong_scores(problem)]
    if step == "scaled":
        return found + [(code, a[at]) for code, a in wrong_scaled(problem)]
    masked = [(code, hidden(a, keep)) for code, a in wrong_scaled(problem)] + wrong_masked(problem)
    if step == "masked":
        return found + [(code, a[at]) for code, a in masked]
    if problem["mask"] != "none":
        masked += small_negative(problem)
    weights = [(code, softmax(a)[at]) for code, a in masked]
    for code, a in wrong_weights(problem):
        name, _, only = code.partition("@")
        if not only:
            weights.append((name, a[at]))
        elif int(only) == row:
            weights.append((name, a[0]))
    if step == "weights":
        return found + weights
    renamed = {"argmax", "uniform", "not-normalized"}
    found += [(code, product([w], v)[0]) for code, w in weights if code not in renamed]
    return found + wrong_output(problem, row)


def tolerance(problem: dict[str, Any], row: int, step: str, digits: int) -> list[float]:
    """How far each cell may lie off."""
    one = 0.51 * 10**-digits
    if step != "output":
        return [one] * len(problem["k"])
    seen = [value for value, ok in zip(problem["v"], allowed(problem)[row - 1], strict=True) if ok]
    return [one * (1 + sum(abs(value[c]) for value in seen)) for c in range(len(problem["v"][0]))]


def close(a: list[float], b: list[float], within: list[float]) -> bool:
    """Cell by cell; minus infinity is near itself alone."""
    return all(x == y or abs(x - y) <= t for x, y, t in zip(a, b, within, strict=True))


def head_of(problem: Any, head: int) -> dict[str, Any]:
    """One head (from 1) of a `Problem` as these rules take it."""

    def block(rows: Any) -> Rows:
        width = len(rows[0]) // problem.heads
        return [list(r[(head - 1) * width : head * width]) for r in rows]

    return {
        "q": block(problem.q),
        "k": block(problem.k),
        "v": block(problem.v),
        "mask": problem.mask if isinstance(problem.mask, str) else [list(r) for r in problem.mask],
        "offset": problem.offset or 0,
        "d_model": len(problem.q[0]) if problem.heads > 1 else problem.d_model,
    }
