"""Grading a shape: how many rows and columns a matrix of the problem has."""

from __future__ import annotations

from tutor.coaching.verdict import Verdict
from tutor.maths.problem import Problem
from tutor.notation.reader import read

OF_ROWS = {"v": "key", "k": "key"}


def shape_of(problem: Problem, name: str) -> tuple[int, int]:
    """Rows and columns of q, k, v or a stage, of one head. ValueError where there is no such matrix."""
    match name.lower():
        case "q":
            return problem.n_q, problem.d_k
        case "k":
            return problem.n_k, problem.d_k
        case "v":
            return problem.n_k, problem.d_v
        case "scores" | "scaled" | "masked" | "weights":
            return problem.n_q, problem.n_k
        case "output":
            return problem.n_q, problem.d_v
    raise ValueError(f'there is no shape of "{name}"; ask for q, k, v, scores, scaled, masked, weights or output')


def grade_shape(problem: Problem, name: str, text: str) -> Verdict:
    """Judge a typed shape, such as 3×2 or (3, 2)."""
    right = shape_of(problem, name)
    got = read(text, expect=(2,), stage="shape")
    if got.status != "read":
        return Verdict(status=got.status, message=got.reason or "", read=got.echo)
    typed = tuple(float(x) for x in got.cells if x is not None)
    cells = tuple(a == b for a, b in zip(typed, right, strict=True))
    if all(cells):
        return Verdict(status="right", message="Right.", cells=cells, read=got.echo)
    rows, columns = _meaning(name)
    todo = f"Its rows are {rows}, its columns {columns}: count them."
    if typed == right[::-1]:
        message = f"These are the right numbers, columns first. Rows come first. {todo}"
        return Verdict(status="mistake", message=message, cells=cells, mistakes=("swapped",), read=got.echo)
    which = "columns" if cells[0] else "rows"
    message = f"The {'rows are' if cells[0] else 'columns are'} right, the {which} not. {todo}" if any(cells) else todo
    return Verdict(status="cells" if any(cells) else "wrong", message=message, cells=cells, read=got.echo)


def _meaning(name: str) -> tuple[str, str]:
    """What rows and columns of a matrix are."""
    match name.lower():
        case "q":
            return "queries", "the numbers of one query"
        case "k":
            return "keys", "the numbers of one key"
        case "v":
            return "values, one for each key", "the numbers of one value"
        case "output":
            return "queries", "the numbers of one value"
        case _:
            return "queries", "keys"
