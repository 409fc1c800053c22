"""The same calculation as a short program with the learner's own numbers: plain Python, NumPy or PyTorch.

The program prints every stage. It holds only what this problem needs: no mask where nothing is hidden, no
temperature where it is 1.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from tutor.maths.problem import Matrix, Problem
from tutor.notation.printer import exact

Language = Literal["python", "numpy", "torch"]

LANGUAGES: dict[Language, str] = {"python": "plain Python", "numpy": "NumPy", "torch": "PyTorch"}
"""What can be written, and what people call it."""

TITLE = "# Attention, step by step: rows are queries, columns are keys."
HIDING = "# A hidden key gets minus infinity before softmax, so its weight is 0."
EMPTY = "# no permitted key: zeros by convention"


def program(problem: Problem, language: Language) -> str:
    """A runnable program that works this problem out and prints each stage to four decimals.

    Raises ValueError with one sentence where the problem has no solution, as `Problem.solve` does.
    """
    given = _Given(problem=problem, has_empty_rows=bool(problem.solve().empty_rows))
    lines = {"python": _python, "numpy": _numpy, "torch": _torch}[language](given)
    return "\n".join([TITLE, *lines]) + "\n"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Given:
    """The problem, and what of it a program has to deal with."""

    problem: Problem
    has_empty_rows: bool

    @property
    def hides(self) -> bool:
        return self.problem.mask != "none"

    @property
    def adds(self) -> bool:
        return self.problem.add_mask is not None

    @property
    def caps(self) -> bool:
        return bool(self.problem.softcap)

    @property
    def heats(self) -> bool:
        return self.problem.temperature != 1

    @property
    def last(self) -> str:
        """The stage that softmax is taken of."""
        return "masked" if self.hides or self.adds or self.caps else "scaled"

    @property
    def offset(self) -> int:
        return self.problem.offset or 0

    def options(self, root: str) -> list[str]:
        """The lines that set scale, soft cap and temperature."""
        p = self.problem
        lines = [f"scale = {exact(p.scale) if p.scale is not None else root}"]
        lines += [f"softcap = {exact(p.softcap)}"] if self.caps else []
        return lines + ([f"temperature = {exact(p.temperature)}"] if self.heats else [])

    def heated(self, shifted: str) -> str:
        return f"({shifted}) / temperature" if self.heats else shifted


def _python(given: _Given) -> list[str]:
    p = given.problem
    setup = _data(given, start="[", end="]", mask_end="]")
    if p.mask == "causal":
        limit = "i" if not given.offset else f"i {'+' if given.offset > 0 else '-'} {abs(given.offset)}"
        setup += [f"allowed = [[j <= {limit} for j in range({p.n_k})] for i in range({p.n_q})]  # causal"]
    setup += ["", *given.options(f"1 / sqrt({p.d_k})"), "", "", *PYTHON_SHOW, "", "", *_python_softmax(given), "", ""]
    body = ["scores = [[sum(a * b for a, b in zip(q, k)) for k in K] for q in Q]"]
    body += ["scaled = [[s * scale for s in row] for row in scores]", *_python_masked(given)]
    body += [f"weights = [softmax(row) for row in {given.last}]"]
    body += ["output = [[sum(w * v for w, v in zip(row, column)) for column in zip(*V)] for row in weights]"]
    body += [f'show("{stage}", {stage})' for stage in _stages(given)]
    if p.heads > 1:
        setup += [*PYTHON_HEADS, "", ""]
        body = _for_each_head(given, "split({}, {})", body)
    functions = [name for name in ("exp", "inf", "sqrt", "tanh") if re.search(rf"\b{name}\b", "\n".join(setup + body))]
    return [f"from math import {', '.join(functions)}", "", *setup, *body]


PYTHON_SHOW = (
    "def show(name, rows):",
    "    print(name)",
    "    for row in rows:",
    "        print([round(x, 4) + 0.0 for x in row])  # + 0.0 makes 0.0 of -0.0",
)

PYTHON_HEADS = (
    "def split(rows, heads):",
    "    size = len(rows[0]) // heads  # each head has its own columns",
    "    return [[row[i : i + size] for row in rows] for i in range(0, len(rows[0]), size)]",
)


def _python_softmax(given: _Given) -> list[str]:
    lines = ["def softmax(scores):", "    largest = max(scores)"]
    if given.has_empty_rows:
        lines += ["    if largest == -inf:", f"        return [0.0 for s in scores]  {EMPTY}"]
    lines += [f"    exponentials = [exp({given.heated('s - largest')}) for s in scores]"]
    return [*lines, "    total = sum(exponentials)", "    return [e / total for e in exponentials]"]


def _python_masked(given: _Given) -> list[str]:
    lines = []
    before = "scaled"
    if given.caps:
        lines += ["masked = [[softcap * tanh(s / softcap) for s in row] for row in scaled]"]
        before = "masked"
    if given.adds:
        lines += [f"masked = [[s + x for s, x in zip(row, extra)] for row, extra in zip({before}, added)]"]
        before = "masked"
    if given.hides:
        lines += [HIDING]
        lines += [f"masked = [[s if ok else -inf for s, ok in zip(row, oks)] for row, oks in zip({before}, allowed)]"]
    return lines


def _numpy(given: _Given) -> list[str]:
    p = given.problem
    lines = ["import numpy as np", "", "np.set_printoptions(precision=4, suppress=True)", ""]
    lines += _data(given, start="np.array([", end="], dtype=float)", mask_end="]) == 1", module="np.")
    if p.mask == "causal":
        lines += [f"allowed = np.tri({p.n_q}, {p.n_k}, {given.offset}, dtype=bool)  # causal"]
    lines += ["", *given.options(f"1 / np.sqrt({p.d_k})"), ""]
    hide = "np.where(allowed, {}, -np.inf)"
    body = ["scores = Q @ K.T", "scaled = scores * scale", *_array_masked(given, tanh="np.tanh", hide=hide)]
    body += [f"largest = {given.last}.max(axis=1, keepdims=True)"]
    if given.has_empty_rows:
        body += ["largest = np.where(largest == -np.inf, 0, largest)"]
    body += [f"exponentials = np.exp({given.heated(f'{given.last} - largest')})"]
    body += ["total = exponentials.sum(axis=1, keepdims=True)"]
    if given.has_empty_rows:
        body += [f"total = np.where(total == 0, 1, total)  {EMPTY}"]
    body += ["weights = exponentials / total", "output = weights @ V", *_print_each(given, "np.round(rows, 4) + 0.0")]
    return lines + _array_heads(given, "np.split({}, {}, axis=1)", body)


def _torch(given: _Given) -> list[str]:
    p = given.problem
    lines = ["import torch", "", "torch.set_printoptions(precision=4, sci_mode=False)", ""]
    lines += _data(given, start="torch.tensor([", end="], dtype=torch.float64)", mask_end="]) == 1", module="torch.")
    if p.mask == "causal":
        lines += [f"allowed = torch.ones({p.n_q}, {p.n_k}, dtype=torch.bool).tril({given.offset})  # causal"]
    lines += ["", *given.options(f"{p.d_k} ** -0.5"), ""]
    hide = "{}.masked_fill(~allowed, -torch.inf)"
    body = ["scores = Q @ K.T", "scaled = scores * scale", *_array_masked(given, tanh="torch.tanh", hide=hide)]
    heated = f"{given.last} / temperature" if given.heats else given.last
    body += [f"weights = torch.softmax({heated}, dim=1)"]
    if given.has_empty_rows:
        body += [f"weights = weights.nan_to_num(0.0)  {EMPTY}"]
    body += ["output = weights @ V", *_print_each(given, "rows")]
    if not (given.caps or given.heats or given.has_empty_rows):
        body += _torch_in_one_call(given)
    return lines + _array_heads(given, "{}.chunk({}, dim=1)", body)


def _torch_in_one_call(given: _Given) -> list[str]:
    mask = "added" if given.adds else "allowed"
    if given.adds and given.hides:
        mask = "added.masked_fill(~allowed, -torch.inf)"
    masked = f", attn_mask={mask}" if given.adds or given.hides else ""
    call = f"torch.nn.functional.scaled_dot_product_attention(Q, K, V{masked}, scale=scale)"
    return [
        "# PyTorch does all of it in one call.",
        f"in_one_call = {call}",
        "assert torch.allclose(output, in_one_call)",
    ]


def _array_masked(given: _Given, *, tanh: str, hide: str) -> list[str]:
    """From `scaled` to `masked`, line by line; no line where there is nothing to do."""
    steps = [f"softcap * {tanh}({{}} / softcap)"] if given.caps else []
    steps += ["{} + added"] if given.adds else []
    steps += [hide] if given.hides else []
    lines = [f"masked = {step.format('masked' if i else 'scaled')}" for i, step in enumerate(steps)]
    return [*lines[:-1], HIDING, lines[-1]] if given.hides else lines


def _array_heads(given: _Given, split: str, body: list[str]) -> list[str]:
    if given.problem.heads == 1:
        return body
    return ["# Each head has its own columns.", *_for_each_head(given, split, body)]


def _for_each_head(given: _Given, split: str, body: Sequence[str]) -> list[str]:
    """The loop over the query heads; `split` gives the heads of a matrix, by its name and their number."""
    p = given.problem
    lines, each = [], [split.format("Q", p.heads), *(split.format(name, p.key_heads) for name in "KV")]
    if p.key_heads != p.heads:
        sharing = f"for _ in range({p.heads // p.key_heads})"
        lines = [f"Q_heads = {each[0]}", "# Neighboring query heads share a head of K and V."]
        lines += [f"{name}_heads = [x for x in {heads} {sharing}]" for name, heads in zip("KV", each[1:], strict=True)]
        each = ["Q_heads", "K_heads", "V_heads"]
    lines.append(f"for head, (Q, K, V) in enumerate(zip({', '.join(each)}), start=1):")
    return [*lines, '    print("head", head)', *(f"    {line}" for line in body)]


def _stages(given: _Given) -> list[str]:
    return ["scores", "scaled", *(["masked"] if given.last == "masked" else []), "weights", "output"]


def _print_each(given: _Given, shown: str) -> list[str]:
    pairs = ", ".join(f'"{stage}": {stage}' for stage in _stages(given))
    return [f"stages = {{{pairs}}}", "for name, rows in stages.items():", "    print(name)", f"    print({shown})"]


def _data(given: _Given, *, start: str, end: str, mask_end: str, module: str = "") -> list[str]:
    """Q, K, V and the masks that are given as numbers, one row a line."""
    p = given.problem
    matrices: list[tuple[str, Matrix, str]] = [("Q", p.q, end), ("K", p.k, end), ("V", p.v, end)]
    if not isinstance(p.mask, str):
        matrices.append(("allowed", p.mask, f"{mask_end}  # 1 may attend, 0 is hidden"))
    if p.add_mask is not None:
        matrices.append(("added", p.add_mask, f"{end}  # added to the scaled scores"))
    lines = []
    for name, rows, ending in matrices:
        opening = f"{name} = {start}"
        between = ",\n" + " " * len(opening)
        lines += f"{opening}{between.join(_row(row, module) for row in rows)}{ending}".split("\n")
    return lines


def _row(row: Sequence[float], module: str) -> str:
    return f"[{', '.join(exact(x, ascii=True).replace('inf', f'{module}inf') for x in row)}]"
