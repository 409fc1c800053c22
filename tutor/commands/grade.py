"""`attn-tutor grade`: judge one answer, of attention or of a language model's numbers, and name the mistake."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from tutor.commands import UsageError
from tutor.commands.inputs import (
    add_problem_arguments,
    given_value,
    one_number,
    problem_from,
    rows_of,
    whole_number,
)
from tutor.commands.output import say, say_json
from tutor.maths.problem import STAGES
from tutor.notation.printer import json_values, plain
from tutor.notation.reading import Reading
from tutor.surroundings import Surroundings

if TYPE_CHECKING:
    from tutor.coaching.language import LanguageProblem
    from tutor.coaching.verdict import Verdict

LANGUAGE_INPUTS = {"joint": "probabilities", "loss": "probabilities", "perplexity": "probabilities"} | {
    "distribution": "logits",
    "targets": "tokens",
}
"""The option that each language-model step takes its inputs from."""

STEPS = (*STAGES, *LANGUAGE_INPUTS)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's options: the question, the answer, and the numbers of either kind of question."""
    parser.add_argument("--step", metavar="STEP", required=True, help=f"what is asked: {', '.join(STEPS)}")
    parser.add_argument("--answer", metavar="TEXT", required=True, help="what was typed")
    parser.add_argument("--reading", metavar="N", help="take the Nth of several readings of the answer")
    parser.add_argument("--digits", metavar="D", default="3", help="how many decimals are asked; default 3")
    parser.add_argument("--json", action="store_true", help="one JSON object")
    add_problem_arguments(parser)
    row = parser.add_argument_group("the asked row")
    row.add_argument("--row", metavar="N", help="the row that was asked, from 1")
    row.add_argument("--head", metavar="H", help="the head that was asked, from 1; default 1")
    row.add_argument("--d-model", metavar="N", help="the model's width, where the problem states it")
    row.add_argument(
        "--earlier",
        metavar="STEP=TEXT",
        action="append",
        default=[],
        help="what the same learner typed for an earlier step; may be given for each",
    )
    language = parser.add_argument_group("a language model's numbers")
    language.add_argument("--probabilities", metavar="P", help='of the observed tokens, such as "0.5 0.25 0.8"')
    language.add_argument("--unit", metavar="UNIT", default="nats", help="of the loss: nats (the default) or bits")
    language.add_argument("--accept-sum", action="store_true", help="the sum of the losses is right too")
    language.add_argument("--logits", metavar="Z", help='for distribution, with --temperature, such as "2 1 0.1"')
    language.add_argument("--tokens", metavar="T", help='for targets, the whole row, such as "START red fox END"')


def run(args: argparse.Namespace, surroundings: Surroundings) -> int:
    """Print the verdict. 0 for right, rounded and carried, 1 otherwise; UsageError for an unreadable question."""
    step = args.step.strip()
    verdict = _language(args, step) if step in LANGUAGE_INPUTS else _attention(args, step)
    if args.json:
        say_json(as_json(verdict))
    else:
        lines = "\n".join(_lines(verdict))
        say(plain(lines) if surroundings.ascii else lines)
    return 0 if verdict.passed else 1


def _attention(args: argparse.Namespace, step: str) -> Verdict:
    if step not in STAGES and not step.startswith("shape:"):
        raise UsageError(f'--step "{step}": there is no such step; the steps are {", ".join(STEPS)}')
    if all(x is None for x in (args.q, args.k, args.v, args.source)):
        raise UsageError(f"--step {step} needs --q, --k and --v, or --from FILE")
    if args.row is None:
        raise UsageError("--row is missing: say which row was asked, from 1")
    row = whole_number("--row", args.row, least=1)
    head = 1 if args.head is None else whole_number("--head", args.head, least=1)
    problem = problem_from(args)
    if args.d_model is not None:
        problem = replace(problem, d_model=whole_number("--d-model", args.d_model, least=1))
    from tutor.coaching.grading import grade

    digits, reading = _common(args)
    try:
        return grade(
            problem,
            step,
            args.answer,
            row=row,
            head=head,
            digits=digits,
            earlier=_earlier(args.earlier, STAGES),
            reading=reading,
        )
    except ValueError as error:
        raise UsageError(str(error)) from None


def _language(args: argparse.Namespace, step: str) -> Verdict:
    option = LANGUAGE_INPUTS[step]
    if getattr(args, option) is None:
        raise UsageError(f"--step {step} needs --{option}")
    from tutor.coaching.judging.language import grade_language

    digits, reading = _common(args)
    earlier = _earlier(args.earlier, ("joint", "loss"))
    try:
        problem = _language_problem(args, step)
        return grade_language(problem, args.answer, digits=digits, earlier=earlier, reading=reading)
    except ValueError as error:
        raise UsageError(str(error)) from None


def _language_problem(args: argparse.Namespace, step: str) -> LanguageProblem:
    from tutor.coaching.language import LanguageProblem

    if args.unit not in ("nats", "bits"):
        raise UsageError(f'--unit "{args.unit}": the unit is nats or bits')
    return LanguageProblem(
        step=step,
        probabilities=_row("probabilities", args.probabilities, stage="probability"),
        logits=_row("logits", args.logits),
        temperature=_temperature(args.temperature),
        tokens=tuple((args.tokens or "").split()),
        unit=args.unit,
        accept_sum=args.accept_sum,
    )


def _temperature(text: str | None) -> float:
    given = given_value("--temperature", text, such_as="0.5")
    return 1.0 if given is None else one_number("--temperature", given)


def _row(option: str, text: str | None, *, stage: str | None = None) -> tuple[float, ...]:
    """One row of typed numbers; none where the option was not given."""
    if text is None:
        return ()
    rows = rows_of(f"--{option}", text, stage=stage)
    return tuple(x for row in rows for x in row)


def _common(args: argparse.Namespace) -> tuple[int, int | None]:
    digits = whole_number("--digits", args.digits, least=0, most=12)
    return digits, None if args.reading is None else whole_number("--reading", args.reading, least=1)


def _earlier(given: list[str], steps: tuple[str, ...]) -> Mapping[str, str]:
    """Earlier answers by step; of two for one step the later counts."""
    found = {}
    for text in given:
        step, sign, answer = text.strip().partition("=")
        if not sign or step.strip() not in steps:
            raise UsageError(f'--earlier "{text.strip()}" is not STEP=TEXT, such as {steps[-1]}="0 1"')
        found[step.strip()] = answer
    return found


def as_json(verdict: Verdict) -> dict[str, Any]:
    """The object of `--json`."""
    return {
        "status": verdict.status,
        "mistakes": list(verdict.mistakes),
        "cells": list(verdict.cells),
        "read": verdict.read or None,
        "readings": [_reading(reading) for reading in verdict.readings],
        "message": verdict.message,
    }


def _reading(reading: Reading) -> dict[str, Any]:
    return {
        "values": json_values(reading.cells, reading.shape),
        "shape": list(reading.shape),
        "echo": reading.echo,
    }


MARKS = {True: "✓", False: "✗", None: "·"}


def _lines(verdict: Verdict) -> list[str]:
    """The verdict for people: its word, what was read, a mark for each number, and the message."""
    codes = f": {', '.join(verdict.mistakes)}" if verdict.mistakes else ""
    lines = [f"{verdict.status}{codes}"]
    if verdict.read:
        lines.append(f"read    {verdict.read}")
    if verdict.cells:
        lines.append(f"marks   {' '.join(MARKS[cell] for cell in verdict.cells)}")
    lines += [f"{number}       {reading.echo}" for number, reading in enumerate(verdict.readings, 1)]
    return [*lines, verdict.message]
