"""Q, K and V as options of a command: typed, or from a file, with everything that decides their attention.

How a text is read, and in which words it is refused, is the matter of `tutor.coaching.entering`.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from tutor.coaching.entering import LABELS, MASK_EXAMPLE, Form, Misfit, Typed, enter, number_in, rows_in, whole_in
from tutor.coaching.presets import EXAMPLE
from tutor.commands import UsageError
from tutor.maths.problem import Matrix, Problem

if TYPE_CHECKING:
    from tutor.commands.filetext import Stated

OPTIONS = {field: f"--{field.replace('_', '-')}" for field in LABELS}
"""What the fields of a form are called on a command line."""

RULES = {
    "mask": "causal",
    "add_mask": '"0 -2"',
    "scale": "1/√2",
    "temperature": "2",
    "offset": "1",
    "softcap": "30",
    "heads": "2",
    "kv_heads": "1",
}
"""The fields beside Q, K and V that are options of every command, each with an example."""


def add_problem_arguments(parser: argparse.ArgumentParser) -> None:
    """The options that state a problem: the numbers, the heads, the masks, the scale and the rest."""
    numbers = parser.add_argument_group("numbers", 'a matrix is typed as "1 0; 0 1", a vector is one row')
    for name, rows in (("q", "queries"), ("k", "keys"), ("v", "values")):
        numbers.add_argument(f"--{name}", metavar=name.upper(), help=f"the {rows}, one a row")
    numbers.add_argument(
        "--from", dest="source", metavar="FILE", help="an .npz file, or text with Q, K and V; - reads from a pipe"
    )
    rules = parser.add_argument_group("rules")
    rules.add_argument("--heads", metavar="H", help="split the columns into this many heads")
    rules.add_argument("--kv-heads", metavar="N", help="heads of K and V, each shared by neighboring query heads")
    rules.add_argument("--mask", metavar="M", help=f"none, causal, or {MASK_EXAMPLE}")
    rules.add_argument("--add-mask", metavar="M", help='numbers added to the scaled scores, such as "0 -2"')
    rules.add_argument("--scale", metavar="X", help="what the scores are multiplied by, or none; default 1/√d_k")
    rules.add_argument("--temperature", metavar="T", help="divides the masked scores; default 1")
    rules.add_argument("--offset", metavar="N", help="how many keys come before query 1 under a causal mask")
    rules.add_argument("--softcap", metavar="X", help="bends scores to X·tanh(score/X); 0 is off")


def problem_from(args: argparse.Namespace) -> Problem:
    """The problem that these options state; the chapter's example where they name no numbers.

    Raises UsageError, one sentence, where one cannot be read.
    """
    typed = {name: getattr(args, name) for name in ("q", "k", "v")}
    rules = {name: given_value(OPTIONS[name], getattr(args, name), such_as=RULES[name]) for name in RULES}
    stated = _stated(typed, source=args.source)
    with _said_as_usage():
        form = Form(**{name: text for name, text in (typed | rules).items() if text is not None})
        problem = enter(form, labels=OPTIONS, matrices=None if stated is None else (stated.q, stated.k, stated.v))
    if stated is not None and stated.mask is not None and rules["mask"] is None:
        return replace(problem, mask=stated.mask)
    return problem


def given_value(option: str, text: str | None, *, such_as: str) -> str | None:
    """The text of an option, or None where it was not given; UsageError where it was given empty.

    A form's empty field stands for the usual value. On a command line that is mostly a variable that is not set.
    """
    if text is not None and not text.strip():
        raise UsageError(f"{option} is empty: give it a value, such as {such_as}, or leave it out")
    return text


def _stated(typed: dict[str, str | None], *, source: str | None) -> Stated | Problem | None:
    """Q, K and V where they come from a file or from the example; None where they were typed."""
    given = [name for name, text in typed.items() if text is not None]
    if source is not None:
        if given:
            raise UsageError(f"--from already brings Q, K and V: leave out --{given[0]}, or leave out --from")
        from tutor.commands.files import stated_in

        return stated_in(source)
    if not given:
        return EXAMPLE.problem
    missing = [f"--{name}" for name in typed if name not in given]
    if missing:
        raise UsageError(f"--q, --k and --v go together: {' and '.join(missing)} missing")
    return None


def rows_of(option: str, text: str, *, stage: str | None = None) -> Matrix:
    """A typed matrix; a vector or a number is one row. `stage` is what the reader takes it for."""
    with _said_as_usage():
        return rows_in(Typed(option, option, text), stage=stage)


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
