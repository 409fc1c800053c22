"""The question between mistakes that gave the same numbers: a place where they would give different ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain

import numpy as np

from tutor.coaching.catalogue.mistake import WrongRow
from tutor.coaching.judging.nearness import near, unit
from tutor.coaching.judging.remarks import cell_sum
from tutor.coaching.judging.wording import cell_name, listed, masked_name, num, opening, query_name, row
from tutor.coaching.judging.worked import Floats, WorkedRow, work
from tutor.coaching.mistakes import wrong_rows_of

ROWS_TRIED = 4
"""So many other rows are searched for one that tells the mistakes apart."""

QUERIES = ((1, 2), (2, 1), (1, 0), (0, 1), (1, -1), (2, 1, 0), (1, 3))
"""The beginnings of queries that are tried in place of the asked one; each goes on with its own numbers."""

SAY_NOTHING_ELSEWHERE = ("swapped",)
"""Who mixed up the order once need not do so again."""

APART = 4
"""So many roundings lie between two numbers that are told apart."""

LOWEST = -1e6
"""Stands for −∞ where numbers are compared."""


@dataclass(frozen=True, slots=True, eq=False)
class Slip:
    """A mistake's code, and the one of its answers that was given."""

    code: str
    wrong: WrongRow


@dataclass(frozen=True, slots=True, eq=False)
class _Elsewhere:
    """What each slip makes of other numbers; None where that says nothing. `told` says which numbers."""

    told: str
    lines: tuple[Floats | None, ...]


def question_between(worked: WorkedRow, stage: str, slips: Sequence[Slip], digits: int) -> str:
    """Which was it? Another row of the problem, or another query, on which the slips differ, with their numbers.

    The slips are numbered from 1. Where none is found, the calculation of the first wrong cell, to be done anew.
    """
    best, most = "", 1
    for place in chain(_other_rows(worked, stage, slips), _other_queries(worked, stage, slips)):
        cells, count = _parted(place, stage, APART * unit(digits))
        if count > most:
            best, most = f"{place.told}: {cells}.", count
        if most == len(slips):
            break
    return best or _anew(worked, stage, slips[0].wrong, digits)


def _other_rows(worked: WorkedRow, stage: str, slips: Sequence[Slip]) -> Iterator[_Elsewhere]:
    for i in sorted(range(worked.n_q), key=lambda i: abs(i - worked.i))[1 : 1 + ROWS_TRIED]:
        other = work(worked.problem, i + 1, worked.head + 1)
        lines = [None if slip.code == "other-row" else _made(slip, worked, other, stage) for slip in slips]
        yield _Elsewhere(f"Do row {i + 1} the same way", tuple(lines))


def _other_queries(worked: WorkedRow, stage: str, slips: Sequence[Slip]) -> Iterator[_Elsewhere]:
    own = worked.queries[worked.i]
    # The opposite query turns the order of the scores round.
    for query in (*(np.resize(np.array(start, dtype=np.float64), worked.d_k) for start in QUERIES), 0.0 - own):
        if np.array_equal(query, own):
            continue
        try:
            other = work(replace(worked.problem, q=_with_query(worked, query)), worked.i + 1, worked.head + 1)
        except ValueError:
            # Another query may overflow where the asked one did not.
            continue
        lines = tuple(_made(slip, worked, other, stage) for slip in slips)
        yield _Elsewhere(f"With {query_name(worked)} = {row(query)} instead{_before(other, stage)}", lines)


def _with_query(worked: WorkedRow, query: Floats) -> tuple[tuple[float, ...], ...]:
    """Q of all heads with another query in the asked row of the asked head."""
    rows = np.array(worked.problem.q, dtype=np.float64)
    width = worked.d_k
    rows[worked.i, worked.head * width : (worked.head + 1) * width] = query
    return tuple(tuple(float(x) for x in line) for line in rows)


def _before(worked: WorkedRow, stage: str) -> str:
    """The line from which the asked one follows, so that nobody has to work it out."""
    match stage:
        case "scores":
            return ""
        case "scaled":
            return f" (scores {row(worked.right('scores'))})"
        case "masked":
            return f" (scaled scores {row(worked.right('scaled'))})"
        case _:
            return f" ({masked_name(worked)} {row(worked.right('masked'))})"


def _made(slip: Slip, worked: WorkedRow, other: WorkedRow, stage: str) -> Floats | None:
    """What the same formula of the same mistake makes of other numbers."""
    if slip.code in SAY_NOTHING_ELSEWHERE:
        return None
    here, there = (wrong_rows_of(slip.code, rows, stage) for rows in (worked, other))
    if not there:
        return None
    if len(here) == len(there):
        place = next((i for i, wrong in enumerate(here) if np.array_equal(wrong.values, slip.wrong.values)), 0)
        return there[place].values
    return next((wrong for wrong in there if wrong.detail == slip.wrong.detail), there[0]).values


def _parted(place: _Elsewhere, stage: str, apart: float) -> tuple[str, int]:
    """The cell with the most different numbers: what it is by each slip, and how many numbers that are."""
    known = {n: np.maximum(line, LOWEST) for n, line in enumerate(place.lines, 1) if line is not None}
    if len(known) < 2 or len({line.shape for line in known.values()}) > 1:
        return "", 0
    best: tuple[str, int] = ("", 0)
    for c in range(len(next(iter(known.values())))):
        groups: list[tuple[float, list[int]]] = []
        for n, line in known.items():
            alike = next((numbers for x, numbers in groups if abs(x - line[c]) <= apart), None)
            if alike is None:
                groups.append((float(line[c]), [n]))
            else:
                alike.append(n)
        if len(groups) > best[1]:
            by = [f"{_shown(x)} by {listed([f'({n})' for n in numbers])}" for x, numbers in groups]
            best = (f"{cell_name(c, stage)} is {', '.join(by)}", len(groups))
    return best


def _shown(x: float) -> str:
    return "−∞" if x <= LOWEST else num(x)


def _anew(worked: WorkedRow, stage: str, wrong: WrongRow, digits: int) -> str:
    """The first wrong cell's calculation."""
    right = worked.right(stage)
    off = np.flatnonzero(~near(wrong.values, right, np.full(right.shape, unit(digits))))
    c = int(off[0]) if len(off) else 0
    name, text = cell_name(c, stage), cell_sum(worked, stage, c)
    if stage == "masked" or (stage == "weights" and not worked.visible[c]):
        return f"{opening(name)}: {text}."
    return f"Work out {name} anew: {text}."
