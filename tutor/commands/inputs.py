"""Q, K and V as options of a command: typed, or from a file, with everything that decides their attention.

How a text is read, and in which words it is refused, is the matter of `tutor.coaching.entering`.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager

from tutor.coaching.entering import LABELS, MASK_EXAMPLE, Form, Misfit, Typed, enter, number_in, rows_in, whole_in
from tutor.coaching.presets import EXAMPLE
from tutor.commands import UsageError
from tutor.maths.problem import Matrix, Problem

OPTIONS = {field: f"--{field.replace('_', '-')}" for field in LABELS}
"""What the fields of a form are called on a command line."""

RULES = ("mask", "add_mask", "scale", "temperature", "offset", "softcap", "heads")
"""The fields beside Q, K and V that are options of every command."""


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
    """The problem that these options state; the chapter's example where they name no numbers.

    Raises UsageError, one sentence, where one cannot be read.
    """
    typed = {name: getattr(args, name) for name in ("q", "k", "v")}
    matrices = _matrices(typed, source=args.source)
    texts = typed | {name: getattr(args, name) for name in RULES}
    with _said_as_usage():
        form = Form(**{name: text for name, text in texts.items() if text is not None})
        return enter(form, labels=OPTIONS, matrices=matrices)


def _matrices(typed: dict[str, str | None], *, source: str | None) -> tuple[Matrix, Matrix, Matrix] | None:
    """Q, K and V where they come from a file or from the example; None where they were typed."""
    given = [name for name, text in typed.items() if text is not None]
    if source is not None:
        if given:
            raise UsageError(f"--from already brings Q, K and V: leave out --{given[0]}, or leave out --from")
        from tutor.commands.files import matrices_from

        return matrices_from(source)
    if not given:
        return EXAMPLE.problem.q, EXAMPLE.problem.k, EXAMPLE.problem.v
    missing = [f"--{name}" for name in typed if name not in given]
    if missing:
        raise UsageError(f"--q, --k and --v go together: {' and '.join(missing)} missing")
    return None


def rows_of(option: str, text: str) -> Matrix:
    """A typed matrix; a vector or a number is one row."""
    with _said_as_usage():
        return rows_in(Typed(option, option, text))


def one_number(option: str, text: str) -> float:
    """A typed number, 1/√2 as well as 0.7071."""
    with _said_as_usage():
        return number_in(Typed(option, option, text))


def whole_number(option: str, text: str, *, least: int | None = None, most: int | None = None) -> int:
    """A typed whole number within bounds."""
    with _said_as_usage():
        return whole_in(Typed(option, option, text), least=least, most=most)


@contextmanager
def _said_as_usage() -> Iterator[None]:
    """A misfit inside becomes what a command raises."""
    try:
        yield
    except Misfit as misfit:
        raise UsageError(str(misfit)) from None
