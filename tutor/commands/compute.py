"""`attn-tutor compute`: every step of attention for given numbers, as tables or as JSON."""

from __future__ import annotations

import argparse
import math
from typing import TYPE_CHECKING, Any

from tutor.commands import UsageError
from tutor.commands.inputs import add_problem_arguments, problem_from, whole_number
from tutor.commands.output import say, say_json
from tutor.maths.problem import STAGES, Matrix, Problem
from tutor.surroundings import Surroundings

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tutor.maths.attention import Trace

MOST_CELLS = 1024 * 1024
"""Of a score table: beyond that its numbers are for a program, not for people, and would fill the memory."""

MOST_IN_LINE = 25
SCALE_DIGITS = 4


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's options; without any numbers it works out the chapter's example."""
    add_problem_arguments(parser)
    output = parser.add_argument_group("output")
    output.add_argument("--digits", metavar="N", default="4", help="decimals in tables; default 4")
    output.add_argument("--json", action="store_true", help="one JSON object, in full precision")


def run(args: argparse.Namespace, surroundings: Surroundings) -> int:
    """Print every step. 0, or UsageError with nothing printed where the numbers cannot be worked out."""
    digits = whole_number("--digits", args.digits, least=0, most=15)
    problem = problem_from(args)
    if len(problem.q[0]) % problem.heads == 0 and problem.n_q * problem.n_k * problem.heads > MOST_CELLS:
        heads = f"{problem.heads} heads of " if problem.heads > 1 else ""
        raise UsageError(f"{heads}{problem.n_q}×{problem.n_k} scores are too many to print; at most {MOST_CELLS} fit")
    trace = solved(problem)
    if args.json:
        say_json(as_json(problem, trace))
    else:
        say("\n".join(_lines(problem, trace, digits=digits, ascii=surroundings.ascii)))
    return 0


def solved(problem: Problem) -> Trace:
    """The problem's trace, or its one sentence as UsageError."""
    import numpy as np

    try:
        trace = problem.solve()
    except ValueError as error:
        raise UsageError(str(error)) from None
    if not np.isfinite(trace.output).all():
        raise UsageError("the output overflows to infinity: make the numbers in V smaller")
    return trace


def as_json(problem: Problem, trace: Trace) -> dict[str, Any]:
    """The object of `--json`: arrays as in `Trace`, rows and heads counted from 1."""
    shapes = {name: list(getattr(trace, name).shape) for name in ("q", "k", "v", "scores", "output")}
    rows = [row + 1 if isinstance(row, int) else [i + 1 for i in row] for row in trace.empty_rows]
    return {
        "shapes": shapes,
        "scale": trace.scale,
        "temperature": trace.temperature,
        "offset": trace.offset,
        "softcap": trace.softcap,
        "mask": problem.mask if isinstance(problem.mask, str) else [[int(x) for x in row] for row in problem.mask],
        "add_mask": None if problem.add_mask is None else _encoded_rows(problem.add_mask),
        **{stage: _encoded(getattr(trace, stage)) for stage in STAGES},
        "empty_rows": rows,
    }


def _encoded(array: NDArray[Any]) -> Any:
    """Nested lists in full precision; −0 as 0, minus infinity as "-inf"."""
    import numpy as np

    if np.isfinite(array).all():
        return (array + 0.0).tolist()
    if array.ndim == 2:
        return _encoded_rows(array.tolist())
    return [_encoded(plane) for plane in array]


def _encoded_rows(rows: Matrix) -> list[list[float | str]]:
    return [[x + 0.0 if math.isfinite(x) else f"{x:g}" for x in row] for row in rows]


def _lines(problem: Problem, trace: Trace, *, digits: int, ascii: bool) -> list[str]:
    """The sizes and rules, then each stage with its caption and table, head by head."""
    from tutor.notation.printer import plain
    from tutor.rendering.arithmetic import empty_rows_note, stage_caption
    from tutor.rendering.tables import as_text

    lines = _rules(problem, trace, digits=digits)
    lines = [plain(line) for line in lines] if ascii else lines
    for head in range(problem.heads):
        if problem.heads > 1:
            lines += ["", f"head {head + 1} of {problem.heads}"]
        for stage in STAGES:
            lines += ["", stage_caption(trace, stage, ascii=ascii)]
            lines.append(as_text(trace, stage, head=head, digits=digits, ascii=ascii))
        note = empty_rows_note(trace, head=head)
        if note is not None:
            lines += ["", plain(note) if ascii else note]
    return lines


def _rules(problem: Problem, trace: Trace, *, digits: int) -> list[str]:
    """The sizes, the scale with its formula, the temperature and the masks."""
    from tutor.notation.printer import number
    from tutor.rendering.matrices import sharing

    digits = max(digits, SCALE_DIGITS)
    matrices = (("Q", problem.q), ("K", problem.k), ("V", problem.v))
    lines = ["   ".join(f"{name} {len(rows)}×{len(rows[0])}" for name, rows in matrices)]
    if problem.heads > 1:
        shared = f", {sharing(problem)}" if problem.key_heads != problem.heads else ""
        lines[0] += f"   {problem.heads} heads, each with d_k = {problem.d_k} and d_v = {problem.d_v}{shared}"
    value = number(trace.scale, digits=digits)
    scale = value if problem.scale is not None else f"1/√d_k = 1/√{problem.d_k} = {value}"
    rules = [f"scale {scale}", f"temperature {number(trace.temperature, digits=digits)}"]
    if trace.softcap:
        rules.append(f"soft cap {number(trace.softcap, digits=digits)}")
    lines += ["   ".join(rules), f"mask {_mask_words(problem, trace)}"]
    if problem.add_mask is not None:
        lines.append(f"added to the scaled scores: {_rows_in_line(problem.add_mask)}")
    if problem.mask == "causal" and problem.offset is None and problem.n_q != problem.n_k:
        lines.append(_position_line(problem))
    return lines


def _mask_words(problem: Problem, trace: Trace) -> str:
    from tutor.maths.masks import MEANING

    if problem.mask == "none":
        return "none"
    if problem.mask == "causal":
        shift = f" + {trace.offset}" if trace.offset > 0 else f" − {-trace.offset}" if trace.offset else ""
        return f"causal: query i may attend key j where j ≤ i{shift}"
    return f"{_rows_in_line(problem.mask)}   ({MEANING})"


def _rows_in_line(rows: Matrix) -> str:
    """A small matrix as it is typed, a large one by its size."""
    from tutor.notation.printer import number

    if len(rows) * len(rows[0]) > MOST_IN_LINE:
        return f"{len(rows)}×{len(rows[0])}"
    return "; ".join(" ".join(number(x) for x in row) for row in rows)


def _position_line(problem: Problem) -> str:
    """Said where queries and keys differ in number, since then two conventions are in use."""
    aligned = problem.n_k - problem.n_q
    return (
        f"No --offset was given, so query 1 stands at position 1; "
        f"--offset {aligned} would put the last query at the last key."
    )
