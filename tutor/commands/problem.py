"""`attn-tutor problem`: the practice problem of a seed, as numbers to work with or as options for `grade`."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from tutor.commands import UsageError
from tutor.commands.inputs import whole_number
from tutor.commands.output import say, say_json
from tutor.maths.problem import Matrix
from tutor.notation.printer import number, plain
from tutor.surroundings import Surroundings

if TYPE_CHECKING:
    from tutor.coaching.variants import Variant


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's options; the seed says which problem."""
    parser.add_argument("--seed", metavar="N", required=True, help="any whole number; the same gives the same problem")
    parser.add_argument("--level", metavar="1..4", default="1", help="1 easy, 2 causal, 3 odd roots, 4 offset or heads")
    parser.add_argument("--json", action="store_true", help="one JSON object, whose keys are options of grade")


def run(args: argparse.Namespace, surroundings: Surroundings) -> int:
    """Print the problem."""
    seed = whole_number("--seed", args.seed)
    level = whole_number("--level", args.level, least=1, most=4)
    from tutor.coaching.variants import draw

    try:
        variant = draw(seed, level)
    except ValueError as error:
        raise UsageError(str(error)) from None
    if args.json:
        say_json(as_json(variant))
    else:
        lines = "\n".join(_lines(variant))
        say(plain(lines) if surroundings.ascii else lines)
    return 0


def as_json(variant: Variant) -> dict[str, Any]:
    """The object of `--json`; drawn numbers are whole, and written so."""
    problem = variant.problem
    return {
        "q": _whole(problem.q),
        "k": _whole(problem.k),
        "v": _whole(problem.v),
        "mask": problem.mask if isinstance(problem.mask, str) else _whole(problem.mask),
        "row": variant.row,
        "digits": variant.digits,
        "offset": problem.offset or 0,
        "heads": problem.heads,
        "head": variant.head,
        "level": variant.level,
        "seed": variant.seed,
    }


def _whole(rows: Matrix) -> list[list[int]]:
    return [[int(x) for x in row] for row in rows]


def _lines(variant: Variant) -> list[str]:
    """The matrices one under the other, the mask in words, and what is asked."""
    problem = variant.problem
    lines = [f"Problem {variant.seed}, level {variant.level}"]
    for name, rows in (("Q", problem.q), ("K", problem.k), ("V", problem.v)):
        lines += ["", f"{name} {len(rows)}×{len(rows[0])}", *_table(rows, problem.heads)]
    lines.append("")
    if problem.heads > 1:
        lines.append(f"heads   {problem.heads}, each with d_k = {problem.d_k} and d_v = {problem.d_v}; | parts them")
    lines.append(f"mask    {_mask_words(variant)}")
    lines.append(f"scale   1/√d_k = 1/√{problem.d_k}")
    lines.append(f"asked   {_asked(variant)}")
    return lines


def _table(rows: Matrix, heads: int) -> list[str]:
    """Rows in columns of one width, heads parted by a bar."""
    width = max(len(number(x)) for row in rows for x in row)
    block = len(rows[0]) // heads
    texts = []
    for row in rows:
        cells = [number(x).rjust(width) for x in row]
        texts.append("  " + " | ".join(" ".join(cells[h * block : (h + 1) * block]) for h in range(heads)))
    return texts


def _mask_words(variant: Variant) -> str:
    problem = variant.problem
    if problem.mask == "none":
        return "none: every query may attend every key"
    shift = f" + {problem.offset}" if problem.offset else ""
    before = f"; {problem.offset} keys come before query 1" if problem.offset else ""
    return f"causal: query i may attend key j where j ≤ i{shift}{before}"


def _asked(variant: Variant) -> str:
    head = f" of head {variant.head}" if variant.problem.heads > 1 else ""
    steps = ", ".join(variant.stages)
    return f"row {variant.row}{head}: {steps}, to {variant.digits} decimals"
