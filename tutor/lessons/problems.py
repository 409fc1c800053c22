"""The `[problem.NAME]` tables of a lesson file: numbers whose shapes fit, or faults that say which do not."""

from __future__ import annotations

import math

from tutor.lessons.fields import Section, found
from tutor.lessons.model import DrawnProblem
from tutor.maths.problem import Mask, Matrix, Problem

LARGEST_SIDE = 64
"""Rows or columns of a lesson's matrix: more than this fits no page."""

KEYS = (
    "Q",
    "K",
    "V",
    "mask",
    "add_mask",
    "offset",
    "scale",
    "temperature",
    "softcap",
    "heads",
    "kv_heads",
    "d_model",
    "tokens",
    "seed_level",
)


def read_problem(section: Section) -> Problem | DrawnProblem | None:
    """One problem; None where a fault was noted."""
    before = len(section.faults)
    section.only(KEYS, "a problem")
    if "seed_level" in section.data:
        problem: Problem | DrawnProblem | None = _drawn(section)
    else:
        problem = _given(section)
    return problem if not any(fault.level == "error" for fault in section.faults[before:]) else None


def _drawn(section: Section) -> DrawnProblem:
    for key in section.data:
        if key != "seed_level" and key in KEYS:
            section.note(key, "the numbers are drawn here; leave this out, or leave out seed_level")
    return DrawnProblem(level=section.whole("seed_level", low=1, high=4) or 1)


def _given(section: Section) -> Problem | None:
    q, k, v = (_matrix(section, key, needed=True) for key in ("Q", "K", "V"))
    heads = section.whole("heads", low=1, high=LARGEST_SIDE) or 1
    shared = section.whole("kv_heads", low=1, high=LARGEST_SIDE)
    if q is None or k is None or v is None:
        return None
    if shared is not None and heads % shared:
        section.note("kv_heads", f"is {shared}, which {heads} heads cannot share evenly")
        return None
    _check_shapes(section, q, k, v, heads, heads if shared is None else shared)
    tokens = section.texts("tokens")
    if tokens and len(tokens) != len(k):
        section.note("tokens", f"expected one for each row of K, so {len(k)}; found {len(tokens)}")
    mask = _mask(section, q, k)
    offset = section.whole("offset", low=-LARGEST_SIDE, high=LARGEST_SIDE)
    if offset is not None and mask != "causal":
        section.note("offset", "changes nothing without a causal mask", level="warning")
    temperature = _number(section, "temperature", positive=True)
    problem = Problem(
        q=q,
        k=k,
        v=v,
        mask=mask,
        add_mask=_sized(section, "add_mask", q, k, hides=True),
        offset=offset,
        scale=_number(section, "scale"),
        temperature=1.0 if temperature is None else temperature,
        softcap=_number(section, "softcap", positive=True) or 0.0,
        heads=heads,
        kv_heads=shared,
        d_model=section.whole("d_model", low=1, high=100_000),
        tokens=tokens,
    )
    _check_scores(section, problem)
    return problem


def _matrix(section: Section, key: str, *, needed: bool = False, hides: bool = False) -> Matrix | None:
    """The rows of numbers under a key; with `hides`, −inf is a number too."""
    expected = "rows of numbers, such as [[0, 1], [1, 0]]"
    if key not in section.data:
        if needed:
            section.note(key, f"missing; expected {expected}")
        return None
    rows = section.data[key]
    if not isinstance(rows, list) or not rows:
        section.note(key, f"expected {expected}, found {found(rows)}")
        return None
    if not any(isinstance(row, list) for row in rows):
        section.note(key, f"expected {expected}, found one list; for a single row put brackets around it: [[0, 1]]")
        return None
    good: list[tuple[float, ...]] = []
    for i, row in enumerate(rows, start=1):
        if not isinstance(row, list) or not row:
            section.note(key, f"row {i}: expected a list of numbers, found {found(row)}")
            return None
        if len(row) != len(rows[0]):
            section.note(key, f"row {i} has {_numbers(len(row))}, row 1 has {len(rows[0])}")
            return None
        cells = [_cell(section, key, i, j, value, hides=hides) for j, value in enumerate(row, start=1)]
        good.append(tuple(cells))
    if max(len(rows), len(rows[0])) > LARGEST_SIDE:
        section.note(
            key, f"is {len(rows)}×{len(rows[0])}; a lesson's matrix has at most {LARGEST_SIDE} rows or columns"
        )
        return None
    return tuple(good)


