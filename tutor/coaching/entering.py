"""From the texts of a form, or of a command line, to a problem, or to the first misfit in one sentence.

The workbench and the shell commands share it, so that both read and refuse the same things.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, fields

from tutor.maths.problem import Mask, Matrix, Problem
from tutor.notation.reader import read
from tutor.notation.reading import Reading

MATRICES = {"q": "Q", "k": "K", "v": "V"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """What was typed, field by field. An empty text stands for the usual value."""

    q: str = ""
    k: str = ""
    v: str = ""
    mask: str = ""
    add_mask: str = ""
    scale: str = ""
    temperature: str = ""
    offset: str = ""
    softcap: str = ""
    heads: str = ""
    d_model: str = ""


class Misfit(ValueError):
    """One sentence about one field: what was read, what was expected."""

    def __init__(self, field: str, sentence: str) -> None:
        super().__init__(sentence)
        self.field = field


def enter(form: Form) -> Problem:
    """The problem that a form states. Raises `Misfit` for the first field that does not fit."""
    q, k, v = (_matrix(name, getattr(form, name)) for name in MATRICES)
    heads = _whole("heads", form.heads, usual=1, least=1) or 1
    _check_shapes(q, k, v, heads)
    problem = Problem(
        q=q,
        k=k,
        v=v,
        heads=heads,
        mask=_mask(form.mask, len(q), len(k)),
        add_mask=_added(form.add_mask, len(q), len(k)),
        scale=_scale(form.scale),
        temperature=_number("temperature", form.temperature, usual=1.0),
        softcap=_number("softcap", form.softcap, usual=0.0),
        offset=_whole("offset", form.offset),
        d_model=_whole("d_model", form.d_model, least=1),
    )
    if problem.temperature <= 0:
        raise Misfit("temperature", "the temperature divides the scores: it must be above 0")
    if problem.softcap < 0:
        raise Misfit("softcap", "a soft cap must be above 0, or 0 for none")
    return problem


def shape_of(text: str) -> tuple[str, str | None]:
    """A matrix field's shape while it is typed, as ("3×4", None), or ("", why it can't be read yet)."""
    if not text.strip():
        return "", "empty"
    reading = read(text)
    if reading.status != "read":
        return "", _first_sentence(reading)
    if any(x is None for x in reading.cells):
        return "", "a cell is blank"
    rows = reading.rows()
    return f"{len(rows)}×{len(rows[0]) if rows else 0}", None


def form_of(problem: Problem) -> Form:
    """The form that states this problem, as it would be typed."""
    return Form(
        q=_typed(problem.q),
        k=_typed(problem.k),
        v=_typed(problem.v),
        mask=problem.mask if isinstance(problem.mask, str) else _typed(problem.mask).replace("\n", "; "),
        add_mask=_typed(problem.add_mask).replace("\n", "; ") if problem.add_mask is not None else "",
        scale="" if problem.scale is None else _short(problem.scale),
        temperature="" if problem.temperature == 1 else _short(problem.temperature),
        softcap="" if not problem.softcap else _short(problem.softcap),
        offset="" if problem.offset is None else str(problem.offset),
        heads="" if problem.heads == 1 else str(problem.heads),
        d_model="" if problem.d_model is None else str(problem.d_model),
    )


def changed(before: Form, after: Form) -> bool:
    """True where the two do not say the same, blanks around aside."""
    return any(getattr(before, x.name).strip() != getattr(after, x.name).strip() for x in fields(Form))


def _matrix(name: str, text: str) -> Matrix:
    letter = MATRICES[name]
    if not text.strip():
        example = "1 0; 0 1" if name != "q" else "0 1"
        raise Misfit(name, f"{letter} is empty: type its rows, such as {example}")
    reading = read(text)
    if reading.status != "read":
        raise Misfit(name, f"{letter}: {_first_sentence(reading)}")
    rows = []
    for i, row in enumerate(reading.rows(), start=1):
        cells = []
        for j, x in enumerate(row, start=1):
            if x is None or not math.isfinite(x):
                what = "is blank" if x is None else "is not a finite number"
                raise Misfit(name, f"{letter} row {i}, column {j} {what}")
            cells.append(x)
        rows.append(tuple(cells))
    return tuple(rows)


def _check_shapes(q: Matrix, k: Matrix, v: Matrix, heads: int) -> None:
    if len(q[0]) != len(k[0]):
        raise Misfit("k", f"each query has {_count(len(q[0]))}, each key {len(k[0])}: they must be equally long")
    if len(k) != len(v):
        raise Misfit("v", f"{_count(len(k), 'key')} but {_count(len(v), 'value')}: each key needs its value")
    for name, matrix in (("q", q), ("v", v)):
        if len(matrix[0]) % heads:
            raise Misfit("heads", f"{MATRICES[name]} has {len(matrix[0])} columns, which {heads} heads cannot share")


def _mask(text: str, n_q: int, n_k: int) -> Mask:
    word = text.strip().casefold()
    if word in ("", "none", "causal"):
        return "causal" if word == "causal" else "none"
    rows = _sized("mask", text, n_q, n_k, "none, causal, or rows of 1 (may attend) and 0 (hidden)")
    for i, row in enumerate(rows, start=1):
        for j, x in enumerate(row, start=1):
            if x not in (0.0, 1.0):
                raise Misfit(
                    "mask",
                    f"mask row {i}, column {j} is {_short(x)}; 1 = may attend, 0 = hidden (an added mask has its own place)",
                )
    return rows


def _added(text: str, n_q: int, n_k: int) -> Matrix | None:
    if text.strip().casefold() in ("", "none"):
        return None
    rows = _sized("add_mask", text, n_q, n_k, "numbers to add, one for each query and key", stage="masked")
    if any(x == math.inf or math.isnan(x) for row in rows for x in row):
        raise Misfit("add_mask", "an added mask holds finite numbers, or −∞ to hide a key")
    return rows


def _sized(field: str, text: str, n_q: int, n_k: int, expected: str, *, stage: str | None = None) -> Matrix:
    label = {"mask": "mask", "add_mask": "added mask"}[field]
    reading = read(text, stage=stage)
    if reading.status != "read":
        raise Misfit(field, f"{label}: {_first_sentence(reading)}; expected {expected}")
    if any(x is None for x in reading.cells):
        raise Misfit(field, f"{label}: a cell is blank; expected {expected}")
    rows = tuple(tuple(x for x in row if x is not None) for row in reading.rows())
    if n_q > 1 and n_k == 1 and len(rows) == 1 and len(rows[0]) == n_q:
        rows = tuple((x,) for x in rows[0])
    if len(rows) != n_q or len(rows[0]) != n_k:
        wanted = f"{n_q}×{n_k}, one row for each query and one column for each key"
        raise Misfit(field, f"the {label} is {len(rows)}×{len(rows[0])}, but the scores are {wanted}")
    return rows


def _scale(text: str) -> float | None:
    word = text.strip().casefold().replace(" ", "")
    if word in ("", "1/√d_k", "1/sqrt(d_k)", "1/√dk", "1/sqrt(dk)"):
        return None
    return 1.0 if word == "none" else _number("scale", text, usual=1.0)


def _number(field: str, text: str, *, usual: float) -> float:
    if not text.strip():
        return usual
    reading = read(text, expect=())
    if reading.status != "read" or len(reading.cells) != 1 or reading.cells[0] is None:
        raise Misfit(field, f"{field.replace('_', ' ')}: {_first_sentence(reading) or 'one number is wanted'}")
    return reading.cells[0]


def _whole(field: str, text: str, *, usual: int | None = None, least: int | None = None) -> int | None:
    if not text.strip():
        return usual
    x = _number(field, text, usual=0.0)
    if x != int(x) or (least is not None and x < least):
        at_least = f", {least} or more" if least is not None else ""
        raise Misfit(field, f"{field.replace('_', ' ')} is {_short(x)}, but a whole number is wanted{at_least}")
    return int(x)


def _typed(matrix: Matrix) -> str:
    return "\n".join(" ".join(_short(x) for x in row) for row in matrix)


def _short(x: float) -> str:
    from tutor.notation.printer import exact

    return exact(x)


def _first_sentence(reading: Reading) -> str:
    return reading.reason or ""


def _count(n: int, noun: str = "number") -> str:
    return f"{n} {noun}" if n == 1 else f"{n} {noun}s"
