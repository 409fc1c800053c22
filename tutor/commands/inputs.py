"""Q, K and V as options of a command: typed, or from a file, with everything that decides their attention."""

from __future__ import annotations

import argparse
import math
import re

from tutor.commands import UsageError
from tutor.maths.problem import Mask, Matrix, Problem
from tutor.notation.reader import read
from tutor.notation.reading import Reading

EXAMPLE = {"q": "0 1", "k": "1 0; 0 1", "v": "6 0; 0 3"}
"""The chapter's example, which is worked out where no numbers are given."""

MASK_EXAMPLE = 'rows of 1 and 0 (1 = may attend) such as "1 0; 1 1"'

LONGEST_QUOTE = 40

ROW_NAMES = {"--q": "query", "--k": "key", "--v": "value"}

ROW_ENDS = re.compile(r"[;\n]\s*|\]\s*,?\s*\[")
WORD = re.compile(r"[^\s,;|\[\](){}<>]+")


def add_problem_arguments(parser: argparse.ArgumentParser) -> None:
    """The options that state a problem: the numbers, the heads, the masks, the scale and the rest."""
    numbers = parser.add_argument_group("numbers", 'a matrix is typed as "1 0; 0 1", a vector is one row')
    for name, rows in (("q", "queries"), ("k", "keys"), ("v", "values")):
        numbers.add_argument(f"--{name}", metavar=name.upper(), help=f"the {rows}, one a row")
    numbers.add_argument("--from", dest="source", metavar="FILE", help="an .npz file, or text with Q, K and V in it")
    rules = parser.add_argument_group("rules")
    rules.add_argument("--heads", metavar="H", default="1", help="split the columns into this many heads")
    rules.add_argument("--mask", metavar="M", default="none", help=f"none, causal, or {MASK_EXAMPLE}")
    rules.add_argument("--add-mask", metavar="M", help='numbers added to the scaled scores, such as "0 -2"')
    rules.add_argument("--scale", metavar="X", help="what the scores are multiplied by, or none; default 1/√d_k")
    rules.add_argument("--temperature", metavar="T", default="1", help="divides the masked scores; default 1")
    rules.add_argument("--offset", metavar="N", help="how many keys come before query 1 under a causal mask")
    rules.add_argument("--softcap", metavar="X", default="0", help="bends scores to X·tanh(score/X); 0 is off")


def problem_from(args: argparse.Namespace) -> Problem:
    """The problem that these options state. Raises UsageError, one sentence, where one cannot be read."""
    q, k, v = _numbers(args)
    return Problem(
        q=q,
        k=k,
        v=v,
        mask=_mask(args.mask),
        add_mask=None if args.add_mask is None else _added(args.add_mask),
        offset=None if args.offset is None else whole_number("--offset", args.offset),
        scale=_scale(args.scale),
        temperature=one_number("--temperature", args.temperature),
        softcap=one_number("--softcap", args.softcap),
        heads=whole_number("--heads", args.heads, least=1),
    )


def _numbers(args: argparse.Namespace) -> tuple[Matrix, Matrix, Matrix]:
    typed = {"q": args.q, "k": args.k, "v": args.v}
    given = [name for name, text in typed.items() if text is not None]
    if args.source is not None:
        if given:
            raise UsageError(f"--from already brings Q, K and V: leave out --{given[0]}, or leave out --from")
        from tutor.commands.files import matrices_from

        return matrices_from(args.source)
    if not given:
        typed = EXAMPLE
    missing = [f"--{name}" for name, text in typed.items() if text is None]
    if missing:
        raise UsageError(f"--q, --k and --v go together: {' and '.join(missing)} missing")
    q, k, v = (rows_of(f"--{name}", text) for name, text in typed.items())
    return q, k, v


def _mask(text: str) -> Mask:
    word = text.strip().lower()
    if word == "none":
        return "none"
    if word == "causal":
        return "causal"
    reading = read(text)
    if reading.status != "read":
        raise UsageError(f"--mask {_quoted(text)} is neither none, causal nor {MASK_EXAMPLE}")
    return _filled("--mask", text, reading)


def _added(text: str) -> Matrix:
    """An added mask as it was typed; −inf may stand in it, and hides."""
    # Read for the step "masked", −1e9 would be minus infinity too; added to scores it is only a number.
    reading = read(text)
    return _filled("--add-mask", text, reading if reading.status == "read" else read(text, stage="masked"))


def _scale(text: str | None) -> float | None:
    if text is None:
        return None
    return 1.0 if text.strip().lower() == "none" else one_number("--scale", text)


def rows_of(option: str, text: str) -> Matrix:
    """A typed matrix; a vector or a number is one row."""
    return _filled(option, text, read(text))


def one_number(option: str, text: str) -> float:
    """A typed number, 1/√2 as well as 0.7071."""
    ((number,),) = _filled(option, text, read(text, expect=()))
    return number


def whole_number(option: str, text: str, *, least: int | None = None, most: int | None = None) -> int:
    """A typed whole number within bounds."""
    reading = read(text, expect=())
    typed = reading.cells[0] if reading.status == "read" else None
    if typed is None or not typed.is_integer():
        raise UsageError(f"{option} {_quoted(text)} is not a whole number such as 2")
    number = int(typed)
    if (least is not None and number < least) or (most is not None and number > most):
        bounds = f"{least} or more" if most is None else f"{least} to {most}"
        raise UsageError(f"{option} {_quoted(text)} is out of range: it takes {bounds}")
    return number


def _filled(option: str, text: str, reading: Reading) -> Matrix:
    """The rows of a reading with every cell filled in, or one sentence that says why there are none."""
    if reading.status != "read":
        if not text.strip(" []()"):
            raise UsageError(f"{option} is empty: add at least one {ROW_NAMES.get(option, 'number')}")
        place = _not_finite(text)
        if place is not None:
            raise UsageError(f"{option} {_quoted(text)}: {place} is not a finite number")
        choices = " or ".join(choice.echo for choice in reading.readings)
        hint = f" (type {choices})" if choices else ""
        raise UsageError(f"{option} {_quoted(text)}: {reading.reason}{hint}")
    rows = []
    for i, row in enumerate(reading.rows(), 1):
        for j, cell in enumerate(row, 1):
            if cell is None:
                raise UsageError(f"{option} {_quoted(text)}: row {i}, column {j} is blank; fill in every cell")
        rows.append(tuple(cell for cell in row if cell is not None))
    return tuple(rows)


def _not_finite(text: str) -> str | None:
    """Row and column of the first entry that is NaN or infinite, since people look for it in a matrix."""
    for i, row in enumerate(ROW_ENDS.split(text.strip()), 1):
        for j, word in enumerate(WORD.findall(row), 1):
            try:
                number = float(word.replace("∞", "inf").replace("−", "-"))
            except ValueError:
                continue
            if not math.isfinite(number):
                return f"row {i}, column {j}"
    return None


def _quoted(text: str) -> str:
    line = " ".join(text.split())
    return f'"{line}"' if len(line) <= LONGEST_QUOTE else f'"{line[:LONGEST_QUOTE]}…"'