def _numbers(count: int) -> str:
    return f"{count} number" if count == 1 else f"{count} numbers"


def _cell(section: Section, key: str, row: int, column: int, value: object, *, hides: bool) -> float:
    number = as_number(value)
    if number is None or not (math.isfinite(number) or (hides and number == -math.inf)):
        wanted = "a finite number or -inf" if hides else "a finite number"
        section.note(key, f"row {row}, column {column}: expected {wanted}, found {found(value)}")
        return 0.0
    return number


def as_number(value: object) -> float | None:
    """A TOML number as a float; None for anything else. A whole number beyond all floats is infinite."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        return float(value)
    except OverflowError:
        return math.inf


def _number(section: Section, key: str, *, positive: bool = False) -> float | None:
    if key not in section.data:
        return None
    value = section.data[key]
    number = as_number(value)
    if number is None or not math.isfinite(number) or (positive and number <= 0):
        section.note(key, f"expected a finite number{' above 0' if positive else ''}, found {found(value)}")
        return None
    return number


def _mask(section: Section, q: Matrix, k: Matrix) -> Mask:
    """The word none or causal, or rows in which 1 may attend and 0 is hidden."""
    value = section.data.get("mask", "none")
    if value == "causal":
        return "causal"
    if not isinstance(value, list):
        if value != "none":
            rows_of = "rows of 1 (may attend) and 0 (hidden)"
            section.note("mask", f'expected "none", "causal" or {rows_of}, found {found(value)}')
        return "none"
    rows = _sized(section, "mask", q, k)
    if rows is None:
        return "none"
    for i, row in enumerate(rows, start=1):
        for j, cell in enumerate(row, start=1):
            if cell not in (0.0, 1.0):
                section.note("mask", f"row {i}, column {j}: expected 1 (may attend) or 0 (hidden), found {cell:g}")
    return rows


def _sized(section: Section, key: str, q: Matrix, k: Matrix, *, hides: bool = False) -> Matrix | None:
    """A matrix with a row for each query and a column for each key."""
    rows = _matrix(section, key, hides=hides)
    if rows is not None and (len(rows), len(rows[0])) != (len(q), len(k)):
        section.note(
            key,
            f"is {len(rows)}×{len(rows[0])}, but Q has {len(q)} and K {len(k)} rows: expected {len(q)}×{len(k)}",
        )
        return None
    return rows


def _check_shapes(section: Section, q: Matrix, k: Matrix, v: Matrix, heads: int, shared: int) -> None:
    if len(q[0]) * shared != len(k[0]) * heads:
        long = f"{heads} heads of queries and {shared} of keys" if shared != heads else "queries and keys"
        section.note("K", f"has {_columns(len(k[0]))}, but Q has {len(q[0])}: {long} are equally long")
    if len(k) != len(v):
        section.note("V", f"has {_rows(len(v))}, but K has {len(k)}: each key has its value")
    for key, matrix, parts in (("Q", q, heads), ("K", k, shared), ("V", v, shared)):
        if len(matrix[0]) % parts:
            section.note("heads", f"{key} has {_columns(len(matrix[0]))}, which {parts} heads cannot share evenly")


def _columns(count: int) -> str:
    return f"{count} column" if count == 1 else f"{count} columns"


def _rows(count: int) -> str:
    return f"{count} row" if count == 1 else f"{count} rows"


def _check_scores(section: Section, problem: Problem) -> None:
    """Note scores that leave the range of floats: such a problem cannot be worked out."""
    factor = (1.0 if problem.scale is None else abs(problem.scale)) / min(problem.temperature, 1.0)
    largest = max(abs(x) for row in problem.q for x in row) * max(abs(x) for row in problem.k for x in row)
    if not math.isfinite(largest * len(problem.q[0]) * max(factor, 1.0)):
        section.note("Q", "the scores with K are too large to be worked out")
